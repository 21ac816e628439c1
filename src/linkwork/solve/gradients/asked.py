"""What every analysis has in common when its gradient is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from ...arrays import Array
from ...coordinates.scales import Scales
from ...errors import ExpressionError, ModelError
from ...expressions import parse
from ...expressions.nodes import Quantity
from ...results.reading import read
from ..outputs import is_integrated
from .held import NotSmoothError
from .readings import unit_of
from .repeated import repeated_slopes
from .varied import SMALL, BentError

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .beside import Beside
    from .scalars import Scalar
    from .varied import Designs


ROUNDING = 1e-15
"""Share of what mass, length and pace of a motion make that sums of such terms round to."""

WAYS = ("adjoint", "direct", "repeated")
"""How derivatives are found: by going back along a simulation, by differentiated equations, by repeated analyses."""


class Asked:
    """An analysis with a number whose gradient is asked for.

    Attributes
    ----------
    value : float
    unit : str
    why : str
        Why the analysis is repeated beside the design, instead of its equations differentiated; "": it is not.
    wanted : str
        The way that was asked for; "": any.
    how, reason : str
        The way that was taken, one of `WAYS`; and why not another, "" where that needs no words.
    notes : list of str
    beside : Beside or None
        The designs beside this one, where they are tables of one plan.
    apart : array, shape (variables,)
        What two ways of finding the derivatives differ by, or what the position is not known by makes of them.
    """

    NAME: ClassVar[str] = ""
    TIMED: ClassVar[bool] = True
    KNOWN: ClassVar[float] = 1e-8
    """How well derivatives are known that come from the equations, as a share of the largest effect."""

    def __init__(self, designs: Designs, scalar: Scalar, times: Any, options: dict[str, Any]) -> None:
        self.designs, self.scalar, self.options = designs, scalar, options
        self.plan: Plan = designs.plan
        self.unit, self.why, self.notes, self.value = "", "", list[str](), np.nan
        self.wanted, self.how, self.reason = options.pop("how", None) or "", "direct", ""
        self.apart, self.beside = np.zeros(len(designs.all)), cast("Beside | None", None)
        if (times is None) == self.TIMED:
            given = (
                "needs times=, such as np.linspace(0, 1, 201)" if self.TIMED else "has one instant; leave out times="
            )
            raise ModelError(f"analysis='{self.NAME}' {given}.")
        self.times = times

    def with_instant(self, times: Array) -> Array:
        """Return times with the instant that is asked for; raises ModelError where it lies outside."""
        if self.scalar.kind != "at":
            return times
        first, last = float(times[0]), float(times[-1])
        if not first <= self.scalar.time <= last:
            raise ModelError(
                f"'{self.scalar.text}': the times go from {first:g} to {last:g} s, and {self.scalar.time:g} s is not "
                f"among them. Change times=, or the instant."
            )
        return np.union1d(times, [self.scalar.time])

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values; held: a peak is read at the instant of the first."""
        raise NotImplementedError

    def exact(self) -> Array:
        """Return the derivatives (variables,) from the equations."""
        raise NotImplementedError

    def slopes(self) -> tuple[Array, Array]:
        """Return the derivatives, and how well each is known."""
        self.why = self._taken()
        while not self.why:
            try:
                found = self.exact()
            except BentError as bent:
                self.designs = self.designs.shorter(bent.shares)
            except NotSmoothError as error:
                self.why = str(error)
                self.why = self._taken()
            else:
                effects = np.abs(found) * self.designs.sizes
                known = self.KNOWN * float(effects.max(initial=0.0)) / np.array(self.designs.sizes)
                return found, known + self.apart + self.rounded / np.array(self.designs.steps)
        self.how, self.reason = "repeated", self.why
        found, errors = repeated_slopes(self.designs, lambda plan: self.again(plan, True), self.value, self.rounding)
        return found, errors + self.apart

    def _taken(self) -> str:
        """Return why the analysis is repeated; raises ModelError where the way that was asked for does not lead on."""
        if self.wanted == "repeated":
            return "that is asked for"
        if self.wanted and self.why:
            raise ModelError(f"how='{self.wanted}': {self.why}. Leave out how=, and the analysis is repeated.")
        if self.wanted == "adjoint" and self.NAME != "simulate":
            raise ModelError(f"analysis='{self.NAME}' has no equations to go back along: how='direct'.")
        return self.why

    def read_unit(self) -> None:
        """Take the unit of the quantity; its square root of a mean has the same, an integral one of its own."""
        unit = unit_of(self.plan, self.scalar.quantity)
        self.unit = f"{unit}*s" if self.scalar.kind == "integral" and unit not in ("", "SI") else unit

    @property
    def rounding(self) -> float:
        """What of such a quantity is rounding, whatever its value; 0 where its unit is not known."""
        try:
            node = parse(f"1 {self.unit}")
        except ExpressionError:
            return 0.0
        if not isinstance(node, Quantity):
            return 0.0
        times = np.atleast_1d(np.asarray(0.0 if self.times is None else self.times, float))
        return ROUNDING * Scales.of(self.plan, times).size(node.unit.dimension)

    @property
    def rounded(self) -> float:
        """What of the effect of a step of a design variable is rounding, of numbers read a small step beside."""
        return (ROUNDING * abs(self.value) + self.rounding) / SMALL

    def integrated(self) -> bool:
        """Return whether the quantity contains the work done since the start, which is no matter of one state."""
        return is_integrated(read(self.plan, self.scalar.quantity)[0])
