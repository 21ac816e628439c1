"""Torque in joints."""

from __future__ import annotations

from typing import Any, ClassVar

from .base import model_of, quantity
from .joint_force import JointForce


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
