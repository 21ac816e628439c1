"""Augmented Lagrangian method on positions (index 3), with projections: an implicit step."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import linalg

from ..arrays import Array
from ..base.poses import freedoms_of, largest, moved, twists_of
from .augmented_lagrangian import iterated
from .base import formulation
from .penalty import factored, row_factors
from .stepper import Instant, Stepper
from .terms import BodyTerms

LIMIT = 20
"""Most iterations of a step."""

SLOW = 6
"""Iterations of a step after which the slopes of the forces are found anew."""

SMALL = 1e-7
"""Of positions and velocities: step of numerical derivatives of the forces, relative to the mechanism's size."""


@formulation("augmented-lagrangian-3")
class AugmentedLagrangian3(Stepper):
    """The trapezoidal rule with the positions at the end of the step as unknowns, joints held by penalties.

    With x the displacement of the step, v = 2 x / h - v0 and a = 4 x / h^2 - 4 v0 / h - a0, Newton's iteration on

        M a = Q(q, v, t) + J^T (lam - alpha Phi),   lam <- lam - alpha Phi after each iteration

    closes the joints to rounding. The rule leaves velocities and accelerations beside the constraints; they are then
    projected on them in the metric of the masses: J v = nu, J a = gamma. The matrix of the iteration is
    M + h C / 2 + h^2 (K + J^T alpha J) / 4 with stiffness K and damping C of the forces; redundant rows and singular
    positions do not disturb it. alpha is the penalty relative to M in this matrix: it grows as 4 / h^2.

    Bayo and Ledesma (1996), Nonlinear Dynamics 9, 113-130; Cuadrado, Cardenal and Bayo (1997), Multibody System
    Dynamics 1, 259-280. Order two; energy is not damped.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, augmented Lagrangian on positions, implicit of order two"

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers at a given state: the iteration of index 1."""
        return iterated(terms, self._factors(terms), terms.gamma, terms.force)

    def _factors(self, terms: BodyTerms) -> Array:
        """Return the penalty times the mass that each row moves."""
        return row_factors(terms, self.full.weight, self.options.penalty)

    def prepare(self) -> None:
        """Begin without slopes of the forces."""
        self._slopes: tuple[Array, Array] | None = None

    def step(self, start: Instant, h: float) -> Instant | None:
        """Return the motion h later, or None where the iteration does not converge.

        Slopes of the forces, which only guide the iteration, are kept from step to step as long as they serve.
        """
        kept = self._slopes is not None
        if not kept:
            self._slopes = self._slopes_at(start)
        end = self._iterated(start, h)
        if end is None and kept:
            self._slopes = None
            return self.step(start, h)
        return end

    def _iterated(self, start: Instant, h: float) -> Instant | None:
        """Return the motion h later by Newton's iteration with the slopes at hand."""
        t, d, v0 = start.t + h, self.d, freedoms_of(start.V, self.d)
        x, lam, last = h * v0 + 0.5 * h * h * start.a, start.lam, np.inf
        enough = max(1e-3 * self.work.control.tol, 1e-13)
        slopes = None if self._slopes is None else 0.25 * h * h * self._slopes[0] + 0.5 * h * self._slopes[1]
        for k in range(LIMIT):
            v = 2.0 * x / h - v0
            a = 2.0 * (v - v0) / h - start.a
            terms = self.terms_at(t, moved(start.q, x, d), twists_of(v, d))
            alpha = self._factors(terms)
            pull = 4.0 / (h * h) * alpha * terms.Phi
            lam = lam - pull if k else lam  # what the penalty held in the last iteration
            left = terms.force + terms.J.T @ (lam - pull) - terms.times_mass(a)
            dx = self._solved(terms, alpha, slopes, 0.25 * h * h * left)
            x = x + dx
            size = largest(dx, d, self.work.control.length)
            if size <= enough:
                self._slopes = self._slopes if k < SLOW else None
                return self._projected(t, start, h, x)
            if k > 2 and not size < last:
                return None
            last = size
        return None

    def _solved(self, terms: BodyTerms, alpha: Array, slopes: Array | None, right: Array) -> Array:
        """Return (M + h C / 2 + h^2 K / 4 + J^T alpha J)^-1 times the right side."""
        if slopes is None:
            return np.asarray(linalg.cho_solve(factored(terms, alpha), right))
        matrix = terms.mass_matrix + slopes + (terms.J.T * alpha) @ terms.J
        return np.asarray(np.linalg.solve(matrix, right))

    def _slopes_at(self, start: Instant) -> tuple[Array, Array] | None:
        """Return stiffness K and damping C of the forces at an instant, by differences; None without forces."""
        if not self.full.loads:
            return None
        d, n, small = self.d, start.a.size, SMALL * float(self.work.control.length)
        at = self.terms_at(start.t, start.q, start.V).applied.ravel()
        by_x, by_v = np.zeros((n, n)), np.zeros((n, n))
        for k, unit in enumerate(small * np.eye(n)):
            by_x[:, k] = at - self.terms_at(start.t, moved(start.q, unit, d), start.V).applied.ravel()
            by_v[:, k] = at - self.terms_at(start.t, start.q, start.V + twists_of(unit, d)).applied.ravel()
        return by_x / small, by_v / small

    def _projected(self, t: float, start: Instant, h: float, x: Array) -> Instant:
        """Return the end of the step with velocities and accelerations on the constraints."""
        d, v0 = self.d, freedoms_of(start.V, self.d)
        v = 2.0 * x / h - v0
        q = moved(start.q, x, d)
        terms = self.terms_at(t, q, twists_of(v, d))
        v = v - self._onto(terms, terms.slip)
        terms = self.terms_at(t, q, twists_of(v, d))
        a = 2.0 * (2.0 * x / h - 2.0 * v0) / h - start.a
        a = a - self._onto(terms, terms.J @ a - terms.gamma)
        return Instant(t, q, twists_of(v, d), a, terms.multipliers(a))

    def _onto(self, terms: BodyTerms, residual: Array) -> Array:
        """Return the smallest change, masses counted, that removes a residual: M y = J^T mu, J y = residual."""
        return iterated(terms, self._factors(terms), residual, np.zeros(terms.J.shape[1]))[0]
