"""Curves of contact: points, Frenet frames, arc length and tangent angle of curves given as tables.

A curve runs over a parameter s from `start` to `end`. It is round, ``c = m + a cos s + b sin s``, or made of
polynomials, each in powers of w in [-1, 1] about the middle of its piece. A closed curve goes on round and round: s
counts its turns. An open one goes on straight beyond its ends, so that a foot point is always found; `beyond` tells.

Frenet frames are taken by arc length a: T' = k J T with the quarter turn J and the curvature k, positive to the left.
"""

from __future__ import annotations

from math import atan2, cos, floor, isnan, pi, sin, sqrt

from ..compiler.jit import fused, inline, natural, two_polynomials
from ..tables.records import POWERS

ROUND = 0
CIRCLE = 1
POLYNOMIALS = 2

X, Y, Z, ARC = 0, 1, 2, 3

FIRST_ROUND = 1e-9  # share of a round before its start that belongs to it: what begins there begins at the start

TO_INTEGER = 1.5 * 2.0**52  # what is added to it has no digits left behind the point: it is rounded
QUARTER, QUARTER_REST = 1.5707963109016418, 1.5893254773528196e-08  # together pi/2; the first has 26 binary digits


@inline
def beyond(curve, s):
    """Return whether s lies beyond an end of a curve; rounding does not count."""
    slack = 1e-12 * (curve.end - curve.start)
    return curve.closed == 0 and (s < curve.start - slack or s > curve.end + slack)


@inline
def local(curve, s):
    """Return s brought into the range of a curve: within one round, or to an end that it lies beyond."""
    start, end = curve.start, curve.end
    if curve.closed:
        return s - (end - start) * floor((s - start) / (end - start))
    return min(max(s, start), end) if beyond(curve, s) else s


@inline
def piece_at(curve, pieces, s):
    """Return the piece of a curve in which s lies."""
    low, high = curve.first, curve.last
    while high - low > 1:
        k = (low + high) // 2
        if pieces[k].start <= s:
            low = k
        else:
            high = k
    return low


@fused
def piece_jets(pieces, coefficients, k, powers, u):
    """Return x and y of piece k at u, each with its first four derivatives by u; five powers at least."""
    at = natural(k)
    f = pieces[at].scale
    x0, y0, x1, y1, x2, y2, x3, y3, x4, y4 = two_polynomials(coefficients, k, powers, (u - pieces[at].middle) * f)
    f2 = f * f
    f3, f4 = 6.0 * f2 * f, 24.0 * f2 * f2
    f2 *= 2.0
    return (x0, x1 * f, x2 * f2, x3 * f3, x4 * f4), (y0, y1 * f, y2 * f2, y3 * f3, y4 * f4)


@inline
def piece_bends(pieces, coefficients, k, powers, u):
    """Return the third derivatives of x and y of piece k by u, then the fourth ones."""
    f = pieces[k].scale
    w = (u - pieces[k].middle) * f
    x3, y3, x4, y4, n = 0.0, 0.0, 0.0, 0.0, powers - 1.0
    for i in range(powers - 1, 2, -1):
        x4, y4, factor = x4 * w + x3, y4 * w + y3, n * (n - 1.0) * (n - 2.0)
        c = coefficients[natural(k), natural(i)]
        x3, y3 = x3 * w + factor * c[X], y3 * w + factor * c[Y]
        n -= 1.0
    f3 = f * f * f
    return x3 * f3, y3 * f3, x4 * (f3 * f), y4 * (f3 * f)


@fused
def cosine_and_sine(u):
    """Return cosine and sine of an angle of a few turns, in half the time of two calls of the library.

    u is brought within an eighth of a turn of a multiple n of a quarter, whose product with pi/2 is exact in its first
    part; there the coefficients are those of the Cephes library, good to rounding. They are taken in pairs, which do
    not wait for each other. Which of both is which is told by the cosine c and sine s of n quarters, without a branch.
    """
    n = (u * (2.0 / pi) + TO_INTEGER) - TO_INTEGER
    r = (u - n * QUARTER) - n * QUARTER_REST
    z = r * r
    zz = z * z
    a = (2.75573136213857245213e-6 - 2.50507477628578072866e-8 * z) + zz * 1.58962301576546568060e-10
    a = (8.33333333332211858878e-3 - 1.98412698295895385996e-4 * z) + zz * a
    sn = r + r * z * (a * z - 1.66666666666666307295e-1)
    b = (2.08757008419747316778e-9 * z - 2.75573141792967388112e-7) - zz * 1.13585365213876817300e-11
    b = (2.48015872888517045348e-5 * z - 1.38888888888730564116e-3) + zz * b
    cs = (1.0 - 0.5 * z) + zz * (b * z + 4.16666666666665929218e-2)
    quarter = int(n) & 3
    c, s = abs(quarter - 2) - 1.0, 1.0 - abs(quarter - 1)
    return c * cs - s * sn, s * cs + c * sn


@inline
def round_jet(m, a, b, cs, sn):
    """Return a coordinate m + a cos u + b sin u and its first four derivatives by u."""
    c4, c1 = a * cs + b * sn, b * cs - a * sn
    return m + c4, c1, -c4, -c1, c4


@inline
def frame(curve, pieces, coefficients, s):
    """Return the point x, y of a curve at s in its range, its tangent tx, ty, its speed |dc/ds| and its curvature k."""
    if curve.kind == POLYNOMIALS:
        k = piece_at(curve, pieces, s)
        x, y = piece_jets(pieces, coefficients, k, curve.powers, s)
    else:
        cs, sn = cosine_and_sine(s)
        x = round_jet(curve.mx, curve.ax, curve.bx, cs, sn)
        y = round_jet(curve.my, curve.ay, curve.by, cs, sn)
    (x0, x1, x2, _, _), (y0, y1, y2, _, _) = x, y
    v = sqrt(x1 * x1 + y1 * y1)
    return x0, y0, x1 / v, y1 / v, v, (x1 * y2 - y1 * x2) / (v * v * v)


@inline
def arc_at(curve, pieces, coefficients, s):
    """Return the arc length of a curve from its start to s, counted over full rounds."""
    u = local(curve, s)
    k = piece_at(curve, pieces, u)
    w = (u - pieces[k].middle) * pieces[k].scale
    arc = 0.0
    for n in range(POWERS):
        arc = arc * w + coefficients[k, POWERS - 1 - n, ARC]
    if u == s:
        return arc
    if curve.closed:
        return arc + curve.length * floor((s - curve.start) / (curve.end - curve.start))
    _, _, _, _, v, _ = frame(curve, pieces, coefficients, u)
    return arc + (s - u) * v


@inline
def angle_at(curve, pieces, tx, ty, s):
    """Return the angle of the tangent (tx, ty) of a curve at s, counted over full rounds."""
    u = local(curve, s)
    turned = pieces[piece_at(curve, pieces, u)].angle
    cs, sn = cos(turned), sin(turned)
    turned += atan2(cs * ty - sn * tx, cs * tx + sn * ty)
    if curve.closed:
        turned += curve.turn * floor((s - curve.start) / (curve.end - curve.start))
    return turned


@inline
def same_round(curve, s, last):
    """Return the parameter s of a curve with the rounds that bring it next to the last one, or to the first round."""
    if curve.closed == 0:
        return s
    once = curve.end - curve.start
    if isnan(last):
        return s - once * floor((s - curve.start) / once + FIRST_ROUND)
    return s + once * floor((last - s) / once + 0.5)


@inline
def arc_of_turns(curve, angle):
    """Return the arc length of the full rounds in which the tangent of a closed curve turns by an angle."""
    if curve.closed == 0 or curve.turn == 0.0:
        return 0.0
    return curve.length * floor(angle / curve.turn + 0.5)
