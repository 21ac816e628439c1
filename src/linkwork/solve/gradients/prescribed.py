"""How a driven motion changes with the design, by the implicit function theorem.

With Phi(q, p, t) = 0 the rows and u, w, b the changes of positions, velocities and accelerations a unit of p,

    J u = -Phi_p,   J w = -(Phi'_p + Phi'_q u),   J b = -(Phi''_p + Phi''_q u + Phi''_v w).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...results.dynamics import DynamicMotion
from ...results.forces import stored_states
from ...results.motion import Motion
from ..states import States
from .held import check_closed, slopes_along, solver_of
from .readings import Tangents

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .every import Every


def states_of(plan: Plan, motion: Motion, multipliers: Array | None = None) -> States:
    """Return the states of a motion, for a plan whose rows are the motion's or the first of these."""
    dynamic = motion if isinstance(motion, DynamicMotion) else DynamicMotion.along(motion)
    times, poses, motions, _, near = stored_states(dynamic)
    two = np.zeros((len(times), poses.shape[1], 2, 6))
    two[:, :, : min(2, motions.shape[2])] = motions[:, :, :2]
    rows, measures = len(plan.equations), plan.tables["measures"].size
    lam = np.zeros((len(times), rows)) if multipliers is None else multipliers
    return States(times, poses, two, np.ascontiguousarray(lam), np.ascontiguousarray(near[:, :measures]))


class Prescribed:
    """A motion that drivers prescribe, at some times."""

    def __init__(self, plan: Plan, motion: Motion) -> None:
        self.plan, self.motion = plan, motion
        self.states = states_of(plan, motion)
        self.slopes = slopes_along(plan, self.states)
        self.solver = solver_of(plan, self.states, self.slopes.J)

    @property
    def determined(self) -> bool:
        """Whether the rows leave no motion free."""
        return bool(self.solver.allowed.shape[2] == 0)

    def tangents(self, every: Every) -> Tangents:
        """Return how the motion changes with every design variable."""
        rows, _ = every.partials(self.states)
        s, inverse = self.slopes, self.solver.inverse
        u = -inverse @ rows[:, 0]
        check_closed(self.plan, s.J, u, rows[:, 0], every.names, every.steps)
        w = -inverse @ (rows[:, 1] + s.rate @ u)
        b = -inverse @ (rows[:, 2] + s.acceleration @ u + s.damped @ w)
        return Tangents(u, w, b)
