"""Contacts that move along: where point, face or curve of B touches the curve of A at a pose, kept for all who ask.

A contact is looked for once at a pose, from where it was before; its rows and all their derivatives share it.
"""

from __future__ import annotations

from math import atan2, isnan, sqrt

from ..compiler.jit import inline
from .curves import CIRCLE, near
from .feet import facing_samples, foot, summit, touch
from .places import find_lowest
from .series import at_of, frame_at, start_at

# Columns of `contacts`: s on A and u on B, not a number before the first use; the place of p and the direction of B's
# x axis for which they were found; point, tangent and curvature of A there; point and curvature of B's curve.
CONTACT = 14
AT_P, AT_TURN, ON_A, ON_B = 2, 4, 6, 11


@inline
def _note_frame(contact, series):
    """Write where a series has its contact, and point, tangent and curvature there."""
    x, y, tx, ty, k = frame_at(series)
    contact[0] = at_of(series)
    contact[ON_A], contact[ON_A + 1], contact[ON_A + 2], contact[ON_A + 3], contact[ON_A + 4] = x, y, tx, ty, k


@inline
def is_for(contact, pose):
    """Return whether a contact is where it is at a pose."""
    if contact[AT_P] != pose[0, 0] or contact[AT_P + 1] != pose[1, 0]:
        return False
    return contact[AT_TURN] == pose[3, 0] and contact[AT_TURN + 1] == pose[3, 1]


@inline
def note_pose(contact, pose):
    """Write the pose for which a contact has been found."""
    contact[AT_P], contact[AT_P + 1] = pose[0, 0], pose[1, 0]
    contact[AT_TURN], contact[AT_TURN + 1] = pose[3, 0], pose[3, 1]


@inline
def _on_circle(curves, i, dx, dy, contact):
    """Move a contact to where circle i lies in the direction (dx, dy) from its centre, and write the frame there."""
    ax, ay, far = curves[i].ax, curves[i].ay, sqrt(dx * dx + dy * dy)
    if far == 0.0:  # everywhere
        dx, far = 1.0, 1.0
    turned = atan2(ax * dy - ay * dx, ax * dx + ay * dy)
    contact[0] = turned if isnan(contact[0]) else near(turned, contact[0])
    dx, dy, radius = dx / far, dy / far, sqrt(ax * ax + ay * ay)
    contact[ON_A], contact[ON_A + 1] = curves[i].mx + radius * dx, curves[i].my + radius * dy
    contact[ON_A + 2], contact[ON_A + 3], contact[ON_A + 4] = -dy, dx, 1.0 / radius


@inline
def find_foot(curves, pieces, coefficients, i, px, py, contact, series):
    """Move a contact to the foot of a point and write the frame there; return whether it was found."""
    if curves[i].kind == CIRCLE:
        _on_circle(curves, i, px - curves[i].mx, py - curves[i].my, contact)
        return True
    found = False
    if not isnan(contact[0]):
        if at_of(series) != contact[0]:
            start_at(curves, pieces, coefficients, i, contact[0], series)
        found = foot(curves, pieces, coefficients, i, px, py, series)
    found = found or find_lowest(curves, pieces, coefficients, i, False, 0.0, px, py, series)
    if found:
        _note_frame(contact, series)
    return found


@inline
def find_face(curves, pieces, coefficients, i, sigma, other, pose, contact, series):
    """Move the contact of a face to where the normal of A is against the face's; return whether it was found."""
    cs, sn = pose[3, 0], pose[3, 1]
    mx, my = other * sn, -other * cs
    found = True
    if curves[i].kind == CIRCLE:
        _on_circle(curves, i, -sigma * mx, -sigma * my, contact)
    else:
        found = False
        if not isnan(contact[0]):
            if at_of(series) != contact[0]:
                start_at(curves, pieces, coefficients, i, contact[0], series)
            found = summit(curves, pieces, coefficients, i, sigma, mx, my, series)
        found = found or find_lowest(curves, pieces, coefficients, i, True, sigma, mx, my, series)
        if found:
            _note_frame(contact, series)
    if found:
        contact[1] = cs * (contact[ON_A] - pose[0, 0]) + sn * (contact[ON_A + 1] - pose[1, 0])
    return found


@inline
def find_curve(curves, pieces, coefficients, i, j, sigma, other, pose, contact, series):
    """Move the contact of two curves to their common normal; return whether it was found."""
    fresh, s, u = isnan(contact[0]), contact[0], contact[1]
    if fresh:
        s, u = facing_samples(curves, pieces, coefficients, i, j, sigma, other, pose)
    if fresh or at_of(series[0]) != s or at_of(series[1]) != u:
        start_at(curves, pieces, coefficients, i, s, series[0])
        start_at(curves, pieces, coefficients, j, u, series[1])
    found = touch(curves, pieces, coefficients, i, j, sigma, other, pose, series[0], series[1])
    if not found and not fresh:
        s, u = facing_samples(curves, pieces, coefficients, i, j, sigma, other, pose)
        start_at(curves, pieces, coefficients, i, s, series[0])
        start_at(curves, pieces, coefficients, j, u, series[1])
        found = touch(curves, pieces, coefficients, i, j, sigma, other, pose, series[0], series[1])
    if found:
        _note_frame(contact, series[0])
        x, y, _, _, l = frame_at(series[1])
        contact[1], contact[ON_B], contact[ON_B + 1], contact[ON_B + 2] = at_of(series[1]), x, y, l
    return found
