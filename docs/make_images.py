"""Make the pictures that README and the tutorial show; run it with `make images`.

The pictures are kept in the repository, because a README is read where nothing can be run.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
from make_outputs import blocks

from linkwork import gallery

FOLDER = Path(__file__).resolve().parent / "images"
PICTURES = {
    "four-bar": {"at": [0.1, 0.35, 0.6, 0.85]},
    "jansen leg": {"at": [0.0, 0.25, 0.5, 0.75], "labels": False},
    "slider-crank": {"at": [0.1]},
    "spatial four-bar": {"at": [0.1]},
    "stewart platform": {"at": [0.0], "labels": False},
}


def four_bar_of_the_tutorial() -> Any:
    """Return the motion that the first blocks of the tutorial make."""
    page = (FOLDER.parent / "tutorial" / "first-mechanism.md").read_text("utf-8")
    made: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec("\n".join(code for code, _ in blocks(page)[:3]), made)
    return made["motion"]


def pictures_of_mechanics(folder: Path) -> list[Path]:
    """Draw what the page on forces and velocities shows; return the files."""
    m = gallery.get("four-bar")
    run, cycle = m.inverse(np.linspace(0, 1, 61)), m.move(np.linspace(0, 1, 361))
    drawn = {
        "free-body": run.free_body("coupler", at=0.3).draw(equations=True),
        "velocities": run.draw(at=0.3, velocities=True, accelerations=["B", "C"], traces=[]),
        "acceleration-polygon": run.acceleration_polygon(at=0.3).draw(equations=True),
        "instant-centres": cycle.instant_centres(at=0.15).draw(),
        "centrodes": cycle.centrodes("coupler", "ground").draw(at=0.15),
        "coupler-curve": cycle.coupler_curve("coupler.P").draw(at=0.15, equations=True),
    }
    for name, scene in drawn.items():
        scene.save(folder / f"{name}.svg")
    return [folder / f"{name}.svg" for name in drawn]


def of_statics(folder: Path) -> list[Path]:
    """Return the pictures that the blocks of the page on statics and vibration draw."""
    page = (FOLDER.parent / "how-to" / "statics-and-vibration.md").read_text("utf-8")
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        exec("\n".join(code for code, _ in blocks(page)), {})
    return [folder / f"{name}.svg" for name in ("lid", "mode", "bode", "bicycle-speeds", "snap-through", "caught")]


def make(folder: Path = FOLDER) -> list[Path]:
    """Draw every picture; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    drawn = folder / "drawn-four-bar.svg"
    four_bar_of_the_tutorial().draw(drawn, at=[0.0, 0.2, 0.4, 0.6, 0.8])
    made.append(drawn)
    made += pictures_of_mechanics(folder)
    for name, options in PICTURES.items():
        entry = gallery.info(name)
        motion = entry.build().move(entry.times(181), undriven=entry.undriven)
        path = folder / f"{name.replace(' ', '-')}.svg"
        motion.draw(path, **options)
        made.append(path)
    return [*made, *of_statics(folder)]


if __name__ == "__main__":
    for path in make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        print(f"wrote {path.name}")
