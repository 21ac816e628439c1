"""What stands around a drawing: title and note above, the axes of the ground and a scale below, lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..results.diagrams.worked import spaced
from .arrows import triad
from .items import LABEL, Box, Item, Text, text_size, union
from .scale import scale_bar
from .view import View

if TYPE_CHECKING:
    from ..results.diagrams.worked import Worked

NARROW = 240.0
"""A drawing has at least this width for its title [pixels]."""


def furniture(view: View, axes: tuple[str, ...], box: Box, words: tuple[str, str], unit: float) -> list[Item]:
    """Return title and note, the axes of the ground beside the drawing and, in the plane, a scale.

    Parameters
    ----------
    view : View
    axes : tuple of str
        Their names.
    box : tuple
        Of what is drawn.
    words : tuple of str
        Title and note; may be empty.
    unit : float
        Length of one pixel.
    """
    title, note = words
    x0, y0, x1, y1 = box
    if x1 - x0 < NARROW * unit:
        x0, x1 = 0.5 * (x0 + x1 - NARROW * unit), 0.5 * (x0 + x1 + NARROW * unit)
    items: list[Item] = []
    if note:
        items.append(Text((x0, y1 + 14 * unit), note, "start", style="note", layer=LABEL))
    if title:
        above = (30 if note else 18) * unit
        items.append(Text((x0, y1 + above), title, "start", style="title", layer=LABEL))
    if view.planar:
        corner = np.array([x0 + 4 * unit, y0 - 50 * unit, 0.0])
        return [*items, *triad(corner, lambda v: v, axes, unit, 26), *scale_bar(x1, y0 - 46 * unit, unit)]
    left, _, _, top = union(i.box(unit) for i in triad(np.zeros(3), view.see, axes, unit, 30))
    return [*items, *triad(np.array([x0 - left, y0 - 8 * unit - top, 0.0]), view.see, axes, unit, 30)]


def columns(rows: Sequence[Sequence[str]], left: float, top: float, unit: float, style: str = "table") -> list[Item]:
    """Return rows of texts in columns, the first row as a heading, below `top`."""
    head, body = f"{style}-head-label", f"{style}-label"
    widths = [max(text_size(cell, body, unit)[0] for cell in column) for column in zip(*rows, strict=True)]
    lefts = left + np.concatenate([[0.0], np.cumsum(np.array(widths) + 14 * unit)[:-1]])
    items: list[Item] = []
    for n, row in enumerate(rows):
        y = top - (n + 0.5) * LINE * unit
        look = body if n else head
        items += [
            Text((float(x), y), cell, "start", style=look, layer=LABEL)
            for x, cell in zip(lefts, row, strict=True)
            if cell
        ]
    return items


LINE = 15.0
"""Height of a line of a table [pixels]."""


def lines(texts: Sequence[str], left: float, top: float, unit: float, style: str) -> list[Item]:
    """Return lines of text, one below the other, below `top`."""
    return [
        Text((left, top - (n + 0.5) * LINE * unit), text, "start", style=style, layer=LABEL)
        for n, text in enumerate(texts)
        if text
    ]


WORKED = 4.4
"""Lines that an equation takes, worked out below its title."""


def worked_lines(worked: Worked, left: float, top: float, unit: float) -> list[Item]:
    """Return an equation in symbols, with numbers, and its result, below its title."""
    shown = [spaced(text) for text in (worked.symbols, worked.numbers, worked.result)]
    title = lines([worked.title], left, top, unit, "table-head-label")
    return [*title, *lines(shown, left + 14 * unit, top - LINE * unit, unit, "table-label")]
