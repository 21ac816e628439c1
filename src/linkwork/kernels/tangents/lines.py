"""How measures and rows change when the state is varied, from the derivatives of motions that every measure has.

Let a motion be varied by e times a displacement and a change of velocity. Along the lines e = +-s, with s the time that
has passed, the features move with

    x' = X1 +- e U,   x'' = X2 +- 2 e U',   x''' = +-3 e U''

(U the variation of the features, U' and U'' of their velocity and acceleration), and d/ds = d/dt +- e d/de. Half the
difference of the n-th derivative of a measure along the two lines is then

    n = 1:  e dm,   n = 2:  2 e dm',   n = 3:  3 e dm'' + e^3 m_UUU,

the last freed of its cube by lines twice as steep. Nothing is approximated: polynomials in e are taken apart. So
a new kind of measure, contacts on curves and surfaces and the user's equations are varied without code of their own.
"""

from __future__ import annotations

from ..compiler.jit import inline
from ..geometry.features import move_features, place_features
from ..geometry.nearest import value_of
from ..geometry.vectors import add, cross, less, put
from ..kinematics.measuring import gauge_all, gauge_all_rates
from ..kinematics.rows import lies, row_value
from ..programs.interpret import interpret
from ..programs.program import store
from ..tables import fields as tb


@inline
def place_state(H, base):
    """Fill features, measures and slopes of rows at the state q, V[:, 0] (velocity), V[:, 1] (acceleration).

    base[f, 0 .. 2]: the features with two derivatives.
    """
    bodies, features, q, V, X = tb.bodies(H), tb.features(H), tb.q(H), tb.V(H), tb.X(H)
    place_features(bodies, features, q, X)
    for n in range(1, 3):
        move_features(bodies, features, q, V, n, X)
    for f in range(features.size):
        for k in range(3):
            X[f, 3, k] = 0.0
            for n in range(3):
                base[f, n, k] = X[f, n, k]
    gauge_all(H)
    gauge_all_rates(H, 2)


@inline
def vary_features(H, base, u, dV, U):
    """Fill U[f, 0 .. 2] with the change of the features, their velocities and accelerations.

    u[b] displaces body b: shift of its centre and turn; dV[b] changes its velocity. The accelerations of the bodies
    stay. With s from the centre to the feature: ds = turn x s, ds' = dw x s + w x ds,
    ds'' = alpha x ds + dw x s' + w x ds'.
    """
    bodies, features, q, V = tb.bodies(H), tb.features(H), tb.q(H), tb.V(H)
    for b in range(bodies.size):
        turn, w, dw, alpha = u[b, 3:], V[b, 0, 3:], dV[b, 3:], V[b, 1, 3:]
        for f in range(bodies[b].first, bodies[b].last):
            s, v = (base[f, 0, 0], base[f, 0, 1], base[f, 0, 2]), (base[f, 1, 0], base[f, 1, 1], base[f, 1, 2])
            free = features[f].vector == 0
            if free:
                s, v = less(s, 1.0, q[b]), less(v, 1.0, V[b, 0])
            ds = cross(turn, s)
            dv = add(cross(dw, s), cross(w, ds))
            da = add(cross(alpha, ds), add(cross(dw, v), cross(w, dv)))
            if free:
                ds, dv = add(ds, u[b]), add(dv, dV[b])
            put(U[f, 0], 0, ds)
            put(U[f, 1], 0, dv)
            put(U[f, 2], 0, da)


@inline
def steepness(base, U):
    """Return e: with it the variation is as large as the velocities, so that little is lost in the differences."""
    speed, size = 0.0, 0.0
    for f in range(U.shape[0]):
        for k in range(3):
            speed = max(speed, abs(base[f, 1, k]))
            size = max(size, abs(U[f, 0, k]))
    return speed / size if speed > 0.0 and size > 0.0 else 1.0


@inline
def along_line(H, base, U, e):
    """Fill features and measures with three derivatives along the line of steepness e (negative: the other line)."""
    X = tb.X(H)
    for f in range(U.shape[0]):
        for k in range(3):
            X[f, 1, k] = base[f, 1, k] + e * U[f, 0, k]
            X[f, 2, k] = base[f, 2, k] + 2.0 * e * U[f, 1, k]
            X[f, 3, k] = 3.0 * e * U[f, 2, k]
    gauge_all_rates(H, 3)


@inline
def add_line(H, t, share, cubes, dm, dr):
    """Add a share of the derivatives along the present line: to dm those of measures, to dr those of rows.

    share: of the first two; cubes: of the third. Equations of velocities are varied by themselves.
    """
    measured, rows = tb.measured(H), tb.rows(H)
    for i in range(measured.shape[0]):
        dm[i, 0] += share * measured[i, 1]
        dm[i, 1] += 0.5 * share * measured[i, 2]
        dm[i, 2] += cubes / 3.0 * measured[i, 3]
    for i in range(rows.size):
        if rows[i].level == 0 and tb.soft(H)[i] >= 0.0:
            dr[i, 0] += share * row_value(H, t, i, 1)[0]
            dr[i, 1] += 0.5 * share * row_value(H, t, i, 2)[0]
            dr[i, 2] += cubes / 3.0 * row_value(H, t, i, 3)[0]


@inline
def vary_rows(H, t, base, U, dm, dr):
    """Fill dm[i, 0 .. 2] and dr[i, 0 .. 2]: the change of measures and rows, of their rates and accelerations.

    o(e) = 3 e c + e^3 d is half the difference of two lines: 3 e c = (8 o(e) - o(2 e)) / 6.
    """
    for i in range(dm.shape[0]):
        dm[i, 0], dm[i, 1], dm[i, 2] = 0.0, 0.0, 0.0
    for i in range(dr.shape[0]):
        dr[i, 0], dr[i, 1], dr[i, 2] = 0.0, 0.0, 0.0
    e = steepness(base, U)
    for sign in (1.0, -1.0):
        along_line(H, base, U, 2.0 * sign * e)
        add_line(H, t, 0.0, -sign / (12.0 * e), dm, dr)
    for sign in (1.0, -1.0):
        along_line(H, base, U, sign * e)
        add_line(H, t, 0.5 * sign / e, 2.0 * sign / (3.0 * e), dm, dr)
    along_line(H, base, U, 0.0)
    rows = tb.rows(H)
    for i in range(rows.size):
        if rows[i].level == 1 and tb.soft(H)[i] >= 0.0:
            if lies(H, rows[i]):
                vary_rolling_row(H, t, rows[i], dm, dr, i)
            else:
                vary_velocity_row(H, t, rows[i], dm, dr, i)


@inline
def vary_velocity_row(H, t, row, dm, dr, i):
    """Fill dr[i] of an equation of velocities psi(t, m, m') = 0: the change of psi and of its rate.

    Along the lines m has the derivatives m' +- dm, m'' +- 2 dm' and m' has m'' +- dm', +-2 dm''; half the difference of
    psi's second derivatives is twice the change of its rate.
    """
    measured, terms, variables, stack, count = (
        tb.measured(H),
        tb.terms(H),
        tb.variables(H),
        tb.stack(H),
        row.last - row.first,
    )
    for sign in (1.0, -1.0):
        store(variables, 0, (t, 1.0, 0.0, 0.0))
        for j in range(row.first, row.last):
            k, m = 1 + j - row.first, terms[j].measure
            a, b, c = sign * dm[m, 0], sign * dm[m, 1], sign * dm[m, 2]
            store(variables, k, (value_of(H, m), measured[m, 1] + a, measured[m, 2] + 2.0 * b, 0.0))
            store(variables, k + count, (measured[m, 1], measured[m, 2] + b, 2.0 * c, 0.0))
        interpret(H, row.program, 2)
        dr[i, 1] += 0.5 * sign * stack[0, 1]
        dr[i, 2] += 0.25 * sign * stack[0, 2]


STENCIL = (0.75, -0.15, 1.0 / 60.0)
"""Weights of the differences of values one, two and three steps to either side: right up to the sixth power."""

STEP = 4e-3
"""Largest step of a measure in these differences [m], [rad]."""


@inline
def step_by(H, row, dm, h):
    """Move the measures of a row, their rates and accelerations by h times their change."""
    measured, terms = tb.measured(H), tb.terms(H)
    for j in range(row.first, row.last):
        m = terms[j].measure
        for n in range(3):
            measured[m, n] += h * dm[m, n]


@inline
def vary_rolling_row(H, t, row, dm, dr, i):
    """Fill dr[i] of rolling on a surface, by differences: what rolls has slopes of its own, which are no gradient.

    Only the function of the row's few measures is taken apart; the steps are far from rounding and from the size of
    what rolls, and leave 1e-12.
    """
    terms, largest = tb.terms(H), 0.0
    for j in range(row.first, row.last):
        largest = max(largest, abs(dm[terms[j].measure, 0]))
    h = STEP / largest if largest > 0.0 else 1.0
    for k in range(3):
        for sign in (1.0, -1.0):
            step_by(H, row, dm, sign * (k + 1) * h)
            for order in range(1, 3):
                dr[i, order] += sign * STENCIL[k] / h * row_value(H, t, i, order)[0]
            step_by(H, row, dm, -sign * (k + 1) * h)
    row_value(H, t, i, 2)
