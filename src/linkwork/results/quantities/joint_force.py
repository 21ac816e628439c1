"""Force and torque in joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...model.aliases import SIZE
from .base import Quantity, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ..determinacy import Determinacy


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
