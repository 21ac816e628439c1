"""The equations of a model in symbols, ready to print or to evaluate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of
from ..errors import ModelError, check_word
from .bodies import Kinematics
from .numbers import Expr, library
from .own_model import SymbolicConstraints, SymbolicMatrices
from .printing import mathml_of
from .rows import RowTerms, forces, mass_matrix, residual, row_terms

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


MOST_ROWS = 40
"""Equations of the largest model that is written in symbols without being asked twice."""


def symbolic_equations(
    plan: Plan,
    *,
    exact: bool = False,
    most: int = MOST_ROWS,
    coordinates: str = "reference",
    quantities: Sequence[str] = (),
    parameters: bool = True,
    dynamics: bool = False,
) -> SymbolicEquations | SymbolicConstraints:
    """Return the equations of a small model as SymPy expressions.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    exact : bool
        True: numbers as fractions and roots (7/20) instead of decimals (0.35).
    most : int
        Most equations that are written; more raise ModelError, since printing them helps nobody.
    coordinates : {"reference", "natural", "mixed", "relative"}
        In which they are written.
    quantities : sequence of str
        Relative angles and distances that become coordinates as well, for ``coordinates="mixed"``.
    parameters : bool
        Whether the parameters of the model stand with their names in points, vectors and expressions:
        ``r*cos(theta_A)`` instead of ``0.03*cos(theta_A)``. Masses and inertias stand in numbers, and so do points of
        bodies in reference-point coordinates whose centre of mass follows from a shape.
    dynamics : bool
        True: natural and mixed coordinates have the points and vectors that M and Q need as well, where those of the
        joints do not carry every body.

    Returns
    -------
    SymbolicEquations, or SymbolicConstraints in other coordinates

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.symbolic().Phi[0]  # doctest: +SKIP
    x_rod - 0.5*cos(theta_rod)
    """
    if coordinates == "reference":
        return body_equations(plan, exact=exact, most=most, parameters=parameters)
    check_word("coordinates", coordinates, ("reference", "natural", "mixed", "relative"))
    _check_count(plan, most)
    rates = [e.owner for e in plan.equations if e.level]
    if rates:
        raise ModelError(
            f"'{rates[0]}' is an equation of velocities; in symbols these are written in coordinates='reference' only."
        )
    return SymbolicConstraints(plan, coordinates, quantities, exact, parameters, dynamics)


def body_equations(
    plan: Plan, *, exact: bool = False, most: int = MOST_ROWS, parameters: bool = True
) -> SymbolicEquations:
    """Return the equations in reference-point coordinates; see `symbolic_equations`."""
    _check_count(plan, most)
    return SymbolicEquations(plan.name, plan, exact, parameters)


def _check_count(plan: Plan, most: int) -> None:
    """Raise ModelError for a model with more equations than help anybody, LinkworkError without SymPy."""
    library()
    count = len(plan.equations)
    if count > most:
        raise ModelError(
            f"'{plan.name}' has {count} equations; more than {most} are not written as expressions. "
            f"Give most={count} to write them all the same, or use m.equations() for the numbers."
        )


class SymbolicEquations(SymbolicMatrices):
    """The equations of a model as SymPy expressions, each worked out when it is first looked at.

    They are written on the geometry directly, and differentiated by SymPy: nothing is shared with the kernels.
    Angles in the plane hold up to full turns. Where axes are parallel, s(c) = acos(c) / sqrt(1 - c^2).

    Attributes
    ----------
    name : str
    rows : tuple of str
        Whose each equation is and what it holds.
    q : tuple of symbols
        ``x_crank``, ``y_crank`` of the centre of mass and ``theta_crank``; in space Euler parameters ``e0_crank`` ...
    v : tuple of symbols
        Velocities ``xdot_crank``, ``ydot_crank``, ``omega_crank``; in space ``omegax_crank`` ... in ground axes.
    t : symbol
        Time.
    parameters : dict
        The symbols of the parameters, with their values.
    """

    def __init__(self, name: str, plan: Plan, exact: bool = False, named: bool = True) -> None:
        super().__init__(name, plan, exact, named)
        self.rows = tuple(f"{e.owner}: {e.meaning}" for e in plan.equations)
        self._kinematics = Kinematics(plan.resolved, self._translator.number, self._named)
        self.q, self.v = self._kinematics.q, self._kinematics.v

    def __repr__(self) -> str:
        return f"<SymbolicEquations of '{self.name}': {len(self.rows)} equations, {len(self.q)} coordinates>"

    @cached_property
    def _terms(self) -> list[RowTerms]:
        return [row_terms(e, self._kinematics, self._translator) for e in self._plan.equations]

    @cached_property
    def Phi(self) -> Any:
        """Residuals (m, 1); of an equation of velocities, what vanishes of these."""
        return self._opened("Phi")

    @cached_property
    def Phi_q(self) -> Any:
        """Their derivatives by displacements in the sense of the velocities (m, n)."""
        return self._opened("Phi_q")

    @cached_property
    def nu(self) -> Any:
        """Right side of Phi_q v = nu (m, 1)."""
        return self._opened("nu")

    @cached_property
    def gamma(self) -> Any:
        """Right side of Phi_q v' = gamma (m, 1)."""
        return self._opened("gamma")

    @cached_property
    def M(self) -> Any:
        """Mass matrix (n, n)."""
        return self._opened("M")

    @cached_property
    def Q(self) -> Any:
        """Forces with gyroscopic terms (n, 1); a law without a formula stands as the symbol ``F_name``."""
        return self._opened("Q")

    def _opened(self, name: str) -> Any:
        return self._kinematics.opened(self._short(name))

    def _marked(self, name: str) -> tuple[Any, Mapping[Expr, Expr]]:
        return self._short(name), self._kinematics.meanings

    def _short(self, name: str) -> Any:
        """Return a matrix in which marks stand for points, vectors and their derivatives."""
        if name in ("M", "Q"):
            self._check_masses()
            if name == "M":
                return mass_matrix(self._kinematics)
            return forces(self._plan.loads, self._kinematics, self._translator)
        if name == "Phi":
            written = [residual(e, self._kinematics, self._translator) for e in self._plan.equations]
            return self._sp.Matrix(len(self.rows), 1, written)
        if name == "Phi_q":
            entries = [entry for row in self._terms for entry in row.slopes]
            return self._sp.Matrix(len(self.rows), len(self.v), entries)
        return self._sp.Matrix(len(self.rows), 1, [getattr(row, name) for row in self._terms])

    def _check_masses(self) -> None:
        if missing := self._massless():
            raise ModelError(f"The mass of {missing} is not given, so M and Q of '{self.name}' are not known.")

    def state(self, poses: Array, twists: Array) -> tuple[Array, Array]:
        """Return the values of q and v for poses (bodies, 7) of the centres of mass and twists (bodies, 6)."""
        if not self._kinematics.planar:
            return poses.ravel(), twists.ravel()
        angles = 2 * np.arctan2(poses[:, 6], poses[:, 3])
        angles = np.remainder(angles + np.pi, 2 * np.pi) - np.pi
        return np.column_stack([poses[:, :2], angles]).ravel(), freedoms_of(twists, 3)

    def _printed(self) -> Sequence[str]:
        return ("Phi", "Phi_q", "gamma", *(() if self._massless() else ("M", "Q")))

    def mathml(self, row: int, digits: int = 5, longest: int = 40) -> str:
        """Return equation number `row` (from 0) as a MathML element, which browsers show without a script.

        An equation of more than `longest` operations is an empty text.
        """
        expression = self.Phi[row]
        return mathml_of(expression, digits) if expression.count_ops() <= longest else ""
