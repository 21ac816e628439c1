"""What may be given for the fields of joints and forces: the types that editors and type checkers show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..arrays import Array
from ..base.marker import Marker, Value
from ..base.pulley import Pulley
from ..functions import TimeFunction
from .fields import Field
from .refs import BodyRef, JointRef

Number = Value
"""A number in SI units, or a text with a unit or parameters: ``"30 mm"``, ``"L/2"``."""

Components = Sequence[Value] | Array
"""Two components, in the plane of the model, or three."""

Axis = str | Components
"""A direction of any length, or the name of an axis: ``"x"``, ``"-z"``."""

Point = Marker | BodyRef | str | Components
"""A point on a body, a body by itself, ``"body.point"``, or components of a point of the ground."""

Name = str | BodyRef | JointRef
"""A quantity, joint or body, by itself or by name."""

Function = float | str | TimeFunction | Callable[..., Any]
"""A number, a function of time, an expression of time and motion, or a Python function."""

Wheels = Pulley | Point | Sequence[Pulley | Point]
"""Pulleys and guides in the order of the cable."""

TYPES = {
    "value": ("Number", "number or text"),
    "vector": ("Components", "components"),
    "numbers": ("Number | Components", "number, text or components"),
    "direction": ("Axis", "axis"),
    "end": ("Point", "point, body or text"),
    "function": ("Function", "number, text or function"),
    "functions": ("Sequence[Function]", "numbers, texts or functions"),
    "curve": ("Curve", "curve"),
    "pulleys": ("Wheels", "pulleys and points"),
    "text": ("Name", "text"),
    "switch": ("bool", "bool"),
}
"""How the types of fields (see `Field`) are written in Python, with the names above, and in words."""


def annotation_of(field: Field) -> str:
    """Return the type of an argument as it is written in Python."""
    if field.choices:
        return f"Literal[{', '.join(repr(choice) for choice in field.choices)}]"
    return TYPES[field.type][0] + (" | None" if field.default is None and not field.needed else "")


def words_of(field: Field) -> str:
    """Return the type of an argument in words."""
    return "one of a few words" if field.choices else TYPES[field.type][1]
