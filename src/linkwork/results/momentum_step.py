"""The matrices of one singularity-free step, with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ..arrays import Array
from ..words import counted
from .named_matrices import Matrix, NamedMatrices

MATRICES: dict[str, Matrix] = {
    "U": Matrix("points", "", "displacements of the joints' points without reactions (13)", (0, 0, 0, 1, 0)),
    "W": Matrix("points", "", "displacements of the joints' points by reactions (13)", (0, 0, 0, 1, 0)),
    "P": Matrix("vectors", "", "changes of the joints' vectors without reactions (19)", (0, 0, 0, 1, 0)),
    "H": Matrix("vectors", "", "changes of the joints' vectors by reactions (19)", (0, 0, 0, 1, 0)),
    "W_Q": Matrix("points", "rows", "W by unit reactions: W = W_Q Q (14)", (-1, -2, 2, 1, 1)),
    "H_Q": Matrix("vectors", "rows", "H by unit reactions: H = H_Q Q (20)", (-1, -2, 2, 1, 1)),
    "f_Q": Matrix("rows", "rows", "how reactions close the joints: f_Q Q = Psi (36)", (-1, -2, 2, 1, 1)),
    "Psi": Matrix("rows", "", "what is to be closed: -Phi at the end, displaced by U and P", (0, 0, 0, 1, 0)),
    "Q": Matrix("rows", "", "reactions: a force or moment for every equation", (1, 2, -2, -1, 0)),
    "velocity": Matrix("twists", "", "twists of the bodies at the start", (0, 0, -1, 1, 0)),
    "acceleration": Matrix("twists", "", "their rates under loads and reactions (9), (10)", (0, 0, -2, 1, 0)),
    "velocity_end": Matrix("twists", "", "twists at the end: velocity + step * acceleration", (0, 0, -1, 1, 0)),
}
"""Every matrix and vector: the names of its rows, of its columns, what it is, and its unit."""


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

    MATRICES: ClassVar[Mapping[str, Matrix]] = MATRICES

    name: str
    time: float
    step: float
    points: tuple[str, ...]
    vectors: tuple[str, ...]
    rows: tuple[str, ...]
    twists: tuple[str, ...]
    U: Array = field(repr=False)
    W: Array = field(repr=False)
    P: Array = field(repr=False)
    H: Array = field(repr=False)
    W_Q: Array = field(repr=False)
    H_Q: Array = field(repr=False)
    f_Q: Array = field(repr=False)
    Psi: Array = field(repr=False)
    Q: Array = field(repr=False)
    velocity: Array = field(repr=False)
    acceleration: Array = field(repr=False)
    velocity_end: Array = field(repr=False)
    rank: int
    degrees: Mapping[str, tuple[float, ...]] = field(repr=False)

    def _words(self) -> str:
        return "those of the step"

    def __str__(self) -> str:
        head = f"Singularity-free step of '{self.name}' from t = {self.time:g} s over {self.step:g} s."
        count = f"{counted(len(self.rows), 'reaction')}, f_Q of rank {self.rank}."
        return "\n".join([head, count, *self.listed()])
