"""The JSON Schema of model files, made from the registries: for editors that complete and check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from typing import Any

from linkwork.base import rotation, shapes
from linkwork.base.angles import SEQUENCES
from linkwork.base.pulley import SIDES
from linkwork.base.space import PLANES
from linkwork.curves import KINDS as CURVES
from linkwork.forces import REGISTRY as FORCES
from linkwork.functions import KINDS
from linkwork.functions import Field as FunctionField
from linkwork.functions.kinds import REQUIRED as FUNCTION_REQUIRED
from linkwork.joints import REGISTRY as JOINTS
from linkwork.model.fields import Field, fields_of, summary

from .parts import shape_fields
from .write import VERSION

Schema = dict[str, Any]

_NAME = r"^[^\d.][^.]*$"


def json_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a model file.

    Returns
    -------
    dict
        The schema of the document that the TOML text stands for. It covers keys, types and the words
        of every registered joint, force, shape and function; names that refer to each other,
        formulas and units are checked by `from_toml`.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Linkwork model file",
        **_object(
            {
                "linkwork": {"const": VERSION, "description": "version of the file format"},
                "name": {"type": "string", "description": "your name for the mechanism"},
                "plane": {
                    "enum": list(PLANES),
                    "description": "the plane it lies and moves in; left out: it moves in space",
                },
                "spatial": {
                    "type": "boolean",
                    "description": "true: computed in space, with vectors of two components in the plane",
                },
                "gravity": {**_ref("vector"), "description": "acceleration of gravity [m/s^2]"},
                "inputs": _texts("forces and drivers that are inputs of linear equations"),
                "outputs": _texts("quantities that are outputs of linear equations"),
                "parameters": _named("value", "numbers and texts that formulas may use"),
                "ground": _object({"points": _ref("points")}),
                "bodies": _named("body", "the moving bodies"),
                "joints": _named("joint", "the joints"),
                "drivers": {"type": "object", "additionalProperties": _ref("driver")},
                "forces": _named("force", "the forces"),
            },
            required=["linkwork"],
        ),
        "$defs": {**_simple(), **_parts(), **_registered()},
    }


def _object(properties: Schema, required: list[str] | None = None, description: str = "") -> Schema:
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    if description:
        schema["description"] = description
    return schema


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _named(name: str, description: str = "") -> Schema:
    """Return the schema of a table of named things."""
    return {
        "type": "object",
        "description": description,
        "propertyNames": {"pattern": _NAME},
        "additionalProperties": _ref(name),
    }


def _list(count: int | None = None) -> Schema:
    schema: Schema = {"type": "array", "items": _ref("value")}
    if count is not None:
        schema.update(minItems=count, maxItems=count)
    return schema


def _texts(description: str) -> Schema:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _rows() -> Schema:
    return {"type": "array", "items": _list(3), "minItems": 3, "maxItems": 3}


def _simple() -> Schema:
    """Return the types that everything is made of."""
    return {
        "value": {
            "type": ["number", "string"],
            "description": 'a number in SI units, or a text with a unit or a formula: "30 mm", "2*L"',
        },
        "vector": {
            "type": "array",
            "items": _ref("value"),
            "minItems": 2,
            "maxItems": 3,
            "description": "two components in the plane, or x, y, z",
        },
        "direction": {
            "anyOf": [{"enum": ["x", "y", "z", "-x", "-y", "-z", "+x", "+y", "+z"]}, _ref("vector")],
            "description": "the name of an axis, or a vector of any length",
        },
    }


def _marker() -> Schema:
    return {
        "at": {**_ref("vector"), "description": "position in body axes [m]"},
        "z": {**_ref("direction"), "description": "main axis, in body axes"},
        "x": {**_ref("direction"), "description": "direction from which angles are measured"},
        "drawn": {
            "type": "boolean",
            "description": "true: given in ground axes, with the body where it is placed",
        },
    }


def _parts() -> Schema:
    """Return points, ends, placements, inertias, bodies and drivers."""
    end = {"body": {"type": "string"}, "name": {"type": "string"}, **_marker()}
    place = {
        "at": {**_ref("vector"), "description": "position of the body's origin [m]"},
        "angle": {**_ref("value"), "description": "angle about the normal of the plane [rad]"},
        "rotation": _ref("rotation"),
        "velocity": {**_ref("vector"), "description": "velocity of the origin [m/s]"},
        "rate": {"anyOf": [_ref("value"), _ref("vector")], "description": "angular velocity [rad/s]"},
    }
    body = {
        "shape": _ref("shape"),
        "mass": {**_ref("value"), "description": "mass [kg]"},
        "com": {**_ref("vector"), "description": "centre of mass in body axes [m]"},
        "inertia": _ref("inertia"),
        "points": _ref("points"),
        "place": _object(place, description="roughly where the body is; assembly starts there"),
    }
    driver = {
        "quantity": {"type": "string", "description": "what is driven; left out: the driver's name"},
        "function": _ref("function"),
    }
    return {
        "points": _named("point", "named points in body axes"),
        "point": {"anyOf": [_ref("vector"), _object(_marker())]},
        "end": {
            "anyOf": [{"type": "string"}, _object(end, ["body"])],
            "description": 'a body ("crank"), a point ("crank.B"), or a table with body and at',
        },
        "inertia": {
            "anyOf": [_ref("value"), _list(3), _rows()],
            "description": "about the centre of mass in body axes [kg m^2]: one, three, or 3 x 3",
        },
        "pulley": {
            "anyOf": [_ref("end"), _object(_pulley(), ["at"])],
            "description": "a pulley that a cable runs over, or a point that it slides through",
        },
        "rotation": {"oneOf": [_rotation(kind) for kind in rotation.KINDS]},
        "body": _object(body),
        "driver": _object(driver, ["function"]),
    }


def _pulley() -> Schema:
    return {
        "at": _ref("end"),
        "radius": {**_ref("value"), "description": "radius of the cable's centre line [m]; 0: a guide"},
        "side": {"enum": list(SIDES), "description": "side of the cable on which it lies, from a to b"},
        "slip": {"type": "boolean", "description": "false: the body of its centre turns with the cable"},
    }


def _rotation(kind: str) -> Schema:
    values: Schema = _list(rotation.KINDS[kind])
    if kind == "matrix":
        values = {"anyOf": [values, _rows()]}
    keys: Schema = {kind: values}
    if kind == "angles":
        keys["sequence"] = {"enum": list(SEQUENCES)}
    return _object(keys, list(keys), summary(getattr(rotation, kind)))


def _registered() -> Schema:
    """Return joints, forces, shapes and functions, from their registries."""
    at = {
        "at": {
            **_ref("vector"),
            "description": "where it is, in ground axes, on bodies given without a point",
        }
    }
    return {
        "joint": {"oneOf": [_class(kind, cls, at) for kind, cls in JOINTS.items()]},
        "force": {"oneOf": [_class(kind, cls, {}) for kind, cls in FORCES.items()]},
        "shape": {"oneOf": [_shape(kind) for kind in shapes.DIMENSIONS]},
        "function": {"anyOf": [_ref("value"), *(_function(kind) for kind in KINDS)]},
        "curve": {"oneOf": [_curve(kind) for kind in CURVES]},
    }


def _class(kind: str, cls: type, extra: Schema) -> Schema:
    fields = fields_of(cls).values()
    properties = {"kind": {"const": kind}, **{f.name: _field(f) for f in fields}, **extra}
    return _object(properties, ["kind", *(f.name for f in fields if f.required)], summary(cls))


def _field(field: Field) -> Schema:
    if field.type == "choice":
        schema: Schema = {"enum": list(field.choices)}
    elif field.type == "functions":
        schema = {"type": "array", "items": _ref("function"), "minItems": 2, "maxItems": 3}
    elif field.type == "pulleys":
        schema = {"type": "array", "items": _ref("pulley")}
    elif field.type == "numbers":
        schema = {"anyOf": [_ref("value"), _list()]}
    elif field.type in ("text", "switch"):
        schema = {"type": "string" if field.type == "text" else "boolean"}
    else:
        schema = _ref(field.type)
    return {**schema, "description": field.doc} if field.doc else schema


def _curve(kind: str) -> Schema:
    entries = dataclass_fields(CURVES[kind])
    properties = {"kind": {"const": kind}, **{f.name: _curve_field(f.metadata) for f in entries}}
    required = ["kind", *(f.name for f in entries if f.default is MISSING)]
    return _object(properties, required, summary(CURVES[kind]))


def _curve_field(metadata: Mapping[str, Any]) -> Schema:
    points: Schema = {"type": "array", "items": _list()}
    schemas: dict[str, Schema] = {
        "value": _ref("value"),
        "point": _ref("vector"),
        "points": points,
        "range": _list(2),
        "function": _ref("function"),
        "switch": {"type": "boolean"},
        "choice": {"enum": list(metadata["choices"])},
        "program": {"anyOf": [points, _ref("function")]},
    }
    return {**schemas[metadata["type"]], "description": metadata["doc"]}


def _shape(kind: str) -> Schema:
    legal = shape_fields(kind)
    properties = {"kind": {"const": kind}, **{name: _ref("value") for name in legal}}
    required = ["kind", *(name for name, needed in legal.items() if needed)]
    return _object(properties, required, summary(getattr(shapes, kind)).removeprefix("Return "))


def _function(kind: str) -> Schema:
    entry = KINDS[kind]
    properties = {"kind": {"const": kind}, **{f.name: _function_field(f) for f in entry.fields}}
    required = ["kind", *(f.name for f in entry.fields if f.default is FUNCTION_REQUIRED)]
    return _object(properties, required, entry.doc)


def _function_field(field: FunctionField) -> Schema:
    schema = {"list": _list(), "choice": {"enum": list(field.choices)}}.get(field.type, _ref("value"))
    return {**schema, "description": field.doc}
