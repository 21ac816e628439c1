"""Rank decisions, made on singular values at chosen positions."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.zero import RANK, ROW, SHARE, SOLVED


def open_tolerance(gap: float) -> float:
    """Return what counts as zero where joints are open by `gap` of the mechanism's size, as inside a step.

    Redundant loops then seem to differ by as much: that is not rank.
    """
    return RANK + 100.0 * gap


def row_sizes(jacobian: Array) -> Array:
    """Return the lengths of rows, 0 of those that have vanished up to rounding."""
    sizes = np.linalg.norm(jacobian, axis=1)
    return np.asarray(np.where(sizes > ROW * sizes.max(initial=0.0), sizes, 0.0))


def normalised(jacobian: Array) -> Array:
    """Return the Jacobian with rows of unit length, so that lengths and angles weigh alike."""
    sizes = row_sizes(jacobian)[:, None]
    return np.asarray(np.divide(jacobian, sizes, out=np.zeros_like(jacobian), where=sizes > 0))


def rank_of(values: NDArray[np.floating[Any]], zero: float = RANK) -> int:
    """Return how many of the singular values, largest first, are not zero: the one place where rank is decided."""
    return int((values > zero * values[0]).sum()) if values.size and values[0] > 0 else 0


def singular_values(jacobian: Array) -> Array:
    """Return the singular values of a Jacobian with rows of unit length, largest first."""
    return np.asarray(np.linalg.svd(normalised(jacobian), compute_uv=False)) if jacobian.size else np.zeros(0)


def numerical_rank(jacobian: Array, zero: float = RANK) -> int:
    """Return the rank of a Jacobian."""
    return rank_of(singular_values(jacobian), zero)


def null_space(jacobian: Array, zero: float = RANK) -> Array:
    """Return an orthonormal basis (columns) of the motions that the Jacobian allows."""
    if jacobian.shape[0] == 0:
        return np.eye(jacobian.shape[1])
    _, values, right = np.linalg.svd(normalised(jacobian), full_matrices=True)
    return right[rank_of(values, zero) :].T


def solve_min_norm(
    matrix: Array, right: Array, rows: Array | float = 1.0, unknowns: Array | float = 1.0, zero: float = SOLVED
) -> Array:
    """Return the smallest x for which matrix x comes nearest to the right side, each counted in units of its own.

    Parameters
    ----------
    matrix : array, shape (m, n)
    right : array, shape (m,) or (m, k)
    rows : array, shape (m,)
        What a residual is multiplied with: 1 / unit.
    unknowns : array, shape (n,)
        Unit of every unknown.
    zero : float
        Singular values below this, relative to the largest, count as zero.
    """
    scaled = ((matrix * unknowns).T * rows).T
    return np.asarray((unknowns * np.linalg.lstsq(scaled, (rows * right.T).T, rcond=zero)[0].T).T, np.float64)


def allowed_motions(jacobian: Array, units: Array, zero: float = RANK) -> Array:
    """Return motions (columns) that the Jacobian allows, orthonormal in units that make shifts and turns comparable."""
    return np.asarray(units[:, None] * null_space(jacobian * units, zero))


def solved_rows(jacobian: Array, right: Array, units: Array) -> Array:
    """Return the smallest motion, in units that make shifts and turns comparable, that meets rows, some redundant."""
    sizes = np.linalg.norm(jacobian * units, axis=1)
    return solve_min_norm(jacobian, right, np.divide(1.0, sizes, out=np.zeros_like(sizes), where=sizes > 0), units)


def solved_with_coordinates(rows: Array, right: Array, units: Array) -> Array:
    """Return the one motion that meets the rows of joints and of coordinates that tell all motions apart.

    Where there are as many as unknowns none is redundant, unless the position is singular: elimination is quicker.
    """
    if rows.shape[0] == rows.shape[1]:
        with suppress(np.linalg.LinAlgError):
            return np.asarray(np.linalg.solve(rows, right), np.float64)
    return solved_rows(rows, right, units)


def independent_rows(jacobian: Array) -> tuple[list[int], dict[int, Array]]:
    """Return the rows kept as independent, in order, and for every other row its shares in them.

    Rows are taken in the user's order, so that the later of two equal equations is the redundant one.
    """
    rows = normalised(jacobian)
    kept: list[int] = []
    shares: dict[int, Array] = {}
    ortho = np.zeros((0, rows.shape[1]))
    for i, row in enumerate(rows):
        left = row - ortho.T @ (ortho @ row)
        left = left - ortho.T @ (ortho @ left)
        size = np.linalg.norm(left)
        if size > SHARE:
            kept.append(i)
            ortho = np.vstack([ortho, left / size])
        else:
            shares[i] = solve_min_norm(rows[kept].T, row) if kept else np.zeros(0)
    return kept, shares


def pivot_columns(matrix: Array, least: float, most: int | None = None, wanted: int = 0) -> list[int]:
    """Return the columns, first ones preferred, at most so many, whose square submatrix is well conditioned.

    What is left of a column after those before counts as zero up to `least`. As many of the first `wanted` columns as
    are independent come before all others.
    """
    work = matrix.copy()
    pivots: list[int] = []
    for _ in range(work.shape[0] if most is None else most):
        sizes = np.linalg.norm(work, axis=0)
        if sizes.max(initial=0.0) <= least:
            break
        among = sizes[:wanted] if sizes[:wanted].max(initial=0.0) > least else sizes
        column = int(np.argmax(among > 0.3 * among.max()))
        pivots.append(column)
        direction = work[:, column] / sizes[column]
        work = work - np.outer(direction, direction @ work)
    return pivots
