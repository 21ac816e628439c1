"""What stands around a drawing: title and note above, the axes of the ground and a scale below, lines of text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..results.diagrams.worked import Worked, spaced, terms
from .arrows import triad
from .items import LABEL, Box, Item, Text, text_size, union
from .scale import scale_bar
from .view import View

NARROW = 240.0
"""A drawing has at least this width for its title [pixels]."""

WIDE = 620.0
"""Equations wider than this go on in the next line, and notes, too, unless the drawing is wider [pixels]."""


_PHRASE = re.compile(r"(?<=[;,.]) (?![^(]*\))")
"""Blanks between phrases, not those between components in brackets."""

SCALE = 110.0
"""Room for a scale [pixels]."""


def roomy(box: Box, unit: float, bars: int = 0) -> Box:
    """Return a box with room for a title above and, below, axes, the scale of lengths and those of some vectors."""
    x0, y0, x1, y1 = box
    least = max(NARROW, 80.0 + (bars + 1) * SCALE) * unit
    middle = 0.5 * (x0 + x1)
    return (x0, y0, x1, y1) if x1 - x0 >= least else (middle - 0.5 * least, y0, middle + 0.5 * least, y1)


def furniture(view: View, axes: tuple[str, ...], box: Box, words: tuple[str, str], unit: float) -> list[Item]:
    """Return title and note, the axes of the ground beside the drawing and, in the plane, a scale.

    Parameters
    ----------
    view : View
    axes : tuple of str
        Their names.
    box : tuple
        Of what is drawn, roomy enough.
    words : tuple of str
        Title and note; may be empty.
    unit : float
        Length of one pixel.
    """
    x0, y0, x1, y1 = box
    items = heading(words, x0, y1 + 6 * unit, unit, x1 - x0)
    if view.planar:
        corner = np.array([x0 + 4 * unit, y0 - 50 * unit, 0.0])
        return [*items, *triad(corner, lambda v: v, axes, unit, 26), *scale_bar(x1, y0 - 46 * unit, unit)]
    left, _, _, top = union(i.box(unit) for i in triad(np.zeros(3), view.see, axes, unit, 30))
    return [*items, *triad(np.array([x0 - left, y0 - 8 * unit - top, 0.0]), view.see, axes, unit, 30)]


def heading(words: tuple[str, str], left: float, bottom: float, unit: float, width: float = 0.0) -> list[Item]:
    """Return title and note above `bottom`; a note that is wider than the drawing takes several lines."""
    title, note = words
    texts = _filled(_PHRASE.split(note), " ", "note", max(width, WIDE * unit), unit) if note else []
    top = bottom + len(texts) * LINE * unit
    items = lines(texts, left, top, unit, "note")
    return [*items, Text((left, top + 10 * unit), title, "start", style="title", layer=LABEL)] if title else items


def _filled(parts: Sequence[str], between: str, style: str, width: float, unit: float) -> list[str]:
    """Return parts of a text in lines, each as full as a width allows."""
    found = [parts[0]]
    for part in parts[1:]:
        longer = found[-1] + between + part
        if text_size(longer, style, unit)[0] <= width:
            found[-1] = longer
        else:
            found.append(part.strip())
    return found


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


def worked_lines(equations: Sequence[Worked], left: float, top: float, unit: float) -> list[Item]:
    """Return equations below each other: titles, and in symbols, with numbers, and the result below them."""
    items: list[Item] = []
    for worked in equations:
        shown = [
            line
            for text in (worked.symbols, worked.numbers, worked.result)
            for line in _filled(terms(spaced(text)), "", "table-label", WIDE * unit, unit)
        ]
        items += lines([worked.title], left, top, unit, "table-head-label")
        items += lines(shown, left + 14 * unit, top - LINE * unit, unit, "table-label")
        top -= (len(shown) + 1.4) * LINE * unit
    return items
