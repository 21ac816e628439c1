"""The state of a simulation as one vector: positions of all bodies, then velocities, then the work done.

In the plane a body has the positions x, y and two Euler parameters, in space x, y, z and four; velocities
are the freedoms of the body. The work is that of all forces that have no potential, and of the drivers.
"""

from __future__ import annotations

from math import sqrt

from . import tables as tb
from ._jit import inline
from .spatial import turned


@inline
def unpack(H, s):
    """Write the state s to the pose q and the velocity V[:, 0]."""
    q, V = tb.q(H), tb.V(H)
    count = q.shape[0]
    if tb.x(H).shape[1] == 3:
        for b in range(count):
            i, j = 4 * b, 4 * count + 3 * b
            q[b, 0], q[b, 1], q[b, 3], q[b, 6] = s[i], s[i + 1], s[i + 2], s[i + 3]
            V[b, 0, 0], V[b, 0, 1], V[b, 0, 5] = s[j], s[j + 1], s[j + 2]
        return
    for b in range(count):
        i, j = 7 * b, 7 * count + 6 * b
        for k in range(7):
            q[b, k] = s[i + k]
        for k in range(6):
            V[b, 0, k] = s[j + k]


@inline
def pack(H, s):
    """Write the pose q, its Euler parameters brought to unit length, and the velocity V[:, 0] to the state s."""
    q, V = tb.q(H), tb.V(H)
    count = q.shape[0]
    planar = tb.x(H).shape[1] == 3
    for b in range(count):
        n = 1.0 / sqrt(q[b, 3] * q[b, 3] + q[b, 4] * q[b, 4] + q[b, 5] * q[b, 5] + q[b, 6] * q[b, 6])
        for k in range(3, 7):
            q[b, k] *= n
        if planar:
            i, j = 4 * b, 4 * count + 3 * b
            s[i], s[i + 1], s[i + 2], s[i + 3] = q[b, 0], q[b, 1], q[b, 3], q[b, 6]
            s[j], s[j + 1], s[j + 2] = V[b, 0, 0], V[b, 0, 1], V[b, 0, 5]
        else:
            i, j = 7 * b, 7 * count + 6 * b
            for k in range(7):
                s[i + k] = q[b, k]
            for k in range(6):
                s[j + k] = V[b, 0, k]


@inline
def pack_rates(H, power, k):
    """Write the rates of the state, with the accelerations x, to k."""
    q, V, x = tb.q(H), tb.V(H), tb.x(H)
    count = q.shape[0]
    if x.shape[1] == 3:
        for b in range(count):
            i, j, half = 4 * b, 4 * count + 3 * b, 0.5 * V[b, 0, 5]
            k[i], k[i + 1], k[i + 2], k[i + 3] = V[b, 0, 0], V[b, 0, 1], -half * q[b, 6], half * q[b, 3]
            k[j], k[j + 1], k[j + 2] = x[b, 0], x[b, 1], x[b, 2]
    else:
        for b in range(count):
            i, j = 7 * b, 7 * count + 6 * b
            k[i], k[i + 1], k[i + 2] = V[b, 0, 0], V[b, 0, 1], V[b, 0, 2]
            k[i + 3], k[i + 4], k[i + 5], k[i + 6] = turned(
                q[b, 3], q[b, 4], q[b, 5], q[b, 6], V[b, 0, 3], V[b, 0, 4], V[b, 0, 5]
            )
            for n in range(6):
                k[j + n] = x[b, n]
    k[k.size - 1] = power


@inline
def second_rates(H, k, out):
    """Write the second time derivatives of the positions to out; k holds the rates of the state."""
    q, x, V = tb.q(H), tb.x(H), tb.V(H)
    count = q.shape[0]
    if x.shape[1] == 3:
        for b in range(count):
            i, half, turn = 4 * b, 0.5 * V[b, 0, 5], 0.5 * x[b, 2]
            out[i], out[i + 1] = x[b, 0], x[b, 1]
            out[i + 2] = -turn * q[b, 6] - half * k[i + 3]
            out[i + 3] = turn * q[b, 3] + half * k[i + 2]
        return
    for b in range(count):
        i = 7 * b
        out[i], out[i + 1], out[i + 2] = x[b, 0], x[b, 1], x[b, 2]
        a0, a1, a2, a3 = turned(q[b, 3], q[b, 4], q[b, 5], q[b, 6], x[b, 3], x[b, 4], x[b, 5])
        b0, b1, b2, b3 = turned(k[i + 3], k[i + 4], k[i + 5], k[i + 6], V[b, 0, 3], V[b, 0, 4], V[b, 0, 5])
        out[i + 3], out[i + 4], out[i + 5], out[i + 6] = a0 + b0, a1 + b1, a2 + b2, a3 + b3
