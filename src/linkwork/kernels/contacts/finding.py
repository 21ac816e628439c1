"""Contacts that move along: where point, face or curve of B touches the curve of A at a pose, kept for all who ask.

A contact is looked for once at a pose, from where it was before; its rows and all their derivatives share it.
"""

from __future__ import annotations

from math import atan2, inf, isnan, nan, sqrt

from ..compiler.jit import fused, inline
from ..geometry.nearest import nearest_turn
from .curves import CIRCLE, same_round
from .feet import CURVE, FACE, POINT, facing_samples, follow, slide, slide_both
from .places import lowest_place
from .series import ROUNDS, at_of, frame_at

# Columns of `contacts`: s on A and u on B, not a number before the first use; the place of p and the direction of B's
# x axis for which they were found; point, tangent and curvature of A there; those of B's curve, in its own axes; in the
# second half of the rows s and u one position before, then two.
AT_P, AT_TURN, ON_A, ON_B, EARLIER = 2, 4, 6, 11, 16

FAR = 0.1
"""Square of a way, in radii of curvature or radians, over which following a contact may lead to another one."""

TOUCHING = 1e-6
"""Gap, as a share of the size of a curve, up to which a contact that was followed is the one that was meant."""


@fused
def is_for(kind, contact, pose):
    """Return whether a contact is where it is at a pose; that of a point does not depend on the turn of B."""
    if contact[AT_P] != pose[0] or contact[AT_P + 1] != pose[1]:
        return False
    return kind == POINT or (contact[AT_TURN] == pose[2] and contact[AT_TURN + 1] == pose[3])


@fused
def _is_far(kind, contact, pose):
    """Return whether B has gone so far since a contact was found that following it may end at another one.

    By more than a third of the radius of curvature of A, or a third of a radian: between states stored far apart.
    """
    dx, dy = pose[0] - contact[AT_P], pose[1] - contact[AT_P + 1]
    if (dx * dx + dy * dy) * contact[ON_A + 4] * contact[ON_A + 4] > FAR:
        return True
    dx, dy = pose[2] - contact[AT_TURN], pose[3] - contact[AT_TURN + 1]
    return kind != POINT and dx * dx + dy * dy > FAR


@fused
def _on_circle(curve, dx, dy, contact):
    """Move a contact to where a circle lies in the direction (dx, dy) from its centre; return the frame there."""
    ax, ay, square = curve.ax, curve.ay, dx * dx + dy * dy
    if square == 0.0:  # everywhere
        dx, square = 1.0, 1.0
    turned = atan2(ax * dy - ay * dx, ax * dx + ay * dy)
    contact[0] = turned if isnan(contact[0]) else nearest_turn(turned, contact[0])
    n, radius = 1.0 / sqrt(square), sqrt(ax * ax + ay * ay)
    dx, dy = n * dx, n * dy
    return curve.mx + radius * dx, curve.my + radius * dy, -dy, dx, 1.0 / radius


@fused
def frames_of(kind, contact):
    """Return the point, tangent and curvature of A at a contact, and those of B's curve, in its own axes."""
    first = (contact[ON_A], contact[ON_A + 1], contact[ON_A + 2], contact[ON_A + 3], contact[ON_A + 4])
    if kind != CURVE:
        return first, first
    return first, (contact[ON_B], contact[ON_B + 1], contact[ON_B + 2], contact[ON_B + 3], contact[ON_B + 4])


@fused
def meeting_at(kind, frames, sigma, pose):
    """Return T, the curvatures k and l, the gap to p or to B, and r along T and along N at the contact."""
    x, y, tx, ty, k = frames[0]
    rx, ry = x - pose[0], y - pose[1]
    g = sigma * (rx * ty - ry * tx)  # N . (p - c)
    if kind != CURVE:  # r lies in the face, along T
        return tx, ty, k, 0.0, g, rx * tx + ry * ty, 0.0
    qx, qy, _, _, l = frames[1]
    cs, sn = pose[2], pose[3]
    rx, ry = cs * qx - sn * qy, sn * qx + cs * qy
    rn = sigma * (ry * tx - rx * ty)
    return tx, ty, k, l, g + rn, rx * tx + ry * ty, rn


@inline
def _afresh(kind, curve, mate, pieces, coefficients, sigma, other, ax, ay, u, pose, series):
    """Return s and u of the lowest place of all; not a number where there is none."""
    if kind == CURVE:
        return facing_samples(curve, mate, pieces, coefficients, sigma, other, pose)
    s, _ = lowest_place(kind, curve, pieces, coefficients, sigma, ax, ay, nan, pose, series)
    return s, u


@fused
def _write(kind, contact, frames, pose):
    """Note the frames at a contact and the pose for which it is there; on a face, where that is."""
    contact[ON_A], contact[ON_A + 1], contact[ON_A + 2], contact[ON_A + 3], contact[ON_A + 4] = frames[0]
    if kind == CURVE:
        contact[ON_B], contact[ON_B + 1], contact[ON_B + 2], contact[ON_B + 3], contact[ON_B + 4] = frames[1]
    contact[AT_P], contact[AT_P + 1], contact[AT_TURN], contact[AT_TURN + 1] = pose
    if kind == FACE:
        contact[1] = pose[2] * (frames[0][0] - pose[0]) + pose[3] * (frames[0][1] - pose[1])


@fused
def _frames_on(kind, series, contact):
    """Note the parameters of a contact that its series have found; return the frames there."""
    contact[0], first = at_of(series[0]), frame_at(series[0])
    if kind != CURVE:
        return first, first
    contact[1] = at_of(series[1])
    return first, frame_at(series[1])


@fused
def _direction(kind, other, pose):
    """Return the point whose foot is looked for or, of a face, the direction of the normal."""
    return (other * pose[3], -other * pose[2]) if kind == FACE else (pose[0], pose[1])


@fused
def move_along(kind, curve, mate, pieces, coefficients, sigma, other, pose, contact, series):
    """Move a contact to where it is at a pose, if that is next to where it was.

    Return whether it is there, or else whether its series, at least, are those of a place on the way; and the frames.
    """
    known = True
    if kind != CURVE and curve.kind == CIRCLE:
        if kind == POINT:
            frame = _on_circle(curve, pose[0] - curve.mx, pose[1] - curve.my, contact)
        else:
            frame = _on_circle(curve, -sigma * other * pose[3], sigma * other * pose[2], contact)
        frames = frame, frame
    else:
        known = at_of(series[0]) == contact[0] and (kind != CURVE or at_of(series[1]) == contact[1])
        there = known and not _is_far(kind, contact, pose)
        if there:
            if kind == CURVE:
                there = slide_both(curve, mate, pieces, coefficients, -sigma * other, pose, series)
            else:
                ax, ay = _direction(kind, other, pose)
                there = slide(kind, curve, pieces, coefficients, sigma, ax, ay, series[0])
        if not there:
            return False, known, frames_of(kind, contact)
        frames = _frames_on(kind, series, contact)
    _write(kind, contact, frames, pose)
    return True, True, frames


@inline
def _settle(kind, curve, mate, pieces, coefficients, sigma, ax, ay, tau, pose, s, u, known, contact, series):
    """Move a contact to the place next to s and u, and write the frames there; return whether it was found."""
    if not known:
        series[0, ROUNDS], series[1, ROUNDS] = 0.0, 0.0
    if isnan(s) or not follow(
        kind, curve, mate, pieces, coefficients, sigma, ax, ay, tau, pose, s, u, not known, series
    ):
        return False
    _write(kind, contact, _frames_on(kind, series, contact), pose)
    return True


@inline
def _gap_left(kind, contact, sigma, pose, radius):
    """Return the size of the gap at a contact that was found."""
    return abs(meeting_at(kind, frames_of(kind, contact), sigma, pose)[4] - radius)


@inline
def find(kind, curve, mate, pieces, coefficients, sigma, other, pose, radius, known, contact, series):
    """Move a contact from where it was or, where that leads nowhere, to the lowest place of all.

    From a pose that is far away it may lead to another place where the two do not touch: that of the smaller gap of
    both is taken then. `known`: its series are those of a place on the way. Return whether it was found.
    """
    (ax, ay), tau = _direction(kind, other, pose), -sigma * other
    s, u, found, gap, far = contact[0], contact[1], False, inf, _is_far(kind, contact, pose)
    if not isnan(s):
        found = _settle(kind, curve, mate, pieces, coefficients, sigma, ax, ay, tau, pose, s, u, known, contact, series)
        gap = _gap_left(kind, contact, sigma, pose, radius) if found and far else 0.0
        if found and gap <= TOUCHING * curve.extent:
            return True
    last, before = contact[0], contact[1]
    s, u = _afresh(kind, curve, mate, pieces, coefficients, sigma, other, ax, ay, u, pose, series)
    s = same_round(curve, s, last)
    if kind == CURVE:
        u = same_round(mate, u, before)
    if _settle(kind, curve, mate, pieces, coefficients, sigma, ax, ay, tau, pose, s, u, False, contact, series):
        if not found or _gap_left(kind, contact, sigma, pose, radius) < gap:
            return True
    return found and _settle(
        kind, curve, mate, pieces, coefficients, sigma, ax, ay, tau, pose, last, before, False, contact, series
    )
