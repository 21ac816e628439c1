"""How the forces on the bodies change when the state is varied: joints with their multipliers held, loads, inertia.

What changes them is local: a measure, a load, a row, a body. Each is an element with a few bodies and two small
matrices over their freedoms, the change of the forces with displacements and with velocities. All together they are as
many as the mechanism has parts.

A gradient g acts at a feature with the force f = c g (c a multiplier or the value of a load) and the moment s x f about
the centre of the body; df = dc g + c dg, and the moment changes by ds x f + s x df.
"""

from ..compiler.jit import inline
from ..dynamics.loads import ALONG, COMBINED, FORCE, combined_slope, fill_variables, load_slopes, load_value
from ..geometry.measures import ANGLE, COMPONENT, DISTANCE, DOT, PITCH, TILT
from ..geometry.nearest import value_of
from ..geometry.spatial import rotation
from ..geometry.vectors import ZERO, add, cross, less, rotate, scaled, three
from ..programs.interpret import interpret
from ..programs.program import store
from ..tables import fields as tb
from .rows import bends, vary_coefficients
from .slopes import RATE, VALUE
from .turning import feature_of, places_of, turn_gradient

MEASURED, LOADED, BENT, INERT = 0, 1, 2, 3
"""Kinds of elements: a measure along which something pushes, the value of a load, the slopes of a row, a body."""

TOGETHER = 1e-12
"""Distance of points, as a share of the mechanism's size, that is rounding: they coincide."""


@inline
def moved_by(H, f, b, k):
    """Return how freedom k of body b moves feature f, and its arm from the centre of its own body."""
    features, X, q = tb.features(H), tb.X(H), tb.q(H)
    own, point, s = features[f].body, features[f].vector == 0, three(X[f, 0], 0)
    if own >= 0 and point:
        s = less(s, 1.0, q[own])
    if own != b:
        return ZERO, ZERO, s
    shifts = 2 if tb.x(H).shape[1] == 3 else 3
    axis = k if k < shifts else 2 if shifts == 2 else k - 3
    unit = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
    if k < shifts:
        return (unit, ZERO, s) if point else (ZERO, ZERO, s)
    turned = cross(unit, s)
    return turned, turned, s


@inline
def place_of(members, element, b):
    """Return the place of body b in an element; -1 for the ground."""
    for a in range(element.first, element.last):
        if members[a] == b:
            return a - element.first
    return -1


@inline
def add_wrench(out, element, a, column, force, moment, d):
    """Add a force and a moment on the body at place a of an element to a column of its matrix."""
    width, planar = d * (element.last - element.first), d == 3
    at = element.place + d * a * width + column
    for k in range(2 if planar else 3):
        out[at + k * width] += force[k]
    if planar:
        out[at + 2 * width] += moment[2]
    else:
        for k in range(3):
            out[at + (3 + k) * width] += moment[k]


@inline
def add_along(H, i, value, slopes, members, element, column, out):
    """Add a force of this value along measure i to a column of the matrix of an element."""
    features, measure, d = tb.features(H), tb.measures(H)[i], slopes.shape[3]
    width = d * (element.last - element.first)
    for slot in range(places_of(measure.kind)):
        a = place_of(members, element, features[feature_of(measure, slot)].body)
        if a >= 0:
            at = element.place + d * a * width + column
            for k in range(d):
                out[at + k * width] += value * slopes[i, slot, VALUE, k]


# ---- measures along which something pushes


@inline
def coincide(H, load):
    """Return whether a load acts along the distance of points that coincide: no direction is told."""
    if load.kind != ALONG or tb.measures(H)[load.measure].kind != DISTANCE:
        return False
    return abs(tb.measured(H)[load.measure, 0]) <= TOGETHER * tb.control(H)[0].length


@inline
def is_aimless(H, t, i):
    """Return whether load i needs a direction and has none: it is more than its law leaves at no distance."""
    load = tb.loads(H)[i]
    if not coincide(H, load):
        return False
    return abs(tb.values(H)[i]) > abs(load_slopes(H, t, load)[0]) * TOGETHER * tb.control(H)[0].length


@inline
def note_tensions(H, t, tension):
    """Fill tension[i]: the sum of multipliers and values of loads that push along measure i."""
    rows, terms, coef, lam, loads = tb.rows(H), tb.terms(H), tb.coef(H), tb.lam(H), tb.loads(H)
    for i in range(tension.size):
        tension[i] = 0.0
    for i in range(rows.size):
        for j in range(rows[i].first, rows[i].last if tb.soft(H)[i] >= 0.0 else rows[i].first):
            tension[terms[j].measure] += lam[i] * coef[j]
    for n in range(loads.size):
        if coincide(H, loads[n]):
            continue
        if loads[n].kind == ALONG:
            tension[loads[n].measure] += load_value(H, t, loads[n])[0]
        elif loads[n].kind == COMBINED:
            value = load_value(H, t, loads[n])[0]
            for i in range(loads[n].a, loads[n].b):
                tension[tb.inputs(H)[i, 0]] += value * combined_slope(H, loads[n], i)


@inline
def unshifted(kind):
    """Return whether the gradient of a measure of this kind does not change when bodies are shifted."""
    return kind == COMPONENT or kind == DOT or kind == TILT or kind == ANGLE or kind == PITCH


@inline
def vary_tension(H, element, members, tension, turns, out):
    """Fill the change of the forces along a measure that is as large as `tension` says, with displacements.

    With the features moving as a freedom moves them, g' is the change of the gradient. Their own motion is lost.
    """
    i, X, features, G = element.number, tb.X(H), tb.features(H), tb.G(H)
    measure, d = tb.measures(H)[i], tb.x(H).shape[1]
    first = (2 if d == 3 else 3) if unshifted(measure.kind) else 0
    for a in range(element.last - element.first):
        for k in range(first, d):
            for slot in range(places_of(measure.kind)):
                f = feature_of(measure, slot)
                moved = moved_by(H, f, members[element.first + a], k)[0]
                for c in range(3):
                    X[f, 1, c], X[f, 2, c], X[f, 3, c] = moved[c], 0.0, 0.0
            turn_gradient(H, i, turns)
            for slot in range(places_of(measure.kind)):
                f = feature_of(measure, slot)
                on = place_of(members, element, features[f].body)
                if on < 0:
                    continue
                _, ds, s = moved_by(H, f, members[element.first + a], k)
                force, change = scaled(tension, three(G[i, slot], 0)), scaled(tension, three(turns[i, slot, 0], 0))
                moment = add(cross(ds, force), cross(s, change))
                if features[f].vector != 0:
                    change = ZERO
                add_wrench(out, element, on, d * a + k, change, moment, d)


# ---- values of loads


@inline
def note_change(H, i, b, k, moving, slopes, dm):
    """Note in dm[i] the change of measure i and of its rate with freedom k of body b, or with its rate (`moving`)."""
    features, measure = tb.features(H), tb.measures(H)[i]
    dm[i, 0], dm[i, 1] = 0.0, 0.0
    for slot in range(places_of(measure.kind)):
        if features[feature_of(measure, slot)].body == b:
            if moving:
                dm[i, 1] += slopes[i, slot, VALUE, k]
            else:
                dm[i, 0] += slopes[i, slot, VALUE, k]
                dm[i, 1] += slopes[i, slot, RATE, k]


@inline
def note_changes(H, load, b, k, moving, slopes, dm):
    """Note the change of all measures of a load."""
    inputs = tb.inputs(H)
    if load.measure >= 0:
        note_change(H, load.measure, b, k, moving, slopes, dm)
    for n in range(load.first, load.last):
        note_change(H, inputs[n, 0], b, k, moving, slopes, dm)
    for n in range(load.a, load.b if load.kind == COMBINED else load.a):
        note_change(H, inputs[n, 0], b, k, moving, slopes, dm)


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
    """Return the change of the slope of a combined load by the measure at input i, as in `vary_coefficients`."""
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
def vary_load(H, t, element, members, moving, slopes, dm, out):
    """Fill the change of the forces of a load with displacements, or with velocities (`moving`).

    What its measures do to a force of the same value is that of their tension.
    """
    load, inputs, d = tb.loads(H)[element.number], tb.inputs(H), tb.x(H).shape[1]
    if coincide(H, load):
        vary_together(H, t, load, element, members, moving, out)
        return
    value = load_value(H, t, load)[0]
    for a in range(element.last - element.first):
        for k in range(d):
            b, column = members[element.first + a], d * a + k
            note_changes(H, load, b, k, moving, slopes, dm)
            change = load_change(H, t, load, dm)
            if load.kind == ALONG:
                add_along(H, load.measure, change, slopes, members, element, column, out)
            elif load.kind == COMBINED:
                for i in range(load.a, load.b):
                    push = change * combined_slope(H, load, i) + value * slope_change(H, load, i, dm)
                    add_along(H, inputs[i, 0], push, slopes, members, element, column, out)
            else:
                vary_vector(H, load, element, members, b, k, value if not moving else 0.0, change, column, out)


@inline
def vary_together(H, t, load, element, members, moving, out):
    """Fill the change of a force along the distance of points that coincide: it is alike to all sides.

    F = f(l) d / l, with the way d of length l and f(0) = 0, is f'(0) d there; to damping points go straight apart.
    """
    measure, features, d = tb.measures(H)[load.measure], tb.features(H), tb.x(H).shape[1]
    stiffness, damping = load_slopes(H, t, load)
    slope = damping if moving else stiffness
    for a in range(element.last - element.first):
        for k in range(d):
            b = members[element.first + a]
            way = less(moved_by(H, measure.f1, b, k)[0], 1.0, moved_by(H, measure.f0, b, k)[0])
            for end in range(2):
                f, sign = (measure.f1, 1.0) if end == 0 else (measure.f0, -1.0)
                on = place_of(members, element, features[f].body)
                if on >= 0:
                    push = scaled(sign * slope, way)
                    add_wrench(out, element, on, d * a + k, push, cross(moved_by(H, f, b, k)[2], push), d)


@inline
def vary_vector(H, load, element, members, b, k, value, change, column, out):
    """Add the change of a force or torque along a vector, on b and reacted by a."""
    features, along, d = tb.features(H), three(tb.X(H)[load.u, 0], 0), tb.x(H).shape[1]
    turned = scaled(value, moved_by(H, load.u, b, k)[0])
    force, push = scaled(value, along), add(scaled(change, along), turned)
    for end in range(2):
        f, sign = (load.b, 1.0) if end == 0 else (load.a, -1.0)
        on = place_of(members, element, features[f].body)
        if on < 0:
            continue
        if load.kind == FORCE:
            _, ds, s = moved_by(H, f, b, k)
            moment = add(cross(ds, force), cross(s, push))
            add_wrench(out, element, on, column, scaled(sign, push), scaled(sign, moment), d)
        else:
            add_wrench(out, element, on, column, ZERO, scaled(sign, push), d)


# ---- slopes of rows


@inline
def vary_bent(H, t, element, members, slopes, dm, dcoef, out):
    """Fill the change of the forces of a row whose slopes change with displacements. Rates of measures are lost."""
    i, terms, lam, d = element.number, tb.terms(H), tb.lam(H), tb.x(H).shape[1]
    row = tb.rows(H)[i]
    if not bends(H, i) or lam[i] == 0.0:
        return
    for a in range(element.last - element.first):
        for k in range(d):
            for j in range(row.first, row.last):
                note_change(H, terms[j].measure, members[element.first + a], k, False, slopes, dm)
            vary_coefficients(H, t, i, dm, dcoef)
            for j in range(row.first, row.last):
                add_along(H, terms[j].measure, lam[i] * dcoef[j], slopes, members, element, d * a + k, out)


# ---- inertia


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
def vary_inertia(H, element, by_shifts, by_speeds):
    """Fill the change of -(I alpha + w x I w) of a body in space, alpha held, with turns and angular velocities."""
    b, q, V = element.number, tb.q(H), tb.V(H)
    R, I, w = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), tb.masses(H)[b].inertia, three(V[b, 0], 3)
    Iw, alpha = turned_inertia(R, I, w), three(V[b, 1], 3)
    for k in range(3):
        r = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
        turned = add(cross(w, inertia_change(R, I, r, w)), inertia_change(R, I, r, alpha))
        add_wrench(by_shifts, element, 0, 3 + k, ZERO, scaled(-1.0, turned), 6)
        spun = add(cross(r, Iw), cross(w, turned_inertia(R, I, r)))
        add_wrench(by_speeds, element, 0, 3 + k, ZERO, scaled(-1.0, spun), 6)
