"""Augmented Lagrangian method on accelerations (index 1)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import linalg

from ..arrays import Array
from .base import formulation
from .penalty import Penalised, factored
from .terms import BodyTerms

ENOUGH = 1e-14
"""What may be left of J a, relative to the largest acceleration."""

LIMIT = 50
"""Most iterations; a penalty below some 100 would need more."""


def iterated(terms: BodyTerms, alpha: Array, aim: Array, Q: Array) -> tuple[Array, Array]:
    """Return a and lam with M a = Q + J^T lam, J a = aim: multipliers take over, step by step, what the penalty holds.

    (M + J^T alpha J) a_(i+1) = M a_i + J^T alpha aim with M a_0 = Q is written for the change of a, which rounds less:
    (M + J^T alpha J) (a_(i+1) - a_i) = Q + J^T (lam_i + alpha (aim - J a_i)) - M a_i.
    """
    factor, J = factored(terms, alpha), terms.J
    a, lam, last = np.zeros_like(Q), np.zeros(len(aim)), np.inf
    for _ in range(LIMIT):
        pull = alpha * (aim - J @ a)
        a = a + linalg.cho_solve(factor, Q + J.T @ (lam + pull) - terms.times_mass(a))
        left = aim - J @ a
        lam = lam + alpha * left
        size = float(np.abs(terms.scale * left).max(initial=0.0))
        if size <= ENOUGH * (terms.scale * (np.abs(J) @ np.abs(a))).max(initial=0.0) or size > 0.9 * last:
            break
        last = size
    return a, lam


@formulation("augmented-lagrangian")
class AugmentedLagrangian(Penalised):
    """Penalty and multipliers together: (M + J^T alpha J) a_(i+1) = M a_i + J^T alpha (gamma - 2 xi w Phi' - w^2 Phi).

    It begins with M a_0 = Q, and lam_(i+1) = lam_i - alpha (J a_(i+1) - gamma + 2 xi w Phi' + w^2 Phi). Each
    iteration leaves some 1 / (1 + penalty) of the error: exact for any penalty from some 100 on, after two or
    three iterations for a large one. Redundant rows and singular positions do not disturb the matrix.

    Bayo, Garcia de Jalon and Serna (1988), Comp. Meth. Appl. Mech. Eng. 71, 183-195.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, augmented Lagrangian on accelerations"

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers."""
        return iterated(terms, self.factors(terms), self.aim(terms), terms.force)
