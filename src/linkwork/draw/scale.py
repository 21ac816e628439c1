"""The scale of a drawing: a bar of a round length."""

from __future__ import annotations

from functools import partial

import numpy as np

from ..words import length_words
from .items import GROUND, LABEL, Item, Line, Text


def scale_bar(right: float, y: float, unit: float) -> list[Item]:
    """Return a bar of a round length with its length in words."""
    most = 95 * unit
    power = 10.0 ** np.floor(np.log10(most))
    length = float(max(f * power for f in (1, 2, 5) if f * power <= most))
    left = right - length
    line = partial(Line, style="scale", layer=GROUND)
    ticks = [line((x, y - 3 * unit), (x, y + 3 * unit)) for x in (left, right)]
    words = Text((0.5 * (left + right), y - 10 * unit), length_words(length), style="note", layer=LABEL)
    return [line((left, y), (right, y)), *ticks, words]
