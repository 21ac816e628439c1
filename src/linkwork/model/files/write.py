"""From a mechanism to TOML text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwork.base.marker import GROUND, Marker
from linkwork.base.parts import Body, Placement
from linkwork.base.pulley import Pulley
from linkwork.base.rotation import Rotation
from linkwork.base.shapes import Shape
from linkwork.curves import Curve
from linkwork.errors import ExpressionError, Fault, ModelError
from linkwork.forces import Force
from linkwork.functions import KINDS, TimeFunction
from linkwork.joints import Joint
from linkwork.model.description import Description
from linkwork.model.fields import fields_of

from . import emit

VERSION = 1
"""Version of the file format."""

Table = dict[str | tuple[str, ...], Any]


def to_toml(model: Description) -> str:
    """Return the description of a mechanism as TOML text.

    Parameters
    ----------
    model : Mechanism

    Returns
    -------
    str
        Text from which `from_toml` makes the same mechanism again, to the last digit.

    Raises
    ------
    ModelError
        When the model holds something that a file cannot hold: a Python function, a second body
        of the same name, or a placement of a body that does not exist.
    """
    _check_writable(model)
    return "\n".join(_lines(model)) + "\n"


def _check_writable(model: Description) -> None:
    faults = list(model.build_faults)
    unknown = [name for name in model.placements if name not in model.bodies or name == GROUND]
    faults += [Fault(f"placement of '{name}'", "there is no such body to place.") for name in unknown]
    functions: list[tuple[str, TimeFunction | Curve]] = [
        (f"driver '{d.name}'", d.function) for d in model.drivers.values()
    ]
    for force in model.forces.values():
        functions += [(f"force '{force.name}'", function) for function in _functions(force)]
    for joint in model.joints.values():
        functions += [(f"joint '{joint.name}'", part) for part in vars(joint).values() if isinstance(part, Curve)]
    for where, function in functions:
        try:
            function.to_data()
        except ExpressionError as error:
            faults.append(Fault(where, str(error)))
    if faults:
        raise ModelError(f"Mechanism '{model.name}' cannot be written to a file:", list(dict.fromkeys(faults)))


def _functions(force: Force) -> Iterator[TimeFunction]:
    """Yield the functions among the fields of a force."""
    for value in vars(force).values():
        parts = value if isinstance(value, tuple) else (value,)
        yield from (part for part in parts if isinstance(part, TimeFunction))


def _lines(model: Description) -> Iterator[str]:
    yield from emit.section((), _head(model))
    if model.parameters:
        yield ""
        parameters: Table = dict(model.parameters.items())
        yield from emit.section(("parameters",), parameters)
    ground = model.bodies[GROUND]
    if ground.points:
        yield ""
        points: Table = {name: _point(marker) for name, marker in ground.points.items()}
        yield from emit.section(("ground", "points"), points)
    for body in model.bodies.values():
        if body.name != GROUND:
            yield ""
            yield from emit.section(("bodies", body.name), _body(body, model.placements.get(body.name)))
    for joint in model.joints.values():
        yield ""
        yield from emit.section(("joints", joint.name), _joint(model, joint))
    for driver in model.drivers.values():
        table: Table = {} if driver.quantity == driver.name else {"quantity": driver.quantity}
        yield ""
        yield from emit.section(("drivers", driver.name), {**table, "function": _function(driver.function)})
    for force in model.forces.values():
        yield ""
        yield from emit.section(("forces", force.name), _fields(model, force, {"kind": force.KIND}))


def _head(model: Description) -> Table:
    head: Table = {"linkwork": VERSION, "name": model.name}
    space = model.space
    if space.planar or space.plane != "xy":
        head["plane"] = space.plane
        if not space.planar:
            head["spatial"] = True
    if model.gravity is not None:
        head["gravity"] = model.gravity
    head.update({key: given for key in ("inputs", "outputs") if (given := getattr(model, key))})
    return head


def _body(body: Body, placement: Placement | None) -> Table:
    table: Table = {}
    if body.shape is not None:
        table["shape"] = _shape(body.shape)
    given = {"mass": body.mass, "com": body.com, "inertia": body.inertia}
    table.update({k: v for k, v in given.items() if v is not None})
    table.update({("points", name): _point(marker) for name, marker in body.points.items()})
    if placement is not None:
        table["place"] = _placement(placement)
    return table


def _shape(shape: Shape) -> dict[str, Any]:
    last = {"mass": shape.mass, "density": shape.density}
    return {
        "kind": shape.kind,
        **dict(shape.dimensions),
        **{k: v for k, v in last.items() if v is not None},
    }


def _placement(placement: Placement) -> dict[str, Any]:
    given = {k: v for k, v in vars(placement).items() if v is not None}
    if placement.rotation is not None:
        given["rotation"] = _rotation(placement.rotation)
    return given


def _rotation(rotation: Rotation) -> dict[str, Any]:
    values: Any = rotation.values
    if rotation.kind == "matrix":
        values = [values[:3], values[3:6], values[6:]]
    sequence = {"sequence": rotation.sequence} if rotation.kind == "angles" else {}
    return {**sequence, rotation.kind: values}


def _point(marker: Marker) -> Any:
    """Return a named point: its components, or a table when it has axes."""
    table = _marker_fields(marker)
    return marker.at if list(table) == ["at"] else table


def _marker_fields(marker: Marker) -> dict[str, Any]:
    table: dict[str, Any] = {"at": marker.at}
    if marker.z is not None:
        table["z"] = marker.z
    if marker.x is not None:
        table["x"] = marker.x
    if marker.drawn:
        table["drawn"] = True
    return table


def _end(model: Description, marker: Marker) -> Any:
    """Return where a joint acts: ``"body"``, ``"body.point"``, or a table."""
    owner = model.bodies.get(marker.body)
    if "." not in marker.body:
        if marker == Marker(marker.body):
            return marker.body
        if owner is not None and marker.name and owner.points.get(marker.name) == marker:
            return f"{marker.body}.{marker.name}"
    name = {"name": marker.name} if marker.name else {}
    return {"body": marker.body, **name, **_marker_fields(marker)}


def _joint(model: Description, joint: Joint) -> Table:
    table = _fields(model, joint, {"kind": joint.KIND})
    a, b = joint.a, joint.b
    drawn = (Marker(a.body, a.at, joint.axis, drawn=True), Marker(b.body, a.at, joint.axis, drawn=True))
    if (a, b) == drawn and "." not in a.body + b.body:
        head: Table = {"kind": joint.KIND, "a": a.body, "b": b.body, "at": a.at}
        return {**head, **{k: v for k, v in table.items() if k not in head}}
    return table


def _fields(model: Description, thing: Joint | Force, table: Table) -> Table:
    """Return the fields of a joint or force that differ from their defaults."""
    for field in fields_of(type(thing)).values():
        value = getattr(thing, field.name)
        if value is None or (not field.required and value == field.default):
            continue
        if isinstance(value, Marker):
            value = _end(model, value)
        elif isinstance(value, TimeFunction):
            value = _function(value)
        elif isinstance(value, Curve):
            value = value.to_data()
        elif field.type == "pulleys":
            value = [_pulley(model, wheel) for wheel in value]
        elif field.type == "functions":
            value = [_function(part) for part in value]
        table[field.name] = value
    return table


def _pulley(model: Description, wheel: Pulley) -> dict[str, Any]:
    """Return a pulley of a cable: its centre, and what differs from a guide."""
    given = {name: getattr(wheel, name) for name in ("radius", "side", "slip")}
    default = Pulley(wheel.at)
    return {"at": _end(model, wheel.at), **{k: v for k, v in given.items() if v != getattr(default, k)}}


def _function(function: TimeFunction) -> Any:
    """Return a function as a number, an expression, or its kind with the fields that were given."""
    data = function.to_data()
    if not isinstance(data, dict):
        return data
    defaults = {f.name: f.default for f in KINDS[data["kind"]].fields}
    return {k: v for k, v in data.items() if k == "kind" or v != defaults.get(k)}
