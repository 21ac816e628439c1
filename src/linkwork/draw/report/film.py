"""The moving drawing: every item once, with its place in every frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ..build import Builder, make_traces
from ..furniture import furniture, roomy
from ..items import Box, Item, Point, Polyline, union
from ..labels import place_labels
from ..scene import MARGIN
from ..styles import FONT, style_of
from ..svg import look_text, shape_text

if TYPE_CHECKING:
    from ...results.motion import Motion
    from ..skeleton import Site
    from ..view import View

Key = tuple[type[Item], str, str, int]

MOST_FRAMES = 240
"""Frames of a film at most."""

MOST_NUMBERS = 250_000
"""Numbers a film may hold; a mechanism of many parts gets fewer frames."""


@dataclass(frozen=True)
class Part:
    """An item of the drawing and where it is in every frame.

    Attributes
    ----------
    item : Item
        As it is in the first frame in which it is seen.
    places : array, shape (frames, points, 2)
        Its points [m]; NaN where it is not seen.
    depths : array, shape (frames,)
    """

    item: Item
    places: Array
    depths: Array

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Whether it is seen, for every frame."""
        return np.asarray(np.isfinite(self.places[:, 0, 0]))

    def shifts(self, near: float) -> Array | None:
        """Return by how much it is shifted from its first place (frames, 2), when it is only shifted."""
        first = self.places[int(np.argmax(self.seen))]
        shift = self.places - first
        still = np.abs(shift - shift[:, :1])[self.seen].max(initial=0.0) <= near
        return shift[:, 0] if still else None


class Film(Builder):
    """Draws a motion at many of its positions in one picture of fixed size.

    Parameters
    ----------
    motion : Motion
        With at least one position.
    view : View
    traces : sequence
        Points whose paths are drawn.
    """

    def __init__(self, motion: Motion, view: View, traces: Sequence[Any] = ()) -> None:
        self.numbers = frame_numbers(motion, MOST_FRAMES)
        super().__init__(motion, view, self.numbers, make_traces(motion, view, traces))
        self._downs: dict[str, float] = {}
        self._arrows: dict[tuple[str, int, bool], tuple[Polyline, Item]] = {}
        most = MOST_NUMBERS // max(1, 6 * len(self._frame(0)))
        if len(self.numbers) > max(most, 24):
            keep = np.unique(np.linspace(0, len(self.numbers) - 1, max(most, 24)).round().astype(int))
            self.numbers = [self.numbers[i] for i in keep]
            self.poses = [self.poses[i] for i in keep]

    @property
    def times(self) -> Array:
        """Times of the frames [s]."""
        return self.motion.time[self.numbers]

    def _down(self, site: Site, moving: str) -> float:
        """Return the direction of a ground support: the same in every frame."""
        if site.name not in self._downs:
            self._downs[site.name] = super()._down(site, moving)
        return self._downs[site.name]

    def _marks(self) -> list[Item]:
        """Return centres of mass, points and drive arrows; a turning arrow keeps its shape in every frame."""
        return self._steady(super()._marks(), "drive")

    def _loads(self) -> list[Item]:
        """Return the forces; a turning arrow keeps its shape in every frame in which it turns the same way."""
        return self._steady(super()._loads(), "load")

    def _steady(self, marks: list[Item], style: str) -> list[Item]:
        if not self.view.planar:
            return marks
        out: list[Item] = []
        for n, item in enumerate(marks):
            if item.style == style and isinstance(item, Polyline):
                key = (style, len([i for i in marks[:n] if isinstance(i, Polyline)]), _turns_left(item))
                arc, head = self._arrows.setdefault(key, (item, marks[n + 1]))
                shift = (_circle_centre(item) - _circle_centre(arc)).tolist()
                out += [arc.moved(*shift), head.moved(*shift)]
            elif not (item.style == f"{style}-head" and isinstance(marks[n - 1], Polyline)):
                out.append(item)
        return out

    def _frame(self, i: int) -> list[Item]:
        """Return what is drawn in frame number i."""
        self.main, self.k = self.poses[i], self.numbers[i]
        return self._drawn()

    @cached_property
    def parts(self) -> list[Part]:
        """Every item of the drawing, sorted for painting."""
        first: dict[Key, Item] = {}
        places: dict[Key, dict[int, Array]] = {}
        depths: dict[Key, Array] = {}
        count = len(self.numbers)
        for i in range(count):
            for key, item in _keyed(self._frame(i)):
                first.setdefault(key, item)
                places.setdefault(key, {})[i] = np.array(item.places)
                depths.setdefault(key, np.zeros(count))[i] = item.depth
        parts = [Part(item, _stacked(places[key], count), depths[key]) for key, item in first.items()]
        parts = [*(self._still(item) for item in self._traces()), *parts]
        parts += self._labels([p.item for p in parts])
        return sorted(parts, key=lambda p: (p.item.layer, p.item.depth))

    def _still(self, item: Item) -> Part:
        count = len(self.numbers)
        return Part(item, np.tile(item.places, (count, 1, 1)), np.full(count, item.depth))

    def _labels(self, items: Sequence[Item]) -> list[Part]:
        """Return the names, each keeping its distance to what it names."""
        self.main, self.k = self.poses[0], self.numbers[0]
        labels = place_labels(self._wishes(), items, self.unit)
        anchors = np.array([self._anchors(i) for i in range(len(self.numbers))])
        depths = np.zeros(len(self.numbers))
        parts = []
        for n, label in enumerate(labels):
            shift = anchors[:, n] - anchors[0, n]
            parts.append(Part(label, (np.array(label.at) + shift)[:, None], depths))
        return parts

    def _anchors(self, i: int) -> Array:
        """Return the places of what is named, in the order of `_wishes`, shape (names, 2)."""
        pose = self.poses[i]
        places = [0.5 * (s.at + s.to) if s.symbol == "rod" else s.to for s in pose.sites]
        places += [at for _, _, at in pose.points]
        places += [0.5 * (strut.at + strut.to) for strut in pose.struts]
        places += [mark.at for mark in pose.loads]
        for name, points in pose.bodies.items():
            places.append(np.mean(points or pose.outlines[name].border, axis=0))
        return np.array([p[:2] for p in places]).reshape(-1, 2)

    @cached_property
    def surroundings(self) -> list[Item]:
        """Axes and scale, beside everything that moves."""
        box = roomy(union([*(self._swept(p) for p in self.parts)]), self.unit)
        return furniture(self.view, self.motion.model.space.labels, box, ("", ""), self.unit)

    def _swept(self, part: Part) -> Box:
        x0, y0, x1, y1 = part.item.box(self.unit)
        first = part.places[int(np.argmax(part.seen))]
        low, high = np.nanmin(part.places, axis=(0, 1)), np.nanmax(part.places, axis=(0, 1))
        left, right = low - first.min(axis=0), high - first.max(axis=0)
        return x0 + float(left[0]), y0 + float(left[1]), x1 + float(right[0]), y1 + float(right[1])

    @cached_property
    def bounds(self) -> Box:
        """Left, bottom, right, top of the picture [m]."""
        boxes = [self._swept(p) for p in self.parts] + [i.box(self.unit) for i in self.surroundings]
        x0, y0, x1, y1 = union(boxes)
        m = MARGIN * self.unit
        return x0 - m, y0 - m, x1 + m, y1 + m

    def place(self, p: Point) -> Point:
        """Return a point in pixels from the upper left corner."""
        x0, _, _, y1 = self.bounds
        return (p[0] - x0) / self.unit, (y1 - p[1]) / self.unit

    def svg(self) -> str:
        """Return the first frame as an SVG element; what moves is a group of its own, numbered ``data-k``."""
        x0, y0, x1, y1 = self.bounds
        width, height = (x1 - x0) / self.unit, (y1 - y0) / self.unit
        size = f'viewBox="0 0 {width:.1f} {height:.1f}" style="max-width:{1.25 * width:.0f}px"'
        label = f'role="img" aria-label={quoteattr(f"{self.motion.name}, moving")} font-family={quoteattr(FONT)}'
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {label}>']
        for name, group in groupby(self.surroundings, key=lambda item: item.style):
            lines += [f"<g {look_text(style_of(name), name)}>", *(self._shape(i) for i in group), "</g>"]
        lines.append('<g class="parts">')
        for k, part in enumerate(self.parts):
            hidden = "" if part.seen[0] else ' display="none"'
            look = look_text(style_of(part.item.style), part.item.style)
            lines.append(f'<g data-k="{k}"{hidden} {look}>{self._shape(part.item)}</g>')
        return "\n".join([*lines, "</g>", "</svg>"])

    def _shape(self, item: Item) -> str:
        return shape_text(item, style_of(item.style), self.place, self.unit)

    def data(self) -> dict[str, Any]:
        """Return what the script needs: times, and places of the parts that move [pixels].

        Of a part that is only shifted, ``s`` holds the shifts; else ``p`` holds its points.
        """
        near = 0.02 * self.unit
        moving: list[dict[str, Any]] = []
        for k, part in enumerate(self.parts):
            shifts = part.shifts(near)
            if shifts is not None:
                if np.nanmax(np.abs(shifts)) > near or not part.seen.all():
                    moving.append({"k": k, "s": _rounded(shifts / self.unit * [1.0, -1.0], part.seen)})
            else:
                x0, _, _, y1 = self.bounds
                pixels = (part.places - [x0, y1]) / self.unit * [1.0, -1.0]
                moving.append({"k": k, "p": _rounded(pixels.reshape(len(pixels), -1), part.seen)})
        order = [] if self.view.planar else self._orders()
        return {"t": [float(f"{t:.6g}") for t in self.times], "parts": moving, "order": order}

    def _orders(self) -> list[list[int]]:
        """Return the numbers of the parts from far to near, for every frame."""
        layers = np.array([p.item.layer for p in self.parts])
        depths = np.array([p.depths for p in self.parts])
        return [np.lexsort((depths[:, i], layers)).tolist() for i in range(len(self.numbers))]


def frame_numbers(motion: Motion, most: int) -> list[int]:
    """Return the numbers of the positions to show, evenly spread over time."""
    count = len(motion)
    if count <= most:
        return list(range(count))
    wanted = np.linspace(motion.time[0], motion.time[-1], most)
    return [int(k) for k in np.unique(np.searchsorted(motion.time, wanted).clip(0, count - 1))]


def _keyed(items: Sequence[Item]) -> Iterator[tuple[Key, Item]]:
    """Yield every item with what tells it from the others, also in other frames."""
    seen: Counter[tuple[type[Item], str, str, int]] = Counter()
    for item in items:
        kind = (type(item), item.style, f"{item.name}/{len(item.places)}", 0)
        seen[kind] += 1
        yield (*kind[:3], seen[kind]), item


def _stacked(places: dict[int, Array], count: int) -> Array:
    some = next(iter(places.values()))
    out = np.full((count, *some.shape), np.nan)
    for i, points in places.items():
        out[i] = points
    return out


def _turns_left(arc: Polyline) -> bool:
    """Return whether an arc goes round counter-clockwise."""
    a, b, c = np.array(arc.points)[[0, len(arc.points) // 2, -1]]
    return float((b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0]) > 0


def _circle_centre(arc: Polyline) -> Array:
    """Return the centre of the circle that an arc belongs to, shape (2,)."""
    points = np.array(arc.points)
    a, b, c = points[[0, len(points) // 2, -1]]
    rows = 2 * np.array([b - a, c - a])
    return np.asarray(np.linalg.solve(rows, [b @ b - a @ a, c @ c - a @ a]))


def _rounded(values: Array, seen: NDArray[np.bool_]) -> list[list[float] | None]:
    """Return rows of numbers with one decimal; None where the part is not seen."""
    rows = np.where(np.isfinite(values), values, 0.0).round(1) + 0.0
    return [row if ok else None for row, ok in zip(rows.tolist(), seen, strict=True)]
