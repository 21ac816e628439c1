"""Accelerations and multipliers from the augmented system, by elimination with partial pivoting.

    [ M  -J^T ] [ a   ]   [ Q + M g ]
    [ J   eps ] [ lam ] = [ gamma   ]

A dense and slow way that shares nothing with the Schur complement but the Jacobian and the forces: a check of it. All
is in units of the mechanism's length and heaviest body, so that pivots, eps and remainders compare alike whatever the
units. The small eps makes the matrix regular where rows are redundant. Correcting with the residual of the system
without eps takes its trace out again: the multipliers grow within the range of J, from zero on, to the smallest ones
that do. What rounding divided by eps has added of self-stress meanwhile is found and taken out (`relax`).
The masses are the true ones; a body without inertia in some direction is treated alike.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.spatial import rotation
from ..tables import fields as tb
from .elimination import eliminate, substitute

EPSILON = 1e-8
"""Of the smallest diagonal entry of J M^-1 J^T, as if all bodies were as heavy as the heaviest, and as long."""

GIVEN, FOUND, LEFT, PIVOTS, LAST = 0, 1, 2, 3, 4
"""Columns after those of the matrix: right side, solution, residual, exchanged rows, the solution before the last."""

COLUMNS = 5
"""How many these are."""

CORRECTIONS = 30
"""At most so many; they end when the residual stops falling."""

FILTER = 6
"""So often eps / (eigenvalue + eps) takes away all that is not self-stress."""

WORSE = 2.0
"""What is left may grow by this when self-stress is taken out: it is rounding then."""

KEPT = 1e-12
"""Share of the lift of light bodies that stays in the matrix: it must be regular where a motion has no inertia."""


@inline
def turn_mass(m, R, j, k, share):
    """Return an entry of the inertia in ground axes, with a share of its lift (see `coordinates.lifting`)."""
    value = 0.0
    for l in range(3):
        for n in range(3):
            value += R[3 * j + l] * (m.inertia[l, n] + share * m.turn_lift[l, n]) * R[3 * k + n]
    return value


@inline
def heaviest(H):
    """Return the mass of the heaviest body, the unit of mass."""
    masses, most = tb.masses(H), 1e-300
    for b in range(masses.shape[0]):
        most = max(most, masses[b].mass)
    return most


@inline
def fill_masses(H, A, unit, L):
    """Write the mass matrix. A body that nothing turns (a point mass) gets the inertia 1."""
    masses, q = tb.masses(H), tb.q(H)
    count, d = tb.x(H).shape
    for b in range(count):
        i, m = d * b, masses[b]
        for k in range(2 if d == 3 else 3):
            A[i + k, i + k] = (m.mass + KEPT * m.lift) / unit
        if d == 3:
            A[i + 2, i + 2] = (m.inertia[2, 2] + KEPT * m.turn_lift[2, 2]) / (unit * L * L)
            if m.turn_ease[2, 2] == 0.0:
                A[i + 2, i + 2] = 1.0
            continue
        R, ease = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), m.turn_ease
        point = ease[0, 0] == 0.0 and ease[1, 1] == 0.0 and ease[2, 2] == 0.0
        for j in range(3):
            for k in range(3):
                alone = 1.0 if j == k and point else 0.0
                A[i + 3 + j, i + 3 + k] = turn_mass(m, R, j, k, KEPT) / (unit * L * L) + alone


@inline
def slope(H, i, k, j, L):
    """Return entry j of block k of row i of the Jacobian in units of the mechanism."""
    J = tb.J(H)
    return tb.rows(H)[i].scale * J[k, j] * (L if j < (2 if J.shape[1] == 3 else 3) else 1.0)


@inline
def fill_rows(H, A, L):
    """Write the Jacobian and eps, and return eps; a row that does not count gets lam = 0."""
    block_ptr, block_body, soft = tb.block_ptr(H), tb.block_body(H), tb.soft(H)
    n, d, least = tb.x(H).size, tb.J(H).shape[1], 1e300
    for i in range(soft.size):
        square = 0.0
        for k in range(block_ptr[i], block_ptr[i + 1] if soft[i] >= 0.0 else block_ptr[i]):
            column = d * block_body[k]
            for j in range(d):
                value = slope(H, i, k, j, L)
                A[n + i, column + j] += value
                A[column + j, n + i] -= value
                square += value * value
        if square > 0.0:
            least = min(least, square)
    for i in range(soft.size):
        A[n + i, n + i] = EPSILON * least if soft[i] >= 0.0 else 1.0
    return EPSILON * least


@inline
def right_sides(H, A, unit, L, out):
    """Write Q + M g and gamma to column `out`; force already holds the gyroscopic moments."""
    force, rhs, soft, masses, gravity = tb.force(H), tb.rhs(H), tb.soft(H), tb.masses(H), tb.gravity(H)
    count, d = force.shape
    for b in range(count):
        for k in range(d):
            shift = k < (2 if d == 3 else 3)
            weight = masses[b].mass * gravity[k] if shift else 0.0
            A[d * b + k, out] = (force[b, k] + weight) / (unit * L * (1.0 if shift else L))
    for i in range(rhs.size):
        A[d * count + i, out] = tb.rows(H)[i].scale * rhs[i] if soft[i] >= 0.0 else 0.0


@inline
def inertia_left(H, A, unit, L, given, solution, out):
    """Write to column `out` what the masses leave of the forces on the bodies."""
    masses, q = tb.masses(H), tb.q(H)
    count, d = tb.x(H).shape
    for b in range(count):
        i, m = d * b, masses[b]
        for k in range(d):
            A[i + k, out] = A[i + k, given]
        for k in range(2 if d == 3 else 3):
            A[i + k, out] -= m.mass / unit * A[i + k, solution]
        if d == 3:
            A[i + 2, out] -= m.inertia[2, 2] / (unit * L * L) * A[i + 2, solution]
            continue
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        for j in range(3):
            for k in range(3):
                A[i + 3 + j, out] -= turn_mass(m, R, j, k, 0.0) / (unit * L * L) * A[i + 3 + k, solution]


@inline
def residual(H, A, unit, L, given, solution, out):
    """Write to column `out` what `solution` leaves of the system without eps, from the tables; return its norm."""
    block_ptr, block_body, soft = tb.block_ptr(H), tb.block_body(H), tb.soft(H)
    n, d = tb.x(H).size, tb.x(H).shape[1]
    inertia_left(H, A, unit, L, given, solution, out)
    for i in range(soft.size):
        r = A[n + i, given]
        if soft[i] >= 0.0:
            for k in range(block_ptr[i], block_ptr[i + 1]):
                column = d * block_body[k]
                for j in range(d):
                    value = slope(H, i, k, j, L)
                    r -= value * A[column + j, solution]
                    A[column + j, out] += value * A[n + i, solution]
        A[n + i, out] = r if soft[i] >= 0.0 else 0.0
    total = 0.0
    for i in range(n + soft.size):
        total = max(total, abs(A[i, out]))
    return total


@inline
def copy(A, source, out):
    """Copy a column."""
    for i in range(A.shape[0]):
        A[i, out] = A[i, source]


@inline
def correct(H, A, unit, L):
    """Correct the solution, zero at first, until what it leaves stops falling, and return that.

    A last correction in vain is undone.
    """
    size, last = A.shape[0], 1e300
    for _ in range(CORRECTIONS):
        now = residual(H, A, unit, L, size + GIVEN, size + FOUND, size + LEFT)
        if not now < last:
            copy(A, size + LAST, size + FOUND)
            return last
        if not now < 0.5 * last:
            return now
        copy(A, size + FOUND, size + LAST)
        substitute(A, size, 0, size + PIVOTS, size + LEFT)
        for i in range(size):
            A[i, size + FOUND] += A[i, size + LEFT]
        last = now
    return last


@inline
def relax(H, A, unit, L, eps, left):
    """Take self-stress out of the multipliers of redundant rows, unless more than `left` and rounding were left then.

    eps (J M^-1 J^T + eps)^-1 keeps multipliers that nothing feels and takes away the others: so often until only
    self-stress is there.
    """
    size, n = A.shape[0], tb.x(H).size
    copy(A, size + FOUND, size + LAST)
    copy(A, size + FOUND, size + LEFT)
    for _ in range(FILTER):
        for i in range(size):
            A[i, size + LEFT] = eps * A[i, size + LEFT] if i >= n else 0.0
        substitute(A, size, 0, size + PIVOTS, size + LEFT)
    for i in range(n, size):
        A[i, size + FOUND] -= A[i, size + LEFT]
    if not residual(H, A, unit, L, size + GIVEN, size + FOUND, size + LEFT) <= WORSE * left:
        copy(A, size + LAST, size + FOUND)


@stage("ii")
def solve_augmented(H):
    """Fill the accelerations x and the multipliers lam at the state of the last `carry`, from forces, J and rhs."""
    A, x, lam = tb.augmented(H), tb.x(H), tb.lam(H)
    size, n, d = A.shape[0], x.size, x.shape[1]
    unit, L = heaviest(H), tb.control(H)[0].length
    for i in range(size):
        for j in range(A.shape[1]):
            A[i, j] = 0.0
    fill_masses(H, A, unit, L)
    eps = fill_rows(H, A, L)
    right_sides(H, A, unit, L, size + GIVEN)
    eliminate(A, size, 0, size + PIVOTS)
    left = correct(H, A, unit, L)
    if tb.info(H)[2] > 0.0:
        relax(H, A, unit, L, eps, left)
    for i in range(n):
        x[i // d, i % d] = A[i, size + FOUND] * (L if i % d < (2 if d == 3 else 3) else 1.0)
    for i in range(lam.size):
        lam[i] = A[n + i, size + FOUND] * unit * L * L * tb.rows(H)[i].scale
    return 0
