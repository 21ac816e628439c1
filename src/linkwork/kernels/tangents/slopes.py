"""How gradients of measures and slopes of rows change when the state is varied: second derivatives, polarised.

The third derivative of a function phi of x along a motion is 3 phi_xx(x1, x2) + phi_xxx(x1, x1, x1), with the first two
derivatives of x, while its third is zero. What is odd in x2 gives phi_xx of the variation and each direction, exactly,
from what every measure and row has.
"""

from __future__ import annotations

from ..compiler.jit import inline
from ..contacts.on_curves import touch
from ..contacts.on_surfaces import lie
from ..geometry.measures import ALONG, COMPONENT, CONTACT, DOT
from ..geometry.nearest import value_of
from ..geometry.other_measures import gauge_rates
from ..kinematics.rows import lies, row_value
from ..programs.interpret import interpret
from ..programs.program import store
from ..tables import fields as tb
from .lines import STENCIL, STEP, step_by


@inline
def feature_of(measure, slot):
    """Return the feature at a place of a measure, -1 where it has none."""
    if slot < 2:
        return measure.f0 if slot == 0 else measure.f1
    if slot == 2:
        return measure.f2
    if slot == 3:
        return measure.f3
    return measure.f4


@inline
def third_derivative(H, i):
    """Fill measured[i, 3] from the derivatives of the features."""
    if tb.measures(H)[i].kind == CONTACT:
        touch(H, i, 3)
    else:
        gauge_rates(H, i, 3)


@inline
def vary_gradient(H, i, U, dG):
    """Fill dG[i]: the change of the gradient of measure i, its second derivatives times U."""
    measure = tb.measures(H)[i]
    for slot in range(5):
        for k in range(3):
            dG[i, slot, k] = 0.0
    if measure.kind == DOT:
        for k in range(3):
            dG[i, 0, k], dG[i, 1, k] = U[measure.f1, 0, k], U[measure.f0, 0, k]
    elif measure.kind == ALONG:
        for k in range(3):
            dG[i, 0, k] = U[measure.f2, 0, k] - U[measure.f1, 0, k]
            dG[i, 1, k], dG[i, 2, k] = -U[measure.f0, 0, k], U[measure.f0, 0, k]
    elif measure.kind != COMPONENT:
        vary_curved(H, i, U, dG)


@inline
def vary_curved(H, i, U, dG):
    """Fill dG[i] from the third derivative of the measure.

    m''' = 3 m_xx(x', x'') + m_xxx(x', x', x') while x''' is zero: with x' = U, and x'' = +-1 in one component, half the
    difference is three times that component. Other measures than i are left as they are.
    """
    measure, X, measured = tb.measures(H)[i], tb.X(H), tb.measured(H)
    for slot in range(5):
        f = feature_of(measure, slot)
        for k in range(3):
            X[f, 1, k], X[f, 2, k], X[f, 3, k] = U[f, 0, k], 0.0, 0.0
    for slot in range(5):
        f, again = feature_of(measure, slot), False
        for before in range(slot):
            again = again or feature_of(measure, before) == f
        if again:  # a feature that stands at two places counts at the first; places without one repeat the first
            continue
        for k in range(3):
            for sign in (1.0, -1.0):
                X[f, 2, k] = sign
                third_derivative(H, i)
                dG[i, slot, k] += sign * measured[i, 3] / 6.0
            X[f, 2, k] = 0.0


@inline
def vary_slopes(H, t, dm, dcoef):
    """Fill dcoef: the change of the slopes of rows that are programs or lie on surfaces, by each of their measures.

    With the measures moving by m' = +-dm and m'' = +-1 in one of them, what is odd in both is 3 phi_mm(dm, 1).
    """
    rows, terms, measured = tb.rows(H), tb.terms(H), tb.measured(H)
    for i in range(dcoef.size):
        dcoef[i] = 0.0
    for i in range(rows.size):
        row = rows[i]
        if tb.soft(H)[i] < 0.0 or not (row.program >= 0 or lies(H, row)):
            continue
        if row.level == 1 and lies(H, row):
            vary_rolling_slopes(H, i, row, dm, dcoef)
            continue
        if row.level == 1:
            vary_rate_slopes(H, t, row, dm, dcoef)
            continue
        for j in range(row.first, row.last):
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
    interpret(H, row.program, 1)
    rest = stack[0, 1]
    for j in range(row.rated):
        variables[1 + count + j, 0] = 1.0
        interpret(H, row.program, 1)
        variables[1 + count + j, 0] = 0.0
        dcoef[row.first + j] = stack[0, 1] - rest


@inline
def vary_rolling_slopes(H, i, row, dm, dcoef):
    """Fill the change of the slopes of rolling on a surface, by differences as in `vary_rolling_row`."""
    terms, coef, largest = tb.terms(H), tb.coef(H), 0.0
    for j in range(row.first, row.last):
        largest = max(largest, abs(dm[terms[j].measure, 0]))
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
