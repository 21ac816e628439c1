"""Motion between solved positions: polynomials through the last two or three of them.

At each solved position pose, velocity, acceleration and jerk are known. The pose between is read from
Newton's polynomial through all of these (degree eleven for three positions). Velocity and acceleration
are read from the polynomial through velocity, acceleration and jerk (degree eight): second derivatives
of the first would magnify the rounding of the poses by 1 / h^2. Beyond the last position the same
polynomial, of the last two, predicts the next.

``nodes[4 n + k]`` holds derivative k of all poses at position n (0 = last), ``clock[n]`` its time.
"""

from math import comb, factorial, sqrt

import numpy as np

from ..compiler.jit import inline
from ..geometry.features import move_features
from ..kinematics.measuring import gauge_all_rates
from ..kinematics.motion import at_time, evaluate
from ..kinematics.rows import right_side
from ..tables import fields as tb

ACCELERATION = 150.0
"""Relative error of accelerations allowed in the middle of a step, as a multiple of that of the position."""


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
    basis = BASIS[p - 2]
    a0, a1, a2, a3 = (
        horner(basis[0], s),
        h * horner(basis[1], s),
        h * h * horner(basis[2], s),
        h * h * h * horner(basis[3], s),
    )
    b1, b2, b3 = (
        -h * horner(basis[1], 1.0 - s),
        h * h * horner(basis[2], 1.0 - s),
        -h * h * h * horner(basis[3], 1.0 - s),
    )
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
    if count == 2:
        for c in range(poly.shape[1]):
            poly[8, c], poly[9, c], poly[10, c], poly[11, c] = 0.0, 0.0, 0.0, 0.0
            poly[18, c], poly[19, c], poly[20, c] = 0.0, 0.0, 0.0


@inline
def spin(w, x, y, z, dw, dx, dy, dz):
    """Return the vector part of 2 (dw, dx, dy, dz) times the conjugate of (w, x, y, z)."""
    return (
        2.0 * (w * dx - dw * x - (dy * z - dz * y)),
        2.0 * (w * dy - dw * y - (dz * x - dx * z)),
        2.0 * (w * dz - dw * z - (dx * y - dy * x)),
    )


@inline
def read_line(d, c, clock, times, P, V, A):
    """Fill P, V, A with pose, velocity and acceleration of coordinate c at the times.

    One plain loop over the times, which the compiler turns into vector instructions.
    """
    t0, t1, t2 = clock[0], clock[1], clock[2]
    p0, p1, p2, p3, p4, p5 = d[0, c], d[1, c], d[2, c], d[3, c], d[4, c], d[5, c]
    p6, p7, p8, p9, p10, p11 = d[6, c], d[7, c], d[8, c], d[9, c], d[10, c], d[11, c]
    v0, v1, v2, v3, v4 = d[12, c], d[13, c], d[14, c], d[15, c], d[16, c]
    v5, v6, v7, v8 = d[17, c], d[18, c], d[19, c], d[20, c]
    for k in range(times.size):
        x, y, z = times[k] - t0, times[k] - t1, times[k] - t2
        p = p8 + z * (p9 + z * (p10 + z * p11))
        p = p4 + y * (p5 + y * (p6 + y * (p7 + y * p)))
        P[k] = p0 + x * (p1 + x * (p2 + x * (p3 + x * p)))
        v = v7 + z * v8
        a = v + z * v8
        v = v6 + z * v
        a = v + y * a
        v = v5 + y * v
        a = v + y * a
        v = v4 + y * v
        a = v + y * a
        v = v3 + y * v
        a = v + x * a
        v = v2 + x * v
        a = v + x * a
        v = v1 + x * v
        A[k] = v + x * a
        V[k] = v0 + x * v


@inline
def read_between(H, times, Q, U):
    """Fill poses Q[k], velocities U[k, :, 0] and accelerations U[k, :, 1] at times[k], from `fit`."""
    clock, poly, lines = tb.clock(H), tb.poly(H), tb.lines(H)[: times.size]
    planar = tb.x(H).shape[1] == 3
    for b in range(Q.shape[1]):
        for c in range(7):
            if planar and (c == 2 or c == 4 or c == 5):
                continue
            if c < 3:
                read_line(poly, 7 * b + c, clock, times, Q[:, b, c], U[:, b, 0, c], U[:, b, 1, c])
            else:
                read_line(poly, 7 * b + c, clock, times, Q[:, b, c], lines[:, c - 3], lines[:, c + 1])
        for k in range(times.size):
            w, i, j, m, d = Q[k, b, 3], Q[k, b, 4], Q[k, b, 5], Q[k, b, 6], lines[k]
            unit = 1.0 / sqrt(w * w + i * i + j * j + m * m)
            w, i, j, m = w * unit, i * unit, j * unit, m * unit
            Q[k, b, 3], Q[k, b, 6] = w, m
            if planar:
                U[k, b, 0, 5] = 2.0 * (w * d[3] - m * d[0])
                U[k, b, 1, 5] = 2.0 * (w * d[7] - m * d[4])
                continue
            Q[k, b, 4], Q[k, b, 5] = i, j
            U[k, b, 0, 3], U[k, b, 0, 4], U[k, b, 0, 5] = spin(w, i, j, m, d[0], d[1], d[2], d[3])
            U[k, b, 1, 3], U[k, b, 1, 4], U[k, b, 1, 5] = spin(w, i, j, m, d[4], d[5], d[6], d[7])


@inline
def error_between(H, t, length, Q, U):
    """Return the largest relative residual of the motion Q, U at time t.

    Positions are held to rounding; accelerations, which are the derivatives of the velocities read, may be
    worse by ACCELERATION.
    """
    if at_time(H, t) != 0:
        return 1e300
    rows, X, rhs = tb.rows(H), tb.X(H), tb.rhs(H)
    worst = evaluate(H, t, Q.ctypes.data)
    size = 1e-300
    for b in range(U.shape[0]):
        for i in range(3):
            turn = U[b, 0, i + 3]
            size = max(size, abs(U[b, 1, i]) / length, abs(U[b, 1, i + 3]), turn * turn)
    for order in range(1, 3):
        move_features(tb.bodies(H), tb.features(H), Q, U, order, X)
    gauge_all_rates(H, 2, True)
    right_side(H, t, 2, rhs)
    for i in range(rhs.size):
        worst = max(worst, abs(rhs[i]) * rows[i].scale / (ACCELERATION * size))
    return worst
