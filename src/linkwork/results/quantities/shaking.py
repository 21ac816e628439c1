"""Force and moment of the machine on the ground."""

from __future__ import annotations

from typing import ClassVar

from .base import Quantity, quantity


@quantity("shaking_force", of="machine")
class ShakingForce(Quantity):
    """Force of the mechanism on the ground, in ground axes."""

    UNIT: ClassVar[str] = "N"
    VECTOR: ClassVar[str] = "axes"
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N": "Force on the ground"}
    SHOWN: ClassVar[str] = "both"
    PEAK: ClassVar[str] = "force on the ground"


@quantity("shaking_moment", of="machine")
class ShakingMoment(Quantity):
    """Moment of the mechanism on the ground about its origin."""

    UNIT: ClassVar[str] = "N*m"
    VECTOR: ClassVar[str] = "turning"
    FORCES: ClassVar[bool] = True
