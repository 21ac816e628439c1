"""How a simulated motion changes with the design: the variational equations along the run.

With u the displacement of the bodies, w the change of their velocities, a unit of a design variable,

    u' = w + Omega u (turns only),   w' = A_u u + A_w w + a_p,

where the accelerations change by b with M b = dF + J^T dlam and J b = -(change of the rows' accelerations): what the
kernels tell with accelerations and multipliers held. The equations are linear and the same for all design variables.
They are solved on the panels of `panels`, on the states of the run itself, so that the control of steps adds no noise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, Ints
from ...base.poses import skew
from ...kernels.runs.going_back import LEFT, ROUNDS
from ...results.dynamics import DynamicMotion
from ..run import Run
from ..watching import watched_plan
from .accelerations import PIECE, Accelerations
from .held import TurnedError, slopes_along, solver_of
from .panels import STAGES, TABLEAUS, Asked, node_times
from .prescribed import states_of
from .way import Way

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .every import Every


class Direct(Way):
    """By the change of all states with every design variable."""

    def over(self, ends: Array, asked: Asked) -> Array:
        """Return what is read at the nodes of panels (2, variables), by both methods."""
        plan, times = self.reads.plan, np.append(ends[0], node_times(ends))
        again = Run(watched_plan(plan), self.run.begin, times, self.run.settings)
        again.go(lambda _: None)
        running = Running(plan, again.result(plan.model, ""), ends)
        return running.read(self.reads.every, self.begin, asked)


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

    def read(self, every: Every, start: Array, asked: Asked) -> Array:
        """Return what is read at the nodes (2, variables), by the collocation and by the method of one order less.

        start : array, shape (2 n, variables)
        """
        y = np.stack([start, start])
        found, covectors = np.zeros((len(y), start.shape[1])), np.zeros((len(self.states.times) - 1, *y.shape[:2]))
        covectors[asked.nodes] = asked.covectors
        for first, A, B in self._pieces(every):
            for k in range(first, first + len(A)):
                wanted = covectors[k * STAGES : (k + 1) * STAGES]
                h = self.ends[k + 1] - self.ends[k]
                for way, a in enumerate(TABLEAUS):
                    at_nodes = _at_nodes(h * a, A[k - first], B[k - first], y[way])
                    if at_nodes is None:
                        raise TurnedError("the equations are too stiff", float(self.ends[k + 1]))
                    found[way] += np.einsum("in,inv->v", wanted[:, way], at_nodes)
                    y[way] = at_nodes[-1]
        return found

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
        free = Accelerations(self.plan, states, solver_of(self.plan, states, slopes.J))
        A, B = np.zeros((count, 2 * n, 2 * n)), np.zeros((count, 2 * n, len(every.names)))
        A[:, :n, n:] = np.eye(n)
        if d == 6:
            spins = skew(states.motions[:, :, 0, 3:].reshape(-1, 3)).reshape(count, n // d, 3, 3)
            for body in range(n // d):
                turn = slice(body * d + 3, body * d + 6)
                A[:, turn, turn] = spins[:, body]
        A[:, n:, :n] = free.forth(slopes.forces, slopes.acceleration)
        A[:, n:, n:] = free.forth(slopes.drag, slopes.damped)
        rows, rest = every.partials(states)
        B[:, n:] = free.forth(rest, rows[:, 2])
        shape = nodes.shape
        return A.reshape(*shape, 2 * n, 2 * n), B.reshape(*shape, 2 * n, len(every.names))


def _at_nodes(a: Array, A: Array, B: Array, y: Array) -> Array | None:
    """Return y at the nodes of a panel (stages, 2 n, v), from where it begins: y_i = y + sum_j a_ij (A_j y_j + B_j).

    a is that of the method times the length of the panel, so small that y_i can be put in again and again; None where
    it is not.
    """
    given = y + np.tensordot(a, B, axes=1)
    found = given
    for _ in range(ROUNDS):
        before, found = found, given + np.tensordot(a, A @ found, axes=1)
        if np.abs(found - before).max() <= LEFT * np.abs(found).max():
            return np.asarray(found)
    return None
