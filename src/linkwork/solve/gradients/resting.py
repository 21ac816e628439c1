"""How a position of equilibrium changes with the design.

Balance is N^T (Q + J^T lam) = 0 for the allowed motions N. With x0 = -J^+ Phi_p the displacement that keeps the joints
closed, u = x0 + N z, and dF(u) the change of the forces with the multipliers held,

    K z = N^T (F_p + dF(x0)),   K = -N^T dF(N).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...results.equilibrium import Equilibrium
from ..still import Still
from .held import NotSmoothError, check_closed, slopes_along, solver_of
from .prescribed import states_of
from .readings import Tangents

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .every import Every


class Resting:
    """A position of equilibrium of a plan whose drivers are held."""

    def __init__(self, plan: Plan, found: Equilibrium, t: float) -> None:
        motion = found.motion
        lam = motion.forces.multipliers[:, plan.order]
        motion.motions[:, :, 1] = 0.0  # what is left of them is rounding
        self.plan, self.motion, self.states = plan, motion, states_of(plan, motion, lam)
        self.slopes = slopes_along(plan, self.states)
        self.inverse = solver_of(plan, self.states, self.slopes.J).inverse[0]
        at = Still(plan, found.poses, t, found.start.angles(plan))
        self.N, self.K = at.N, at.K
        if np.abs(np.linalg.eigvals(at.K)).min(initial=np.inf) <= at.nothing:
            raise NotSmoothError("the equilibrium is indifferent, and some motions have no stiffness")

    def tangents(self, every: Every) -> Tangents:
        """Return how the position changes with every design variable."""
        rows, rest = every.partials(self.states)
        x0 = -self.inverse @ rows[0, 0]
        check_closed(self.plan, self.slopes.J, x0[None], rows[:, 0], every.names, every.steps)
        z = np.linalg.solve(self.K, self.N.T @ (rest[0] + self.slopes.forces[0] @ x0))
        u = (x0 + self.N @ z)[None]
        return Tangents(u, np.zeros_like(u))
