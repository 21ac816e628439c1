"""What every analysis has in common when its gradient is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ...errors import ModelError
from ...results.reading import Component, leaves_of, read
from .held import NotSmoothError
from .readings import unit_of
from .repeated import repeated_slope

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .scalars import Scalar
    from .varied import Designs


class Asked:
    """An analysis with a number whose gradient is asked for.

    Attributes
    ----------
    value : float
    unit : str
    why : str
        Why the analysis is repeated beside the design, instead of its equations differentiated; "": it is not.
    notes : list of str
    apart : array, shape (variables,)
        What two ways of finding the derivatives differ by.
    """

    NAME: ClassVar[str] = ""
    TIMED: ClassVar[bool] = True
    KNOWN: ClassVar[float] = 1e-8
    """How well derivatives are known that come from the equations, as a share of the largest effect."""

    def __init__(self, designs: Designs, scalar: Scalar, times: Any, options: dict[str, Any]) -> None:
        self.designs, self.scalar, self.options = designs, scalar, options
        self.plan: Plan = designs.plan
        self.unit, self.why, self.notes, self.value = "", "", list[str](), np.nan
        self.apart = np.zeros(len(designs.all))
        if (times is None) == self.TIMED:
            given = (
                "needs times=, such as np.linspace(0, 1, 201)" if self.TIMED else "has one instant; leave out times="
            )
            raise ModelError(f"analysis='{self.NAME}' {given}.")
        self.times = times

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values; held: a peak is read at the instant of the first."""
        raise NotImplementedError

    def exact(self) -> Array:
        """Return the derivatives (variables,) from the equations."""
        raise NotImplementedError

    def slopes(self) -> tuple[Array, Array]:
        """Return the derivatives, and how well each is known."""
        if not self.why:
            try:
                found = self.exact()
            except NotSmoothError as error:
                self.why = str(error)
            else:
                effects = np.abs(found) * self.designs.sizes
                known = self.KNOWN * float(effects.max(initial=0.0)) / np.array(self.designs.sizes)
                return found, known + self.apart
        pairs = [
            repeated_slope(self.designs, i, lambda plan: self.again(plan, True), self.value)
            for i in range(len(self.designs.all))
        ]
        return np.array([slope for slope, _ in pairs]), np.array([error for _, error in pairs])

    def read_unit(self) -> None:
        """Take the unit of the quantity; its square root of a mean has the same, an integral one of its own."""
        unit = unit_of(self.plan, self.scalar.quantity)
        self.unit = f"{unit}*s" if self.scalar.kind == "integral" and unit not in ("", "SI") else unit

    def integrated(self) -> bool:
        """Return whether the quantity contains the work done since the start, which is no matter of one state."""
        leaves = leaves_of(read(self.plan, self.scalar.quantity)[0])
        return any(isinstance(leaf, Component) and leaf.text.startswith("energy.work") for leaf in leaves)
