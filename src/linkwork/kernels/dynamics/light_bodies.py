"""Light bodies: weights that were lifted for the linear solve, taken out of the accelerations again.

    min 1/2 a^T M a - a^T Q   where   J a = gamma

The Schur complement J W^-1 J^T adds up how heavy and light bodies give way: with the true masses the heavy ones would
be lost beside very light ones, and bodies without mass have no inverse. So the planner lifts the weights W of light
bodies (`coordinates.lifting`), and conjugate gradients in the space that the rows leave free (Gould, Hribar and
Nocedal, SIAM J. Sci. Comput. 23, 2001) lead from there to the true masses M. The factorisation with W is the
preconditioner: each step costs one substitution, and there are at most as many steps as lifted freedoms that the rows
leave free. M may be singular as long as no motion that the rows allow is without inertia.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..linear.linear import add_rows, give_way, row_times
from ..linear.refining import TOTAL, meet
from ..tables import fields as tb
from ..tables.statuses import WEIGHTLESS
from .balance import REST, times, weigh_motion, weigh_up, worst_body

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


NO_INERTIA = 1e-28
"""A motion whose inertia is below this share of its lifted weight has none: rounding squared is about 1e-32."""


@inline
def lifted(H):
    """Return whether the weight of a body is lifted."""
    return tb.sizes(H)[1] > 0


@inline
def push_rows(H, y, r):
    """Add J^T y to the forces r on the bodies."""
    add_rows(H, tb.J(H), y, r)


@inline
def stiff_rows(H):
    """Return whether rows that stand for stiffness and damping count: they give way, and have nothing to be refined."""
    rows, soft = tb.rows(H), tb.soft(H)
    for i in range(rows.size):
        if rows[i].load >= 0 and soft[i] >= 0.0:
            return True
    return False


@inline
def meet_rows(H, c, x, r, lam):
    """Change x by W^-1 J^T y so that J x = c; add J^T y to r and y to lam. Small pivots are refined."""
    y = tb.search(H)[TOTAL]
    meet(H, c, x, not stiff_rows(H))
    push_rows(H, y, r)
    for i in range(y.size):
        lam[i] += y[i]


@inline
def product(a, b):
    """Return the sum of the products of all entries."""
    total = 0.0
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            total += a[i, k] * b[i, k]
    return total


@inline
def rest_on_rows(H, r, z, lam):
    """Fill z with what forces r on the bodies, and the rows, do to bodies of the lifted weights; r and lam change too.

    Afterwards J z = 0 and r = W z: the rows bear all of r that they can. Returns r^T W^-1 r as it was before.
    """
    give_way(H, r, z)
    whole = product(r, z)
    meet_rows(H, tb.still(H), z, r, lam)
    return whole


@inline
def lift_times(H, b, p):
    """Return what the lift of the weights of body b adds to M p."""
    m = tb.masses(H)[b]
    return times(H, b, m.lift, m.turn_lift, p)


@inline
def add_lift(H, A):
    """Add to the forces what the lift of the weights takes of the accelerations A (bodies * d,), gravity aside.

    An equation solved with the lifted weights for a change of A then begins with what the true masses leave.
    """
    force, g, kept = tb.force(H), tb.gravity(H), tb.lift(H)[INERTIA]
    count, d = force.shape
    for b in range(count if lifted(H) else 0):
        for k in range(d):
            kept[b, k] = A[d * b + k] - (g[k] if k < (2 if d == 3 else 3) else 0.0)
        part = lift_times(H, b, kept[b])
        for k in range(d):
            force[b, k] += part[k]


@inline
def keep(H, x, share):
    """Keep what a change of x with the lifted weights begins with, for `unlift_change`: x, or nothing (share 0.0)."""
    kept = tb.lift(H)[INERTIA]
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            kept[b, k] = share * x[b, k]


@inline
def inertia_of(H, p, out):
    """Fill out = M p, with the rows that stand for stiffness and damping while they count."""
    rows, soft, block_ptr, block_body, J = tb.rows(H), tb.soft(H), tb.block_ptr(H), tb.block_body(H), tb.J(H)
    weigh_motion(H, p, out)
    for i in range(rows.size):
        if rows[i].load < 0 or soft[i] < 0.0:
            continue
        rate = row_times(H, i, p)
        for n in range(block_ptr[i], block_ptr[i + 1]):
            for k in range(p.shape[1]):
                out[block_body[n], k] += J[n, k] * rate


@inline
def descend(H, x, lam):
    """Bring x and lam to the solution with the true masses, from the remainders at hand; return 0 or WEIGHTLESS."""
    r, table = tb.balance(H)[REST], tb.lift(H)
    z, p, Mp = table[ANSWER], table[DIRECTION], table[INERTIA]
    count, d = x.shape
    whole = rest_on_rows(H, r, z, lam)
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
        rest_on_rows(H, r, z, lam)
        before, square = square, product(r, z)
        beta = square / before
    return 0


@inline
def unlift_change(H, x, lam):
    """Make a change of x that was found with the lifted weights, from what was kept, that of the true masses.

    The rows that stand for stiffness and damping count as they do in the factorisation at hand (see `compliant`).
    """
    kept, rest = tb.lift(H)[INERTIA], tb.balance(H)[REST]
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            kept[b, k] = x[b, k] - kept[b, k]
        part = lift_times(H, b, kept[b])
        for k in range(x.shape[1]):
            rest[b, k] = part[k]
    descend(H, x, lam)


@stage("iif")
def unlift(H, applied):
    """Make the accelerations x and multipliers lam those of the true masses; return 0 or WEIGHTLESS.

    applied = 1.0: under the forces at hand; 0.0: under none, for impulses. The remainders are computed anew after each
    descent: those of light bodies from their own forces, whatever the lifted weights were. Where no weight is lifted
    this is a refinement.
    """
    x, lam, last = tb.x(H), tb.lam(H), 1e300
    for _ in range(6):
        meet_rows(H, tb.rhs(H), x, tb.lift(H)[INERTIA], lam)
        weigh_up(H, applied)
        # rounding of x, times lifted weights, is left to the rows
        rest_on_rows(H, tb.balance(H)[REST], tb.lift(H)[ANSWER], lam)
        weigh_up(H, applied)
        now, _ = worst_body(H, OWN)
        if now <= MET or now > 0.5 * last:
            return 0
        last = now
        status = descend(H, x, lam)
        if status != 0:
            return status
    return 0
