"""The range of a load over which dry friction keeps a mechanism at rest."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

from ..words import quoted


@dataclass(frozen=True, repr=False)
class FrictionRange:
    """What dry friction can hold at a position.

    Attributes
    ----------
    name, load : str
        Of the mechanism, and of the force, driver or parameter.
    value : float
        Of the load at hand [N, N m, or the parameter's SI unit].
    lower, upper : float
        Between them the mechanism stays at rest; infinite where it locks itself whatever the load, NaN where no value
        holds it.
    unit : str
        Of these; empty for a parameter.
    needed : float
        Share of the friction that holds the load at hand: 0.5 means that half the coefficients would do, more than 1
        that it slips; infinite where no friction of this kind holds it.
    slips_below, slips_above : tuple of str
        Frictions at their limit at the ends of the range.
    notes : tuple of str
    """

    name: str
    load: str
    value: float
    lower: float
    upper: float
    unit: str
    needed: float
    slips_below: tuple[str, ...] = ()
    slips_above: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the mechanism stays at rest under the load at hand."""
        return self.needed <= 1.0 + 1e-9

    @property
    def safety(self) -> float:
        """By how much all coefficients of friction may fall before it slips; below 1 it does."""
        return inf if self.needed == 0.0 else 1.0 / self.needed

    def __str__(self) -> str:
        held = f"{self.load} from {self._end(self.lower)} to {self._end(self.upper)}"
        text = f"'{self.name}' stays at rest with {held}." if self.lower <= self.upper else self._nowhere
        if self.slips_below and self.lower <= self.upper:
            text += f" Below that {quoted(self.slips_below)} {_slip(self.slips_below)}."
        if self.slips_above and self.lower <= self.upper:
            text += f" Above that {quoted(self.slips_above)} {_slip(self.slips_above)}."
        return " ".join([text, self._at_hand, *self.notes])

    __repr__ = __str__

    @property
    def _nowhere(self) -> str:
        return f"'{self.name}' does not stay at rest here with any {self.load}."

    @property
    def _at_hand(self) -> str:
        at = f"At {self._end(self.value)}"
        if isinf(self.needed):
            return f"{at} it moves, whatever the coefficients of friction."
        does = "holds with" if self.holds else "slips: it would take"
        return f"{at} it {does} {self.needed:.6g} of the friction."

    def _end(self, value: float) -> str:
        return (
            f"{value + 0.0:.6g} {self.unit}".rstrip() if not isinf(value) else "-infinity" if value < 0 else "infinity"
        )


def _slip(names: tuple[str, ...]) -> str:
    return "slips" if len(names) == 1 else "slip"
