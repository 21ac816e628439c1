"""Force and moment of the machine on the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .base import Array, Quantity, axes, quantity, turning_axes

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("shaking_force", of="machine")
class ShakingForce(Quantity):
    """Force of the mechanism on the ground, in ground axes."""

    UNIT: ClassVar[str] = "N"
    FORCES: ClassVar[bool] = True
    VECTOR: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N": "Force on the ground"}
    SHOWN: ClassVar[str] = "both"
    PEAK: ClassVar[str] = "force on the ground"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground."""
        return axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the force, shape (times, 2) or (times, 3)."""
        found: Array = motion.shaking_force
        return found


@quantity("shaking_moment", of="machine")
class ShakingMoment(Quantity):
    """Moment of the mechanism on the ground about its origin."""

    UNIT: ClassVar[str] = "N*m"
    FORCES: ClassVar[bool] = True
    VECTOR: ClassVar[bool] = True

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground; one number in the plane."""
        return turning_axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the moment, shape (times,) or (times, 3)."""
        found: Array = motion.shaking_moment
        return found
