"""Results in a line: what they are and how large, instead of all their numbers."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LinkworkError

if TYPE_CHECKING:
    from .batch import Batch
    from .motion import Motion

SHOWN = 20
"""Members of a batch that a notebook shows."""


class Short:
    """A result whose ``repr`` names its arrays and their shapes; for dataclasses with ``repr=False``."""

    def __repr__(self) -> str:
        shown = {f.name: getattr(self, f.name) for f in fields(self) if f.repr}  # type: ignore[arg-type]
        head = type(self).__name__ + (f" '{shown.pop('name')}'" if "name" in shown else "")
        parts = [_part(name, value) for name, value in shown.items()]
        return f"<{head}: {', '.join(parts)}>"


def _part(name: str, value: Any) -> str:
    if isinstance(value, np.ndarray):
        return span_words(value) if name == "time" else f"{name} {value.shape}"
    return f"{len(value)} {name}" if isinstance(value, dict | list | tuple) else f"{name} {value!r}"


def span_words(time: Any) -> str:
    """Return how many times there are, and from when to when."""
    if len(time) == 0:
        return "no times"
    return f"{len(time)} times, {time[0]:g} to {time[-1]:g} s" if len(time) > 1 else f"t = {time[0]:g} s"


def motion_html(motion: Motion) -> str:
    """Return a motion for a notebook: its name, how it went, and a drawing where there is a position to draw."""
    head = f"<b>{escape(motion.name)}</b>: {span_words(motion.time)}<br>{escape(motion.status)}"
    try:
        picture = motion.draw().svg() if len(motion) else ""
    except LinkworkError:  # a notebook shows what there is
        picture = ""
    return f"<div>{head}<br>{picture}</div>"


def batch_html(batch: Batch[Any]) -> str:
    """Return a batch for a notebook: a line, and a table of the first members, their parameters and how they went."""
    heads = ("member", *batch.parameters, "status")
    rows = [
        (str(i), *(str(values[i]) for values in batch.parameters.values()), status)
        for i, status in enumerate(batch.status[:SHOWN])
    ]
    table = "".join(_row(row, "td") for row in rows) + (_row(("...",), "td") if len(batch) > SHOWN else "")
    return f"<div><b>{escape(str(batch).splitlines()[0])}</b><table>{_row(heads, 'th')}{table}</table></div>"


def _row(words: tuple[str, ...], cell: str) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(word)}</{cell}>' for word in words)}</tr>"
