"""Slender bodies: inertia that was added to make the mass matrix regular, taken out of the accelerations again.

With the added inertia D, (M + D) a = Q + J^T lam. Its moment D a is put on the right side until it no longer
changes: then M a = Q + J^T lam. The share of D in the inertia of the mechanism is the factor of convergence.
"""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .joining import join
from .spatial import rotation


@inline
def is_slender(m):
    """Return whether inertia was added to a body."""
    return m[20] != 0.0 or m[24] != 0.0 or m[28] != 0.0


@inline
def added_moment(H, b, ax, ay, az):
    """Return D a of body b for the angular acceleration a."""
    q, d = tb.q(H), tb.masses(H)[b, 20:]
    xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
    ux, uy, uz = xx * ax + yx * ay + zx * az, xy * ax + yy * ay + zy * az, xz * ax + yz * ay + zz * az
    lx = d[0] * ux + d[1] * uy + d[2] * uz
    ly = d[3] * ux + d[4] * uy + d[5] * uz
    lz = d[6] * ux + d[7] * uy + d[8] * uz
    return xx * lx + xy * ly + xz * lz, yx * lx + yy * ly + yz * lz, zx * lx + zy * ly + zz * lz


@stage("iif", optional=True)
def slim(H, t):
    """Take the added inertia out of the accelerations x and multipliers of the last `join`; return 0."""
    masses, x, force, moment = tb.masses(H), tb.x(H), tb.force(H), tb.added(H)
    for b in range(moment.shape[0]):
        moment[b, 0], moment[b, 1], moment[b, 2] = 0.0, 0.0, 0.0
    last = 1e300
    for _ in range(60):
        change, size = 0.0, 1e-300
        for b in range(moment.shape[0]):
            if not is_slender(masses[b]):
                continue
            mx, my, mz = added_moment(H, b, x[b, 3], x[b, 4], x[b, 5])
            change = max(change, abs(mx - moment[b, 0]), abs(my - moment[b, 1]), abs(mz - moment[b, 2]))
            size = max(size, abs(mx), abs(my), abs(mz))
            force[b, 3] += mx - moment[b, 0]
            force[b, 4] += my - moment[b, 1]
            force[b, 5] += mz - moment[b, 2]
            moment[b, 0], moment[b, 1], moment[b, 2] = mx, my, mz
        if change <= 1e-13 * size or change > 0.7 * last:
            break
        join(H, t)
        last = change
    for b in range(moment.shape[0]):
        force[b, 3] -= moment[b, 0]
        force[b, 4] -= moment[b, 1]
        force[b, 5] -= moment[b, 2]
    return 0
