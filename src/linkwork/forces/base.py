"""What a force is: a few fields, and the loads that it puts on the bodies.

A new force is one file in this folder: a frozen dataclass that derives from `Force`, decorated
with ``@force("kind")``, with a docstring (what it is, its equation, its fields with units, an
example) and

``loads()``
    what it does, in terms of `linkwork.base.load.Load`. When it is called every field declared
    with `numeric` holds a number in SI units; `number` returns it as one;
``unfit()``
    a sentence when the fields given do not go together;
``ACTS_BY``
    the fields of which one must be given for it to do anything, where none of them is required.

Everything else is derived: the method ``m.kind(...)``, the file format and its schema, the command
line, the page of the manual, and the tests that run over the registry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar, TypeVar

from ..base.load import Load
from ..base.marker import Value
from ..base.registry import enter
from ..expressions.nodes import Node
from ..functions import TimeFunction

REGISTRY: dict[str, type[Force]] = {}
"""Every kind of force by name."""

GIVEN = "a number, a function of time, or an expression of time and motion."
"""How a force or torque may be given."""

ForceType = TypeVar("ForceType", bound="type[Force]")


def force(kind: str) -> Callable[[ForceType], ForceType]:
    """Register a force class under `kind`: the name in files and in Python."""

    def register(cls: ForceType) -> ForceType:
        cls.KIND = kind
        enter(REGISTRY, kind, cls, "The force")
        return cls

    return register


def numeric(dimension: str, doc: str, default: Any = MISSING, least: str = "") -> Any:
    """Declare a numeric field.

    Parameters
    ----------
    dimension : str
        A key of `linkwork.model.read_force.DIMENSIONS_OF_FIELDS`. ``"effort"``, ``"coordinate"``, ``"speed"``,
        ``"stiffness"`` and ``"damping"`` are those of a force or of a torque, depending on what
        the force is measured along.
    doc : str
        What it is, with its unit.
    default : float, str or None
        Left out: the field must be given.
    least : str
        ``"positive"`` or ``"not negative"``; empty: any number.
    """
    return field(default=default, metadata={"dimension": dimension, "doc": doc, "least": least})


@dataclass(frozen=True)
class Force:
    """A force element with the user's name."""

    KIND: ClassVar[str] = ""
    ALONG: ClassVar[str] = ""
    """What it must be measured along: ``"length"``, ``"angle"``, or empty for either."""
    ACTS_BY: ClassVar[tuple[str, ...]] = ()
    """Fields of which one at least must be given, since without any of them it does nothing."""

    name: str

    def loads(self) -> tuple[Load, ...]:
        """Return what the force does to the bodies."""
        raise NotImplementedError

    def idle(self) -> str:
        """Return that it does nothing, when none of the fields it acts by is given, or an empty string."""
        if not self.ACTS_BY or any(getattr(self, name) != self._default(name) for name in self.ACTS_BY):
            return ""
        ways = [f"{name}=..." for name in self.ACTS_BY]
        return f"it does nothing: give {', '.join(ways[:-1])} or {ways[-1]}."

    def _default(self, name: str) -> Any:
        return self.__dataclass_fields__[name].default

    def unfit(self) -> str:
        """Return why these fields do not go together, or an empty string."""
        return ""


def number(value: Value | None) -> float:
    """Return a numeric field, which was read before `Force.loads` is called."""
    assert not isinstance(value, str)
    return 0.0 if value is None else float(value)


def combined(*terms: TimeFunction | Node | None) -> TimeFunction | None:
    """Return the sum of those terms that are there."""
    total: TimeFunction | None = None
    for term in terms:
        if term is not None:
            given = term if isinstance(term, TimeFunction) else TimeFunction(term)
            total = given if total is None else total + given
    return total
