"""Relations of contact: functions of the pose of body B in the frame of a curve on body A, with slopes and jets.

The pose is (xi, eta, psi): point p of B and the turn of B's axes, each with three time derivatives. A relation is the
gap of a contact (positive on the free side) or, with `roll`, the way by which what rolls has slipped: arc length on A
less arc length on B. The equations of contact are gap = 0 and, for rolling without sliding, slip = constant.

Names: T tangent and N = sigma J T normal of A at the contact, k its curvature with derivatives k1, k2 by arc length;
l, l1, l2 those of B's curve, whose tangent there is tau T; g the gap; r from p to the contact point on B; w and z the
rates at which the contact runs along A and along B. All is differentiated order by order with

    T' = sigma k w N,  N' = -sigma k w T,  (r.T)' = (sigma l r.N + tau) z,  (r.N)' = -sigma l z r.T.
"""

from __future__ import annotations

from math import pi

from ..compiler.jit import fused, inline, natural
from .curves import angle_at, arc_at, arc_of_turns, beyond
from .feet import CURVE, FACE, FLAT, POINT
from .finding import ON_A, ON_B, find, is_for, meeting_at
from .series import bending
from .space_curves import FIRST, beside

OK = 0
BEYOND_END = 1  #  the foot lies beyond an end of an open curve, which is taken to go on straight
HOLLOW = 2  #      the curve is hollow there, or nowhere bulges to the face: no contact
CENTRE = 3  #      the centre of curvature is reached (undercut): the foot has no rate
NOT_FOUND = 4  #   no foot point was found


@fused
def relate(relations, n, curves, pieces, coefficients, pose, contacts, series, order, jet, slopes):
    """Fill jet[0 .. order] and slopes[0 .. 2] of relation n by xi, eta, psi, and move its contact; return a status.

    They are filled when the status is OK or BEYOND_END; else there is nothing to fill in.

    Parameters
    ----------
    relations, curves, pieces, coefficients
        Tables.
    n : int
        The relation.
    pose : float64[4, 4]
        Jets of xi [m], eta [m] and psi [rad], which counts full turns; entries above `order` are not read. Then cosine
        and sine of psi.
    contacts : float64[:, CONTACT]
        Where each contact is; the relations of one contact share a row.
    series : float64[:, 2, SERIES]
        The curves of A and B next to each contact.
    order : int
        0: value and slopes; 1 ... 3: time derivatives too.
    jet : float64[4]
        The value [m] and its time derivatives.
    slopes : float64[3]
        Unit force of the contact on p [1] and its moment about p [m].
    """
    relation = relations[n]
    c, kind, curve = natural(relation.contact), relation.kind, curves[natural(relation.own)]
    if kind >= FIRST:
        found, h = beside(kind, curve, pieces, coefficients, pose, contacts[c], order, jet, slopes)
        if not found or not h > FLAT:
            return CENTRE if found else NOT_FOUND
        return BEYOND_END if beyond(curve, contacts[c, 0]) else OK
    mate = curves[natural(relation.other)] if kind == CURVE else curve
    sigma, other = (
        curve.side * relation.side,
        mate.side * relation.other_side if kind == CURVE else -relation.other_side,
    )
    if not is_for(kind, contacts[c], pose) and not find(
        kind, curve, mate, pieces, coefficients, sigma, other, pose, relation.radius, contacts[c], series[c]
    ):
        return HOLLOW if kind == FACE else NOT_FOUND
    if kind == POINT:
        return _point(relation, curve, sigma, pieces, coefficients, pose, contacts[c], series[c], order, jet, slopes)
    tables = (curve, mate, pieces, coefficients)
    return _bodies(relation, tables, sigma, other, pose, contacts[c], series[c], order, jet, slopes)


@inline
def _point(relation, curve, sigma, pieces, coefficients, pose, contact, series, order, jet, slopes):
    """Fill the relation of a point at its foot: gap d - radius with d = N . (p - c)."""
    radius = relation.radius
    x, y, tx, ty, k = contact[ON_A], contact[ON_A + 1], contact[ON_A + 2], contact[ON_A + 3], contact[ON_A + 4]
    d = sigma * ((pose[1, 0] - y) * tx - (pose[0, 0] - x) * ty)
    h = 1.0 - sigma * k * d
    if not h > FLAT:
        return CENTRE
    k1, k2 = 0.0, 0.0
    if order + relation.roll > 2:
        k1, k2 = bending(curve, pieces, coefficients, series[0])
    if relation.roll:
        arc = arc_at(curve, pieces, coefficients, contact[0])
        turned = pose[2, 0] - angle_at(curve, pieces, tx, ty, contact[0])
        _wheel_slip(tx, ty, sigma, radius, k, k1, k2, d, h, pose, order, jet, slopes)
        jet[0] = arc + sigma * radius * turned
    else:
        _point_gap(tx, ty, sigma, k, k1, d, h, pose, order, jet, slopes)
        jet[0] = d - radius
    return BEYOND_END if beyond(curve, contact[0]) else OK


@inline
def _point_gap(tx, ty, sigma, k, k1, d, h, pose, order, jet, slopes):
    """Fill slopes and derivatives of d: d' = N . p', and h w = T . p'."""
    nx, ny = -sigma * ty, sigma * tx
    slopes[0], slopes[1], slopes[2] = nx, ny, 0.0
    if order >= 1:
        n1 = nx * pose[0, 1] + ny * pose[1, 1]
        t1 = tx * pose[0, 1] + ty * pose[1, 1]
        jet[1] = n1
        n = 1.0 / h
        w = t1 * n
        turn = sigma * k * w
        if order >= 2:
            jet[2] = nx * pose[0, 2] + ny * pose[1, 2] - turn * t1
        if order >= 3:
            t2 = tx * pose[0, 2] + ty * pose[1, 2]
            h1 = -sigma * (k1 * w * d + k * n1)
            w1 = (t2 + turn * n1 - h1 * w) * n
            turn1 = sigma * (k1 * w * w + k * w1)
            jet[3] = nx * pose[0, 3] + ny * pose[1, 3] - 2.0 * turn * t2 - turn1 * t1 - turn * turn * n1


@inline
def _wheel_slip(tx, ty, sigma, radius, k, k1, k2, d, h, pose, order, jet, slopes):
    """Fill slopes and derivatives of arc + sigma radius (psi - angle of T).

    Its rate is j w + sigma radius psi' with j = 1 - sigma k radius. While the gap is closed, j = h: the slopes are the
    unit tangent and its lever arm about p.
    """
    lever = sigma * radius
    j = 1.0 - lever * k
    slopes[0], slopes[1], slopes[2] = tx * j / h, ty * j / h, lever
    if order >= 1:
        nx, ny = -sigma * ty, sigma * tx
        n1, t1 = nx * pose[0, 1] + ny * pose[1, 1], tx * pose[0, 1] + ty * pose[1, 1]
        w = t1 / h
        jet[1] = j * w + lever * pose[2, 1]
        if order >= 2:
            n2, t2 = nx * pose[0, 2] + ny * pose[1, 2], tx * pose[0, 2] + ty * pose[1, 2]
            turn = sigma * k * w
            h1 = -sigma * (k1 * w * d + k * n1)
            w1 = (t2 + turn * n1 - h1 * w) / h
            jet[2] = j * w1 - lever * k1 * w * w + lever * pose[2, 2]
            if order >= 3:
                t3 = tx * pose[0, 3] + ty * pose[1, 3]
                turn1 = sigma * (k1 * w * w + k * w1)
                h2 = -sigma * ((k2 * w * w + k1 * w1) * d + 2.0 * k1 * w * n1 + k * (n2 - turn * t1))
                bent = t3 + 2.0 * turn * n2 + turn1 * n1 - turn * turn * t1
                w2 = (bent - 2.0 * h1 * w1 - h2 * w) / h
                jet[3] = j * w2 - lever * w * (3.0 * k1 * w1 + k2 * w * w) + lever * pose[2, 3]


@inline
def _bodies(relation, tables, sigma, other, pose, contact, series, order, jet, slopes):
    """Fill the relation of a face or curve of B at its contact with the curve of A."""
    curve, mate, pieces, coefficients = tables
    face, roll = relation.kind == FACE, relation.roll
    tau = -sigma * other
    tx, ty, k, l, g, rt, rn = meeting_at(relation.kind, contact, sigma, pose)
    bent = l * (1.0 - sigma * k * g) - tau * k
    apart = -other * bent * curve.extent  # relative curvature, positive where the bodies bend away from each other
    if not apart > FLAT:
        return HOLLOW if apart < -FLAT else CENTRE
    k1, k2, l1, l2 = 0.0, 0.0, 0.0, 0.0
    if order + roll > 2:
        k1, k2 = bending(curve, pieces, coefficients, series[0])
        if not face:
            l1, l2 = bending(mate, pieces, coefficients, series[1])
    touching = (tx, ty, sigma, tau, g, rt, rn, 1.0 / bent)
    if roll:
        _slip(touching, (k, k1, k2), (l, l1, l2), pose, order, jet, slopes)
        jet[0] = _slipped(relation, tables, tau, (tx, ty), pose, contact)
    else:
        _gap(touching, (k, k1, k2), (l, l1, l2), pose, order, jet, slopes)
        jet[0] = g
    return BEYOND_END if beyond(curve, contact[0]) or (not face and beyond(mate, contact[1])) else OK


@inline
def _slipped(relation, tables, tau, tangent, pose, contact):
    """Return the slip of two bodies, whose rounds are counted by the angle psi and not by the way the contact took.

    The tangents are parallel: the angle of A's is that of B's, and psi, and half a turn where they point against each
    other. Full turns missing there are rounds of B's curve or, where it has none, of A's.
    """
    curve, mate, pieces, coefficients = tables
    tx, ty = tangent
    slip, lacking = arc_at(curve, pieces, coefficients, contact[0]), 0.0 if tau > 0.0 else -pi
    if relation.turn >= 0:
        lacking += angle_at(curve, pieces, tx, ty, contact[0]) - pose[2, 0]
    if relation.kind == FACE:
        return slip - tau * contact[1] - arc_of_turns(curve, lacking)
    slip -= tau * arc_at(mate, pieces, coefficients, contact[1])
    if relation.turn >= 0:
        lacking -= angle_at(mate, pieces, contact[ON_B + 2], contact[ON_B + 3], contact[1])
    return slip - (tau * arc_of_turns(mate, lacking) if mate.closed else arc_of_turns(curve, lacking))


@inline
def _rates(at, k, l, pose):
    """Return p' along T and N, the rates w, z of the contact, those of r along T and N, and the rate of the gap.

    k w - l z = psi' (tangents stay parallel) and h w - tau z = v = T . p' - sigma psi' r.N (no way along T opens).
    """
    tx, ty, sigma, tau, g, rt, rn, n = at
    t1 = tx * pose[0, 1] + ty * pose[1, 1]
    n1 = sigma * (tx * pose[1, 1] - ty * pose[0, 1])
    v = t1 - sigma * pose[2, 1] * rn
    w = (l[0] * v - tau * pose[2, 1]) * n
    z = (k[0] * v - (1.0 - sigma * k[0] * g) * pose[2, 1]) * n
    return t1, n1, w, z, (sigma * l[0] * rn + tau) * z, -sigma * l[0] * z * rt, n1 + sigma * pose[2, 1] * rt


@inline
def _next_rates(at, k, l, pose, first):
    """Return p'' along T and N, h', and the derivatives of w and z: both equations of `_rates` differentiated once."""
    tx, ty, sigma, tau, g, _, rn, n = at
    _, n1, w, z, _, rn1, g1 = first
    t2 = tx * pose[0, 2] + ty * pose[1, 2]
    n2 = sigma * (tx * pose[1, 2] - ty * pose[0, 2])
    h, h1 = 1.0 - sigma * k[0] * g, -sigma * (k[1] * w * g + k[0] * g1)
    v1 = t2 + sigma * (k[0] * w * n1 - pose[2, 2] * rn - pose[2, 1] * rn1)
    angle, way = pose[2, 2] - k[1] * w * w + l[1] * z * z, v1 - h1 * w
    return t2, n2, h1, (l[0] * way - tau * angle) * n, (k[0] * way - h * angle) * n


@inline
def _second_gap(at, k, pose, first):
    """Return the second derivative of the gap."""
    tx, ty, sigma, _, _, rt, _, _ = at
    t1, _, w, _, rt1, _, _ = first
    n2 = sigma * (tx * pose[1, 2] - ty * pose[0, 2])
    return n2 + sigma * (pose[2, 2] * rt + pose[2, 1] * rt1 - k[0] * w * t1)


@inline
def _gap(at, k, l, pose, order, jet, slopes):
    """Fill slopes and derivatives of the gap of two bodies: g' = N . p' + sigma psi' r.T."""
    tx, ty, sigma, tau, _, rt, rn, _ = at
    slopes[0], slopes[1], slopes[2] = -sigma * ty, sigma * tx, sigma * rt
    if order >= 1:
        first = _rates(at, k, l, pose)
        t1, n1, w, z, rt1, rn1, g1 = first
        jet[1] = g1
        if order >= 2:
            jet[2] = _second_gap(at, k, pose, first)
        if order >= 3:
            t2, _, _, w1, z1 = _next_rates(at, k, l, pose, first)
            n3 = sigma * (tx * pose[1, 3] - ty * pose[0, 3])
            turn, turn1 = sigma * k[0] * w, sigma * (k[1] * w * w + k[0] * w1)
            rt2 = sigma * ((l[1] * z * z + l[0] * z1) * rn + l[0] * z * rn1) + tau * z1
            moved = n3 - 2.0 * turn * t2 - turn1 * t1 - turn * turn * n1
            jet[3] = moved + sigma * (pose[2, 3] * rt + 2.0 * pose[2, 2] * rt1 + pose[2, 1] * rt2)


@inline
def _slip(at, k, l, pose, order, jet, slopes):
    """Fill slopes and derivatives of the slip of two bodies: w - tau z, which is T . (p' + psi' J r) while g = 0."""
    tx, ty, sigma, tau, g, rt, rn, n = at
    h = 1.0 - sigma * k[0] * g
    f = (l[0] - tau * k[0]) * n
    slopes[0], slopes[1], slopes[2] = tx * f, ty * f, tau * (h - 1.0) * n - sigma * rn * f
    if order >= 1:
        first = _rates(at, k, l, pose)
        t1, n1, w, z, rt1, rn1, g1 = first
        jet[1] = w - tau * z
        if order >= 2:
            _, n2, h1, w1, z1 = _next_rates(at, k, l, pose, first)
            jet[2] = w1 - tau * z1
            if order >= 3:
                turn, turn1 = sigma * k[0] * w, sigma * (k[1] * w * w + k[0] * w1)
                rn2 = -sigma * ((l[1] * z * z + l[0] * z1) * rt + l[0] * z * rt1)
                g2 = _second_gap(at, k, pose, first)
                h2 = -sigma * ((k[2] * w * w + k[1] * w1) * g + 2.0 * k[1] * w * g1 + k[0] * g2)
                t3 = tx * pose[0, 3] + ty * pose[1, 3] + 2.0 * turn * n2 + turn1 * n1 - turn * turn * t1
                v2 = t3 - sigma * (pose[2, 3] * rn + 2.0 * pose[2, 2] * rn1 + pose[2, 1] * rn2)
                angle = pose[2, 3] - w * (3.0 * k[1] * w1 + k[2] * w * w) + z * (3.0 * l[1] * z1 + l[2] * z * z)
                way = v2 - 2.0 * h1 * w1 - h2 * w
                jet[3] = (l[0] * way - tau * angle - tau * (k[0] * way - h * angle)) * n
