"""What the numbers in the tables of a mechanism do to its equations, all at once, at a state with multipliers.

    h = mu (Q + J^T lam - (M a + w x I w)) - nu Phi'' - kappa' Phi' - kappa Phi

is differentiated by every number in the tables, the state q, V, a, lam and the multipliers held. A measure counts in h
by itself, its rate and its acceleration (`push`), and by the force along it, lam or a load, times its rate in the
motion mu. A point s in a body whose coordinates there change by ds moves by dx = R ds, dx' = w x dx, dx'' = alpha x dx
+ w x dx': what h feels of x, x', x'' (`felt`) is so much of ds.
"""

from ..compiler.jit import inline
from ..dynamics.loads import ALONG, FORCE, load_value, program_slope
from ..geometry.nearest import value_of
from ..geometry.spatial import rotation
from ..geometry.vectors import ZERO, add, cross, less, rotate, three
from ..tables import fields as tb
from .rows import bends, vary_coefficients
from .turning import feature_of, places_of, turn_gradient


@inline
def inner(a, b):
    """Return a . b of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inline
def turn_of(mu, b):
    """Return the angular velocity of body b in a motion mu (bodies, d); none of the ground."""
    if b < 0:
        return ZERO
    if mu.shape[1] == 3:
        return 0.0, 0.0, mu[b, 2]
    return mu[b, 3], mu[b, 4], mu[b, 5]


@inline
def motion_of(H, f, mu):
    """Return how a motion mu moves feature f."""
    feature, s = tb.features(H)[f], three(tb.X(H)[f, 0], 0)
    b = feature.body
    if b < 0:
        return ZERO
    if feature.vector != 0:
        return cross(turn_of(mu, b), s)
    moved = cross(turn_of(mu, b), less(s, 1.0, tb.q(H)[b]))
    return add(moved, (mu[b, 0], mu[b, 1], mu[b, 2] if mu.shape[1] == 6 else 0.0))


@inline
def feel(felt, f, n, factor, x):
    """Add factor x to what h feels of derivative n of feature f."""
    for k in range(3):
        felt[f, n, k] += factor * x[k]


@inline
def note_rows(H, by_rows, bend, push, of_rows, of_terms, dm):
    """Fill push from the rows, and add what offsets, weights and rests do; dm[:, 0]: rates in the motion mu."""
    rows, terms, coef, lam, measured = tb.rows(H), tb.terms(H), tb.coef(H), tb.lam(H), tb.measured(H)
    for i in range(rows.size):
        if tb.soft(H)[i] < 0.0:
            continue
        kappa, rate, nu = by_rows[0, i], by_rows[1, i], by_rows[2, i]
        of_rows[i] += kappa
        for j in range(rows[i].first, rows[i].last):
            m, a, b, c = terms[j].measure, bend[j, 0], bend[j, 1], bend[j, 2]
            push[m, 0] -= kappa * coef[j] + rate * a + nu * c
            push[m, 1] -= rate * coef[j] + nu * b
            push[m, 2] -= nu * coef[j]
            away = value_of(H, m) - terms[j].rest
            of_terms[j, 0] += lam[i] * dm[m, 0] - kappa * away - rate * measured[m, 1] - nu * measured[m, 2]
            of_terms[j, 1] += kappa * terms[j].weight


@inline
def load_motion(H, load, mu, dm):
    """Return the rate at which a load of value one works in the motion mu."""
    features, u = tb.features(H), three(tb.X(H)[load.u, 0], 0) if load.kind != ALONG else ZERO
    if load.kind == ALONG:
        return dm[load.measure, 0]
    if load.kind == FORCE:
        return inner(u, less(motion_of(H, load.b, mu), 1.0, motion_of(H, load.a, mu)))
    return inner(u, less(turn_of(mu, features[load.b].body), 1.0, turn_of(mu, features[load.a].body)))


@inline
def note_load(H, t, load, mu, dm, push, felt, of_load):
    """Add what a load does: by its numbers, by its measures, and by the features along and at which it acts."""
    along, features, inputs = load_motion(H, load, mu, dm), tb.features(H), tb.inputs(H)
    of_load[0] += along
    if load.measure >= 0:
        of_load[1] += along * (value_of(H, load.measure) - load.free)
        of_load[2] -= along * load.stiffness
        of_load[3] += along * tb.measured(H)[load.measure, 1]
        push[load.measure, 0] += along * load.stiffness
        push[load.measure, 1] += along * load.damping
    for i in range(load.first, load.last if load.program >= 0 else load.first):
        push[inputs[i, 0], 1 if inputs[i, 1] == 1 else 0] += along * program_slope(H, t, load, i)
    if load.kind == ALONG:
        return
    value, u = load_value(H, t, load)[0], three(tb.X(H)[load.u, 0], 0)
    ahead, behind = turn_of(mu, features[load.b].body), turn_of(mu, features[load.a].body)
    if load.kind == FORCE:
        feel(felt, load.b, 0, value, cross(u, ahead))
        feel(felt, load.a, 0, -value, cross(u, behind))
        ahead, behind = motion_of(H, load.b, mu), motion_of(H, load.a, mu)
    feel(felt, load.u, 0, value, less(ahead, 1.0, behind))


@inline
def note_bent(H, t, dm, dcoef, push):
    """Add to push what the slopes of rows with multipliers change; their second derivatives are symmetric."""
    rows, terms, lam = tb.rows(H), tb.terms(H), tb.lam(H)
    for i in range(rows.size):
        if bends(H, i) and lam[i] != 0.0:
            vary_coefficients(H, t, i, dm, dcoef)
            for j in range(rows[i].first, rows[i].last):
                push[terms[j].measure, 0] += lam[i] * dcoef[j]


@inline
def feel_measures(H, push, turns, felt):
    """Add what h feels of features by the measures.

    dm = g dx, dm' = g dx' + g' dx, dm'' = g dx'' + 2 g' dx' + g'' dx.
    """
    measures, G = tb.measures(H), tb.G(H)
    for i in range(measures.size):
        value, rate, pace = push[i, 0], push[i, 1], push[i, 2]
        if value == 0.0 and rate == 0.0 and pace == 0.0:
            continue
        turn_gradient(H, i, turns)
        for slot in range(places_of(measures[i].kind)):
            f = feature_of(measures[i], slot)
            g, g1, g2 = G[i, slot], turns[i, slot, 0], turns[i, slot, 1]
            feel(felt, f, 0, value, g)
            feel(felt, f, 0, rate, g1)
            feel(felt, f, 0, pace, g2)
            feel(felt, f, 1, rate, g)
            feel(felt, f, 1, 2.0 * pace, g1)
            feel(felt, f, 2, pace, g)


@inline
def feel_tensions(H, mu, tension, turns, felt):
    """Add what h feels of features by forces along measures, tension times g x_mu. The motion of features is lost."""
    measures, features, X, G = tb.measures(H), tb.features(H), tb.X(H), tb.G(H)
    for f in range(features.size):
        moved = motion_of(H, f, mu)
        for k in range(3):
            X[f, 1, k], X[f, 2, k], X[f, 3, k] = moved[k], 0.0, 0.0
    for i in range(measures.size):
        if tension[i] == 0.0:
            continue
        turn_gradient(H, i, turns)
        for slot in range(places_of(measures[i].kind)):
            f = feature_of(measures[i], slot)
            feel(felt, f, 0, tension[i], turns[i, slot, 0])
            feel(felt, f, 0, tension[i], cross(three(G[i, slot], 0), turn_of(mu, features[f].body)))


@inline
def add_features(H, felt, of_features):
    """Add what coordinates of features in their bodies do, from what is felt of their motion."""
    features, q, V = tb.features(H), tb.q(H), tb.V(H)
    for f in range(features.size):
        x, b = three(felt[f, 0], 0), features[f].body
        if b >= 0:
            w, pace = three(V[b, 0], 3), three(felt[f, 2], 0)
            x = add(x, cross(add(three(felt[f, 1], 0), cross(pace, w)), w))
            x = add(x, cross(pace, three(V[b, 1], 3)))
            R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
            x = rotate((R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]), x)
        for k in range(3):
            of_features[f, k] += x[k]


@inline
def add_masses(H, mu, of_masses, of_gravity):
    """Add what masses, inertias and gravity do: mu (m (g - a)), -mu (I alpha + w x I w) in axes of the body."""
    q, V, gravity, masses = tb.q(H), tb.V(H), tb.gravity(H), tb.masses(H)
    shifts = 2 if mu.shape[1] == 3 else 3
    for b in range(mu.shape[0]):
        for k in range(shifts):
            of_masses[b, 0] += mu[b, k] * (gravity[k] - V[b, 1, k])
            of_gravity[k] += masses[b].mass * mu[b, k]
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        back = (R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8])
        m, w, alpha = (
            rotate(back, turn_of(mu, b)),
            rotate(back, three(V[b, 0], 3)),
            rotate(back, three(V[b, 1], 3)),
        )
        spun = cross(m, w)
        for j in range(3):
            for k in range(3):
                of_masses[b, 1 + 3 * j + k] -= m[j] * alpha[k] + spun[j] * w[k]
