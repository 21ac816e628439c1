"""The Cauchy-Euler step: accelerations are taken as constant over a step of h.

    v_1 = v_0 + h a_0,    q_1 = q_0 + h v_0 + h^2 / 2 a_0 = q_0 + h (v_0 + h / 2 a_0)

Explicit, one evaluation a step where the state is that of the bodies, of order one in velocities and so in positions;
exact where accelerations are constant.
"""

from ..compiler.jit import inline
from ..geometry.spatial import exponential
from ..tables import fields as tb
from .rates import SPEEDS, rates
from .state import pack, unpack

BODIES, OWN = 1, 2
"""What positions are: those of the bodies; coordinates of a formulation's own."""

MIDDLE = 1
"""Row of K for the rates of the positions with the mean velocity of the step."""


@inline
def turn_by(pose, x, y, z):
    """Turn a pose by a rotation vector; by the arc, so that angles of planar bodies move as they are written."""
    pose[3], pose[4], pose[5], pose[6] = exponential(pose[3], pose[4], pose[5], pose[6], x, y, z)


@inline
def move_bodies(H, h):
    """Fill the positions of s from those of the bodies at s0 and its rates K[0]."""
    s, q, V, K, (count, d) = tb.s(H), tb.q(H), tb.V(H), tb.K(H), tb.x(H).shape
    unpack(H, tb.s0(H).ctypes.data)
    first, shifts = K.shape[1] - 1 - count * d, 2 if d == 3 else 3
    for b in range(count):
        a, v = K[0, first + d * b : first + d * (b + 1)], V[b, 0]
        for n in range(shifts):
            q[b, n] += h * v[n] + 0.5 * h * h * a[n]
            v[n] += h * a[n]
        if d == 3:
            turn_by(q[b], 0.0, 0.0, h * v[5] + 0.5 * h * h * a[2])
            v[5] += h * a[2]
        else:
            half = 0.5 * h * h
            turn_by(q[b], h * v[3] + half * a[3], h * v[4] + half * a[4], h * v[5] + half * a[5])
            for n in range(3, 6):
                v[n] += h * a[n]
    pack(H, s.ctypes.data)
    return 0


@inline
def move_coordinates(H, h):
    """Fill the positions of s with the rates that they have at s0 with the mean velocity; return 0 or a status."""
    s, s0, K, parts = tb.s(H), tb.s0(H), tb.K(H), tb.parts(H)
    for i in range(parts.size):
        s[i] = s0[i] + (0.5 * h * K[0, i] if parts[i] >= SPEEDS else 0.0)
    status = rates(H, tb.control(H)[0].time, s.ctypes.data, K[MIDDLE].ctypes.data)
    for i in range(parts.size):
        s[i] = s0[i] + h * K[0 if parts[i] >= SPEEDS else MIDDLE, i]
    return status


@inline
def move_on(H, h):
    """Let the positions of s, which the velocities have reached already, move by h v + h^2 / 2 a."""
    return move_bodies(H, h) if tb.control(H)[0].constant == BODIES else move_coordinates(H, h)
