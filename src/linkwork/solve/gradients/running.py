"""How a simulated motion changes with the design: the variational equations along the run.

With u the displacement of the bodies, w the change of their velocities, a unit of a design variable,

    u' = w + Omega u (turns only),   w' = A_u u + A_w w + a_p,

where the accelerations change by b with M b = dF + J^T dlam and J b = -(change of the rows' accelerations): what the
kernels tell with accelerations and multipliers held. The equations are linear and the same for all design variables.
They are solved on the panels of `panels`, on the states of the run itself, so that the control of steps adds no noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, Ints
from ...base.poses import skew
from ...formulations.terms import block_diagonal, body_masses
from ...results.dynamics import DynamicMotion
from ..run import Run
from ..states import States
from ..watching import watched_plan
from .held import Solver, slopes_along, solver_of
from .multipliers import weighted_parts
from .panels import SAFE, STAGES, TABLEAUS, node_times, track_ends
from .prescribed import states_of
from .reads import Read

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .every import Every

PIECE = 2_000_000
"""Numbers of the largest array that is held at a time."""


class Direct:
    """The derivatives of what is read of a run, by the change of its states with every design variable.

    Parameters
    ----------
    plan : Plan
    run : Run
        That has kept its states.
    every : Every
    begin : array, shape (2 n, variables)
        Change of the state at the start.
    reads : list of Read
    """

    def __init__(self, plan: Plan, run: Run, every: Every, begin: Array, reads: Sequence[Read]) -> None:
        self.plan, self.run, self.every, self.begin = plan, run, every, begin
        parts = weighted_parts(plan)
        self.reads = [(read.here.time, *read.slopes(every, parts)) for read in reads]

    def slopes(self, steps: float) -> tuple[Array, Array]:
        """Return the derivatives (variables,) with so many steps of the run to a panel, and how well they are known."""
        times = np.unique(np.concatenate([time for time, _, _ in self.reads]))
        ends = track_ends(self.run, steps, times)
        found = np.tile(self.begin, (len(times), 2, 1, 1))
        if len(ends) > 1:
            times_there = np.append(ends[0], node_times(ends))
            again = Run(watched_plan(self.plan), self.run.begin, times_there, self.run.settings)
            again.go(lambda _: None)
            motion = again.result(self.plan.model, "")
            found = Running(self.plan, motion, ends).propagated(self.every, self.begin, np.searchsorted(ends, times))
        total = np.zeros((2, self.begin.shape[1]))
        for time, covectors, held in self.reads:
            total += held + np.einsum("tn,twnv->wv", covectors, found[np.searchsorted(times, time)])
        return total[0], SAFE * np.abs(total[1] - total[0])


class Running:
    """The variational equations along a run that was stored at its start and at the nodes of panels.

    Parameters
    ----------
    plan : Plan
        Of the mechanism, without events.
    run : DynamicMotion
    ends : array
        Of the intervals [s].
    """

    def __init__(self, plan: Plan, run: DynamicMotion, ends: Array) -> None:
        self.plan, self.ends = plan, ends
        lam = run.forces.multipliers[:, plan.order]
        self.states = states_of(plan, run, lam)

    def propagated(self, every: Every, start: Array, wanted: Ints) -> Array:
        """Return (u, w) at the ends numbered `wanted`, shape (wanted, 2, 2 n, variables).

        By the collocation and, second, by the method of one order less.

        start : array, shape (2 n, variables)
        """
        y = np.stack([start, start])
        found = {0: y}
        for first, A, B in self._pieces(every):
            h = np.diff(self.ends)[first : first + len(A)]
            step = np.stack([_steps(h, a, A, B) for a in TABLEAUS], axis=1)
            for k in range(len(A)):
                y = y + step[k, :, :, : len(start)] @ y + step[k, :, :, len(start) :]
                found[first + k + 1] = y
        return np.array([found[int(k)] for k in wanted])

    def _pieces(self, every: Every) -> Iterator[tuple[int, Array, Array]]:
        """Yield the first panel, and A and B of its stages and of those after it."""
        n, rows = self.plan.coordinates, len(self.plan.equations)
        many = max(1, PIECE // (STAGES * 2 * n * max(3 * rows, n, 1)))
        for first in range(0, len(self.ends) - 1, many):
            last = min(first + many, len(self.ends) - 1)
            nodes = 1 + np.arange(first * STAGES, last * STAGES).reshape(-1, STAGES)
            yield first, *self._equations(nodes, every)

    def _equations(self, nodes: Ints, every: Every) -> tuple[Array, Array]:
        states = self.states[nodes.ravel()]
        count, n, d = len(states.times), self.plan.coordinates, self.plan.freedoms
        slopes = slopes_along(self.plan, states)
        free = _Free(self.plan, states, solver_of(self.plan, states, slopes.J))
        A, B = np.zeros((count, 2 * n, 2 * n)), np.zeros((count, 2 * n, len(every.names)))
        A[:, :n, n:] = np.eye(n)
        if d == 6:
            spins = skew(states.motions[:, :, 0, 3:].reshape(-1, 3)).reshape(count, n // d, 3, 3)
            for body in range(n // d):
                turn = slice(body * d + 3, body * d + 6)
                A[:, turn, turn] = spins[:, body]
        A[:, n:, :n] = free.accelerations(slopes.forces, slopes.acceleration)
        A[:, n:, n:] = free.accelerations(slopes.drag, slopes.damped)
        rows, rest = every.partials(states)
        B[:, n:] = free.accelerations(rest, rows[:, 2])
        shape = nodes.shape
        return A.reshape(*shape, 2 * n, 2 * n), B.reshape(*shape, 2 * n, len(every.names))


def _steps(h: Array, a: Array, A: Array, B: Array) -> Array:
    """Return by what each panel changes y = (u, w), a unit of y and, behind, of every variable (k, 2 n, 2 n + v)."""
    count, stages, size, _ = A.shape
    coupled = np.einsum("k,ij,kiab->kiajb", h, a, A).reshape(count, stages * size, stages * size)
    right = np.concatenate([A, B], axis=3).reshape(count, stages * size, -1)
    K = np.linalg.solve(np.eye(stages * size) - coupled, right).reshape(count, stages, size, -1)
    return np.asarray(h[:, None, None] * np.einsum("i,kiab->kab", a[-1], K))


class _Free:
    """Accelerations that changes of forces and rows cause, at every state."""

    def __init__(self, plan: Plan, states: States, solver: Solver) -> None:
        self.inverse, self.N = solver.inverse, solver.allowed
        masses = [body_masses(plan, q, V)[0] for q, V in zip(states.poses, states.motions[:, :, 0], strict=True)]
        self.M = np.array([block_diagonal(mass) for mass in masses])
        self.reduced = self.N.transpose(0, 2, 1) @ self.M @ self.N

    def accelerations(self, forces: Array, rows: Array) -> Array:
        """Return b (t, n, k) with M b = forces + J^T dlam and J b = -rows."""
        x = -self.inverse @ rows
        z = np.linalg.solve(self.reduced, self.N.transpose(0, 2, 1) @ (forces - self.M @ x))
        return np.asarray(x + self.N @ z)
