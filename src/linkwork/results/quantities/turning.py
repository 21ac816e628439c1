"""Angle of planar bodies, and angular velocity with its derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .base import Derived, model_of, quantity

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


@quantity("angular_velocity", of="body")
class AngularVelocity(Derived):
    """Angular velocity, in space in ground axes."""

    UNIT: ClassVar[str] = "rad"
    VECTOR: ClassVar[str] = "turning"
    ORDER: ClassVar[int] = 1
    RATE: ClassVar[str] = "angular_acceleration"

    def column(self, owner: str, component: str) -> str:
        """Return ``crank.angle_velocity`` in the plane, ``plate.angular_velocity_x`` in space."""
        return super().column(owner, component) if component else f"{owner}.angle{self.suffix}"


@quantity("angular_acceleration", of="body")
class AngularAcceleration(AngularVelocity):
    """Angular acceleration, in space in ground axes."""

    ORDER: ClassVar[int] = 2
    RATE: ClassVar[str] = "angular_jerk"


@quantity("angular_jerk", of="body")
class AngularJerk(AngularVelocity):
    """Derivative of the angular acceleration, in space in ground axes."""

    ORDER: ClassVar[int] = 3
    RATE: ClassVar[str] = ""
