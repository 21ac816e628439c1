"""Vectors and rotations as scalars: numba keeps them in registers."""

from __future__ import annotations

from ._jit import inline


@inline
def cross(ax, ay, az, bx, by, bz):
    """Return a x b."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@inline
def rotation(w, x, y, z):
    """Return the rotation matrix of Euler parameters of any length, row by row."""
    k = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        1.0 - k * (y * y + z * z),
        k * (x * y - w * z),
        k * (x * z + w * y),
        k * (x * y + w * z),
        1.0 - k * (x * x + z * z),
        k * (y * z - w * x),
        k * (x * z - w * y),
        k * (y * z + w * x),
        1.0 - k * (x * x + y * y),
    )


@inline
def turned(w, x, y, z, ax, ay, az):
    """Return half of (0, a) times (w, x, y, z): the rate of Euler parameters for angular velocity a."""
    return (
        0.5 * (-ax * x - ay * y - az * z),
        0.5 * (ax * w + ay * z - az * y),
        0.5 * (-ax * z + ay * w + az * x),
        0.5 * (ax * y - ay * x + az * w),
    )
