"""Angle of planar bodies, and angular velocity with its derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .base import Array, Derived, model_of, quantity, turning_axes

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("angle", of="body")
class Angle(Derived):
    """Angle of a planar body, continuous over any number of turns."""

    UNIT: ClassVar[str] = "rad"
    RATE: ClassVar[str] = "angular_velocity"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return one number in the plane; a body in space has Euler parameters."""
        return ("",) if model_of(plan).space.planar else ()

    def values(self, motion: Any, owner: str) -> Array:
        """Return angle or angular velocity ..., shape (times,) or (times, 3)."""
        found: Array = getattr(motion.body(owner), self.name)
        return found


class OfSpin(Angle):
    """Angular velocity and its derivatives."""

    VECTOR: ClassVar[bool] = True

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground; one number in the plane."""
        return turning_axes(plan)

    def column(self, owner: str, component: str) -> str:
        """Return ``crank.angle_velocity`` in the plane, ``plate.angular_velocity_x`` in space."""
        return super().column(owner, component) if component else f"{owner}.angle{self.suffix}"


@quantity("angular_velocity", of="body")
class AngularVelocity(OfSpin):
    """Angular velocity, in space in ground axes."""

    ORDER: ClassVar[int] = 1
    RATE: ClassVar[str] = "angular_acceleration"


@quantity("angular_acceleration", of="body")
class AngularAcceleration(OfSpin):
    """Angular acceleration, in space in ground axes."""

    ORDER: ClassVar[int] = 2
    RATE: ClassVar[str] = "angular_jerk"


@quantity("angular_jerk", of="body")
class AngularJerk(OfSpin):
    """Derivative of the angular acceleration, in space in ground axes."""

    ORDER: ClassVar[int] = 3
    RATE: ClassVar[str] = ""
