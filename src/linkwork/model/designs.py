"""Numbers of a description by their names, as design variables: each becomes a parameter that can be varied.

A name is that of a parameter (``"L"``) or of a number in the description: ``"rod.mass"``, ``"rod.length"``,
``"rod.P.x"``, ``"A.b.x"`` (where joint A acts on its second body), ``"spring.stiffness"``, ``"gravity.y"``, or a hint
for the start, ``"rod.angle"``, ``"rod.rate"``, ``"rod.at.x"``, ``"rod.velocity.y"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..base.marker import GROUND, Marker, Value
from ..base.parts import Placement
from ..base.pulley import Pulley
from ..errors import ExpressionError, ModelError, nearest
from ..expressions import Constant, Dimension, evaluate_constant, units
from .fields import fields_of
from .read_force import DIMENSIONS_OF_FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .description import Description

OF_JOINTS = {"length": units.LENGTH, "angle": units.ANGLE, "number": units.NUMBER}
"""Dimensions of the fields of joints, by the words that declare them."""


@dataclass(frozen=True)
class Design:
    """A number of a description that is varied.

    Attributes
    ----------
    name : str
        As the user has it.
    parameter : str
        Name of the parameter that varies it, in the description made for that.
    value : float
        In SI units.
    unit : str
        "SI" where the description does not say.
    begin : float
        Of the parameter: the value, or 0 where the parameter is added to an expression.
    """

    name: str
    parameter: str
    value: float
    unit: str
    begin: float


@dataclass(frozen=True)
class _Number:
    """A number in a description: its value as written, its dimension, and what puts another in its place."""

    given: Value
    dimension: Dimension | None
    put: Callable[[Description, Value], None]


def make_designs(
    model: Description, parameters: Mapping[str, Constant], names: Sequence[str]
) -> tuple[Description, list[Design]]:
    """Return a description in which every number named is a parameter, and the design variables.

    What is written as a formula of parameters stays that, with a parameter added to it. The description itself is
    returned where only parameters with values are named. Raises ModelError for names that mean nothing.
    """
    other, found = model, list[Design]()
    for i, name in enumerate(names):
        number = _number(model, name)
        varies = isinstance(number.given, str) and not _is_constant(number.given)
        constant = parameters[name] if name in parameters else evaluate_constant(number.given, None, parameters)
        unit = _unit(constant.dimension or number.dimension)
        if name in parameters and not varies:
            found.append(Design(name, name, constant.value, unit, constant.value))
            continue
        other = model.copy() if other is model else other
        parameter = _new(other, i)
        other.parameters[parameter] = _zero(constant.dimension) if varies else constant.value
        number.put(other, f"({number.given}) + {parameter}" if varies else parameter)
        found.append(Design(name, parameter, constant.value, unit, 0.0 if varies else constant.value))
    return other, found


def design_names(model: Description) -> list[str]:
    """Return what may be varied without being named: the parameters; of a description without any, its numbers.

    Numbers that are zero, or written with units, directions and hints for the start are varied only when named.
    """
    if model.parameters:
        return list(model.parameters)
    names = [f"{name}.{part}" for name in model.bodies for part in _of_body(model, name)]
    names += [f"{name}.{part}" for name, joint in model.joints.items() for part in _of_part(model, joint)]
    names += [f"{name}.{part}" for name, force in model.forces.items() for part in _of_part(model, force)]
    return [name for name in names if _counts(_number(model, name).given)]


def _counts(given: Value) -> bool:
    return isinstance(given, Real) and float(given) != 0.0


def _is_constant(text: str) -> bool:
    try:
        evaluate_constant(text, None, {})
    except ExpressionError:
        return False
    return True


def _zero(dimension: Dimension | None) -> Value:
    symbol = "" if dimension is None else units.symbol(dimension)
    return f"0 {symbol}" if symbol else 0.0


def _unit(dimension: Dimension | None) -> str:
    return "SI" if dimension is None else units.number_symbol(dimension)


def _new(model: Description, i: int) -> str:
    name = f"varied_{i}"
    while name in model.parameters:
        name += "_"
    return name


# ---- where a name leads


def _number(model: Description, name: str) -> _Number:
    owner, _, rest = name.partition(".")
    parts = rest.split(".") if rest else []
    found = _parameter_number(model, name)
    if owner == "gravity" and len(parts) == 1 and model.gravity is not None:
        found = _component(model, model.gravity, parts[0], units.ACCELERATION, lambda m, v: setattr(m, "gravity", v))
    elif owner in model.bodies and parts:
        found = _body_number(model, owner, parts) or _hint_number(model, owner, parts)
    elif owner in model.joints and parts:
        found = _part_number(model, "joints", owner, parts)
    elif owner in model.forces and parts:
        found = _part_number(model, "forces", owner, parts)
    if found is not None:
        return found
    known = [*model.parameters, *(n for n in _every(model) if n.startswith(f"{owner}.") or owner not in _owners(model))]
    raise ModelError(f"'{model.name}' has no number '{name}' that can be varied. {nearest(name, known)}")


def _parameter_number(model: Description, name: str) -> _Number | None:
    if name not in model.parameters:
        return None
    return _Number(model.parameters[name], None, lambda m, v: m.parameters.update({name: v}))


def _owners(model: Description) -> list[str]:
    return [*model.bodies, *model.joints, *model.forces]


def _every(model: Description) -> Iterator[str]:
    for name in model.bodies:
        yield from (f"{name}.{part}" for part in _of_body(model, name))
        yield from (f"{name}.{part}" for part in _of_hint(model, name))
    for owners in (model.joints, model.forces):
        for name, part in owners.items():
            yield from (f"{name}.{field}" for field in _of_part(model, part))


def _axes(model: Description, vector: Sequence[Value]) -> tuple[str, ...]:
    return tuple(model.space.plane) if len(vector) == 2 else ("x", "y", "z")


def _component(
    model: Description, vector: Sequence[Value], axis: str, dimension: Dimension, put: Callable[[Any, Any], None]
) -> _Number | None:
    axes = _axes(model, vector)
    if axis not in axes:
        return None
    k = axes.index(axis)
    return _Number(vector[k], dimension, lambda m, v: put(m, tuple(v if i == k else c for i, c in enumerate(vector))))


# ---- bodies


def _of_body(model: Description, name: str) -> Iterator[str]:
    body = model.bodies[name]
    shape = dict(body.shape.dimensions) if body.shape is not None else {}
    yield from (part for part in ("mass", "density", "inertia", *shape) if _body_number(model, name, [part]))
    yield from (f"com.{axis}" for axis in _axes(model, body.com or ()) if body.com is not None)
    for point, marker in body.points.items():
        yield from (f"{point}.{axis}" for axis in _axes(model, marker.at))


def _body_number(model: Description, name: str, parts: list[str]) -> _Number | None:
    body = model.bodies[name]

    def put(**given: Any) -> Callable[[Description, Value], None]:
        (field,) = given
        return lambda m, v: m.bodies.update({name: replace(m.bodies[name], **{field: given[field](m.bodies[name], v)})})

    match parts:
        case ["mass"] if body.mass is not None:
            return _Number(body.mass, units.MASS, put(mass=lambda _, v: v))
        case ["mass" | "density" as field] if body.shape is not None and getattr(body.shape, field) is not None:
            dimension = units.MASS if field == "mass" else units.Dimension(length=-3, mass=1)
            return _Number(
                getattr(body.shape, field), dimension, put(shape=lambda b, v: replace(b.shape, **{field: v}))
            )
        case ["inertia"] if isinstance(body.inertia, Real | str):
            return _Number(body.inertia, units.INERTIA, put(inertia=lambda _, v: v))
        case ["com", axis] if body.com is not None:
            return _component(model, body.com, axis, units.LENGTH, lambda m, v: put(com=lambda *_: v)(m, 0.0))
        case [size] if body.shape is not None and size in dict(body.shape.dimensions):
            return _Number(
                dict(body.shape.dimensions)[size], units.LENGTH, put(shape=lambda b, v: _resized(b.shape, size, v))
            )
        case [point, axis] if point in body.points:
            marker = body.points[point]
            return _component(model, marker.at, axis, units.LENGTH, lambda m, v: _move_point(m, name, point, v))
    return None


def _resized(shape: Any, size: str, value: Value) -> Any:
    return replace(shape, dimensions=tuple((n, value if n == size else v) for n, v in shape.dimensions))


def _move_point(model: Description, body: str, point: str, at: tuple[Value, ...]) -> None:
    """Move a named point of a body, wherever joints and forces refer to it."""

    def moved(part: Any) -> Any:
        if isinstance(part, Marker):
            return replace(part, at=at) if (part.body, part.name) == (body, point) and not part.drawn else part
        if isinstance(part, tuple):
            return tuple(moved(item) for item in part)
        if isinstance(part, Pulley):
            return _with_fields(part, moved)
        return part

    owner = model.bodies[body]
    model.bodies[body] = replace(owner, points={name: moved(marker) for name, marker in owner.points.items()})
    for parts in (model.joints, model.forces):
        parts.update({name: _with_fields(part, moved) for name, part in parts.items()})


def _with_fields(part: Any, moved: Callable[[Any], Any]) -> Any:
    """Return a joint, force or pulley with its fields moved; itself where none is."""
    new = {f.name: moved(old) for f in fields(part) if f.init and (old := getattr(part, f.name)) is not None}
    changed = {name: value for name, value in new.items() if value is not getattr(part, name)}
    changed = {name: value for name, value in changed.items() if value != getattr(part, name)}
    return replace(part, **changed) if changed else part


# ---- hints


def _of_hint(model: Description, name: str) -> Iterator[str]:
    hint = model.placements.get(name, Placement())
    for field in ("at", "angle", "velocity", "rate"):
        given = getattr(hint, field)
        if isinstance(given, tuple):
            yield from (f"{field}.{axis}" for axis in _axes(model, given))
        elif given is not None:
            yield field


def _hint_number(model: Description, name: str, parts: list[str]) -> _Number | None:
    hint = model.placements.get(name, Placement())
    dimensions = {
        "at": units.LENGTH, "angle": units.ANGLE, "velocity": units.SPEED, "rate": units.ANGULAR_SPEED,
    }  # fmt: skip
    if name == GROUND or parts[0] not in dimensions:
        return None
    given, field = getattr(hint, parts[0]), parts[0]

    def put(m: Description, value: Any) -> None:
        m.placements[name] = replace(m.placements[name], **{field: value})

    if isinstance(given, tuple) and len(parts) == 2:
        return _component(model, given, parts[1], dimensions[field], put)
    return _Number(given, dimensions[field], put) if isinstance(given, float | int | str) and len(parts) == 1 else None


# ---- joints and forces


def _of_part(model: Description, part: Any) -> Iterator[str]:
    for name, field in fields_of(type(part)).items():
        given = getattr(part, name)
        if isinstance(given, Marker):
            yield from (f"{name}.{axis}" for axis in _axes(model, given.at) if not given.name)
        elif field.type in ("value", "numbers") and isinstance(given, Real | str) and not name.startswith("teeth"):
            yield name


def _part_number(model: Description, kind: str, owner: str, parts: list[str]) -> _Number | None:
    owners = getattr(model, kind)
    part, field = owners[owner], parts[0]
    known = fields_of(type(part))
    if field not in known:
        return None
    given = getattr(part, field)
    if field.startswith("teeth"):
        raise ModelError(
            f"'{owner}.{field}' is a whole number of teeth: there is no derivative by it. Compare the mechanism with a "
            f"tooth more and a tooth less, or vary a radius or the ratio."
        )

    def put(m: Description, value: Any) -> None:
        own = getattr(m, kind)
        own[owner] = replace(own[owner], **{field: value})

    if isinstance(given, Marker) and len(parts) == 2:
        if given.name:
            return _body_number(model, given.body, [given.name, parts[1]])
        return _component(
            model,
            given.at,
            parts[1],
            units.LENGTH,
            lambda m, v: put(m, replace(getattr(getattr(m, kind)[owner], field), at=v)),
        )
    if len(parts) != 1 or known[field].type not in ("value", "numbers") or not isinstance(given, float | int | str):
        return None
    declared = next(f for f in fields(part) if f.name == field).metadata.get("dimension", "")
    sides = {OF_JOINTS.get(declared)} if kind == "joints" else set(DIMENSIONS_OF_FIELDS.get(declared, (None,)))
    dimension = sides.pop() if len(sides) == 1 else None  # along a length or an angle: the force's own matter
    return _Number(given, dimension, put)
