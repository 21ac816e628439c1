"""Sensitivities in a report: a table and bars for each result that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...errors import ModelError
from ...results.gradient import HEAD, Gradient, after_number
from ...words import figure
from .parts import Table

WIDTH, HEIGHT, GAP = 620, 18, 8
"""Of the bars [px]."""

MOST = 20
"""Numbers that have a bar, those with the largest effects."""


def checked_gradients(given: Gradient | Sequence[Gradient]) -> Sequence[Gradient]:
    """Return gradients, also one by itself; raises ModelError for anything else."""
    found = [given] if isinstance(given, Gradient) else given
    if isinstance(found, str) or not all(isinstance(one, Gradient) for one in found):
        raise ModelError(f"gradients= is a list of what m.gradient(...) finds, not {given!r}.")
    return found


def gradient_tables(gradients: Sequence[Gradient]) -> list[Table]:
    """Return a table for each result, the number of the design that moves it most on top."""
    return [
        Table(
            f"{g.of} = {figure(g.value)}{after_number(g.unit)}", HEAD, tuple(tuple(row) for row in g.rows()), (1, 2, 3)
        )
        for g in gradients
    ]


def tornado_html(gradient: Gradient) -> str:
    """Return bars of what the tolerance of each number does, as a picture, and what is to be said of them."""
    shown = [int(i) for i in gradient.ranked[:MOST]]
    largest = float(max(abs(gradient.effects[shown]), default=0.0)) or 1.0
    bars, middle = [], 0.62 * WIDTH
    for row, i in enumerate(shown):
        size, top = abs(float(gradient.effects[i])) / largest * 0.36 * WIDTH, row * (HEIGHT + GAP)
        text = escape(gradient.bar(i))
        bars.append(f'<text x="0" y="{top + 13}" font-size="12" fill="currentColor">{text}</text>')
        bars.append(
            f'<rect x="{middle - size:.1f}" y="{top}" width="{2 * size:.1f}" height="{HEIGHT}" fill="#4477aa"/>'
        )
    height = len(shown) * (HEIGHT + GAP)
    line = f'<line x1="{middle}" x2="{middle}" y1="0" y2="{height}" stroke="currentColor"/>'
    notes = "".join(f"<p>{escape(note)}</p>" for note in gradient.notes)
    label = f"{gradient.of}: what the tolerance of each number does, at most {largest:.3g}{after_number(gradient.unit)}"
    picture = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(bars)}{line}</svg>'
    return f'<div class="card"><p>{escape(label)}.</p>{picture}{notes}</div>'
