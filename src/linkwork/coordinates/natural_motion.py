"""Poses and twists of bodies from the points and directions that carry them, all bodies at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..base.rotation import matrix_quaternion
from .natural_frames import TURN, Frame
from .natural_layout import Layout

Array = NDArray[np.float64]


class FrameMotion:
    """How the frames of all bodies move with the coordinates.

    Attributes
    ----------
    A : array, shape (bodies, 4 or 2, dim, n)
        Weights of p0, b1, b2, b3 of every body (in the plane of p0, b1); zero where a body has fewer directions.
        Directions have length 1: lengths and unit vectors then tell alike how a body is turned.
    a : array, shape (bodies, 4 or 2, dim)
        Their constant parts.
    local : array, shape (bodies, 3 or 1, dim)
        b1, b2, b3 in body axes, of length 1.
    arm : array, shape (bodies, dim)
        Centre of mass from p0, body axes.
    """

    def __init__(self, layout: Layout, frames: Sequence[Frame], coms: Sequence[Array]) -> None:
        dim, n = layout.dim, layout.n
        most = 3 if dim == 3 else 1
        self.dim = dim
        self.A, self.a = np.zeros((len(frames), 1 + most, dim, n)), np.zeros((len(frames), 1 + most, dim))
        self.local, self.arm = np.zeros((len(frames), most, dim)), np.zeros((len(frames), dim))
        for b, (frame, com) in enumerate(zip(frames, coms, strict=True)):
            parts = [layout.element(frame.origin), *(layout.direction(d) for d in frame.base)]
            sizes = [1.0, *(float(np.linalg.norm(d.local)) for d in frame.base)]
            for k, (part, size) in enumerate(zip(parts, sizes, strict=True)):
                self.A[b, k], self.a[b, k] = part.A / size, part.a / size
            self.local[b, : len(frame.base)] = [d.local / size for d, size in zip(frame.base, sizes[1:], strict=True)]
            self.arm[b] = com[:dim] - frame.place

    def rotations(self, directions: Array) -> Array:
        """Return the rotations nearest to directions = R local, shape (bodies, dim, dim)."""
        product = np.einsum("bki,bkj->bij", directions, self.local)
        if self.dim == 2:
            c, s = product[:, 0, 0] + product[:, 1, 1], product[:, 1, 0] - product[:, 0, 1]
            c, s = c / np.hypot(c, s), s / np.hypot(c, s)
            return np.stack([c, -s, s, c], axis=-1).reshape(-1, 2, 2)
        left, _, right = np.linalg.svd(product)
        left[:, :, 2] *= np.sign(np.linalg.det(left @ right))[:, None]
        return np.asarray(left @ right)

    def bodies(self, z: Array, v: Array, near: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7), with Euler parameters nearest to those of `near`, and twists (bodies, 6)."""
        y, rate, dim = self.A @ z + self.a, self.A @ v, self.dim
        R = self.rotations(y[:, 1:])
        arm = np.einsum("bij,bj->bi", R, self.arm)
        spin = np.einsum("bin,n->bi", self._spin_map(y), v)
        q, V = near.copy(), np.zeros((len(y), 6))
        q[:, :dim] = y[:, 0] + arm
        if dim == 2:
            half = 0.5 * np.arctan2(R[:, 1, 0], R[:, 0, 0])
            q[:, 3:] = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
            V[:, 5], V[:, :2] = spin[:, 0], rate[:, 0] + spin * (arm @ TURN.T)
        else:
            q[:, 3:] = np.array([matrix_quaternion(r) for r in R]).reshape(-1, 4)
            V[:, 3:], V[:, :3] = spin, rate[:, 0] + np.einsum("bij,bj->bi", _skew(spin), arm)
        signs = np.where((q[:, 3:] * near[:, 3:]).sum(axis=1) < 0, -1.0, 1.0)
        q[:, 3:] *= signs[:, None]
        return q, V

    def _spin_map(self, y: Array) -> Array:
        """Return the maps from z' to angular velocities, shape (bodies, 1 or 3, n): sum b x (b' - w x b) = 0."""
        B = self.A[:, 1:]
        if self.dim == 2:
            b, square = y[:, 1], (y[:, 1] ** 2).sum(axis=1)
            return np.asarray((b[:, :1] * B[:, 0, 1] - b[:, 1:] * B[:, 0, 0]) / square[:, None])[:, None]
        total = np.einsum("bkij,bkjn->bin", _skew(y[:, 1:]), B)
        return np.linalg.solve(_gram(y[:, 1:]), total)

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return T (bodies * d, n) and the bias (bodies * d,) of t = T z', t' = T z'' + bias."""
        y, n = self.A @ z + self.a, len(z)
        arm = np.einsum("bij,bj->bi", self.rotations(y[:, 1:]), self.arm)
        spin = self._spin_map(y)
        w = spin @ v
        if self.dim == 2:
            shift = self.A[:, 0] + (arm @ TURN.T)[:, :, None] * spin
            T = np.concatenate([shift, spin], axis=1)
            bias = np.concatenate([-(w**2) * arm, 0.0 * w], axis=1)
            return T.reshape(bias.size, n), bias.ravel()
        shift = self.A[:, 0] - np.einsum("bij,bjn->bin", _skew(arm), spin)
        whirl = _skew(w) @ _skew(w)
        inward = np.einsum("bij,bkj->bki", whirl, y[:, 1:])  # w x (w x b)
        total = np.einsum("bkij,bkj->bi", _skew(y[:, 1:]), inward)
        turn = -np.linalg.solve(_gram(y[:, 1:]), total[:, :, None])[:, :, 0]
        pull = np.einsum("bij,bj->bi", _skew(turn) + whirl, arm)
        bias = np.concatenate([pull, turn], axis=1).ravel()
        return np.concatenate([shift, spin], axis=1).reshape(len(bias), n), bias


def _skew(a: Array) -> Array:
    """Return the matrices of a x, shape (..., 3, 3)."""
    matrix = np.zeros((*a.shape, 3))
    matrix[..., 0, 1], matrix[..., 0, 2], matrix[..., 1, 2] = -a[..., 2], a[..., 1], -a[..., 0]
    return np.asarray(matrix - np.swapaxes(matrix, -1, -2))


def _gram(directions: Array) -> Array:
    """Return sum |b|^2 1 - b b^T over the directions of every body, shape (bodies, 3, 3)."""
    squares = (directions**2).sum(axis=(1, 2))
    return np.asarray(squares[:, None, None] * np.eye(3) - np.einsum("bki,bkj->bij", directions, directions))
