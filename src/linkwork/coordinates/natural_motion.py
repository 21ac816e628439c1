"""Poses and twists of bodies from the points and directions that carry them, all bodies at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Array
from ..base.poses import derivatives_of, freedoms_of, skew
from ..base.rotation import matrices, matrix_quaternion, shortest_turn
from .natural_frames import TURN, Frame
from .natural_layout import Layout


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
    bars : list of int
        Bodies in space with one direction only, whose spin is none of the coordinates.
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
        self.bars = [b for b, frame in enumerate(frames) if not frame.fixes_pose]

    def rotations(self, directions: Array, near: Array) -> Array:
        """Return the rotations nearest to directions = R local, shape (bodies, dim, dim); of a bar that with no spin.

        A bar is turned from its rotation in the poses `near` by the shortest way.
        """
        product = np.einsum("bki,bkj->bij", directions, self.local)
        if self.dim == 2:
            c, s = product[:, 0, 0] + product[:, 1, 1], product[:, 1, 0] - product[:, 0, 1]
            c, s = c / np.hypot(c, s), s / np.hypot(c, s)
            return np.stack([c, -s, s, c], axis=-1).reshape(-1, 2, 2)
        left, _, right = np.linalg.svd(product)
        left[:, :, 2] *= np.sign(np.linalg.det(left @ right))[:, None]
        R = np.asarray(left @ right)
        for b in self.bars:
            before = matrices(near[b, 3:] / np.linalg.norm(near[b, 3:]))
            ends = before @ self.local[b, 0], directions[b, 0]
            R[b] = shortest_turn(*(end / np.linalg.norm(end) for end in ends)) @ before
        return R

    def bodies(self, z: Array, v: Array, near: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7), Euler parameters with the signs nearest to those of `near`, and twists (bodies, 6).

        The rotation is the one nearest to the directions that carry the body (polar projection).
        """
        y, dim = self.A @ z + self.a, self.dim
        R = self.rotations(y[:, 1:], near)
        q = near.copy()
        q[:, :dim] = y[:, 0] + np.einsum("bij,bj->bi", R, self.arm)
        if dim == 2:
            half = 0.5 * np.arctan2(R[:, 1, 0], R[:, 0, 0])
            q[:, 3:] = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
        else:
            q[:, 3:] = np.array([matrix_quaternion(r) for r in R]).reshape(-1, 4)
        signs = np.where((q[:, 3:] * near[:, 3:]).sum(axis=1) < 0, -1.0, 1.0)
        q[:, 3:] *= signs[:, None]
        return q, self.motion(z, [v], near)[:, 0]

    def _spin_map(self, y: Array) -> Array:
        """Return the maps from z' to angular velocities, shape (bodies, 1 or 3, n): sum b x (b' - w x b) = 0."""
        B = self.A[:, 1:]
        if self.dim == 2:
            b, square = y[:, 1], (y[:, 1] ** 2).sum(axis=1)
            return np.asarray((b[:, :1] * B[:, 0, 1] - b[:, 1:] * B[:, 0, 0]) / square[:, None])[:, None]
        total = np.einsum("bkij,bkjn->bin", skew(y[:, 1:]), B)
        return np.linalg.solve(self._gram(y[:, 1:]), total)

    def _gram(self, directions: Array) -> Array:
        """Return sum |b|^2 1 - b b^T over the directions of every body (bodies, 3, 3); of a bar |b|^2 1: no spin."""
        squares = (directions**2).sum(axis=(1, 2))
        outer = np.einsum("bki,bkj->bij", directions, directions)
        outer[slice(None) if self.dim == 2 else self.bars] = 0.0
        return np.asarray(squares[:, None, None] * np.eye(3) - outer)

    def twist_map(self, z: Array, v: Array, near: Array) -> tuple[Array, Array]:
        """Return T (bodies * d, n) and the bias (bodies * d,) of t = T z', t' = T z'' + bias.

        The angular velocity is that which carries the directions b best, sum b x (b' - w x b) = 0; exact where the
        rigid-body conditions hold.
        """
        y, dim = self.A @ z + self.a, self.dim
        arm = np.einsum("bij,bj->bi", self.rotations(y[:, 1:], near), self.arm)
        spin = self._spin_map(y)
        turned = (arm @ TURN.T)[:, :, None] * spin if dim == 2 else -np.einsum("bij,bjn->bin", skew(arm), spin)
        T = np.concatenate([self.A[:, 0] + turned, spin], axis=1)
        bias = self.motion(z, [v, np.zeros_like(v)], near)[:, 1]
        kept = freedoms_of(bias, 3 if dim == 2 else 6)
        return T.reshape(kept.size, len(z)), kept

    def motion(self, z: Array, rates: Sequence[Array], near: Array) -> Array:
        """Return twists, their first and second derivatives (bodies, 3, 6) for z', z'' and the third derivative of z.

        With w from sum b x (b' - w x b) = 0, w' from b'' = w' x b + w x b' and w'' from b''' = w'' x b + 2 w' x b' +
        w x b'' in the same way; the centre of mass stands at a fixed arm from p0. Orders not given stay zero.
        """
        y = np.zeros((4, *self.a.shape[:2], 3))
        y[0, ..., : self.dim] = self.A @ z + self.a
        for n, rate in enumerate(rates, start=1):
            y[n, ..., : self.dim] = self.A @ rate
        arm = np.zeros((len(self.arm), 3))
        arm[:, : self.dim] = np.einsum("bij,bj->bi", self.rotations(y[0, :, 1:, : self.dim], near), self.arm)
        return np.asarray(self._twists(y, arm, len(rates)))

    def _twists(self, y: Array, arm: Array, order: int) -> Array:
        """Return the motion (bodies, 3, 6) of origins and directions y (derivative, bodies, 1 + directions, 3)."""
        V, (b, db, ddb, dddb) = np.zeros((y.shape[1], 3, 6)), y[:, :, 1:]
        gram = self._gram(b)
        w, dw, ddw = V[:, 0, 3:], V[:, 1, 3:], V[:, 2, 3:]
        w[:] = _spin(gram, b, db)
        if order >= 2:
            dw[:] = _spin(gram, b, ddb - _cross(w, db))
        if order >= 3:
            ddw[:] = _spin(gram, b, dddb - 2.0 * _cross(dw, db) - _cross(w, ddb))
            one = b[self.bars, 0]  # a bar has w . b = 0 at all times, so that w'' . b = -b . (w' x w)
            ddw[self.bars] -= one * (one * np.cross(dw, w)[self.bars]).sum(axis=1, keepdims=True)
        turned = derivatives_of(arm, w, dw, ddw)
        for n in range(order):
            V[:, n, :3] = y[n + 1, :, 0] + turned[n + 1]
        return V


def _cross(w: Array, b: Array) -> Array:
    """Return w x b for the directions b (bodies, k, 3) of bodies with w (bodies, 3)."""
    return np.cross(w[:, None], b)


def _spin(gram: Array, b: Array, moved: Array) -> Array:
    """Return the turns w (bodies, 3) for which w x b comes nearest to `moved`, both (bodies, k, 3)."""
    return np.asarray(np.linalg.solve(gram, np.cross(b, moved).sum(axis=1)[:, :, None])[:, :, 0])
