"""Polynomials, splines and rises of the stack machine, on jets: how they lie in `consts` says `program`."""

import math

import numpy as np

from ..compiler.jit import inline
from .opcodes import RISE_END

TWO_PI = 2.0 * math.pi
TRAPEZOID_PEAK = 8.0 * math.pi / (2.0 + math.pi)  # acceleration, 4.8881
SINE_PEAK = 4.0 * math.pi**2 / (4.0 + math.pi)  # acceleration, 5.5280


@inline
def d_horner(consts, first, n, v):
    """Return the polynomial of n coefficients from consts[first] on, and its derivatives."""
    f0 = f1 = f2 = f3 = 0.0
    for i in range(first + n - 1, first - 1, -1):
        f3 = f3 * v + f2
        f2 = f2 * v + f1
        f1 = f1 * v + f0
        f0 = f0 * v + consts[i]
    return (f0, f1, 2.0 * f2, 6.0 * f3)


@inline
def d_spline(consts, k, v):
    """Return the piecewise polynomial at consts[k] and its derivatives at v."""
    n = int(consts[k])
    p = int(consts[k + 1])
    breaks = k + 3
    if consts[k + 2] != 0.0:
        period = consts[breaks + n] - consts[breaks]
        v -= period * np.floor((v - consts[breaks]) / period)
    low = 0
    high = n
    while high - low > 1:
        middle = (low + high) // 2
        if consts[breaks + middle] <= v:
            low = middle
        else:
            high = middle
    return d_horner(consts, breaks + n + 1 + low * p, p, v - consts[breaks + low])


@inline
def d_modified(kind, x):
    """Return the first half of a modified trapezoid (5) or modified sine (6), 0 <= x <= 1/2.

    The acceleration is a sin(4 pi x) up to 1/8 in both. Then the trapezoid holds a up to
    3/8 and falls as a cosine of the same frequency; the sine falls as a cosine three
    times slower. The second half is the first one turned by half a revolution.
    """
    a = TRAPEZOID_PEAK if kind == 5 else SINE_PEAK
    w = 2.0 * TWO_PI
    speed = a / w
    if x < 0.125:
        s = math.sin(w * x)
        c = math.cos(w * x)
        return (speed * (x - s / w), speed - speed * c, a * s, a * w * c)
    u = x - 0.125
    line = speed * (x - 1.0 / w)  # goes on straight from x = 1/8
    if kind == 6:
        w /= 3.0
    elif u < 0.25:
        return (line + 0.5 * a * u * u, speed + a * u, a, 0.0)
    else:
        u -= 0.25
        line += a / 32.0 + 0.25 * a * u
        speed += 0.25 * a
    s = math.sin(w * u)
    c = math.cos(w * u)
    return (line + a / (w * w) * (1.0 - c), speed + a / w * s, a * c, -a * w * s)


@inline
def d_rise(kind, x):
    """Return the normalised rise from (0, 0) to (1, 1) and its derivatives.

    Constant outside [0, 1]. At the end points themselves the derivatives are the ones
    from inside.
    """
    if not x >= -RISE_END:
        return (0.0 if x < 0.0 else x, 0.0, 0.0, 0.0)  # x itself: not a number stays visible
    if x > 1.0 + RISE_END:
        return (1.0, 0.0, 0.0, 0.0)
    x = min(max(x, 0.0), 1.0)
    y = 1.0 - x
    xy = x * y
    if kind == 0:
        return (x * x * (3.0 - 2.0 * x), 6.0 * xy, 6.0 - 12.0 * x, -12.0)
    if kind == 1:
        value = x * x * x * (10.0 + x * (6.0 * x - 15.0))
        return (value, 30.0 * xy * xy, 60.0 * xy * (y - x), 60.0 - 360.0 * xy)
    if kind == 2:
        value = x * x * x * x * (35.0 + x * (-84.0 + x * (70.0 - 20.0 * x)))
        return (value, 140.0 * xy * xy * xy, 420.0 * xy * xy * (y - x), 840.0 * xy * (1.0 - 5.0 * xy))
    if kind <= 4:
        w = TWO_PI if kind == 4 else 0.5 * TWO_PI
        s = math.sin(w * x)
        c = math.cos(w * x)
        if kind == 4:
            return (x - s / w, 1.0 - c, w * s, w * w * c)
        return (0.5 - 0.5 * c, 0.5 * w * s, 0.5 * w * w * c, -0.5 * w * w * w * s)
    f = d_modified(kind, x if x < y else y)
    if x < y:
        return f
    return (1.0 - f[0], f[1], -f[2], f[3])
