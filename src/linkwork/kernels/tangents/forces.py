"""How the forces on the bodies change when the state is varied: joints with their multipliers held, loads, inertia.

A gradient g acts at a feature with the force f = c g (c a multiplier or the value of a load) and the moment s x f about
the centre of the body; df = dc g + c dg, and the moment changes by ds x f + s x df.
"""

from __future__ import annotations

from ..compiler.jit import inline
from ..dynamics.loads import ALONG, COMBINED, FORCE, combined_slope, fill_variables, load_value, twist
from ..geometry.nearest import value_of
from ..geometry.spatial import rotation
from ..geometry.vectors import add, cross, less, rotate, scaled
from ..programs.interpret import interpret
from ..programs.program import store
from ..tables import fields as tb
from .slopes import feature_of


@inline
def push_change(H, f, u, U, force, change, out):
    """Add what a force at feature f does to its body when it changes, and the feature by U[f, 0].

    u[b]: displacement of body b, which takes its centre along.
    """
    features, q, X, b = tb.features(H), tb.q(H), tb.X(H), tb.features(H)[f].body
    if b < 0:
        return
    s, ds = (X[f, 0, 0], X[f, 0, 1], X[f, 0, 2]), (U[f, 0, 0], U[f, 0, 1], U[f, 0, 2])
    if features[f].vector == 0:
        s, ds = less(s, 1.0, q[b]), less(ds, 1.0, u[b])
        out[b, 0] += change[0]
        out[b, 1] += change[1]
        if out.shape[1] == 6:
            out[b, 2] += change[2]
    moment = add(cross(ds, force), cross(s, change))
    twist(out, b, moment[0], moment[1], moment[2])


@inline
def push_along_change(H, i, u, U, dG, c, dc, out):
    """Add the change of a force of value c along measure i, which changes by dc."""
    measure, G = tb.measures(H)[i], tb.G(H)
    for slot in range(5):
        g, dg = G[i, slot], dG[i, slot]
        push_change(H, feature_of(measure, slot), u, U, scaled(c, g), add(scaled(dc, g), scaled(c, dg)), out)


@inline
def vary_joints(H, u, U, dG, dcoef, out):
    """Add the change of the forces of all rows on the bodies, J^T lam with lam held."""
    rows, terms, coef, lam = tb.rows(H), tb.terms(H), tb.coef(H), tb.lam(H)
    for i in range(rows.size):
        if tb.soft(H)[i] < 0.0 or lam[i] == 0.0:
            continue
        for j in range(rows[i].first, rows[i].last):
            push_along_change(H, terms[j].measure, u, U, dG, lam[i] * coef[j], lam[i] * dcoef[j], out)


@inline
def load_change(H, t, load, dm):
    """Return the change of the value of a load."""
    change = 0.0
    if load.measure >= 0:
        change = load.stiffness * dm[load.measure, 0] + load.damping * dm[load.measure, 1]
    if load.program >= 0:
        inputs, variables = tb.inputs(H), tb.variables(H)
        fill_variables(H, t, load)
        variables[0, 1] = 0.0
        for i in range(load.first, load.last):
            variables[1 + i - load.first, 1] = dm[inputs[i, 0], 1 if inputs[i, 1] == 1 else 0]
        interpret(H, load.program, 1)
        change += tb.stack(H)[0, 1]
    return change


@inline
def slope_change(H, load, i, dm):
    """Return the change of the slope of a combined load by the measure at input i, as in `vary_slopes`."""
    variables, inputs, change = tb.variables(H), tb.inputs(H), 0.0
    store(variables, 0, (0.0, 0.0, 0.0, 0.0))
    for sign in (1.0, -1.0):
        for n in range(load.a, load.b):
            m = inputs[n, 0]
            store(variables, 1 + n - load.a, (value_of(H, m), dm[m, 0], sign if n == i else 0.0, 0.0))
        interpret(H, load.u, 3)
        change += sign * tb.stack(H)[0, 3] / 6.0
    return change


@inline
def vary_loads(H, t, u, U, dG, dm, out):
    """Add the change of all loads to the forces on the bodies."""
    loads, inputs = tb.loads(H), tb.inputs(H)
    for n in range(loads.size):
        load = loads[n]
        value, change = load_value(H, t, load)[0], load_change(H, t, load, dm)
        if load.kind == ALONG:
            push_along_change(H, load.measure, u, U, dG, value, change, out)
        elif load.kind == COMBINED:
            for i in range(load.a, load.b):
                slope, turned = combined_slope(H, load, i), slope_change(H, load, i, dm)
                push_along_change(H, inputs[i, 0], u, U, dG, value * slope, change * slope + value * turned, out)
        else:
            push_vector_change(H, load, u, U, value, change, out)


@inline
def push_vector_change(H, load, u, U, value, change, out):
    """Add the change of a force or torque along a vector, on b and reacted by a."""
    features, along = tb.features(H), tb.X(H)[load.u, 0]
    force, d = scaled(value, along), add(scaled(change, along), scaled(value, U[load.u, 0]))
    if load.kind == FORCE:
        push_change(H, load.b, u, U, force, d, out)
        push_change(H, load.a, u, U, scaled(-1.0, force), scaled(-1.0, d), out)
    else:
        twist(out, features[load.b].body, d[0], d[1], d[2])
        twist(out, features[load.a].body, -d[0], -d[1], -d[2])


@inline
def turned_inertia(R, I, x):
    """Return R I R^T x."""
    a = R[0] * x[0] + R[3] * x[1] + R[6] * x[2]
    b = R[1] * x[0] + R[4] * x[1] + R[7] * x[2]
    c = R[2] * x[0] + R[5] * x[1] + R[8] * x[2]
    d = I[0, 0] * a + I[0, 1] * b + I[0, 2] * c
    e = I[1, 0] * a + I[1, 1] * b + I[1, 2] * c
    return rotate(R, (d, e, I[2, 0] * a + I[2, 1] * b + I[2, 2] * c))


@inline
def inertia_change(R, I, r, x):
    """Return dI x for a turn r: r x (I x) - I (r x x)."""
    return less(cross(r, turned_inertia(R, I, x)), 1.0, turned_inertia(R, I, cross(r, x)))


@inline
def vary_inertia(H, u, dV, out):
    """Subtract the change of I alpha + w x I w, in space; alpha is held."""
    masses, q, V = tb.masses(H), tb.q(H), tb.V(H)
    for b in range(q.shape[0]):
        R, I = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), masses[b].inertia
        r, w, dw = u[b, 3:], V[b, 0, 3:], dV[b, 3:]
        dIw = add(inertia_change(R, I, r, w), turned_inertia(R, I, dw))
        change = add(cross(dw, turned_inertia(R, I, w)), cross(w, dIw))
        change = add(change, inertia_change(R, I, r, V[b, 1, 3:]))
        twist(out, b, -change[0], -change[1], -change[2])
