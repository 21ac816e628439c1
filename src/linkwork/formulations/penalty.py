"""Penalty method: constraints as stiff forces on the accelerations."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from scipy import linalg

from ..arrays import Array
from ..kernels.dynamics.switches import FRICTION
from ..kernels.steps.stepping import NONE
from .base import formulation
from .on_bodies import OnBodies
from .terms import BodyTerms

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle


class Penalised(OnBodies):
    """What penalty methods have in common: the factors alpha, the aim of the accelerations, the leading matrix.

    The factor of a row is the penalty times the mass that the row moves, so that one number serves metres and radians,
    heavy and light parts.

    The terms 2 xi omega Phi' + omega^2 Phi pull open joints together. They act where the run does not close its
    joints otherwise (stabilisation "none"); under a projection they would vanish at the end of every step and only
    stir its stages, and Baumgarte's terms do the same.
    """

    CARRIED: ClassVar[tuple[str, ...]] = (*OnBodies.CARRIED, "pulling")
    pulling = False

    def install(self, work: Bundle) -> None:
        """Note whether violations are left to this formulation."""
        super().install(work)
        self.pulling = bool(work.control.stabilise == NONE)

    def factors(self, terms: BodyTerms) -> Array:
        """Return alpha of every row."""
        return row_factors(terms, self.full.weight, self.options.penalty)

    def aim(self, terms: BodyTerms) -> Array:
        """Return what J a shall be: gamma - 2 xi omega Phi' - omega^2 Phi."""
        if not self.pulling:
            return terms.gamma
        omega, xi = self.options.natural_frequency, self.options.damping_ratio
        return terms.gamma - 2.0 * xi * omega * terms.slip - omega**2 * terms.Phi


def row_factors(terms: BodyTerms, weight: Array, penalty: float) -> Array:
    """Return alpha of every row: the penalty times the mass that the row moves; zero for rows that do not count.

    With the weights W^-1 of kinematics, which make turns comparable with shifts, the row moves the bodies along
    W^-1 J^T / (J W^-1 J^T). Each body counts with its mass times W, also where it is slender and turns easily.
    """
    count, d, _ = terms.mass.shape
    each = (terms.J**2 * weight.ravel()).reshape(-1, count, d).sum(axis=2)
    moved, size = each @ terms.mass[:, 0, 0], each.sum(axis=1)
    return np.asarray(np.divide(penalty * moved, size**2, out=np.zeros_like(size), where=size > 0.0))


def factored(terms: BodyTerms, alpha: Array) -> tuple[Array, bool]:
    """Return the Cholesky factor of M + J^T alpha J."""
    factor: tuple[Array, bool] = linalg.cho_factor(terms.mass_matrix + (terms.J.T * alpha) @ terms.J)
    return factor


@formulation("penalty")
class Penalty(Penalised):
    """Bodies held by stiff forces: (M + J^T alpha J) a = Q + J^T alpha (gamma - 2 xi w Phi' - w^2 Phi).

    Multipliers are lam = -alpha (J a - gamma + 2 xi w Phi' + w^2 Phi). Joints that carry a force give way:
    accelerations are off by lam / alpha in the directions of the rows, and the whole motion by the order of
    1 / alpha. Redundant rows and singular positions do not disturb the matrix.

    Bayo, Garcia de Jalon and Serna (1988), Comp. Meth. Appl. Mech. Eng. 71, 183-195.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, penalty method (errors of the order of 1 / penalty)"

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply: what begins to slide would stick again, and so on for ever."""
        switches = plan.tables["switches"]
        if (switches["own"] * switches["kind"] == FRICTION).any():
            return (
                "it has wheels that roll until friction gives way, and the forces of a penalty are not exact enough to "
                "tell when. Use 'augmented-lagrangian'."
            )
        return super().reason(plan)

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers."""
        alpha, aim = self.factors(terms), self.aim(terms)
        self._expect_leaps(terms)
        factor = factored(terms, alpha)
        a = np.asarray(linalg.cho_solve(factor, terms.force + terms.J.T @ (alpha * aim)))
        # The matrix has the condition 1 / penalty; one refinement gives back the digits of the allowable motions.
        lam = alpha * (aim - terms.J @ a)
        a = a + linalg.cho_solve(factor, terms.force + terms.J.T @ lam - terms.times_mass(a))
        return a, np.asarray(alpha * (aim - terms.J @ a))

    def _expect_leaps(self, terms: BodyTerms) -> None:
        """Let steps pass whose energy is off by a thousand times 1 / penalty.

        The integrator takes back steps that lose more than 1e4 tolerances of the largest kinetic energy so far; joints
        that give way lose more, most of all while the machine is slow and its joints carry its weight.
        """
        control, kinetic = self.work.control, 0.5 * float(terms.twists @ terms.times_mass(terms.twists))
        share = 1e4 * max(float(control.tol), 1e-11)
        control.most = max(float(control.most), kinetic * (1.0 + 1e3 / (self.options.penalty * share)))
