"""Whether the equations of motion are met: what a result leaves of them, told in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .short import Short

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


MET = 1e-9
"""Relative remainder up to which the equations of motion are met; rounding leaves 1e-12 and less."""


@dataclass(frozen=True, repr=False)
class Balance(Short):
    """What accelerations and joint forces leave of the equations of motion, relative to the terms in them.

    Attributes
    ----------
    joints : float
        Largest remainder of the accelerations that joints and drivers ask for (J a = gamma).
    joint, joint_time : str, float
        Joint or driver it belongs to, and when [s].
    bodies : float
        Largest remainder of Newton's and Euler's equations of a body (M a = Q + J^T lam).
    body, body_time : str, float
        Body it belongs to, and when [s].
    """

    joints: float
    joint: str
    joint_time: float
    bodies: float
    body: str
    body_time: float

    @property
    def worst(self) -> float:
        """Largest remainder of all."""
        return float(max(self.joints, self.bodies)) if np.isfinite([self.joints, self.bodies]).all() else np.inf

    @property
    def met(self) -> bool:
        """Whether all equations are met to 1e-9."""
        return self.worst <= MET

    def __str__(self) -> str:
        if self.met:
            return f"Equations of motion met to {self.worst:.0e} of their terms."
        parts = []
        if not self.joints <= MET:
            parts.append(f"the accelerations in '{self.joint}' to {self.joints:.1e} at t = {self.joint_time:g} s")
        if not self.bodies <= MET:
            parts.append(f"the forces on '{self.body}' to {self.bodies:.1e} at t = {self.body_time:g} s")
        return f"The equations of motion are not met to 1e-9 of their terms: {', and '.join(parts)}."


def balance_of(plan: Plan, row: tuple[float, float, float], body: tuple[float, float, float]) -> Balance:
    """Return a balance from (remainder, table row, time) and (remainder, body, time); -1 stands for none."""
    owners = [plan.equations[i].owner for i in plan.order]
    joint = owners[int(row[1])] if 0 <= row[1] < len(owners) else ""
    name = plan.resolved.solids[int(body[1])].name if body[1] >= 0 else ""
    return Balance(float(row[0]), joint, float(row[2]), float(body[0]), name, float(body[2]))


def balance_along(plan: Plan, time: Array, unmet: Array) -> Balance:
    """Return the worst of what is left at every time, (times, 4): see `kernels.runs.stored_motion`."""
    if not len(time):
        return balance_of(plan, (0.0, -1.0, 0.0), (0.0, -1.0, 0.0))
    i, j = int(np.argmax(unmet[:, 0])), int(np.argmax(unmet[:, 2]))
    return balance_of(plan, (unmet[i, 0], unmet[i, 1], time[i]), (unmet[j, 2], unmet[j, 3], time[j]))
