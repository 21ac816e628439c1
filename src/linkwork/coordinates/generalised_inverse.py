"""The generalised inverse of Moore and Penrose, row by row: Greville's recursion.

With A_i the first i rows of A and A_i+ their generalised inverse, the next row a adds one column b:

    d = a A_i+,    c = a - d A_i,    A_(i+1)+ = ( A_i+ - b d | b ),

    b = c^T / (c c^T)              where c is not zero: a is independent of the rows before,
    b = A_i+ d^T / (1 + d d^T)     where it is: a is the combination d of them.

The thesis on four-bar mechanisms, appendix B, (B1) to (B4); there c = a - d A+ is a misprint.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.zero import RANK
from ..errors import ModelError


@dataclass(frozen=True)
class GrevilleStep:
    """One row of the recursion.

    Attributes
    ----------
    a : array, shape (n,)
        The row.
    d : array, shape (i,)
        Its shares in the rows before.
    c : array, shape (n,)
        What of it those do not have; zero where it is their combination.
    b : array, shape (n,)
        The new column.
    inverse : array, shape (n, i + 1)
        Generalised inverse of the rows up to this one.
    independent : bool
        Whether c is not zero.
    """

    a: Array
    d: Array
    c: Array
    b: Array
    inverse: Array
    independent: bool


@dataclass(frozen=True)
class GeneralisedInverse:
    """The generalised inverse of a matrix with the steps that led to it.

    Attributes
    ----------
    matrix : array, shape (m, n)
    inverse : array, shape (n, m)
    steps : tuple of GrevilleStep
        One for every row.
    """

    matrix: Array
    inverse: Array
    steps: tuple[GrevilleStep, ...]

    @property
    def rank(self) -> int:
        """Number of independent rows."""
        return sum(step.independent for step in self.steps)

    @property
    def penrose(self) -> tuple[float, float, float, float]:
        """What is left of the four conditions (B1), largest entries: A G A - A, G A G - G, and A G, G A less theirs."""
        A, G = self.matrix, self.inverse
        AG, GA = A @ G, G @ A
        left = (AG @ A - A, GA @ G - G, AG - AG.T, GA - GA.T)
        one, two, three, four = (float(np.abs(x).max(initial=0.0)) for x in left)
        return one, two, three, four

    def __str__(self) -> str:
        m, n = self.matrix.shape
        lines = [f"Generalised inverse of a {m} x {n} matrix of rank {self.rank}, row by row:"]
        for i, step in enumerate(self.steps):
            kind = "is new" if step.independent else "is a combination of the rows before"
            lines.append(f"  row {i + 1} {kind}, |c| = {np.linalg.norm(step.c):.4g}")
        return "\n".join(lines)


def greville(matrix: ArrayLike, zero: float = RANK) -> GeneralisedInverse:
    """Return the generalised inverse of Moore and Penrose by Greville's recursion, with every step of it.

    The texts use it for corrections of least size: -Phi_q+ Phi closes open joints by the smallest change of the
    coordinates (thesis, 4.24), -Phi_q+ Phi' does so for velocities (4.30); and S c of smallest size is Phi_q+ c.

    Parameters
    ----------
    matrix : array_like, shape (m, n)
    zero : float
        What is left of a row, relative to it, that counts as none.

    Returns
    -------
    GeneralisedInverse

    Examples
    --------
    >>> found = greville([[3.0, 4.0], [6.0, 8.0]])
    >>> found.rank, found.inverse.round(3).tolist()
    (1, [[0.024, 0.048], [0.032, 0.064]])
    """
    A = np.asarray(matrix, float)
    if A.ndim != 2 or not np.isfinite(A).all():
        raise ModelError(f"A matrix of finite numbers is expected, not an array of shape {A.shape}.")
    inverse, steps = np.zeros((A.shape[1], 0)), []
    for i, a in enumerate(A):
        d = a @ inverse
        c = a - d @ A[:i]
        c = c - (c @ inverse) @ A[:i]  # once more: what rounding left of the rows before
        independent = bool(np.linalg.norm(c) > zero * np.linalg.norm(a))
        c = c if independent else np.zeros_like(a)
        b = c / (c @ c) if independent else inverse @ d / (1.0 + d @ d)
        inverse = np.column_stack([inverse - np.outer(b, d), b])
        steps.append(GrevilleStep(a, d, c, b, inverse, independent))
    return GeneralisedInverse(A, inverse, tuple(steps))
