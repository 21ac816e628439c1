"""Linear equations with a full matrix: elimination with partial pivoting."""

from ..compiler.jit import inline


@inline
def eliminate(A, n, first, pivots):
    """Factor A[:n, first : first + n] in place, exchanging rows; column `pivots` notes which.

    Returns the smallest pivot; where it is zero its unknown is left out.
    """
    least = 1e300
    for j in range(n):
        best = j
        for i in range(j + 1, n):
            if abs(A[i, first + j]) > abs(A[best, first + j]):
                best = i
        A[j, pivots] = best
        if best != j:
            for k in range(first, first + n):
                A[j, k], A[best, k] = A[best, k], A[j, k]
        pivot = A[j, first + j]
        least = min(least, abs(pivot))
        if pivot == 0.0:
            continue
        for i in range(j + 1, n):
            if A[i, first + j] == 0.0:
                continue
            f = A[i, first + j] / pivot
            A[i, first + j] = f
            for k in range(first + j + 1, first + n):
                A[i, k] -= f * A[j, k]
    return least


@inline
def substitute(A, n, first, pivots, column):
    """Solve with the factors for the right side in a column, in place."""
    for j in range(n):
        best = int(A[j, pivots])
        A[j, column], A[best, column] = A[best, column], A[j, column]
    for j in range(n):
        for i in range(j + 1, n):
            A[i, column] -= A[i, first + j] * A[j, column]
    for j in range(n - 1, -1, -1):
        r = A[j, column]
        for k in range(j + 1, n):
            r -= A[j, first + k] * A[k, column]
        A[j, column] = r / A[j, first + j] if A[j, first + j] != 0.0 else 0.0
