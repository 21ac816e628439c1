"""Rows: the constraint equations Phi(q, t) = 0, their Jacobian and their right sides."""

from math import floor

from ..compiler.jit import inline
from ..contacts.on_surfaces import is_felt, lie
from ..contacts.surfaces import BALL
from ..geometry.nearest import value_of, wrap
from ..programs.interpret import interpret, load_time
from ..programs.program import store
from ..tables import fields as tb


@inline
def row_jet(H, t, row, order):
    """Run the program of `row` on the measures and their derivatives up to `order`; the result is in stack[0].

    An equation of velocities has the rates of its measures as further variables, and starts at order 1.
    """
    terms, measured, variables, count = tb.terms(H), tb.measured(H), tb.variables(H), row.last - row.first
    load_time(t, variables)
    for i in range(row.first, row.last):
        k, m = 1 + i - row.first, terms[i].measure
        variables[k, 0] = value_of(H, m)
        for n in range(1, 4):
            variables[k, n] = measured[m, n] if n <= order else 0.0
        if row.level == 1:
            for n in range(3):
                variables[k + count, n] = variables[k, n + 1]
            variables[k + count, 3] = 0.0
    return interpret(H, row.program, order - row.level)


@inline
def lies(H, row):
    """Return whether a row is a contact on a surface."""
    return row.relation >= 0 and tb.relations(H)[row.relation].kind >= BALL


@inline
def row_value(H, t, i, order):
    """Return the derivative of this order of row i (0: its residual), and the status of its program.

    sum of coef (measure - rest), or the row's program or contact on a surface, less offset and function(t). An equation
    of velocities has no residual of position.
    """
    row, terms, coef, measured = tb.rows(H)[i], tb.terms(H), tb.coef(H), tb.measured(H)
    if order < row.level:
        return 0.0, 0
    if row.program >= 0:
        status = row_jet(H, t, row, order)
        value = tb.stack(H)[0, order - row.level]
        if row.function >= 0:
            value -= tb.F(H)[row.function, order]
        return value - (row.offset if order == 0 else 0.0), status
    value, status = 0.0, 0
    if lies(H, row) and not (order == 1 and is_felt(H, row)):  # a rate is that of a sum, with its slopes
        status = lie(H, i, order)
        value = tb.jet(H)[order]
    else:
        for j in range(row.first, row.last):
            m = terms[j].measure
            if order > 0 or row.wrap:
                value += coef[j] * measured[m, order]
            else:
                value += coef[j] * (value_of(H, m) - terms[j].rest)
    if row.function >= 0:
        value -= tb.F(H)[row.function, order]
    return (nearest_zero(row, value - row.offset) if order == 0 else value), status


@inline
def nearest_zero(row, value):
    """Return a residual of position without full turns of an angle and full rounds of a slip."""
    if row.wrap:
        value = wrap(value)
    return value - row.period * floor(value / row.period + 0.5) if row.period > 0.0 else value


@inline
def row_slopes(H, t, coef):
    """Fill coef with the derivative of every row that is a program or lies on a surface by each of its measures.

    Of an equation of velocities, which is linear in the rates, by the rate of each.
    """
    rows, terms, variables, stack = tb.rows(H), tb.terms(H), tb.variables(H), tb.stack(H)
    for r in range(rows.size):
        row = rows[r]
        if lies(H, row) and not is_felt(H, row):
            lie(H, r, 0)
            keep_finite(H, r, row, coef)
        if row.program < 0:
            continue
        load_time(t, variables)
        variables[0, 1] = 0.0
        for i in range(row.first, row.last):
            store(variables, 1 + i - row.first, (value_of(H, terms[i].measure), 0.0, 0.0, 0.0))
        if row.level == 1:
            rate_slopes(H, row, variables, stack, coef)
            keep_finite(H, r, row, coef)
            continue
        for i in range(row.first, row.last):
            k = 1 + i - row.first
            variables[k, 1] = 1.0
            interpret(H, row.program, 1)
            variables[k, 1] = 0.0
            coef[i] = stack[0, 1]
        keep_finite(H, r, row, coef)


@inline
def keep_finite(H, r, row, coef):
    """Take out slopes of a row that does not count where they have no value: far from a contact there may be none."""
    if tb.soft(H)[r] < 0.0:
        for i in range(row.first, row.last):
            coef[i] = coef[i] if abs(coef[i]) < 1e300 else 0.0


@inline
def rate_slopes(H, row, variables, stack, coef):
    """Fill coef of an equation of velocities: by the rates of its first measures, zero for those without rates.

    While all else stands still, a program linear in the rates treats the three derivatives of a jet alike: it is run
    once for three rates, each of which has a derivative of its own to be 1 in.
    """
    count = row.last - row.first
    for i in range(row.rated):
        store(variables, 1 + count + i, (0.0, 0.0, 0.0, 0.0))
    for i in range(row.rated, count):
        coef[row.first + i] = 0.0
    for i in range(0, row.rated, 3):
        together = min(3, row.rated - i)
        for j in range(together):
            variables[1 + count + i + j, 1 + j] = 1.0
        interpret(H, row.program, 3)
        for j in range(together):
            variables[1 + count + i + j, 1 + j] = 0.0
            coef[row.first + i + j] = stack[0, 1 + j]


@inline
def residuals(H, t, order, out):
    """Fill out with the residual of position (order 0) or velocity (1) of every row, zero where one does not count.

    Returns whether all are known: where a program fails or a contact is lost they are not.
    """
    rows, shift, soft, known = tb.rows(H), tb.shift(H), tb.soft(H), True
    for i in range(rows.size):
        value, status = row_value(H, t, i, order)
        if order == 0 and shift[i] != 0.0:
            value = nearest_zero(rows[i], value - shift[i])
        if soft[i] < 0.0:
            value, status = 0.0, 0
        out[i] = value
        if status != 0 or (rows[i].relation >= 0 and value != value):
            known = False
    return known


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
def right_side(H, t, order, rhs):
    """Fill rhs so that J x = rhs gives the motion of this order.

    measured[:, order] holds the measures' derivative with the unknown motion set to zero, so that
    velocity: rhs = -Phi_t;  acceleration: rhs = gamma = -(Phi_q q')_q q' - 2 Phi_qt q' - Phi_tt;
    jerk: one derivative more.
    """
    soft = tb.soft(H)
    for i in range(rhs.size):
        rhs[i] = -row_value(H, t, i, order)[0]
        if soft[i] < 0.0 and not abs(rhs[i]) < 1e300:
            rhs[i] = 0.0


@inline
def jacobian(shares, features, q, X, G, coef, J):
    """Fill the blocks of the Jacobian.

    A gradient g at a point p of a body with centre r acts on the body as the force and moment
    (g, (p - r) x g); at a vector u it acts as (0, u x g). Two bodies in contact on curves in the plane press on each
    other along one line: each gets the force at point b and the couple about it.
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
            J[k, 2] += x * gy - y * gx + shares[n].couple * c * G[shares[n].measure, shares[n].slot, 2]
            continue
        gz = c * G[shares[n].measure, shares[n].slot, 2]
        z = X[f, 0, 2]
        if point:
            z = z - q[b, 2]
            J[k, 2] += gz
        J[k, 3] += y * gz - z * gy
        J[k, 4] += z * gx - x * gz
        J[k, 5] += x * gy - y * gx
