"""Motions that rows lead, group by group: A x = c and A^T y = f with A the rows of joints and of coordinates.

Rows stand in groups (see `topology.assur`), each with as many freedoms, which depend on those before: A is block lower
triangular. The blocks on its diagonal are factored with partial pivoting, rows in units of their own size and freedoms
in units that make shifts and turns comparable; all the rest is used as it is. Many right sides are solved at once.
"""

from ..compiler.jit import inline, kernel, signed
from ..compiler.stages import matrix_at
from ..tables import fields as tb
from ..tables.records import GROUP


@inline
def fill_group(H, group, rows, places, units, sizes, A):
    """Fill the matrix A (m, m) of a group; sizes[row] is what the row was divided by. places: of the columns."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    d = J.shape[1]
    for r in range(group.last - group.first):
        for c in range(group.last - group.first):
            A[r, c] = 0.0
        i, square = rows[group.first + r], 0.0
        for n in range(block_ptr[i], block_ptr[i + 1]):
            for k in range(d):
                column = d * block_body[n] + k
                value, at = J[n, k] * units[column], places[column]
                square += value * value
                if group.first <= at < group.last:
                    A[r, at - group.first] += value
        sizes[i] = square**0.5 if square > 0.0 else 1.0
        for c in range(group.last - group.first):
            A[r, c] /= sizes[i]


@inline
def factor_group(A, pivots):
    """Factor A in place, L R with rows exchanged; return the smallest pivot."""
    m, least = A.shape[0], 1e300
    for j in range(m):
        best = j
        for i in range(j + 1, m):
            if abs(A[i, j]) > abs(A[best, j]):
                best = i
        pivots[j] = best
        if best != j:
            for k in range(m):
                A[j, k], A[best, k] = A[best, k], A[j, k]
        least = min(least, abs(A[j, j]))
        if A[j, j] == 0.0:
            return 0.0
        for i in range(j + 1, m):
            f = A[i, j] / A[j, j]
            A[i, j] = f
            if f != 0.0:
                for k in range(j + 1, m):
                    A[i, k] -= f * A[j, k]
    return least


@kernel
def factor_groups(H, groups, rows, places, units, sizes, factors, pivots):
    """Fill the factors of all groups from the Jacobian at hand; return the smallest pivot, 0 for a singular group."""
    least = 1e300
    for n in range(groups.size):
        group = groups[n]
        m = group.last - group.first
        A = matrix_at(factors.ctypes.data + 8 * group.place, m, m)
        fill_group(H, group, rows, places, units, sizes, A)
        least = min(least, factor_group(A, pivots[group.first : group.last]))
        if least == 0.0:
            break
    return least


signed(
    factor_groups,
    "h groups[g] i[m] i[n] f[n] f[Phi.0] f[s] i[m] -> f",
    groups=GROUP,
)


@inline
def less_times(y, f, x):
    """Subtract f x from y, both (k,)."""
    for k in range(y.size):
        y[k] -= f * x[k]


@inline
def fill(x, value):
    """Fill all entries."""
    for c in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[c, k] = value


@inline
def any_of(x):
    """Return whether an entry is not zero."""
    for c in range(x.shape[0]):
        for k in range(x.shape[1]):
            if x[c, k] != 0.0:
                return True
    return False


@inline
def lead(H, led, right, x):
    """Solve A x = right: x (bodies * d, k) from right (rows of the mechanism, k), which is lost.

    led: groups, their rows and columns, units of the freedoms, sizes of the rows, factors and pivots.
    """
    groups, rows, columns, units, sizes, factors, pivots = led
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    d = J.shape[1]
    fill(x, 0.0)
    for g in range(groups.size if any_of(right) else 0):
        group = groups[g]
        first, m = group.first, group.last - group.first
        A = matrix_at(factors.ctypes.data + 8 * group.place, m, m)
        for r in range(m):
            i = rows[first + r]
            y = right[i]
            for n in range(block_ptr[i], block_ptr[i + 1]):
                for k in range(d):
                    if J[n, k] != 0.0:
                        less_times(y, J[n, k], x[d * block_body[n] + k])
        for r in range(m):
            out, y, size = x[columns[first + r]], right[rows[first + r]], sizes[rows[first + r]]
            for k in range(y.size):
                out[k] = y[k] / size
        solve_group(A, pivots, first, columns, x)
        for c in range(m):
            unit = units[columns[first + c]]
            for k in range(x.shape[1]):
                x[columns[first + c], k] *= unit


@inline
def swap(a, b):
    """Exchange two rows (k,)."""
    for k in range(a.size):
        a[k], b[k] = b[k], a[k]


@inline
def solve_group(A, pivots, first, columns, x):
    """Solve with the factors of a group, in place: right side and solution stand in the rows `columns` of x."""
    m = A.shape[0]
    for j in range(m):
        best = pivots[first + j]
        if best != j:
            swap(x[columns[first + j]], x[columns[first + best]])
    for j in range(m):
        for i in range(j + 1, m):
            if A[i, j] != 0.0:
                less_times(x[columns[first + i]], A[i, j], x[columns[first + j]])
    for j in range(m - 1, -1, -1):
        out = x[columns[first + j]]
        for i in range(j + 1, m):
            if A[j, i] != 0.0:
                less_times(out, A[j, i], x[columns[first + i]])
        for k in range(out.size):
            out[k] /= A[j, j]


@inline
def solve_transposed(A, pivots, first, rows, y):
    """Solve A^T y = f with the factors of a group, in place: they stand in `rows` of y."""
    m = A.shape[0]
    for j in range(m):
        out = y[rows[first + j]]
        for i in range(j):
            if A[i, j] != 0.0:
                less_times(out, A[i, j], y[rows[first + i]])
        for k in range(out.size):
            out[k] /= A[j, j]
    for j in range(m - 1, -1, -1):
        for i in range(j + 1, m):
            if A[i, j] != 0.0:
                less_times(y[rows[first + j]], A[i, j], y[rows[first + i]])
    for j in range(m - 1, -1, -1):
        best = pivots[first + j]
        if best != j:
            swap(y[rows[first + j]], y[rows[first + best]])


@inline
def bear(H, led, forces, y):
    """Solve A^T y = forces: y (rows of the mechanism, k), zero before, from forces (bodies * d, k), which are lost.

    The forces y of the rows bear those on the bodies; y of a coordinate is the force along it, R^T f.
    """
    groups, rows, columns, units, sizes, factors, pivots = led
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    d = J.shape[1]
    for g in range(groups.size - 1, -1, -1):
        group = groups[g]
        first, m = group.first, group.last - group.first
        A = matrix_at(factors.ctypes.data + 8 * group.place, m, m)
        for c in range(m):
            out, force, unit = y[rows[first + c]], forces[columns[first + c]], units[columns[first + c]]
            for k in range(out.size):
                out[k] = force[k] * unit
        solve_transposed(A, pivots, first, rows, y)
        for r in range(m):
            i = rows[first + r]
            out, size = y[i], sizes[i]
            for k in range(out.size):
                out[k] /= size
            for n in range(block_ptr[i], block_ptr[i + 1]):
                for k in range(d):
                    if J[n, k] != 0.0:
                        less_times(forces[d * block_body[n] + k], J[n, k], out)
