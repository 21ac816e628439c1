"""The natural orthogonal complement of the kinematic constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..arrays import Array
from ..base.poses import skew
from ..base.zero import INERTIA
from ..coordinates.rank import normalised, open_tolerance, pivot_columns, solve_min_norm
from .base import formulation
from .on_bodies import OnBodies
from .terms import BodyTerms, block_diagonal, reduced_to
from .twist_map import TreeTerms, TwistMap

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


@dataclass(frozen=True)
class NocTerms:
    """The matrices of the natural orthogonal complement at one state: I theta_I'' = C theta_I' + tau.

    Twists are velocity of the centre of mass, then angular velocity, ground axes, d = 6 numbers a body (in the plane
    3: x, y, turn); wrenches are force, then moment about the centre of mass. n = bodies * d.

    Attributes
    ----------
    names : list of str
        The rates theta' of the spanning tree: "A.angle" is the rate of that coordinate; "A.slide_x", "A.spin_x" are
        velocity and spin along an axis of the joint's first marker where a joint has no coordinates for it.
    independent, dependent : list of str
        Those that are free, theta_I', and those that loops and drivers fix, theta_D'.
    rates : array, shape (len(names),)
        theta' [m/s, rad/s].
    A : array, shape (equations, n)
        Kinematic constraint matrix, A t = 0 where nothing is driven.
    T_tree : array, shape (n, len(names))
        t = T_tree theta' (7).
    J_I, J_D : array, shape (loop equations, ...)
        Loops and drivers: J_I theta_I' + J_D theta_D' = 0, or the prescribed rates (13).
    T : array, shape (n, len(independent))
        The natural orthogonal complement T_I - T_D J_D^-1 J_I (16): A T = 0.
    T_rates : array, shape (n,)
        T' theta' of (10): t' = T theta_I'' + T_rates; with the accelerations of drivers.
    M, W : array, shape (n, n)
        Generalised mass and angular velocity: M t' + W M t = w.
    I : array, shape (len(independent), len(independent))
        Generalised inertia T^T M T.
    C_rates : array, shape (len(independent),)
        C theta_I' = -T^T (W M t + M T_rates); C is its ratio to the rate where there is one freedom.
    tau : array, shape (len(independent),)
        Generalised force T^T w of loads and weights.
    accelerations : array, shape (len(independent),)
        theta_I''.
    twist_rates : array, shape (n,)
        t'.
    wrenches : dict of str to array, shape (d,)
        Constraint wrench on every body, M t' + W M t - w.
    """

    names: list[str]
    independent: list[str]
    dependent: list[str]
    rates: Array
    A: Array
    T_tree: Array
    J_I: Array
    J_D: Array
    T: Array
    T_rates: Array
    M: Array
    W: Array
    I: Array
    C_rates: Array
    tau: Array
    accelerations: Array
    twist_rates: Array
    wrenches: dict[str, Array]


@formulation("noc")
class NaturalOrthogonalComplement(OnBodies):
    """Accelerations from I theta'' = C theta' + tau in the independent joint rates.

    With t = T theta' the joint rates of a spanning tree shape the twists; J_I theta_I' + J_D theta_D' = nu closes the
    loops and follows the drivers; T = T_I - T_D J_D^-1 J_I is the natural orthogonal complement of the kinematic
    constraint matrix A, and

        T^T M T theta_I'' = -T^T (W M t + M T' theta') + T^T w.

    Constraint wrenches follow from what is left of Newton's and Euler's equations. Saha and Angeles, "The formulation of
    kinematic constraints in design-oriented machine dynamics", equations (6)-(17). J_D^-1 is taken in the sense of
    least squares, so that redundant loops are no obstacle. The state is that of the bodies.
    """

    WORDS: ClassVar[str] = "natural orthogonal complement: joint rates of a spanning tree, loops by J_I, J_D"

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply: parts whose equations come and go."""
        if plan.tables["switches"].size:
            return "it has rigid contacts or dry friction, whose equations come and go. Use 'reference'."
        return ""

    def prepare(self) -> None:
        """Choose the spanning tree."""
        self.map = TwistMap(self.full)

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers."""
        found = self.noc_terms(t, terms)
        return found.twist_rates, terms.multipliers(found.twist_rates)

    def noc_terms(self, t: float, terms: BodyTerms) -> NocTerms:
        """Return the matrices at a state."""
        tree = self.map.at(t, terms)
        loops = terms.J[tree.rest]
        J = loops @ tree.T
        dependent = self._dependent(tree, terms)
        independent = [i for i in range(len(tree.names)) if i not in set(dependent)]
        J_I, J_D = J[:, independent], J[:, dependent]
        asked = np.column_stack([-J_I, terms.gamma[tree.rest] - loops @ tree.bias])
        closing = solve_min_norm(J_D, asked, 1.0 / _sizes(loops * terms.units), tree.units[dependent])
        T_D = tree.T[:, dependent]
        T, bias = tree.T[:, independent] + T_D @ closing[:, :-1], tree.bias + T_D @ closing[:, -1]
        # W M t = w x I w is minus the gyroscopic moment
        inertia, convective = reduced_to(T, bias, terms.times_mass, terms.gyroscopic.ravel())
        tau = T.T @ terms.applied.ravel()
        # Rates are weighed by their own inertia: a rod may turn about its axis without any.
        units = 1.0 / np.sqrt(np.maximum(np.diag(inertia), 1e-300))
        second = solve_min_norm(inertia, convective + tau, units, units, INERTIA)
        motion = T @ second + bias
        wrench = terms.times_mass(motion) - terms.force
        bodies = (solid.name for solid in self.full.resolved.solids)
        return NocTerms(
            tree.names,
            [tree.names[i] for i in independent],
            [tree.names[i] for i in dependent],
            tree.rates,
            terms.J,
            tree.T,
            J_I,
            J_D,
            T,
            bias,
            *_mass_and_spin(terms),
            inertia,
            convective,
            tau,
            second,
            motion,
            dict(zip(bodies, wrench.reshape(terms.applied.shape), strict=True)),
        )

    def _dependent(self, tree: TreeTerms, terms: BodyTerms) -> list[int]:
        """Return the rates that loops and drivers fix: by pivoting, those of the last joints first.

        The user's own choice stays out where the others can be fixed without it.
        """
        order = list(reversed(range(len(tree.names))))
        others = [i for i in order if tree.names[i] != self.options.coordinate]
        gap = float(np.abs(terms.Phi * self.work.rows["scale"]).max(initial=0.0))
        T = tree.T * tree.units / terms.units[:, None]
        J = normalised(terms.J[tree.rest] * terms.units) @ T
        # A loop that closes by itself leaves the rounding of T in J: what J could be is the measure, not what it is.
        least = open_tolerance(gap) * float(np.linalg.norm(T, axis=0).max(initial=0.0))
        found, without = ([c[k] for k in pivot_columns(J[:, c], least)] for c in (order, others))
        return sorted(without if len(without) == len(found) else found)


def _sizes(rows: Array) -> Array:
    """Return the lengths of rows, 1 for rows of zeros."""
    sizes = np.linalg.norm(rows, axis=1)
    return np.asarray(np.where(sizes > 0.0, sizes, 1.0))


def _mass_and_spin(terms: BodyTerms) -> tuple[Array, Array]:
    """Return M and W as full matrices."""
    count, d, _ = terms.mass.shape
    spin = np.zeros((count, d, d))
    if d == 6:
        spin[:, 3:, 3:] = skew(terms.V[:, 3:])
    return terms.mass_matrix, block_diagonal(spin)
