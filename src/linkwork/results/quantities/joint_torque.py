"""Torque in joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .base import Array, Quantity, model_of, quantity, turning_axes

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("torque", of="joint")
class JointTorque(Quantity):
    """Torque of the first body of the joint on the second, in ground axes, about the joint's second point."""

    UNIT: ClassVar[str] = "N*m"
    FORCES: ClassVar[bool] = True
    VECTOR: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N*m": "Joint torques"}
    SHOWN: ClassVar[str] = "size"
    PEAK: ClassVar[str] = "torque in {owner}"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground, one number in the plane; for a joint between two bodies."""
        joint = model_of(plan).joints[owner]
        return () if joint.a.body == joint.b.body else turning_axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the torque, shape (times,) or (times, 3)."""
        found: Array = motion.joint(owner).torque
        return found

    def scale(self, motion: Any) -> float:
        """Return the largest force in a joint at an arm of the size of the mechanism [N m]."""
        joints = [name for name in model_of(motion.plan).joints if self.components(motion.plan, name)]
        return float(
            motion.plan.length * max((motion.joint(j).magnitude.max(initial=0.0) for j in joints), default=0.0)
        )
