"""What a robot needs of its model: that its joints form a tree, and where its tool is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..base.marker import GROUND, Marker
from ..errors import ModelError, nearest
from ..model.refs import BodyRef
from ..model.resolve import Frame
from ..words import quoted

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.description import Description


def check_open(model: Description, owners: Sequence[str]) -> None:
    """Raise ModelError for a mechanism with loops or without a body."""
    if len(model.bodies) < 2:
        raise ModelError(f"'{model.name}' has no body that could move.")
    if owners:
        names = quoted(dict.fromkeys(owners))
        raise ModelError(
            f"'{model.name}' is no open chain: {names} close loops or are equations between bodies, so its joint "
            f"coordinates depend on each other. Use m.inverse for drive efforts, m.simulate for motion, or leave "
            f"these joints out."
        )


def tool_frame(plan: Plan, tool: Marker | BodyRef | str | None) -> Frame:
    """Return the tool's point with the axes of its body."""
    if tool is None:
        tool = plan.resolved.solids[-1].name
    marker = (
        tool if isinstance(tool, Marker) else _named(plan.model, tool.name if isinstance(tool, BodyRef) else str(tool))
    )
    if marker.body == GROUND or marker.body not in plan.resolved.index:
        legal = [name for name in plan.resolved.index if name != GROUND]
        raise ModelError(f"The tool {marker} is on no moving body. {nearest(marker.body, legal)}")
    frame = plan.writer.frames.frame(marker)
    raise_faults(plan, "The tool of the robot cannot be read:")
    return Frame(frame.body, frame.point, np.eye(3))


def raise_faults(plan: Plan, message: str) -> None:
    """Raise ModelError when reading a value has left faults with a plan, which had none."""
    faults = plan.resolved.faults
    if faults:
        found, faults[:] = list(faults), []
        raise ModelError(message, found)


def _named(model: Description, text: str) -> Marker:
    """Return the point called ``"body"`` or ``"body.point"``."""
    body, _, point = text.partition(".")
    if body not in model.bodies:
        raise ModelError(f"The tool '{text}': there is no body '{body}'. {nearest(body, list(model.bodies))}")
    if not point:
        return Marker(body)
    points = model.bodies[body].points
    if point not in points:
        raise ModelError(f"The tool '{text}': body '{body}' has no point '{point}'. {nearest(point, list(points))}")
    return points[point]
