"""Vectors and rotations as scalars: numba keeps them in registers."""

from math import cos, sin, sqrt

from ..compiler.jit import inline


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
def exponential(w, x, y, z, ax, ay, az):
    """Return the Euler parameters (w, x, y, z) turned by the rotation vector a, in ground axes."""
    square = ax * ax + ay * ay + az * az
    if square < 1e-8:
        c, s = 1.0 - square / 8.0, 1.0 - square / 24.0
    else:
        angle = 0.5 * sqrt(square)
        c, s = cos(angle), sin(angle) / angle
    dw, dx, dy, dz = turned(w, x, y, z, ax, ay, az)
    return c * w + s * dw, c * x + s * dx, c * y + s * dy, c * z + s * dz


@inline
def turned_matrix(R, S):
    """Return R S R^T as (xx, yy, zz, xy, xz, yz): R by rows, S symmetric."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = R
    ax, ay = xx * S[0, 0] + xy * S[1, 0] + xz * S[2, 0], xx * S[0, 1] + xy * S[1, 1] + xz * S[2, 1]
    bx, by = yx * S[0, 0] + yy * S[1, 0] + yz * S[2, 0], yx * S[0, 1] + yy * S[1, 1] + yz * S[2, 1]
    cx, cy = zx * S[0, 0] + zy * S[1, 0] + zz * S[2, 0], zx * S[0, 1] + zy * S[1, 1] + zz * S[2, 1]
    az, bz = xx * S[0, 2] + xy * S[1, 2] + xz * S[2, 2], yx * S[0, 2] + yy * S[1, 2] + yz * S[2, 2]
    cz = zx * S[0, 2] + zy * S[1, 2] + zz * S[2, 2]
    return (
        ax * xx + ay * xy + az * xz,
        bx * yx + by * yy + bz * yz,
        cx * zx + cy * zy + cz * zz,
        ax * yx + ay * yy + az * yz,
        ax * zx + ay * zy + az * zz,
        bx * zx + by * zy + bz * zz,
    )
