"""The natural orthogonal complement of the kinematic constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..base.zero import INERTIA
from ..coordinates.plan import Plan
from ..coordinates.rank import normalised, open_tolerance, pivot_columns, solve_min_norm
from .base import formulation
from .on_bodies import OnBodies
from .terms import BodyTerms, reduced_to
from .twist_map import TreeTerms, TwistMap


@dataclass(frozen=True)
class Complement:
    """The natural orthogonal complement T at one state, and what follows from it; see `linkwork.results.noc`.

    Attributes
    ----------
    tree : TreeTerms
    independent, dependent : list of int
        Which rates of the tree are free, and which loops and drivers fix.
    J_I, J_D : array, shape (loop equations, ...)
    T : array, shape (bodies * d, independent)
    bias : array, shape (bodies * d,)
        t' = T theta_I'' + bias.
    inertia : array, shape (independent, independent)
    convective, tau, second : array, shape (independent,)
        inertia second = convective + tau.
    motion : array, shape (bodies * d,)
        t'.
    """

    tree: TreeTerms
    independent: list[int]
    dependent: list[int]
    J_I: Array
    J_D: Array
    T: Array
    bias: Array
    inertia: Array
    convective: Array
    tau: Array
    second: Array
    motion: Array

    def closed(self, terms: BodyTerms, asked: Array) -> Array:
        """Return J_D^-1 asked, in the sense of least squares where loops are redundant."""
        loops = terms.J[self.tree.rest] * terms.units
        return solve_min_norm(self.J_D, asked, 1.0 / _sizes(loops), self.tree.units[self.dependent])


@formulation("noc")
class NaturalOrthogonalComplement(OnBodies):
    """Accelerations from I theta'' = C theta' + tau in the independent joint rates.

    With t = T theta' the joint rates of a spanning tree shape the twists; J_I theta_I' + J_D theta_D' = nu closes the
    loops and follows the drivers; T = T_I - T_D J_D^-1 J_I is the natural orthogonal complement of the kinematic
    constraint matrix A, and

        T^T M T theta_I'' = -T^T (W M t + M T' theta') + T^T w.

    Constraint wrenches follow from what is left of Newton's and Euler's equations. Saha and Angeles, "The formulation
    of kinematic constraints in design-oriented machine dynamics", equations (6)-(17). J_D^-1 is taken in the sense of
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
        found = self.complement(t, terms)
        return found.motion, terms.multipliers(found.motion)

    def complement(self, t: float, terms: BodyTerms) -> Complement:
        """Return the complement at a state."""
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
        return Complement(
            tree, independent, dependent, J_I, J_D, T, bias, inertia, convective, tau, second, T @ second + bias
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
