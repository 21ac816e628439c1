"""The place of a curve that something touches first, among all its places: a point, or what comes from one direction.

Every place at which samples of the curve are lower than beside them is found exactly, unless its sample lies so far
above the lowest place known that it cannot be lower: the samples alone would tell two places apart no better than they
are spaced.
"""

from __future__ import annotations

from math import floor, inf, isnan, nan, sqrt

from ..compiler.jit import inline
from .curves import beyond, frame
from .feet import FACE, follow, sample, samples
from .series import ROUNDS, at_of, frame_at

SAME = 1e-6
"""Places of a curve nearer to each other than this share of its parameter are one."""


@inline
def height(kind, x, y, ax, ay):
    """Return the distance of a point (x, y) of a curve from a point a, or how far it lies against a direction a."""
    if kind == FACE:
        return -(ax * x + ay * y)
    return sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay))


@inline
def point_of(curve, pieces, coefficients, n):
    """Return sample n of a curve; those beyond the last are the first ones again."""
    x, y, _, _, _, _ = frame(curve, pieces, coefficients, sample(curve, pieces, n % samples(curve)))
    return x, y


@inline
def is_apart(curve, s, other):
    """Return whether a place s of a curve is on the curve and another one than `other`; of none, any place is."""
    if isnan(other):
        return True
    once, way = curve.end - curve.start, s - other
    if curve.closed:
        way -= once * floor(way / once + 0.5)
    return abs(way) > SAME * once and not beyond(curve, s)


@inline
def lowest_place(kind, curve, pieces, coefficients, side, ax, ay, other, pose, series):
    """Return the lowest place of a curve apart from `other` (not a number: of all), and its height; if none, inf.

    Of all contacts of a point a, or of a face from the direction a (see `feet.follow`). The first of the series is
    changed on the way.
    """
    count, closed = samples(curve), curve.closed == 1
    best, found = inf, nan
    bx, by = point_of(curve, pieces, coefficients, count - 1)
    x, y = point_of(curve, pieces, coefficients, 0)
    before, here = height(kind, bx, by, ax, ay) if closed else inf, height(kind, x, y, ax, ay)
    for n in range(count):
        cx, cy = point_of(curve, pieces, coefficients, n + 1)
        after = height(kind, cx, cy, ax, ay) if closed or n + 1 < count else inf
        if here <= before and here < after:
            spaced = sqrt(max((x - bx) ** 2 + (y - by) ** 2, (x - cx) ** 2 + (y - cy) ** 2))
            s, series[0, ROUNDS] = sample(curve, pieces, n), 0.0
            if here - spaced < best and follow(
                kind, curve, curve, pieces, coefficients, side, ax, ay, 0.0, pose, s, nan, True, series
            ):
                s = at_of(series[0])
                px, py, _, _, _ = frame_at(series[0])
                exact = height(kind, px, py, ax, ay)
                if exact < best and is_apart(curve, s, other):
                    best, found = exact, s
        bx, by, x, y, before, here = x, y, cx, cy, here, after
    return found, best
