"""Effort of drivers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..efforts import driver_unit
from .base import Array, Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("effort", of="driver")
class Effort(Quantity):
    """Force or torque of the driver along what it drives."""

    UNIT: ClassVar[str] = "N or N*m"
    FORCES: ClassVar[bool] = True
    LISTED: ClassVar[str] = "driver"
    CHARTS: ClassVar[dict[str, str]] = {"N*m": "Drive torques", "N": "Drive forces", "J": "Drive efforts"}
    PEAK: ClassVar[str] = "effort of {owner}"

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return N along a length, N*m about an angle."""
        return (driver_unit(plan, owner),)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the effort, shape (times,)."""
        found: Array = motion.driver(owner).effort
        return found
