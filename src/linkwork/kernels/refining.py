"""Solutions of J x = c to the last digits, where the factorisation by itself does not give them.

    J (x + W^-1 J^T y) = c

Where pivots are small, all rows are damped a little before they are factored (`motion.factor`): what they lose by it
must be taken out again. Steps with the factorisation P alone shrink the remainder in a direction by damping / (damping
+ eigenvalue): little or nothing where bodies of different weight, or lengths far apart, make eigenvalues as small as
the damping. Conjugate residuals (Stiefel 1955; Saad, Iterative Methods for Sparse Linear Systems, section 6.8) with P
as the preconditioner need a step or two for each of these. Every step makes the remainder r the smallest it can, in
r^T P^-1 r, so that redundant rows that contradict each other by rounding do no harm. The remainder is that of x itself,
with J alone: it has all digits although J W^-1 J^T has half of them.
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

STEP, PUSH, FELT, TOTAL, AIM = 0, 1, 2, 3, 4
"""Rows of the table `search`: direction p of the search, S p = J W^-1 J^T p, P^-1 S p, sum of all steps, what J x shall
be."""

ALONG, NEXT = 0, 1
"""Rows of the table `response`: what the direction of the search, and the next one to be added to it, do to bodies."""


@inline
def respond(H, y, response):
    """Fill response = W^-1 J^T y."""
    for b in range(response.shape[0]):
        for k in range(response.shape[1]):
            response[b, k] = 0.0
    add_rows(tb.block_ptr(H), tb.block_body(H), tb.Z(H), y, response)


@inline
def rate(H, i, x):
    """Return row i of J x; 0 where the row does not count."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    total = 0.0
    if tb.soft(H)[i] < 0.0:
        return total
    for n in range(block_ptr[i], block_ptr[i + 1]):
        for k in range(x.shape[1]):
            total += J[n, k] * x[block_body[n], k]
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
    response, p, total = tb.response(H)[ALONG], tb.search(H)[STEP], tb.search(H)[TOTAL]
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[b, k] += alpha * response[b, k]
    for i in range(p.size):
        total[i] += alpha * p[i]


@inline
def turn_search(H, size):
    """Make P^-1 times the remainder y the next direction of the search; return its step and (S p)^T P^-1 S p.

    It is conjugate to the one before, whose (S p)^T P^-1 S p is `size`; 0: there is none.
    """
    y, along, new = tb.y(H), tb.response(H)[ALONG], tb.response(H)[NEXT]
    p, push, felt = tb.search(H)[STEP], tb.search(H)[PUSH], tb.search(H)[FELT]
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
    respond(H, y, new)
    beta = 0.0
    if size > 0.0:
        for i in range(y.size):
            beta -= rate(H, i, new) * felt[i] / size
    for b in range(new.shape[0]):
        for k in range(new.shape[1]):
            along[b, k] = new[b, k] + (beta * along[b, k] if size > 0.0 else 0.0)
    wanted = 0.0
    for i in range(y.size):
        p[i] = y[i] + (beta * p[i] if size > 0.0 else 0.0)
        push[i] = rate(H, i, along)
        felt[i] = push[i]
        wanted += y[i] * push[i]
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), felt)
    square = 0.0
    for i in range(y.size):
        square += push[i] * felt[i]
    return wanted / square if square > 0.0 else 0.0, square


@inline
def refine(H, c, x, now, enough):
    """Bring J x nearer to c by conjugate residuals; y is the remainder at hand, `now` its size. Return what is left."""
    size, weak, best = 0.0, 0, now
    for _ in range(ROUNDS):
        if now <= enough or weak == WEAK:
            break
        alpha, size = turn_search(H, size)
        if not size > 0.0:
            break
        last = now
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
