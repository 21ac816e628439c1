"""The scale of a drawing: bars of a round length, force or velocity."""

from __future__ import annotations

from functools import partial

import numpy as np

from ..words import length_words
from .items import GROUND, LABEL, Item, Line, Text


def scale_bar(right: float, y: float, unit: float) -> list[Item]:
    """Return a bar of a round length with its length in words."""
    length = round_below(95 * unit)
    return bar(right - length, right, y, unit, length_words(length), "scale", "note")


def vector_bar(right: float, y: float, unit: float, worth: float, words: str, style: str) -> list[Item]:
    """Return a bar as long as an arrow of a round size, with that size; `worth` is the size of one pixel of arrow."""
    size = round_below(95 * worth)
    return bar(right - size / worth * unit, right, y, unit, f"{size:g} {words}", style, f"{style}-label")


def bar(left: float, right: float, y: float, unit: float, words: str, style: str, label: str) -> list[Item]:
    """Return a bar between two ticks with words below."""
    line = partial(Line, style=style, layer=GROUND)
    ticks = [line((x, y - 3 * unit), (x, y + 3 * unit)) for x in (left, right)]
    text = Text((0.5 * (left + right), y - 10 * unit), words, style=label, layer=LABEL)
    return [line((left, y), (right, y)), *ticks, text]


def round_below(most: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten up to a number."""
    power = 10.0 ** np.floor(np.log10(most))
    return float(max(f * power for f in (0.5, 1, 2, 5) if f * power <= most))  # log10 of 0.1 less its rounding is -1
