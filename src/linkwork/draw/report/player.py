"""The player: a moving drawing with its buttons and its numbers, which the script of the page plays."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from .charts import Chart
from .film import Film

SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Speeds of a film that can be chosen, relative to the real one."""

WATCHED = 5.0
"""About how long a film takes [s]."""


def player(film: Film, charts: Sequence[Chart]) -> str:
    """Return a film of a motion: it starts when asked to, at speeds that can be chosen, and moves along the plots."""
    best = min(SPEEDS, key=lambda s: abs(np.log(max(_span(film), 1e-9) / WATCHED / s)))
    words = {s: "real time" if s == 1 else f"{s:g} × speed" for s in SPEEDS}
    chosen = {s: " selected" if s == best else "" for s in SPEEDS}
    options = "".join(f'<option value="{s:g}"{chosen[s]}>{words[s]}</option>' for s in SPEEDS)
    shown = [[_figures(c.values[film.numbers]) for c in chart.shown] for chart in charts]
    return _played(film, f'<select class="speed" aria-label="speed">{options}</select>', charts=shown)


def looped(film: Film, lasting: float) -> str:
    """Return a film that plays by itself, over and over, each time in so many seconds."""
    return _played(film, "", speed=_span(film) / lasting)


def _span(film: Film) -> float:
    return float(film.times[-1] - film.times[0])


def _played(film: Film, choice: str, **more: object) -> str:
    """Return drawing, buttons and numbers; the numbers as JSON that is safe inside HTML."""
    span = _span(film)
    digits = int(np.clip(3 - np.floor(np.log10(span)), 2, 9)) if span > 0 else 3
    data = json.dumps({**film.data(), "digits": digits, **more}, separators=(",", ":"), allow_nan=False)
    safe = data.replace("</", "<\\/")
    return (
        f'{film.svg()}\n<div class="player"><button class="play" type="button">Play</button>'
        '<input class="slider" type="range" min="0" max="1000" step="any" value="0" aria-label="time">'
        f'<output class="clock"></output>{choice}</div>\n<script type="application/json">{safe}</script>'
    )


def _figures(values: Array) -> list[float | None]:
    return [float(f"{v:.5g}") if np.isfinite(v) else None for v in values]
