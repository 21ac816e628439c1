"""Labels that keep off lines, symbols and each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .directions import unit_vector
from .items import GHOST, LABEL, SHAPE, TRACE, Circle, Item, Polygon, Text, text_size
from .links import border_of

_AROUND = np.radians([45, 135, -45, -135, 90, 0, 180, -90, 22, 68, 112, 158, -22, -68, -112, -158])
SMALL = 24.0
"""A body smaller than this has its name beside it as a point has [pixels]."""

_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75)


@dataclass(frozen=True)
class Wish:
    """A label with the places its middle may have (rows), and what each place costs."""

    text: str
    style: str
    places: Array
    costs: Array


def at_point(text: str, style: str, at: Array, unit: float, gap: float) -> Wish:
    """Return the wish of a label beside a point, `gap` pixels from it or a little more."""
    width, height = text_size(text, style, unit)
    places, costs = [], []
    for extra in (0.0, 5.0, 11.0, 19.0, 28.0, 38.0):
        for k, turn in enumerate(_AROUND):
            d = unit_vector(float(turn))
            lean = np.array([np.sign(round(d[0], 6)) * abs(d[0]) ** 0.5 * 0.5 * width, 0.4 * d[1] * height])
            places.append(at[:2] + d * (gap + extra) * unit + lean)
            costs.append(0.4 * k + 1.2 * extra)
    return Wish(text, style, np.array(places), np.array(costs))


def at_link(text: str, style: str, points: Sequence[Array], unit: float) -> Wish:
    """Return the wish of a label beside a bar, inside or beside a plate, or beside a disc."""
    border = [p[:2] for p in border_of(points)]
    if np.ptp(np.array(border), axis=0).max() < SMALL * unit:
        return at_point(text, style, border[0], unit, 19.0)
    width, height = text_size(text, style, unit)
    places, costs = [], []
    middle = np.mean(border, axis=0)
    if len(border) > 2:
        places, costs = [middle], [0.0]
    edges = list(zip(border, border[1:] + border[:1], strict=True))[: 1 if len(border) == 2 else None]
    longest = max(max(float(np.hypot(*(q - p))) for p, q in edges), 1e-300)
    for p, q in edges:
        length = max(float(np.hypot(*(q - p))), 1e-300)
        n = np.array([q[1] - p[1], p[0] - q[0]]) / length
        for k, share in enumerate(_ALONG):
            for side in (1.0, -1.0):
                for extra in (0.0, 6.0, 14.0, 24.0, 36.0):
                    reach = (7.0 + extra) * unit + 0.5 * (abs(n[0]) * width + abs(n[1]) * height)
                    places.append(p + (q - p) * share + side * n * reach)
                    costs.append(1.5 * k + 1.2 * extra + 8.0 * (1 - length / longest) + (len(border) > 2) * 3.0)
    return Wish(text, style, np.array(places), np.array(costs))


def place_labels(wishes: Sequence[Wish], items: Sequence[Item], unit: float) -> list[Text]:
    """Return the labels at the places that cost least: few lines crossed, no label covered.

    Parameters
    ----------
    wishes : sequence of Wish
        The first come first.
    items : sequence of Item
        What the labels keep off.
    unit : float
        Length of one pixel.
    """
    starts, ends, weights = _segments(items)
    taken = [item.box(unit) for item in items if isinstance(item, Text)]
    labels = []
    for wish in wishes:
        if not wish.text:
            labels.append(Text((float(wish.places[0, 0]), float(wish.places[0, 1])), "", style=wish.style, layer=LABEL))
            continue
        width, height = text_size(wish.text, wish.style, unit)
        half = 0.5 * np.array([width, height]) + 2.5 * unit
        low, high = wish.places - half, wish.places + half
        cost = wish.costs.copy()
        if len(starts):
            inside = _inside(starts, ends, low, high) / unit
            cost += ((inside + 6.0) * (inside > 0.5) * weights).sum(axis=1)
        for box in taken:
            wide = np.minimum(high[:, 0], box[2]) - np.maximum(low[:, 0], box[0])
            tall = np.minimum(high[:, 1], box[3]) - np.maximum(low[:, 1], box[1])
            cost += np.where((wide > 0) & (tall > 0), 40.0 + wide * tall / unit**2, 0.0)
        best = int(np.argmin(cost))
        x, y = wish.places[best]
        labels.append(Text((float(x), float(y)), wish.text, style=wish.style, layer=LABEL))
        taken.append(labels[-1].box(unit))
    return labels


def _segments(items: Sequence[Item]) -> tuple[Array, Array, Array]:
    """Return starts, ends and weights of every line that labels keep off."""
    starts: list[Sequence[float]] = []
    ends: list[Sequence[float]] = []
    weights: list[float] = []
    for item in items:
        points: list[Sequence[float]] = list(item.places)
        if isinstance(item, Polygon):
            points.append(points[0])
        elif isinstance(item, Circle):
            turns = np.linspace(0, 2 * np.pi, 9)
            points = [
                (item.centre[0] + item.radius * np.cos(t), item.centre[1] + item.radius * np.sin(t)) for t in turns
            ]
        weight = {GHOST: 0.25, TRACE: 0.5, SHAPE: 0.4}.get(item.layer, 1.0)
        if item.style == "halo":
            continue
        starts += points[:-1]
        ends += points[1:]
        weights += [weight] * max(len(points) - 1, 0)
    return np.array(starts).reshape(-1, 2), np.array(ends).reshape(-1, 2), np.array(weights)


def _inside(starts: Array, ends: Array, low: Array, high: Array) -> Array:
    """Return the length of every segment inside every box, shape (boxes, segments)."""
    d = ends - starts
    first, last = np.zeros((len(low), len(starts))), np.ones((len(low), len(starts)))
    for k in (0, 1):
        flat = np.abs(d[:, k]) < 1e-300
        step = np.where(flat, 1.0, d[:, k])
        s = (low[:, k, None] - starts[None, :, k]) / step
        t = (high[:, k, None] - starts[None, :, k]) / step
        within = (starts[None, :, k] >= low[:, k, None]) & (starts[None, :, k] <= high[:, k, None])
        s, t = np.minimum(s, t), np.maximum(s, t)
        first = np.maximum(first, np.where(flat, np.where(within, 0.0, 2.0), s))
        last = np.minimum(last, np.where(flat, np.where(within, 1.0, -1.0), t))
    return np.asarray(np.maximum(last - first, 0.0) * np.hypot(d[:, 0], d[:, 1]))
