"""The constraint equations in natural coordinates, with their Jacobian and right sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..kernels.dynamics.dynamics import appraise
from ..kernels.kinematics.given import rates_wanted
from ..kernels.tables.bundle import Bundle
from ..model.equations import Site
from .names import equation_meanings
from .natural import Natural
from .natural_layout import Linear
from .natural_rigid import Condition

FLAT = 1e-12
"""A gradient below this part of what it could be is rounding: its equation is fulfilled by shared points alone."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Constraint equations at one state: Phi = 0, J v = nu (slip = J v - nu), J v' = gamma.

    Attributes
    ----------
    Phi, slip, gamma : array, shape (m,)
    J : array, shape (m, n)
    """

    Phi: Array
    J: Array
    slip: Array
    gamma: Array

    def then(self, other: Rows) -> Rows:
        """Return these rows followed by others."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("Phi", "J", "slip", "gamma"))
        return Rows(*(np.concatenate(pair) for pair in pairs))

    def stabilised(self, alpha: float, beta: float) -> Rows:
        """Return the rows with Baumgarte's terms in the right side of the accelerations."""
        return Rows(self.Phi, self.J, self.slip, self.gamma - 2.0 * alpha * self.slip - beta**2 * self.Phi)

    def without_rounding(self, reach: Array, sizes: Array) -> Rows:
        """Return the rows with nothing in place of gradients that are rounding.

        A motion by `reach` (n,), the size of the mechanism or 1 for a unit vector, changes a row by as much as its
        residual is measured against, `sizes` (m,); what changes it by next to nothing does not change it.
        """
        counts = np.linalg.norm(self.J * reach, axis=1) > FLAT * sizes
        return Rows(self.Phi, self.J * counts[:, None], self.slip * counts, self.gamma * counts)


class RigidRows:
    """The rigid-body conditions as arrays; see `natural_rigid`."""

    def __init__(self, conditions: Sequence[Condition], dim: int, n: int) -> None:
        self.dim, self.n = dim, n
        of = {kind: [c for c in conditions if c.kind == kind] for kind in ("combination", "axis")}
        products = [c for c in conditions if c.kind not in of]
        self.A, self.a = stacked([c.a for c in products], dim, n)
        self.B, self.b = stacked([c.b for c in products], dim, n)
        self.value = np.array([c.value for c in products])
        sums = [c.a for c in of["combination"]]
        self.L, self.l = (part.reshape(len(sums) * dim, *part.shape[2:]) for part in stacked(sums, dim, n))
        self.lines = [(c.a, c.b) for c in of["axis"]]
        order = [*products, *of["combination"], *of["axis"]]
        self.words = [words for c in order for words in c.row_words()]
        self.degrees = np.array([c.degree for c in order for _ in range(c.rows)], int)
        self.firsts = np.cumsum([0, *(c.rows for c in order)])[:-1]

    def third(self, v: Array, a: Array) -> Array:
        """Return the right side of the third derivatives: -3 (a'' b' + a' b'') of every product a b, else zero."""
        products = -3.0 * ((self.A @ a) * (self.B @ v) + (self.A @ v) * (self.B @ a)).sum(axis=1)
        pairs = [(arm.A @ v, arm.A @ a, axis.A @ v, axis.A @ a) for arm, axis in self.lines]
        lines = [-3.0 * (np.cross(dda, du) + np.cross(da, ddu)) for da, dda, du, ddu in pairs]
        return np.concatenate([products, np.zeros(len(self.L)), *lines])

    def evaluate(self, z: Array, v: Array) -> Rows:
        """Return the rows: products, then combinations, then points on axes."""
        a, b, da, db = self.A @ z + self.a, self.B @ z + self.b, self.A @ v, self.B @ v
        J = np.einsum("mi,min->mn", a, self.B) + np.einsum("mi,min->mn", b, self.A)
        rows = Rows((a * b).sum(axis=1) - self.value, J, J @ v, -2.0 * (da * db).sum(axis=1))
        rows = rows.then(Rows(self.L @ z + self.l, self.L, self.L @ v, np.zeros(len(self.L))))
        for line in self.lines:
            rows = rows.then(_on_axis(*line, z, v))
        return rows


def _on_axis(arm: Linear, axis: Linear, z: Array, v: Array) -> Rows:
    """Return (p_b - p_a) x u = 0."""
    d, u = arm.A @ z + arm.a, axis.A @ z + axis.a
    J = np.cross(d, axis.A.T).T - np.cross(u, arm.A.T).T
    return Rows(np.cross(d, u), J, J @ v, -2.0 * np.cross(arm.A @ v, axis.A @ v))


class KeptRows:
    """Equations of joints and drivers that sharing does not fulfil, by the measures of the plan.

    Features have constant weights in the coordinates, so that they do not accelerate while z'' = 0: the measures'
    second derivatives are then those of the right side.
    """

    def __init__(self, natural: Natural) -> None:
        self.natural, self.plan = natural, natural.plan
        tables = self.plan.tables
        self.table_rows = self.plan.position_in_table[natural.kept]
        meanings = equation_meanings(self.plan)
        self.words = [meanings[i] for i in natural.kept]
        own = tables["features"][tables["features"]["body"] >= 0]
        self.C, self.c = stacked([natural.feature(self._site(f)) for f in own], natural.dim, natural.n)
        self.heights = own["z"]
        self.shares = np.array(list(self._shares()), np.int64).reshape(-1, 5).T

    def _shares(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield what changes the rows: row, term, measure, the place of a feature in it, and that feature of a body.

        Places without a feature repeat the first one; their gradients are zero.
        """
        tables = self.plan.tables
        for k, row in enumerate(tables["rows"][self.table_rows]):
            for term in range(row["first"], row["last"]):
                measure = tables["terms"]["measure"][term]
                for slot in range(5):
                    feature = tables["measures"][f"f{slot}"][measure]
                    if feature < len(self.C):
                        yield k, term, measure, slot, feature

    def _site(self, feature: np.void) -> Site:
        """Return a feature of the table, whose points are relative to the centre of mass, as a site."""
        at = np.array([feature["x"], feature["y"], feature["z"]])
        if not feature["vector"]:
            at = at + self.plan.resolved.solids[feature["body"]].com
        return Site(int(feature["body"]), bool(feature["vector"]), (float(at[0]), float(at[1]), float(at[2])))

    def evaluate(self, work: Bundle, t: float, z: Array, v: Array) -> Rows:
        """Return the rows in the user's order; Baumgarte's terms are in gamma where they are asked for."""
        dim, count = self.natural.dim, len(self.C)
        self.plan.at_time(work, t)
        work.X[:count] = 0.0
        work.X[:count, 0, :dim] = self.C @ z + self.c
        if dim == 2:
            work.X[:count, 0, 2] = self.heights
        work.X[:count, 1, :dim] = self.C @ v
        appraise(work.H, float(t))
        self.plan.programs.reraise()
        at = self.table_rows
        return Rows(work.Phi[at], self._jacobian(work), work.y[at], work.rhs[at])

    def third(self, work: Bundle, t: float, a: Array) -> Array:
        """Return the right side of the third derivatives at the state of the last `evaluate`, z'' = a."""
        count, dim = len(self.C), self.natural.dim
        work.X[:count, 2, :dim] = self.C @ a
        work.X[:count, 3] = 0.0
        rates_wanted(work.H, float(t), 3)
        self.plan.programs.reraise()
        return np.asarray(work.rhs[self.table_rows])

    def _jacobian(self, work: Bundle) -> Array:
        rows, terms, measures, slots, features = self.shares
        gradients = work.coef[terms, None] * work.G[measures, slots, : self.natural.dim]
        J = np.zeros((len(self.table_rows), self.natural.n))
        np.add.at(J, rows, np.einsum("sd,sdn->sn", gradients, self.C[features]))
        return J


def baumgarte(work: Bundle) -> tuple[float, float]:
    """Return Baumgarte's alpha and beta of a run."""
    return float(work.control.alpha), float(work.control.beta)


def stacked(items: Sequence[Linear], dim: int, n: int) -> tuple[Array, Array]:
    """Return weights (count, dim, n) and constants (count, dim) of several points or vectors."""
    shape = (len(items), dim)
    return np.array([i.A for i in items]).reshape(*shape, n), np.array([i.a for i in items]).reshape(shape)
