"""A few linear equations with a full matrix."""

from __future__ import annotations

from ._jit import inline

SINGULAR = 1e-12
"""A pivot below this is none; the matrices here are near one."""


@inline
def eliminate(A, n, first):
    """Solve the n equations in A[:, first : first + n + 1] with pivots; the solution stands in the last column.

    Returns whether the matrix is regular. Rows are not exchanged in memory but by their contents.
    """
    right = first + n
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, first + k]) > abs(A[best, first + k]):
                best = i
        if not abs(A[best, first + k]) > SINGULAR:
            return False
        for j in range(first, right + 1):
            A[k, j], A[best, j] = A[best, j], A[k, j]
        for i in range(n):
            if i != k:
                factor = A[i, first + k] / A[k, first + k]
                for j in range(first + k, right + 1):
                    A[i, j] -= factor * A[k, j]
    for k in range(n):
        A[k, right] /= A[k, first + k]
    return True
