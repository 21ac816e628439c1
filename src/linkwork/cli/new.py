"""``linkwork new``: a model file to start from."""

from __future__ import annotations

from pathlib import Path

from linkwork.errors import LinkworkError

from .models import check_free, from_gallery, typed
from .output import say, written

TEMPLATE = """\
# A crank-rocker four-bar linkage. Change names, lengths and points to make it yours.
# Numbers are SI (m, kg, s, rad); text may carry units and parameters: "30 mm", "L/2 + 5 mm".
linkwork = 1
name = {name}
plane = "xy"                      # "xy", "xz" or "yz"; leave it out for a mechanism in space

[parameters]
ground_length = "100 mm"
crank_length = "30 mm"

[bodies.crank]                    # each body has its own axes; points are given in them
points.pin = [0, 0]
points.tip = ["crank_length", 0]
place.angle = "60 deg"            # a rough hint; assembly finds the exact place

[bodies.coupler]
points.left = [0, 0]
points.right = ["90 mm", 0]
points.tracer = ["45 mm", "30 mm"]

[bodies.rocker]
points.pin = [0, 0]
points.tip = ["70 mm", 0]
place.at = ["ground_length", 0]
place.angle = "100 deg"

[joints.A]                        # 'linkwork joints' lists the kinds
kind = "revolute"
a = "ground"
b = "crank.pin"

[joints.B]
kind = "revolute"
a = "crank.tip"
b = "coupler.left"

[joints.C]
kind = "revolute"
a = "coupler.right"
b = "rocker.tip"

[joints.D]
kind = "revolute"
a = {{ body = "ground", at = ["ground_length", 0] }}
b = "rocker.pin"

[drivers."A.angle"]               # any measured quantity may be driven
function = {{ kind = "speed", rate = "60 rpm", start = "60 deg" }}
"""


def new(name: str, source: str, output: Path | None, force: bool) -> None:
    """Write a model file: a commented template, or a gallery mechanism under a new name."""
    if not typed(name):
        raise LinkworkError(f"'{name}' is no name. Write for example: linkwork new crane")
    path = output or Path(f"{typed(name)}.toml")
    check_free(path, force)
    write(path, model_text(name, source))
    written(path)
    say(f"Next: linkwork check {path}; linkwork mobility {path}; linkwork run {path}")


def model_text(name: str, source: str) -> str:
    """Return the text of the file."""
    if source:
        model = from_gallery(source)
        model.name = name
        return model.to_toml()
    from linkwork.model.files.emit import text

    return TEMPLATE.format(name=text(name))


def write(path: Path, content: str) -> None:
    """Write a file as a whole or not at all."""
    from linkwork.base.whole_file import write_whole

    write_whole(path, content.encode("utf-8"))
