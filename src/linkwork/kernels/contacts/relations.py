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
from .finding import find, frames_of, is_for, meeting_at, move_along
from .series import bending
from .space_curves import beside

OK = 0
BEYOND_END = 1  #  the foot lies beyond an end of an open curve, which is taken to go on straight
HOLLOW = 2  #      the curve is hollow there, or nowhere bulges to the face: no contact
CENTRE = 3  #      the centre of curvature is reached (undercut): the foot has no rate
NOT_FOUND = 4  #   no foot point was found


@fused
def _sides(relation, kind, curve, mate):
    """Return 1 where the free side of A's curve, and of B's, is to its left, -1 where it is to the right."""
    if kind == CURVE:
        return curve.side * relation.side, mate.side * relation.other_side
    return curve.side * relation.side, -relation.other_side


@fused
def arrive(relations, n, kind, curves, pieces, coefficients, pose, contacts, series):
    """Move the contact of relation n, of a kind in the plane, along to a pose.

    Return whether it is there, or else what `search` is to know, and the frames of the curves there: see `frames_of`.
    """
    relation = relations[n]
    c, curve = natural(relation.contact), curves[natural(relation.own)]
    if is_for(kind, contacts[c], pose):
        return True, True, frames_of(kind, contacts[c])
    mate = curves[natural(relation.other)] if kind == CURVE else curve
    sigma, other = _sides(relation, kind, curve, mate)
    return move_along(kind, curve, mate, pieces, coefficients, sigma, other, pose, contacts[c], series[c])


@inline
def search(relations, n, curves, pieces, coefficients, pose, contacts, series, known):
    """Move the contact of relation n, which is not next to where it was, to a pose; return whether that was found."""
    relation = relations[n]
    c, kind, curve = relation.contact, relation.kind, curves[relation.own]
    mate = curves[relation.other] if kind == CURVE else curve
    sigma, other = _sides(relation, kind, curve, mate)
    radius = relation.radius
    return find(kind, curve, mate, pieces, coefficients, sigma, other, pose, radius, known, contacts[c], series[c])


@fused
def relate(relations, n, kind, curves, pieces, coefficients, pose, frames, motion, contacts, series, order, jet):
    """Fill jet[0 .. order] of relation n by xi, eta, psi at its contact; return a status and the slopes.

    They are filled when the status is OK or BEYOND_END; else there is nothing to fill in.

    Parameters
    ----------
    relations, curves, pieces, coefficients
        Tables.
    n, kind : int
        The relation, and its kind.
    pose : (float, float, float, float)
        xi, eta [m], cosine and sine of psi.
    frames
        Those of the curves at the contact: see `arrive`.
    motion : float64[3, 4]
        Jets of xi [m], eta [m] and psi [rad], which counts full turns; entries above `order` are not read.
    contacts : float64[:, CONTACT]
        Where each contact is; the relations of one contact share a row.
    series : float64[:, 2, SERIES]
        The curves of A and B next to each contact.
    order : int
        0: value and slopes; 1 ... 3: time derivatives too.
    jet : float64[4]
        The value [m] and its time derivatives.

    Returns
    -------
    int, (float, float, float)
        Status; unit force of the contact on p [1] and its moment about p [m].
    """
    relation = relations[n]
    c, curve = natural(relation.contact), curves[natural(relation.own)]
    mate = curves[natural(relation.other)] if kind == CURVE else curve
    sigma, other = _sides(relation, kind, curve, mate)
    if kind == POINT:
        tables = (curve, pieces, coefficients)
        return _point(relation, tables, sigma, pose, frames[0], motion, contacts[c], series[c], order, jet)
    tables = (curve, mate, pieces, coefficients)
    return _bodies(relation, kind, tables, sigma, other, pose, frames, motion, contacts[c], series[c], order, jet)


@inline
def relate_in_space(relations, n, curves, pieces, coefficients, motion, contacts, order, jet):
    """Do what `relate` does for a relation on a curve in space, moving its contact; return a status and the slopes.

    `motion` holds the jets of the three coordinates of p [m].
    """
    relation = relations[n]
    contact, curve = contacts[relation.contact], curves[relation.own]
    found, h, slopes = beside(relation.kind, curve, pieces, coefficients, motion, contact, order, jet)
    if not found or not h > FLAT:
        return CENTRE if found else NOT_FOUND, slopes
    return BEYOND_END if beyond(curve, contact[0]) else OK, slopes


NONE = (0.0, 0.0, 0.0)


@fused
def _point(relation, tables, sigma, pose, frame, motion, contact, series, order, jet):
    """Fill the relation of a point at its foot: gap d - radius with d = N . (p - c)."""
    (curve, pieces, coefficients), radius = tables, relation.radius
    x, y, tx, ty, k = frame
    d = sigma * ((pose[1] - y) * tx - (pose[0] - x) * ty)
    h = 1.0 - sigma * k * d
    if not h > FLAT:
        return CENTRE, NONE
    k1, k2 = 0.0, 0.0
    if order + relation.roll > 2:
        k1, k2 = bending(curve, pieces, coefficients, series[0])
    if relation.roll:
        arc = arc_at(curve, pieces, coefficients, contact[0])
        turned = motion[2, 0] - angle_at(curve, pieces, tx, ty, contact[0])
        slopes = _wheel_slip(tx, ty, sigma, radius, k, k1, k2, d, h, motion, order, jet)
        jet[0] = arc + sigma * radius * turned
    else:
        slopes = _point_gap(tx, ty, sigma, k, k1, d, h, motion, order, jet)
        jet[0] = d - radius
    return BEYOND_END if beyond(curve, contact[0]) else OK, slopes


@fused
def _point_gap(tx, ty, sigma, k, k1, d, h, motion, order, jet):
    """Fill the derivatives of d and return its slopes: d' = N . p', and h w = T . p'."""
    nx, ny = -sigma * ty, sigma * tx
    if order >= 1:
        n1 = nx * motion[0, 1] + ny * motion[1, 1]
        t1 = tx * motion[0, 1] + ty * motion[1, 1]
        jet[1] = n1
        n = 1.0 / h
        w = t1 * n
        turn = sigma * k * w
        if order >= 2:
            jet[2] = nx * motion[0, 2] + ny * motion[1, 2] - turn * t1
        if order >= 3:
            t2 = tx * motion[0, 2] + ty * motion[1, 2]
            h1 = -sigma * (k1 * w * d + k * n1)
            w1 = (t2 + turn * n1 - h1 * w) * n
            turn1 = sigma * (k1 * w * w + k * w1)
            jet[3] = nx * motion[0, 3] + ny * motion[1, 3] - 2.0 * turn * t2 - turn1 * t1 - turn * turn * n1
    return nx, ny, 0.0


@inline
def _wheel_slip(tx, ty, sigma, radius, k, k1, k2, d, h, motion, order, jet):
    """Fill the derivatives of arc + sigma radius (psi - angle of T) and return its slopes.

    Its rate is j w + sigma radius psi' with j = 1 - sigma k radius. While the gap is closed, j = h: the slopes are the
    unit tangent and its lever arm about p.
    """
    lever = sigma * radius
    j = 1.0 - lever * k
    if order >= 1:
        nx, ny = -sigma * ty, sigma * tx
        n1, t1 = nx * motion[0, 1] + ny * motion[1, 1], tx * motion[0, 1] + ty * motion[1, 1]
        w = t1 / h
        jet[1] = j * w + lever * motion[2, 1]
        if order >= 2:
            n2, t2 = nx * motion[0, 2] + ny * motion[1, 2], tx * motion[0, 2] + ty * motion[1, 2]
            turn = sigma * k * w
            h1 = -sigma * (k1 * w * d + k * n1)
            w1 = (t2 + turn * n1 - h1 * w) / h
            jet[2] = j * w1 - lever * k1 * w * w + lever * motion[2, 2]
            if order >= 3:
                t3 = tx * motion[0, 3] + ty * motion[1, 3]
                turn1 = sigma * (k1 * w * w + k * w1)
                h2 = -sigma * ((k2 * w * w + k1 * w1) * d + 2.0 * k1 * w * n1 + k * (n2 - turn * t1))
                bent = t3 + 2.0 * turn * n2 + turn1 * n1 - turn * turn * t1
                w2 = (bent - 2.0 * h1 * w1 - h2 * w) / h
                jet[3] = j * w2 - lever * w * (3.0 * k1 * w1 + k2 * w * w) + lever * motion[2, 3]
    return tx * j / h, ty * j / h, lever


@fused
def _bodies(relation, kind, tables, sigma, other, pose, frames, motion, contact, series, order, jet):
    """Fill the relation of a face or curve of B at its contact with the curve of A."""
    curve, mate, pieces, coefficients = tables
    face, roll = kind == FACE, relation.roll
    tau = -sigma * other
    tx, ty, k, l, g, rt, rn = meeting_at(kind, frames, sigma, pose)
    bent = l * (1.0 - sigma * k * g) - tau * k
    apart = -other * bent * curve.extent  # relative curvature, positive where the bodies bend away from each other
    if not apart > FLAT:
        return HOLLOW if apart < -FLAT else CENTRE, NONE
    k1, k2, l1, l2 = 0.0, 0.0, 0.0, 0.0
    if order + roll > 2:
        k1, k2 = bending(curve, pieces, coefficients, series[0])
        if not face:
            l1, l2 = bending(mate, pieces, coefficients, series[1])
    touching = (tx, ty, sigma, tau, g, rt, rn, bent)
    if roll:
        slopes = _slip(touching, (k, k1, k2), (l, l1, l2), motion, order, jet)
        jet[0] = _slipped(relation, tables, tau, frames, motion, contact)
    else:
        slopes = _gap(touching, (k, k1, k2), (l, l1, l2), motion, order, jet)
        jet[0] = g
    return BEYOND_END if beyond(curve, contact[0]) or (not face and beyond(mate, contact[1])) else OK, slopes


@inline
def _slipped(relation, tables, tau, frames, motion, contact):
    """Return the slip of two bodies, whose rounds are counted by the angle psi and not by the way the contact took.

    The tangents are parallel: the angle of A's is that of B's, and psi, and half a turn where they point against each
    other. Full turns missing there are rounds of B's curve or, where it has none, of A's.
    """
    curve, mate, pieces, coefficients = tables
    _, _, tx, ty, _ = frames[0]
    _, _, ex, ey, _ = frames[1]
    slip, lacking = arc_at(curve, pieces, coefficients, contact[0]), 0.0 if tau > 0.0 else -pi
    if relation.turn >= 0:
        lacking += angle_at(curve, pieces, tx, ty, contact[0]) - motion[2, 0]
    if relation.kind == FACE:
        return slip - tau * contact[1] - arc_of_turns(curve, lacking)
    slip -= tau * arc_at(mate, pieces, coefficients, contact[1])
    if relation.turn >= 0:
        lacking -= angle_at(mate, pieces, ex, ey, contact[1])
    return slip - (tau * arc_of_turns(mate, lacking) if mate.closed else arc_of_turns(curve, lacking))


@fused
def _rates(at, k, l, motion):
    """Return p' along T and N, the rates w, z of the contact, those of r along T and N, and the rate of the gap.

    k w - l z = psi' (tangents stay parallel) and h w - tau z = v = T . p' - sigma psi' r.N (no way along T opens).
    """
    tx, ty, sigma, tau, g, rt, rn, bent = at
    n = 1.0 / bent
    t1 = tx * motion[0, 1] + ty * motion[1, 1]
    n1 = sigma * (tx * motion[1, 1] - ty * motion[0, 1])
    v = t1 - sigma * motion[2, 1] * rn
    w = (l[0] * v - tau * motion[2, 1]) * n
    z = (k[0] * v - (1.0 - sigma * k[0] * g) * motion[2, 1]) * n
    return t1, n1, w, z, (sigma * l[0] * rn + tau) * z, -sigma * l[0] * z * rt, n1 + sigma * motion[2, 1] * rt


@inline
def _next_rates(at, k, l, motion, first):
    """Return p'' along T and N, h', and the derivatives of w and z: both equations of `_rates` differentiated once."""
    tx, ty, sigma, tau, g, _, rn, bent = at
    n = 1.0 / bent
    _, n1, w, z, _, rn1, g1 = first
    t2 = tx * motion[0, 2] + ty * motion[1, 2]
    n2 = sigma * (tx * motion[1, 2] - ty * motion[0, 2])
    h, h1 = 1.0 - sigma * k[0] * g, -sigma * (k[1] * w * g + k[0] * g1)
    v1 = t2 + sigma * (k[0] * w * n1 - motion[2, 2] * rn - motion[2, 1] * rn1)
    angle, way = motion[2, 2] - k[1] * w * w + l[1] * z * z, v1 - h1 * w
    return t2, n2, h1, (l[0] * way - tau * angle) * n, (k[0] * way - h * angle) * n


@fused
def _second_gap(at, k, motion, first):
    """Return the second derivative of the gap."""
    tx, ty, sigma, _, _, rt, _, _ = at
    t1, _, w, _, rt1, _, _ = first
    n2 = sigma * (tx * motion[1, 2] - ty * motion[0, 2])
    return n2 + sigma * (motion[2, 2] * rt + motion[2, 1] * rt1 - k[0] * w * t1)


@fused
def _gap(at, k, l, motion, order, jet):
    """Fill the derivatives of the gap of two bodies and return its slopes: g' = N . p' + sigma psi' r.T."""
    tx, ty, sigma, tau, _, rt, rn, _ = at
    if order >= 1:
        first = _rates(at, k, l, motion)
        t1, n1, w, z, rt1, rn1, g1 = first
        jet[1] = g1
        if order >= 2:
            jet[2] = _second_gap(at, k, motion, first)
        if order >= 3:
            t2, _, _, w1, z1 = _next_rates(at, k, l, motion, first)
            n3 = sigma * (tx * motion[1, 3] - ty * motion[0, 3])
            turn, turn1 = sigma * k[0] * w, sigma * (k[1] * w * w + k[0] * w1)
            rt2 = sigma * ((l[1] * z * z + l[0] * z1) * rn + l[0] * z * rn1) + tau * z1
            moved = n3 - 2.0 * turn * t2 - turn1 * t1 - turn * turn * n1
            jet[3] = moved + sigma * (motion[2, 3] * rt + 2.0 * motion[2, 2] * rt1 + motion[2, 1] * rt2)
    return -sigma * ty, sigma * tx, sigma * rt


@inline
def _slip(at, k, l, motion, order, jet):
    """Fill the derivatives of the slip of two bodies and return its slopes.

    It is w - tau z, which is T . (p' + psi' J r) while g = 0.
    """
    tx, ty, sigma, tau, g, rt, rn, bent = at
    n = 1.0 / bent
    h = 1.0 - sigma * k[0] * g
    f = (l[0] - tau * k[0]) * n
    if order >= 1:
        first = _rates(at, k, l, motion)
        t1, n1, w, z, rt1, rn1, g1 = first
        jet[1] = w - tau * z
        if order >= 2:
            _, n2, h1, w1, z1 = _next_rates(at, k, l, motion, first)
            jet[2] = w1 - tau * z1
            if order >= 3:
                turn, turn1 = sigma * k[0] * w, sigma * (k[1] * w * w + k[0] * w1)
                rn2 = -sigma * ((l[1] * z * z + l[0] * z1) * rt + l[0] * z * rt1)
                g2 = _second_gap(at, k, motion, first)
                h2 = -sigma * ((k[2] * w * w + k[1] * w1) * g + 2.0 * k[1] * w * g1 + k[0] * g2)
                t3 = tx * motion[0, 3] + ty * motion[1, 3] + 2.0 * turn * n2 + turn1 * n1 - turn * turn * t1
                v2 = t3 - sigma * (motion[2, 3] * rn + 2.0 * motion[2, 2] * rn1 + motion[2, 1] * rn2)
                angle = motion[2, 3] - w * (3.0 * k[1] * w1 + k[2] * w * w) + z * (3.0 * l[1] * z1 + l[2] * z * z)
                way = v2 - 2.0 * h1 * w1 - h2 * w
                jet[3] = (l[0] * way - tau * angle - tau * (k[0] * way - h * angle)) * n
    return tx * f, ty * f, tau * (h - 1.0) * n - sigma * rn * f
