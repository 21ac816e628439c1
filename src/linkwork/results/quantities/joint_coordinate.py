"""Coordinates of joints and their derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ..contacts import contact_names
from .base import Derived, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


class OfCoordinate(Derived):
    """Derivative of the coordinates of a joint."""

    UNIT: ClassVar[str] = "rad or m"
    BARE: ClassVar[bool] = True
    LISTED: ClassVar[str] = "joint_coordinate"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the names of the coordinates with the ending of the derivative."""
        joint = model_of(plan).joints[owner]
        return tuple(name + self.suffix for name in (*joint.coordinates(), *contact_names(joint)))

    def first_units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the units of the coordinates; points of contact are in metres."""
        joint = model_of(plan).joints[owner]
        own = [measure.unit for measure in joint.coordinates().values()]
        return (*own, *("m" for _ in contact_names(joint)))

    def column(self, owner: str, component: str) -> str:
        """Return ``A.angle``, ``A.angle_velocity`` ..."""
        return self.written(owner, component)

    @property
    def variable(self) -> str:
        """``joint``, ``joint_velocity`` ..."""
        return f"joint{self.suffix}"

    def values(self, motion: Any, owner: str) -> Array:
        """Return the coordinates or a derivative of them, shape (times, coordinates)."""
        series = motion.joint(owner).series.values()
        return np.stack([found.values[:, self.ORDER] for found in series], axis=1)


@quantity("coordinate", of="joint")
class Coordinate(OfCoordinate):
    """Coordinates of the joint, and its point of contact if it has one."""

    EXAMPLE: ClassVar[str] = "A.angle"
    RATE: ClassVar[str] = "coordinate_velocity"


@quantity("coordinate_velocity", of="joint")
class CoordinateVelocity(OfCoordinate):
    """Rates of the coordinates, also written rate(A.angle)."""

    ORDER: ClassVar[int] = 1
    EXAMPLE: ClassVar[str] = "A.angle_velocity"
    RATE: ClassVar[str] = "coordinate_acceleration"


@quantity("coordinate_acceleration", of="joint")
class CoordinateAcceleration(OfCoordinate):
    """Second derivatives of the coordinates, also written rate(rate(A.angle))."""

    ORDER: ClassVar[int] = 2
    EXAMPLE: ClassVar[str] = "A.angle_acceleration"
    RATE: ClassVar[str] = "coordinate_jerk"


@quantity("coordinate_jerk", of="joint")
class CoordinateJerk(OfCoordinate):
    """Third derivatives of the coordinates."""

    ORDER: ClassVar[int] = 3
    EXAMPLE: ClassVar[str] = "A.angle_jerk"
