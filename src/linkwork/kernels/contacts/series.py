"""A curve next to a contact: its Taylor series, kept from one position to the next.

Where a contact moves to is found on the series, and the curve itself is evaluated once there; what is left is closed on
the new series, which then gives point, tangent and curvature too. The place about which a series is taken lies in the
range of the curve, whatever number of rounds it has made: many rounds cost no digits.
"""

from __future__ import annotations

from math import floor, inf, sqrt

from ..compiler.jit import fused, inline
from .curves import CIRCLE, POLYNOMIALS, cosine_and_sine, piece_at, piece_jets, round_jet

# Columns of a series: the parameter it is taken about, what full rounds add to it, the stretch on which it is the
# curve, how far from its middle it is exact to rounding, the piece, how far from the middle the contact is; then x and
# y with four derivatives each.
PLACE, ROUNDS, LOW, HIGH, REACH, PIECE, SHIFT, XS, YS = 0, 1, 2, 3, 4, 5, 6, 7, 12

EXACT = 1e-5  #       of half a piece: what the series leaves out of the second derivative is of third order
TIGHT = 1e-3  #       of that: what it leaves out of the third derivative is of second order
BENT = 1e-8  #        `far` of a root, the square of which is left over
DISTANT = 0.1  #      `far` of a root of which a series tells nothing

THIRD, SIXTH = 1.0 / 3.0, 1.0 / 6.0


@inline
def at_of(series):
    """Return the parameter of the contact, counted over full rounds."""
    return series[PLACE] + series[SHIFT] + series[ROUNDS]


@inline
def _keep(series, x, y):
    """Write two coordinates with four derivatives each."""
    series[XS], series[XS + 1], series[XS + 2], series[XS + 3], series[XS + 4] = x
    series[YS], series[YS + 1], series[YS + 2], series[YS + 3], series[YS + 4] = y


@fused
def _expand_piece(curve, pieces, coefficients, u, series):
    """Write the series about u of a curve made of polynomials; beyond its ends it is straight."""
    inside = min(max(u, curve.start), curve.end)
    k = curve.first
    if series[LOW] <= u < series[HIGH] < inf:
        k = int(series[PIECE])
    else:
        k = piece_at(curve, pieces, inside)
        half = 1.0 / pieces[k].scale
        series[PIECE], series[LOW], series[HIGH] = k, pieces[k].start, pieces[k].middle + half
        series[REACH] = EXACT * half
    x, y = piece_jets(pieces, coefficients, k, curve.powers, inside)
    if inside == u:
        _keep(series, x, y)
        return
    away = u - inside
    _keep(series, (x[0] + away * x[1], x[1], 0.0, 0.0, 0.0), (y[0] + away * y[1], y[1], 0.0, 0.0, 0.0))
    series[LOW], series[HIGH] = (-inf, inside) if away < 0.0 else (inside, inf)
    series[REACH] = EXACT * (curve.end - curve.start)


@fused
def expand(curve, pieces, coefficients, u, series):
    """Write the series of a curve about u, which is brought into one round."""
    if curve.closed and (u < curve.start or u >= curve.end):
        span = curve.end - curve.start
        round_ = span * floor((u - curve.start) / span)
        u -= round_
        series[ROUNDS] += round_
    series[PLACE], series[SHIFT] = u, 0.0
    if curve.kind == POLYNOMIALS:
        _expand_piece(curve, pieces, coefficients, u, series)
    else:
        cs, sn = cosine_and_sine(u)
        x = round_jet(curve.mx, curve.ax, curve.bx, cs, sn)
        y = round_jet(curve.my, curve.ay, curve.by, cs, sn)
        _keep(series, x, y)
        series[LOW], series[HIGH], series[REACH] = -inf, inf, EXACT * curve.slim


@inline
def root(f0, f1, f2, f3):
    """Return the root next to 0 of f0 + f1 t + f2 t^2/2 + f3 t^3/6, and how far it is against the bend of the function.

    By reversion: t = r - a r^2 + (2 a^2 - b) r^3 with r = -f0/f1, a = f2/(2 f1), b = f3/(6 f1); far = (a^2 + |b|) r^2.
    """
    n = 1.0 / f1
    r, a, b = -f0 * n, 0.5 * f2 * n, (f3 * SIXTH) * n
    square = r * r
    far = (a * a + abs(b)) * square
    return r - square * (a - r * (2.0 * a * a - b)) if far < DISTANT else r, far


@inline
def holds(series, t):
    """Return whether a series is the curve at t from its middle, to rounding."""
    return abs(t) <= series[REACH] and series[LOW] <= series[PLACE] + t <= series[HIGH]


@inline
def moved(series, t):
    """Return x, y, x', y', x'', y'' at t from the middle of a series."""
    x2, y2 = series[XS + 2], series[YS + 2]
    x3, y3, x4, y4 = series[XS + 3], series[YS + 3], series[XS + 4], series[YS + 4]
    half, third = 0.5 * t, THIRD * t
    x1 = series[XS + 1] + t * (x2 + half * (x3 + third * x4))
    y1 = series[YS + 1] + t * (y2 + half * (y3 + third * y4))
    x0 = series[XS] + t * (series[XS + 1] + half * (x2 + third * (x3 + 0.25 * t * x4)))
    y0 = series[YS] + t * (series[YS + 1] + half * (y2 + third * (y3 + 0.25 * t * y4)))
    return x0, y0, x1, y1, x2 + t * (x3 + half * x4), y2 + t * (y3 + half * y4)


@fused
def frame_at(series):
    """Return the point x, y at the contact, the tangent tx, ty and the curvature k there.

    The square q of the speed differs from that in the middle by a share e below 1e-4, so that 1/sqrt(q) need not wait
    for the contact: it is that of the middle times 1 - e/2 + 3 e^2/8 - 5 e^3/16. Nor need e wait for the speed: by the
    series q = c1.c1 + 2 c1.c2 t + (c2.c2 + c1.c3) t^2 + (c2.c3 + c1.c4 / 3) t^3.
    """
    t, a1, b1, a2, b2 = series[SHIFT], series[XS + 1], series[YS + 1], series[XS + 2], series[YS + 2]
    a3, b3, a4, b4 = series[XS + 3], series[YS + 3], series[XS + 4], series[YS + 4]
    x0, y0, x1, y1, x2, y2 = moved(series, t)
    n = 1.0 / sqrt(a1 * a1 + b1 * b1)
    square, cube = a2 * a2 + b2 * b2 + a1 * a3 + b1 * b3, a2 * a3 + b2 * b3 + THIRD * (a1 * a4 + b1 * b4)
    e = (2.0 * (a1 * a2 + b1 * b2) + t * (square + t * cube)) * (n * n) * t
    n *= 1.0 - e * (0.5 - e * (0.375 - 0.3125 * e))
    return x0, y0, x1 * n, y1 * n, (x1 * y2 - y1 * x2) * n * n * n


@inline
def is_tight(curve, series, derivatives):
    """Return whether the contact is so near to the middle that the series gives derivatives of the curvature, 1 or 2.

    What it leaves out of the fourth derivative, that of the second one, is of first order.
    """
    limit = TIGHT if derivatives < 2 else TIGHT * TIGHT * TIGHT
    return curve.kind == CIRCLE or abs(series[SHIFT]) <= limit * series[REACH]


@inline
def bending(curve, series):
    """Return the first and second derivative of the curvature by arc length at the contact.

    With D = c' x c'' and q = c' . c': k = D q^(-3/2), and d/da = q^(-1/2) d/ds.
    """
    if curve.kind == CIRCLE:
        return 0.0, 0.0
    t = series[SHIFT]
    _, _, x1, y1, x2, y2 = moved(series, t)
    x4, y4 = series[XS + 4], series[YS + 4]
    x3, y3 = series[XS + 3] + t * x4, series[YS + 3] + t * y4
    d0, d1 = x1 * y2 - y1 * x2, x1 * y3 - y1 * x3
    d2 = x2 * y3 - y2 * x3 + x1 * y4 - y1 * x4
    r = 1.0 / (x1 * x1 + y1 * y1)
    q1 = 2.0 * (x1 * x2 + y1 * y2) * r
    q2 = 2.0 * (x2 * x2 + y2 * y2 + x1 * x3 + y1 * y3) * r
    first = r * r * (d1 - 1.5 * d0 * q1)
    return first, r * r * sqrt(r) * (d2 - 3.5 * d1 * q1 - 1.5 * d0 * q2 + 4.5 * d0 * q1 * q1)
