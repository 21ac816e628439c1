"""Contacts that can let go: options of joints in which one body touches another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Lift, Row, Slide
from .base import Joint, read_number


def _last(default: Any, doc: str, dimension: str = "number") -> Any:
    """Declare a field that stands after those of the joint itself."""
    numeric = {"dimension": dimension} if dimension else {}
    return field(default=default, kw_only=True, metadata={**numeric, "doc": doc, "last": True})


@dataclass(frozen=True)
class Touching(Joint):
    """A joint whose first row is a contact; the others along the surface, where it rolls, are those of rolling."""

    MEASURES_PLACES: ClassVar[bool] = True

    lifts: bool = _last(
        False, "whether it opens in a simulation where its force would pull, and closes with an impact", ""
    )
    restitution: Value = _last(0.0, "of these impacts, from 0 (no rebound) to 1 (no loss)")
    friction: Value | None = _last(
        None, "coefficient of friction: it slides where rolling asks for more; default: no limit"
    )
    friction_static: Value | None = _last(None, "coefficient up to which it rolls; default: that of sliding")

    @property
    def rolls(self) -> bool:
        """Whether it has rows of rolling."""
        return False

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses: the row grows that way where the contact opens."""
        return 1.0

    def lift(self) -> Lift | None:
        """Return how its contact opens."""
        return Lift(self.presses, read_number(self.restitution)) if self.lifts else None

    def slide(self) -> Slide | None:
        """Return how what rolls slides."""
        if self.friction is None:
            return None
        static = self.friction if self.friction_static is None else self.friction_static
        return Slide(read_number(self.friction), read_number(static))

    def wrong_sizes(self) -> str:
        """Return why it cannot let go like that."""
        bounce, mu, static = read_number(self.restitution), read_number(self.friction), self.friction_static
        if bounce != 0.0 and not self.lifts:
            return f"its restitution is {bounce:g}, but it never opens to come back. Give lifts=True, or leave it out."
        if not 0.0 <= bounce <= 1.0:
            return f"its restitution is {bounce:g}; it lies between 0 and 1."
        if mu < 0.0:
            return f"its friction is {mu:g}; a coefficient of friction is not negative."
        if static is not None and (self.friction is None or read_number(static) < mu):
            other = "no friction" if self.friction is None else f"a friction of {mu:g}"
            return f"its friction_static is {read_number(static):g}, with {other}. Give a friction that is not larger."
        if self.friction is not None and not self.rolls:
            return (
                f"its friction of {mu:g} limits the force of rolling, and its contact does not roll: it is smooth. "
                f"Let it roll, or leave friction out."
            )
        if self.lifts and self.rolls and self.friction is None:
            return (
                "it lifts off and rolls without limit: nothing says how its spin changes where it comes back. "
                "Give friction=..., or do not let it roll."
            )
        return ""


CONTACTS = ("rolling", "sliding")


@dataclass(frozen=True)
class Rolling(Touching):
    """A contact of something round on a track, a plane or a surface: a gap, and slip along the tangents."""

    contact: str = field(
        default=CONTACTS[0],
        kw_only=True,
        metadata={"choices": CONTACTS, "doc": "rolling: no slip; sliding: contact alone", "last": True},
    )

    def gap(self) -> Row:
        """Return the equation of contact."""
        raise NotImplementedError

    def slips(self) -> Sequence[Row]:
        """Return the equations of rolling, one for each tangent."""
        raise NotImplementedError

    def rows(self) -> tuple[Row, ...]:
        """Return the contact, which may open, and, rolling, the equations of rolling, which friction may end."""
        gap = replace(self.gap(), release=self.lift())
        return (gap, *(replace(slip, release=self.slide()) for slip in self.slips())) if self.rolls else (gap,)

    @property
    def rolls(self) -> bool:
        """Whether it rolls."""
        return self.contact == CONTACTS[0]
