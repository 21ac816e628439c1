"""How far joints and drivers are from being met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from .base import Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

UNITS = {"position": "m", "velocity": "m/s", "acceleration": "m/s^2"}


@quantity("violation", of="machine")
class Violation(Quantity):
    """Largest residual of joints and drivers and its derivatives; turns count at the mechanism's size."""

    UNIT: ClassVar[str] = "m or m/s or m/s^2"
    FORCES: ClassVar[bool] = True
    LOG: ClassVar[bool] = True
    EXAMPLE: ClassVar[str] = "violation.velocity"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return whose equations are violated: those of positions, velocities, accelerations."""
        return tuple(UNITS)

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the unit of each."""
        return tuple(UNITS.values())

    def values(self, motion: Any, owner: str) -> Array:
        """Return the largest residuals, shape (times, 3)."""
        found: Array = motion.plan.length * np.stack([getattr(motion.violations, part) for part in UNITS], axis=1)
        return found

    def column(self, owner: str, component: str) -> str:
        """Return ``violation.position`` ..."""
        return self.written(owner, component)
