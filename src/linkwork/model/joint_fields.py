"""The fields that a joint is given, checked before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..curves import Curve
from ..errors import Fault, nearest

if TYPE_CHECKING:
    from ..joints import Joint


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
