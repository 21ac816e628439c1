"""The equations of a mechanism at one state: matrices with names for their rows and columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..errors import ModelError, nearest
from ..words import aligned, counted, figure
from .short import Short

if TYPE_CHECKING:
    from ..model.description import Description
    from ..symbolic import SymbolicEquations


MATRICES: dict[str, tuple[str, str, str]] = {
    "Phi": ("rows", "", "residuals of the equations"),
    "Phi_q": ("rows", "columns", "their derivatives by the coordinates"),
    "nu": ("rows", "", "right side of the velocities: Phi_q v = nu"),
    "gamma": ("rows", "", "right side of the accelerations: Phi_q v' = gamma"),
    "M": ("columns", "columns", "mass matrix: M v' = Q + Phi_q^T lam"),
    "Q": ("columns", "", "forces, with the terms quadratic in velocities"),
    "R": ("columns", "motions", "motions that the equations allow: Phi_q R = 0"),
    "T": ("twists", "columns", "from velocities to twists of the bodies: t = T v"),
    "A": ("twist_rows", "twists", "the joints' and drivers' equations on twists: A t = nu"),
    "velocity": ("columns", "", "v"),
    "acceleration": ("columns", "", "v'"),
    "lam": ("rows", "", "multipliers: forces and moments of the equations"),
}
"""Every matrix and vector: the names of its rows, of its columns, and what it is."""


@dataclass(frozen=True, repr=False)
class Equations(Short):
    """The equations of a mechanism at one state, in one choice of coordinates; SI units, rows in your order.

    m equations, n coordinates, f motions allowed, b bodies with d freedoms (3 in the plane, 6 in space). Velocities v
    of the coordinates ``"reference"`` are twists: velocity of the centre of mass and angular velocity, ground axes.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time : float
        [s]
    coordinates : str
        Which coordinates; see `linkwork.Mechanism.equations`.
    rows, columns : tuple of str
        Names of the equations (``"A: points together along the first axis"``) and of the coordinates (``"crank.vx"``:
        of its centre of mass).
    Phi, nu, gamma, lam : array, shape (m,)
        Residuals; Phi_q v = nu; Phi_q v' = gamma; multipliers, smallest ones where equations are redundant.
    Phi_q : array, shape (m, n)
    M : array, shape (n, n)
    Q, velocity, acceleration : array, shape (n,)
        M v' = Q + Phi_q^T lam. NaN where the mechanism has no masses.
    R : array, shape (n, f)
        Orthonormal basis of the velocities that the equations allow.
    T : array, shape (b d, n)
        Twists of the bodies = T v.
    A : array, shape (joints' and drivers' equations, b d)
        The same equations on twists.
    rank : int
        Independent equations.
    redundant : tuple of str
        Names of the equations that repeat others.
    notes : tuple of str
        Sentences on what is missing.

    Examples
    --------
    >>> from linkwork import gallery
    >>> eq = gallery.get("four-bar").equations()
    >>> eq.Phi_q.shape
    (9, 9)
    >>> eq.columns[:3]
    ('crank.vx', 'crank.vy', 'crank.w')
    """

    name: str
    time: float
    coordinates: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    twists: tuple[str, ...]
    twist_rows: tuple[str, ...]
    Phi: Array = field(repr=False)
    Phi_q: Array = field(repr=False)
    nu: Array = field(repr=False)
    gamma: Array = field(repr=False)
    M: Array = field(repr=False)
    Q: Array = field(repr=False)
    R: Array = field(repr=False)
    T: Array = field(repr=False)
    A: Array = field(repr=False)
    velocity: Array = field(repr=False)
    acceleration: Array = field(repr=False)
    lam: Array = field(repr=False)
    rank: int
    redundant: tuple[str, ...]
    notes: tuple[str, ...]
    mechanism: Description = field(repr=False)

    @property
    def motions(self) -> tuple[str, ...]:
        """Names of the columns of R."""
        return tuple(f"motion {k + 1}" for k in range(self.R.shape[1]))

    def names(self, matrix: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of the rows and of the columns of a matrix; a vector has one column, without a name."""
        if matrix not in MATRICES:
            raise ModelError(f"There is no matrix '{matrix}' among the equations. {nearest(matrix, list(MATRICES))}")
        rows, columns, _ = MATRICES[matrix]
        return getattr(self, rows), getattr(self, columns) if columns else ("",)

    def as_dict(self, matrix: str) -> dict[str, Any]:
        """Return a matrix as {row: {column: value}}, a vector as {row: value}; a name met twice gets a number."""
        rows, columns = self.names(matrix)
        values: Array = getattr(self, matrix)
        if values.ndim == 1:
            return dict(zip(_unique(rows), values.tolist(), strict=True))
        names = _unique(columns)
        return {
            row: dict(zip(names, line, strict=True)) for row, line in zip(_unique(rows), values.tolist(), strict=True)
        }

    def table(self, matrix: str, digits: int = 4) -> str:
        """Return a matrix as text with the names of rows and columns.

        Parameters
        ----------
        matrix : str
            ``"Phi"``, ``"Phi_q"``, ``"nu"``, ``"gamma"``, ``"M"``, ``"Q"``, ``"R"``, ``"T"``, ``"A"``, ``"velocity"``,
            ``"acceleration"`` or ``"lam"``.
        digits : int
            Significant figures. What is below 1e-12 of the largest entry is shown as 0.
        """
        rows, columns = self.names(matrix)
        values = np.asarray(getattr(self, matrix)).reshape(len(rows), len(columns))
        floor = 1e-12 * float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
        cells = [[figure(v, digits, floor) for v in line] for line in values]
        lines = [[matrix, *columns], *([row, *line] for row, line in zip(rows, cells, strict=True))]
        return "\n".join(aligned(lines))

    def symbolic(self, **options: Any) -> SymbolicEquations:
        """Return the same equations as SymPy expressions; see `linkwork.symbolic.symbolic_equations`."""
        from ..coordinates.plan import plan_of
        from ..symbolic import body_equations

        if self.coordinates != "reference":
            raise ModelError(
                f"Expressions of all these matrices are written in the coordinates 'reference' only, not in "
                f"'{self.coordinates}'. Use m.symbolic(), or m.symbolic(coordinates=...) for Phi, Phi_q, nu and gamma."
            )
        return body_equations(plan_of(self.mechanism), **options)

    def sentences(self) -> list[str]:
        """Return the count of coordinates, equations and freedoms, in words."""
        m, n, f = len(self.rows), len(self.columns), self.R.shape[1]
        free = f"{counted(f, 'velocity', 'velocities')} free"
        found = [
            f"Equations of '{self.name}' at t = {self.time:g} s, coordinates: {self.coordinates}.",
            f"{counted(n, 'coordinate')}, {counted(m, 'equation')}, {self.rank} of them independent: {free}.",
        ]
        if self.redundant:
            found.append(f"Redundant, they repeat others: {'; '.join(self.redundant)}.")
        return [*found, *self.notes]

    def __str__(self) -> str:
        lines = self.sentences()
        for matrix, (_, _, words) in MATRICES.items():
            size = " x ".join(str(k) for k in np.shape(getattr(self, matrix)))
            lines.append(f"  {matrix:<13}{size:>9}   {words}")
        return "\n".join(lines)


def _unique(names: tuple[str, ...]) -> list[str]:
    """Return names, each with a number where it was there before."""
    met: dict[str, int] = {}
    found = []
    for name in names:
        met[name] = met.get(name, 0) + 1
        found.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return found
