"""Angular velocity in the axes of the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .base import Array, Quantity, axes, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("body_angular_velocity", of="body")
class BodyAngularVelocity(Quantity):
    """Angular velocity in the axes of the body, in space."""

    UNIT: ClassVar[str] = "rad/s"
    ORDER: ClassVar[int] = 1
    VECTOR: ClassVar[bool] = True

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the three axes of a body in space."""
        return () if model_of(plan).space.planar else axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the angular velocity, shape (times, 3)."""
        found: Array = motion.body(owner).body_angular_velocity
        return found
