"""A curve next to a contact: its Taylor series, kept from one position to the next.

Where a contact moves to is found on the series, and the curve itself is evaluated once there; what is left is closed on
the new series, which then gives point, tangent and curvature too. The place about which a series is taken lies in the
range of the curve, whatever number of rounds it has made: many rounds cost no digits.
"""

from __future__ import annotations

from math import floor, inf, sqrt

from ..compiler.jit import fused, inline
from .curves import CIRCLE, POLYNOMIALS, beyond, cosine_and_sine, piece_at, piece_bends, piece_jets, round_jet

# Columns of a series: the parameter it is taken about, what full rounds add to it, the stretch on which it is the
# curve, how far from its middle it is exact to rounding, the piece, how far from the middle the contact is, 1/|c'| in
# the middle; then x and y there by turns, with four derivatives each.
PLACE, ROUNDS, LOW, HIGH, REACH, PIECE, SHIFT, PACE, XS, YS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

EXACT = 1e-5  #       of half a piece: what the series leaves out of the second derivative is of third order
BENT = 1e-8  #        (a^2 + |b|) r^2 of a root, the square of which is left over
DISTANT = 0.1  #      (a^2 + |b|) r^2 of a root of which a series tells nothing

THIRD, SIXTH = 1.0 / 3.0, 1.0 / 6.0


@inline
def at_of(series):
    """Return the parameter of the contact, counted over full rounds."""
    return series[PLACE] + series[SHIFT] + series[ROUNDS]


@fused
def _keep(series, x, y):
    """Write two coordinates with four derivatives each, and what follows from them alone."""
    series[PACE] = 1.0 / sqrt(x[1] * x[1] + y[1] * y[1])
    for n in range(5):
        series[XS + 2 * n], series[YS + 2 * n] = x[n], y[n]


@inline
def _next_piece(curve, pieces, series, s):
    """Return the piece of a curve in which s lies: most often the one before or after that of a series."""
    if series[PIECE] >= 0.0:  # not so of a series that is none yet
        k = int(series[PIECE]) + (1 if s >= series[LOW] else -1)
        if curve.first <= k < curve.last and pieces[k].start <= s and (k + 1 == curve.last or s < pieces[k + 1].start):
            return k
    return piece_at(curve, pieces, s)


@fused
def _expand_piece(curve, pieces, coefficients, u, series):
    """Write the series about u of a curve made of polynomials; beyond its ends it is straight."""
    inside = u
    if not -inf < series[LOW] <= u < series[HIGH] < inf:
        if beyond(curve, u):
            inside = min(max(u, curve.start), curve.end)
        k = _next_piece(curve, pieces, series, inside)
        half = 1.0 / pieces[k].scale
        series[PIECE], series[LOW], series[HIGH] = k, min(pieces[k].start, inside), max(pieces[k].middle + half, inside)
        series[REACH] = EXACT * half
    x, y = piece_jets(pieces, coefficients, int(series[PIECE]), curve.powers, inside)
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
        u = min(max(u - round_, curve.start), curve.end)  # rounding must not lead beyond, where it would be straight
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


@fused
def root(f0, f1, f2, f3):
    """Return the root next to 0 of f0 + f1 t + f2 t^2/2 + f3 t^3/6, whether it is exact, and whether it is far away.

    With r = -f0/f1, a = f2/(2 f1), b = f3/(6 f1) it is r - a r^2 + (2 a^2 - b) r^3 and what is of fourth order. Against
    the bend of the function it is as far as (a^2 + |b|) r^2 is from 1.
    """
    n = 1.0 / f1
    r, a, b = -f0 * n, (0.5 * f2) * n, (SIXTH * f3) * n
    square = a * a
    bend = (square + abs(b)) * (r * r)
    if bend < DISTANT:
        return r - (r * r) * (a - r * (2.0 * square - b)), bend <= BENT, False
    return r, False, True


@fused
def slope_near(f1, f2, f3, t):
    """Return the first derivative at t of a function with these derivatives at 0."""
    return f1 + t * (f2 + 0.5 * t * f3)


@fused
def holds(series, t):
    """Return whether a series is the curve at t from its middle, to rounding."""
    return abs(t) <= series[REACH] and series[LOW] <= series[PLACE] + t <= series[HIGH]


@fused
def moved(series, t):
    """Return x, y, x', y' at t from the middle of a series."""
    x1, y1, x2, y2 = series[XS + 2], series[YS + 2], series[XS + 4], series[YS + 4]
    x3, y3, x4, y4 = series[XS + 6], series[YS + 6], series[XS + 8], series[YS + 8]
    square, third = 0.5 * t * t, THIRD * t  # sums in pairs, which do not wait for each other
    return (
        (series[XS] + t * x1) + square * (x2 + third * (x3 + 0.25 * t * x4)),
        (series[YS] + t * y1) + square * (y2 + third * (y3 + 0.25 * t * y4)),
        (x1 + t * x2) + square * (x3 + third * x4),
        (y1 + t * y2) + square * (y3 + third * y4),
    )


@fused
def settled(series, t):
    """Return x, y, x', y', x'', y'' at t from the middle of a series that holds there: the cube of t is nothing."""
    half = 0.5 * t * t
    x1, y1, x2, y2 = series[XS + 2], series[YS + 2], series[XS + 4], series[YS + 4]
    x3, y3, x4, y4 = series[XS + 6], series[YS + 6], series[XS + 8], series[YS + 8]
    return (
        (series[XS] + t * x1) + half * x2,
        (series[YS] + t * y1) + half * y2,
        (x1 + t * x2) + half * x3,
        (y1 + t * y2) + half * y3,
        (x2 + t * x3) + half * x4,
        (y2 + t * y3) + half * y4,
    )


@fused
def frame_at(series):
    """Return the point x, y at the contact, the tangent tx, ty and the curvature k there.

    The square q of the speed differs from that in the middle by a share e below 1e-4: 1/sqrt(q) is that of the middle
    times 1 - e/2 + 3 e^2/8. Nor need e wait for the speed: by the series q = c1.c1 + 2 c1.c2 t + (c2.c2 + c1.c3) t^2.
    """
    t, n = series[SHIFT], series[PACE]
    a1, b1, a2, b2 = series[XS + 2], series[YS + 2], series[XS + 4], series[YS + 4]
    x0, y0, x1, y1, x2, y2 = settled(series, t)
    square = a2 * a2 + b2 * b2 + a1 * series[XS + 6] + b1 * series[YS + 6]
    e = (t * (n * n)) * ((a1 * a2 + b1 * b2) + t * (0.5 * square))  # half of it
    n -= (n * e) * (1.0 - 1.5 * e)
    return x0, y0, x1 * n, y1 * n, (x1 * y2 - y1 * x2) * (n * n * n)


@inline
def bending(curve, pieces, coefficients, series):
    """Return the first and second derivative of the curvature by arc length at the contact.

    With D = c' x c'' and q = c' . c': k = D q^(-3/2), and d/da = q^(-1/2) d/ds. The series leaves too much out of the
    third and fourth derivative: they come from the curve itself.
    """
    if curve.kind == CIRCLE:
        return 0.0, 0.0
    _, _, x1, y1, x2, y2 = settled(series, series[SHIFT])
    x3, y3, x4, y4 = -x1, -y1, -x2, -y2  # of a round one
    if curve.kind == POLYNOMIALS:
        if series[LOW] == -inf or series[HIGH] == inf:  # straight
            return 0.0, 0.0
        k, at = int(series[PIECE]), series[PLACE] + series[SHIFT]
        x3, y3, x4, y4 = piece_bends(pieces, coefficients, k, curve.powers, at)
    d0, d1 = x1 * y2 - y1 * x2, x1 * y3 - y1 * x3
    d2 = x2 * y3 - y2 * x3 + x1 * y4 - y1 * x4
    r = 1.0 / (x1 * x1 + y1 * y1)
    q1 = 2.0 * (x1 * x2 + y1 * y2) * r
    q2 = 2.0 * (x2 * x2 + y2 * y2 + x1 * x3 + y1 * y3) * r
    first = r * r * (d1 - 1.5 * d0 * q1)
    return first, r * r * sqrt(r) * (d2 - 3.5 * d1 * q1 - 1.5 * d0 * q2 + 4.5 * d0 * q1 * q1)
