"""Functions of one parameter as piecewise polynomials, to rounding.

A function known with its first m derivatives is fitted in its m-th derivative, at Chebyshev points of pieces that are
halved until the polynomial is exact, and integrated m times. So its own derivatives lose next to nothing: fitting
values and differentiating them four times would lose nine of sixteen digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import comb

import numpy as np
from numpy.polynomial import chebyshev

from linkwork.arrays import Array, Flags
from linkwork.errors import ExpressionError

POWERS = 14
"""Coefficients of a piece."""

EXACT = 1e-13
"""What the last two Chebyshev terms may amount to, as a share of the largest value: what is left out is less."""

SMALLEST = 2.0**-20
"""Width of a piece, as a share of the range, below which there must be a corner or a pole."""


BETWEEN = (-0.93, -0.71, -0.39, -0.13, 0.11, 0.37, 0.73, 0.95)
"""Where a piece is compared with the function, besides the points at which it is fitted."""

HOLDS = 1e-10
"""By how much it may differ there, as a share of the largest value."""


@cache
def nodes(count: int) -> tuple[Array, Array, Array]:
    """Return Chebyshev points, the matrix from values there to Chebyshev terms, and that from terms to powers."""
    points = chebyshev.chebpts1(count)
    terms = np.asarray(np.linalg.inv(chebyshev.chebvander(points, count - 1)), dtype=np.float64)
    powers = np.zeros((count, count))
    for k in range(count):
        found = chebyshev.cheb2poly(np.eye(count)[k])
        powers[: len(found), k] = found
    return points, terms, powers


def integrated(coefficients: Array, half: Array, constants: Array) -> Array:
    """Return the integrals of polynomials in w by s = middle + half w, with given values in the middle."""
    powers = np.arange(1, coefficients.shape[-1] + 1)
    grown = coefficients * half[:, None, None] / powers
    return np.concatenate([constants[..., None], grown], axis=-1)


def fit(
    derivatives: Callable[[Array], Array], order: int, breaks: Sequence[float], powers: int = POWERS
) -> tuple[Array, Array]:
    """Return the breaks s[n + 1] and coefficients[n, components, POWERS] of pieces that are the function.

    Parameters
    ----------
    derivatives : callable
        From parameters s[k] to the function and its derivatives [order + 1, components, k].
    order : int
        How many derivatives it gives.
    breaks : sequence of float
        Ends of the range, and every place inside at which a derivative jumps.
    powers : int
        How many coefficients can differ from zero.

    Raises
    ------
    ExpressionError
        Where the function has a corner or a pole.
    """
    points, terms, to_powers = nodes(POWERS - order - (POWERS - order + 1) % 2)  # odd: one lies in the middle
    span = breaks[-1] - breaks[0]
    open_pieces = list(pairwise(breaks))
    done: list[tuple[float, float, Array]] = []
    largest, size = 0.0, 0.0
    while open_pieces:
        start, end = (np.array(side) for side in zip(*open_pieces, strict=True))
        middle, half = (start + end) / 2, (end - start) / 2
        found = derivatives((middle[:, None] + half[:, None] * points).ravel())
        found = found.reshape(order + 1, found.shape[1], len(start), len(points)).transpose(0, 2, 1, 3)
        if not np.isfinite(found).all():
            raise ExpressionError(_unbounded(found, middle))
        largest, size = max(largest, np.abs(found[order]).max()), max(size, np.abs(found[0]).max())
        series = found[order] @ terms.T
        tail = np.abs(series[..., -2:]).sum(axis=-1).max(axis=-1)
        good = (tail <= EXACT * largest) | (tail * half**order <= 1e-17 * size)
        pieces = _raised(series @ to_powers.T, found, half, order, powers)
        if good.any():
            good[good] = _holds(derivatives, pieces[good], middle[good], half[good], size)
        done += [(a, b, c) for a, b, c, ok in zip(start, end, pieces, good, strict=True) if ok]
        bad = [(a, m, b) for a, m, b, ok in zip(start, middle, end, good, strict=True) if not ok]
        narrow = [m for a, m, b in bad if b - a < SMALLEST * span]
        if narrow:
            raise ExpressionError(f"it has a corner or a pole at {narrow[0]:.6g}")
        open_pieces = [half_piece for a, m, b in bad for half_piece in ((a, m), (m, b))]
    done.sort(key=lambda piece: piece[0])
    return np.array([*(a for a, _, _ in done), breaks[-1]]), np.array([c for _, _, c in done])


def _holds(derivatives: Callable[[Array], Array], pieces: Array, middle: Array, half: Array, size: float) -> Array:
    """Return which polynomials are the function between the points at which they were fitted, too.

    Something narrow may lie between all of these, or at one at which its last derivative vanishes.
    """
    found = derivatives((middle[:, None] + half[:, None] * BETWEEN).ravel())[0]
    found = found.reshape(-1, len(middle), len(BETWEEN)).transpose(1, 0, 2)
    off = np.abs(value(pieces[:, :, None, :], np.array(BETWEEN)) - found)
    return np.asarray(off.max(axis=(1, 2), initial=0.0) <= HOLDS * size)


def _unbounded(found: Array, middle: Array) -> str:
    first = int(np.flatnonzero(~np.isfinite(found).all(axis=(0, 2, 3)))[0])
    return f"it is not finite near {middle[first]:.6g}"


def _raised(coefficients: Array, found: Array, half: Array, order: int, powers: int) -> Array:
    """Return the polynomials of the function itself, from those of its last derivative and its values in the middle."""
    centre = found.shape[-1] // 2
    for k in range(order - 1, -1, -1):
        coefficients = integrated(coefficients, half, found[k][..., centre])
    result = np.zeros((*coefficients.shape[:-1], POWERS))
    kept = min(powers, coefficients.shape[-1])
    result[..., :kept] = coefficients[..., :kept]
    return result


def value(coefficients: Array, w: Array, order: int = 0) -> Array:
    """Return the derivative by w of polynomials [..., POWERS] at w, which goes with the axes before the last."""
    result = np.zeros(np.broadcast_shapes(coefficients.shape[:-1], np.shape(w)))
    for n in range(coefficients.shape[-1] - 1, order - 1, -1):
        factor = float(np.prod(np.arange(n - order + 1, n + 1)))
        result = result * w + factor * coefficients[..., n]
    return result


@cache
def _halves() -> Array:
    """Return the matrices [2, POWERS, POWERS] from a polynomial in w to those of its halves, w = -1/2 or 1/2 + v/2."""
    moved = np.zeros((2, POWERS, POWERS))
    for side, shift in enumerate((-0.5, 0.5)):
        for n in range(POWERS):
            for k in range(n + 1):
                moved[side, k, n] = comb(n, k) * shift ** (n - k) * 0.5**k
    return moved


def with_arc_length(breaks: Array, coefficients: Array) -> tuple[Array, Array]:
    """Return pieces with one component more, the arc length from the start; pieces are halved until it is exact.

    Raises
    ------
    ExpressionError
        Where the curve stands still: it has a cusp there.
    """
    points, terms, to_powers = nodes(POWERS - 1)
    span = breaks[-1] - breaks[0]
    while True:
        half = np.diff(breaks) / 2
        slopes = value(coefficients[..., None, :], points, 1) / half[:, None, None]
        speed = np.sqrt((slopes**2).sum(axis=1))
        series = speed @ terms.T
        bad = np.abs(series[:, -2:]).sum(axis=1) > EXACT * speed.max(axis=1)
        if not bad.any() and speed.min() > 0.0:
            break
        if speed.min() <= 0.0 or half[bad].min() * 2 < SMALLEST * span:
            k, n = np.unravel_index(np.argmin(speed), speed.shape)
            place = (breaks[k] + breaks[k + 1]) / 2 + half[k] * points[n]
            raise ExpressionError(f"the curve stands still (it has a cusp) near {place:.6g}")
        breaks, coefficients = _split(breaks, coefficients, bad)
    arc = integrated((series @ to_powers.T)[:, None, :], half, np.zeros((len(half), 1)))
    begin, finish = value(arc, -1.0), value(arc, 1.0)  # type: ignore[arg-type]
    before = np.concatenate([[0.0], np.cumsum(finish - begin)[:-1]])
    arc[:, 0, 0] += before - begin[:, 0]
    return breaks, np.concatenate([coefficients, arc], axis=1)


def with_normals(breaks: Array, coefficients: Array) -> tuple[Array, Array, Array]:
    """Return pieces of a curve in space, and the polynomials [n, 3, POWERS] of a normal carried without twist.

    By arc length N' = -(T' . N) T, from ``z x T`` at the start (``x``, where the curve starts along z). Pieces are
    halved until it is exact.
    """
    points, terms, to_powers = nodes(POWERS)
    while True:
        carried, tangents = _carried(coefficients, points, terms, to_powers)
        bad = np.abs((carried[:, :-1].transpose(0, 2, 3, 1) @ terms.T)[..., -2:]).sum(axis=-1).max(axis=(1, 2)) > EXACT
        if not bad.any():
            break
        breaks, coefficients = _split(breaks, coefficients, bad)
    normal = np.cross([0.0, 0.0, 1.0], tangents[0, 0])
    normal = normal if np.linalg.norm(normal) > 1e-6 else np.array([1.0, 0.0, 0.0])
    found = np.zeros((len(carried), 3, POWERS))
    for k, (matrices, ends) in enumerate(zip(carried, tangents, strict=True)):
        normal = normal - (normal @ ends[0]) * ends[0]
        values = matrices @ (normal / np.linalg.norm(normal))
        found[k], normal = values[:-1].T @ terms.T @ to_powers.T, values[-1]
    return breaks, coefficients, found


def _carried(coefficients: Array, points: Array, terms: Array, to_powers: Array) -> tuple[Array, Array]:
    """Return what takes the normal at the start of each piece to its points and its end [n, points + 1, 3, 3].

    And the tangents at both ends. The equation dN/dw = A N, A = -T (dT/dw)^T, is met at the points: N is its value at
    the start and the integral of the polynomial through A N there.
    """
    at, count = np.array([*points, -1.0, 1.0]), len(points)
    slope, bend = (value(coefficients[:, :3, None, :], at, n).transpose(0, 2, 1) for n in (1, 2))
    speed = np.linalg.norm(slope, axis=-1, keepdims=True)
    tangent = slope / speed
    turning = (bend - (tangent * bend).sum(axis=-1, keepdims=True) * tangent) / speed
    rates = -tangent[:, :count, :, None] * turning[:, :count, None, :]
    powers = np.arange(1, count + 1)
    whole = (np.array([*points, 1.0])[:, None] ** powers - (-1.0) ** powers) / powers
    integral = whole @ to_powers @ terms
    matrix = np.einsum("ij,njab->niajb", integral[:-1], rates).reshape(len(rates), 3 * count, 3 * count)
    start = np.tile(np.eye(3), (count, 1))
    inner = np.linalg.solve(np.eye(3 * count) - matrix, np.broadcast_to(start, (len(rates), *start.shape)))
    inner = inner.reshape(len(rates), count, 3, 3)
    end = np.eye(3) + np.einsum("j,njab,njbc->nac", integral[-1], rates, inner)
    return np.concatenate([inner, end[:, None]], axis=1), tangent[:, count:]


def _split(breaks: Array, coefficients: Array, bad: Flags) -> tuple[Array, Array]:
    """Return pieces of which the bad ones are halved."""
    middle = (breaks[:-1] + breaks[1:]) / 2
    left, right = (coefficients @ matrix.T for matrix in _halves())
    starts: list[float] = []
    pieces: list[Array] = []
    for k, halved in enumerate(bad):
        starts += [breaks[k], middle[k]] if halved else [breaks[k]]
        pieces += [left[k], right[k]] if halved else [coefficients[k]]
    return np.array([*starts, breaks[-1]]), np.array(pieces)
