"""Whether the stored times are dense enough for means and integrals: work against the change of energy."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from .energy import working_power
from .integrals import running_integral

if TYPE_CHECKING:
    from .dynamics import DynamicMotion

ALLOWED = 1e-3
"""Share of the energy moved that work and energy may differ by."""


@dataclass(frozen=True)
class Closure:
    """How well the work of drivers and forces, integrated from the stored times, is the change of energy.

    Attributes
    ----------
    missed : float
        Largest difference [J].
    moved : float
        Energy that moves about [J]: the largest of kinetic energy, change of potential energy and work.
    times : int
        Number of times stored.
    """

    missed: float
    moved: float
    times: int

    @property
    def share(self) -> float:
        """What is missed as a share of what is moved."""
        return self.missed / self.moved if self.moved > 0 else 0.0

    @property
    def enough(self) -> int:
        """Number of times that should close it; the error of the integral falls with their fourth power."""
        if self.share <= ALLOWED:
            return self.times
        finer = max(2.0, 1.2 * float((self.share / ALLOWED) ** 0.25))
        return 1 + ceil((self.times - 1) * finer)

    def __str__(self) -> str:
        if self.share <= ALLOWED:
            return ""
        return (
            f"Too few times: the work of drivers and forces, integrated from these {self.times}, misses the change of "
            f"energy by up to {self.missed:.4g} J of {self.moved:.4g} J. Means, powers and flywheel may be that far "
            f"off, and peaks may lie between the times. Ask for {self.enough} times or more."
        )

    __repr__ = __str__


def closure_of(motion: DynamicMotion) -> Closure:
    """Return how well work and energy agree over the stored times; impacts, which work in no time, are left out."""
    forces, energy = motion.forces, motion.energy
    if len(motion) < 2 or any(f.KIND in ("rigid_contact", "ratchet") for f in motion.model.forces.values()):
        return Closure(0.0, 0.0, len(motion))
    work = running_integral(motion.time, working_power(motion))
    left = forces.kinetic + forces.potential - work
    moved = max(float(forces.kinetic.max()), float(np.ptp(work)), energy.scale)
    return Closure(float(np.abs(left - left[0]).max()), moved, len(motion))
