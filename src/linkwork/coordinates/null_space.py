"""The space of allowable motions of a Jacobian: matrices R, S and B, by four methods.

Velocities obey Phi_q q' = b, accelerations Phi_q q'' = c. With independent velocities z' = B q' the
general solutions are q' = R z' + S b and q'' = R z'' + S c, where [S R] is the inverse of Phi_q bordered by B.
Equation numbers are those of the chapter on kinematic analysis in natural coordinates (section 3.5).
Nothing here knows of mechanisms: matrices come in, matrices go out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..errors import LinkworkError, ModelError, nearest
from .rank import normalised, numerical_rank, row_sizes

HOPELESS = 1e13
"""Condition number beyond which a bordered Jacobian leaves no digit: B repeats rows of Phi_q."""

DEPENDENT = "The rows of B are not independent of those of Phi_q here. Choose another B."

GROWTH = 4.0
"""How much R may grow before a kept matrix B is renewed: its rows are then some 75 degrees off the motions."""


@dataclass(frozen=True)
class Allowable:
    """The allowable motions at one position: n coordinates, m equations, f freedoms.

    Attributes
    ----------
    R : array, shape (n, f)
        A basis of the motions that Phi_q allows: Phi_q R = 0.
    S : array, shape (n, m)
        With S b a particular solution: B S = 0 and Phi_q S = 1; where rows are redundant, Phi_q S Phi_q = Phi_q,
        and Phi_q S b is the nearest to b (least squares of rows brought to unit length).
    B : array, shape (f, n)
        What makes the independent velocities z' = B q'; B R = 1.
    rank : int
        Independent rows of Phi_q.
    independent : tuple of int
        The columns that are the independent velocities, where B selects some.
    condition : float
        Condition number of [Phi_q; B], rows of unit length.
    stretch : float
        Largest motion for an independent velocity of size 1. It is 1 where the rows of B are orthonormal allowable
        motions, and 1 / cos of the largest angle between them and the allowable motions where they are orthonormal.
    """

    R: Array
    S: Array
    B: Array
    rank: int
    independent: tuple[int, ...]
    condition: float
    stretch: float

    @property
    def freedoms(self) -> int:
        """Dimension f of the space of allowable motions."""
        return int(self.R.shape[1])

    def sb(self, b: ArrayLike) -> Array:
        """Return S b: the velocities q' at z' = 0 (3.29)."""
        return np.asarray(self.S @ np.asarray(b, float))

    def sc(self, c: ArrayLike) -> Array:
        """Return S c: the accelerations q'' at z'' = 0, which is R' z' + (S b)' for a constant B (3.32)."""
        return np.asarray(self.S @ np.asarray(c, float))


def allowable(Phi_q: ArrayLike, method: str = "svd", scale: ArrayLike | None = None) -> Allowable:
    """Return the allowable motions of a Jacobian.

    Parameters
    ----------
    Phi_q : array_like, shape (m, n)
        Redundant rows are welcome; at a singular position the rank falls and R has more columns.
    method : {"svd", "qr", "gauss", "gram-schmidt"}
        How B is chosen. ``"svd"`` (3.38), ``"qr"`` (3.40): an orthonormal basis of the allowable motions.
        ``"gauss"``: elimination with total pivoting; the columns without a pivot are the independent velocities,
        and B selects them (3.44). ``"gram-schmidt"``: that B, orthogonalised against Phi_q (3.49).
    scale : array_like, shape (n,), optional
        Size of a typical motion of each coordinate, where they have different units. Rank, choices and
        orthogonality are those of q / scale. Default: 1.

    Returns
    -------
    Allowable

    Examples
    --------
    >>> found = allowable([[3.0, 4.0]], "gauss")
    >>> found.independent, found.R.T.round(6).tolist()
    ((0,), [[1.0, -0.75]])
    """
    check_method(method)
    J, d = _matrix_and_scale(Phi_q, scale)
    rank = numerical_rank(J * d)
    B = METHODS[method](normalised(J * d), rank)
    if method != "gauss":  # a Boolean B selects coordinates, whatever their scale
        B = B / d
    return _bordered(J, B, d, rank)


def check_method(method: str) -> None:
    """Raise ModelError for a method that is none."""
    if method not in METHODS:
        raise ModelError(f"There is no method '{method}' for allowable motions. {nearest(method, list(METHODS))}")


def moving_basis(Phi_q: ArrayLike, Phi_q_dot: ArrayLike, method: str = "svd") -> tuple[Allowable, Array]:
    """Return the allowable motions and the time derivative of R (n, f), which goes with z' = B q'.

    Where B is constant, [S R] is the inverse of P = [Phi_q; B] and has the rate -P^-1 P' P^-1, whose last columns are
    R' = -S Phi_q' R. ``"gram-schmidt"`` gives that of the orthonormal basis instead, from the Boolean B (3.51, 3.52).

    Parameters
    ----------
    Phi_q, Phi_q_dot : array_like, shape (m, n)
        The Jacobian and its time derivative.
    method : {"svd", "qr", "gauss", "gram-schmidt"}

    Examples
    --------
    >>> basis, R_dot = moving_basis([[3.0, 4.0]], [[1.0, 0.0]], "gauss")
    >>> R_dot.T.round(6).tolist()  # of R = (1, -3/4)
    [[0.0, -0.25]]
    """
    found, rate = allowable(Phi_q, method), np.asarray(Phi_q_dot, float)
    if method == "gram-schmidt":
        return found, orthogonalised(Phi_q, allowable(Phi_q, "gauss").B, rate)[1]
    return found, -found.S @ rate @ found.R


def projected(Phi_q: ArrayLike, B: ArrayLike, scale: ArrayLike | None = None) -> Allowable:
    """Return the allowable motions in the independent velocities z' = B q' of a given B.

    Parameters
    ----------
    Phi_q : array_like, shape (m, n)
    B : array_like, shape (f, n)
        Its rows must be independent of each other and of those of Phi_q.
    scale : array_like, shape (n,), optional
        As for `allowable`.

    Raises
    ------
    LinkworkError
        When B has not as many rows as there are freedoms, or its rows are not independent.
    """
    J, d = _matrix_and_scale(Phi_q, scale)
    B = np.asarray(B, float).reshape(-1, J.shape[1])
    rank = numerical_rank(J * d)
    if len(B) != J.shape[1] - rank:
        raise LinkworkError(f"B has {len(B)} rows, but {J.shape[1] - rank} velocities are free here.")
    return _bordered(J, B, d, rank)


def _bordered(J: Array, B: Array, d: Array, rank: int) -> Allowable:
    """Return R and S from the inverse of Phi_q bordered by B (3.29)."""
    rows, weights = _sizes(J * d), _sizes(B * d)
    P = np.vstack([J * d / rows[:, None], B * d / weights[:, None]])  # (3.47)
    inverse, condition = _left_inverse(P)
    S, R = inverse[:, : len(J)], inverse[:, len(J) :]
    stretch = float(np.linalg.norm(R, 2)) if R.size else 1.0
    return Allowable(
        R=d[:, None] * R / weights,
        S=d[:, None] * S / rows,
        B=B,
        rank=rank,
        independent=_selected(B),
        condition=condition,
        stretch=stretch,
    )


def selection(columns: ArrayLike, coordinates: int) -> Array:
    """Return the Boolean B (f, n) that selects columns as the independent velocities (3.44)."""
    return np.asarray(np.eye(coordinates)[np.asarray(columns, int).ravel()])


def orthogonalised(
    Phi_q: ArrayLike, B: ArrayLike, Phi_q_dot: ArrayLike | None = None, scale: ArrayLike | None = None
) -> tuple[Array, Array]:
    """Return an orthonormal R and its time derivative, by Gram-Schmidt from a given constant B (3.47 to 3.52).

    Parameters
    ----------
    Phi_q : array_like, shape (m, n)
    B : array_like, shape (f, n)
        Boolean, or that of a position nearby.
    Phi_q_dot : array_like, shape (m, n), optional
        Time derivative of Phi_q; default: none, and R' is zero.
    scale : array_like, shape (n,), optional
        As for `allowable`; R is orthonormal in q / scale.

    Returns
    -------
    R, R_dot : array, shape (n, f)
        Then q'' = R z'' + R' z' for a system that does not depend on time.
    """
    J, d = _matrix_and_scale(Phi_q, scale)
    J_dot = np.zeros_like(J) if Phi_q_dot is None else np.asarray(Phi_q_dot, float)
    B = np.asarray(B, float).reshape(-1, J.shape[1])
    rows, _ = total_pivots(normalised(J * d), numerical_rank(J * d))
    rows.sort()  # redundant rows left out: which of them does not change the space of the others
    sizes = _sizes(J * d)[rows, None]
    P = np.vstack([J[rows] * d / sizes, B * d / _sizes(B * d)[:, None]])
    P_dot = np.vstack([J_dot[rows] * d / sizes, np.zeros_like(B)])
    V, V_dot = gram_schmidt(P, P_dot)
    return d[:, None] * V[len(rows) :].T, d[:, None] * V_dot[len(rows) :].T


def gram_schmidt(P: Array, P_dot: Array) -> tuple[Array, Array]:
    """Return orthonormal rows V, each from the row of P and those before it, and their time derivative.

    This is (3.49) to (3.52) row by row in the modified form, which takes the projections out one after the other;
    doing so twice makes the rows orthogonal to rounding. The derivative is carried through every operation.
    """
    V, V_dot = np.zeros_like(P), np.zeros_like(P)
    for i, (p, p_dot) in enumerate(zip(P, P_dot, strict=True)):
        w, w_dot = p, p_dot
        for j in (*range(i), *range(i)):
            h, h_dot = V[j] @ w, V_dot[j] @ w + V[j] @ w_dot
            w, w_dot = w - h * V[j], w_dot - h_dot * V[j] - h * V_dot[j]
        size = np.linalg.norm(w)
        if not size * HOPELESS > np.linalg.norm(p):
            raise LinkworkError(DEPENDENT)
        V[i] = w / size
        V_dot[i] = (w_dot - (V[i] @ w_dot) * V[i]) / size
    return V, V_dot


def total_pivots(Phi_q: Array, rank: int) -> tuple[list[int], list[int]]:
    """Return rows and columns of the pivots of Gauss's elimination with total pivoting, `rank` of them (3.43)."""
    work, rows, columns = Phi_q.copy(), list[int](), list[int]()
    for _ in range(rank):
        i, j = np.unravel_index(int(np.argmax(np.abs(work))), work.shape)
        rows.append(int(i))
        columns.append(int(j))
        work = work - np.outer(work[:, j] / work[i, j], work[i])
        work[rows] = 0.0  # exactly, so that rounding is never a pivot
        work[:, columns] = 0.0
    return rows, columns


class KeptProjection:
    """A matrix B kept from position to position, and renewed when it degrades.

    As long as B stays, z' are the same independent velocities and R changes smoothly. B is renewed when the number
    of freedoms changes, and when R has grown to `growth` times its size (`Allowable.stretch`) where B was chosen:
    the rows of B then lie nearly in those of Phi_q. The size of R tells that of B alone; the condition number of
    [Phi_q; B] would also rise near singular positions, where no other B is better.

    Parameters
    ----------
    method : {"svd", "qr", "gauss", "gram-schmidt"}
        How B is chosen; see `allowable`.
    growth : float
        Default 4.

    Attributes
    ----------
    B : array, shape (f, n), or None
        None before the first position.
    renewals : int
        How often B was chosen again.

    Examples
    --------
    >>> kept = KeptProjection("svd")
    >>> turns = [kept.at([[np.cos(a), np.sin(a)]]) for a in np.linspace(0.0, 3.0, 31)]
    >>> kept.renewals
    2
    """

    def __init__(self, method: str = "svd", growth: float = GROWTH) -> None:
        self.method, self.growth = method, growth
        self.B: Array | None = None
        self.renewals = 0
        self._stretch = 1.0

    def at(self, Phi_q: ArrayLike, scale: ArrayLike | None = None) -> Allowable:
        """Return the allowable motions at a position, with the kept B where it is still good."""
        if self.B is not None:
            found = self._with_kept(Phi_q, scale)
            if found is not None:
                return found
            self.renewals += 1
        found = allowable(Phi_q, self.method, scale)
        self.B, self._stretch = found.B, found.stretch
        return found

    def _with_kept(self, Phi_q: ArrayLike, scale: ArrayLike | None) -> Allowable | None:
        assert self.B is not None
        try:
            found = projected(Phi_q, self.B, scale)
        except LinkworkError:
            return None
        return found if found.stretch <= self.growth * self._stretch else None


def _svd(Phi_q: Array, rank: int) -> Array:
    """Return V_i of Phi_q = U^T D V (3.39)."""
    return np.asarray(np.linalg.svd(Phi_q)[2][rank:])


def _qr(Phi_q: Array, rank: int) -> Array:
    """Return Q_i of Phi_q^T = Q R (3.41); columns are pivoted, so that redundant rows come last."""
    from scipy import linalg  # loaded when it is wanted: it takes a third of a second

    Q = linalg.qr(Phi_q.T, pivoting=True)[0] if rank else np.eye(Phi_q.shape[1])
    return np.asarray(Q[:, rank:].T)


def _gauss(Phi_q: Array, rank: int) -> Array:
    """Return [0 I] on the columns without a pivot (3.44)."""
    n = Phi_q.shape[1]
    dependent = total_pivots(Phi_q, rank)[1]
    return selection(sorted({*range(n)} - {*dependent}), n)


def _gram_schmidt(Phi_q: Array, rank: int) -> Array:
    """Return V^i of (3.48), from the Boolean B."""
    rows = sorted(total_pivots(Phi_q, rank)[0])
    P = np.vstack([Phi_q[rows], _gauss(Phi_q, rank)])
    return gram_schmidt(P, np.zeros_like(P))[0][rank:]


METHODS: dict[str, Callable[[Array, int], Array]] = {
    "svd": _svd,
    "qr": _qr,
    "gauss": _gauss,
    "gram-schmidt": _gram_schmidt,
}
"""How B (f, n) is chosen from Phi_q, rows of unit length, and its rank."""


def _left_inverse(P: Array) -> tuple[Array, float]:
    """Return (P^T P)^-1 P^T of a matrix with independent columns, and its condition number.

    It is the inverse of a square P. With redundant rows in Phi_q, P has more rows than columns; the left inverse
    [S R] of smallest size still has Phi_q R = 0, B R = 1, B S = 0 and Phi_q S Phi_q = Phi_q.
    """
    if P.size == 0:
        return P.T, 1.0
    Q, T = np.linalg.qr(P)
    values = np.linalg.svd(T, compute_uv=False)
    if not values[-1] * HOPELESS > values[0]:
        raise LinkworkError(DEPENDENT)
    return np.asarray(np.linalg.solve(T, Q.T)), float(values[0] / values[-1])


def _matrix_and_scale(Phi_q: ArrayLike, scale: ArrayLike | None) -> tuple[Array, Array]:
    J = np.asarray(Phi_q, float)
    if J.ndim != 2 or not np.isfinite(J).all():
        raise ModelError(f"Phi_q must be a matrix of finite numbers, not an array of shape {J.shape}.")
    d = np.ones(J.shape[1]) if scale is None else np.asarray(scale, float)
    if d.shape != (J.shape[1],) or not (d > 0).all():
        raise ModelError(f"scale must be {J.shape[1]} positive numbers, one a column of Phi_q.")
    return J, d


def _sizes(rows: Array) -> Array:
    """Return the lengths of rows; 1 for rows of zeros, which no division may touch."""
    sizes = row_sizes(rows)
    return np.asarray(np.where(sizes > 0, sizes, 1.0))


def _selected(B: Array) -> tuple[int, ...]:
    """Return the columns that B selects; none where it is not Boolean."""
    boolean = ((B == 0) | (B == 1)).all() and (B.sum(axis=1) == 1).all()
    return tuple(int(j) for j in np.argmax(B, axis=1)) if boolean and B.size else ()
