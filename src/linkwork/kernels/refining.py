"""Solutions of J x = c to the last digits, where the factorisation by itself does not give them.

    J (x + W^-1 J^T y) = c

Where pivots are small, all rows are damped a little before they are factored (`motion.factor`): what they lose by it
must be taken out again. Steps with the factorisation alone shrink the remainder in a direction by damping / (damping +
eigenvalue): little or nothing where bodies of different weight, or lengths far apart, make eigenvalues as small as the
damping. Conjugate gradients with the factorisation as the preconditioner need a step or two for each of these (Golub
and Van Loan, section 11.5), and none for rows that are redundant: their remainder is rounding from the start. The
remainder is that of x itself, with J alone: it has all digits although J W^-1 J^T has half of them.
"""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from .linear import add_rows, back_substitute, residual_of

GOOD = 1e-3
"""Relative pivots below this call for refinement."""

ROUNDS = 24
"""Most steps of a refinement."""

WEAK = 2
"""So many steps in a row that gain less than a half end it."""

NOTHING = 1e-9
"""A direction that the rows resist less than this, relative to their damped factorisation, is one of redundant rows."""

STEP, LEFT, TOTAL, AIM = 0, 1, 2, 3
"""Rows of the table `search`: direction of the search, remainder, sum of all steps, what J x shall be."""


@inline
def resistance(H, y, x):
    """Return y^T J x."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    total = 0.0
    for i in range(y.size):
        rate = 0.0
        for n in range(block_ptr[i], block_ptr[i + 1]):
            for k in range(x.shape[1]):
                rate += J[n, k] * x[block_body[n], k]
        total += y[i] * rate
    return total


@inline
def remainder(H, c, x):
    """Fill y = c - J x and return its largest entry, scaled."""
    return residual_of(tb.rows(H), tb.block_ptr(H), tb.block_body(H), tb.soft(H), tb.J(H), x, c, tb.y(H))


@inline
def first_step(H, x):
    """Change x by W^-1 J^T times what the factorisation makes of y; `search`[TOTAL] begins with that."""
    y, total = tb.y(H), tb.search(H)[TOTAL]
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
    add_rows(tb.block_ptr(H), tb.block_body(H), tb.Z(H), y, x)
    for i in range(y.size):
        total[i] = y[i]


@inline
def go(H, x, alpha):
    """Change x by alpha times the direction of the search."""
    response, p, total = tb.response(H), tb.search(H)[STEP], tb.search(H)[TOTAL]
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[b, k] += alpha * response[b, k]
    for i in range(p.size):
        total[i] += alpha * p[i]


@inline
def turn_search(H, before):
    """Make the remainder y the next direction of the search, with its response; return their product, 0 for none."""
    y, response, p, left = tb.y(H), tb.response(H), tb.search(H)[STEP], tb.search(H)[LEFT]
    for i in range(y.size):
        left[i] = y[i]
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
    product = 0.0
    for i in range(y.size):
        product += left[i] * y[i]
    for i in range(y.size):
        p[i] = y[i] + (product / before * p[i] if before > 0.0 else 0.0)
    for b in range(response.shape[0]):
        for k in range(response.shape[1]):
            response[b, k] = 0.0
    add_rows(tb.block_ptr(H), tb.block_body(H), tb.Z(H), p, response)
    return product


@inline
def refine(H, c, x, now, enough):
    """Bring J x nearer to c by conjugate gradients; y is the remainder at hand, `now` its size. Return what is left."""
    product, weak, best = 0.0, 0, now
    for _ in range(ROUNDS):
        if now <= enough or weak == WEAK:
            break
        product = turn_search(H, product)
        resists = resistance(H, tb.search(H)[STEP], tb.response(H))
        if not resists > NOTHING * product:
            break
        last, alpha = now, product / resists
        go(H, x, alpha)
        now = remainder(H, c, x)
        if not now < 2.0 * best:
            go(H, x, -alpha)
            return last
        weak = weak + 1 if now > 0.5 * best else 0
        best = min(now, best)
    return now


@inline
def meet(H, c, x, refined):
    """Change x by W^-1 J^T y so that J x = c, and leave y in `search`[TOTAL]; where pivots are small, `refined`."""
    total, now = tb.search(H)[TOTAL], remainder(H, c, x)
    if now == 0.0:
        for i in range(total.size):
            total[i] = 0.0
        return 0.0
    first_step(H, x)
    return refine(H, c, x, remainder(H, c, x), 0.0) if refined and tb.info(H)[0] <= GOOD else 0.0
