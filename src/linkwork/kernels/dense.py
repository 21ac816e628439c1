"""Motion between solved positions: polynomials through the last two or three of them.

At each solved position pose, velocity, acceleration and jerk are known. The pose between is read from
Newton's polynomial through all of these (degree eleven for three positions). Velocity and acceleration
are read from the polynomial through velocity, acceleration and jerk (degree eight): second derivatives
of the first would magnify the rounding of the poses by 1 / h^2. Beyond the last position the same
polynomial, of the last two, predicts the next.

``nodes[4 n + k]`` holds derivative k of all poses at position n (0 = last), ``clock[n]`` its time.
"""

from __future__ import annotations

from math import comb, factorial, sqrt

import numpy as np

from . import tables as tb
from ._jit import inline
from .features import move_features
from .measures import measure_derivatives
from .motion import evaluate, set_time
from .rows import right_side

VELOCITY, ACCELERATION = 15.0, 500.0
"""Relative errors allowed in the middle of a step, as multiples of that of the position."""


def _basis(p):
    """Return the coefficients of b_0 ... b_3 of Hermite's formula, lowest power first."""
    table = np.zeros((4, 8))
    for j in range(p + 1):
        series = np.polynomial.Polynomial([comb(p + k, k) for k in range(p - j + 1)])
        rise = np.polynomial.Polynomial([0.0] * j + [1.0 / factorial(j)])
        b = rise * np.polynomial.Polynomial([1.0, -1.0]) ** (p + 1) * series
        table[j, : len(b.coef)] = b.coef
    return table


BASIS = np.array([_basis(2), _basis(3)])
"""Hermite's basis for two or three derivatives at both ends of a step:

q(s) = sum_j  h^j [ q0^(j) b_j(s) + (-1)^j q1^(j) b_j(1 - s) ],
b_j(s) = s^j / j!  (1 - s)^(p + 1)  sum_(k <= p - j) C(p + k, k) s^k.
"""

NODE = np.array([[k // each for k in range(12)] for each in (3, 4)])
"""Position that data point k belongs to, with three and with four data points a position."""


@inline
def horner(c, s):
    """Return the value of a polynomial of degree seven."""
    v = 0.0
    for k in range(7, -1, -1):
        v = v * s + c[k]
    return v


@inline
def extrapolate(H, t, p, out):
    """Fill out with the poses at time t by Hermite's polynomial through the last two positions."""
    nodes, clock = tb.nodes(H), tb.clock(H)
    h = clock[0] - clock[1]
    s = (t - clock[1]) / h
    c = BASIS[p - 2]
    a0, a1, a2, a3 = (
        horner(c[0], s),
        h * horner(c[1], s),
        h * h * horner(c[2], s),
        h * h * h * horner(c[3], s),
    )
    b1, b2, b3 = -h * horner(c[1], 1.0 - s), h * h * horner(c[2], 1.0 - s), -h * h * h * horner(c[3], 1.0 - s)
    for b in range(out.shape[0]):
        for i in range(7):
            # b_0(s) + b_0(1 - s) = 1: written as a change of the last pose, so that rounding stays small
            c = 7 * b + i
            value = nodes[0, c] + a0 * (nodes[4, c] - nodes[0, c])
            value += a1 * nodes[5, c] + b1 * nodes[1, c] + a2 * nodes[6, c] + b2 * nodes[2, c]
            out[b, i] = value + a3 * nodes[7, c] + b3 * nodes[3, c]


@inline
def divide(nodes, inverse, count, low, first, poly):
    """Fill poly[first + k] with Newton's divided differences of derivatives low ... 3, all coordinates at once.

    Positions are repeated once for every derivative, the last first: a difference of equal positions is
    the derivative over its factorial. inverse[n, n0] = 1 / (time of position n - time of position n0).
    """
    each = 4 - low
    node = NODE[each - 3]
    m, width = count * each, poly.shape[1]
    for k in range(m):
        source, target = nodes[4 * node[k] + low], poly[first + k]
        for c in range(width):
            target[c] = source[c]
    scale = 1.0
    for j in range(1, m):
        scale /= j
        for k in range(m - 1, j - 1, -1):
            n, n0 = node[k], node[k - j]
            target = poly[first + k]
            if n == n0:
                source = nodes[4 * n + low + j]
                for c in range(width):
                    target[c] = source[c] * scale
            else:
                source, factor = poly[first + k - 1], inverse[n, n0]
                for c in range(width):
                    target[c] = (target[c] - source[c]) * factor


@inline
def fit(H, count):
    """Fill poly with the divided differences for poses (first 12 rows) and velocities (next 9)."""
    nodes, clock, poly, inverse = tb.nodes(H), tb.clock(H), tb.poly(H), tb.inverse(H)
    for n in range(count):
        for n0 in range(n):
            inverse[n, n0] = 1.0 / (clock[n] - clock[n0])
    divide(nodes, inverse, count, 0, 0, poly)
    divide(nodes, inverse, count, 1, 12, poly)


@inline
def spin(w, x, y, z, dw, dx, dy, dz):
    """Return the vector part of 2 (dw, dx, dy, dz) times the conjugate of (w, x, y, z)."""
    return (
        2.0 * (w * dx - dw * x - (dy * z - dz * y)),
        2.0 * (w * dy - dw * y - (dz * x - dx * z)),
        2.0 * (w * dz - dw * z - (dx * y - dy * x)),
    )


@inline
def read_one(d, c, three, x, y, z):
    """Return pose, velocity and acceleration of coordinate c; x, y, z = time since the last positions."""
    p, v, a = 0.0, 0.0, 0.0
    if three:
        p = d[8, c] + z * (d[9, c] + z * (d[10, c] + z * d[11, c]))
        v = d[19, c] + z * d[20, c]
        a = d[20, c]
        a = v + z * a
        v = d[18, c] + z * v
    p = d[4, c] + y * (d[5, c] + y * (d[6, c] + y * (d[7, c] + y * p)))
    a = v + y * a
    v = d[17, c] + y * v
    a = v + y * a
    v = d[16, c] + y * v
    a = v + y * a
    v = d[15, c] + y * v
    p = d[0, c] + x * (d[1, c] + x * (d[2, c] + x * (d[3, c] + x * p)))
    a = v + x * a
    v = d[14, c] + x * v
    a = v + x * a
    v = d[13, c] + x * v
    a = v + x * a
    v = d[12, c] + x * v
    return p, v, a


@inline
def read_between(H, t, count, Q, U):
    """Fill pose Q[b], velocity U[b, 0] and acceleration U[b, 1] at time t from the polynomials of `fit`."""
    clock, poly = tb.clock(H), tb.poly(H)
    planar, three = tb.x(H).shape[1] == 3, count == 3
    r, s, u = t - clock[0], t - clock[1], t - clock[2]
    for b in range(Q.shape[0]):
        c = 7 * b
        Q[b, 0], U[b, 0, 0], U[b, 1, 0] = read_one(poly, c, three, r, s, u)
        Q[b, 1], U[b, 0, 1], U[b, 1, 1] = read_one(poly, c + 1, three, r, s, u)
        w, wv, wa = read_one(poly, c + 3, three, r, s, u)
        z, zv, za = read_one(poly, c + 6, three, r, s, u)
        if planar:
            n = 1.0 / sqrt(w * w + z * z)
            Q[b, 3], Q[b, 6] = w * n, z * n
            U[b, 0, 5], U[b, 1, 5] = 2.0 * n * (w * zv - z * wv), 2.0 * n * (w * za - z * wa)
            continue
        Q[b, 2], U[b, 0, 2], U[b, 1, 2] = read_one(poly, c + 2, three, r, s, u)
        x, xv, xa = read_one(poly, c + 4, three, r, s, u)
        y, yv, ya = read_one(poly, c + 5, three, r, s, u)
        n = 1.0 / sqrt(w * w + x * x + y * y + z * z)
        w, x, y, z = w * n, x * n, y * n, z * n
        Q[b, 3], Q[b, 4], Q[b, 5], Q[b, 6] = w, x, y, z
        U[b, 0, 3], U[b, 0, 4], U[b, 0, 5] = spin(w, x, y, z, wv, xv, yv, zv)
        U[b, 1, 3], U[b, 1, 4], U[b, 1, 5] = spin(w, x, y, z, wa, xa, ya, za)


@inline
def error_between(H, t, length, Q, U):
    """Return the largest relative residual of the motion Q, U at time t.

    Positions are held to rounding; velocities may be worse by VELOCITY and accelerations by ACCELERATION.
    """
    if set_time(H, t) != 0:
        return 1e300
    rows, X, M, rhs = tb.rows(H), tb.X(H), tb.M(H), tb.rhs(H)
    worst = evaluate(H, t, Q)
    v, a = 1e-300, 1e-300
    for b in range(U.shape[0]):
        for i in range(3):
            turn = abs(U[b, 0, i + 3])
            v = max(v, abs(U[b, 0, i]) / length, turn)
            a = max(a, abs(U[b, 1, i]) / length, abs(U[b, 1, i + 3]), turn * turn)
    for order in range(1, 3):
        move_features(tb.bodies(H), tb.features(H), Q, U, order, X)
        measure_derivatives(tb.measures(H), X, order, M)
        right_side(H, t, M, order, rhs)
        size = VELOCITY * v if order == 1 else ACCELERATION * a
        for i in range(rhs.size):
            worst = max(worst, abs(rhs[i]) * rows[i].scale / size)
    return worst
