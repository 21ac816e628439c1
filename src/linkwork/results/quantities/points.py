"""Position of bodies and named points, and its derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...model.aliases import VECTORS
from .base import Array, Derived, axes, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


class OfPoint(Derived):
    """Motion of a named point, or of the origin of a body."""

    UNIT: ClassVar[str] = "m"
    VECTOR: ClassVar[bool] = True

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground."""
        return axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return derivative `ORDER` of the position, shape (times, 2) or (times, 3)."""
        found: Array = getattr(motion.point(owner), VECTORS[self.ORDER])
        return found

    def column(self, owner: str, component: str) -> str:
        """Return ``crank.x``, ``crank.x_velocity`` ..."""
        return f"{owner}.{component}{self.suffix}"


@quantity("position", of="body point")
class Position(OfPoint):
    """Position of the point, of a body that of its origin, in ground axes."""

    RATE: ClassVar[str] = "velocity"


@quantity("velocity", of="body point")
class Velocity(OfPoint):
    """Velocity of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 1
    RATE: ClassVar[str] = "acceleration"


@quantity("acceleration", of="body point")
class Acceleration(OfPoint):
    """Acceleration of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 2
    RATE: ClassVar[str] = "jerk"


@quantity("jerk", of="body point")
class Jerk(OfPoint):
    """Jerk of the point, of a body that of its origin, in ground axes."""

    ORDER: ClassVar[int] = 3
