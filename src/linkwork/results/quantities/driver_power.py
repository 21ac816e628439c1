"""Power of drivers."""

from __future__ import annotations

from typing import ClassVar

from .base import Quantity, quantity
from .driver_effort import Effort


@quantity("power", of="driver")
class DriverPower(Quantity):
    """Power that the driver puts into the machine."""

    UNIT: ClassVar[str] = "W"
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"W": "Drive power"}
    PEAK: ClassVar[str] = "power of {owner}"

    unique = Effort.unique
