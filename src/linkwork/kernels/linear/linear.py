"""The one linear solve: J x = c with the smallest x in the metric W, redundant rows and all.

    x = x0 + W^-1 J^T y,   J W^-1 J^T y = c - J x0,   refined with the residual.

The Schur complement S = J W^-1 J^T has a static pattern; its LDL^T factor is found column
by column (right-looking), with the fill that the planner has worked out. A pivot that cancels to nothing is a
redundant or momentarily singular row: it is held at a small positive value, which leaves x alone
while the right side is consistent, and refinement takes out what is left. Levenberg's and
Marquardt's damping adds a share of the diagonal; a larger share on some rows makes those rows soft.

The inner loops over a block are written out for the plane: loops of length three cost more than
their contents.
"""

from ..compiler.jit import inline
from ..tables import fields as tb

SMALL = 1e-10
"""A pivot below this share of the diagonal counts as cancelled; rounding leaves about 1e-15."""


@inline
def weigh(block_body, weight, turning, J, Z):
    """Fill Z = J W^-1; weight[b, :] holds the diagonal of W^-1 of body b, in space turning[b] its block for turns."""
    planar = J.shape[1] == 3
    for k in range(J.shape[0]):
        b = block_body[k]
        Z[k, 0] = J[k, 0] * weight[b, 0]
        Z[k, 1] = J[k, 1] * weight[b, 1]
        Z[k, 2] = J[k, 2] * weight[b, 2]
        if not planar:
            x, y, z, T = J[k, 3], J[k, 4], J[k, 5], turning[b]
            Z[k, 3] = x * T[0, 0] + y * T[1, 0] + z * T[2, 0]
            Z[k, 4] = x * T[0, 1] + y * T[1, 1] + z * T[2, 1]
            Z[k, 5] = x * T[0, 2] + y * T[1, 2] + z * T[2, 2]


@inline
def schur(pairs, compliance, J, Z, L, S):
    """Fill J W^-1 J^T + diag(compliance): below the diagonal in the places of L (zero for fill-in), then the diagonal.

    The diagonal is kept in S as well, to compare pivots with.
    """
    planar = J.shape[1] == 3
    for n in range(L.size):
        L[n] = 0.0
    for n in range(pairs.shape[0]):
        i, j = pairs[n, 1], pairs[n, 2]
        value = Z[i, 0] * J[j, 0] + Z[i, 1] * J[j, 1] + Z[i, 2] * J[j, 2]
        if not planar:
            value += Z[i, 3] * J[j, 3] + Z[i, 4] * J[j, 4] + Z[i, 5] * J[j, 5]
        L[pairs[n, 0]] += value
    diagonal = L.size - S.size
    for n in range(S.size):
        L[diagonal + n] += compliance[n]
        S[n] = L[diagonal + n]


@inline
def factorise(rows, col_ptr, col_row, updates, damping, soft, S, free, share, L, D):
    """Factor S + damping diag(soft free) = L diag(1/D) L^T in place; S holds its diagonal, `share` goes with `free`.

    Returns the smallest pivot relative to S, the smallest relative to `free` of those that did not cancel, and how many
    did. The two are the same unless the diagonal itself may vanish.

    Column by column: once column j is scaled, it is taken out of the columns to its right. The planner
    lists where each of these products goes in L (`updates`), in order. A row with soft < 0 does not count, nor
    does one where nothing can give way. Rows of lengths and of angles are compared in units of the mechanism's length.
    """
    diagonal = L.size - S.size
    floor = 0.0
    for k in range(S.size):
        floor = max(floor, 1e-6 * S[k] * rows[k].scale * rows[k].scale)
    least_pivot = SMALL if damping == 0.0 else min(SMALL, damping)
    smallest, least, cancelled, n = 1.0, 1.0, 0, 0
    for j in range(D.size):
        d = L[diagonal + j]
        stop = col_ptr[j + 1]
        least_size = floor / (rows[j].scale * rows[j].scale)
        size = max(share * free[j], least_size)
        if soft[j] < 0.0 or size == 0.0:
            cancelled += 1 if soft[j] >= 0.0 else 0
            D[j] = 0.0
            for p in range(col_ptr[j], stop):
                L[p] = 0.0
                n += stop - p - 1
            continue
        pivot = d / size
        smallest = min(smallest, d / max(S[j], least_size))
        if pivot > SMALL:
            least = min(least, pivot)
        else:
            cancelled += 1
        inverse = 1.0 / max(d + damping * soft[j] * size, least_pivot * size)
        D[j] = inverse
        for p in range(col_ptr[j], stop):
            u = L[p]
            l = u * inverse
            L[diagonal + col_row[p]] -= l * u
            for r in range(p + 1, stop):
                L[updates[n]] -= l * L[r]
                n += 1
            L[p] = l
    return smallest, least, cancelled


@inline
def back_substitute(H, y):
    """Solve L diag(1/D) L^T z = y in place: entry by entry, forth and back."""
    col_row, col_of, L, D = tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H)
    for p in range(col_row.size):
        y[col_row[p]] -= L[p] * y[col_of[p]]
    for k in range(D.size):
        y[k] *= D[k]
    for p in range(col_row.size - 1, -1, -1):
        y[col_of[p]] -= L[p] * y[col_row[p]]


@inline
def remainder(H, c, x, y):
    """Fill y = c - J x, zero for rows that do not count, and return its largest entry, scaled as residuals are."""
    rows, block_ptr, block_body, soft, J = tb.rows(H), tb.block_ptr(H), tb.block_body(H), tb.soft(H), tb.J(H)
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
        if soft[i] < 0.0:
            r = 0.0
        y[i] = r
        largest = max(largest, rows[i].scale * abs(r))
    return largest


@inline
def row_times(H, row, x):
    """Return J x of a row."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    total = 0.0
    for k in range(block_ptr[row], block_ptr[row + 1]):
        for n in range(x.shape[1]):
            total += J[k, n] * x[block_body[k], n]
    return total


@inline
def add_rows(H, Z, y, x):
    """Add Z^T y to x: with Z = J W^-1 what forces y of the rows do to the bodies."""
    block_ptr, block_body = tb.block_ptr(H), tb.block_body(H)
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


@inline
def give_way(H, force, x):
    """Fill x = W^-1 force: what the forces do to bodies without joints."""
    weight, turning = tb.weight(H), tb.turning(H)
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        x[b, 0] = force[b, 0] * weight[b, 0]
        x[b, 1] = force[b, 1] * weight[b, 1]
        x[b, 2] = force[b, 2] * weight[b, 2]
        if not planar:
            mx, my, mz, T = force[b, 3], force[b, 4], force[b, 5], turning[b]
            x[b, 3] = T[0, 0] * mx + T[0, 1] * my + T[0, 2] * mz
            x[b, 4] = T[1, 0] * mx + T[1, 1] * my + T[1, 2] * mz
            x[b, 5] = T[2, 0] * mx + T[2, 1] * my + T[2, 2] * mz


@inline
def add_scaled(x, factor, out):
    """Add factor x to out, motions or forces of all bodies."""
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            out[b, k] += factor * x[b, k]


@inline
def clear(x):
    """Set motions or forces of all bodies to zero."""
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            x[b, i] = 0.0


@inline
def step(H, x):
    """Add to x the smallest solution of J dx = y with the last factorisation; y becomes the multipliers."""
    back_substitute(H, tb.y(H))
    add_rows(H, tb.Z(H), tb.y(H), x)
