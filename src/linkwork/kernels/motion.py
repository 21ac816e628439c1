"""Stages of every analysis, each one verb: evaluate, linearise, solve, derive.

Arguments in the fixed order: tables T, weights, time, state, work w. Nothing is allocated here.
"""

from __future__ import annotations

from ._jit import kernel
from .features import gather, move_features, place_features, spread
from .linear import add_rows, back_substitute, factorise, residual_of, schur, weigh
from .measures import measure_derivatives, measure_gradients
from .rows import jacobian, residuals, right_side, row_slopes

DAMPING = 1e-10
"""Relative regularisation of the Schur complement: far above rounding, and refined away."""


@kernel
def evaluate(T, t, q, w):
    """Fill features, measures and residuals at pose q; return the largest scaled residual."""
    place_features(T.bodies, T.features, q, w.X)
    measure_gradients(T.measures, w.X, w.M, w.G)
    return residuals(T.rows, T.terms, T.ops, T.consts, T.spans, t, w.F, w.M, w.Phi, w.variables, w.stack)


@kernel
def linearise(T, weight, t, q, w):
    """Fill the Jacobian and the Schur complement at the pose of the last `evaluate`."""
    for i in range(T.rows.size):
        if T.rows[i].program >= 0:
            row_slopes(T.rows[i], T.terms, T.ops, T.consts, T.spans, t, w.M, w.coef, w.variables, w.stack)
    jacobian(T.shares, T.features, q, w.X, w.G, w.coef, w.J)
    weigh(T.block_body, weight, w.J, w.Z)


@kernel
def factor(T, damping, soft, w):
    """Form and factor the Schur complement; w.info[0] = its smallest relative pivot."""
    schur(T.pairs, w.J, w.Z, w.S)
    w.info[0] = factorise(
        T.s_ptr, T.s_col, T.row_ptr, T.row_col, T.col_ptr, T.col_row, w.S, damping, soft, w.L, w.D, w.y, w.fill
    )


@kernel
def step(T, w, x):
    """Add to x the smallest solution of J dx = y, y given in w.y, with the last factorisation."""
    back_substitute(T.col_ptr, T.col_row, w.L, w.D, w.y)
    add_rows(T.block_ptr, T.block_body, w.Z, w.y, x)


@kernel
def solve(T, c, w, x):
    """Solve J x = c starting from x, refining until the residual stops falling; return the residual.

    Where J has full rank the start does not matter; at a singular position the answer is the
    solution nearest to the start, which keeps a motion on its branch.
    """
    size = 0.0
    for i in range(c.size):
        size = max(size, abs(c[i]))
    last = residual_of(T.block_ptr, T.block_body, w.J, x, c, w.y)
    for _ in range(40):
        if last <= 1e-15 * size:
            break
        step(T, w, x)
        now = residual_of(T.block_ptr, T.block_body, w.J, x, c, w.y)
        if now <= 4e-15 * size or now > 0.5 * last:
            return now
        last = now
    return last


@kernel
def derive(T, t, q, order, rhs, w, V):
    """Find the motion V[:, order - 1] (velocity, acceleration or jerk) from the lower orders.

    V[:, order - 1] holds a guess on entry. Returns the residual relative to the size of the terms;
    a large value means that no such motion exists (dead point).
    """
    gather(V, order - 1, w.x)
    if order >= 2:
        move_features(T.bodies, T.features, q, V, order - 1, w.X)
    for b in range(V.shape[0]):
        for i in range(6):
            V[b, order - 1, i] = 0.0
    if order >= 2:
        move_features(T.bodies, T.features, q, V, order, w.X)
        measure_derivatives(T.measures, w.X, order, w.M)
    else:
        for i in range(T.measures.size):
            w.M[i, 1] = 0.0
    right_side(T.rows, T.terms, T.ops, T.consts, T.spans, t, w.F, w.M, order, rhs, w.variables, w.stack)
    left = solve(T, rhs, w, w.x)
    spread(w.x, order - 1, V)
    size = 1e-300
    for i in range(rhs.size):
        size = max(size, abs(rhs[i]))
    return left / size
