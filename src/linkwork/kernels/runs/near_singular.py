"""Accelerations next to a singular position: what the joints hardly decide there is read from the steps around it.

Near a singular position the joints are about to lose a direction n of motion. What rounding and interpolation leave in
the state comes back in the acceleration along n, divided by the distance from the position; and in the position itself
the joints leave it to the forces alone. The steps leap across (`singular`), so that the second derivative of the
polynomial through them is as good there as elsewhere. Only its part along n is taken. With y the weakest combination of
the rows, S y = p diag(S) y with the smallest p, from inverse iterations,

    n = M^-1 J^T y,   a + c n,   lam + c y

meet the equations of the bodies as a and lam do. The rest of the polynomial's difference from a is its own error: c n
counts where it is larger than that.
"""

from ..compiler.jit import inline
from ..dynamics.balance import mass_times
from ..dynamics.light_bodies import ANSWER, DIRECTION, lifted
from ..linear.linear import add_scaled, back_substitute, remainder
from ..linear.refining import respond, worst_parts
from ..steps.singular import pivot_of
from ..tables import fields as tb

CLEARLY = 3.0
"""The difference along the direction that is about to be lost counts when it is so many times that in all others."""

FITS = 1e-9
"""What is read counts where it meets the rows to this share of their terms: in a mechanism at rest it is rounding."""

LOST = 1e-14
"""A pivot that rounding can make: the direction is lost, and with it the force that would act along."""


@inline
def weakest_rows(H, apart, y):
    """Fill y with the weakest combination of the rows, beginning with that of a motion `apart`."""
    S = tb.S(H)
    remainder(H, tb.still(H), apart, y)
    for _ in range(3):
        back_substitute(H, y)
        largest = 1e-300
        for i in range(y.size):
            largest = max(largest, abs(y[i]))
        for i in range(y.size):
            y[i] *= S[i] / largest
    for i in range(y.size):
        y[i] /= S[i] if S[i] > 0.0 else 1.0


@inline
def inertia_between(H, a, b):
    """Return a^T M b of two motions of all bodies."""
    total = 0.0
    for i in range(a.shape[0]):
        part = mass_times(H, i, b[i])
        for k in range(a.shape[1]):
            total += a[i, k] * part[k]
    return total


@inline
def add_weakest(H, apart, x, lam):
    """Add to x and lam what of `apart` is along the direction about to be lost, if that counts; return whether it did.

    Rounding hides a direction that is lost.
    """
    y, n, S, weight = tb.y(H), tb.lift(H)[DIRECTION], tb.S(H), 0.0
    weakest_rows(H, apart, y)
    respond(H, y, n)
    for i in range(y.size):
        weight += S[i] * y[i] * y[i]
    square = inertia_between(H, n, n)
    if not square > LOST * weight:
        return False
    c = inertia_between(H, n, apart) / square
    along = c * c * square
    if not along > CLEARLY * CLEARLY * (inertia_between(H, apart, apart) - along):
        return False
    before, _ = worst_parts(H, tb.rhs(H), x)
    add_scaled(n, c, x)
    after, terms = worst_parts(H, tb.rhs(H), x)
    if after > max(before, FITS * terms):
        add_scaled(n, -c, x)
        return False
    for i in range(lam.size):
        lam[i] += c * y[i]
    return True


@inline
def read_across(H, read):
    """Let what is `read` (bodies, 6) count in the accelerations x and multipliers lam where the joints decide less.

    The rows are factorised at the state. Numbers in `read` that are not finite tell nothing. In the singular position
    itself all of it counts, and no multipliers go with it.
    """
    x, control, apart = tb.x(H), tb.control(H)[0], tb.lift(H)[ANSWER]
    control.cancelled = min(control.cancelled, tb.info(H)[2])
    pivot = pivot_of(H)
    if not pivot < control.near or lifted(H):
        return
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            apart[b, k] = read[b, 5 if planar and k == 2 else k] - x[b, k]
    if not add_weakest(H, apart, x, tb.lam(H)) and pivot == 0.0 and inertia_between(H, apart, apart) >= 0.0:
        add_scaled(apart, 1.0, x)
