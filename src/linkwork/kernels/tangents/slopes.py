"""How measures, with their rates and accelerations, change with displacements and velocities of the bodies.

A feature at s from the centre of its body changes with a turn and a change dw of the angular velocity w by

    ds = turn x s,   ds' = dw x s + w x ds,   ds'' = alpha x ds + dw x s' + w x ds',

a point also by the shift of the centre and the change of its velocity. The accelerations of the bodies are held. With
g, g', g'' the gradient of the measure and its derivatives (`turning`),

    dm = g dx,   dm' = g dx' + g' dx,   dm'' = g dx'' + 2 g' dx' + g'' dx.

Each is a force and a moment on the body, as a row of the Jacobian is, so that one pass over the features gives the
change in all directions.
"""

from ..compiler.jit import inline
from ..geometry.features import move_features, place_features
from ..geometry.vectors import add, cross, less, scaled, three
from ..kinematics.measuring import gauge_all, gauge_all_rates
from ..tables import fields as tb
from .turning import feature_of, places_of, turn_gradient

VALUE, RATE, PACE, TURN = 0, 1, 2, 3
"""Kinds of slopes: of a measure by displacements, which are those of its rate by velocities; of its rate by
displacements; of its acceleration by velocities; of its acceleration by displacements."""


@inline
def place_state(H):
    """Fill features, measures and gradients at the state q, V[:, 0] (velocity), V[:, 1] (acceleration)."""
    bodies, features, q, V, X = tb.bodies(H), tb.features(H), tb.q(H), tb.V(H), tb.X(H)
    place_features(bodies, features, q, X)
    for n in range(1, 3):
        move_features(bodies, features, q, V, n, X)
    for f in range(features.size):
        for n in range(1, 4):
            for k in range(3):
                if n == 3 or features[f].body < 0:
                    X[f, n, k] = 0.0
    gauge_all(H)
    gauge_all_rates(H, 2, False)


@inline
def put_wrench(out, point, force, moment):
    """Write what a force at a point, or nothing at a vector, and a moment are by the freedoms of a body."""
    planar = out.size == 3
    for k in range(2 if planar else 3):
        out[k] = force[k] if point else 0.0
    if planar:
        out[2] = moment[2]
    else:
        out[3], out[4], out[5] = moment


@inline
def slope_measure(H, i, turns, slopes):
    """Fill slopes[i, slot, 0 .. 3] of measure i by the body of each of its features: see VALUE, RATE, PACE, TURN."""
    measure, features, X, G, q, V = tb.measures(H)[i], tb.features(H), tb.X(H), tb.G(H), tb.q(H), tb.V(H)
    turn_gradient(H, i, turns)
    for slot in range(places_of(measure.kind)):
        f = feature_of(measure, slot)
        b = features[f].body
        if b < 0:
            continue
        point, s, v, w = features[f].vector == 0, three(X[f, 0], 0), three(X[f, 1], 0), three(V[b, 0], 3)
        if point:
            s, v = less(s, 1.0, q[b]), less(v, 1.0, V[b, 0])
        g, g1, g2 = three(G[i, slot], 0), three(turns[i, slot, 0], 0), three(turns[i, slot, 1], 0)
        gw, out = cross(g, w), slopes[i, slot]
        put_wrench(out[VALUE], point, g, cross(s, g))
        put_wrench(out[RATE], point, g1, cross(s, add(g1, gw)))
        twice = scaled(2.0, g1)
        put_wrench(out[PACE], point, twice, add(cross(v, g), cross(s, add(twice, gw))))
        felt = add(add(g2, cross(g, three(V[b, 1], 3))), cross(add(gw, twice), w))
        put_wrench(out[TURN], point, g2, cross(s, felt))


@inline
def slope_rows(H, bend, slopes, rates):
    """Fill rates[block, 0 .. 2] from the slopes of measures and the derivatives `bend` of rows by them (see `rows`).

    They are the change of the rate of each row by displacements, of its acceleration by velocities and by
    displacements.
    """
    rows, terms, coef, block_ptr = tb.rows(H), tb.terms(H), tb.coef(H), tb.block_ptr(H)
    for k in range(rates.shape[0]):
        for n in range(3):
            for c in range(rates.shape[2]):
                rates[k, n, c] = 0.0
    for i in range(rows.size):
        for j in range(rows[i].first, rows[i].last):
            measure = tb.measures(H)[terms[j].measure]
            for slot in range(places_of(measure.kind)):
                f = feature_of(measure, slot)
                for k in range(block_ptr[i], block_ptr[i + 1]):
                    if tb.block_body(H)[k] == tb.features(H)[f].body:
                        add_slopes(coef[j], bend[j], slopes[terms[j].measure, slot], rates[k])


@inline
def add_slopes(weight, bend, slope, out):
    """Add what a term with this slope and these derivatives of it, a, b, c, changes of a row."""
    for c in range(out.shape[1]):
        out[0, c] += weight * slope[RATE, c] + bend[0] * slope[VALUE, c]
        out[1, c] += weight * slope[PACE, c] + bend[1] * slope[VALUE, c]
        out[2, c] += weight * slope[TURN, c] + bend[1] * slope[RATE, c] + bend[2] * slope[VALUE, c]
