"""What formulations in natural coordinates share: accelerations, and the way back to the constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.zero import INERTIA
from ..coordinates.rank import open_tolerance, solve_min_norm
from .base import TURN
from .on_coordinates import OnCoordinates
from .terms import Terms, reduced_to

if TYPE_CHECKING:
    from ..coordinates.natural_rows import Rows
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from .natural import NaturalCoordinates


LIGHT = 1e-4
"""Mass that every coordinate has in the metric, relative to the mean: unit vectors of slender bodies have none."""


ROUNDING = 1e-15
"""Relative rounding of a sum of forces."""


class OnNatural(OnCoordinates):
    """A formulation in natural or mixed coordinates."""

    coordinates: NaturalCoordinates

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply to a mechanism, or an empty string."""
        if plan.tables["switches"].size:
            return "rigid contacts and dry friction switch equations on and off. Use formulation='reference'."
        if (plan.tables["rows"]["load"] >= 0).any():
            return "an implicit method works on reference-point coordinates. Use method='dop853'."
        return ""

    def as_coordinates(self, work: Bundle) -> NaturalCoordinates:
        """Return the coordinates with their matrices; masses may be missing."""
        self.coordinates.use(work)
        return self.coordinates

    def prepare(self) -> None:
        """Take the work arrays of the run and the metric z^T W z of the projection."""
        self.coordinates.use(self.work)
        self._at_hand: tuple[Array, Array, Array, Array] | None = None
        plan, M = self.full, self.coordinates.M
        mean = float(plan.tables["masses"]["mass"].mean())
        sizes = [plan.length**2 if part == TURN else 1.0 for part in self.coordinates.parts]
        # W = L L^T; in coordinates L^T z lengths are those of the metric.
        self._scale = np.linalg.inv(np.linalg.cholesky(M + LIGHT * mean * np.diag(sizes))).T

    # ---- state ---------------------------------------------------------------------------------

    def unpack(self, s: Array) -> None:
        """Write the state to the bodies."""
        self._write(*self._split(s))

    def _write(self, z: Array, v: Array) -> None:
        q, V = self.coordinates.bodies(z, v)
        self.work.q[:], self.work.V[:, 0] = q, V
        self._at_hand = z, v, q.copy(), V.copy()

    def _read(self) -> tuple[Array, Array]:
        """Return z and z' of the bodies: those last written where nothing has moved the bodies since."""
        if self._at_hand is not None:
            z, v, q, V = self._at_hand
            if np.array_equal(q, self.work.q) and np.array_equal(V, self.work.V[:, 0]):
                return z, v
        return self.coordinates.of_bodies(self.work.q, self.work.V[:, 0])

    def pack(self, s: Array) -> None:
        """Write the bodies to the state."""
        s[:-1] = np.concatenate(self._read())

    # ---- accelerations and projection ----------------------------------------------------------

    def solve(self, t: float, terms: Terms, v: Array) -> Array:
        """Return z'' = S c + R a with R^T M R a = R^T (Q - M S c), equation (3.32).

        R spans the allowable motions and S c is the smallest solution of J z'' = gamma, both in the metric W; rows
        may be redundant.
        """
        least, R = self._split_space(terms.J, terms.gamma, self._worst(terms))
        inertia, right = reduced_to(R, least, terms.M.__matmul__, terms.Q)
        # Forces that cancel leave their rounding; at rest it would be all there is for the step control to follow.
        right[np.abs(right) < ROUNDING * np.linalg.norm(self._scale.T @ (terms.Q - terms.M @ least))] = 0.0
        return np.asarray(least + R @ solve_min_norm(inertia, right, zero=INERTIA))

    def _split_space(self, J: Array, right: Array, gap: float) -> tuple[Array, Array]:
        """Return the smallest solution of J x = right in the metric W, and the allowable motions R.

        Where rows are redundant, and off the constraints contradict each other, all of them are met as nearly as can
        be, equation (3.15): which of them are kept would change on the way. Inside a step joints are open by `gap`.
        """
        from scipy.linalg import qr, solve_triangular

        if not J.size:
            return np.zeros(J.shape[1]), self._scale
        scaled = J @ self._scale
        sizes = self._alike(np.linalg.norm(scaled, axis=1))
        Q, upper, order = qr((scaled / sizes[:, None]).T, pivoting=True, check_finite=False)
        pivots = np.abs(np.diag(upper))
        rank = int((pivots > open_tolerance(gap) * pivots[0]).sum())
        lower, given = upper[:rank].T, (right / sizes)[order]
        if rank == len(given):
            share = solve_triangular(lower, given, lower=True, check_finite=False)
        else:
            share = solve_min_norm(lower, given)
        return self._scale @ (Q[:, :rank] @ share), self._scale @ Q[:, rank:]

    def _alike(self, sizes: Array) -> Array:
        """Return the sizes of rows, the largest for all components of a vector, 1 for rows of zeros.

        A component that is small now follows from the others but for the gaps: brought to unit length, it would not.
        """
        firsts = self.coordinates.firsts
        largest = np.maximum.reduceat(sizes, firsts)
        largest[largest == 0.0] = 1.0
        return np.repeat(largest, np.diff(firsts, append=len(sizes)))

    def project(self, t: float, closed: float) -> float:
        """Bring z and z' to the constraints by the smallest change in the metric W; return the residual left, or -1."""
        z, v = self._read()
        worst, last = 0.0, np.inf
        for _ in range(12):
            rows = self.coordinates.rows(t, z, v)
            worst = self._worst(rows)
            if worst <= closed or (worst < 1e-12 and worst > 0.1 * last):
                break
            if not worst < 0.1:
                return -1.0
            z = z + self._split_space(rows.J, -rows.Phi, worst)[0]
            last = worst
        else:
            return -1.0
        v = v + self._split_space(rows.J, -rows.slip, worst)[0]
        self._write(z, v)
        return worst

    def _worst(self, rows: Rows | Terms) -> float:
        """Return the largest residual as a displacement relative to the mechanism's size."""
        reach = np.array([1.0 if part == TURN else self.full.length for part in self.coordinates.parts])
        slopes = np.linalg.norm(rows.J * reach, axis=1)
        gaps = np.abs(rows.Phi) / np.where(slopes > 0.0, slopes, self.coordinates.row_sizes)
        return float(gaps.max(initial=0.0))
