"""How well a run went: violations of joints and drivers, and a summary in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .self_stress import row_scale
from .short import Short

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class Violations(Short):
    """How far joints and drivers are from being met.

    Attributes
    ----------
    position : array, shape (times,)
        Largest residual, lengths relative to the mechanism's size and angles in radians [1].
    velocity, acceleration : array, shape (times,)
        Largest residual of the velocities [1/s] and accelerations [1/s^2] in the same measure.
    joints : dict
        By joint or driver: (position, velocity, acceleration) as above, shape (times, 3).
    """

    position: Array
    velocity: Array
    acceleration: Array
    joints: dict[str, Array] = field(repr=False)

    def __str__(self) -> str:
        at, speed = (float(values.max(initial=0.0)) for values in (self.position, self.velocity))
        return f"Violation at the stored times: position {at:.1e}, velocity {speed:.1e} 1/s, relative to its size."


def find_violations(motion: DynamicMotion) -> Violations:
    """Return the residuals at the stored times."""
    plan = motion.plan
    scaled = np.abs(motion.forces.gaps) * row_scale(plan)
    owners = motion.forces.owners
    counted = [i for i, owner in enumerate(owners) if owner.kind != "force"]
    joints: dict[str, Array] = {}
    for i in counted:
        name = owners[i].name
        joints[name] = np.maximum(joints.get(name, 0.0), scaled[:, :, i])
    largest = scaled[:, :, counted].max(axis=2, initial=0.0)
    return Violations(largest[:, 0], largest[:, 1], largest[:, 2], joints)


def summary(motion: DynamicMotion) -> str:
    """Return how a run went, line by line."""
    lines = [motion.status, str(motion.violations), str(motion.balance), str(motion.energy), *motion.events]
    if motion.formulation is not None:
        lines.insert(1, f"Formulation: {motion.formulation.WORDS}; {motion.formulation.why}")
    if motion.start is not None and str(motion.start) not in lines:
        lines.insert(0, str(motion.start))
    if motion.plan.equations:
        lines += motion.determinacy.sentences()
    return "\n".join(lines)
