"""Vectors and rotations as scalars: numba keeps them in registers."""

from __future__ import annotations

from ..compiler.jit import inline


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


@inline
def turned_matrix(R, m, k):
    """Return R S R^T as (xx, yy, zz, xy, xz, yz): R by rows, S the symmetric matrix in m[k : k + 9]."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = R
    ax, ay = xx * m[k] + xy * m[k + 3] + xz * m[k + 6], xx * m[k + 1] + xy * m[k + 4] + xz * m[k + 7]
    bx, by = yx * m[k] + yy * m[k + 3] + yz * m[k + 6], yx * m[k + 1] + yy * m[k + 4] + yz * m[k + 7]
    cx, cy = zx * m[k] + zy * m[k + 3] + zz * m[k + 6], zx * m[k + 1] + zy * m[k + 4] + zz * m[k + 7]
    az, bz = xx * m[k + 2] + xy * m[k + 5] + xz * m[k + 8], yx * m[k + 2] + yy * m[k + 5] + yz * m[k + 8]
    cz = zx * m[k + 2] + zy * m[k + 5] + zz * m[k + 8]
    return (
        ax * xx + ay * xy + az * xz,
        bx * yx + by * yy + bz * yz,
        cx * zx + cy * zy + cz * zz,
        ax * yx + ay * yy + az * yz,
        ax * zx + ay * zy + az * zz,
        bx * zx + by * zy + bz * zz,
    )
