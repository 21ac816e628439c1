"""Poses between two solved positions: the polynomial through both ends and their derivatives.

With value and p derivatives at both ends (p = 2 or 3), s from 0 to 1 over the step:

    q(s) = sum_j  h^j [ q0^(j) b_j(s) + (-1)^j q1^(j) b_j(1 - s) ],
    b_j(s) = s^j / j!  (1 - s)^(p + 1)  sum_(k <= p - j) C(p + k, k) s^k.

Beyond s = 1 the same polynomial predicts the next position.
"""

from __future__ import annotations

from math import comb, factorial, sqrt

import numpy as np

from . import tables as tb
from ._jit import inline, kernel
from .features import move_features
from .measures import measure_derivatives
from .motion import evaluate, set_time
from .rows import right_side


def _basis(p):
    """Return the coefficients of b_0 ... b_3, lowest power first, padded with zeros."""
    table = np.zeros((4, 8))
    for j in range(p + 1):
        series = np.polynomial.Polynomial([comb(p + k, k) for k in range(p - j + 1)])
        rise = np.polynomial.Polynomial([0.0] * j + [1.0 / factorial(j)])
        b = rise * np.polynomial.Polynomial([1.0, -1.0]) ** (p + 1) * series
        table[j, : len(b.coef)] = b.coef
    return table


BASIS = np.array([_basis(2), _basis(3)])
"""Coefficients of the basis for p = 2 and p = 3."""


@inline
def horner(c, s):
    """Return value, first and second derivative of a polynomial of degree seven."""
    v, d, dd = 0.0, 0.0, 0.0
    for k in range(7, -1, -1):
        dd = dd * s + d
        d = d * s + v
        v = v * s + c[k]
    return v, d, 2.0 * dd


@kernel
def hermite(H, s, h, p, out):
    """Fill out with the pose at s of the last step (s = 1 is its end), from p derivatives at each end."""
    q0, q1, r0, r1 = tb.before(H), tb.q(H), tb.rates0(H), tb.rates(H)
    a0, _, _ = horner(BASIS[p - 2, 0], s)
    a1, _, _ = horner(BASIS[p - 2, 1], s)
    a2, _, _ = horner(BASIS[p - 2, 2], s)
    a3, _, _ = horner(BASIS[p - 2, 3], s)
    b1, _, _ = horner(BASIS[p - 2, 1], 1.0 - s)
    b2, _, _ = horner(BASIS[p - 2, 2], 1.0 - s)
    b3, _, _ = horner(BASIS[p - 2, 3], 1.0 - s)
    a1, b1, a2, b2, a3, b3 = h * a1, -h * b1, h * h * a2, h * h * b2, h * h * h * a3, -h * h * h * b3
    for b in range(q1.shape[0]):
        for i in range(7):
            # b_0(s) + b_0(1 - s) = 1: written as a change of q1, so that rounding stays small
            value = q1[b, i] + a0 * (q0[b, i] - q1[b, i])
            value += a1 * r0[0, b, i] + b1 * r1[0, b, i] + a2 * r0[1, b, i] + b2 * r1[1, b, i]
            out[b, i] = value + a3 * r0[2, b, i] + b3 * r1[2, b, i]


@inline
def spin(w, x, y, z, dw, dx, dy, dz):
    """Return the vector part of 2 (dw, dx, dy, dz) times the conjugate of (w, x, y, z)."""
    return (
        2.0 * (w * dx - dw * x - (dy * z - dz * y)),
        2.0 * (w * dy - dw * y - (dz * x - dx * z)),
        2.0 * (w * dz - dw * z - (dx * y - dy * x)),
    )


@kernel
def interpolate(H, s, h, Q, U):
    """Fill pose Q[b] and velocity and acceleration U[b, :2] at s of the last step (three derivatives known)."""
    q0, q1, r0, r1 = tb.before(H), tb.q(H), tb.rates0(H), tb.rates(H)
    planar = tb.x(H).shape[1] == 3
    f0, f0d, f0dd = horner(BASIS[1, 0], s)
    f1, f1d, f1dd = horner(BASIS[1, 1], s)
    f2, f2d, f2dd = horner(BASIS[1, 2], s)
    f3, f3d, f3dd = horner(BASIS[1, 3], s)
    g1, g1d, g1dd = horner(BASIS[1, 1], 1.0 - s)
    g2, g2d, g2dd = horner(BASIS[1, 2], 1.0 - s)
    g3, g3d, g3dd = horner(BASIS[1, 3], 1.0 - s)
    h2, h3, n = h * h, h * h * h, 1.0 / h
    for b in range(q1.shape[0]):
        wv, wa, xv, xa, yv, ya, zv, za = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(7):
            if planar and (i == 2 or i == 4 or i == 5):
                continue
            c0 = q0[b, i] - q1[b, i]
            c1, d1 = h * r0[0, b, i], h * r1[0, b, i]
            c2, d2 = h2 * r0[1, b, i], h2 * r1[1, b, i]
            c3, d3 = h3 * r0[2, b, i], h3 * r1[2, b, i]
            Q[b, i] = q1[b, i] + c0 * f0 + c1 * f1 - d1 * g1 + c2 * f2 + d2 * g2 + c3 * f3 - d3 * g3
            v = (c0 * f0d + c1 * f1d + d1 * g1d + c2 * f2d - d2 * g2d + c3 * f3d + d3 * g3d) * n
            a = (c0 * f0dd + c1 * f1dd - d1 * g1dd + c2 * f2dd + d2 * g2dd + c3 * f3dd - d3 * g3dd) * n * n
            if i < 3:
                U[b, 0, i], U[b, 1, i] = v, a
            else:
                if i == 3:
                    wv, wa = v, a
                elif i == 4:
                    xv, xa = v, a
                elif i == 5:
                    yv, ya = v, a
                else:
                    zv, za = v, a
        w, x, y, z = Q[b, 3], Q[b, 4], Q[b, 5], Q[b, 6]
        length = 1.0 / sqrt(w * w + x * x + y * y + z * z)
        w, x, y, z = w * length, x * length, y * length, z * length
        Q[b, 3], Q[b, 4], Q[b, 5], Q[b, 6] = w, x, y, z
        U[b, 0, 3], U[b, 0, 4], U[b, 0, 5] = spin(w, x, y, z, wv, xv, yv, zv)
        U[b, 1, 3], U[b, 1, 4], U[b, 1, 5] = spin(w, x, y, z, wa, xa, ya, za)
        for i in range(6):
            U[b, 2, i] = 0.0


@kernel
def read_between(H, times, k, Q, U):
    """Fill Q[k], U[k] at times[k] inside the last step."""
    memory = tb.memory(H)
    h = memory[1]
    interpolate(H, (times[k] - memory[0] + h) / h, h, Q[k], U[k])


@kernel
def error_between(H, times, k, length, Q, U):
    """Read the motion at times[k] inside the last step; return its largest relative residual.

    Positions are held to rounding, velocities and accelerations to what a polynomial of degree seven
    can give: they are divided by 1e3 and 1e4 before they are compared with positions.
    """
    read_between(H, times, k, Q, U)
    if set_time(H, times[k]) != 0:
        return 1e300
    rows, X, M, rhs = tb.rows(H), tb.X(H), tb.M(H), tb.rhs(H)
    worst = evaluate(H, times[k], Q[k])
    v, a = 1e-300, 1e-300
    for b in range(U.shape[1]):
        for i in range(3):
            turn = abs(U[k, b, 0, i + 3])
            v = max(v, abs(U[k, b, 0, i]) / length, turn)
            a = max(a, abs(U[k, b, 1, i]) / length, abs(U[k, b, 1, i + 3]), turn * turn)
    for order in range(1, 3):
        move_features(tb.bodies(H), tb.features(H), Q[k], U[k], order, X)
        measure_derivatives(tb.measures(H), X, order, M)
        right_side(H, times[k], M, order, rhs)
        size = 1e3 * v if order == 1 else 1e4 * a
        for i in range(rhs.size):
            worst = max(worst, abs(rhs[i]) * rows[i].scale / size)
    return worst
