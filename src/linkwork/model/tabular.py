"""A description as a table, for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from ..base.marker import GROUND
from ..errors import LinkworkError

if TYPE_CHECKING:
    from .description import Description


def html_of(model: Description, draw: Callable[[], Any]) -> str:
    """Return what a notebook shows of a mechanism: a line, its parts, and a drawing where there is one."""
    try:
        picture = draw().svg()
    except LinkworkError as error:  # a model that is still being written
        picture = f"<pre>{escape(str(error))}</pre>"
    rows = "".join(f"<tr>{''.join(f'<td>{escape(word)}</td>' for word in part)}</tr>" for part in _parts(model))
    return f"<div><b>{escape(model.about)}</b><table>{rows}</table>{picture}</div>"


def _parts(model: Description) -> Iterator[tuple[str, str, str]]:
    """Yield every part: what it is, its name, and a word or two on it."""
    for name, body in model.bodies.items():
        if name != GROUND:
            unit = " kg" if isinstance(body.mass, float | int) else ""
            yield "body", name, "" if body.mass is None else f"mass {body.mass}{unit}"
    for name, joint in model.joints.items():
        between = f" {joint.a.body} - {joint.b.body}" if joint.ENDS else ""
        yield "joint", name, joint.KIND.replace("_", " ") + between
    for name, driver in model.drivers.items():
        yield "driver", name, driver.quantity
    for name, force in model.forces.items():
        yield "force", name, force.KIND.replace("_", " ")
