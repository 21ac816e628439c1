"""The singularity-free momentum step, with the reactions of the joints as unknowns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of, moved, twists_of
from ..coordinates.rank import solve_min_norm
from .base import formulation
from .momenta import Momenta, times
from .reaction_space import ReactionSpace, reaction_space, spread
from .stepper import Instant, Stepper
from .terms import BodyTerms, rows_at

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


ROUNDING = 2e-15
"""Residual of the scaled rows at which Newton's iteration ends."""

OPEN = 1e-10
"""Residual of the scaled rows that a step may leave."""


class NotSolved(ArithmeticError):
    """A step did not converge; a smaller one will."""


@dataclass(frozen=True)
class Node:
    """A state where a step begins or ends: twists V as (bodies, d), terms, and where its joints can push."""

    t: float
    q: Array
    V: Array
    terms: BodyTerms
    space: ReactionSpace


@formulation("momentum")
class Momentum(Stepper):
    """Balance of linear and angular momentum over a step; the joints are closed at its end.

    With twists V, the mass matrix M(q), applied forces f, rows Phi and their Jacobian J, a step of h is

        p = M(q0) V0 + h/2 (f0 + J0^T lam0)            momentum half way
        q1 = q0 moved by h u,  M(q half way) u = p     the path to second order: (12), (18)
        Phi(q1, t1) = 0                                gives lam0: (23), (27), (31), (33), all joints at once: (36)
        M(q1) V1 = p + h/2 (f1 + J1^T lam1)            momentum at the end
        J1 V1 = nu                                     gives lam1

    Source: Huang, Yan, Jeng and Cheing, "A constrained multibody system dynamics avoiding kinematic singularities",
    whose equation numbers these are. There V1 = V0 + h a with the forces of the start alone; the second half with the
    forces of the end makes the step symmetric and thereby of second order, and leaves velocities that the joints
    allow. The joints are solved to the end, not linearised once, so that nothing drifts.

    J0 only says in which directions reactions act. What fixes them are the equations at the end of the step, which is
    why the momentum carries a mechanism through positions where J loses rank; of many possible reactions the smallest
    are taken.
    """

    WORDS: ClassVar[str] = "momentum balance over a step, reactions as unknowns; passes singular positions"
    ORDER: ClassVar[int] = 2

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply: parts that change their mode within a step."""
        if plan.tables["switches"].size:
            return "it has rigid contacts or dry friction, whose forces change within a step. Use 'reference'."
        return super().reason(plan)

    def prepare(self) -> None:
        """Make the tables of masses."""
        self.momenta = Momenta(self.full)
        self._nodes: list[tuple[Instant, Node]] = []  # the last step's ends: what begins there need not evaluate them

    def step(self, start: Instant, h: float) -> Instant | None:
        """Return the motion h after `start`, or None where no solution was found."""
        try:
            node = self._node(start)
            q1, u, p = self._path(node, h, node.space.components(start.lam))
            end = self._arrival(start.t + h, h, q1, 2.0 * u - node.V, p)
        except (NotSolved, np.linalg.LinAlgError):
            return None
        a, lam = self.solve(end.t, end.terms)
        instant = Instant(end.t, end.q, twists_of(end.V.ravel(), self.d), a, lam)
        self._nodes = [(start, node), (instant, end)]
        return instant

    def _node(self, at: Instant) -> Node:
        """Return the terms at an instant."""
        for instant, node in self._nodes:
            if instant is at:
                return node
        terms = self.terms_at(at.t, at.q, at.V)
        V = freedoms_of(at.V, self.d).reshape(-1, self.d)
        return Node(at.t, at.q, V, terms, reaction_space(terms.J, self.momenta.roots(at.q)))

    def _rows(self, t: float, q: Array) -> tuple[Array, Array]:
        """Return Phi and J at a pose."""
        work = self.work
        work.near[:] = work.turns[:, 0] + (t - work.control.time) * work.turns[:, 1]
        return rows_at(self.full, work, t, q)

    def _path(self, start: Node, h: float, z: Array) -> tuple[Array, Array, Array]:
        """Return the pose at the end, the twist on the way and the momentum half way.

        z are components of lam0. In the linear equations (36) for their change stand rows of the end, and the
        displacements under unit reactions of the start (14), (20).
        """
        space, last = start.space, np.inf
        p0 = times(start.terms.mass, start.V) + 0.5 * h * start.terms.applied
        u = start.V
        for _ in range(30):
            p = p0 + 0.5 * h * (space.pushes @ z).reshape(u.shape)
            before, (u, mobility) = u, self.momenta.middle_twist(start.q, p, h, u)
            q1 = moved(start.q, h * u.ravel(), self.d)
            Phi, J = self._rows(start.t + h, q1)
            gap = float(np.abs(space.scale * Phi).max(initial=0.0))
            if not np.isfinite(gap):
                raise NotSolved
            steady = not self.full.lifted or np.abs(u - before).max() <= 1e-13 * np.abs(u).max()
            if steady and (gap <= ROUNDING or gap > 0.5 * last):
                break
            last = gap
            A = space.scale[:, None] * (J @ spread(mobility, space.pushes))
            z = z + solve_min_norm(A, -2.0 / h**2 * space.scale * Phi)
        return self._closed(start.t + h, q1, space), u, p

    def _closed(self, t: float, q: Array, space: ReactionSpace) -> Array:
        """Close what the reactions of the start cannot: in a singular position they lack a direction."""
        for _ in range(8):
            Phi, J = self._rows(t, q)
            gap = space.scale * Phi
            if np.abs(gap).max(initial=0.0) <= 10 * ROUNDING:
                return q
            x = solve_min_norm(space.weighted(J), -gap)
            q = moved(q, space.twists(x).ravel(), self.d)
        if not np.abs(gap).max(initial=0.0) <= OPEN:
            raise NotSolved
        return q

    def _arrival(self, t: float, h: float, q: Array, V: Array, p: Array) -> Node:
        """Return the state at the end: momentum balance over the second half, velocities that the joints allow.

        Forces that depend on velocities are those at the end, found by iteration from the guess V.
        """
        W = self.momenta.weights(q)
        terms = self.terms_at(t, q, twists_of(V.ravel(), self.d))
        space = reaction_space(terms.J, self.momenta.roots(q))
        lam = np.zeros(len(terms.J))
        for _ in range(40):
            V, lam = _balanced(space, W, terms, p, V, lam, h)
            before, terms = terms, self.terms_at(t, q, twists_of(V.ravel(), self.d))
            change = np.abs(h * times(W, terms.applied - before.applied)).max(initial=0.0)
            if not np.isfinite(change):
                raise NotSolved
            if change <= 1e-14 * np.abs(V).max(initial=1e-300):
                return Node(t, q, V, terms, space)
        raise NotSolved


def _balanced(
    space: ReactionSpace, W: Array, terms: BodyTerms, p: Array, V: Array, lam: Array, h: float
) -> tuple[Array, Array]:
    """Return V and lam with M V = p + h/2 (f + J^T lam) and J V = nu, iterating with W for the inverse of M."""
    nu = terms.J @ terms.twists - terms.slip
    target = p + 0.5 * h * terms.applied
    change = np.inf
    for _ in range(60):
        free = V + times(W, target + 0.5 * h * space.forces(lam) - times(terms.mass, V))
        before, (V, impulse) = V, space.allowed(free, space.J @ free.ravel() - nu)
        lam = lam + 2.0 / h * impulse
        last, change = change, float(np.abs(V - before).max(initial=0.0))
        if change <= 1e-15 * np.abs(V).max(initial=0.0) or change >= last:
            break
    return V, lam
