"""The one linear solve: J x = c with the smallest x in the metric W, redundant rows and all.

    x = x0 + W^-1 J^T y,   J W^-1 J^T y = c - J x0,   refined with the residual.

The Schur complement S = J W^-1 J^T has a static pattern; its LDL^T factor is found row by row
(up-looking), with the fill that the planner has worked out. A pivot that cancels to nothing is a
redundant or momentarily singular row: it is held at a small positive value, which leaves x alone
while the right side is consistent, and refinement takes out what is left. Levenberg's and
Marquardt's damping adds a share of the diagonal; a larger share on some rows makes those rows soft.

The inner loops over a block are written out for the plane: loops of length three cost more than
their contents.
"""

from __future__ import annotations

from ._jit import kernel

SMALL = 1e-10
"""A pivot below this share of the diagonal counts as cancelled; rounding leaves about 1e-15."""


@kernel
def weigh(block_body, weight, J, Z):
    """Fill Z = J W^-1; weight[b, :] holds the diagonal of W^-1 of body b."""
    planar = J.shape[1] == 3
    for k in range(J.shape[0]):
        b = block_body[k]
        Z[k, 0] = J[k, 0] * weight[b, 0]
        Z[k, 1] = J[k, 1] * weight[b, 1]
        Z[k, 2] = J[k, 2] * weight[b, 2]
        if not planar:
            Z[k, 3] = J[k, 3] * weight[b, 3]
            Z[k, 4] = J[k, 4] * weight[b, 4]
            Z[k, 5] = J[k, 5] * weight[b, 5]


@kernel
def schur(pairs, J, Z, S):
    """Fill S = J W^-1 J^T: entries below the diagonal, then the diagonal. Pairs are sorted by target."""
    planar = J.shape[1] == 3
    for n in range(S.size):
        S[n] = 0.0
    for n in range(pairs.shape[0]):
        i, j = pairs[n, 1], pairs[n, 2]
        value = Z[i, 0] * J[j, 0] + Z[i, 1] * J[j, 1] + Z[i, 2] * J[j, 2]
        if not planar:
            value += Z[i, 3] * J[j, 3] + Z[i, 4] * J[j, 4] + Z[i, 5] * J[j, 5]
        S[pairs[n, 0]] += value


@kernel
def factorise(s_ptr, s_col, row_ptr, row_col, col_ptr, col_row, S, damping, soft, L, D, y, fill):
    """Factor S + damping diag(soft S_kk) = L diag(1/D) L^T; return the smallest pivot relative to S_kk.

    Row k of L solves L[:k, :k] D^-1 l = S[:k, k].
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
        d = S[offset + k] + damping * soft[k] * size
        for n in range(row_ptr[k], row_ptr[k + 1]):
            j = row_col[n]
            yj = y[j]
            y[j] = 0.0
            stop = fill[j]
            for p in range(col_ptr[j], stop):
                y[col_row[p]] -= L[p] * yj
            l = yj * D[j]
            d -= l * yj
            L[stop] = l
            fill[j] = stop + 1
        smallest = min(smallest, d / size)
        D[k] = 1.0 / max(d, SMALL * size)
    return smallest


@kernel
def back_substitute(col_ptr, col_row, L, D, y):
    """Solve L diag(1/D) L^T z = y in place."""
    m = D.size
    for k in range(m):
        yk = y[k]
        for p in range(col_ptr[k], col_ptr[k + 1]):
            y[col_row[p]] -= L[p] * yk
    for k in range(m - 1, -1, -1):
        yk = y[k] * D[k]
        for p in range(col_ptr[k], col_ptr[k + 1]):
            yk -= L[p] * y[col_row[p]]
        y[k] = yk


@kernel
def residual_of(block_ptr, block_body, J, x, c, y):
    """Fill y = c - J x and return its largest entry."""
    planar = J.shape[1] == 3
    largest = 0.0
    k = 0
    for i in range(c.size):
        r = c[i]
        stop = block_ptr[i + 1]
        while k < stop:
            b = block_body[k]
            r -= J[k, 0] * x[b, 0] + J[k, 1] * x[b, 1] + J[k, 2] * x[b, 2]
            if not planar:
                r -= J[k, 3] * x[b, 3] + J[k, 4] * x[b, 4] + J[k, 5] * x[b, 5]
            k += 1
        y[i] = r
        largest = max(largest, abs(r))
    return largest


@kernel
def add_rows(block_ptr, block_body, Z, y, x):
    """Add W^-1 J^T y to x."""
    planar = Z.shape[1] == 3
    k = 0
    for i in range(y.size):
        yi = y[i]
        stop = block_ptr[i + 1]
        while k < stop:
            b = block_body[k]
            x[b, 0] += Z[k, 0] * yi
            x[b, 1] += Z[k, 1] * yi
            x[b, 2] += Z[k, 2] * yi
            if not planar:
                x[b, 3] += Z[k, 3] * yi
                x[b, 4] += Z[k, 4] * yi
                x[b, 5] += Z[k, 5] * yi
            k += 1
