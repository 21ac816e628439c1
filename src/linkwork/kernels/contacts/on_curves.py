"""Contacts on curves as measures: gap and slip, of the pose of one body in the frame of the other.

The features of such a measure are the axes u, w of A, the points p_a, p_b, and the x axis v of B. With d = p_b - p_a
the pose is xi = u . d, eta = w . d and the angle psi of v from u towards w. On a curve in space v is the z axis of A,
and the third coordinate is v . d.
"""

from __future__ import annotations

from math import atan2, isnan, nan, sqrt

from ..compiler.jit import fused, inline, natural
from ..compiler.stages import stage
from ..geometry.nearest import nearest_turn
from ..geometry.vectors import dot, less
from ..programs.jets import turning
from ..programs.program import load
from ..tables import fields as tb
from .curves import same_round
from .feet import CURVE, FACE, POINT
from .finding import AT_P, EARLIER, frames_of
from .relations import BEYOND_END, HOLLOW, NONE, NOT_FOUND, OK, arrive, relate, relate_in_space, search
from .space_curves import FIRST

# Rows of `pose` beside xi, eta, psi, and cosine and sine of psi made a unit vector: d and its derivatives, and the jets
# of u . v and w . v.
WAY, COSINE, SINE = 4, 8, 9
POSE = 10


@inline
def _product_rates(a, b, order, out):
    """Write the derivatives of a . b, from the first one on, for two tables [order, xyz], by Leibniz's rule."""
    out[1] = dot(a[1], b[0]) + dot(a[0], b[1])
    if order >= 2:
        out[2] = dot(a[2], b[0]) + 2.0 * dot(a[1], b[1]) + dot(a[0], b[2])
        if order >= 3:
            out[3] = dot(a[3], b[0]) + 3.0 * (dot(a[2], b[1]) + dot(a[1], b[2])) + dot(a[0], b[3])


@inline
def _load_rates(H, i, relation, order):
    """Write the derivatives of the pose of measure i, from the first one on."""
    measure, X, pose = tb.measures(H)[i], tb.X(H), tb.pose(H)
    u, w, a, b, v, way = X[measure.f0], X[measure.f1], X[measure.f2], X[measure.f3], X[measure.f4], pose[WAY : WAY + 4]
    for n in range(order + 1):
        way[n, 0], way[n, 1], way[n, 2] = b[n, 0] - a[n, 0], b[n, 1] - a[n, 1], b[n, 2] - a[n, 2]
    _product_rates(u, way, order, pose[0])
    _product_rates(w, way, order, pose[1])
    if relation.kind >= FIRST:
        _product_rates(v, way, order, pose[2])
    elif relation.kind != POINT or relation.roll:
        pose[COSINE, 0], pose[SINE, 0] = dot(u[0], v[0]), dot(w[0], v[0])
        _product_rates(u, v, order, pose[COSINE])
        _product_rates(w, v, order, pose[SINE])
        pose[2, 1], pose[2, 2], pose[2, 3] = turning(load(pose, SINE), load(pose, COSINE))


@inline
def _turning(u, nx, ny, order):
    """Return the rate at which a unit vector turns in the plane towards (nx, ny), across it, with two derivatives.

    Those above `order` are zero. With u' = r n and n' = -r u the third derivative of u has the component r'' - r^3.
    """
    rate, change, next_change = nx * u[1, 0] + ny * u[1, 1], 0.0, 0.0
    if order >= 2:
        change = nx * u[2, 0] + ny * u[2, 1]
    if order >= 3:
        next_change = nx * u[3, 0] + ny * u[3, 1] + rate * rate * rate
    return rate, change, next_change


@fused
def _way_rate(u, w, a, b, n):
    """Return the derivative of order n of the way from a to b in the plane, along u and along w."""
    dx, dy = b[n, 0] - a[n, 0], b[n, 1] - a[n, 1]
    return u[0, 0] * dx + u[0, 1] * dy, w[0, 0] * dx + w[0, 1] * dy


@inline
def _load_rigid_rates(H, i, relation, order):
    """Write the derivatives of the pose of measure i, whose bodies move in the plane, from the first one on.

    With the axes u and w of A, which turn at the rate r: u' = r w, w' = -r u; and so on for the products with d.
    """
    measure, X, pose = tb.measures(H)[i], tb.X(H), tb.pose(H)
    u, w, a, b = X[natural(measure.f0)], X[natural(measure.f1)], X[natural(measure.f2)], X[natural(measure.f3)]
    x, y = pose[0, 0], pose[1, 0]
    r, r1, r2 = _turning(u, w[0, 0], w[0, 1], order)
    x1, y1 = _way_rate(u, w, a, b, 1)
    pose[0, 1], pose[1, 1] = x1 + r * y, y1 - r * x
    if order >= 2:
        x2, y2 = _way_rate(u, w, a, b, 2)
        square = r * r
        pose[0, 2] = x2 + 2.0 * r * y1 + r1 * y - square * x
        pose[1, 2] = y2 - 2.0 * r * x1 - r1 * x - square * y
        if order >= 3:
            x3, y3 = _way_rate(u, w, a, b, 3)
            along, across = 3.0 * r * r1, r2 - r * square
            pose[0, 3] = x3 + 3.0 * (r * y2 + r1 * y1 - square * x1) + across * y - along * x
            pose[1, 3] = y3 - 3.0 * (r * x2 + r1 * x1 + square * y1) - across * x - along * y
    if relation.kind != POINT or relation.roll:
        v, cs, sn = X[natural(measure.f4)], pose[3, 0], pose[3, 1]
        nx, ny = cs * w[0, 0] - sn * u[0, 0], cs * w[0, 1] - sn * u[0, 1]
        s, s1, s2 = _turning(v, nx, ny, order)
        pose[2, 1], pose[2, 2], pose[2, 3] = s - r, s1 - r1, s2 - r2


@fused
def _rigid_pose(H, i, relation):
    """Return the pose of measure i, whose bodies move in the plane."""
    measure, X, cs, sn = tb.measures(H)[i], tb.X(H), 1.0, 0.0
    u, w = X[natural(measure.f0)], X[natural(measure.f1)]
    x, y = _way_rate(u, w, X[natural(measure.f2)], X[natural(measure.f3)], 0)
    if relation.kind != POINT or relation.roll:
        v = X[natural(measure.f4), 0]
        cs, sn = u[0, 0] * v[0] + u[0, 1] * v[1], w[0, 0] * v[0] + w[0, 1] * v[1]
    return x, y, cs, sn


@inline
def _general_pose(H, i, relation):
    """Return the pose of measure i, and what makes cosine and sine of psi a unit vector."""
    measure, X, long, cs, sn = tb.measures(H)[i], tb.X(H), 1.0, 1.0, 0.0
    u, w, v = X[measure.f0, 0], X[measure.f1, 0], X[measure.f4, 0]
    d = less(X[measure.f3, 0], 1.0, X[measure.f2, 0])
    if relation.kind >= FIRST:
        tb.pose(H)[2, 0] = dot(v, d)
    elif relation.kind != POINT or relation.roll:
        cs, sn = dot(u, v), dot(w, v)
        square = cs * cs + sn * sn  # 1, unless a body is not in the plane of the curve
        long = 1.5 - 0.5 * square if abs(square - 1.0) < 1e-8 else 1.0 / sqrt(square)
    return (dot(u, d), dot(w, d), cs * long, sn * long), long


@fused
def _note_pose(H, relation, at):
    """Write the pose for those who look for the contact, with the turns of what rolls: they count."""
    pose = tb.pose(H)
    pose[0, 0], pose[1, 0], pose[3, 0], pose[3, 1] = at
    if relation.kind < FIRST and relation.turn >= 0:
        pose[2, 0] = nearest_turn(atan2(pose[3, 1], pose[3, 0]), tb.near(H)[relation.turn])


@fused
def _fill_forces(H, i, slopes):
    """Fill what a contact in the plane does to both bodies: at point b the force and, third, the couple about it."""
    measure, X, G, (s0, s1, s2) = tb.measures(H)[i], tb.X(H), tb.G(H), slopes
    u, w = X[natural(measure.f0), 0], X[natural(measure.f1), 0]
    gx, gy = s0 * u[0] + s1 * w[0], s0 * u[1] + s1 * w[1]
    G[i, 2, 0], G[i, 2, 1], G[i, 2, 2] = -gx, -gy, -s2
    G[i, 3, 0], G[i, 3, 1], G[i, 3, 2] = gx, gy, s2


@inline
def _fill_gradient(H, i, relation, slopes, at, long, components):
    """Fill G[i] from the slopes by xi, eta and psi, or by three coordinates.

    The gradients of psi by u, w and v are -sn v, cs v and cs w - sn u, divided by the square of (cs, sn).
    """
    measure, X, G, (s0, s1, s2) = tb.measures(H)[i], tb.X(H), tb.G(H), slopes
    u, w, a, b, v = X[measure.f0, 0], X[measure.f1, 0], X[measure.f2, 0], X[measure.f3, 0], X[measure.f4, 0]
    cs, sn = long * s2 * at[2], long * s2 * at[3]
    for k in range(components):
        d, g = b[k] - a[k], s0 * u[k] + s1 * w[k]
        G[i, 0, k], G[i, 1, k], G[i, 2, k], G[i, 3, k] = s0 * d, s1 * d, -g, g
        if relation.kind >= FIRST:
            G[i, 2, k], G[i, 3, k], G[i, 4, k] = -g - s2 * v[k], g + s2 * v[k], s2 * d
        elif relation.kind != POINT or relation.roll:
            G[i, 0, k], G[i, 1, k], G[i, 4, k] = s0 * d - sn * v[k], s1 * d + cs * v[k], cs * w[k] - sn * u[k]


@inline
def _open_place(H, n):
    """Forget the place of the contact of relation n, which is open, and return it: it may close anywhere."""
    contact = tb.contacts(H)[natural(tb.relations(H)[n].contact)]
    last = contact[0]
    contact[0], contact[AT_P] = nan, nan
    return last


@inline
def _far_or_near(H, n, status, slopes, last, jet):
    """Finish the search of an open contact; return a status and slopes. If no place faces the other body, it is far."""
    relation = tb.relations(H)[n]
    contact = tb.contacts(H)[natural(relation.contact)]
    if status <= BEYOND_END:
        contact[0] = same_round(tb.curves(H)[relation.own], contact[0], last)
        return status, slopes
    contact[0], contact[AT_P] = last, nan
    jet[0], jet[1], jet[2], jet[3] = tb.control(H)[0].length, 0.0, 0.0, 0.0
    return OK, NONE


@stage("iiii")
def search_contact(H, n, known):
    """Look for the contact of relation n at the pose beyond where it was; return 1 if it is found, else 0."""
    curves, pieces, coefficients, pose = tb.curves(H), tb.pieces(H), tb.coefficients(H), tb.pose(H)
    at = (pose[0, 0], pose[1, 0], pose[3, 0], pose[3, 1])
    contacts, series = tb.contacts(H), tb.series(H)
    found = search(tb.relations(H), n, curves, pieces, coefficients, at, contacts, series, known == 1)
    return 1 if found else 0


@fused
def _relate_in_plane(H, n, kind, order, at, jet):
    """Fill the jet of relation n, of this kind, at the pose; return a status and the slopes."""
    relations, contacts, series, pose = tb.relations(H), tb.contacts(H), tb.series(H), tb.pose(H)
    curves, pieces, coefficients = tb.curves(H), tb.pieces(H), tb.coefficients(H)
    there, known, frames = arrive(relations, n, kind, curves, pieces, coefficients, at, contacts, series)
    if not there:
        if search_contact(H, n, 1 if known else 0) == 0:
            return HOLLOW if kind == FACE else NOT_FOUND, NONE
        frames = frames_of(kind, contacts[natural(relations[n].contact)])
    return relate(relations, n, kind, curves, pieces, coefficients, at, frames, pose, contacts, series, order, jet)


@fused
def _relate(H, n, order, at, jet):
    """Fill the jet of relation n at the pose; return a status and the slopes. Each kind has code of its own."""
    kind = tb.relations(H)[n].kind
    if kind == POINT:
        return _relate_in_plane(H, n, POINT, order, at, jet)
    if kind == FACE:
        return _relate_in_plane(H, n, FACE, order, at, jet)
    if kind == CURVE:
        return _relate_in_plane(H, n, CURVE, order, at, jet)
    curves, pieces, coefficients = tb.curves(H), tb.pieces(H), tb.coefficients(H)
    return relate_in_space(tb.relations(H), n, curves, pieces, coefficients, tb.pose(H), tb.contacts(H), order, jet)


@stage("iiiii")
def touch(H, i, order, rigid):
    """Fill measured[i, 0 .. order] and G[i] of measure i, a contact on curves; return 0, or why there is no contact.

    rigid: features move as those of rigid bodies do; in the plane G[i] then has no more than forces.
    """
    m, measured = natural(i), tb.measured(H)
    n = natural(tb.measures(H)[m].axis)
    relation = tb.relations(H)[n]
    planar = tb.J(H).shape[1] == 3
    rigid = rigid and planar
    long = 1.0
    if rigid:
        at = _rigid_pose(H, m, relation)
    else:
        at, long = _general_pose(H, m, relation)
    _note_pose(H, relation, at)
    if order > 0:
        if rigid:
            _load_rigid_rates(H, m, relation, order)
        else:
            _load_rates(H, m, relation, order)
    is_open = tb.soft(H)[natural(relation.row)] < 0.0 and relation.roll == 0
    last = _open_place(H, n) if is_open else 0.0
    status, slopes = _relate(H, n, order, at, measured[m])
    if is_open:
        status, slopes = _far_or_near(H, n, status, slopes, last, measured[m])
    if status > BEYOND_END:
        tb.trouble(H)[n] = status
        for k in range(4):
            measured[m, k] = nan
        return status
    if planar:
        _fill_forces(H, m, slopes)
    if not rigid:
        _fill_gradient(H, m, relation, slopes, at, long, 2 if planar else 3)
    return 0


@inline
def measure_of(H, row):
    """Return the measure that a row of contact on curves is."""
    return tb.terms(H)[tb.rows(H)[row].first].measure


@inline
def forget_place(H, row):
    """Let the contact of a row be looked for anew, among all places, at its next use."""
    contact = tb.contacts(H)[tb.relations(H)[tb.rows(H)[row].relation].contact]
    contact[0], contact[AT_P] = nan, nan


@inline
def touch_at(H, row, s):
    """Measure the contact of a row at the place s of its curve, from where all look for it next."""
    relations, contacts = tb.relations(H), tb.contacts(H)
    c, count = relations[tb.rows(H)[row].relation].contact, contacts.shape[0] // 2
    contacts[c, 0], contacts[c, AT_P], contacts[count + c, 0], contacts[count + c, AT_P] = s, nan, s, nan
    for n in range(relations.size):
        if relations[n].contact == c:
            touch(H, measure_of(H, relations[n].row), 2, True)


@inline
def keep_contacts(H, kept):
    """Note where the contacts are at a position reached (kept = 1), or go back there before the next try (0).

    What was in the way of a try is forgotten where a position is reached.
    """
    contacts, trouble = tb.contacts(H), tb.trouble(H)
    for i in range(trouble.size):
        trouble[i] = 0.0 if kept == 1 else trouble[i]
    series, count = tb.series(H), contacts.shape[0] // 2  # the second half are those of the last position reached
    for i in range(count):
        to, of = (count + i, i) if kept == 1 else (i, count + i)
        for k in range(2 * kept):
            contacts[to, EARLIER + 2 + k], contacts[to, EARLIER + k] = contacts[to, EARLIER + k], contacts[to, k]
        for k in range(EARLIER):
            contacts[to, k] = contacts[of, k]
        for k in range(series.shape[2]):
            series[to, 0, k], series[to, 1, k] = series[of, 0, k], series[of, 1, k]


@inline
def store_places(H, t, past, before, now, row, first):
    """Write s and u of every contact at a time t, on the way between the last three positions, to `row` from `first`.

    They tell the round; the place itself is where the bodies are.
    """
    contacts = tb.contacts(H)
    count = contacts.shape[0] // 2
    for i in range(count):
        for k in range(2):
            begin, end, since, until = contacts[count + i, EARLIER + k], contacts[count + i, k], before, now
            if t < before:
                begin, end, since, until = contacts[count + i, EARLIER + 2 + k], begin, past, before
            if t < now and not isnan(begin):
                end = begin + (end - begin) * (t - since) / (until - since)
            row[first + 2 * i + k] = end
