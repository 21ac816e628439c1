"""Accelerations and multipliers that changes of forces and rows cause at stored states, and their co-vectors back.

By the motions that the rows allow, with the masses as they are: whatever a body weighs, and whether or not equations
are redundant.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...formulations.terms import block_diagonal, body_masses
from ..states import States
from .held import Solver, left_over, slopes_along, solver_of

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

PIECE = 2_000_000
"""Numbers of the largest array that is held at a time."""


class Accelerations:
    """M b = forces + J^T dlam and J b = -rows at every state.

    Parameters
    ----------
    plan : Plan
    states : States
    solver : Solver
        Of the rows.
    """

    def __init__(self, plan: Plan, states: States, solver: Solver) -> None:
        self.inverse, self.N = solver.inverse, solver.allowed
        masses = [body_masses(plan, q, V)[0] for q, V in zip(states.poses, states.motions[:, :, 0], strict=True)]
        self.M = np.array([block_diagonal(mass) for mass in masses])
        self.reduced = self.N.transpose(0, 2, 1) @ self.M @ self.N

    def forth(self, forces: Array, rows: Array) -> Array:
        """Return b (t, n, k) of changes of forces (t, n, k) and of the accelerations of rows (t, rows, k)."""
        x = -self.inverse @ rows
        return np.asarray(x + self._allowed(forces - self.M @ x))

    def back(self, beta: Array, alpha: Array) -> tuple[Array, Array]:
        """Return mu (t, n) and nu (t, rows) with beta b + alpha dlam = mu forces - nu rows.

        Multipliers are the smallest that there are: those that are not unique are refused before they are read.
        """
        of_forces = -self.inverse @ alpha[:, :, None]  # dlam = (J^-1)^T (M b - forces)
        of_motions = beta[:, :, None] - self.M @ of_forces
        along = self._allowed(of_motions)
        of_rows = self.inverse.transpose(0, 2, 1) @ (of_motions - self.M @ along)
        return (of_forces + along)[:, :, 0], of_rows[:, :, 0]

    def _allowed(self, forces: Array) -> Array:
        """Return the accelerations that the rows allow under forces."""
        return np.asarray(self.N @ np.linalg.solve(self.reduced, self.N.transpose(0, 2, 1) @ forces))


def solved_back(plan: Plan, states: States, beta: Array, alpha: Array) -> tuple[States, Array, Array, Array]:
    """Return what co-vectors of accelerations and multipliers are by displacements and velocities (t, 2 n).

    And mu (t, n) and nu (t, rows), which multiply what the design changes of forces and rows; before all of them, the
    states with the multipliers that leave no forces over: those at hand may be for teeth on their other flanks.
    """
    n, found = plan.coordinates, []
    many = max(1, PIECE // (2 * n * max(3 * alpha.shape[1], n, 1)))
    for first in range(0, len(states.times), many):
        here = slice(first, first + many)
        some = states[here]
        solver = solver_of(plan, some, slopes_along(plan, some).J)
        _, rest = left_over(plan, some)
        lam = some.multipliers - (rest[:, None] @ solver.inverse)[:, 0]
        some = replace(some, multipliers=np.ascontiguousarray(lam))
        slopes = slopes_along(plan, some)
        mu, nu = Accelerations(plan, some, solver).back(beta[here], alpha[here])
        by_u = mu[:, None] @ slopes.forces - nu[:, None] @ slopes.acceleration
        by_w = mu[:, None] @ slopes.drag - nu[:, None] @ slopes.damped
        found.append((lam, np.concatenate([by_u, by_w], axis=2)[:, 0], mu, nu))
    lam, back, mu, nu = (np.concatenate(part) for part in zip(*found, strict=True))
    return replace(states, multipliers=lam), back, mu, nu
