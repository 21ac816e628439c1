"""Where things touch: the parameters of contact on one or two curves, from the last ones.

N = side J T is the normal of a curve on its free side, J a quarter turn to the left. All is seen from the frame of the
first curve. The equations of contact are solved on the series of the curves (`series`) about the last place, and again
about the place found, until it lies where the series is the curve. Steps are short against the curve, so that a contact
does not jump along it.
"""

from __future__ import annotations

from math import atan2, inf, sqrt

from ..compiler.jit import inline
from .curves import frame
from .series import BENT, DISTANT, PLACE, REACH, SHIFT, TIGHT, XS, YS, expand, holds, moved, root

STEPS = 60
PER_PIECE = 8  #        samples of a piece for the first guess
LONGEST = 0.05  #       step, as a share of the curve
ROUNDING = 2e-16  #     of the size, or of an angle, for every step: across the end of a piece steps may go on for ever
ASIDE = 0.25  #         square of the angle up to which directions count as nearly parallel
FLAT = 1e-9  #          curvature times size that counts as none


@inline
def sample(curves, pieces, i, n):
    """Return the parameter of sample n of curve i."""
    k = curves[i].first + n // PER_PIECE
    return pieces[k].middle + (2.0 * (n % PER_PIECE + 0.5) / PER_PIECE - 1.0) / pieces[k].scale


@inline
def samples(curves, i):
    """Return how many samples curve i has."""
    return PER_PIECE * (curves[i].last - curves[i].first)


@inline
def _short(t, longest, q):
    """Return a step t cut to the longest arc length; q is the square of the speed."""
    if t * t * q <= longest * longest:
        return t
    return (longest if t > 0.0 else -longest) / sqrt(q)


@inline
def _is_short(curves, i, series, t):
    """Return whether a step from the middle of a series of curve i need not be cut."""
    x1, y1, longest = series[XS + 1], series[YS + 1], LONGEST * curves[i].length
    return t * t * (x1 * x1 + y1 * y1) <= longest * longest


@inline
def foot(curves, pieces, coefficients, i, px, py, series):
    """Move a series of curve i to the foot of the point (px, py); return whether it was found.

    f = (p - c) . c' = 0. Its slope is -h c'.c' with h = 1 - k (p - c) . J T; where h is not positive the distance is no
    minimum, and the step goes downhill.
    """
    for n in range(STEPS):
        dx, dy = px - series[XS], py - series[YS]
        x1, y1, x2, y2 = series[XS + 1], series[YS + 1], series[XS + 2], series[YS + 2]
        x3, y3, q = series[XS + 3], series[YS + 3], x1 * x1 + y1 * y1
        f0, f1 = dx * x1 + dy * y1, dx * x2 + dy * y2 - q
        if f1 < 0.0:
            f2 = dx * x3 + dy * y3 - 3.0 * (x1 * x2 + y1 * y2)
            bent = 3.0 * (x2 * x2 + y2 * y2) + 4.0 * (x1 * x3 + y1 * y3)
            t, far = root(f0, f1, f2, dx * series[XS + 4] + dy * series[YS + 4] - bent)
        else:
            t, far = f0 / q, 1.0
        if far <= BENT and holds(series, t):
            series[SHIFT] = t
            return True
        rest = (n + 1) * ROUNDING * (curves[i].size + abs(dx) + abs(dy))
        if f0 * f0 <= rest * rest * q:  # in the middle, which is the end of a piece
            series[SHIFT] = 0.0
            return True
        t = _short(t, LONGEST * curves[i].length, q)
        expand(curves, pieces, coefficients, i, series[PLACE] + t, series)
    return False


@inline
def summit(curves, pieces, coefficients, i, side, mx, my, series):
    """Move a series of curve i to where its normal is (mx, my); return whether it was found.

    f = c' . m = 0 where the tangent is nearly there already; else the angle from T to where it must point, which closes
    at the rate k. On a hollow stretch the step goes uphill.
    """
    for n in range(STEPS):
        x1, y1, x2, y2 = series[XS + 1], series[YS + 1], series[XS + 2], series[YS + 2]
        q, f0, f1 = x1 * x1 + y1 * y1, x1 * mx + y1 * my, x2 * mx + y2 * my
        facing = side * (x1 * my - y1 * mx)
        bulge = side * (y1 * x2 - x1 * y2) * curves[i].size
        t, far = inf if f0 > 0.0 else -inf, inf  # uphill, as far as it may go
        if bulge > 0.0 and bulge * bulge > FLAT * FLAT * q * q * q:
            f2, f3 = series[XS + 3] * mx + series[YS + 3] * my, series[XS + 4] * mx + series[YS + 4] * my
            if facing > 0.0 and f1 < 0.0:
                t, far = root(f0, f1, f2, f3)
            if far > DISTANT:
                t = atan2(-side * f0, facing) * q / (x1 * y2 - y1 * x2)
        if far <= BENT and holds(series, t):
            series[SHIFT] = t
            return True
        rest = (n + 1) * ROUNDING
        if facing > 0.0 and f0 * f0 <= rest * rest * q:
            series[SHIFT] = 0.0
            return True
        t = _short(t, LONGEST * curves[i].length, q)
        expand(curves, pieces, coefficients, i, series[PLACE] + t, series)
    return False


@inline
def facing_samples(curves, pieces, coefficients, i, j, side, other_side, pose):
    """Return the parameters of two samples, of curves i and j, that lie near each other and face each other."""
    cs, sn = pose[3, 0], pose[3, 1]
    size = min(curves[i].size, curves[j].size)
    best, s, u = -1.0, curves[i].start, curves[j].start
    for n in range(samples(curves, i)):
        a = sample(curves, pieces, i, n)
        x, y, tx, ty, _, _ = frame(curves, pieces, coefficients, i, a)
        for m in range(samples(curves, j)):
            b = sample(curves, pieces, j, m)
            qx, qy, ex, ey, _, _ = frame(curves, pieces, coefficients, j, b)
            dx, dy = pose[0, 0] + cs * qx - sn * qy - x, pose[1, 0] + sn * qx + cs * qy - y
            facing = tx * (cs * ex - sn * ey) + ty * (sn * ex + cs * ey)
            cost = dx * dx + dy * dy + size * size * (1.0 + side * other_side * facing)
            if best < 0.0 or cost < best:
                best, s, u = cost, a, b
    return s, u


@inline
def _closing(series, other, tau, pose, t, w):
    """Return by how much to change t and w, from the middles of two series, so that these face each other there.

    With d from the first to the second: d . c' = 0 and c' x e' = 0, where e' is the second's derivative in the axes of
    the first, by Newton's method. The third thing returned is whether the tangents are nearly parallel.
    """
    cs, sn = pose[3, 0], pose[3, 1]
    x0, y0, x1, y1, x2, y2 = moved(series, t)
    qx, qy, p1, q1, p2, q2 = moved(other, w)
    ex, ey, lx, ly = cs * p1 - sn * q1, sn * p1 + cs * q1, cs * p2 - sn * q2, sn * p2 + cs * q2
    dx, dy = pose[0, 0] + cs * qx - sn * qy - x0, pose[1, 0] + sn * qx + cs * qy - y0
    way, cross, dot = dx * x1 + dy * y1, x1 * ey - y1 * ex, x1 * ex + y1 * ey
    by_t, by_w = dx * x2 + dy * y2 - x1 * x1 - y1 * y1, dot
    turn_t, turn_w = x2 * ey - y2 * ex, x1 * ly - y1 * lx
    n = 1.0 / (by_t * turn_w - by_w * turn_t)
    near = tau * dot > 0.0 and cross * cross < ASIDE * dot * dot
    return (by_w * cross - turn_w * way) * n, (turn_t * way - by_t * cross) * n, near


@inline
def _on_series(series, other, tau, pose):
    """Return where, from the middles of two series, these face each other, and whether that is exact to rounding.

    An iteration is the last one when its step is so small that its square is nothing; two will do when the place is
    only where to take the next series.
    """
    t, w = 0.0, 0.0
    for n in range(4):
        dt, dw, near = _closing(series, other, tau, pose, t, w)
        if not near:
            return 0.0, 0.0, False
        t, w = t + dt, w + dw
        if abs(dt) <= 0.1 * TIGHT * series[REACH] and abs(dw) <= 0.1 * TIGHT * other[REACH]:
            return t, w, True
        if n > 0 and not (holds(series, t) and holds(other, w)):
            return t, w, False
    return t, w, False


@inline
def _carefully(curves, i, j, tau, pose, series, other, rest):
    """Return steps t and w towards where two curves face each other, and whether no more than `rest` is left.

    To close the angle between the tangents T and E = tau T and the way along T, with the distance g along N, the arc
    lengths a, b must satisfy k a - l b = angle and h a - tau b = way, where h = 1 - side k g.
    """
    cs, sn, size = pose[3, 0], pose[3, 1], curves[i].size + curves[j].size
    x0, y0, x1, y1, x2, y2 = moved(series, 0.0)
    qx, qy, p1, q1, p2, q2 = moved(other, 0.0)
    v, f = sqrt(x1 * x1 + y1 * y1), sqrt(p1 * p1 + q1 * q1)
    tx, ty, k, l = x1 / v, y1 / v, (x1 * y2 - y1 * x2) / (v * v * v), (p1 * q2 - q1 * p2) / (f * f * f)
    ex, ey = tau * (cs * p1 - sn * q1) / f, tau * (sn * p1 + cs * q1) / f
    dx, dy = pose[0, 0] + cs * qx - sn * qy - x0, pose[1, 0] + sn * qx + cs * qy - y0
    angle, way = atan2(tx * ey - ty * ex, tx * ex + ty * ey), dx * tx + dy * ty
    closed = abs(angle) <= rest and abs(way) <= rest * (size + abs(dx) + abs(dy))
    h = 1.0 - k * (dy * tx - dx * ty)
    bent = l * h - tau * k
    if abs(bent) * size < FLAT:
        bent = FLAT / size
    t, w = (l * way - tau * angle) / (bent * v), (k * way - h * angle) / (bent * f)
    return _short(t, LONGEST * curves[i].length, v * v), _short(w, LONGEST * curves[j].length, f * f), closed


@inline
def touch(curves, pieces, coefficients, i, j, side, other_side, pose, series, other):
    """Move series of curves i and j to where these face each other along a common normal; return whether that is."""
    tau = -side * other_side
    for n in range(STEPS):
        t, w, good = _on_series(series, other, tau, pose)
        if good and holds(series, t) and holds(other, w):
            series[SHIFT], other[SHIFT] = t, w
            return True
        inside = abs(t) <= series[REACH] and abs(w) <= other[REACH]  # then it lies across the end of a piece
        if inside or not (_is_short(curves, i, series, t) and _is_short(curves, j, other, w)):
            t, w, closed = _carefully(curves, i, j, tau, pose, series, other, (n + 1) * ROUNDING)
            if closed:
                series[SHIFT], other[SHIFT] = 0.0, 0.0
                return True
        expand(curves, pieces, coefficients, i, series[PLACE] + t, series)
        expand(curves, pieces, coefficients, j, other[PLACE] + w, other)
    return False
