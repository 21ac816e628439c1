"""Arrows of vectors: forces, velocities, accelerations, to a scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .arrows import arrow_head, curved_arrow
from .items import MARK, Item, Line, flat
from .labels import Wish, at_point

LONGEST, SHORTEST = 100.0, 16.0
"""Length of the longest arrow, and of the shortest, which would be lost otherwise [pixels]."""

BESIDE = 7.0
"""Distance of arrows that would lie on each other [pixels]."""


@dataclass(frozen=True)
class Arrow:
    """An arrow of a vector, in view axes.

    Attributes
    ----------
    at : array, shape (3,)
        Where it begins, or where it ends (`pushes`).
    vector : array, shape (3,)
        In its own unit.
    label, style, name : str
        Words at its tip, style, and whose it is.
    pushes : bool
        Whether it ends at its point instead of beginning there.
    """

    at: Array
    vector: Array
    label: str
    style: str
    name: str = ""
    pushes: bool = False

    def ends(self, unit: float, worth: float) -> tuple[Array, Array]:
        """Return tail and tip; `worth` is the size of one pixel of arrow."""
        size = float(np.linalg.norm(self.vector))
        along = self.vector / size * max(size / worth, SHORTEST) * unit
        return (self.at - along, self.at) if self.pushes else (self.at, self.at + along)


def worth_of(sizes: Sequence[float], longest: float = LONGEST) -> float:
    """Return the size of one pixel of arrow, so that the largest is the longest."""
    return max([*sizes, 1e-300]) / longest


def draw_arrows(
    arrows: Sequence[Arrow], unit: float, worth: float, bars: Sequence[tuple[Array, Array]] = ()
) -> tuple[list[Item], list[Wish]]:
    """Return the items of arrows and the wishes of their labels; those that would lie on each other stand side by side.

    Parameters
    ----------
    arrows : sequence of Arrow
    unit : float
        Length of one pixel.
    worth : float
        Size of one pixel of arrow.
    bars : sequence of (array, array)
        Ends of lines on which no arrow lies either.
    """
    items: list[Item] = []
    wishes: list[Wish] = []
    drawn = list(bars)
    for arrow in arrows:
        tail, tip = arrow.ends(unit, worth)
        along = (tip - tail)[:2]
        length = float(np.hypot(*along))
        if length > 3 * unit:
            across = np.array([-along[1], along[0], 0.0]) / length
            shift = BESIDE * unit * sum(_overlap(tail, tip, other, unit) for other in drawn)
            tail, tip = tail + shift * across, tip + shift * across
            drawn.append((tail, tip))
            items.append(_shaft(tail, tip, unit, arrow))
        items.append(arrow_head(tail, tip, unit, f"{arrow.style}-head", float(tip[2])))
        if arrow.label:
            outer = tail if arrow.pushes else tip
            wishes.append(at_point(arrow.label, f"{arrow.style}-label", outer, unit, 9.0))
    return items, wishes


def couple_arrow(
    at: Array, axis: Array, around: Sequence[Array], label: str, style: str, unit: float, radius: float
) -> tuple[list[Item], list[Wish]]:
    """Return an arrow round an axis (a couple as seen) and the wish of its label; the radius in pixels."""
    direction = axis / float(np.linalg.norm(axis))
    items = curved_arrow(at, direction, [q - at for q in around], unit, style, radius)
    return items, [at_point(label, f"{style}-label", at, unit, radius + 6.0)] if label else []


def _shaft(tail: Array, tip: Array, unit: float, arrow: Arrow) -> Line:
    back = (tip - tail) / float(np.linalg.norm(tip - tail)) * 4 * unit
    return Line(*flat([tail, tip - back]), style=arrow.style, layer=MARK, depth=float(tip[2]), name=arrow.name)


def _overlap(tail: Array, tip: Array, other: tuple[Array, Array], unit: float) -> bool:
    """Return whether an arrow would lie on another: nearly parallel, and one begins or ends on the other's line."""
    one, two = (tip - tail)[:2], (other[1] - other[0])[:2]
    lengths = float(np.hypot(*one)), float(np.hypot(*two))
    if abs(one[0] * two[1] - one[1] * two[0]) > 0.12 * lengths[0] * lengths[1]:
        return False
    along = two / lengths[1]
    places = [(end - other[0])[:2] for end in (tail, tip)]
    if min(abs(p[0] * along[1] - p[1] * along[0]) for p in places) > 0.6 * BESIDE * unit:
        return False
    reach = sorted(float(p @ along) for p in places)
    return reach[0] < lengths[1] - unit and reach[1] > unit
