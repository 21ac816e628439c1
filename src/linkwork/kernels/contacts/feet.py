"""Where things touch: the parameters of contact on one or two curves, from the last ones.

N = side J T is the normal of a curve on its free side, J a quarter turn to the left. All is seen from the frame of the
first curve. A step towards a contact solves its equations on the series of the curves (`series`) about the last place;
the series are taken again about the place found there, until it lies where they are the curves. Steps are short against
the curve, so that a contact does not jump along it.
"""

from __future__ import annotations

from math import atan2, inf, nan, sqrt

from ..compiler.jit import fused, inline
from .curves import frame
from .series import PACE, PLACE, REACH, SHIFT, XS, YS, expand, holds, moved, root, settled, slope_near

POINT = 0  #  point of B, or a roller about it, on the curve of A
FACE = 1  #   flat face of B, its x axis through p with the body on the side of +y, on the curve of A
CURVE = 2  #  curve of B on the curve of A; further kinds, of curves in space, are in `space_curves`

STEPS = 60
PER_PIECE = 8  #        samples of a piece for the first guess
LONGEST = 0.05  #       step on a curve, as a share of it
ROUNDING = 2e-16  #     of the size, or of an angle, for every step: across the end of a piece steps may go on for ever
ASIDE = 0.25  #         square of the angle up to which directions count as nearly parallel
FLAT = 1e-9  #          curvature times size that counts as none
SLIGHT = 1e-6  #        second order of a step, as a share of the reach of a series, whose square is nothing
NEARLY = 1e-4  #        share by which the slope of a function may be another than was expected
CURVED = 0.04  #        square of the second order of a step, as a share of the step's, up to which it is to be trusted


@inline
def sample(curve, pieces, n):
    """Return the parameter of sample n of a curve."""
    k = curve.first + n // PER_PIECE
    return pieces[k].middle + (2.0 * (n % PER_PIECE + 0.5) / PER_PIECE - 1.0) / pieces[k].scale


@inline
def samples(curve):
    """Return how many samples a curve has."""
    return PER_PIECE * (curve.last - curve.first)


@inline
def _longest(curve, series, q):
    """Return the longest step, an arc length: beyond an end, where a curve is straight, longer by the way out there."""
    at = series[PLACE]
    return LONGEST * curve.length + abs(at - min(max(at, curve.start), curve.end)) * sqrt(q)


@inline
def _short(t, longest, q):
    """Return a step t cut to the longest arc length; q is the square of the speed."""
    if t * t * q <= longest * longest:
        return t
    return (longest if t > 0.0 else -longest) / sqrt(q)


@fused
def _is_short(curve, series, t):
    """Return whether a step from the middle of a series of a curve need not be cut, wherever on the curve it is."""
    return abs(t) <= LONGEST * curve.length * series[PACE]


@fused
def _toward_foot(px, py, series):
    """Return f = (p - c) . c' for a point p = (px, py) in the middle of a series, and its first three derivatives.

    The slope is -h c'.c' with h = 1 - k (p - c) . J T: where h is not positive the distance is no minimum.
    """
    dx, dy = px - series[XS], py - series[YS]
    x1, y1, x2, y2 = series[XS + 2], series[YS + 2], series[XS + 4], series[YS + 4]
    x3, y3, x4, y4 = series[XS + 6], series[YS + 6], series[XS + 8], series[YS + 8]
    return (
        dx * x1 + dy * y1,
        dx * x2 + dy * y2 - (x1 * x1 + y1 * y1),
        dx * x3 + dy * y3 - 3.0 * (x1 * x2 + y1 * y2),
        dx * x4 + dy * y4 - 3.0 * (x2 * x2 + y2 * y2) - 4.0 * (x1 * x3 + y1 * y3),
    )


@fused
def _toward_summit(side, mx, my, series):
    """Return f = c' . m for a direction m = (mx, my) in the middle of a series, and its first three derivatives.

    The slope counts as none where the normal points away from m.
    """
    x1, y1 = series[XS + 2], series[YS + 2]
    f1 = series[XS + 4] * mx + series[YS + 4] * my
    return (
        x1 * mx + y1 * my,
        f1 if side * (x1 * my - y1 * mx) > 0.0 else 0.0,
        series[XS + 6] * mx + series[YS + 6] * my,
        series[XS + 8] * mx + series[YS + 8] * my,
    )


@fused
def _toward(kind, side, ax, ay, series):
    """Return the function that vanishes at a contact and falls there: see `_toward_foot` and `_toward_summit`."""
    return _toward_summit(side, ax, ay, series) if kind == FACE else _toward_foot(ax, ay, series)


@fused
def slide(kind, curve, pieces, coefficients, side, ax, ay, series):
    """Move the series of a contact of point or face along to where that is; return whether it is there.

    As it is most of the time: the series are taken anew once at most. There 1/f' is `near`, as was expected, to a share
    e of 1e-4: with r = -f near the root is r (1 + e + e^2) - f'' near r^2 / 2. What is left out is a share 1e-12 of the
    way, or the cube of the way: nothing, where the series holds.
    """
    f0, f1, f2, f3 = _toward(kind, side, ax, ay, series)
    t, exact, far = root(f0, f1, f2, f3)
    if far or not f1 < 0.0:
        return False
    if not exact or not holds(series, t):
        near = 1.0 / slope_near(f1, f2, f3, t)
        if not _is_short(curve, series, t):
            return False
        expand(curve, pieces, coefficients, series[PLACE] + t, series)
        f0, f1, f2, _ = _toward(kind, side, ax, ay, series)
        r, e = -f0 * near, 1.0 - f1 * near
        t = r + r * (e + e * e - (0.5 * f2 * near) * r)
        if not (abs(e) <= NEARLY and holds(series, t)):
            return False
    series[SHIFT] = t
    return True


@inline
def foot(curve, px, py, rest, series):
    """Return whether the foot of the point (px, py) on a curve is found, and the way to it from the middle of a series.

    There f = 0 or, in the middle, which may be the end of a piece, no more than `rest` of the size. Where the distance
    is no minimum the step goes downhill.
    """
    f0, f1, f2, f3 = _toward_foot(px, py, series)
    q = series[XS + 2] * series[XS + 2] + series[YS + 2] * series[YS + 2]
    t = f0 / q
    if f1 < 0.0:
        t, exact, _ = root(f0, f1, f2, f3)
        if exact and holds(series, t):
            return True, t
    rest *= curve.extent + abs(px - series[XS]) + abs(py - series[YS])
    if f0 * f0 <= rest * rest * q:
        return True, 0.0
    return False, _short(t, _longest(curve, series, q), q)


@inline
def summit(curve, side, mx, my, rest, series):
    """Return whether the place of a curve where its normal is (mx, my) is found, and the way to it, as `foot` does.

    f = 0 where the tangent is nearly there already; else the angle from T to where it must point, which closes at the
    rate k. On a hollow stretch the step goes uphill.
    """
    x1, y1, x2, y2 = series[XS + 2], series[YS + 2], series[XS + 4], series[YS + 4]
    f0, f1, f2, f3 = _toward_summit(side, mx, my, series)
    facing = side * (x1 * my - y1 * mx)
    q, t, far = x1 * x1 + y1 * y1, 0.0, True
    if f1 < 0.0:
        t, exact, far = root(f0, f1, f2, f3)
        if exact and holds(series, t):
            return True, t
    if far:
        bulge = side * (y1 * x2 - x1 * y2) * curve.extent
        t = inf if f0 > 0.0 else -inf  # uphill, as far as it may go
        if bulge > 0.0 and bulge * bulge > FLAT * FLAT * q * q * q:
            t = atan2(-side * f0, facing) * q / (x1 * y2 - y1 * x2)
    if facing > 0.0 and f0 * f0 <= rest * rest * q:
        return True, 0.0
    return False, _short(t, _longest(curve, series, q), q)


@inline
def facing_samples(curve, mate, pieces, coefficients, side, other_side, pose):
    """Return the parameters of two samples, of two curves, that lie near each other and face each other."""
    cs, sn = pose[2], pose[3]
    size = min(curve.extent, mate.extent)
    best, s, u = -1.0, curve.start, mate.start
    for n in range(samples(curve)):
        a = sample(curve, pieces, n)
        x, y, tx, ty, _, _ = frame(curve, pieces, coefficients, a)
        for m in range(samples(mate)):
            b = sample(mate, pieces, m)
            qx, qy, ex, ey, _, _ = frame(mate, pieces, coefficients, b)
            dx, dy = pose[0] + cs * qx - sn * qy - x, pose[1] + sn * qx + cs * qy - y
            facing = tx * (cs * ex - sn * ey) + ty * (sn * ex + cs * ey)
            cost = dx * dx + dy * dy + size * size * (1.0 + side * other_side * facing)
            if best < 0.0 or cost < best:
                best, s, u = cost, a, b
    return s, u


@fused
def _missing(series, other, pose, t, w):
    """Return the way d . c' and the cross product c' x e' at t and w from the middles of two series: see `_closing`."""
    cs, sn = pose[2], pose[3]
    x0, y0, x1, y1 = moved(series, t)
    qx, qy, p1, q1 = moved(other, w)
    dx, dy = pose[0] + cs * qx - sn * qy - x0, pose[1] + sn * qx + cs * qy - y0
    return dx * x1 + dy * y1, x1 * (sn * p1 + cs * q1) - y1 * (cs * p1 - sn * q1)


@fused
def _closing(series, other, tau, pose):
    """Return where, from the middles of two series, these face each other, and whether that is exact to rounding.

    With d from the first to the second: d . c' = 0 and c' x e' = 0, where e' is the second's derivative in the axes of
    the first. By Newton's method, with the second order of the equations along its step (Chebyshev); where that is not
    the last word, what the two miss there is closed once more. Tangents that are not nearly parallel have no answer.
    """
    cs, sn = pose[2], pose[3]
    x1, y1, x2, y2, x3, y3 = (
        series[XS + 2],
        series[YS + 2],
        series[XS + 4],
        series[YS + 4],
        series[XS + 6],
        series[YS + 6],
    )
    ex, ey = cs * other[XS + 2] - sn * other[YS + 2], sn * other[XS + 2] + cs * other[YS + 2]
    lx, ly = cs * other[XS + 4] - sn * other[YS + 4], sn * other[XS + 4] + cs * other[YS + 4]
    mx, my = cs * other[XS + 6] - sn * other[YS + 6], sn * other[XS + 6] + cs * other[YS + 6]
    dx = pose[0] + cs * other[XS] - sn * other[YS] - series[XS]
    dy = pose[1] + sn * other[XS] + cs * other[YS] - series[YS]
    way, cross, by_w, q = dx * x1 + dy * y1, x1 * ey - y1 * ex, x1 * ex + y1 * ey, x1 * x1 + y1 * y1
    by_t, turn_t, turn_w = dx * x2 + dy * y2 - q, x2 * ey - y2 * ex, x1 * ly - y1 * lx
    n = 1.0 / (by_t * turn_w - by_w * turn_t)
    if not (tau * by_w > 0.0 and cross * cross < ASIDE * by_w * by_w):
        return nan, nan, False
    t, w = (by_w * cross - turn_w * way) * n, (turn_t * way - by_t * cross) * n
    tt, tw, ww = 0.5 * t * t, t * w, 0.5 * w * w
    way = (dx * x3 + dy * y3 - 3.0 * (x1 * x2 + y1 * y2)) * tt + (ex * x2 + ey * y2) * tw + (lx * x1 + ly * y1) * ww
    cross = (x3 * ey - y3 * ex) * tt + (x2 * ly - y2 * lx) * tw + (x1 * my - y1 * mx) * ww
    dt, dw = (by_w * cross - turn_w * way) * n, (turn_t * way - by_t * cross) * n
    if abs(dt) <= SLIGHT * series[REACH] and abs(dw) <= SLIGHT * other[REACH]:
        return t + dt, w + dw, True
    f = ex * ex + ey * ey
    if dt * dt * q + dw * dw * f > CURVED * (t * t * q + w * w * f):
        return t, w, False
    t, w = t + dt, w + dw
    way, cross = _missing(series, other, pose, t, w)
    return t + (by_w * cross - turn_w * way) * n, w + (turn_t * way - by_t * cross) * n, False


@inline
def _carefully(curve, mate, tau, pose, series, other, rest):
    """Return steps t and w towards where two curves face each other, and whether no more than `rest` is left.

    To close the angle between the tangents T and E = tau T and the way along T, with the distance g along N, the arc
    lengths a, b must satisfy k a - l b = angle and h a - tau b = way, where h = 1 - side k g.
    """
    cs, sn, size = pose[2], pose[3], curve.extent + mate.extent
    x0, y0, x1, y1, x2, y2 = settled(series, 0.0)
    qx, qy, p1, q1, p2, q2 = settled(other, 0.0)
    v, f = sqrt(x1 * x1 + y1 * y1), sqrt(p1 * p1 + q1 * q1)
    tx, ty, k, l = x1 / v, y1 / v, (x1 * y2 - y1 * x2) / (v * v * v), (p1 * q2 - q1 * p2) / (f * f * f)
    ex, ey = tau * (cs * p1 - sn * q1) / f, tau * (sn * p1 + cs * q1) / f
    dx, dy = pose[0] + cs * qx - sn * qy - x0, pose[1] + sn * qx + cs * qy - y0
    angle, way = atan2(tx * ey - ty * ex, tx * ex + ty * ey), dx * tx + dy * ty
    closed = abs(angle) <= rest and abs(way) <= rest * (size + abs(dx) + abs(dy))
    h = 1.0 - k * (dy * tx - dx * ty)
    bent = l * h - tau * k
    if abs(bent) * size < FLAT:
        bent = FLAT / size
    t, w = (l * way - tau * angle) / (bent * v), (k * way - h * angle) / (bent * f)
    far, wide = _longest(curve, series, v * v), _longest(mate, other, f * f)
    return _short(t, far, v * v), _short(w, wide, f * f), closed


@inline
def meeting(curve, mate, tau, pose, rest, series, other):
    """Return whether the place where two curves face each other is found, and the ways to it from their middles."""
    t, w, exact = _closing(series, other, tau, pose)
    held = holds(series, t) and holds(other, w)
    if exact and held:
        return True, t, w
    inside = abs(t) <= series[REACH] and abs(w) <= other[REACH] and not held  # then it lies across the end of a piece
    if inside or not (_is_short(curve, series, t) and _is_short(mate, other, w)):
        t, w, closed = _carefully(curve, mate, tau, pose, series, other, rest)
        if closed:
            return True, 0.0, 0.0
    return False, t, w


@fused
def slide_both(curve, mate, pieces, coefficients, tau, pose, series):
    """Move the series of two curves along to where they face each other; return whether they are there."""
    t, w, exact = _closing(series[0], series[1], tau, pose)
    if not (exact and holds(series[0], t) and holds(series[1], w)):
        if not (_is_short(curve, series[0], t) and _is_short(mate, series[1], w)):
            return False
        expand(curve, pieces, coefficients, series[0, PLACE] + t, series[0])
        expand(mate, pieces, coefficients, series[1, PLACE] + w, series[1])
        t, w, exact = _closing(series[0], series[1], tau, pose)
        if not (exact and holds(series[0], t) and holds(series[1], w)):
            return False
    series[0, SHIFT], series[1, SHIFT] = t, w
    return True


@inline
def _towards(kind, curve, mate, side, ax, ay, tau, pose, rest, series):
    """Return whether a contact is found on its series, and the ways to it from their middles."""
    if kind == POINT:
        found, t = foot(curve, ax, ay, rest, series[0])
        return found, t, 0.0
    if kind == FACE:
        found, t = summit(curve, side, ax, ay, rest, series[0])
        return found, t, 0.0
    return meeting(curve, mate, tau, pose, rest, series[0], series[1])


@inline
def follow(kind, curve, mate, pieces, coefficients, side, ax, ay, tau, pose, s, u, anew, series):
    """Move the series of a contact to where it is; return whether that was found.

    That is the foot of point a, the place whose normal is the direction a, or where its mate at a pose faces the curve.
    The series are taken anew about s and u first, or used as they are.
    """
    found, t, w = False, 0.0, 0.0
    if not anew:
        found, t, w = _towards(kind, curve, mate, side, ax, ay, tau, pose, ROUNDING, series)
        s, u = series[0, PLACE] + t, series[1, PLACE] + w
    n = 0
    while not found and n < STEPS:
        n += 1
        expand(curve, pieces, coefficients, s, series[0])
        if kind == CURVE:
            expand(mate, pieces, coefficients, u, series[1])
        found, t, w = _towards(kind, curve, mate, side, ax, ay, tau, pose, n * ROUNDING, series)
        s, u = series[0, PLACE] + t, series[1, PLACE] + w
    if found:
        series[0, SHIFT], series[1, SHIFT] = t, w
    return found
