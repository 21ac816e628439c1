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

from ..compiler.jit import inline
from ..tables import fields as tb
from .linear import add_rows, add_scaled, back_substitute, clear, remainder, row_times, step

GOOD = 1e-3
"""Relative pivots below this call for refinement."""

ROUNDS = 40
"""Most steps of a refinement."""

WEAK = 3
"""So many steps in a row that gain less than a half end it."""

ROUNDING = 1e-15
"""What is left of a row, relative to the sum of its terms, that is rounding: more steps would only add self-stress."""

SELF_STRESS = 1e-28
"""A combination p of rows with p^T S p below this share of p^T diag(S) p moves nothing: its response is rounding, some
1e-15 of its terms, squared. Steps along it would divide by that."""

STEP, PUSH, FELT, LEFT, TOTAL, KEPT = 0, 1, 2, 3, 4, 5
"""Rows of the table `search`: direction p of the search, S p = J W^-1 J^T p, P^-1 S p, the remainder, the sum of all
steps, that of the steps to the best x so far."""

ALONG, NEXT, BEST = 0, 1, 2
"""Rows of the table `response`: what the direction of the search, and the remainder, do to bodies; the best x so
far."""


@inline
def respond(H, y, response):
    """Fill response = W^-1 J^T y."""
    clear(response)
    add_rows(H, tb.Z(H), y, response)


@inline
def rate(H, i, x):
    """Return row i of J x; 0 where the row does not count."""
    return row_times(H, i, x) if tb.soft(H)[i] >= 0.0 else 0.0


@inline
def row_parts(H, i, c, x):
    """Return what is left of row i, c - J x, and the sum of the sizes of its terms."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    rest, size = c[i], abs(c[i])
    for n in range(block_ptr[i], block_ptr[i + 1]):
        for k in range(x.shape[1]):
            part = J[n, k] * x[block_body[n], k]
            rest -= part
            size += abs(part)
    return rest, size


@inline
def worst_parts(H, c, x):
    """Return the largest remainder of the rows that count, and the largest sum of their terms, scaled."""
    rows, soft, left, largest = tb.rows(H), tb.soft(H), 0.0, 0.0
    for i in range(rows.size):
        if soft[i] >= 0.0:
            rest, size = row_parts(H, i, c, x)
            left, largest = max(left, rows[i].scale * abs(rest)), max(largest, rows[i].scale * size)
    return left, largest


@inline
def within(H, c, x, share):
    """Return whether what is left of every row is at most this share of its own terms, or rounding of others."""
    rows, soft, (left, largest) = tb.rows(H), tb.soft(H), worst_parts(H, c, x)
    if left <= ROUNDING * largest:
        return True
    for i in range(rows.size):
        if soft[i] >= 0.0:
            rest, size = row_parts(H, i, c, x)
            if not abs(rest) <= share * size and not rows[i].scale * abs(rest) <= ROUNDING * largest:
                return False
    return True


@inline
def go(H, x, alpha):
    """Change x by alpha times the direction of the search."""
    p, total = tb.search(H)[STEP], tb.search(H)[TOTAL]
    add_scaled(tb.response(H)[ALONG], alpha, x)
    for i in range(p.size):
        total[i] += alpha * p[i]


@inline
def copy(x, there, total, sums):
    """Copy x and the sum of all steps."""
    for b in range(x.shape[0]):
        for k in range(x.shape[1]):
            there[b, k] = x[b, k]
    for i in range(total.size):
        sums[i] = total[i]


@inline
def product(a, b):
    """Return the sum of the products of two rows."""
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@inline
def moves_nothing(H, p, push):
    """Return whether the combination p of rows, with S p in `push`, is a self-stress of redundant rows."""
    S, terms = tb.S(H), 0.0
    for i in range(p.size):
        terms += S[i] * p[i] * p[i]
    return not product(p, push) > SELF_STRESS * terms


@inline
def turn_search(H, size):
    """Make P^-1 times the remainder y the next direction of the search; return its step, (S p)^T P^-1 S p, y^T P^-1 y.

    It is conjugate to the one before, whose (S p)^T P^-1 S p is `size`; 0: there is none. All are 0 for a self-stress.
    """
    y, along, new, left = tb.y(H), tb.response(H)[ALONG], tb.response(H)[NEXT], tb.search(H)[LEFT]
    p, push, felt = tb.search(H)[STEP], tb.search(H)[PUSH], tb.search(H)[FELT]
    for i in range(y.size):
        left[i] = y[i]
    back_substitute(H, y)
    respond(H, y, new)
    beta = 0.0
    for i in range(y.size if size > 0.0 else 0):
        beta -= rate(H, i, new) * felt[i] / size
    for i in range(y.size):
        p[i] = y[i] + (beta * p[i] if size > 0.0 else 0.0)
    respond(H, p, along)  # anew: where the remainder is rounding, beta times the last one would be other rounding
    for i in range(y.size):
        push[i] = felt[i] = rate(H, i, along)
    if moves_nothing(H, p, push):
        return 0.0, 0.0, 0.0
    back_substitute(H, felt)
    square = product(push, felt)
    return product(y, push) / square if square > 0.0 else 0.0, square, product(left, y)


@inline
def refine(H, c, x, now, enough):
    """Bring J x nearer to c by conjugate residuals; y is the remainder at hand, `now` its size. Return what is left.

    The largest entry of the remainder may rise on the way: a step gains where that falls, or what the steps minimise.
    """
    kept, total, best_x = tb.search(H)[KEPT], tb.search(H)[TOTAL], tb.response(H)[BEST]
    size, weak, best, last = 0.0, 0, now, 1e300
    copy(x, best_x, total, kept)
    for _ in range(ROUNDS):
        if now <= enough or weak == WEAK or within(H, c, x, ROUNDING):
            break
        alpha, size, square = turn_search(H, size)
        if not size > 0.0:
            break
        go(H, x, alpha)
        now = remainder(H, c, x, tb.y(H))
        weak = 0 if now < 0.5 * best or square < 0.25 * last else weak + 1
        last = square
        if now < best:
            best = now
            copy(x, best_x, total, kept)
    if not now <= best:
        copy(best_x, x, kept, total)
    return best


@inline
def meet(H, c, x, refined):
    """Change x by W^-1 J^T y so that J x = c, and leave y in `search`[TOTAL]; where pivots are small, `refined`.

    Steps with the factorisation go on while each takes out half of the remainder. Next to a singular position they stop
    before the direction that the joints are about to lose, where there is only rounding to be found; conjugate
    residuals would go on. They follow where that is asked for (`DEEP`): where rows are not met, at stored states.
    """
    total, y, last = tb.search(H)[TOTAL], tb.y(H), 1e300
    for i in range(total.size):
        total[i] = 0.0
    deep = refined and tb.control(H)[0].deep > 0.0
    small = deep or (refined and tb.info(H)[0] <= GOOD)
    for _ in range(1 + int(tb.control(H)[0].refine) if small else 1):
        now = remainder(H, c, x, tb.y(H))
        if now > 0.5 * last or now == 0.0:
            break
        step(H, x)
        for i in range(y.size):
            total[i] += y[i]
        last = now
    return refine(H, c, x, remainder(H, c, x, tb.y(H)), 0.0) if deep else 0.0
