"""The rigid-body conditions: what keeps the basic points and vectors of a body together.

Distances |p_i - p_j|^2 - L^2 = 0, scalar products a . b - c = 0 (among them u . u - 1 = 0, once for every unit vector)
and linear combinations y - p0 - k1 b1 - ... = 0 for whatever depends linearly on the directions that carry the body.
All are quadratic or linear, so that the Jacobian is linear in the coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .natural_elements import Element, Elements, axis_of
from .natural_frames import SLANT, Direction, Frame
from .natural_layout import Layout, Linear


@dataclass(frozen=True, eq=False)
class Condition:
    """One condition: a . b - value = 0 (unit, distance, scalar product), a = 0 (combination) or a x b = 0 (axis).

    Attributes
    ----------
    kind : {"unit", "distance", "dot", "combination", "axis"}
    words : str
        What it keeps, in words.
    a, b : Linear
    value : float
    rows : int
        Number of equations.
    needed : int
        How many of them are independent of the others of the same body, generally.
    degree : int
        Power of a length that its value is: 2 for a distance squared, 0 between unit vectors.
    body : int
        Whose it is; -1: of a unit vector or of a joint.
    directions : tuple of Direction
        Whose scalar product it keeps.
    element : int
        What the others carry, in a combination.
    """

    kind: str
    words: str
    a: Linear
    b: Linear
    value: float
    rows: int
    needed: int
    degree: int
    body: int = -1
    directions: tuple[Direction, ...] = ()
    element: int = -1

    def row_words(self) -> list[str]:
        """Return what each of its equations keeps."""
        return [f"{self.words}, {axis}" for axis in "xyz"[: self.rows]] if self.rows > 1 else [self.words]


def conditions(elements: Elements, layout: Layout) -> list[Condition]:
    """Return the conditions of all bodies, and of the points that joints keep on shared axes."""
    found: dict[tuple[object, ...], Condition] = {}
    for number in layout.moving:
        item = elements.items[number]
        if item.vector:
            u = layout.element(number)
            found["unit", number] = Condition("unit", f"{item.name} has unit length", u, u, 1.0, 1, 1, 0)
    for b, frame in enumerate(elements.frames):
        writer = _Writer(elements, layout, b, frame)
        for key, condition in writer.all():
            if condition.a.moves or condition.b.moves:
                found.setdefault(key, condition)
    return [*found.values(), *_lines(elements, layout)]


def _lines(elements: Elements, layout: Layout) -> Iterator[Condition]:
    """Yield (p_b - p_a) x u = 0 for every point on a shared axis u: three equations, two of them independent."""
    for line in elements.lines:
        places = []
        for site in (line.a, line.b):
            at = elements.flat(site.xyz)
            fixed = Linear(np.zeros((layout.dim, layout.n)), at)
            places.append(fixed if site.body < 0 else layout.point(elements.frames[site.body], at))
        axis = layout.element(axis_of(elements, line))
        words = f"'{line.owner}' keeps a point on its axis"
        yield Condition("axis", words, places[1] - places[0], axis, 0.0, 3, 2, 1)


class _Writer:
    """Writes the conditions of one body, each with a key that tells equal ones."""

    def __init__(self, elements: Elements, layout: Layout, b: int, frame: Frame) -> None:
        self.items, self.layout, self.b, self.frame = elements.items, layout, b, frame
        self.body = elements.plan.resolved.solids[b].name
        self.planar = layout.dim == 2

    def all(self) -> Iterator[tuple[tuple[object, ...], Condition]]:
        """Yield all conditions of the body but those of unit length."""
        base = self.frame.base
        for i, d in enumerate(base):
            if not d.vector:
                yield self.distance(d.head, d.tail)
            for other in base[:i]:
                yield self.product(d, other)
        carriers = {self.frame.origin, *(d.head for d in base)}
        rest = [n for n, item in enumerate(self.items) if self.b in item.sites and n not in carriers]
        by_distances = self._triangle(rest)
        for n in rest:
            if n == by_distances:
                d = Direction(n, self.frame.origin, self.items[n].sites[self.b] - self.frame.place)
                yield self.distance(n, self.frame.origin)
                yield self.product(d, base[0])
            else:
                yield self.combination(n)

    def _triangle(self, rest: list[int]) -> int:
        """Return the point of a body in the plane that two distances hold: the first off the line of the others."""
        if not self.planar:
            return -1
        line = self.frame.base[0].local / np.linalg.norm(self.frame.base[0].local)
        for n in rest:
            arm = self.items[n].sites[self.b] - self.frame.place
            if not self.items[n].vector and abs(line[0] * arm[1] - line[1] * arm[0]) > SLANT * np.linalg.norm(arm) > 0:
                return n
        return -1

    def distance(self, head: int, tail: int) -> tuple[tuple[object, ...], Condition]:
        """Return |p_head - p_tail|^2 - L^2 = 0."""
        one, other = self.items[head], self.items[tail]
        d = self.layout.element(head) - self.layout.element(tail)
        arm = one.sites[self.b] - other.sites[self.b]
        words = f"distance of {one.name} from {other.name} on '{self.body}'"
        key = ("distance", *sorted((head, tail)))
        along = Direction(head, tail, arm)
        return key, Condition("distance", words, d, d, float(arm @ arm), 1, 1, 2, self.b, (along, along))

    def product(self, one: Direction, other: Direction) -> tuple[tuple[object, ...], Condition]:
        """Return the condition between two directions: a distance for three points, or a scalar product."""
        if not one.vector and not other.vector:
            return self.distance(one.head, other.head)
        words = f"angle between {self._named(one)} and {self._named(other)} on '{self.body}'"
        a, b = self.layout.direction(one), self.layout.direction(other)
        key = ("dot", *sorted((d.head, d.tail) for d in (one, other)))
        degree = 2 - one.vector - other.vector
        value = float(one.local @ other.local)
        return key, Condition("dot", words, a, b, value, 1, 1, degree, self.b, (one, other))

    def _named(self, d: Direction) -> str:
        head = self.items[d.head].name
        return head if d.vector else f"{self.items[d.tail].name}-{head}"

    def combination(self, n: int) -> tuple[tuple[object, ...], Condition]:
        """Return y - p0 - k1 b1 - ... = 0; of a unit vector one equation follows from its length."""
        item: Element = self.items[n]
        at, layout = item.sites[self.b], self.layout
        carried = layout.vector(self.frame, at) if item.vector else layout.point(self.frame, at)
        off = layout.element(n) - carried
        words = f"{item.name} carried by the other points and vectors of '{self.body}'"
        dim, one, degree = layout.dim, item.vector and item.fixed is None, int(not item.vector)
        kept = Condition("combination", words, off, off, 0.0, dim, dim - one, degree, self.b, element=n)
        return ("combination", self.b, n), kept
