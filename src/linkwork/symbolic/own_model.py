"""Matrices in symbols by name, and the equations of motion in natural, mixed and relative coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..errors import LinkworkError, ModelError, nearest
from .measures import arc_value
from .named import Named
from .numbers import Expr, library, number_writer
from .own_dynamics import OwnDynamics
from .own_kinematics import NaturalKinematics, OwnKinematics, TreeKinematics
from .printing import latex_of
from .programs import Translator
from .rows import followed, residual

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


MATRICES = ("Phi", "Phi_q", "nu", "gamma", "M", "Q")


class SymbolicMatrices:
    """Matrices of a model as SymPy expressions, whatever the coordinates; each is a property of its name."""

    q: tuple[Expr, ...]
    v: tuple[Expr, ...]
    _where = "symbols"

    def __init__(self, name: str, plan: Plan, exact: bool, named: bool) -> None:
        self.name, self._plan, self._sp = name, plan, library()
        self.t = self._sp.Symbol("t", real=True)
        self._translator = Translator(self.t, plan.resolved.parameters, number_writer(exact), named)
        self._named = Named(plan, self._translator)
        self.parameters = self._named.values

    def _printed(self) -> Sequence[str]:
        """Return the matrices that are printed where none is named."""
        raise NotImplementedError

    def _marked(self, name: str) -> tuple[Any, Mapping[Expr, Expr]]:
        """Return a matrix, and what the marks in it stand for."""
        return getattr(self, name), {}

    def _massless(self) -> str:
        """Return the names of the bodies whose mass is not given."""
        return ", ".join(f"'{s.name}'" for s in self._plan.resolved.solids if not np.isfinite(s.mass))

    def _check_name(self, name: str) -> None:
        if name not in MATRICES:
            raise ModelError(f"There is no matrix '{name}' in {self._where}. {nearest(name, list(MATRICES))}")

    def matrix(self, name: str) -> Any:
        """Return a matrix by name: ``"Phi"``, ``"Phi_q"``, ``"nu"``, ``"gamma"``, ``"M"`` or ``"Q"``."""
        self._check_name(name)
        return getattr(self, name)

    def function(self, name: str) -> Callable[[ArrayLike, ArrayLike, float], Array]:
        """Return a matrix as a function of q, v and t in numbers; vectors come as (m,).

        Raises
        ------
        LinkworkError
            When it holds a table of values or a Python function, which have no formula.
        """
        self._check_name(name)
        sp, (matrix, known) = self._sp, self._marked(name)
        matrix = matrix.subs(self.parameters)
        marks = sorted(matrix.free_symbols & known.keys(), key=str)
        unknown = {*matrix.atoms(sp.core.function.AppliedUndef)}
        unknown |= matrix.free_symbols - {*self.q, *self.v, self.t, *marks}
        if unknown:
            names = ", ".join(sorted(str(u) for u in unknown))
            raise LinkworkError(f"{name} of '{self.name}' has no value in numbers: {names} has no formula.")
        meanings = [known[mark].subs(self.parameters) for mark in marks]
        inner = sp.lambdify([self.q, self.v], meanings, modules="numpy", cse=True)
        modules = [{"s": arc_value}, "numpy"]
        outer = sp.lambdify([self.q, self.v, self.t, marks], list(matrix), modules=modules, cse=True)
        shape = matrix.shape if matrix.shape[1] != 1 or name in ("Phi_q", "M") else (matrix.shape[0],)

        def evaluate(q: ArrayLike, v: ArrayLike, t: float) -> Array:
            q, v = np.asarray(q, float), np.asarray(v, float)
            return np.array(outer(q, v, float(t), inner(q, v)), float).reshape(shape)

        return evaluate

    def latex(self, name: str | None = None, digits: int = 6) -> str:
        """Return LaTeX source.

        Parameters
        ----------
        name : str, optional
            One matrix; default: the equations of joints and drivers, then the other matrices there are.
        digits : int
            Significant figures of decimals.
        """
        if name is not None:
            return latex_of(self.matrix(name), digits)
        titles = {"Phi": r"\Phi", "Phi_q": r"\Phi_q", "nu": r"\nu", "gamma": r"\gamma"}
        return "\n".join(f"\\[ {titles.get(n, n)} = {latex_of(self.matrix(n), digits)} \\]" for n in self._printed())


class SymbolicConstraints(SymbolicMatrices):
    """The equations of joints and drivers in natural, mixed or relative coordinates as SymPy expressions, with M and Q.

    Parameters of the model stand with their names. Angles hold up to full turns. Q has the terms quadratic in
    velocities, so that M v' = Q + Phi_q^T lam. In natural coordinates forces act on the points and vectors that carry a
    body, by constant shares; `linkwork.Equations` shares out in another way what strains bodies and does nothing else.

    Attributes
    ----------
    name, coordinates : str
    q, v : tuple of symbols
        Coordinates, ``x_B`` of the point of joint B, ``theta_A`` of the angle of joint A, and their velocities.
    t : symbol
        Time.
    parameters : dict
        The symbols of the parameters, with their values.
    """

    def __init__(
        self, plan: Plan, coordinates: str, quantities: Sequence[str], exact: bool, named: bool, massive: bool
    ) -> None:
        super().__init__(plan.name, plan, exact, named)
        self.coordinates, self._where = coordinates, f"symbols of {coordinates} coordinates"
        given = self._named, self._translator
        self._kinematics, self._kept = _kinematics(plan, coordinates, quantities, massive, *given)
        self.q, self.v = tuple(self._kinematics.q), tuple(self._kinematics.v)

    def __repr__(self) -> str:
        count = f"{len(self.Phi)} equations, {len(self.q)} coordinates"
        return f"<SymbolicConstraints of '{self.name}' in {self.coordinates} coordinates: {count}>"

    @cached_property
    def Phi(self) -> Any:
        """Residuals (m, 1): rigid-body conditions, joints and drivers, then what defines relative coordinates."""
        kinematics: Any = self._kinematics
        rows = list(kinematics.conditions())
        measured = kinematics.measured if isinstance(kinematics, NaturalKinematics) else {}
        for equation in self._kept:
            if equation.driver and equation.single and equation.gauges[0] in measured:
                rows.append(measured[equation.gauges[0]] - followed(equation, kinematics, self._translator))
            else:
                rows.append(residual(equation, kinematics, self._translator))
        rows += [kinematics.value(gauge) - symbol for gauge, symbol in measured.items()]
        return self._sp.Matrix(len(rows), 1, rows)

    @cached_property
    def Phi_q(self) -> Any:
        """Their derivatives in the sense of the velocities (m, n)."""
        rates = self._sp.Matrix(self._kinematics.rates)
        return self.Phi.jacobian(self.q) * rates.jacobian(self.v) if self.v else self._sp.zeros(len(self.Phi), 0)

    @cached_property
    def nu(self) -> Any:
        """Right side of Phi_q v = nu (m, 1)."""
        return -self.Phi.diff(self.t)

    @cached_property
    def gamma(self) -> Any:
        """Right side of Phi_q v' = gamma (m, 1): what of the second derivative remains while v' = 0, negative."""
        return -self._rate(self._rate(self.Phi))

    @cached_property
    def M(self) -> Any:
        """Mass matrix (n, n)."""
        return self._dynamics.M()

    @cached_property
    def Q(self) -> Any:
        """Forces (n, 1) with the terms quadratic in velocities; a law without a formula stands as ``F_name``."""
        return self._dynamics.Q()

    @cached_property
    def _dynamics(self) -> OwnDynamics:
        if reason := self._without_masses():
            raise ModelError(f"M and Q of '{self.name}' are not known in {self.coordinates} coordinates: {reason}")
        return OwnDynamics(self._plan, self._kinematics, self._translator)

    def _without_masses(self) -> str:
        """Return why there are no M and Q, or an empty text."""
        if missing := self._massless():
            return f"the mass of {missing} is not given."
        if isinstance(self._kinematics, NaturalKinematics) and not self._kinematics.carries_masses:
            return "its points and vectors do not carry every body. Give dynamics=True for those that do."
        return ""

    def _rate(self, matrix: Any) -> Any:
        """Return the time derivative while velocities do not change."""
        along = self._sp.Matrix(self._kinematics.rates)
        return (matrix.jacobian(self.q) * along if self.q else 0 * matrix) + matrix.diff(self.t)

    def _printed(self) -> Sequence[str]:
        return MATRICES[:4] if self._without_masses() else MATRICES


def _kinematics(
    plan: Plan, coordinates: str, quantities: Sequence[str], massive: bool, names: Named, translator: Translator
) -> tuple[OwnKinematics, list[Any]]:
    """Return the coordinates in symbols, and the equations of joints and drivers that remain in them."""
    from ..coordinates.natural import Natural
    from ..coordinates.natural_measures import quantities_of
    from ..coordinates.relative import make_tree

    if coordinates == "relative":
        tree = make_tree(plan)
        return TreeKinematics(tree, plan.freedoms == 3, names, translator), tree.cut
    measured = quantities_of(plan, quantities) if coordinates == "mixed" else ()
    natural = Natural(plan, measured, massive=massive)
    return NaturalKinematics(natural, measured, names, translator), [plan.equations[i] for i in natural.kept]
