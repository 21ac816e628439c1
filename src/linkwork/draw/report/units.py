"""Units of the fields of a description, and of parameters that are given as plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...base.marker import Marker
from ...errors import LinkworkError
from ...expressions import evaluate, units
from ...model.read_force import DIMENSIONS_OF_FIELDS
from .figures import number

if TYPE_CHECKING:
    from ...base.parts import Body
    from ...expressions.units import Dimension
    from ...forces import Force
    from ...joints import Joint
    from ...results.motion import Motion

_PLAIN = re.compile(r"[-+]?[\d.]+(e[-+]?\d+)?")
_ALONE = re.compile(r"-?\s*(?:[\d.]+\s*\*\s*)?([A-Za-z_]\w*)(?:\s*[*/]\s*[\d.]+)?")
"""A parameter by itself, or times a number: what it is then measured in is known from where it stands."""


def spaced(unit: str) -> str:
    """Return a unit as it is printed: ``N m``, ``kg m²``."""
    return unit.replace("*", " ").replace("^2", "²").replace("^3", "³")


def with_unit(value: Any, dimension: Dimension | None, motion: Motion) -> str:
    """Return a field as it was given, with its unit; one that names a parameter also in numbers."""
    if isinstance(value, tuple | list):
        parts = [with_unit(v, None, motion) for v in value]
        unit = _symbol(dimension) if all(isinstance(v, int | float) for v in value) else ""
        return f"({', '.join(parts)}) {unit}".strip()
    if isinstance(value, Marker):
        return _place(value, motion)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{number(float(value))} {_symbol(dimension)}".strip()
    text = str(value)
    if dimension is not None and _PLAIN.fullmatch(text):
        return f"{number(float(text))} {_symbol(dimension)}".strip()
    return text + _in_numbers(text, dimension, motion) if dimension is not None and isinstance(value, str) else text


def _in_numbers(text: str, dimension: Dimension, motion: Motion) -> str:
    """Return the value of a text that names a parameter, as `` = 3 N/m``; else nothing."""
    if not set(re.findall(r"[A-Za-z_]\w*", text)) & set(motion.model.parameters):
        return ""
    try:
        value = evaluate(text, dimension, motion.plan.resolved.parameters)
    except LinkworkError:
        return ""
    return f" = {number(value)} {_symbol(dimension)}".rstrip()


def _place(marker: Marker, motion: Motion) -> str:
    if marker.name:
        return f"{marker.body}.{marker.name}"
    return f"{marker.body} at {with_unit(marker.at, units.LENGTH, motion)}"


def _symbol(dimension: Dimension | None) -> str:
    return "" if dimension is None else spaced(units.symbol(dimension))


def force_dimension(motion: Motion, force: Force, name: str) -> Dimension | None:
    """Return what a field of a force is measured in; None when it is no number."""
    metadata = next(f.metadata for f in fields(force) if f.name == name)
    turns = _turns(motion, force)
    if "dimension" in metadata:
        return DIMENSIONS_OF_FIELDS[metadata["dimension"]][turns]
    if name in ("value", "actuator", "force"):
        return units.TORQUE if turns else units.FORCE
    return None


def _turns(motion: Motion, force: Force) -> bool:
    """Return whether a force is a torque."""
    own = [load for load in motion.plan.loads if load.owner == force.name]
    return bool(own) and all(
        load.kind == "torque" if load.gauge is None else load.gauge.kind in ("angle", "tilt", "pitch") for load in own
    )


def joint_dimension(joint: Joint, name: str) -> Dimension | None:
    """Return what an option of a joint is measured in; None when it is no number."""
    word = next((f.metadata.get("dimension", "") for f in fields(joint) if f.name == name), "")
    return {"length": units.LENGTH, "angle": units.ANGLE}.get(word)


def parameter_units(motion: Motion) -> dict[str, str]:
    """Return the unit of every parameter: as given, or as the place has at which it stands alone; else empty."""
    found = {
        name: _symbol(constant.dimension)
        for name, constant in motion.plan.resolved.parameters.items()
        if constant.dimension is not None
    }
    for value, dimension in _uses(motion):
        match = _ALONE.fullmatch(value) if isinstance(value, str) else None
        if match and dimension is not None:
            found.setdefault(match[1], _symbol(dimension))
    return found


def _uses_of_body(body: Body) -> Iterator[tuple[Any, Dimension | None]]:
    """Yield what is said of a body: mass, centre, inertia and shape."""
    inertia = body.inertia if isinstance(body.inertia, tuple) else (body.inertia,)
    sizes = [value for _, value in body.shape.dimensions] if body.shape else []
    yield body.mass, units.MASS
    yield from ((value, units.LENGTH) for value in (*(body.com or ()), *sizes))
    yield from ((value, units.INERTIA) for value in inertia)


def _uses(motion: Motion) -> Iterator[tuple[Any, Dimension | None]]:
    """Yield the values of the description with what they are measured in."""
    model = motion.model
    markers = [m for joint in model.joints.values() for m in (joint.a, joint.b)]
    for body in model.bodies.values():
        markers += body.points.values()
        yield from _uses_of_body(body)
    for force in model.forces.values():
        given = {f.name: getattr(force, f.name) for f in fields(force)}
        markers += [value for value in given.values() if isinstance(value, Marker)]
        yield from ((value, force_dimension(motion, force, name)) for name, value in given.items() if name != "name")
    for joint in model.joints.values():
        yield from ((getattr(joint, name), joint_dimension(joint, name)) for name in joint.options())
    yield from ((value, units.LENGTH) for marker in markers for value in marker.at)
