"""The matrices of one singularity-free step, with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..arrays import Array
from ..words import counted
from .named_matrices import NamedMatrices, matrix


@dataclass(frozen=True, repr=False)
class MomentumStep(NamedMatrices):
    """One step of the singularity-free formulation of Huang, Yan, Jeng and Cheing, with its equation numbers.

    Points r and unit vectors q of the joints move by Taylor's expansion to second order, r + U + W and q + P + H; U and
    P come from velocities and loads, W and H from the reactions Q. Put into the equations of the joints at the end of
    the step and linearised in W and H, they give f_Q Q = Psi.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time, step : float
        Start and length of the step [s].
    points, vectors, rows, twists : tuple of str
        Names: ``"B on crank.x"`` is the component along x of the point of joint B that is fixed in the crank.
    U, W : array, shape (points,)
    P, H : array, shape (vectors,)
    W_Q : array, shape (points, rows)
    H_Q : array, shape (vectors, rows)
    f_Q : array, shape (rows, rows)
    Psi, Q : array, shape (rows,)
        Q are multipliers: the force or moment of every equation of joints and drivers, smallest ones where f_Q is
        singular.
    velocity, acceleration, velocity_end : array, shape (bodies * d,)
    rank : int
        Of f_Q.
    """

    name: str
    time: float
    step: float
    points: tuple[str, ...]
    vectors: tuple[str, ...]
    rows: tuple[str, ...]
    twists: tuple[str, ...]
    rank: int
    degrees: Mapping[str, tuple[float, ...]] = field(repr=False)
    U: Array = matrix("points", "", "displacements of the joints' points without reactions (13)", (0, 0, 0, 1, 0))
    W: Array = matrix("points", "", "displacements of the joints' points by reactions (13)", (0, 0, 0, 1, 0))
    P: Array = matrix("vectors", "", "changes of the joints' vectors without reactions (19)", (0, 0, 0, 1, 0))
    H: Array = matrix("vectors", "", "changes of the joints' vectors by reactions (19)", (0, 0, 0, 1, 0))
    W_Q: Array = matrix("points", "rows", "W by unit reactions: W = W_Q Q (14)", (-1, -2, 2, 1, 1))
    H_Q: Array = matrix("vectors", "rows", "H by unit reactions: H = H_Q Q (20)", (-1, -2, 2, 1, 1))
    f_Q: Array = matrix("rows", "rows", "how reactions close the joints: f_Q Q = Psi (36)", (-1, -2, 2, 1, 1))
    Psi: Array = matrix("rows", "", "what is to be closed: -Phi at the end, displaced by U and P", (0, 0, 0, 1, 0))
    Q: Array = matrix("rows", "", "reactions: a force or moment for every equation", (1, 2, -2, -1, 0))
    velocity: Array = matrix("twists", "", "twists of the bodies at the start", (0, 0, -1, 1, 0))
    acceleration: Array = matrix("twists", "", "their rates under loads and reactions (9), (10)", (0, 0, -2, 1, 0))
    velocity_end: Array = matrix("twists", "", "twists at the end: velocity + step * acceleration", (0, 0, -1, 1, 0))

    def _words(self) -> str:
        return "those of the step"

    def __str__(self) -> str:
        head = f"Singularity-free step of '{self.name}' from t = {self.time:g} s over {self.step:g} s."
        count = f"{counted(len(self.rows), 'reaction')}, f_Q of rank {self.rank}."
        return "\n".join([head, count, *self.listed()])
