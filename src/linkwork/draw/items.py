"""The items a scene is made of. Lengths are metres, y points up, nothing here knows a file format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..words import pieces
from .styles import style_of

Point = tuple[float, float]
Components = Sequence[float] | Array
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

INDEX = 0.72
"""Size of letters in an index, beside the others."""

# Layers, painted in this order; within a layer by depth, far first.
GROUND, SHAPE, GHOST, TRACE, GUIDE, BLOCK, LINK, PIN, MARK, LABEL = range(10)


@dataclass(frozen=True, kw_only=True)
class Item:
    """What every item has.

    Attributes
    ----------
    style : str
        Name of a style; see `linkwork.draw.styles`.
    layer : int
        Layers are painted in rising order.
    depth : float
        Towards the viewer; within a layer the nearer item is painted later.
    name : str
        Of the body or joint it shows, for tooltips; may be empty.
    """

    style: str
    layer: int = LINK
    depth: float = 0.0
    name: str = ""

    PLACES: ClassVar[tuple[str, ...]] = ()
    """Its fields that are places."""

    @property
    def places(self) -> tuple[Point, ...]:
        """Its points; of a circle or a text, its middle."""
        return tuple(getattr(self, name) for name in self.PLACES)

    def moved(self, x: float, y: float) -> Item:
        """Return it moved in its plane."""
        there = [(px + x, py + y) for px, py in self.places]
        return replace(self, **dict(zip(self.PLACES, there, strict=True)))  # type: ignore[arg-type]

    def box(self, unit: float) -> Box:
        """Return the bounds of the item; `unit` is the length of one pixel."""
        return bounds_of(self.places)


@dataclass(frozen=True)
class Line(Item):
    """A straight line."""

    PLACES: ClassVar[tuple[str, ...]] = ("start", "end")

    start: Point
    end: Point


@dataclass(frozen=True)
class Path(Item):
    """Any number of points in a row."""

    points: tuple[Point, ...]

    @property
    def places(self) -> tuple[Point, ...]:
        """Its points."""
        return self.points

    def moved(self, x: float, y: float) -> Item:
        """Return it moved in its plane."""
        return replace(self, points=tuple((px + x, py + y) for px, py in self.points))


@dataclass(frozen=True)
class Polyline(Path):
    """An open line through points."""


@dataclass(frozen=True)
class Polygon(Path):
    """A closed, filled outline."""


@dataclass(frozen=True)
class Circle(Item):
    """A circle."""

    PLACES: ClassVar[tuple[str, ...]] = ("centre",)

    centre: Point
    radius: float

    def box(self, unit: float) -> Box:
        """Return the bounds of the item."""
        (x, y), r = self.centre, self.radius
        return x - r, y - r, x + r, y + r


@dataclass(frozen=True)
class Text(Item):
    """A word or a line of words, centred on its height; `anchor` is start, middle or end; indices as ``F_{B}``."""

    PLACES: ClassVar[tuple[str, ...]] = ("at",)

    at: Point
    text: str
    anchor: str = "middle"

    def box(self, unit: float) -> Box:
        """Return the bounds of the item, from a mean width of letters."""
        width, height = text_size(self.text, self.style, unit)
        x, y = self.at
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * width
        return left, y - 0.5 * height, left + width, y + 0.5 * height


def text_size(text: str, style: str, unit: float) -> Point:
    """Return width and height of a text [m] in a style, from a mean width of letters."""
    look = style_of(style)
    letter = 0.6 if look.weight == "bold" else 0.56
    letters = sum(len(piece) * (INDEX if kind else 1.0) for piece, kind in pieces(text))
    return letter * look.size * max(letters, 1.0) * unit, 1.05 * look.size * unit


def bounds_of(points: Iterable[Components]) -> Box:
    """Return the bounds of points."""
    array = np.array([(p[0], p[1]) for p in points], float)
    low, high = array.min(axis=0), array.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def union(boxes: Iterable[Box]) -> Box:
    """Return the box around boxes."""
    array = np.array(list(boxes), float)
    low, high = array[:, :2].min(axis=0), array[:, 2:].max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def flat(points: Iterable[Components]) -> tuple[Point, ...]:
    """Return the first two components of points."""
    return tuple((float(p[0]), float(p[1])) for p in points)


def hull(points: Sequence[Components]) -> list[int]:
    """Return the numbers of the points on the convex outline, counter-clockwise (Andrew's chain)."""
    order = sorted(range(len(points)), key=lambda i: (points[i][0], points[i][1]))

    def chain(numbers: Iterable[int]) -> list[int]:
        out: list[int] = []
        for i in numbers:
            while len(out) >= 2 and _turn(points[out[-2]], points[out[-1]], points[i]) <= 0:
                out.pop()
            out.append(i)
        return out[:-1]

    return chain(order) + chain(reversed(order)) if len(points) > 1 else order


def _turn(a: Components, b: Components, c: Components) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
