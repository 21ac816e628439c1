"""What the user gives for a body, a point or a wheel, read for a description; its faults are noted there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.marker import GROUND, Direction, Marker, as_vector
from ..base.parts import Body
from ..base.pulley import SIDES, Pulley
from ..errors import nearest
from ..joints import Joint
from .refs import BodyRef, JointRef

if TYPE_CHECKING:
    from .description import Description


def name_of(given: Any) -> str:
    """Return the name of a body or joint, given by itself or as text."""
    return given.name if isinstance(given, BodyRef | JointRef | Body | Joint) else str(given)


def check_own(model: Description, given: Any, where: str) -> None:
    """Note a body, joint or point of another mechanism; those of a copy of this one are as good."""
    if not isinstance(given, BodyRef | JointRef | Marker) or given.origin in ("", model.origin):
        return
    name = given.body if isinstance(given, Marker) else given.name
    if name != GROUND:
        problem = f"'{name}' belongs to another mechanism, not to '{model.name}'."
        model.note(where, problem, f"Use what m.body(...) or m.revolute(...) of '{model.name}' gave.")


def pulleys_of(model: Description, given: Any, where: str) -> tuple[Pulley, ...]:
    """Return the pulleys and guides of a cable; a point by itself is a guide."""
    if isinstance(given, Pulley | Marker | str):
        given = (given,)
    made = [item if isinstance(item, Pulley) else Pulley(item) for item in given]
    for wheel in made:
        if wheel.side not in SIDES:
            model.note(where, f"the side of a pulley is '{wheel.side}'.", nearest(str(wheel.side), SIDES))
    return tuple(replace(wheel, at=end_of(model, wheel.at, where)) for wheel in made)


def end_of(model: Description, end: Any, where: str, at: Any = None, axis: Direction | None = None) -> Marker:
    """Return the point at which a joint or force acts; of a body given by itself that is `at`, in ground axes."""
    check_own(model, end, where)
    if isinstance(end, Marker):
        return end
    if end is None:
        model.note(where, "it needs two ends, a and b.")
        return Marker(GROUND)
    if isinstance(end, tuple | list | np.ndarray):
        return BodyRef(model, GROUND).at(*end)
    name = name_of(end)
    if "." in name:
        body, _, point = name.partition(".")
        return _named_point(model, body, point, where)
    return Marker(name) if at is None else Marker(name, as_vector((at,)), axis, drawn=True)


def _named_point(model: Description, body: str, point: str, where: str) -> Marker:
    if body not in model.bodies:
        return Marker(body)
    points = model.bodies[body].points
    if point not in points:
        model.note(where, f"body '{body}' has no point '{point}'.", nearest(point, list(points)))
        return Marker(body)
    return points[point]
