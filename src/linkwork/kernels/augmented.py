"""Accelerations and multipliers from the augmented system, by elimination with partial pivoting.

    [ M  -J^T ] [ a   ]   [ Q + M g ]
    [ J   eps ] [ lam ] = [ gamma   ]

A dense and slow way that shares nothing with the Schur complement but the Jacobian and the forces: a check of it. The
small eps makes the matrix regular where rows are redundant. Correcting with the residual of the system without eps
takes its trace out again: the multipliers grow within the range of J, from zero on, to the smallest ones that do.
The masses are the true ones; a body without inertia in some direction is treated alike.
"""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .elimination import eliminate, substitute
from .spatial import rotation

EPSILON = 1e-8
"""Of the smallest diagonal entry of J M^-1 J^T, as if all bodies were as heavy as the heaviest."""

GIVEN, FOUND, LEFT, PIVOTS = 0, 1, 2, 3
"""Columns after those of the matrix: right side, solution, residual, exchanged rows."""

CORRECTIONS = 30
"""At most so many; they end when the residual stops falling."""


KEPT = 1e-12
"""Share of the lift of light bodies that stays in the matrix: it must be regular where a motion has no inertia."""


@inline
def turn_mass(m, R, j, k, share):
    """Return an entry of the inertia in ground axes, with a share of its lift (see `coordinates.lifting`)."""
    value = 0.0
    for l in range(3):
        for n in range(3):
            value += R[3 * j + l] * (m[2 + 3 * l + n] + share * m[20 + 3 * l + n]) * R[3 * k + n]
    return value


@inline
def fill_masses(H, A):
    """Write the mass matrix. A body that nothing turns (a point mass) gets the inertia 1."""
    masses, q = tb.masses(H), tb.q(H)
    count, d = tb.x(H).shape
    for b in range(count):
        i, m = d * b, masses[b]
        for k in range(2 if d == 3 else 3):
            A[i + k, i + k] = m[0] + KEPT * m[29]
        if d == 3:
            A[i + 2, i + 2] = m[10] + KEPT * m[28] if m[19] > 0.0 else 1.0
            continue
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        for j in range(3):
            for k in range(3):
                alone = 1.0 if j == k and m[11] == 0.0 and m[15] == 0.0 and m[19] == 0.0 else 0.0
                A[i + 3 + j, i + 3 + k] = turn_mass(m, R, j, k, KEPT) + alone


@inline
def fill_rows(H, A):
    """Write the Jacobian and eps; a row that does not count gets lam = 0."""
    block_ptr, block_body, J, soft, S = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.soft(H), tb.S(H)
    rows = tb.rows(H)
    n, d, masses = tb.x(H).size, J.shape[1], tb.masses(H)
    least, lightest, heaviest = 1e300, 1e300, 1e-300
    for i in range(S.size):
        if soft[i] >= 0.0 and S[i] > 0.0:
            least = min(least, S[i] * rows[i].scale * rows[i].scale)
    for b in range(masses.shape[0]):
        lightest, heaviest = min(lightest, masses[b, 0]), max(heaviest, masses[b, 0])
    least *= lightest / heaviest
    for i in range(S.size):
        if soft[i] < 0.0:
            A[n + i, n + i] = 1.0
            continue
        A[n + i, n + i] = EPSILON * least / (rows[i].scale * rows[i].scale)
        for k in range(block_ptr[i], block_ptr[i + 1]):
            column = d * block_body[k]
            for j in range(d):
                A[n + i, column + j] += J[k, j]
                A[column + j, n + i] -= J[k, j]


@inline
def right_sides(H, A, out):
    """Write Q + M g and gamma to column `out`; force already holds the gyroscopic moments."""
    force, rhs, soft, masses, gravity = tb.force(H), tb.rhs(H), tb.soft(H), tb.masses(H), tb.gravity(H)
    count, d = force.shape
    for b in range(count):
        for k in range(d):
            weight = masses[b, 0] * gravity[k] if k < (2 if d == 3 else 3) else 0.0
            A[d * b + k, out] = force[b, k] + weight
    for i in range(rhs.size):
        A[d * count + i, out] = rhs[i] if soft[i] >= 0.0 else 0.0


@inline
def residual(H, A, given, solution, out):
    """Write to column `out` what `solution` leaves of the system without eps, from the tables; return its norm."""
    block_ptr, block_body, J, soft = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.soft(H)
    masses, q = tb.masses(H), tb.q(H)
    count, d = tb.x(H).shape
    n = count * d
    for b in range(count):
        i, m = d * b, masses[b]
        for k in range(d):
            A[i + k, out] = A[i + k, given]
        for k in range(2 if d == 3 else 3):
            A[i + k, out] -= m[0] * A[i + k, solution]
        if d == 3:
            A[i + 2, out] -= m[10] * A[i + 2, solution]
            continue
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        for j in range(3):
            for k in range(3):
                A[i + 3 + j, out] -= turn_mass(m, R, j, k, 0.0) * A[i + 3 + k, solution]
    for i in range(soft.size):
        r = A[n + i, given]
        if soft[i] >= 0.0:
            for k in range(block_ptr[i], block_ptr[i + 1]):
                column = d * block_body[k]
                for j in range(d):
                    r -= J[k, j] * A[column + j, solution]
                    A[column + j, out] += J[k, j] * A[n + i, solution]
        A[n + i, out] = r if soft[i] >= 0.0 else 0.0
    total = 0.0
    for i in range(n + soft.size):
        total = max(total, abs(A[i, out]))
    return total


@stage("ii", optional=True)
def solve_augmented(H):
    """Fill the accelerations x and the multipliers lam at the state of the last `carry`, from forces, J and rhs."""
    A, x, lam = tb.augmented(H), tb.x(H), tb.lam(H)
    size, n, d = A.shape[0], x.size, x.shape[1]
    for i in range(size):
        for j in range(A.shape[1]):
            A[i, j] = 0.0
    fill_masses(H, A)
    fill_rows(H, A)
    right_sides(H, A, size + GIVEN)
    eliminate(A, size, 0, size + PIVOTS)
    last = 1e300
    for _ in range(CORRECTIONS):
        now = residual(H, A, size + GIVEN, size + FOUND, size + LEFT)
        if not (now < 0.5 * last):
            break
        substitute(A, size, 0, size + PIVOTS, size + LEFT)
        for i in range(size):
            A[i, size + FOUND] += A[i, size + LEFT]
        last = now
    for i in range(n):
        x[i // d, i % d] = A[i, size + FOUND]
    for i in range(lam.size):
        lam[i] = A[n + i, size + FOUND]
    return 0
