"""Effort and power of drivers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..efforts import driver_unit
from .base import Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ..determinacy import Determinacy


@quantity("effort", of="driver")
class Effort(Quantity):
    """Force or torque of the driver along what it drives."""

    UNIT: ClassVar[str] = "N or N*m"
    FORCES: ClassVar[bool] = True
    LISTED: ClassVar[str] = "driver"
    CHARTS: ClassVar[dict[str, str]] = {"N*m": "Drive torques", "N": "Drive forces"}
    PEAK: ClassVar[str] = "effort of {owner}"

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return N along a length, N*m about an angle."""
        return (driver_unit(plan, owner),)

    def unique(self, determinacy: Determinacy, plan: Plan, owner: str, component: str) -> bool:
        """Return whether no other driver shares its effort."""
        return determinacy.drivers[owner]


@quantity("power", of="driver")
class DriverPower(Quantity):
    """Power that the driver puts into the machine."""

    UNIT: ClassVar[str] = "W"
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"W": "Drive power"}
    PEAK: ClassVar[str] = "power of {owner}"

    unique = Effort.unique
