"""Readers of the parts of a model file: shapes, inertias, placements, markers, functions, fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from inspect import Parameter, signature
from typing import Any

from linkwork import curves
from linkwork.base import rotation, shapes
from linkwork.base.angles import SEQUENCES, unknown
from linkwork.base.marker import Marker, Vector
from linkwork.base.pulley import SIDES, Pulley
from linkwork.base.rotation import Rotation
from linkwork.base.shapes import Shape
from linkwork.errors import ExpressionError, nearest
from linkwork.functions import KINDS, TimeFunction, from_data
from linkwork.functions import Field as FunctionField
from linkwork.functions.kinds import REQUIRED as FUNCTION_REQUIRED
from linkwork.model.description import Description
from linkwork.model.fields import Field, fields_of

from .located import Places
from .table import Item, Table

INERTIA = "one number, a list of 3 principal moments, or 3 rows of 3 numbers"
MARKER = ("at", "z", "x", "drawn")
END = ("body", "name", *MARKER)
PLACE = ("at", "angle", "rotation", "velocity", "rate")


def shape_fields(kind: str) -> dict[str, bool]:
    """Return the fields of a shape, and whether each must be given."""
    parameters = signature(getattr(shapes, kind)).parameters.values()
    return {p.name: p.default is Parameter.empty for p in parameters}


def read_shape(item: Item) -> Shape | None:
    """Return a shape."""
    table = item.table('a table such as { kind = "rod", length = 1.0, mass = 2.0 }')
    if table is None or (kind := table.kind(shapes.DIMENSIONS, "shape")) is None:
        return None
    found = _data(table, shape_fields(kind), lambda part, _: part.value())
    shape: Shape | None = None if found is None else getattr(shapes, kind)(**found)
    return shape


def _data(table: Table, legal: Mapping[str, bool], read: Callable[[Item, str], Any]) -> dict[str, Any] | None:
    """Return the fields of a table of a kind, of which some must be given; None where one is missing or wrong."""
    table.known(("kind", *legal))
    complete = table.needs(*(name for name, required in legal.items() if required))
    data = {key: read(part, key) for key, part in table.given(*legal)}
    return data if complete and all(value is not None for value in data.values()) else None


def read_inertia(item: Item) -> Any:
    """Return an inertia: one value, three, or three rows of three."""
    if not isinstance(item.raw, list):
        return _single(item, INERTIA)
    if any(isinstance(row, list) for row in item.raw):
        return _rows(item, INERTIA)
    return item.values((3,), INERTIA)


def _single(item: Item, expected: str) -> Any:
    """Return a value where lists are legal too, so that the message mentions them."""
    if isinstance(item.raw, str | int | float) and not isinstance(item.raw, bool):
        return item.value()
    item.wrong(expected)
    return None


def _rows(item: Item, expected: str) -> tuple[Vector, ...] | None:
    if len(item.raw) != 3 or not all(isinstance(row, list) and len(row) == 3 for row in item.raw):
        item.fault(f"it is a list of lists; {expected} is expected.")
        return None
    rows = [row.values() for row in item.elements()]
    return None if any(r is None for r in rows) else tuple(r for r in rows if r is not None)


def read_placement(item: Item) -> dict[str, Any] | None:
    """Return what `Mechanism.place` takes."""
    table = item.table('a table such as { at = [0, 1], angle = "60 deg" }')
    if table is None:
        return None
    table.known(PLACE)
    found: dict[str, Any] = {}
    for key, part in table.given(*PLACE):
        if key == "angle":
            found[key] = part.value()
        elif key == "rotation":
            found[key] = read_rotation(part)
        elif key == "rate" and not isinstance(part.raw, list):
            found[key] = _single(part, "one number (about the normal) or a list of 3")
        else:
            found[key] = part.vector()
    return {k: v for k, v in found.items() if v is not None}


def read_rotation(item: Item) -> Rotation | None:
    """Return a rotation: a table with one of the kinds as its key; ``angles`` comes with its ``sequence``."""
    expected = 'a table such as { rpy = ["30 deg", 0, 0] }'
    table = item.table(expected)
    if table is None:
        return None
    table.known((*rotation.KINDS, "sequence"))
    given = list(table.given(*rotation.KINDS))
    if len(given) != 1:
        if given or not set(table.raw) - {"sequence"}:
            item.fault(f"it has {len(given)} of {', '.join(rotation.KINDS)}; one of them is expected.")
        return None
    kind, part = given[0]
    sequence = _sequence(table, kind)
    if kind == "matrix" and isinstance(part.raw, list) and any(isinstance(r, list) for r in part.raw):
        rows = _rows(part, "3 rows of 3 numbers")
        return None if rows is None else Rotation(kind, tuple(v for row in rows for v in row))
    count = rotation.KINDS[kind]
    values = part.values((count,), f"a list of {count} numbers or texts")
    return None if values is None or sequence is None else Rotation(kind, values, sequence)


def _sequence(table: Table, kind: str) -> str | None:
    """Return the sequence of axes that ``angles`` needs; empty for the other kinds, which have none."""
    if kind != "angles":
        for _, item in table.given("sequence"):
            item.fault(f"only 'angles' has a sequence, '{kind}' has not.")
        return ""
    if not table.needs("sequence"):
        return None
    item = table.item("sequence")
    sequence = item.text()
    if sequence is None or sequence in SEQUENCES:
        return sequence
    item.fault(unknown(sequence))
    return None


def read_marker(item: Item, body: str, name: str) -> Marker:
    """Return a named point: ``[2, 0]`` or ``{ at = [2, 0], z = "x" }``; a faulty one stays at the origin."""
    if isinstance(item.raw, list):
        at = item.vector()
        return Marker(body, name=name) if at is None else Marker(body, _floats(at), name=name)
    table = item.table('a list such as [2, 0], or a table such as { at = [2, 0], z = "x" },')
    if table is None:
        return Marker(body, name=name)
    table.known(MARKER)
    return Marker(body, name=name, **_marker_fields(table))


def _marker_fields(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, part in table.given(*MARKER):
        if key == "drawn":
            found[key] = part.switch()
        else:
            value = part.vector() if key == "at" else part.direction()
            found[key] = _floats(value) if isinstance(value, tuple) else value
    return {k: v for k, v in found.items() if v is not None}


def _floats(vector: Vector) -> Vector:
    return tuple(v if isinstance(v, str) else float(v) for v in vector)


class Ends:
    """Reads where joints and forces act."""

    def __init__(self, model: Description, places: Places) -> None:
        self.model = model
        self.places = places

    def read(self, item: Item) -> Marker | None:
        """Return the marker of ``"body"``, ``"body.point"`` or ``{ body = "crank", at = [2, 0] }``."""
        if isinstance(item.raw, dict):
            marker = self._table(Table(item.raw, item.path, item.where, item.notes))
        elif isinstance(item.raw, str):
            marker = self._text(item)
        else:
            item.wrong('a body ("crank"), a point ("crank.B"), or { body = "crank", at = [2, 0] },')
            return None
        if marker is not None:
            self.places.note_point(marker, item.path)
        return marker

    def _table(self, table: Table) -> Marker | None:
        table.known(END)
        if not table.needs("body"):
            return None
        texts = {key: part.text() for key, part in table.given("body", "name")}
        if texts["body"] is None or not self._is_body(texts["body"], table.item("body", table.where)):
            return None
        return Marker(texts["body"], name=texts.get("name") or "", **_marker_fields(table))

    def _text(self, item: Item) -> Marker | None:
        body, dot, point = item.raw.partition(".")
        if not self._is_body(body, item):
            return None
        if not dot:
            return Marker(body)
        points = self.model.bodies[body].points
        if point not in points:
            item.fault(f"body '{body}' has no point '{point}'.", nearest(point, list(points)))
            return None
        return points[point]

    def _is_body(self, body: str, item: Item) -> bool:
        if body in self.model.bodies:
            return True
        item.fault(f"there is no body '{body}'.", nearest(body, list(self.model.bodies)))
        return False


def read_function(item: Item) -> TimeFunction | None:
    """Return a function of time: a number, an expression, or a table with its kind."""
    data = _function_table(item) if isinstance(item.raw, dict) else _single(item, FUNCTION)
    if data is None:
        return None
    try:
        return from_data(data)
    except ExpressionError as error:
        item.fault(str(error))
        return None


def _functions(item: Item) -> tuple[TimeFunction, ...] | None:
    """Return the components of a vector, each of them a function."""
    if not isinstance(item.raw, list) or len(item.raw) not in (2, 3):
        item.wrong("a list of 2 or 3 numbers, expressions or functions")
        return None
    found = [read_function(part) for part in item.elements()]
    return None if None in found else tuple(f for f in found if f is not None)


FUNCTION = 'a number, an expression such as "2*pi*t", or a table such as { kind = "speed", rate = 2 },'


def _function_table(item: Item) -> dict[str, Any] | None:
    table = Table(item.raw, item.path, item.where, item.notes)
    if (kind := table.kind(KINDS, "kind of function", item.where)) is None:
        return None
    fields = {f.name: f for f in KINDS[kind].fields}
    legal = {name: f.default is FUNCTION_REQUIRED for name, f in fields.items()}
    data = _data(table, legal, lambda part, key: _function_field(part, fields[key]))
    return None if data is None else {"kind": kind, **data}


def _function_field(item: Item, field: FunctionField) -> Any:
    if field.type == "list":
        return item.values()
    if field.type == "choice":
        return item.choice(field.choices, field.name)
    return item.value()


CURVE = 'a table such as { kind = "circle", radius = "30 mm" }'


def read_curve(item: Item) -> curves.Curve | None:
    """Return a curve: a table with its kind."""
    table = item.table(CURVE)
    if table is None or (kind := table.kind(curves.KINDS, "kind of curve", item.where)) is None:
        return None
    fields = {f.name: f for f in dataclass_fields(curves.KINDS[kind])}
    legal = {name: f.default is MISSING for name, f in fields.items()}
    data = _data(table, legal, lambda part, key: _curve_field(part, fields[key].metadata))
    if data is None:
        return None
    try:
        return curves.from_data({"kind": kind, **data})
    except ExpressionError as error:
        item.fault(str(error))
        return None


def _curve_field(item: Item, metadata: Mapping[str, Any]) -> Any:
    match metadata["type"]:
        case "function":
            return read_function(item)
        case "range":
            return item.values((2,), "a list of 2 numbers or texts")
        case "point":
            return item.vector()
        case "points" | "program" if isinstance(item.raw, list):
            rows = [part.values() for part in item.elements()]
            return None if None in rows else rows
        case "program":
            return read_function(item)
        case "points":
            return item.wrong("a list of points")
        case "choice":
            return item.choice(metadata["choices"], item.path[-1])  # type: ignore[arg-type]
    return getattr(item, metadata["type"])()


def read_fields(table: Table, cls: type, ends: Ends, extra: Sequence[str] = ()) -> dict[str, Any] | None:
    """Return the fields of a joint or force, or None when one that it cannot do without is missing.

    A field that cannot be read is left out, so that its default stands in for it.
    """
    fields = fields_of(cls)
    table.known(("kind", *fields, *extra))
    complete = table.needs(*(f.name for f in fields.values() if f.required))
    found = {key: _field(part, fields[key], ends, table.where) for key, part in table.given(*fields)}
    for key, value in list(found.items()):
        if value is None:
            complete = complete and not fields[key].required
            del found[key]
    return found if complete else None


PULLEY = ("at", "radius", "side", "slip")


def _pulleys(item: Item, ends: Ends, owner: str) -> tuple[Pulley, ...] | None:
    """Return the pulleys of a cable: a list of tables with at, radius, side and slip, or of points."""
    if not isinstance(item.raw, list):
        item.wrong('a list such as [{ at = "frame.P", radius = "50 mm", side = "left" }]')
        return None
    found = [_pulley(part, ends, owner) for part in item.elements()]
    return None if None in found else tuple(wheel for wheel in found if wheel is not None)


def _pulley(item: Item, ends: Ends, owner: str) -> Pulley | None:
    if not (isinstance(item.raw, dict) and "body" not in item.raw):
        guide = ends.read(Item(item.raw, item.path, owner, item.notes))
        return None if guide is None else Pulley(guide)
    table = Table(item.raw, item.path, item.where, item.notes)
    table.known(PULLEY)
    if not table.needs("at"):
        return None
    readers = {"radius": Item.value, "side": lambda part: part.choice(SIDES, "side"), "slip": Item.switch}
    data = {key: readers[key](part) for key, part in table.given(*PULLEY[1:])}
    at = table.item("at")
    marker = ends.read(Item(at.raw, at.path, owner, at.notes))
    return None if marker is None or None in data.values() else Pulley(marker, **data)


def _field(item: Item, field: Field, ends: Ends, owner: str) -> Any:
    if field.type == "end":
        return ends.read(Item(item.raw, item.path, owner, item.notes))
    if field.type == "function":
        return read_function(item)
    if field.type == "functions":
        return _functions(item)
    if field.type == "curve":
        return read_curve(item)
    if field.type == "pulleys":
        return _pulleys(item, ends, owner)
    if field.type == "numbers" and not isinstance(item.raw, list):
        return _single(item, "one number or a list of them")
    if field.type == "numbers":
        return _floats(item.values() or ()) or None
    if field.type == "choice":
        return item.choice(field.choices, field.name)
    value = getattr(item, field.type)()
    return _floats(value) if isinstance(value, tuple) else value
