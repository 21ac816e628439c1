"""From what the user writes, ``m.spring("S", a, b, stiffness="2 N/mm")``, to a force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..base.marker import as_direction, as_vector
from ..errors import ExpressionError, nearest
from ..expressions import plain
from ..forces import REGISTRY, Force
from ..functions import as_function
from .fields import Field, fields_of
from .given import check_own, end_of, name_of
from .quantities import Quantities

if TYPE_CHECKING:
    from .description import Description


class ForceBuilder:
    """Makes a force of a kind; faults are noted in `model.build_faults`."""

    def __init__(self, model: Description, kind: str, name: str) -> None:
        self.model = model
        self.kind = kind
        self.name = name
        self.where = f"force '{name}'"
        self.legal = fields_of(REGISTRY[kind])

    def build(self, args: Sequence[Any], given: dict[str, Any]) -> Force | None:
        """Return the force with its fields in the stored form, or None when one that it needs is missing.

        A field that cannot be read keeps its default.
        """
        given = {**self._positional(args), **given}
        for wrong in [key for key in given if key not in self.legal]:
            self._fault(f"it has no field '{wrong}'.", nearest(wrong, list(self.legal)))
        wanted = {key: v for key, v in given.items() if key in self.legal and v is not None}
        missing = [f.name for f in self.legal.values() if f.required and f.name not in wanted]
        if missing:
            self._fault(f"{' and '.join(missing)} not given.")
            return None
        found = {key: self._stored(self.legal[key], value) for key, value in wanted.items()}
        usable = {key: value for key, value in found.items() if value is not None}
        if any(f.required and f.name not in usable for f in self.legal.values()):
            return None
        return REGISTRY[self.kind](self.name, **usable)

    def _positional(self, args: Sequence[Any]) -> dict[str, Any]:
        if len(args) > len(self.legal):
            fields = ", ".join(self.legal)
            self._fault(f"{len(args)} values are given; a {self.kind} has the fields {fields}.")
        return dict(zip(self.legal, args, strict=False))

    def _fault(self, problem: str, hint: str = "") -> None:
        self.model.note(self.where, problem, hint)

    def _stored(self, field: Field, value: Any) -> Any:
        """Return a value in the stored form, or None after noting why it cannot be."""
        try:
            if field.type == "end":
                return end_of(self.model, value, self.where)
            if field.type == "choice" and value not in field.choices:
                self._fault(f"{field.name} is '{value}'.", nearest(str(value), field.choices))
                return None
            check_own(self.model, value, self.where)
            spelled = self._spelled(field, value)
            return _FORMS[field.type](spelled) if field.type in _FORMS else spelled
        except (ExpressionError, TypeError, ValueError) as error:
            self._fault(f"its {field.name} cannot be read: {error}")
            return None

    def _spelled(self, field: Field, value: Any) -> Any:
        """Return a function given as text with quotes around names of the model that have spaces or dashes."""
        if field.type == "functions" and not isinstance(value, str):
            return [self._spelled(field, v) if isinstance(v, str) else v for v in value]
        if not (field.type.startswith("function") and isinstance(value, str)):
            return value
        return Quantities(self.model.space, self.model.bodies, self.model.joints).spelled(value)


def _text(value: Any) -> str:
    return plain(name_of(value)) if isinstance(value, str) else name_of(value)


def _number(value: Any) -> float | str:
    if isinstance(value, bool) or not isinstance(value, str | Real):
        raise TypeError(f"{value!r} is not a number, nor text with a number and unit.")
    return value if isinstance(value, str) else float(value)


def _numbers(value: Any) -> Any:
    return _number(value) if isinstance(value, str | Real) else as_vector((value,))


_FORMS: dict[str, Callable[[Any], Any]] = {
    "text": _text,
    "value": _number,
    "vector": lambda value: as_vector((value,)),
    "numbers": _numbers,
    "direction": as_direction,
    "function": as_function,
    "functions": lambda value: tuple(as_function(v) for v in value),
}
