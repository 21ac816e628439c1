"""Where things touch: the parameters of contact on one or two curves, by Newton's method from the last ones.

N = side J T is the normal of a curve on its free side, J a quarter turn to the left. All is seen from the frame of the
first curve. Steps are arc lengths; they are short against the curve, so that a contact does not jump along it.
"""

from __future__ import annotations

from math import atan2, cos, sin

from ._jit import inline
from .curves import CIRCLE, bend, frame, near

STEPS = 60
PER_PIECE = 8  #        samples of a piece for the first guess
LONGEST = 0.05  #       step of Newton's method, as a share of the curve
CLOSED = 1e-14  #       what is left over, as a share of the size; an angle
ROUNDING = 1e-15  #     of a parameter: round a sharp nose it turns the tangent by more
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
def _short(step, longest):
    """Return a step cut to the longest."""
    return min(max(step, -longest), longest)


@inline
def nearest_sample(curves, pieces, coefficients, i, px, py):
    """Return the parameter of the sample of curve i that lies nearest to a point."""
    best, found = -1.0, curves[i].start
    for n in range(samples(curves, i)):
        s = sample(curves, pieces, i, n)
        x, y, _, _, _, _ = bend(curves, pieces, coefficients, i, s)
        d = (px - x) * (px - x) + (py - y) * (py - y)
        if best < 0.0 or d < best:
            best, found = d, s
    return found


@inline
def foot(curves, pieces, coefficients, i, px, py, s):
    """Return the foot of the point (px, py) on curve i next to s, the frame there, and whether it was found.

    (p - c) . T = 0, whose slope by arc length is -h, h = 1 - k (p - c) . J T. Where h is not positive the distance is
    no minimum, and the step goes downhill.
    """
    if curves[i].kind == CIRCLE:
        dx, dy = px - curves[i].mx, py - curves[i].my
        turned = atan2(curves[i].bx * dx + curves[i].by * dy, curves[i].ax * dx + curves[i].ay * dy)
        s = near(turned, s)
        return s, frame(curves, pieces, coefficients, i, s), True
    longest = LONGEST * curves[i].length
    at = frame(curves, pieces, coefficients, i, s)
    for _ in range(STEPS):
        x, y, tx, ty, v, k = at
        dx, dy = px - x, py - y
        miss = dx * tx + dy * ty
        if abs(miss) <= CLOSED * (curves[i].size + abs(dx) + abs(dy)):
            return s, at, True
        h = 1.0 - k * (dy * tx - dx * ty)
        s += _short(miss / h if h > 0.0 else miss, longest) / v
        at = frame(curves, pieces, coefficients, i, s)
    return s, at, False


@inline
def highest_sample(curves, pieces, coefficients, i, mx, my):
    """Return the parameter of the sample of curve i that lies farthest in the direction (mx, my)."""
    best, found, first = 0.0, curves[i].start, True
    for n in range(samples(curves, i)):
        s = sample(curves, pieces, i, n)
        x, y, _, _, _, _ = bend(curves, pieces, coefficients, i, s)
        height = mx * x + my * y
        if first or height > best:
            best, found, first = height, s, False
    return found


@inline
def summit(curves, pieces, coefficients, i, side, mx, my, s):
    """Return where next to s the normal of curve i is (mx, my), the frame there, and whether it was found.

    The angle from T to where it must point closes at the rate k. On a hollow stretch the step goes uphill.
    """
    longest = LONGEST * curves[i].length
    at = frame(curves, pieces, coefficients, i, s)
    for _ in range(STEPS):
        _, _, tx, ty, v, k = at
        up = tx * mx + ty * my
        miss = atan2(-side * up, side * (tx * my - ty * mx))
        if abs(miss) <= CLOSED + ROUNDING * abs(k * v * s):
            return s, at, True
        if -side * k * curves[i].size > FLAT:
            s += _short(miss / k, longest) / v
        else:
            s += (longest if up > 0.0 else -longest) / v
        at = frame(curves, pieces, coefficients, i, s)
    return s, at, False


@inline
def facing_samples(curves, pieces, coefficients, i, j, side, other_side, pose):
    """Return the parameters of two samples, of curves i and j, that lie near each other and face each other."""
    cs, sn = cos(pose[2, 0]), sin(pose[2, 0])
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
def touch(curves, pieces, coefficients, i, j, side, other_side, pose, s, u):
    """Return where next to s and u curves i and j face each other along a common normal, and both frames there.

    The last thing returned is whether it was found. With tangents T and E = tau T of the two and the distance g along
    N: to close the angle between them and the way along T, the arc lengths w, z must satisfy k w - l z = angle and
    h w - tau z = way, where h = 1 - side k g.
    """
    cs, sn = cos(pose[2, 0]), sin(pose[2, 0])
    tau = -side * other_side
    size = curves[i].size + curves[j].size
    at, on = frame(curves, pieces, coefficients, i, s), frame(curves, pieces, coefficients, j, u)
    for _ in range(STEPS):
        x, y, tx, ty, v, k = at
        qx, qy, ox, oy, f, l = on
        ex, ey = tau * (cs * ox - sn * oy), tau * (sn * ox + cs * oy)
        dx, dy = pose[0, 0] + cs * qx - sn * qy - x, pose[1, 0] + sn * qx + cs * qy - y
        angle = atan2(tx * ey - ty * ex, tx * ex + ty * ey)
        way = dx * tx + dy * ty
        turned = CLOSED + ROUNDING * (abs(k * v * s) + abs(l * f * u))
        if abs(angle) <= turned and abs(way) <= CLOSED * (size + abs(dx) + abs(dy)):
            return s, u, at, on, True
        h = 1.0 - k * (dy * tx - dx * ty)
        bent = l * h - tau * k
        if abs(bent) * size < FLAT:
            bent = FLAT / size
        s += _short((l * way - tau * angle) / bent, LONGEST * curves[i].length) / v
        u += _short((k * way - h * angle) / bent, LONGEST * curves[j].length) / f
        at, on = frame(curves, pieces, coefficients, i, s), frame(curves, pieces, coefficients, j, u)
    return s, u, at, on, False
