"""What the user gives for a body, a point or a wheel, read for a description; its faults are noted there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from ..base.marker import GROUND, Direction, Marker, as_vector
from ..base.parts import Body
from ..base.pulley import SIDES, Pulley
from ..errors import ExpressionError, nearest
from ..expressions import Constant, evaluate
from ..expressions.units import TIME
from ..joints import Joint
from .refs import BodyRef, JointRef

if TYPE_CHECKING:
    from .description import Description


Adding = TypeVar("Adding", bound=Callable[..., Any])


def fields_only(what: str) -> Callable[[Adding], Adding]:
    """Let a method of a description note a field that it does not have as a fault of `what`, named by what comes first.

    Faults of a model are collected; Python would raise a TypeError without the user's names.
    """

    def decorate(method: Adding) -> Adding:
        known = list(signature(method).parameters)[1:]

        @wraps(method)
        def call(model: Description, *args: Any, **given: Any) -> Any:
            made = method(model, *args, **{key: value for key, value in given.items() if key in known})
            name = name_of(args[0] if args else given.get(known[0], model.name))
            for wrong in (key for key in given if key not in known):
                model.note(f"{what} '{name}'", f"it has no field '{wrong}'.", nearest(wrong, known))
            return made

        return cast(Adding, call)

    return decorate


def seconds_of(what: str, given: Any, parameters: Mapping[str, Constant]) -> Any:
    """Return times that are given as texts, ``"100 ms"`` or a list with such, in seconds; numbers stay as they are."""
    if isinstance(given, list | tuple) and any(isinstance(item, str) for item in given):
        return [seconds_of(what, item, parameters) for item in given]
    if not isinstance(given, str):
        return given
    try:
        return evaluate(given, TIME, parameters)
    except ExpressionError as error:
        raise ExpressionError(f"{what}: {error}") from None


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
