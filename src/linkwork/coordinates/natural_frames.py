"""The frame of a body carried by basic points and unit vectors.

A point of the body at xi (body axes) stands at

    r = p0 + k1 b1 + k2 b2 + k3 b3,   k = beta^-1 (xi - xi0),

p0 a basic point, b1, b2, b3 independent directions: unit vectors, or a basic point minus p0. The coefficients k are
constant, so that r is linear in the coordinates. In the plane one direction is enough: b2 is b1 turned by 90 degrees.
In space two directions fix the pose of a body; a third one is there where something out of their plane counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .rank import solve_min_norm

TURN = np.array([[0.0, -1.0], [1.0, 0.0]])
"""Turns a vector of the plane by 90 degrees."""

SLANT = 0.05
"""Least sine between a direction and those it shall be independent of: less makes scalar products insensitive."""

INSIDE = 1e-9
"""What is farther out of the span than this part of the size counts as out of it."""


@dataclass(frozen=True, eq=False)
class Direction:
    """A direction of a body: a unit vector (element `head`, no tail), or point `head` minus point `tail`.

    Attributes
    ----------
    head, tail : int
        Numbers of elements; tail = -1: a unit vector.
    local : array, shape (2,) or (3,)
        In body axes.
    """

    head: int
    tail: int
    local: Array

    @property
    def vector(self) -> bool:
        """Whether it is a unit vector."""
        return self.tail < 0


@dataclass(frozen=True, eq=False)
class Frame:
    """The point and the independent directions that carry a body.

    Attributes
    ----------
    origin : int
        Element of the point p0.
    place : array, shape (2,) or (3,)
        p0 in body axes.
    base : tuple of Direction
        One in the plane, two or three in space.
    """

    origin: int
    place: Array
    base: tuple[Direction, ...]

    @property
    def matrix(self) -> Array:
        """The directions in body axes as columns, in the plane with the turned one."""
        columns = [d.local for d in self.base]
        if len(self.place) == 2 and columns:
            columns.append(TURN @ columns[0])
        return np.array(columns).reshape(-1, len(self.place)).T

    def shares(self, arm: Array) -> Array:
        """Return k for the arm xi - xi0 or a vector of the body; the nearest in the span where it lies out of it."""
        if not self.base:
            return np.zeros(0)
        sizes = np.linalg.norm(self.matrix, axis=0)
        k = solve_min_norm(self.matrix / sizes, arm)
        # What is rounding shall not pass for a dependence.
        return np.where(np.abs(k) < 1e-13 * np.linalg.norm(arm), 0.0, k / sizes)

    @property
    def inverse(self) -> Array:
        """The matrix beta^-1 of k = beta^-1 (xi - xi0); unit vectors and lengths are brought to one size for it."""
        sizes = np.linalg.norm(self.matrix, axis=0)
        return np.asarray(np.linalg.pinv(self.matrix / sizes) / sizes[:, None])

    def outside(self, arm: Array) -> Array:
        """Return what of an arm or vector of the body lies out of the span."""
        return np.asarray(arm - self.matrix @ self.shares(arm)) if self.base else arm

    @property
    def fixes_pose(self) -> bool:
        """Whether the pose of the body follows from it."""
        return len(self.base) >= len(self.place) - 1

    @property
    def normal(self) -> Array:
        """Unit vector across the two directions of a body in space, body axes."""
        n = np.cross(self.base[0].local, self.base[1].local)
        return np.asarray(n / np.linalg.norm(n))


def choose_base(candidates: Sequence[Direction], dim: int) -> tuple[Direction, ...]:
    """Return independent directions, the first of those that are independent enough preferred."""
    rest = [d.local / np.linalg.norm(d.local) for d in candidates]
    chosen: list[Direction] = []
    while len(chosen) < dim - (dim == 2) and rest:
        sizes = np.array([np.linalg.norm(r) for r in rest])
        if sizes.max() < SLANT:
            break
        first = int(np.argmax(sizes > 0.3 * sizes.max()))
        chosen.append(candidates[first])
        step = rest[first] / sizes[first]
        rest = [r - step * (step @ r) for r in rest]
        rest[first] = np.zeros(dim)
    return tuple(chosen)
