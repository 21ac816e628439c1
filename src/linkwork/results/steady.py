"""A steady motion: some coordinates change at constant rates, the others stand still."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dynamics import DynamicMotion
    from .linear import Linearisation


@dataclass(frozen=True, repr=False)
class SteadyMotion:
    """A state from which a mechanism goes on steadily: a governor at speed, a top that precesses.

    Attributes
    ----------
    name : str
    speeds : dict
        Coordinate -> its constant rate [rad/s, m/s].
    motion : DynamicMotion
        The state as a motion of one instant: poses, velocities, reactions.
    start : Start
        To begin analyses from.
    linear : Linearisation
        Small departures from the steady motion.
    open : float
        Accelerations left over, as a share of those that the forces cause.
    steps : int
    """

    name: str
    speeds: dict[str, float]
    motion: DynamicMotion
    start: Any
    linear: Linearisation = field(repr=False)
    open: float
    steps: int

    @property
    def kind(self) -> str:
        """One of "stable" and "unstable", as far as linear equations say."""
        return "stable" if self.linear.stable else "unstable"

    def __getitem__(self, text: str) -> Any:
        """Return a quantity in the steady motion, by its name."""
        return self.motion[text][0]

    def __str__(self) -> str:
        rates = ", ".join(f"{name} at {rate:g}" for name, rate in self.speeds.items())
        alone = ", moved by its drivers alone" if self.motion.model.drivers else " with all coordinates at rest"
        with_rates = f" with {rates}" if rates else alone
        found = f"'{self.name}': {self.kind} steady motion{with_rates}, after {self.steps} steps"
        return f"{found}; {self.open:.1e} of the accelerations is left over."

    __repr__ = __str__
