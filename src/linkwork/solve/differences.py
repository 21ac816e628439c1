"""How far two runs are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..coordinates.scales import Scales

if TYPE_CHECKING:
    from ..results.dynamics import DynamicMotion

FAINT = 1e-6
"""Forces below this part of those that would move the masses at the slowest speed that counts are no measure."""


def differences(a: DynamicMotion, b: DynamicMotion) -> tuple[float, float, float]:
    """Return the largest relative differences of positions, velocities and reactions of two runs."""
    count = min(len(a.time), len(b.time))
    shift = np.abs(a.poses[:count, :, :3] - b.poses[:count, :, :3]).max(initial=0.0) / a.plan.length
    e, f = a.poses[:count, :, 3:], b.poses[:count, :, 3:]
    apart = np.minimum(np.linalg.norm(e - f, axis=2), np.linalg.norm(e + f, axis=2))  # +e and -e are the same turn
    turn = 2.0 * apart.max(initial=0.0)
    v, w = (run.motions[:count, :, 0] / np.repeat([a.plan.length, 1.0], 3) for run in (a, b))
    speed = max(np.abs(v).max(initial=0.0), Scales.of(a.plan, a.time).spin)
    velocity = np.abs(v - w).max(initial=0.0) / speed
    return float(max(shift, turn)), float(velocity), _reaction_difference(a, b, count)


def _reaction_difference(a: DynamicMotion, b: DynamicMotion, count: int) -> float:
    """Return the largest difference of a joint's force or moment relative to the largest of all.

    Moments are divided by the mechanism's size, so that those that vanish do not count by their rounding; where no
    joint carries anything, they are relative to `FAINT` of what moves the machine. Equations of the user have no force
    at a point and are left out.
    """
    moving = a.plan.length * Scales.of(a.plan, a.time).spin ** 2 * float(a.plan.tables["masses"]["mass"].sum())
    sizes, apart = [FAINT * moving], [0.0]
    for name in (n for n, joint in a.model.joints.items() if joint.ENDS):
        for kind, scale in (("force", 1.0), ("torque", 1.0 / a.plan.length)):
            x, y = (getattr(run.joint(name), kind)[:count] for run in (a, b))
            sizes.append(scale * float(np.abs(x).max(initial=0.0)))
            apart.append(scale * float(np.abs(x - y).max(initial=0.0)))
    return max(apart) / max(*sizes, 1e-300)
