"""What the fields of a description are measured in, and parameters that are given as plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ..base.marker import Marker
from ..expressions import units
from ..functions import TimeFunction
from ..model.read_force import DIMENSIONS_OF_FIELDS

if TYPE_CHECKING:
    from ..base.parts import Body
    from ..coordinates.plan import Plan
    from ..expressions.units import Dimension
    from ..forces import Force
    from ..joints import Joint

_ALONE = re.compile(r"-?\s*(?:[\d.]+\s*\*\s*)?([A-Za-z_]\w*)(?:\s*[*/]\s*[\d.]+)?")
"""A parameter by itself, or times a number: what it is then measured in is known from where it stands."""


def force_dimension(plan: Plan, force: Force, name: str) -> Dimension | None:
    """Return what a field of a force is measured in; None when it is no number."""
    metadata = next(f.metadata for f in fields(force) if f.name == name)
    turns = _turns(plan, force)
    if "dimension" in metadata:
        return DIMENSIONS_OF_FIELDS[metadata["dimension"]][turns]
    if name in ("value", "actuator", "force"):
        return units.TORQUE if turns else units.FORCE
    return None


def _turns(plan: Plan, force: Force) -> bool:
    """Return whether a force is a torque."""
    own = [load for load in plan.loads if load.owner == force.name]
    return bool(own) and all(
        load.kind == "torque" if load.gauge is None else load.gauge.kind in ("angle", "tilt", "pitch") for load in own
    )


def joint_dimension(joint: Joint, name: str) -> Dimension | None:
    """Return what an option of a joint is measured in; None when it is no number."""
    word = next((f.metadata.get("dimension", "") for f in fields(joint) if f.name == name), "")
    return {"length": units.LENGTH, "angle": units.ANGLE}.get(word)


def parameter_dimensions(plan: Plan) -> dict[str, Dimension]:
    """Return what parameters are measured in: as given, or as the place at which one stands alone; others are left out.

    Examples
    --------
    >>> from linkwork import gallery
    >>> from linkwork.expressions.units import symbol
    >>> plan = gallery.get("andrews squeezer", driven=False).plan()
    >>> symbol(parameter_dimensions(plan)["spring_stiffness"])
    'N/m'
    """
    found = {
        name: constant.dimension
        for name, constant in plan.resolved.parameters.items()
        if constant.dimension is not None
    }
    for given, dimension in _uses(plan):
        for value in given if isinstance(given, tuple) else (given,):
            match = _ALONE.fullmatch(str(value)) if isinstance(value, str | TimeFunction) else None
            if match and dimension is not None:
                found.setdefault(match[1], dimension)
    return found


def parameter_unit(plan: Plan, parameter: str) -> str:
    """Return the unit of a parameter, empty where nothing says what it is measured in."""
    dimension = parameter_dimensions(plan).get(parameter)
    return "" if dimension is None else units.symbol(dimension)


def _uses_of_body(body: Body) -> Iterator[tuple[Any, Dimension | None]]:
    """Yield what is said of a body: mass, centre, inertia and shape."""
    inertia = body.inertia if isinstance(body.inertia, tuple) else (body.inertia,)
    sizes = [value for _, value in body.shape.dimensions] if body.shape else []
    yield body.mass, units.MASS
    yield from ((value, units.LENGTH) for value in (*(body.com or ()), *sizes))
    yield from ((value, units.INERTIA) for value in inertia)


def _uses(plan: Plan) -> Iterator[tuple[Any, Dimension | None]]:
    """Yield the values of the description with what they are measured in."""
    model = plan.model
    markers = [m for joint in model.joints.values() for m in (joint.a, joint.b)]
    for body in model.bodies.values():
        markers += body.points.values()
        yield from _uses_of_body(body)
    for force in model.forces.values():
        given = {f.name: getattr(force, f.name) for f in fields(force)}
        markers += [value for value in given.values() if isinstance(value, Marker)]
        yield from ((value, force_dimension(plan, force, name)) for name, value in given.items() if name != "name")
    for joint in model.joints.values():
        yield from ((getattr(joint, name), joint_dimension(joint, name)) for name in joint.options())
    yield from ((value, units.LENGTH) for marker in markers for value in marker.at)
