"""Coordinates of joints with their derivatives, and force and torque in joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ...model.aliases import SIZE
from ..contacts import contact_names
from .base import Derived, Quantity, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ..determinacy import Determinacy


class OfCoordinate(Derived):
    """Derivative of the coordinates of a joint."""

    UNIT: ClassVar[str] = "rad or m"
    DOTTED: ClassVar[bool] = True
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


@quantity("force", of="joint")
class JointForce(Quantity):
    """Force of the first body of the joint on the second, in ground axes."""

    UNIT: ClassVar[str] = "N"
    VECTOR: ClassVar[str] = "axes"
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N": "Joint forces"}
    SHOWN: ClassVar[str] = "size"
    PEAK: ClassVar[str] = "force in {owner}"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes for a joint between two bodies."""
        joint = model_of(plan).joints[owner]
        return () if joint.a.body == joint.b.body else super().components(plan, owner)

    def unique(self, determinacy: Determinacy, plan: Plan, owner: str, component: str) -> bool:
        """Return whether loads are not shared in more than one way along this axis, or along all."""
        axes = self.components(plan, owner) if component == SIZE else (component,)
        return all(determinacy.joints[owner][f"{self.name} {axis}".strip()] for axis in axes)

    def label(self, plan: Plan, owner: str) -> str:
        """Return the joint with its bodies."""
        joint = model_of(plan).joints[owner]
        return f"{owner} ({joint.a.body} on {joint.b.body})"


@quantity("torque", of="joint")
class JointTorque(JointForce):
    """Torque of the first body of the joint on the second, in ground axes, about the joint's second point."""

    UNIT: ClassVar[str] = "N*m"
    VECTOR: ClassVar[str] = "turning"
    CHARTS: ClassVar[dict[str, str]] = {"N*m": "Joint torques"}
    PEAK: ClassVar[str] = "torque in {owner}"

    def scale(self, motion: Any) -> float:
        """Return the largest force in a joint at an arm of the size of the mechanism [N m]."""
        joints = [name for name in model_of(motion.plan).joints if self.components(motion.plan, name)]
        largest = max((motion.joint(name).magnitude.max(initial=0.0) for name in joints), default=0.0)
        return float(motion.plan.length * largest)
