"""Plots over time as SVG, drawn without any library; the script of the page moves their cursors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ..styles import GREY, INK, PALETTE
from .figures import typeset

WIDTH, HEIGHT = 520.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 20.0, 10.0, 38.0
MOST_POINTS = 700
MOST_CURVES = 12
_DASHES = ("", "7 3", "2 3")


@dataclass(frozen=True)
class Curve:
    """One line of a plot: its name and its values at the times of the motion."""

    name: str
    values: Array


@dataclass(frozen=True)
class Chart:
    """A plot over time.

    Attributes
    ----------
    title, unit : str
    curves : tuple of Curve
    note : str
        A sentence below the plot.
    """

    title: str
    unit: str
    curves: tuple[Curve, ...]
    note: str = ""

    @property
    def shown(self) -> tuple[Curve, ...]:
        """The curves that are drawn: of very many, those with the largest values."""
        if len(self.curves) <= MOST_CURVES:
            return self.curves
        sizes = [-np.nanmax(np.abs(c.values), initial=0.0) for c in self.curves]
        keep = sorted(np.argsort(sizes, kind="stable")[:MOST_CURVES])
        return tuple(self.curves[i] for i in keep)

    @property
    def words(self) -> str:
        """The sentences below the plot."""
        left = len(self.curves) - len(self.shown)
        more = f"The {len(self.shown)} largest of {len(self.curves)} are shown." if left else ""
        return " ".join(w for w in (self.note, more) if w)


def chart_html(chart: Chart, time: Array, number: int) -> str:
    """Return a plot with its legend as HTML."""
    legend = "".join(
        f'<span class="key"><svg width="22" height="8"><line x1="1" y1="4" x2="21" y2="4" {_look(k)}/></svg>'
        f"{escape(curve.name)} <output></output></span>"
        for k, curve in enumerate(chart.shown)
    )
    words = f'<p class="remark">{escape(chart.words)}</p>' if chart.words else ""
    unit = f' <span class="unit">[{escape(chart.unit)}]</span>' if chart.unit else ""
    return (
        f'<figure class="chart" data-c="{number}"><figcaption>{escape(chart.title)}{unit}</figcaption>'
        f'{chart_svg(chart, time)}<div class="legend">{legend}</div>{words}</figure>'
    )


def chart_svg(chart: Chart, time: Array) -> str:
    """Return a plot as an SVG element."""
    x_range, y_range = (float(time[0]), float(time[-1])), limits(chart.shown)
    if x_range[0] == x_range[1]:
        x_range = x_range[0] - 0.5, x_range[1] + 0.5
    xs, ys = ticks(*x_range, 6), ticks(*y_range, 5)
    across = (WIDTH - LEFT - RIGHT) / (x_range[1] - x_range[0])
    up = (HEIGHT - TOP - BOTTOM) / (y_range[1] - y_range[0])

    def x(value: Any) -> Any:
        return LEFT + (value - x_range[0]) * across

    def y(value: Any) -> Any:
        return HEIGHT - BOTTOM - (value - y_range[0]) * up

    low, high = HEIGHT - BOTTOM, TOP
    scale = f'data-x0="{LEFT:g}" data-x1="{WIDTH - RIGHT:g}" data-t0="{x_range[0]:.6g}" data-t1="{x_range[1]:.6g}"'
    lines = [
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" {scale} role="img" aria-label={quoteattr(chart.title)}>',
        f'<g fill="{GREY}" font-size="11.5" font-family="inherit">',
    ]
    for value in ys:
        at = y(value)
        colour = "#AEB6C0" if value == 0.0 else "#E3E7EB"
        lines.append(f'<line x1="{LEFT:g}" y1="{at:.1f}" x2="{WIDTH - RIGHT:g}" y2="{at:.1f}" stroke="{colour}"/>')
        lines.append(f'<text x="{LEFT - 7:g}" y="{at + 4:.1f}" text-anchor="end">{tick_text(value, ys)}</text>')
    for value in xs:
        at = x(value)
        lines.append(f'<line x1="{at:.1f}" y1="{low:g}" x2="{at:.1f}" y2="{low + 4:g}" stroke="{GREY}"/>')
        lines.append(f'<text x="{at:.1f}" y="{low + 17:g}" text-anchor="middle">{tick_text(value, xs)}</text>')
    middle = 0.5 * (LEFT + WIDTH - RIGHT)
    lines.append(f'<text x="{middle:g}" y="{HEIGHT - 5:g}" text-anchor="middle">time [s]</text></g>')
    lines.append(f'<line x1="{LEFT:g}" y1="{low:g}" x2="{WIDTH - RIGHT:g}" y2="{low:g}" stroke="{GREY}"/>')
    for k, curve in enumerate(chart.shown):
        lines += _curve(k, curve, time, x, y)
    lines.append(
        f'<line class="cursor" x1="{LEFT:g}" y1="{high:g}" x2="{LEFT:g}" y2="{low:g}" stroke="{INK}" '
        f'stroke-width="1" stroke-dasharray="3 2" opacity="0"/></svg>'
    )
    return "\n".join(lines)


def _curve(k: int, curve: Curve, time: Array, x: Any, y: Any) -> list[str]:
    """Return the pieces of a curve between times at which it has no value."""
    lines = []
    for piece in _pieces(np.isfinite(curve.values)):
        t, v = thinned(time[piece], curve.values[piece])
        if len(t) == 1:
            lines.append(f'<circle cx="{x(t[0]):.1f}" cy="{y(v[0]):.1f}" r="3" fill="{colour_of(k)}"/>')
            continue
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x(t), y(v), strict=True))
        lines.append(f'<polyline points="{points}" fill="none" stroke-linejoin="round" {_look(k)}/>')
    return lines


def _pieces(known: NDArray[np.bool_]) -> list[slice]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], known.astype(np.int8), [0]])))
    return [slice(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def colour_of(k: int) -> str:
    """Return the colour of curve number k."""
    return PALETTE[k % len(PALETTE)]


def _look(k: int) -> str:
    dash = _DASHES[(k // len(PALETTE)) % len(_DASHES)]
    return f'stroke="{colour_of(k)}" stroke-width="1.8"' + (f' stroke-dasharray="{dash}"' if dash else "")


def limits(curves: tuple[Curve, ...]) -> tuple[float, float]:
    """Return the range of the values with some room; never empty, so that rounding errors do not look like waves."""
    values = np.concatenate([c.values for c in curves])
    values = values[np.isfinite(values)]
    if not len(values):
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    size = max(abs(low), abs(high))
    if high - low <= 1e-6 * size or size < 1e-9:
        half = 0.1 * size if size > 1e-9 else 1.0
        return low - half, high + half
    room = 0.06 * (high - low)
    # a curve of one sign that comes near zero starts there
    return (0.0 if 0 <= low < 0.3 * high else low - room), (0.0 if 0 >= high > 0.3 * low else high + room)


def ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round values in a range."""
    raw = (high - low) / count
    power = 10.0 ** np.floor(np.log10(raw))
    step = float(min((f * power for f in (1.0, 2.0, 5.0, 10.0)), key=lambda s: abs(np.log(s / raw))))
    first, last = int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9))
    return [0.0 if k == 0 else float(f"{k * step:.12g}") for k in range(first, last + 1)]


def tick_text(value: float, among: list[float]) -> str:
    """Return the number at a tick, with as many decimals as its neighbours need."""
    size = max(abs(v) for v in among)
    if size >= 1e5 or (0 < size < 1e-3):
        return typeset(f"{value:.3g}")
    step = min((b - a for a, b in pairwise(among)), default=1.0)
    decimals = max(0, -int(np.floor(np.log10(step) + 1e-9)))
    return f"{value:.{decimals}f}".replace("-", "−")


def thinned(time: Array, values: Array) -> tuple[Array, Array]:
    """Return a curve with fewer points that still shows its peaks: lowest and highest of every piece."""
    if len(time) <= MOST_POINTS:
        return time, values
    keep = {0, len(time) - 1}
    for piece in np.array_split(np.arange(len(time)), MOST_POINTS // 2):
        keep |= {int(piece[np.argmin(values[piece])]), int(piece[np.argmax(values[piece])])}
    chosen = np.array(sorted(keep))
    return time[chosen], values[chosen]
