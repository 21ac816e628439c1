"""Eigenvalues of linear equations of motion, with those that are zero told exactly.

A body that can be anywhere brings zero eigenvalues that come twice or more often, which rounding would spread over its
square root or worse. They are taken off first: with N a basis of the states at rest, A N = 0, and P of all others,
the matrix [N P]^T A [N P] has the eigenvalues 0 and those of P^T A P, which may again have states at rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.zero import SOLVED

ALIKE = 1e-9
"""Eigenvalues that differ by less, relative, are one that comes several times."""

ENTRIES, SOLVING = 1e-13, 1e-15
"""Errors of the entries of a matrix, as positions are closed to about that, and of what finds its eigenvalues, as a
share of its size."""

Complex = NDArray[np.complex128]


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues of a matrix.

    Attributes
    ----------
    values : array, shape (states,)
        Zeros first, then the slowest.
    vectors : array, shape (states, states)
        Eigenvectors, in columns; those of zeros span the states that never change and those that lead there.
    resting : array, shape (states, k)
        States that stay as they are, A x = 0; each has a component of its own that is one and zero in the others.
    left : array, shape (k,)
        What is left of A x of each of them, as a share of the size of A.
    errors : array, shape (states,)
        How well each eigenvalue is known: an error of the matrix times its condition, and where some come together the
        root of that.
    """

    values: Complex
    vectors: Complex
    resting: Array
    left: Array
    errors: Array

    @property
    def told(self) -> Complex:
        """The eigenvalues, those without a real part as far as is known with none: they neither fade nor grow."""
        known = np.abs(self.values.real) > self.errors
        return np.asarray(np.where(known, self.values.real, 0.0) + 1j * self.values.imag)


def spectrum_of(A: Array, sizes: Array) -> Spectrum:
    """Return the eigenvalues of a matrix, zeros exactly; `sizes` (states,) are the units that states are counted in."""
    if not len(A):
        return Spectrum(np.zeros(0, complex), np.zeros((0, 0), complex), np.zeros((0, 0)), np.zeros(0), np.zeros(0))
    scale = sizes
    balanced = A * scale / scale[:, None]
    Q, zeros, resting = _zeros_first(balanced)
    T = Q.T @ balanced @ Q
    values, below, errors = _eigen(T[zeros:, zeros:])
    rounded = np.round(values / np.abs(values).max(initial=1e-300), 10)
    order = np.lexsort((-rounded.imag, rounded.real, np.round(np.abs(rounded), 10)))
    values, below, errors = values[order], below[:, order], np.concatenate([np.zeros(zeros), errors[order]])
    above = np.zeros((zeros, len(values)), complex)
    for k, value in enumerate(values):  # (T11 - value) above = -T12 below, where T11 has zeros only
        above[:, k] = -np.linalg.solve(T[:zeros, :zeros] - value * np.eye(zeros), T[:zeros, zeros:] @ below[:, k])
    found = np.hstack([Q[:, :zeros], Q @ np.vstack([above, below])])
    every = np.concatenate([np.zeros(zeros, complex), values])
    vectors = _told_apart(every, scale[:, None] * found, zeros)
    own = _own_components(scale[:, None] * resting)
    back, size = balanced @ (own / scale[:, None]), np.linalg.norm(own / scale[:, None], axis=0)
    left = np.linalg.norm(back, axis=0) / (size * np.linalg.norm(balanced, 2) + 1e-300)
    return Spectrum(every, vectors, own, left, errors)


def _eigen(A: Array) -> tuple[Complex, Complex, Array]:
    """Return eigenvalues, eigenvectors in columns, and how well each value is known."""
    from scipy.linalg import eig, matrix_balance

    if not len(A):
        return np.zeros(0, complex), np.zeros((0, 0), complex), np.zeros(0)
    even, (units, _) = matrix_balance(A, permute=False, separate=True)
    values, left, right = eig(even, left=True)
    across = np.maximum(np.abs((left.conj() * right).sum(axis=0)), ENTRIES**0.5)
    entries = (np.abs(left) * (np.abs(even) @ np.abs(right))).sum(axis=0)
    vectors = units[:, None] * right
    errors = (ENTRIES * entries + SOLVING * np.linalg.norm(even, 2)) / across
    return values, vectors / np.linalg.norm(vectors, axis=0), errors


def _zeros_first(A: Array) -> tuple[Array, int, Array]:
    """Return orthonormal states with those of zero eigenvalues first, their number, and the states at rest."""
    n, zeros = len(A), 0
    Q, resting = np.eye(n), np.zeros((n, 0))
    size = float(np.linalg.norm(A, 2))
    while zeros < n:
        left = Q[:, zeros:].T @ A @ Q[:, zeros:]
        _, values, right = np.linalg.svd(left)
        none = int(np.count_nonzero(values <= SOLVED * size))
        if not none:
            break
        turned = np.vstack([right[len(values) - none :], right[: len(values) - none]]).T
        Q = np.hstack([Q[:, :zeros], Q[:, zeros:] @ turned])
        resting = resting if zeros else Q[:, :none]
        zeros += none
    return Q, zeros, resting


def _told_apart(values: Complex, vectors: Complex, zeros: int) -> Complex:
    """Return eigenvectors; those of one eigenvalue that comes several times with a component of their own each."""
    first = zeros
    while first < len(values):
        last = first + 1
        while last < len(values) and abs(values[last] - values[first]) <= ALIKE * abs(values[first]):
            last += 1
        if last - first > 1 and np.linalg.cond(vectors[:, first:last]) < 1.0 / ALIKE**0.5:
            vectors[:, first:last] = _own_components(vectors[:, first:last])
        first = last
    return vectors


def _own_components(basis: Any) -> Any:
    """Return the same space with vectors that have a component of their own."""
    from scipy.linalg import qr

    if not basis.shape[1]:
        return basis
    _, _, order = qr(basis.T, mode="economic", pivoting=True)
    own = np.sort(order[: basis.shape[1]])
    found = np.linalg.solve(basis[own].T, basis.T).T
    return np.asarray(np.where(np.abs(found) > SOLVED * np.abs(found).max(), found, 0.0))
