"""The directions in which the joints can push, in the metric of the masses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..base.zero import SOLVED
from .momenta import times


@dataclass(frozen=True)
class ReactionSpace:
    """Rows J at one pose as A = scale J C, with C C = M^-1, and the singular values of A that are not zero.

    Attributes
    ----------
    J : array, shape (rows, bodies * d)
    scale : array, shape (rows,)
        Brings the rows of A to unit length: lengths and angles count alike.
    root : array, shape (bodies, d, d)
        C.
    U, s, Vt : arrays, shape (rows, r), (r,), (r, bodies * d)
        A = U s Vt. A force J^T lam is C^-1 Vt^T z with z = s U^T (lam / scale).
    """

    J: Array
    scale: Array
    root: Array
    U: Array
    s: Array
    Vt: Array

    def weighted(self, J: Array) -> Array:
        """Return rows of another pose in the same scale and metric."""
        return np.asarray(self.scale[:, None] * _in_metric(J, self.root))

    def twists(self, x: Array) -> Array:
        """Return C x, shape (bodies, d)."""
        return times(self.root, x.reshape(self.root.shape[:2]))

    @cached_property
    def pushes(self) -> Array:
        """Forces of unit components z, shape (bodies * d, r)."""
        return np.asarray(self.J.T @ (self.scale[:, None] * self.U / self.s))

    def components(self, lam: Array) -> Array:
        """Return z of multipliers."""
        return np.asarray(self.s * (self.U.T @ (lam / self.scale)))

    def multipliers(self, z: Array) -> Array:
        """Return the smallest multipliers that have these components."""
        return np.asarray(self.scale * (self.U @ (z / self.s)))

    def forces(self, lam: Array) -> Array:
        """Return J^T lam, shape (bodies, d)."""
        return np.asarray((self.J.T @ lam).reshape(self.root.shape[:2]))

    def allowed(self, V: Array, slip: Array) -> tuple[Array, Array]:
        """Return the nearest twists to V without the residual `slip` of velocity, and the impulses lam for it."""
        z = -(self.U.T @ (self.scale * slip)) / self.s
        return V + self.twists(self.Vt.T @ z), self.multipliers(z)


def reaction_space(J: Array, root: Array) -> ReactionSpace:
    """Return the directions in which joints push at a pose: rows J, roots (bodies, d, d) of the inverse masses."""
    A = _in_metric(J, root)
    length = np.linalg.norm(A, axis=1)
    scale = np.divide(1.0, length, out=np.ones_like(length), where=length > 0)
    U, s, Vt = np.linalg.svd(scale[:, None] * A, full_matrices=False)
    r = int((s > SOLVED * s.max(initial=0.0)).sum())
    return ReactionSpace(J, scale, root, U[:, :r], s[:r], Vt[:r])


def _in_metric(J: Array, root: Array) -> Array:
    """Return J C."""
    count, d, _ = root.shape
    return np.asarray((J.reshape(len(J), count, 1, d) @ root).reshape(len(J), count * d))


def spread(blocks: Array, columns: Array) -> Array:
    """Return the blocks (bodies, d, d) times columns (bodies * d, n)."""
    count, d, _ = blocks.shape
    return np.asarray((blocks @ columns.reshape(count, d, columns.shape[1])).reshape(columns.shape))
