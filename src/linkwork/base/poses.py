"""Poses (bodies, 7) moved along twists, and what lies between two of them.

A displacement is (bodies * d,) numbers: shifts of the centres of mass, then a rotation vector in ground axes; in the
plane d = 3 (x, y, turn). Twists (bodies, 6) and their d components a body change into each other.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array

PLANAR = [0, 1, 5]
"""Components of a twist that matter in the plane."""


def kept_by(d: int) -> list[int]:
    """Return the components of a twist, or wrench, that d freedoms of a body keep."""
    return PLANAR if d == 3 else [0, 1, 2, 3, 4, 5]


def shift_count(d: int) -> int:
    """Return how many of the d freedoms of a body are shifts; the others are turns."""
    return 2 if d == 3 else 3


def freedoms_of(V: Array, d: int) -> Array:
    """Return twists (bodies, 6) as (bodies * d,) components."""
    return np.array((V[:, PLANAR] if d == 3 else V).ravel())


def twists_of(v: Array, d: int) -> Array:
    """Return (bodies * d,) components as twists (bodies, 6)."""
    twists = np.zeros((v.size // d, 6))
    twists[:, kept_by(d)] = v.reshape(-1, d)
    return twists


def largest(x: Array, d: int, length: float) -> float:
    """Return the largest part of a displacement (bodies * d,), shifts relative to a length."""
    parts, shifts = np.abs(x.reshape(-1, d)), shift_count(d)
    return float(max(parts[:, :shifts].max(initial=0.0) / length, parts[:, shifts:].max(initial=0.0)))


def skew(a: Array) -> Array:
    """Return the matrices (..., 3, 3) of the products a x ..."""
    out = np.zeros((*a.shape, 3))
    out[..., [2, 0, 1], [1, 2, 0]] = a
    out[..., [1, 2, 0], [2, 0, 1]] = -a
    return out


def derivatives_of(arm: Array, w: Array, dw: Array, ddw: Array) -> tuple[Array, Array, Array, Array]:
    """Return vectors that turn with w, w', w'' and their first three derivatives, each (..., 3)."""
    first = np.cross(w, arm)
    second = np.cross(dw, arm) + np.cross(w, first)
    return arm, first, second, np.cross(ddw, arm) + 2.0 * np.cross(dw, first) + np.cross(w, second)


def moved(q: Array, x: Array, d: int) -> Array:
    """Return the poses q moved by the displacement x: shifts added, turns by the exponential of rotation vectors."""
    if d == 3:
        return _moved_in_plane(q, x.reshape(-1, 3))
    steps = twists_of(x, d)
    new = q.copy()
    new[:, :3] += steps[:, :3]
    half = 0.5 * steps[:, 3:]
    angle = np.linalg.norm(half, axis=1, keepdims=True)
    turn = np.column_stack([np.cos(angle), np.sinc(angle / np.pi) * half])
    new[:, 3:] = _product(turn, q[:, 3:])
    return new


def _moved_in_plane(q: Array, x: Array) -> Array:
    """Return the poses q moved by displacements x (bodies, 3)."""
    new, half = q.copy(), 0.5 * x[:, 2]
    c, s = np.cos(half), np.sin(half)
    new[:, :2] += x[:, :2]
    new[:, 3], new[:, 6] = c * q[:, 3] - s * q[:, 6], s * q[:, 3] + c * q[:, 6]
    return new


def between(q0: Array, q1: Array, d: int) -> Array:
    """Return the displacement from poses q0 to q1, turns less than half a turn: q1 = moved(q0, x)."""
    if d == 3:
        x = q1[:, :3] - q0[:, :3]
        c, s = q0[:, 3] * q1[:, 3] + q0[:, 6] * q1[:, 6], q0[:, 3] * q1[:, 6] - q0[:, 6] * q1[:, 3]
        x[:, 2] = 2.0 * np.arctan2(np.where(c < 0.0, -s, s), np.abs(c))
        return x.ravel()
    inverse = q0[:, 3:] * [1.0, -1.0, -1.0, -1.0]
    turn = _product(q1[:, 3:], inverse)
    turn = np.where(turn[:, :1] < 0.0, -turn, turn)
    size = np.linalg.norm(turn[:, 1:], axis=1)
    # 2 atan2(s, c) / s tends to 2 where the turn vanishes
    factor = np.divide(2.0 * np.arctan2(size, turn[:, 0]), size, out=np.full_like(size, 2.0), where=size > 1e-12)
    twists = np.column_stack([q1[:, :3] - q0[:, :3], factor[:, None] * turn[:, 1:]])
    return freedoms_of(twists, d)


def _product(a: Array, b: Array) -> Array:
    """Return the products of Euler parameters (n, 4), scalar first."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a.T, b.T
    return np.column_stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + bw * ax + ay * bz - az * by,
            aw * by + bw * ay + az * bx - ax * bz,
            aw * bz + bw * az + ax * by - ay * bx,
        ]
    )
