"""The one linear solve: J x = c with the smallest x in the metric W, redundant rows and all.

    x = x0 + W^-1 J^T y,   (J W^-1 J^T + eps diag) y = c - J x0,   refined with the residual.

The Schur complement S = J W^-1 J^T has a static pattern; its LDL^T factor is found row by row
(up-looking), with the fill that the planner has worked out. The small relative eps keeps redundant
and momentarily singular rows harmless; refinement takes its trace out of x again. A larger eps is
Levenberg's and Marquardt's damping; a larger eps on some rows makes those rows soft.
"""

from __future__ import annotations

from ._jit import kernel


@kernel
def weigh(block_body, weight, J, Z):
    """Fill Z = J W^-1; weight[b, :] holds the diagonal of W^-1 of body b."""
    for k in range(J.shape[0]):
        b = block_body[k]
        for i in range(J.shape[1]):
            Z[k, i] = J[k, i] * weight[b, i]


@kernel
def schur(pairs, J, Z, S):
    """Fill S = J W^-1 J^T: entries below the diagonal, then the diagonal."""
    for n in range(S.size):
        S[n] = 0.0
    if J.shape[1] == 3:
        for n in range(pairs.shape[0]):
            i, j = pairs[n, 1], pairs[n, 2]
            S[pairs[n, 0]] += Z[i, 0] * J[j, 0] + Z[i, 1] * J[j, 1] + Z[i, 2] * J[j, 2]
    else:
        for n in range(pairs.shape[0]):
            i, j = pairs[n, 1], pairs[n, 2]
            S[pairs[n, 0]] += (
                Z[i, 0] * J[j, 0]
                + Z[i, 1] * J[j, 1]
                + Z[i, 2] * J[j, 2]
                + Z[i, 3] * J[j, 3]
                + Z[i, 4] * J[j, 4]
                + Z[i, 5] * J[j, 5]
            )


@kernel
def factorise(s_ptr, s_col, row_ptr, row_col, col_ptr, col_row, S, damping, soft, L, D, y, fill):
    """Factor S + damping diag(soft S_kk) = L D L^T; return the smallest pivot relative to S_kk.

    Row k of L solves L[:k, :k] D l = S[:k, k]. A pivot that cancels to nothing is a redundant or
    singular row; it is held at damping S_kk so that the row follows the others.
    """
    m = D.size
    offset = s_col.size
    floor = 0.0
    for k in range(m):
        floor = max(floor, S[offset + k])
        fill[k] = col_ptr[k]
        y[k] = 0.0
    floor *= 1e-6
    smallest = 1.0
    for k in range(m):
        for n in range(s_ptr[k], s_ptr[k + 1]):
            y[s_col[n]] = S[n]
        size = max(S[offset + k], floor)
        least = damping * soft[k] * size
        d = S[offset + k] + least
        for n in range(row_ptr[k], row_ptr[k + 1]):
            j = row_col[n]
            yj = y[j]
            y[j] = 0.0
            stop = fill[j]
            for p in range(col_ptr[j], stop):
                y[col_row[p]] -= L[p] * yj
            l = yj / D[j]
            d -= l * yj
            L[stop] = l
            fill[j] = stop + 1
        smallest = min(smallest, d / size)
        D[k] = max(d, least)
    return smallest


@kernel
def back_substitute(col_ptr, col_row, L, D, y):
    """Solve L D L^T z = y in place."""
    m = D.size
    for k in range(m):
        yk = y[k]
        for p in range(col_ptr[k], col_ptr[k + 1]):
            y[col_row[p]] -= L[p] * yk
    for k in range(m - 1, -1, -1):
        yk = y[k] / D[k]
        for p in range(col_ptr[k], col_ptr[k + 1]):
            yk -= L[p] * y[col_row[p]]
        y[k] = yk


@kernel
def residual_of(block_ptr, block_body, J, x, c, y):
    """Fill y = c - J x and return its largest entry."""
    largest = 0.0
    for i in range(c.size):
        r = c[i]
        for k in range(block_ptr[i], block_ptr[i + 1]):
            b = block_body[k]
            for f in range(J.shape[1]):
                r -= J[k, f] * x[b, f]
        y[i] = r
        largest = max(largest, abs(r))
    return largest


@kernel
def add_rows(block_ptr, block_body, Z, y, x):
    """Add W^-1 J^T y to x."""
    for i in range(y.size):
        yi = y[i]
        for k in range(block_ptr[i], block_ptr[i + 1]):
            b = block_body[k]
            for f in range(Z.shape[1]):
                x[b, f] += Z[k, f] * yi
