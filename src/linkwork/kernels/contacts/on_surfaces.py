"""Rows of contacts on surfaces: gap and slip of a ball, of a disc, and of a surface on a plane.

All is seen from marker a: c is point b, and d[t, k] = t . e_k the axes e_k of b along the axes t of a. With X the point
of contact and rho the way to it from point b, the material points at X part along t with the velocity

    v_t = c_t' + sum_k (rho . e_k) d[t, k]'

which vanishes along two tangents where there is no slip. The rate of the gap is

    ball     mu |g| - radius            n . c'
    surface  c_z + sum_k X_k d[z, k]    v_z
    disc     f(X) / |g|                 n . v       X where f is least on its edge: g . dX/dtheta = 0

The last one's is that on the surface; beside it |g| has a rate too.
"""

from __future__ import annotations

from math import cos, isnan, nan, pi, sin, sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.nearest import value_of
from ..geometry.vectors import dot
from ..programs import jets
from ..programs.program import load, store
from ..tables import fields as tb
from .relations import HOLLOW, NOT_FOUND, OK
from .surfaces import BALL, HULL, STEPS, field, product, put, rate, still, surface_contact, values

TERMS = 12  #     c, then d row by row
EDGE = 48  #      points of the edge of a disc that are looked at first
CLOSED = 1e-13  # angle on the edge that is left over
FLAT = 1e-9  #    what f bends along the edge, relative to its slope times the radius, that counts as nothing
BESIDE = 1e-12  # gap of a disc, relative to its radius, from which on the rate of |g| is felt

# `roll` of a relation: 0 the gap, 1 and 2 the slip along the first and the second tangent.


@inline
def _normal(g, side):
    """Return the jets of the unit normal along side times g."""
    size = jets.sqrt(product(g, g))
    return (
        jets.div(jets.scale(side, g[0]), size),
        jets.div(jets.scale(side, g[1]), size),
        jets.div(jets.scale(side, g[2]), size),
    )


@inline
def _tangent(n, which):
    """Return the jets of x (which = 1) or y (2) of a, turned with the normal from z to n: x - n_x (z + n)/(1 + n_z)."""
    one = (1.0, 0.0, 0.0, 0.0)
    own = n[0] if which == 1 else n[1]
    f = jets.div(jets.neg(own), jets.add(one, n[2]))
    a, b = jets.mul(f, n[0]), jets.mul(f, n[1])
    a = jets.add(one, a) if which == 1 else a
    b = b if which == 1 else jets.add(one, b)
    return a, b, jets.neg(own)


@inline
def _fixed(which):
    """Return z (0), x (1) or y (2) of a as jets."""
    return still((1.0 if which == 1 else 0.0, 1.0 if which == 2 else 0.0, 1.0 if which == 0 else 0.0))


@inline
def _parting(H, along, arm, jet, slopes):
    """Fill from order 1 on the rate at which the material points part along a direction, and its slopes by the rates.

    `arm` is the way from point b to the contact, in the axes of b.
    """
    pose = tb.pose(H)
    total = (0.0, 0.0, 0.0, 0.0)
    for t in range(3):
        v = rate(load(pose, t))
        slopes[t] = along[t][0]
        for k in range(3):
            v = jets.add(v, jets.mul(arm[k], rate(load(pose, 3 + 3 * t + k))))
            slopes[3 + 3 * t + k] = along[t][0] * arm[k][0]
        total = jets.add(total, jets.mul(along[t], v))
    jet[1], jet[2], jet[3] = total[0], total[1], total[2]


@inline
def _noted(H, x, normal):
    """Leave the jets of the point of contact and of the normal in `foot`."""
    for k in range(3):
        store(tb.foot(H), k, x[k])
        store(tb.foot(H), 3 + k, normal[k])


@inline
def _on_ball(H, n, order, opened, jet, slopes):
    """Fill gap or slip of a ball on a surface."""
    relation, pose = tb.relations(H)[n], tb.pose(H)
    c = (load(pose, 0), load(pose, 1), load(pose, 2))
    status, x, g = surface_contact(H, n, c, max(order - 1, 0), opened)
    if status != OK:
        return status
    normal = _normal(g, relation.side)
    _noted(H, x, normal)
    if relation.roll == 0:
        away = (c[0][0] - x[0][0], c[1][0] - x[1][0], c[2][0] - x[2][0])
        jet[0] = dot(away, values(normal)) - relation.radius
        nearing = product(normal, (rate(c[0]), rate(c[1]), rate(c[2])))
        jet[1], jet[2], jet[3] = nearing[0], nearing[1], nearing[2]
        slopes[0], slopes[1], slopes[2] = values(normal)
        return status
    rho = (jets.sub(x[0], c[0]), jets.sub(x[1], c[1]), jets.sub(x[2], c[2]))
    arm = (
        product(rho, (load(pose, 3), load(pose, 6), load(pose, 9))),
        product(rho, (load(pose, 4), load(pose, 7), load(pose, 10))),
        product(rho, (load(pose, 5), load(pose, 8), load(pose, 11))),
    )
    _parting(H, _tangent(normal, relation.roll), arm, jet, slopes)
    jet[0] = 0.0
    return status


@inline
def _on_plane(H, n, order, jet, slopes):
    """Fill gap or slip of a surface of B on the plane of A."""
    pose, roll = tb.pose(H), tb.relations(H)[n].roll
    nu = (load(pose, 9), load(pose, 10), load(pose, 11))
    found = surface_contact(H, n, nu, max(order - 1, 0), False)
    if found[0] == OK:
        x = found[1]
        _noted(H, x, _fixed(0))
        _parting(H, _fixed(roll), x, jet, slopes)
        jet[0] = pose[2, 0] + product(x, nu)[0] if roll == 0 else 0.0
    return found[0]


@inline
def is_felt(H, row):
    """Return whether the slopes of a row are those of the pose as it is measured now."""
    terms, measured, felt = tb.terms(H), tb.measured(H), tb.felt(H)
    for k in range(row.last - row.first):
        if felt[row.relation, k] != measured[terms[row.first + k].measure, 0]:
            return False
    return True


# ---- a disc on a surface


@inline
def _rim(pose, radius, theta):
    """Return the jets of the point of the edge at an angle from x of b, and of its derivative by the angle."""
    cs, sn = jets.scale(radius, jets.cos(theta)), jets.scale(radius, jets.sin(theta))
    x0, y0 = load(pose, 3), load(pose, 4)
    x1, y1 = load(pose, 6), load(pose, 7)
    x2, y2 = load(pose, 9), load(pose, 10)
    point = (
        jets.add(load(pose, 0), jets.add(jets.mul(x0, cs), jets.mul(y0, sn))),
        jets.add(load(pose, 1), jets.add(jets.mul(x1, cs), jets.mul(y1, sn))),
        jets.add(load(pose, 2), jets.add(jets.mul(x2, cs), jets.mul(y2, sn))),
    )
    along = (
        jets.sub(jets.mul(y0, cs), jets.mul(x0, sn)),
        jets.sub(jets.mul(y1, cs), jets.mul(x1, sn)),
        jets.sub(jets.mul(y2, cs), jets.mul(x2, sn)),
    )
    return point, along


@inline
def _lowest(H, first, radius, side):
    """Return the angle at which side f is least among some points of the edge."""
    best, found = 0.0, 0.0
    for k in range(EDGE):
        theta = 2.0 * pi * k / EDGE
        x = _rim(tb.pose(H), radius, (theta, 0.0, 0.0, 0.0))[0]
        f = side * field(H, first, still(values(x)), 0)[0][0]
        if k == 0 or f < best:
            best, found = f, theta
    return found


@inline
def _bend(H, first, theta, radius):
    """Return the slope of f along the edge at an angle, how it grows, and the size of its terms."""
    pose = tb.pose(H)
    rim = _rim(pose, radius, (theta, 0.0, 0.0, 0.0))
    x, along = values(rim[0]), values(rim[1])
    at = still(x)
    moved = (put(at[0], 1, along[0]), put(at[1], 1, along[1]), put(at[2], 1, along[2]))
    g = field(H, first, moved, 1)[1]
    inward = (pose[0, 0] - x[0], pose[1, 0] - x[1], pose[2, 0] - x[2])
    slope, grows = dot(values(g), along), dot((g[0][1], g[1][1], g[2][1]), along) + dot(values(g), inward)
    return slope, grows, radius * (abs(g[0][0]) + abs(g[1][0]) + abs(g[2][0]))


@inline
def _edge(H, n, order):
    """Return a status and the jets of the angle on the edge at which the disc touches, up to `order`."""
    relation, contacts, pose = tb.relations(H)[n], tb.contacts(H), tb.pose(H)
    first, c, radius, side = relation.own, relation.contact, relation.radius, relation.side
    theta = contacts[c, 0]
    if isnan(theta):
        theta = _lowest(H, first, radius, side)
    grows, found = 0.0, False
    for _ in range(STEPS):
        slope, grows, size = _bend(H, first, theta, radius)
        flat = not side * grows > FLAT * size
        step = -side * slope / size if flat else -slope / grows
        theta += min(max(step, -0.2), 0.2)
        if not flat and abs(step) <= CLOSED:
            found = True
            break
    angle = (theta, 0.0, 0.0, 0.0)
    if not found:
        return (HOLLOW if theta == theta else NOT_FOUND), angle
    contacts[c, 0] = theta
    for m in range(1, order + 1):
        x, along = _rim(pose, radius, angle)
        angle = put(angle, m, -product(field(H, first, x, m)[1], along)[m] / grows)
    return OK, angle


@inline
def _steeper(H, first, theta, radius, g, factor, slopes):
    """Add `factor` times the slopes of |g| at the point of the edge to slopes.

    It moves with the disc (v) and along the edge: |g|' = w . (v + along theta') with w = (dg/dX) n, and
    theta' = -(h . v + g . along') / grows with h = (dg/dX) along.
    """
    pose, cs, sn = tb.pose(H), cos(theta), sin(theta)
    rim = _rim(pose, radius, (theta, 0.0, 0.0, 0.0))
    along, at, size = values(rim[1]), still(values(rim[0])), sqrt(dot(g, g))
    moved = (put(at[0], 1, g[0] / size), put(at[1], 1, g[1] / size), put(at[2], 1, g[2] / size))
    bent = field(H, first, moved, 1)[1]
    w = (bent[0][1], bent[1][1], bent[2][1])
    moved = (put(at[0], 1, along[0]), put(at[1], 1, along[1]), put(at[2], 1, along[2]))
    bent = field(H, first, moved, 1)[1]
    h = (bent[0][1], bent[1][1], bent[2][1])
    _, grows, _ = _bend(H, first, theta, radius)
    a = dot(w, along) / grows
    for t in range(3):
        by = factor * (w[t] - a * h[t])
        slopes[t] += by
        slopes[3 + 3 * t] += by * radius * cs + factor * a * g[t] * radius * sn
        slopes[4 + 3 * t] += by * radius * sn - factor * a * g[t] * radius * cs


@inline
def _disc_gap(H, n, f, g, angle, arm, jet, slopes):
    """Fill the gap of a disc: f on its side over the size of its gradient."""
    relation = tb.relations(H)[n]
    side, size = relation.side, jets.sqrt(product(g, g))
    out = (jets.scale(side, g[0]), jets.scale(side, g[1]), jets.scale(side, g[2]))
    _parting(H, out, arm, jet, slopes)
    gap = jets.div((side * f[0], jet[1], jet[2], jet[3]), size)
    for k in range(TERMS):
        slopes[k] /= size[0]
    if abs(gap[0]) > BESIDE * relation.radius:
        _steeper(H, relation.own, angle[0], relation.radius, values(g), -gap[0] / size[0], slopes)
    jet[0], jet[1], jet[2], jet[3] = gap


@inline
def _on_disc(H, n, order, opened, jet, slopes):
    """Fill gap or slip of a thin disc on a surface; in the air it may lie flat."""
    relation, pose = tb.relations(H)[n], tb.pose(H)
    known = min(order, 3) if relation.roll == 0 else max(order - 1, 0)
    status, angle = _edge(H, n, known)
    status = OK if status == HOLLOW and opened else status
    if status != OK:
        return status
    x = _rim(pose, relation.radius, angle)[0]
    f, g, failed = field(H, relation.own, x, known)
    if failed != 0:
        return NOT_FOUND
    normal = _normal(g, relation.side)
    _noted(H, x, normal)
    arm = (
        jets.scale(relation.radius, jets.cos(angle)),
        jets.scale(relation.radius, jets.sin(angle)),
        (0.0, 0.0, 0.0, 0.0),
    )
    if relation.roll == 0:
        _disc_gap(H, n, f, g, angle, arm, jet, slopes)
    else:
        _parting(H, _tangent(normal, relation.roll), arm, jet, slopes)
        jet[0] = 0.0
    return status


@inline
def _far_away(H, jet, slopes):
    """Fill the gap of something in the air that no point of the surface faces; return OK."""
    jet[0], jet[1], jet[2], jet[3] = tb.control(H)[0].length, 0.0, 0.0, 0.0
    for k in range(slopes.size):
        slopes[k] = 0.0
    return OK


@stage("iiii")
def lie(H, i, order):
    """Fill the jet of row i, a contact on a surface, up to `order`, and its slopes; return 0, or why there is none.

    The jets of its point X and of the normal are left in `foot`, up to the order before; order 4 asks for all of them.
    """
    row, terms, measured, pose = tb.rows(H)[i], tb.terms(H), tb.measured(H), tb.pose(H)
    n, jet, slopes = row.relation, tb.jet(H), tb.slopes(H)
    for k in range(row.last - row.first):
        m = terms[row.first + k].measure
        store(pose, k, (value_of(H, m), 0.0, 0.0, 0.0))
        for j in range(1, min(order, 3) + 1):
            pose[k, j] = measured[m, j]
    kind, opened = tb.relations(H)[n].kind, tb.soft(H)[i] < 0.0 and tb.relations(H)[n].roll == 0
    if opened:  # it may close anywhere
        tb.contacts(H)[tb.relations(H)[n].contact, 0] = nan
    if kind == BALL:
        status = _on_ball(H, n, order, opened, jet, slopes)
    elif kind == HULL:
        status = _on_plane(H, n, order, jet, slopes)
    else:
        status = _on_disc(H, n, order, opened, jet, slopes)
    if opened and status != OK:
        status = _far_away(H, jet, slopes)
    for k in range(row.last - row.first):
        tb.coef(H)[row.first + k] = slopes[k]
        tb.felt(H)[n, k] = measured[terms[row.first + k].measure, 0]
    if status != OK:
        tb.felt(H)[n, 0] = nan
        tb.trouble(H)[n] = status
        for j in range(4):
            jet[j] = nan
    return status
