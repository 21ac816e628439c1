"""Motion of bodies and of their points."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .base import Derived, Quantity, model_of, quantity

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


@quantity("euler_parameters", of="body")
class EulerParameters(Quantity):
    """Euler parameters of the axes of a body in space, scalar first."""

    variable = "orientation"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the four parameters of a body in space."""
        return () if model_of(plan).space.planar else ("e0", "e1", "e2", "e3")

    def column(self, owner: str, component: str) -> str:
        """Return ``plate.e0`` ..."""
        return f"{owner}.{component}"


@quantity("position", of="body point")
class Position(Derived):
    """Position of the point, of a body that of its origin, in ground axes."""

    UNIT: ClassVar[str] = "m"
    VECTOR: ClassVar[str] = "axes"
    RATE: ClassVar[str] = "velocity"

    def column(self, owner: str, component: str) -> str:
        """Return ``crank.x``, ``crank.x_velocity`` ..."""
        return f"{owner}.{component}{self.suffix}"


@quantity("velocity", of="body point")
class Velocity(Position):
    """Velocity of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 1
    RATE: ClassVar[str] = "acceleration"


@quantity("acceleration", of="body point")
class Acceleration(Position):
    """Acceleration of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 2
    RATE: ClassVar[str] = "jerk"


@quantity("jerk", of="body point")
class Jerk(Position):
    """Jerk of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 3
    RATE: ClassVar[str] = ""


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
