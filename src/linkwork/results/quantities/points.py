"""Position of bodies and named points, and its derivatives."""

from __future__ import annotations

from typing import ClassVar

from .base import Derived, quantity


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
