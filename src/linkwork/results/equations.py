"""The equations of a mechanism at one state, with a name for every row and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ..arrays import Array
from ..errors import ModelError
from ..words import counted
from .named_matrices import NamedMatrices, matrix

if TYPE_CHECKING:
    from ..model.description import Description
    from ..symbolic import SymbolicEquations


@dataclass(frozen=True, repr=False)
class Equations(NamedMatrices):
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
    method : str
        How R, S and B were chosen.
    positions : tuple of str
        Names of the coordinates q; in reference-point coordinates there are more of these than velocities, where
        attitudes are Euler parameters.
    rows, columns : tuple of str
        Names of the equations (``"A: points together along the first axis"``) and of the velocities (``"crank.vx"``:
        of its centre of mass).
    motions : tuple of str
        Names of the independent velocities z': coordinates where B selects some, else ``"motion 1"`` ...
    q : array
        Coordinates.
    Phi, nu, gamma, lam : array, shape (m,)
        Residuals; Phi_q v = nu; Phi_q v' = gamma; multipliers, smallest ones where equations are redundant. `b` and
        `c` are other names of nu and gamma.
    Phi_q, Phi_q_dot : array, shape (m, n)
        Jacobian, and its time derivative along v: gamma = -Phi_q_dot v - (d/dt) Phi_t.
    Phi_t : array, shape (m,)
        Partial derivative of Phi by time, -nu.
    jerk_side : array, shape (m,)
        Right side of the jerk, Phi_q v'' = jerk_side, at the accelerations v'; NaN where these are not known.
    M : array, shape (n, n)
    Q, velocity, acceleration : array, shape (n,)
        M v' = Q + Phi_q^T lam. NaN where the mechanism has no masses; v' is known without them where no velocity is
        free.
    jerk : array, shape (n,)
        v'', NaN where a velocity is free: it then depends on how forces change.
    R, R_dot : array, shape (n, f)
        Basis of the velocities that the equations allow, orthonormal for all methods but ``"gauss"``, and its rate:
        for a constant B, -S Phi_q_dot R; for ``"gram-schmidt"`` that of the orthonormal basis.
    S : array, shape (n, m)
    B : array, shape (f, n)
        [S R] is the inverse of Phi_q bordered by B: v = S nu + R z', v' = S gamma + R z'' with z' = B v.
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
    >>> eq.units("M")[0, 0], eq.units("M")[2, 2], eq.units("lam")[0]
    ('kg', 'kg*m^2', 'N')
    """

    ALIASES: ClassVar[Mapping[str, str]] = {"b": "nu", "c": "gamma"}

    name: str
    time: float
    coordinates: str
    method: str
    positions: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    motions: tuple[str, ...]
    twists: tuple[str, ...]
    twist_rows: tuple[str, ...]
    rank: int
    redundant: tuple[str, ...]
    notes: tuple[str, ...]
    degrees: Mapping[str, tuple[float, ...]] = field(repr=False)
    mechanism: Description = field(repr=False)
    q: Array = matrix("positions", "", "coordinates", (0, 0, 0, 1, 0))
    Phi: Array = matrix("rows", "", "residuals of the equations", (0, 0, 0, 1, 0))
    Phi_q: Array = matrix("rows", "columns", "their derivatives by the coordinates", (0, 0, 0, 1, -1))
    Phi_t: Array = matrix("rows", "", "their derivatives by time", (0, 0, -1, 1, 0))
    Phi_q_dot: Array = matrix("rows", "columns", "rate of Phi_q", (0, 0, -1, 1, -1))
    nu: Array = matrix("rows", "", "right side of the velocities: Phi_q v = nu", (0, 0, -1, 1, 0))
    gamma: Array = matrix("rows", "", "right side of the accelerations: Phi_q v' = gamma", (0, 0, -2, 1, 0))
    jerk_side: Array = matrix("rows", "", "right side of the jerk: Phi_q v'' = jerk_side", (0, 0, -3, 1, 0))
    M: Array = matrix("columns", "columns", "mass matrix: M v' = Q + Phi_q^T lam", (1, 2, 0, -1, -1))
    Q: Array = matrix("columns", "", "forces, with the terms quadratic in velocities", (1, 2, -2, -1, 0))
    R: Array = matrix("columns", "motions", "motions that the equations allow: Phi_q R = 0", (0, 0, 0, 1, -1))
    R_dot: Array = matrix("columns", "motions", "rate of R", (0, 0, -1, 1, -1))
    S: Array = matrix("columns", "rows", "v = S nu + R z', where z' = B v", (0, 0, 0, 1, -1))
    B: Array = matrix("motions", "columns", "what makes the independent velocities: z' = B v", (0, 0, 0, 1, -1))
    T: Array = matrix("twists", "columns", "from velocities to twists of the bodies: t = T v", (0, 0, 0, 1, -1))
    A: Array = matrix(
        "twist_rows", "twists", "the joints' and drivers' equations on twists: A t = nu", (0, 0, 0, 1, -1)
    )
    velocity: Array = matrix("columns", "", "v", (0, 0, -1, 1, 0))
    acceleration: Array = matrix("columns", "", "v'", (0, 0, -2, 1, 0))
    jerk: Array = matrix("columns", "", "v'', where the equations alone fix it", (0, 0, -3, 1, 0))
    lam: Array = matrix("rows", "", "multipliers: forces and moments of the equations", (1, 2, -2, -1, 0))

    @property
    def b(self) -> Array:
        """Right side nu of the velocities, by another name."""
        return self.nu

    @property
    def c(self) -> Array:
        """Right side gamma of the accelerations, by another name."""
        return self.gamma

    def _words(self) -> str:
        return "the equations"

    def symbolic(self, **options: Any) -> SymbolicEquations:
        """Return the same equations as SymPy expressions; see `linkwork.symbolic.symbolic_equations`."""
        from ..coordinates.plan import plan_of
        from ..symbolic import body_equations

        if self.coordinates != "reference":
            raise ModelError(
                f"Expressions are written from equations in the coordinates 'reference' only, not in "
                f"'{self.coordinates}'. Use m.symbolic(coordinates=...)."
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
        return "\n".join([*self.sentences(), *self.listed()])
