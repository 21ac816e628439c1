"""Force in joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .base import Array, Quantity, axes, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("force", of="joint")
class JointForce(Quantity):
    """Force of the first body of the joint on the second, in ground axes."""

    UNIT: ClassVar[str] = "N"
    FORCES: ClassVar[bool] = True
    VECTOR: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N": "Joint forces"}
    SHOWN: ClassVar[str] = "size"
    PEAK: ClassVar[str] = "force in {owner}"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the axes of the ground, for a joint between two bodies."""
        joint = model_of(plan).joints[owner]
        return () if joint.a.body == joint.b.body else axes(plan)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the force, shape (times, 2) or (times, 3)."""
        found: Array = motion.joint(owner).force
        return found

    def label(self, plan: Plan, owner: str) -> str:
        """Return the joint with its bodies."""
        joint = model_of(plan).joints[owner]
        return f"{owner} ({joint.a.body} on {joint.b.body})"
