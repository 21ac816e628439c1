"""The fields of joints and forces, read off their classes: for Python, for model files and for their schema."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from types import NoneType
from typing import Any, Union, get_args, get_type_hints

from ..base.marker import Direction, Marker, Value, Vector
from ..base.pulley import Pulley
from ..curves import Curve
from ..functions import TimeFunction

REQUIRED: Any = MISSING
"""Default of a field that must be given."""

_TYPES: dict[Any, str] = {
    str: "text",
    bool: "switch",
    TimeFunction: "function",
    tuple[TimeFunction, ...]: "functions",
    Curve: "curve",
    tuple[Pulley, ...]: "pulleys",
    Marker: "end",
    Value: "value",
    float: "value",
    Vector: "vector",
    Direction: "direction",
    Value | Vector: "numbers",
}


@dataclass(frozen=True)
class Field:
    """One field of a joint or force.

    Attributes
    ----------
    name : str
    type : str
        ``"value"``, ``"vector"``, ``"numbers"`` (a value or several), ``"direction"``, ``"end"``,
        ``"function"``, ``"functions"``, ``"curve"``, ``"pulleys"``, ``"choice"``, ``"text"`` or ``"switch"``.
    default : object
        What it is when it is left out; `REQUIRED` when it must be given.
    choices : tuple of str
        The legal words of a choice.
    doc : str
        One line.
    needed : bool
        Whether its default stands for nothing: leaving it out is a fault of the model.
    """

    name: str
    type: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    doc: str = ""
    needed: bool = False

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is REQUIRED


_DOCS = {
    "a": "where it acts on the first body",
    "b": "where it acts on the second body",
    "axis": "its axis",
}


_UNITS = {"length": "m", "angle": "rad"}
"""Units of the dimensions that joints have."""


def fields_of(cls: type) -> dict[str, Field]:
    """Return the fields of a joint or force class by name, without its name; those of all contacts come last."""
    return _fields_of(cls)


@cache
def _fields_of(cls: Any) -> dict[str, Field]:
    hints = get_type_hints(cls)
    found = {}
    for item in sorted(dataclass_fields(cls), key=lambda item: bool(item.metadata.get("last"))):
        if item.name == "name":
            continue
        choices = tuple(item.metadata.get("choices", ()))
        kind = "choice" if choices else _type(hints[item.name])
        doc = item.metadata.get("doc", "") or _DOCS.get(item.name, "")
        unit = _UNITS.get(item.metadata.get("dimension", ""), "")
        doc = f"{doc} [{unit}]" if doc and unit and "[" not in doc else doc
        default = item.default if item.default_factory is MISSING else item.default_factory()
        found[item.name] = Field(item.name, kind, default, choices, doc, bool(item.metadata.get("needed")))
    return found


def _type(hint: Any) -> str:
    """Return the type of a field from its annotation."""
    if hint in _TYPES:
        return _TYPES[hint]
    rest = tuple(a for a in get_args(hint) if a is not NoneType)
    found = _TYPES.get(Union[rest]) if rest else None  # noqa: UP007
    if found is None:
        raise TypeError(f"no file format is known for a field of type {hint}")
    return found


def summary(thing: object) -> str:
    """Return the first line of the documentation of a class or function."""
    return (thing.__doc__ or "").strip().splitlines()[0] if thing.__doc__ else ""
