"""Light bodies: weights that were lifted for the linear solve, taken out of the accelerations again.

    min 1/2 a^T M a - a^T Q   where   J a = gamma

The Schur complement J W^-1 J^T adds up how heavy and light bodies give way: with the true masses the heavy ones would
be lost beside very light ones, and bodies without mass have no inverse. So the planner lifts the weights W of light
bodies (`coordinates.lifting`), and conjugate gradients in the space that the rows leave free (Gould, Hribar and
Nocedal, SIAM J. Sci. Comput. 23, 2001) lead from there to the true masses M. The factorisation with W is the
preconditioner: each step costs one substitution, and there are at most as many steps as lifted freedoms that the rows
leave free. M may be singular as long as no motion that the rows allow is without inertia.
"""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .balance import REST, mass_times, weigh_up, worst_body
from .control import REFINE
from .linear import add_rows, back_substitute, residual_of
from .spatial import rotation, turned_matrix

GOOD = 1e-3
"""Relative pivots below this call for refinement."""

ANSWER, DIRECTION, INERTIA = 0, 1, 2
"""Rows of the table `lift`: what the rest of the forces does to bodies of the lifted weights; direction of the search;
the true masses times that direction."""

MET = 1e-14
"""Relative remainder of the equations of motion that is rounding."""

OWN = 1e-16
"""Bodies are held to their own forces down to this share of the largest."""

FALLEN = 1e-26
"""Conjugate gradients end when the square of the remainder has fallen by this; what is left is computed anew then."""

ROUNDING, FELT = 1e-30, 1e-20
"""Squares of forces beside those that the rows bear: what rounding leaves, and what is felt without doubt."""

WEIGHTLESS = 5
"""Status: a force acts along a motion that the rows allow and that has no inertia."""

NO_INERTIA = 1e-28
"""A motion whose inertia is below this share of its lifted weight has none: rounding squared is about 1e-32."""


@inline
def lifted(H):
    """Return whether the weight of a body is lifted."""
    return tb.sizes(H)[1] > 0


@inline
def push_rows(H, y, r):
    """Add J^T y to the forces r on the bodies."""
    add_rows(tb.block_ptr(H), tb.block_body(H), tb.J(H), y, r)


@inline
def meet_rows(H, c, x, r):
    """Change x by W^-1 J^T y so that J x = c; add J^T y to r and y to the multipliers. Small pivots are refined."""
    block_ptr, block_body, J, Z, soft = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.Z(H), tb.soft(H)
    y, lam = tb.y(H), tb.lam(H)
    rounds = 1 if tb.info(H)[0] > GOOD else 1 + int(tb.control(H)[REFINE])
    last = 1e300
    for _ in range(rounds):
        now = residual_of(tb.rows(H), block_ptr, block_body, soft, J, x, c, y)
        if now > 0.5 * last or now == 0.0:
            return
        back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
        add_rows(block_ptr, block_body, Z, y, x)
        push_rows(H, y, r)
        for i in range(y.size):
            lam[i] += y[i]
        last = now


@inline
def product(a, b):
    """Return the sum of the products of all entries."""
    total = 0.0
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            total += a[i, k] * b[i, k]
    return total


@inline
def give_way(H, r, z):
    """Fill z with what forces r on the bodies, and the rows, do to bodies of the lifted weights; r and lam change too.

    Afterwards J z = 0 and r = W z: the rows bear all of r that they can. Returns r^T W^-1 r as it was before.
    """
    weight, turning = tb.weight(H), tb.turning(H)
    for b in range(z.shape[0]):
        for k in range(3):
            z[b, k] = r[b, k] * weight[b, k]
        for j in range(z.shape[1] - 3):
            T = turning[b, j]
            z[b, 3 + j] = T[0] * r[b, 3] + T[1] * r[b, 4] + T[2] * r[b, 5]
    whole = product(r, z)
    meet_rows(H, tb.still(H), z, r)
    return whole


@inline
def add_lift(H, A):
    """Add to the forces what the lift of the weights takes of the accelerations A (bodies * d,), gravity aside.

    An equation solved with the lifted weights is then met with the true masses where the iteration ends.
    """
    force, masses, q, g = tb.force(H), tb.masses(H), tb.q(H), tb.gravity(H)
    count, d = force.shape
    for b in range(count if lifted(H) else 0):
        m = masses[b]
        for k in range(2 if d == 3 else 3):
            force[b, k] += m[29] * (A[d * b + k] - g[k])
        if d == 3:
            force[b, 2] += m[28] * A[3 * b + 2]
            continue
        xx, yy, zz, xy, xz, yz = turned_matrix(rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), m, 20)
        ax, ay, az = A[6 * b + 3], A[6 * b + 4], A[6 * b + 5]
        force[b, 3] += xx * ax + xy * ay + xz * az
        force[b, 4] += xy * ax + yy * ay + yz * az
        force[b, 5] += xz * ax + yz * ay + zz * az


@inline
def inertia_of(H, p, out):
    """Fill out = M p."""
    for b in range(p.shape[0]):
        inertial = mass_times(H, b, p[b])
        for k in range(p.shape[1]):
            out[b, k] = inertial[k]


@inline
def descend(H, x):
    """Bring x nearer to the solution with the true masses, from the remainders at hand; return 0 or WEIGHTLESS."""
    r, table = tb.balance(H)[REST], tb.lift(H)
    z, p, Mp = table[ANSWER], table[DIRECTION], table[INERTIA]
    count, d = x.shape
    whole = give_way(H, r, z)
    square = product(r, z)
    enough, weight, beta = max(FALLEN * square, ROUNDING * whole), 0.0, 0.0
    for k in range(2 * x.size + 10):
        if not square > enough:
            return 0
        weight = square + beta * beta * weight
        for b in range(count):
            for n in range(d):
                p[b, n] = z[b, n] + (beta * p[b, n] if k > 0 else 0.0)
        inertia_of(H, p, Mp)
        inertia = product(p, Mp)
        if not inertia > NO_INERTIA * weight:
            return WEIGHTLESS if square > FELT * whole else 0
        alpha = square / inertia
        for b in range(count):
            for n in range(d):
                x[b, n] += alpha * p[b, n]
                r[b, n] -= alpha * Mp[b, n]
        give_way(H, r, z)
        before, square = square, product(r, z)
        beta = square / before
    return 0


@stage("iif", optional=True)
def unlift(H, applied):
    """Make the accelerations x and multipliers lam those of the true masses; return 0 or WEIGHTLESS.

    applied = 1.0: under the forces at hand; 0.0: under none, for impulses. The remainders are computed anew after each
    descent: those of light bodies from their own forces, whatever the lifted weights were. Where no weight is lifted
    this is a refinement.
    """
    x, last = tb.x(H), 1e300
    for _ in range(6):
        meet_rows(H, tb.rhs(H), x, tb.lift(H)[INERTIA])
        weigh_up(H, applied)
        give_way(H, tb.balance(H)[REST], tb.lift(H)[ANSWER])  # rounding of x, times lifted weights, is left to the rows
        weigh_up(H, applied)
        now, _ = worst_body(H, OWN)
        if now <= MET or now > 0.5 * last:
            return 0
        last = now
        status = descend(H, x)
        if status != 0:
            return status
    return 0
