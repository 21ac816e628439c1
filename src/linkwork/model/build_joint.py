"""From what the user writes, ``m.rod("R", a, b, length="3 cm")``, to a joint."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from ..base.marker import Marker, as_direction
from ..joints import REGISTRY, Joint
from .given import end_of, pulleys_of
from .joint_fields import metadata_of, unfit_fields

if TYPE_CHECKING:
    from .description import Description


def build_joint(model: Description, kind: str, name: str, a: Any, b: Any, fields: dict[str, Any]) -> Joint:
    """Return a joint with its fields in the stored form.

    Faults are noted in `model.build_faults`; a field that cannot be read keeps its default.
    """
    cls, at = REGISTRY[kind], fields.pop("at", None)
    a = _equation(model, cls, name, a, fields)
    model.build_faults += unfit_fields(cls, name, fields)
    for key in [f for f in fields if f == "axis" or "direction" in metadata_of(cls, f)]:
        fields[key] = as_direction(fields[key])
    for key in [f for f in fields if "pulleys" in metadata_of(cls, f)]:
        fields[key] = pulleys_of(model, fields[key], f"{kind} joint '{name}'")
    if at is not None and isinstance(a, Marker) and isinstance(b, Marker):
        where = f"{kind.replace('_', ' ')} joint '{name}'"
        model.note(where, "both ends are points, so at= says nothing.", "Leave it out.")
    for key, end in (("a", a), ("b", b)):
        if end is not None or cls.__dataclass_fields__[key].default is MISSING:
            axis = fields.get("axis_b" if key == "b" and "axis_b" in cls.options() else "axis")
            fields[key] = end_of(model, end, f"joint '{name}'", at, axis)
    return cls(name=name, **fields)


def _equation(model: Description, cls: type[Joint], name: str, a: Any, fields: dict[str, Any]) -> Any:
    """Return the first end; a text in its place, of what has no ends, is the equation and goes to the fields."""
    if cls.ENDS or not isinstance(a, str):
        return a
    equation = next(iter(cls.options()))
    if equation in fields:
        model.note(f"{cls.KIND} '{name}'", f"its equation is given twice: '{a}' and {equation}='{fields[equation]}'.")
    fields.setdefault(equation, a)
    return None
