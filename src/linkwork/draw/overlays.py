"""What is laid over the drawing of a mechanism: arrows of vectors, and whatever else has a place of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from .furniture import SCALE
from .items import Box, Item
from .labels import Wish
from .scale import vector_bar
from .vectors import Arrow, draw_arrows, worth_of

Drawn = tuple[list[Item], list[Wish]]
"""Items, and labels that look for a place."""


@dataclass(frozen=True)
class Overlay:
    """Arrows of one kind with their scale, and other items.

    Attributes
    ----------
    arrows : sequence of Arrow
    words, style : str
        Unit of the arrows and the style of their scale.
    more : callable
        Takes the length of one pixel and returns further items and labels.
    places : sequence of array
        What must be in the picture.
    """

    arrows: Sequence[Arrow] = ()
    words: str = ""
    style: str = ""
    more: Callable[[float], Drawn] = lambda unit: ([], [])
    places: Sequence[Array] = field(default=())

    @property
    def worth(self) -> float:
        """Size of one pixel of arrow; 0 without arrows."""
        return worth_of([float(np.linalg.norm(a.vector)) for a in self.arrows]) if self.arrows else 0.0

    def drawn(self, unit: float, bars: Sequence[tuple[Array, Array]] = ()) -> Drawn:
        """Return items and labels; no arrow lies on a bar, given by its ends."""
        items, wishes = self.more(unit)
        shafts, labels = draw_arrows(self.arrows, unit, self.worth, bars) if self.arrows else ([], [])
        return [*items, *shafts], [*wishes, *labels]


def scales(overlays: Sequence[Overlay], box: Box, unit: float) -> list[Item]:
    """Return the scales of arrows, beside each other and left of that of lengths, below what is drawn."""
    with_arrows = [overlay for overlay in overlays if overlay.arrows]
    right, y = box[2], box[1] - 46 * unit
    found = [
        vector_bar(right - SCALE * (n + 1) * unit, y, unit, overlay.worth, overlay.words, overlay.style)
        for n, overlay in enumerate(with_arrows)
    ]
    return [item for items in found for item in items]
