"""The map from the rates of a spanning tree to the twists of all bodies: t = T_tree theta'.

The equations A of the tree's joints and the rates G that complete them form a square matrix:

    [ A ]        [ 0      ]          [ A ]         [ gamma_A          ]
    [ G ] t  =   [ theta' ]   and    [ G ] t'  =   [ theta'' + gamma_G ]

so that one linear solve gives T_tree (columns: unit rates) and b = T_tree' theta' (right sides gamma alone), with
rows and their second derivatives from the kernels: exact, and the same for every joint.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.poses import shift_count
from ..base.rotation import matrices
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import solve_min_norm
from ..kernels.dynamics.dynamics import appraise, carry
from ..kernels.kinematics.motion import linearise
from ..model.equations import Equation
from .jacobian_rate import jacobian_rate
from .joint_tree import Branch, Rate, branches
from .on_body_rows import ReferenceCoordinates
from .terms import BodyTerms, dense_rows

GOOD = 0.2
"""A candidate is taken in its turn while this much of it is new."""


@dataclass(frozen=True)
class TreeTerms:
    """The tree at one state.

    Attributes
    ----------
    names : list of str
        Of the rates.
    T : array, shape (bodies * d, rates)
    bias : array, shape (bodies * d,)
        T' theta'.
    rates : array, shape (rates,)
        theta'.
    rest : list of int
        Rows of the plan's table that the tree does not hold: loops, drivers, further equations.
    units : array, shape (rates,)
        What makes slides and turns comparable: 1, 1 / length [1/m].
    held, chosen : list of int
        Rows of the table that the tree holds, and which of the candidates are its rates.
    K : array, shape (bodies * d, bodies * d)
        Rows held, then rows of the rates.
    """

    names: list[str]
    T: Array
    bias: Array
    rates: Array
    rest: list[int]
    units: Array
    held: list[int]
    chosen: list[int]
    K: Array


class TwistMap:
    """The spanning tree of a plan with the rows of its rates."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tree = plan, branches(plan)
        self.rates: list[Rate] = [rate for branch in self.tree for rate in branch.rates]
        gauges = [r for r in self.rates if r.gauge is not None]
        equations = [Equation(r.name, False, f"rate of {r.name}", (r.gauge,)) for r in gauges if r.gauge is not None]
        self.units = np.array([1.0 if r.is_slide else 1.0 / plan.length for r in self.rates])
        self.measured = make_plan(plan.resolved, equations, plan.writer)
        self.place = {r.name: int(row) for r, row in zip(gauges, self.measured.position_in_table, strict=True)}
        self.work = self.measured.bundle()

    def at(self, t: float, terms: BodyTerms) -> TreeTerms:
        """Return the tree at a state."""
        G, gamma = self._candidates(t, terms)
        rows, chosen = self._choice(terms.J, G)
        taken = np.array(chosen, dtype=int)
        K = np.vstack([terms.J[rows], G[taken]])
        right = np.zeros((len(K), 1 + len(chosen)))
        right[len(rows) :, 1:] = np.eye(len(chosen))
        right[:, 0] = np.concatenate([terms.gamma[rows], gamma[taken]])
        scale = 1.0 / np.linalg.norm(K * terms.units, axis=1, keepdims=True)
        solved = terms.units[:, None] * np.linalg.solve(scale * K * terms.units, scale * right)
        rest = [i for i in range(len(terms.J)) if i not in set(rows)]
        names = [self.rates[i].name for i in chosen]
        rates, units = G[taken] @ terms.twists, self.units[taken]
        return TreeTerms(names, solved[:, 1:], solved[:, 0], rates, rest, units, rows, chosen, K)

    def rate(self, t: float, terms: BodyTerms, tree: TreeTerms, A_dot: Array) -> Array:
        """Return the time derivative of T (bodies * d, rates): K T' = -K' T, for K T = (0, 1).

        `A_dot` (rows, bodies * d) is that of all rows of the table.
        """
        G_dot = np.zeros((len(self.rates), self.plan.coordinates))
        measured = ReferenceCoordinates(self.measured)
        gauges = iter(jacobian_rate(measured, t, terms.q.ravel(), terms.twists))
        for row, rate in zip(G_dot, self.rates, strict=True):
            if rate.gauge is not None:
                row[:] = next(gauges)
            else:
                u, w1, _ = self._axis(rate, terms)
                self._write(rate, np.cross(w1, u), row.reshape(-1, self.plan.freedoms))
        K_dot = np.vstack([A_dot[tree.held], G_dot[np.array(tree.chosen, int)]])
        return solve_min_norm(tree.K, -K_dot @ tree.T, 1.0 / np.linalg.norm(tree.K * terms.units, axis=1), terms.units)

    def _candidates(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return rows (rates, bodies * d) and right sides of all candidates."""
        work, d = self.work, self.plan.freedoms
        work.q[:], work.V[:, 0] = terms.q, terms.V
        carry(work.H)
        linearise(work.H, t, work.q)
        appraise(work.H, t)
        J = dense_rows(self.measured, work)
        G, gamma = np.zeros((len(self.rates), self.plan.coordinates)), np.zeros(len(self.rates))
        for i, rate in enumerate(self.rates):
            if rate.gauge is not None:
                G[i], gamma[i] = J[self.place[rate.name]], work.rhs[self.place[rate.name]]
            else:
                gamma[i] = self._spin(rate, terms, G[i].reshape(-1, d))
        return G, gamma

    def _spin(self, rate: Rate, terms: BodyTerms, row: Array) -> float:
        """Write the row u . (w_second - w_first) of a spin; return -u' . (w_second - w_first)."""
        u, w1, w2 = self._axis(rate, terms)
        self._write(rate, u, row)
        return -float(np.cross(w1, u) @ (w2 - w1))

    def _axis(self, rate: Rate, terms: BodyTerms) -> tuple[Array, Array, Array]:
        """Return the axis u of a spin in ground axes, and the angular velocities of the two bodies."""
        assert rate.axis is not None
        u, w1, w2 = np.array(rate.axis.xyz), np.zeros(3), np.zeros(3)
        if rate.first >= 0:
            u, w1 = matrices(terms.q[rate.first, 3:]) @ u, terms.V[rate.first, 3:]
        return u, w1, terms.V[rate.second, 3:] if rate.second >= 0 else w2

    def _write(self, rate: Rate, u: Array, row: Array) -> None:
        """Write the row u . (w_second - w_first) of a spin (bodies, d)."""
        turns, own = (slice(2, 3), u[2:]) if self.plan.freedoms == 3 else (slice(3, 6), u)
        if rate.first >= 0:
            row[rate.first, turns] = -own
        if rate.second >= 0:
            row[rate.second, turns] = own

    def _choice(self, J: Array, G: Array) -> tuple[list[int], list[int]]:
        """Return rows of the table and candidates that together determine every child when its parent is known."""
        rows: list[int] = []
        chosen: list[int] = []
        start = 0
        for branch in self.tree:
            candidates = list(range(start, start + len(branch.rates)))
            start += len(branch.rates)
            held, rates = self._complete(branch, J, G, candidates)
            rows += held
            chosen += rates
        return rows, chosen

    def _complete(self, branch: Branch, J: Array, G: Array, candidates: list[int]) -> tuple[list[int], list[int]]:
        """Return independent rows of a joint and the candidates that complete them, the first ones preferred."""
        d, shifts = self.plan.freedoms, shift_count(self.plan.freedoms)
        scale = np.array([1.0] * shifts + [1.0 / self.plan.length] * (d - shifts))
        block = slice(branch.child * d, (branch.child + 1) * d)
        new = _Basis(d)
        held = [i for i in branch.rows if new.add(J[i, block] * scale, 1e-6)]
        rates = [i for i in candidates if new.add(G[i, block] * scale, GOOD)]
        while len(new.vectors) < d:
            left = [new.left(G[i, block] * scale) for i in candidates]
            rates.append(candidates[int(np.argmax(left))])
            new.add(G[rates[-1], block] * scale, 0.0)
        return held, rates


class _Basis:
    """Orthonormal vectors, taken up one by one."""

    def __init__(self, size: int) -> None:
        self.vectors = np.zeros((0, size))

    def _rest(self, row: Array) -> Array:
        size = np.linalg.norm(row)
        unit = row / size if size > 0 else row
        unit = unit - self.vectors.T @ (self.vectors @ unit)
        return np.asarray(unit - self.vectors.T @ (self.vectors @ unit))

    def left(self, row: Array) -> float:
        """Return the share of a row that is new."""
        return float(np.linalg.norm(self._rest(row)))

    def add(self, row: Array, least: float) -> bool:
        """Take up a row if more than `least` of it is new."""
        rest = self._rest(row)
        size = float(np.linalg.norm(rest))
        if len(self.vectors) == len(rest) or size <= least:
            return False
        self.vectors = np.vstack([self.vectors, rest / size])
        return True
