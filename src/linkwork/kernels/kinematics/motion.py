"""Stages of every analysis, each one verb: evaluate, linearise, factor, solve, derive.

H is the handle of the tables and work arrays (`tables.fields`). Nothing is allocated here.
"""

from ..compiler.jit import inline
from ..compiler.stages import block_at, matrix_at, stage
from ..geometry.features import gather, move_features, place_features, spread
from ..linear.linear import SMALL, clear, factorise, remainder, schur, step, weigh
from ..linear.refining import refine
from ..programs.interpret import function_at
from ..tables import fields as tb
from .measuring import gauge_all, gauge_all_rates
from .rows import jacobian, largest_of, residuals, right_side, row_slopes


@stage("iif")
def set_time(H, t):
    """Evaluate the functions of time and their derivatives at t; return 0, or a status when one fails."""
    status = 0
    for i in range(tb.F(H).shape[0]):  # the programs of functions come first, those of rows after them
        code = function_at(H, i, t)
        if status == 0:
            status = code
    return status


@inline
def at_time(H, t):
    """Evaluate the functions of time if there are any; return 0, or a status when one fails."""
    return set_time(H, t) if tb.F(H).shape[0] > 0 else 0


@stage("fifq")
def evaluate(H, t, at):
    """Fill features, measures and residuals at the poses `at`; return the largest scaled residual, or -1."""
    q = matrix_at(at, tb.bodies(H).size, 7)
    place_features(tb.bodies(H), tb.features(H), q, tb.X(H))
    gauge_all(H)
    return largest_of(tb.rows(H), tb.F(H), tb.Phi(H)) if residuals(H, t, 0, tb.Phi(H)) else -1.0


@stage("iifq")
def linearise(H, t, at):
    """Fill the Jacobian and J W^-1 at the poses of the last `evaluate`."""
    q = matrix_at(at, tb.bodies(H).size, 7)
    row_slopes(H, t, tb.coef(H))
    J = tb.J(H)
    jacobian(tb.shares(H), tb.features(H), q, tb.X(H), tb.G(H), tb.coef(H), J)
    weigh(tb.block_body(H), tb.weight(H), tb.turning(H), J, tb.Z(H))
    return 0


IMMOBILE = 1e-13
"""Response of a row, relative to that of free bodies, that counts as none, in relative coordinates."""


@inline
def form_and_factor(H, damping):
    """Form and factor the Schur complement; return the pivots as `factorise` does.

    In relative coordinates a pivot is compared with what its row would do to free bodies: at a singular position the
    diagonal itself may vanish.
    """
    S, L, D, soft, compliance = tb.S(H), tb.L(H), tb.D(H), tb.soft(H), tb.compliance(H)
    J, Z, free, share = tb.J(H), tb.Z(H), S, 1.0
    if tb.tree(H).size > 0:
        J, Z, free, share = tb.Y(H), tb.W(H), compliance, 1.0 / IMMOBILE
    schur(tb.pairs(H), compliance, J, Z, L, S)
    return factorise(tb.rows(H), tb.col_ptr(H), tb.col_row(H), tb.updates(H), damping, soft, S, free, share, L, D)


@stage("iif")
def factor(H, damping):
    """Form and factor the Schur complement; info[0] = its smallest relative pivot.

    Elimination without pivoting is safe while pivots stay healthy. When one vanishes, rows are
    redundant or singular, and which of them to keep may change on the way: then all rows get a small
    damping, which treats them alike, and refinement takes its trace out of the solution.
    """
    control, info = tb.control(H)[0], tb.info(H)
    share = damping
    for again in range(2):
        smallest, least, cancelled = form_and_factor(H, share)
        if again == 1:
            break
        worst = min(smallest, least) if cancelled == 0 else min(smallest, SMALL)
        info[0], info[1], info[2] = smallest, least, cancelled
        if worst >= control.healthy or damping >= control.regular:
            break
        info[0] = worst
        share = control.regular if cancelled == 0 else control.redundant
    return 0


@inline
def newton_step(H, x):
    """Fill x with the smallest displacement that closes the linearised joints: J x = -Phi."""
    y, Phi = tb.y(H), tb.Phi(H)
    for i in range(y.size):
        y[i] = -Phi[i]
    clear(x)
    step(H, x)


@inline
def solve(H, c, x):
    """Solve J x = c starting from x, refining until the residual stops falling; return the residual.

    Where J has full rank the start does not matter; at a singular position the answer is the
    solution nearest to the start, which keeps a motion on its branch. A start that is right to a few
    per cent and healthy pivots make one correction enough: what it leaves is of the order of rounding.
    """
    rows, y = tb.rows(H), tb.y(H)
    size = 1e-300
    for i in range(c.size):
        size = max(size, rows[i].scale * abs(c[i]))
    last = remainder(H, c, x, y)
    quick = last <= 0.02 * size and tb.info(H)[0] > 1e-3
    for _ in range(40):
        if last <= 1e-15 * size:
            return last
        step(H, x)
        if quick:
            return 0.0
        now = remainder(H, c, x, y)
        if now <= 4e-15 * size:
            return now
        if now > 0.5 * last:
            return refine(H, c, x, now, 4e-15 * size) if tb.control(H)[0].deep > 0.0 else now
        last = now
    return last


@stage("fifqiV")
def derive(H, t, at, order, motion):
    """Find the motion V[:, order - 1] (velocity, acceleration or jerk) at the poses `at` from the lower orders.

    V[:, order - 1] holds a guess on entry. Returns the residual relative to the largest right side met so far, or to
    what is nothing at the pace of the motion; a large value means that no such motion exists (dead point).
    """
    bodies, features, rows = tb.bodies(H), tb.features(H), tb.rows(H)
    X, measured, x, rhs = tb.X(H), tb.measured(H), tb.x(H), tb.rhs(H)
    q, V = matrix_at(at, tb.bodies(H).size, 7), block_at(motion, bodies.size, 3, 6)
    gather(V, order - 1, x)
    if order >= 2:
        move_features(bodies, features, q, V, order - 1, X)
    for b in range(V.shape[0]):
        for i in range(6):
            V[b, order - 1, i] = 0.0
    if order >= 2:
        move_features(bodies, features, q, V, order, X)
        gauge_all_rates(H, order, True)
    else:
        for i in range(measured.shape[0]):
            measured[i, 1] = 0.0
    right_side(H, t, order, rhs)
    left = solve(H, rhs, x)
    spread(x, order - 1, V)
    largest = tb.largest(H)
    for i in range(rhs.size):
        largest[order - 1] = max(largest[order - 1], rows[i].scale * abs(rhs[i]))
    return left / largest[order - 1]
