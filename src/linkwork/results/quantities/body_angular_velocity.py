"""Angular velocity in the axes of the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .base import Quantity, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("body_angular_velocity", of="body")
class BodyAngularVelocity(Quantity):
    """Angular velocity in the axes of the body, in space."""

    UNIT: ClassVar[str] = "rad/s"
    VECTOR: ClassVar[str] = "axes"
    ORDER: ClassVar[int] = 1

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the three axes of a body in space."""
        return () if model_of(plan).space.planar else super().components(plan, owner)
