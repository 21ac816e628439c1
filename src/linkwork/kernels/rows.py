"""Rows: the constraint equations Phi(q, t) = 0, their Jacobian and their right sides."""

from __future__ import annotations

from math import floor, pi

from . import tables as tb
from ._jit import inline
from .interpret import interpret, load_time
from .measures import ANGLE


@inline
def wrap(angle):
    """Return the angle brought to [-pi, pi]."""
    return angle - 2.0 * pi * floor((angle + pi) / (2.0 * pi))


@inline
def value_of(H, i, M):
    """Return measure i; an angle is taken nearest to where it is expected, so that full turns count."""
    if tb.measures(H)[i].kind != ANGLE:
        return M[i, 0]
    return M[i, 0] + 2.0 * pi * floor((tb.near(H)[i] - M[i, 0]) / (2.0 * pi) + 0.5)


@inline
def row_jet(H, t, row, M, order):
    """Run the program of `row` on the measures and their derivatives; the result is in stack[0]."""
    terms, variables = tb.terms(H), tb.variables(H)
    load_time(t, variables)
    for i in range(row.first, row.last):
        variables[1 + i - row.first, 0] = value_of(H, terms[i], M)
        for n in range(1, 4):
            variables[1 + i - row.first, n] = M[terms[i], n] if n <= order else 0.0
    return interpret(H, row.program, order)


@inline
def row_slopes(H, t, M, coef):
    """Fill coef with the derivative of every row that is a program by each of its measures."""
    rows, terms, variables, stack = tb.rows(H), tb.terms(H), tb.variables(H), tb.stack(H)
    for r in range(rows.size):
        row = rows[r]
        if row.program < 0:
            continue
        for j in range(row.first, row.last):
            load_time(t, variables)
            variables[0, 1] = 0.0
            for i in range(row.first, row.last):
                n = 1 + i - row.first
                variables[n, 0] = value_of(H, terms[i], M)
                variables[n, 1] = 1.0 if i == j else 0.0
                variables[n, 2] = 0.0
                variables[n, 3] = 0.0
            interpret(H, row.program, 1)
            coef[j] = stack[0, 1]


@inline
def residuals(H, t, M, Phi):
    """Fill Phi and return the largest scaled residual; -1 means that a program failed."""
    rows, terms, F = tb.rows(H), tb.terms(H), tb.F(H)
    for i in range(rows.size):
        if rows[i].program >= 0:
            if row_jet(H, t, rows[i], M, 0) != 0:
                return -1.0
            value = tb.stack(H)[0, 0]
        else:
            value = M[terms[rows[i].first], 0] - rows[i].offset
            if rows[i].function >= 0:
                value -= F[rows[i].function, 0]
            if rows[i].wrap:
                value = wrap(value)
        Phi[i] = value
    return largest_of(rows, F, Phi)


@inline
def largest_of(rows, F, Phi):
    """Return the largest scaled residual, not a number where one is not; many turns are known to their own rounding."""
    largest = 0.0
    for i in range(Phi.size):
        size = rows[i].scale * abs(Phi[i])
        if rows[i].wrap and rows[i].function >= 0:
            size /= max(1.0, abs(F[rows[i].function, 0]))
        if size > largest or size != size:  # max would forget what is not a number
            largest = size
    return largest


@inline
def right_side(H, t, M, order, rhs):
    """Fill rhs so that J x = rhs gives the motion of this order.

    M[:, order] holds the measures' derivative with the unknown motion set to zero, so that
    velocity: rhs = -Phi_t;  acceleration: rhs = gamma = -(Phi_q q')_q q' - 2 Phi_qt q' - Phi_tt;
    jerk: one derivative more.
    """
    rows, terms, F = tb.rows(H), tb.terms(H), tb.F(H)
    for i in range(rows.size):
        if rows[i].program >= 0:
            row_jet(H, t, rows[i], M, order)
            rhs[i] = -tb.stack(H)[0, order]
        else:
            rhs[i] = -M[terms[rows[i].first], order]
            if rows[i].function >= 0:
                rhs[i] += F[rows[i].function, order]


@inline
def jacobian(shares, features, q, X, G, coef, J):
    """Fill the blocks of the Jacobian.

    A gradient g at a point p of a body with centre r acts on the body as the force and moment
    (g, (p - r) x g); at a vector u it acts as (0, u x g).
    """
    planar = J.shape[1] == 3
    for k in range(J.shape[0]):
        J[k, 0], J[k, 1], J[k, 2] = 0.0, 0.0, 0.0
        if not planar:
            J[k, 3], J[k, 4], J[k, 5] = 0.0, 0.0, 0.0
    for n in range(shares.size):
        k, b, f = shares[n].block, shares[n].body, shares[n].feature
        c = coef[shares[n].term]
        gx = c * G[shares[n].measure, shares[n].slot, 0]
        gy = c * G[shares[n].measure, shares[n].slot, 1]
        x, y = X[f, 0, 0], X[f, 0, 1]
        point = features[f].vector == 0
        if point:
            x, y = x - q[b, 0], y - q[b, 1]
            J[k, 0] += gx
            J[k, 1] += gy
        if planar:
            J[k, 2] += x * gy - y * gx
            continue
        gz = c * G[shares[n].measure, shares[n].slot, 2]
        z = X[f, 0, 2]
        if point:
            z = z - q[b, 2]
            J[k, 2] += gz
        J[k, 3] += y * gz - z * gy
        J[k, 4] += z * gx - x * gz
        J[k, 5] += x * gy - y * gx
