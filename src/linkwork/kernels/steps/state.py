"""The state of a simulation as one vector: coordinates, then velocities, then the work done.

In reference-point coordinates a body in the plane has the coordinates x, y and two Euler parameters, in space x, y, z
and four; velocities are the freedoms of the body. The work is that of all forces that have no potential, and of the
drivers. Another choice of coordinates has its own `unpack`, `pack` and `rates` (`stepping`) in the table of addresses;
everything else sees bodies only: the pose q, the velocity V[:, 0], the acceleration x.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import matrix_at, stage
from ..geometry.spatial import turned
from ..tables import fields as tb


@inline
def place_pose(H, pose):
    """Write positions, as `note_pose` orders them, to the pose q."""
    q = tb.q(H)
    planar = tb.x(H).shape[1] == 3
    for b in range(q.shape[0]):
        if planar:
            i = 4 * b
            q[b, 0], q[b, 1], q[b, 3], q[b, 6] = pose[i], pose[i + 1], pose[i + 2], pose[i + 3]
        else:
            for k in range(7):
                q[b, k] = pose[7 * b + k]


@stage("iis")
def unpack(H, state):
    """Write the state at an address to the pose q and the velocity V[:, 0]; return 0 or a status."""
    s, V, (count, d) = matrix_at(state, 1, tb.s(H).size)[0], tb.V(H), tb.x(H).shape
    place_pose(H, s)
    for b in range(count):
        if d == 3:
            j = 4 * count + 3 * b
            V[b, 0, 0], V[b, 0, 1], V[b, 0, 5] = s[j], s[j + 1], s[j + 2]
        else:
            j = 7 * count + 6 * b
            for k in range(6):
                V[b, 0, k] = s[j + k]
    return 0


@stage("iis")
def pack(H, state):
    """Write the pose q, its Euler parameters brought to unit length, and the velocity V[:, 0] to the state."""
    s, q, V, (count, d) = matrix_at(state, 1, tb.s(H).size)[0], tb.q(H), tb.V(H), tb.x(H).shape
    for b in range(count):
        n = 1.0 / sqrt(q[b, 3] * q[b, 3] + q[b, 4] * q[b, 4] + q[b, 5] * q[b, 5] + q[b, 6] * q[b, 6])
        for k in range(3, 7):
            q[b, k] *= n
        if d == 3:
            i, j = 4 * b, 4 * count + 3 * b
            s[i], s[i + 1], s[i + 2], s[i + 3] = q[b, 0], q[b, 1], q[b, 3], q[b, 6]
            s[j], s[j + 1], s[j + 2] = V[b, 0, 0], V[b, 0, 1], V[b, 0, 5]
        else:
            i, j = 7 * b, 7 * count + 6 * b
            for k in range(7):
                s[i + k] = q[b, k]
            for k in range(6):
                s[j + k] = V[b, 0, k]
    return 0


@inline
def pose_rates(H, rate):
    """Write the time derivatives of the positions to `rate`."""
    q, V = tb.q(H), tb.V(H)
    planar = tb.x(H).shape[1] == 3
    for b in range(q.shape[0]):
        if planar:
            i, half = 4 * b, 0.5 * V[b, 0, 5]
            rate[i], rate[i + 1], rate[i + 2], rate[i + 3] = V[b, 0, 0], V[b, 0, 1], -half * q[b, 6], half * q[b, 3]
        else:
            i = 7 * b
            rate[i], rate[i + 1], rate[i + 2] = V[b, 0, 0], V[b, 0, 1], V[b, 0, 2]
            rate[i + 3], rate[i + 4], rate[i + 5], rate[i + 6] = turned(
                q[b, 3], q[b, 4], q[b, 5], q[b, 6], V[b, 0, 3], V[b, 0, 4], V[b, 0, 5]
            )


@inline
def pack_rates(H, power, k):
    """Write the rates of the state, with the accelerations x, to k."""
    x = tb.x(H)
    count, d = x.shape
    pose_rates(H, k)
    first = k.size - 1 - x.size
    for b in range(count):
        for n in range(d):
            k[first + d * b + n] = x[b, n]
    k[k.size - 1] = power


@inline
def note_pose(H, pose, rate, second):
    """Write positions, their rates and their second time derivatives from the bodies' motion."""
    q, x, V = tb.q(H), tb.x(H), tb.V(H)
    pose_rates(H, rate)
    planar = x.shape[1] == 3
    for b in range(q.shape[0]):
        if planar:
            i, half, turn = 4 * b, 0.5 * V[b, 0, 5], 0.5 * x[b, 2]
            pose[i], pose[i + 1], pose[i + 2], pose[i + 3] = q[b, 0], q[b, 1], q[b, 3], q[b, 6]
            second[i], second[i + 1] = x[b, 0], x[b, 1]
            second[i + 2] = -turn * q[b, 6] - half * rate[i + 3]
            second[i + 3] = turn * q[b, 3] + half * rate[i + 2]
            continue
        i = 7 * b
        for k in range(7):
            pose[i + k] = q[b, k]
        second[i], second[i + 1], second[i + 2] = x[b, 0], x[b, 1], x[b, 2]
        a0, a1, a2, a3 = turned(q[b, 3], q[b, 4], q[b, 5], q[b, 6], x[b, 3], x[b, 4], x[b, 5])
        b0, b1, b2, b3 = turned(rate[i + 3], rate[i + 4], rate[i + 5], rate[i + 6], V[b, 0, 3], V[b, 0, 4], V[b, 0, 5])
        second[i + 3], second[i + 4], second[i + 5], second[i + 6] = a0 + b0, a1 + b1, a2 + b2, a3 + b3


@inline
def quickest(V, x, length):
    """Return the largest velocity and acceleration of all bodies, as turns at the radius `length` [1/s, 1/s^2]."""
    turns = 2 if x.shape[1] == 3 else 3
    velocity, acceleration = 0.0, 0.0
    for b in range(x.shape[0]):
        for i in range(3):
            velocity = max(velocity, abs(V[b, 0, i]) / length, abs(V[b, 0, 3 + i]))
        for i in range(x.shape[1]):
            acceleration = max(acceleration, abs(x[b, i]) / (length if i < turns else 1.0))
    return velocity, acceleration
