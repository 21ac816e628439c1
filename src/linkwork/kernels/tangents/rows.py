"""How rows that are more than sums change with their measures: programs, rows of velocities, contacts on surfaces.

    d phi' = phi_m dm' + a dm,   d phi'' = phi_m dm'' + b dm' + c dm

For positions a = (phi_m)', b = 2 a and c = (phi_m)''. A sum has none of them.
"""

from ..compiler.jit import inline
from ..contacts.on_surfaces import lie
from ..geometry.nearest import value_of
from ..kinematics.rows import lies, row_value
from ..programs.interpret import interpret
from ..programs.program import store
from ..tables import fields as tb

STENCIL = (0.75, -0.15, 1.0 / 60.0)
"""Weights of the differences of values one, two and three steps to either side: right up to the sixth power."""

STEP = 4e-3
"""Largest step of a measure in these differences [m], [rad]."""


@inline
def bends(H, i):
    """Return whether row i counts and is more than a sum of its measures."""
    row = tb.rows(H)[i]
    return tb.soft(H)[i] >= 0.0 and (row.program >= 0 or lies(H, row))


@inline
def bend_rows(H, t, bend):
    """Fill bend[term] = a, b, c of every row that counts."""
    rows, terms = tb.rows(H), tb.terms(H)
    for j in range(terms.size):
        bend[j, 0], bend[j, 1], bend[j, 2] = 0.0, 0.0, 0.0
    for i in range(rows.size):
        if not bends(H, i):
            continue
        for j in range(rows[i].first, rows[i].last):
            if rows[i].level == 0:
                bend[j, 0], bend[j, 1], bend[j, 2] = bend_position(H, t, i, terms[j].measure)
            elif lies(H, rows[i]):
                bend[j, 0], bend[j, 2] = vary_rolling(H, t, i, terms[j].measure, 0)
                bend[j, 1] = vary_rolling(H, t, i, terms[j].measure, 1)[1]
            else:
                bend[j, 0], bend[j, 2] = vary_velocity(H, t, rows[i], terms[j].measure, 0)
                bend[j, 1] = vary_velocity(H, t, rows[i], terms[j].measure, 1)[1]


@inline
def bend_position(H, t, i, m):
    """Return a, b, c of an equation of positions by measure m.

    With m' changed by +-e half the difference of phi'' is 2 e a, and that of phi''' o(e) = 3 e c + e^3 phi_mmm: as in
    `turning.polarised`.
    """
    row, terms, measured, e = tb.rows(H)[i], tb.terms(H), tb.measured(H), 0.0
    for j in range(row.first, row.last):
        measured[terms[j].measure, 3] = 0.0
        e = max(e, abs(measured[terms[j].measure, 1]))
    e, rate, first, third = e if e > 0.0 else 1.0, measured[m, 1], 0.0, 0.0
    for sign in (1.0, -1.0):
        measured[m, 1] = rate + sign * e
        first += sign * row_value(H, t, i, 2)[0] / (4.0 * e)
        third += sign * row_value(H, t, i, 3)[0] * 2.0 / (9.0 * e)
        measured[m, 1] = rate + 2.0 * sign * e
        third -= sign * row_value(H, t, i, 3)[0] / (36.0 * e)
    measured[m, 1] = rate
    return first, 2.0 * first, third


@inline
def vary_velocity(H, t, row, m, n):
    """Return the change of an equation of velocities psi(t, m, m') = 0 and of its rate with derivative n of measure m.

    Along the lines m has the derivatives m' +- dm, m'' +- 2 dm' and m' has m'' +- dm': half the difference of psi's
    second derivatives is twice the change of its rate.
    """
    measured, terms, variables, stack = tb.measured(H), tb.terms(H), tb.variables(H), tb.stack(H)
    count, change, pace = row.last - row.first, 0.0, 0.0
    for sign in (1.0, -1.0):
        store(variables, 0, (t, 1.0, 0.0, 0.0))
        for j in range(row.first, row.last):
            k, own = 1 + j - row.first, terms[j].measure
            a, b = sign if own == m and n == 0 else 0.0, sign if own == m and n == 1 else 0.0
            store(variables, k, (value_of(H, own), measured[own, 1] + a, measured[own, 2] + 2.0 * b, 0.0))
            store(variables, k + count, (measured[own, 1], measured[own, 2] + b, 0.0, 0.0))
        interpret(H, row.program, 2)
        change += 0.5 * sign * stack[0, 1]
        pace += 0.25 * sign * stack[0, 2]
    return change, pace


@inline
def vary_rolling(H, t, i, m, n):
    """Return the change of rolling on a surface and of its rate with derivative n of measure m, by differences.

    What rolls has slopes of its own, which are no gradient. The steps are far from rounding and from the size of what
    rolls, and leave 1e-12; with the rate of a measure they are exact.
    """
    measured, was, change, pace = tb.measured(H), tb.measured(H)[m, n], 0.0, 0.0
    h = STEP if n == 0 else 1.0
    for k in range(3):
        for sign in (1.0, -1.0):
            measured[m, n] = was + sign * (k + 1) * h
            change += sign * STENCIL[k] / h * row_value(H, t, i, 1)[0]
            pace += sign * STENCIL[k] / h * row_value(H, t, i, 2)[0]
    measured[m, n] = was
    row_value(H, t, i, 2)
    return change, pace


@inline
def vary_coefficients(H, t, i, dm, dcoef):
    """Fill dcoef: the change of the slopes of row i by each of its measures, when these change by dm[measure, 0].

    With the measures moving by m' = +-dm and m'' = +-1 in one of them, what is odd in both of the third derivative is
    3 phi_mm(dm, 1). The rates of the measures are lost.
    """
    row, terms, measured = tb.rows(H)[i], tb.terms(H), tb.measured(H)
    if row.level == 1 and lies(H, row):
        vary_rolling_slopes(H, i, row, dm, dcoef)
        return
    if row.level == 1:
        vary_rate_slopes(H, t, row, dm, dcoef)
        return
    for j in range(row.first, row.last):
        dcoef[j] = 0.0
        for one in (1.0, -1.0):
            for other in (1.0, -1.0):
                for k in range(row.first, row.last):
                    m = terms[k].measure
                    measured[m, 1], measured[m, 2], measured[m, 3] = one * dm[m, 0], 0.0, 0.0
                measured[terms[j].measure, 2] = other
                dcoef[j] += one * other * row_value(H, t, i, 3)[0] / 12.0


@inline
def vary_rate_slopes(H, t, row, dm, dcoef):
    """Fill the change of the slopes of an equation of velocities: psi is linear in the rates."""
    terms, variables, stack, count = tb.terms(H), tb.variables(H), tb.stack(H), row.last - row.first
    store(variables, 0, (t, 0.0, 0.0, 0.0))
    for j in range(row.first, row.last):
        m = terms[j].measure
        store(variables, 1 + j - row.first, (value_of(H, m), dm[m, 0], 0.0, 0.0))
        store(variables, 1 + j - row.first + count, (0.0, 0.0, 0.0, 0.0))
        dcoef[j] = 0.0
    interpret(H, row.program, 1)
    rest = stack[0, 1]
    for j in range(row.rated):
        variables[1 + count + j, 0] = 1.0
        interpret(H, row.program, 1)
        variables[1 + count + j, 0] = 0.0
        dcoef[row.first + j] = stack[0, 1] - rest


@inline
def step_by(H, row, dm, h):
    """Move the measures of a row by h times their change."""
    measured, terms = tb.measured(H), tb.terms(H)
    for j in range(row.first, row.last):
        measured[terms[j].measure, 0] += h * dm[terms[j].measure, 0]


@inline
def vary_rolling_slopes(H, i, row, dm, dcoef):
    """Fill the change of the slopes of rolling on a surface, by differences as in `vary_rolling`."""
    terms, coef, largest = tb.terms(H), tb.coef(H), 0.0
    for j in range(row.first, row.last):
        largest, dcoef[j] = max(largest, abs(dm[terms[j].measure, 0])), 0.0
    if largest == 0.0:
        return
    h = STEP / largest
    for k in range(3):
        for sign in (1.0, -1.0):
            step_by(H, row, dm, sign * (k + 1) * h)
            lie(H, i, 0)
            for j in range(row.first, row.last):
                dcoef[j] += sign * STENCIL[k] / h * coef[j]
            step_by(H, row, dm, -sign * (k + 1) * h)
    lie(H, i, 0)
