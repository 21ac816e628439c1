"""From what the user writes, ``m.rod("R", a, b, length="3 cm")``, to a joint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from ..base.marker import Marker, as_direction
from ..curves import Curve
from ..errors import Fault, nearest
from ..joints import REGISTRY, Joint
from .given import end_of, pulleys_of

if TYPE_CHECKING:
    from ..joints import Joint
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


def metadata_of(cls: type[Joint], field: str) -> Mapping[str, Any]:
    """Return what is known of a field of a kind of joint; nothing of one that it does not have."""
    return cls.options()[field].metadata if field in cls.options() else {}


def unfit_fields(cls: type[Joint], name: str, given: dict[str, Any]) -> list[Fault]:
    """Return the faults of the fields given; those that cannot stay are taken out of `given`."""
    where = f"{cls.KIND.replace('_', ' ')} joint '{name}'"
    known, faults = {"axis", *cls.options()}, []
    for key in [f for f in given if f not in known]:
        given.pop(key)
        faults.append(Fault(where, f"it has no field '{key}'.", nearest(key, sorted(known))))
    for key, field in cls.options().items():
        problem, hint = _unfit(key, given.get(key), field) if key in given else ("", "")
        if field.metadata.get("needed") and given.get(key) in (None, ""):
            faults.append(Fault(where, f"it needs {key}=: {field.metadata.get('doc', '')}."))
        elif problem:
            given.pop(key)
            faults.append(Fault(where, problem, hint))
    return faults


def _unfit(key: str, value: Any, field: Any) -> tuple[str, str]:
    """Return why a field cannot have a value, and what to give instead."""
    told = field.metadata
    if isinstance(field.default, bool) and not isinstance(value, bool):
        return f"{key} is {value!r}: {told.get('doc', '')}.", "Give True or False."
    if "choices" in told and value not in told["choices"]:
        return f"{key} is '{value}'.", nearest(str(value), told["choices"])
    if told.get("curve") and not isinstance(value, Curve):
        return f"{key} is {value!r}, not a curve.", "Give one, for example lw.circle(0.1)."
    if told.get("surface") and not isinstance(value, str):
        return f"{key} is {value!r}, not text.", f"Give an {told.get('doc', 'expression')}."
    return "", ""


def _equation(model: Description, cls: type[Joint], name: str, a: Any, fields: dict[str, Any]) -> Any:
    """Return the first end; a text in its place, of what has no ends, is the equation and goes to the fields."""
    if cls.ENDS or not isinstance(a, str):
        return a
    equation = next(iter(cls.options()))
    if equation in fields:
        model.note(f"{cls.KIND} '{name}'", f"its equation is given twice: '{a}' and {equation}='{fields[equation]}'.")
    fields.setdefault(equation, a)
    return None
