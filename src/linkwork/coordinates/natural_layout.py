"""Where basic points and unit vectors stand in the coordinates z, and what is linear in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .natural_elements import Elements
from .natural_frames import TURN, Direction, Frame


@dataclass(frozen=True, eq=False)
class Linear:
    """A point or vector that is linear in the coordinates: A z + a.

    Attributes
    ----------
    A : array, shape (2 or 3, n)
    a : array, shape (2,) or (3,)
    """

    A: Array
    a: Array

    def __add__(self, other: Linear) -> Linear:
        return Linear(self.A + other.A, self.a + other.a)

    def __sub__(self, other: Linear) -> Linear:
        return Linear(self.A - other.A, self.a - other.a)

    def times(self, factor: float | Array) -> Linear:
        """Return it multiplied by a number or by a matrix from the left."""
        if isinstance(factor, np.ndarray):
            return Linear(factor @ self.A, factor @ self.a)
        return Linear(factor * self.A, factor * self.a)

    @property
    def moves(self) -> bool:
        """Whether it depends on the coordinates."""
        return bool(self.A.any())


class Layout:
    """The places of the elements in z: the components of those that the ground does not hold, one after another.

    Attributes
    ----------
    n : int
        Number of coordinates.
    names : list of str
        "A.x", "A.y" ... after the elements.
    moving : list of int
        Elements that have coordinates, in order.
    """

    def __init__(self, elements: Elements) -> None:
        self.elements, self.dim = elements, elements.dim
        self.moving = [i for i, item in enumerate(elements.items) if item.fixed is None]
        self.starts = {i: self.dim * k for k, i in enumerate(self.moving)}
        self.n = self.dim * len(self.moving)
        labels = elements.space.labels
        self.names = [f"{elements.items[i].name}.{label}" for i in self.moving for label in labels]

    def element(self, number: int) -> Linear:
        """Return a basic point or vector."""
        A, fixed = np.zeros((self.dim, self.n)), self.elements.items[number].fixed
        if fixed is not None:
            return Linear(A, fixed)
        A[:, self.starts[number] : self.starts[number] + self.dim] = np.eye(self.dim)
        return Linear(A, np.zeros(self.dim))

    def direction(self, d: Direction) -> Linear:
        """Return a direction of a body."""
        return self.element(d.head) if d.vector else self.element(d.head) - self.element(d.tail)

    def vector(self, frame: Frame, local: Array) -> Linear:
        """Return a vector of a body, given in body axes."""
        directions = [self.direction(d) for d in frame.base]
        if self.dim == 2:
            directions.append(directions[0].times(TURN))
        total = Linear(np.zeros((self.dim, self.n)), np.zeros(self.dim))
        for share, direction in zip(frame.shares(local), directions, strict=True):
            total = total + direction.times(float(share))
        return total

    def point(self, frame: Frame, local: Array) -> Linear:
        """Return a point of a body, given in body axes."""
        return self.element(frame.origin) + self.vector(frame, local - frame.place)
