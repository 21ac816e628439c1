"""Augmented Lagrangian method on accelerations (index 1)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from .base import formulation
from .penalty import Penalised, factored
from .terms import BodyTerms

Array = NDArray[np.float64]

ENOUGH = 1e-14
"""Change of an iteration, relative to the largest acceleration, that is rounding."""

MET = 1e-13
"""What may be left of J a, relative to the largest of its terms."""

WEAK = 3
"""So many steps in a row that gain less than a half end the search for more digits."""

LIMIT = 50
"""Most iterations; a penalty below some 100 would need more."""


def iterated(terms: BodyTerms, alpha: Array, aim: Array, Q: Array) -> tuple[Array, Array]:
    """Return a and lam with M a = Q + J^T lam, J a = aim: multipliers take over, step by step, what the penalty holds.

    (M + J^T alpha J) a_(i+1) = M a_i + J^T alpha aim with M a_0 = Q is written for the change of a, which rounds less:
    (M + J^T alpha J) (a_(i+1) - a_i) = Q + J^T (lam_i + alpha (aim - J a_i)) - M a_i.
    """
    factor, J = factored(terms, alpha), terms.J
    a, lam, last = np.zeros_like(Q), np.zeros(len(aim)), np.inf
    for k in range(LIMIT):
        pull = alpha * (aim - J @ a)
        change = linalg.cho_solve(factor, Q + J.T @ (lam + pull) - terms.times_mass(a))
        a = a + change
        lam = lam + alpha * (aim - J @ a)
        size = float(np.abs(change / terms.units).max(initial=0.0))
        if size <= ENOUGH * np.abs(a / terms.units).max(initial=0.0) or (k > 1 and size > 0.9 * last):
            break
        last = size
    return conjugate(terms, alpha, aim, factor, a, lam)


def conjugate(
    terms: BodyTerms, alpha: Array, aim: Array, factor: tuple[Array, bool], a: Array, lam: Array
) -> tuple[Array, Array]:
    """Return a and lam with J a nearer to the aim, by conjugate residuals in place of plain iterations.

    A row that gives way, counted with the masses, to less than 1 / penalty of the others is hardly held by its penalty:
    plain iterations leave 1 / (1 + penalty x that) of its error each. Every step here makes r^T alpha r, r = aim - J a,
    the smallest it can (Fortin and Glowinski (1983), Augmented Lagrangian Methods, chapter 1).
    """
    J, best, size, weak = terms.J, (np.inf, a, lam), 0.0, 0
    along, gain, felt = np.zeros_like(a), np.zeros_like(lam), np.zeros_like(lam)
    for _ in range(LIMIT):
        left = aim - J @ a
        worst = float(np.abs(terms.scale * left).max(initial=0.0))
        weak = 0 if worst < 0.5 * best[0] else weak + 1
        best = min(best, (worst, a, lam), key=lambda state: state[0])
        if worst <= MET * (terms.scale * (np.abs(J) @ np.abs(a))).max(initial=0.0) or weak > WEAK:
            break
        z = alpha * left
        new = linalg.cho_solve(factor, J.T @ z)
        beta = -float((J @ new) @ felt) / size if size > 0.0 else 0.0
        along, gain = new + beta * along, z - alpha * (J @ new) + beta * gain
        push = J @ along
        felt = alpha * push
        size = float(push @ felt)
        if not size > 0.0:
            break
        step = float(z @ push) / size
        a, lam = a + step * along, lam + step * gain
    return best[1], best[2]


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
        a, lam = iterated(terms, self.factors(terms), self.aim(terms), terms.force)
        return a, terms.balanced(a, lam)
