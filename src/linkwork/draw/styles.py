"""Named styles. Widths and sizes are pixels.

The colours of the bodies are those of Okabe and Ito (2008), which people of every colour vision
tell apart, without the yellow, which is lost on white, and with two more of the same kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#B0538C", "#E69F00", "#56B4E9", "#7A5C3E", "#6A6FB5")
"""Colours of the bodies, in the order in which they were added."""

INK = "#2B2F36"
GREY = "#7D8590"
PAPER = "#FFFFFF"
FONT = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Style:
    """How an item looks.

    Attributes
    ----------
    stroke, fill : str
        Colours, or ``"none"``.
    width : float
        Of the line [pixels].
    dash : tuple of float
        Lengths of strokes and gaps [pixels]; empty: a full line.
    opacity, fill_opacity : float
    cap : str
        ``"round"`` or ``"butt"`` ends of lines.
    size : float
        Of letters [pixels].
    weight, slant : str
        ``"normal"``, ``"bold"``; ``"normal"``, ``"italic"``.
    """

    stroke: str = "none"
    fill: str = "none"
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    fill_opacity: float = 1.0
    cap: str = "round"
    size: float = 12.0
    weight: str = "normal"
    slant: str = "normal"


def _arrow(name: str, colour: str, width: float = 2.0, **look: Any) -> dict[str, Style]:
    """Return the styles of an arrow: of its shaft, its head and its label."""
    return {
        name: Style(stroke=colour, width=width, **look),
        f"{name}-head": Style(stroke=colour, fill=colour, width=0.6),
        f"{name}-label": Style(fill=colour, size=11.5),
    }


STYLES = {
    # bodies; "-3" at the end gives the colour of the third body, "-0" that of the ground
    "link": Style(stroke="body", width=4.5),
    "plate": Style(stroke="body", fill="body", width=2.5, fill_opacity=0.18),
    "shape": Style(stroke="body", fill="body", width=1.2, fill_opacity=0.08, opacity=0.85),
    "edge": Style(stroke="body", width=1.0, opacity=0.6),
    "block": Style(stroke="body", fill="tint", width=1.8),
    "disc": Style(stroke="body", fill="tint", width=1.8),
    "profile": Style(stroke="body", width=2.5),
    "ghost": Style(stroke="body", width=1.8, opacity=0.28),
    "ghost-plate": Style(stroke="body", fill="body", width=1.3, fill_opacity=0.08, opacity=0.35),
    "trace": Style(stroke="body", width=1.3, opacity=0.95),
    "point": Style(stroke=PAPER, fill="body", width=1.0),
    "slot": Style(stroke="body", fill=PAPER, width=1.8),
    "label": Style(fill="dark", size=12.5, slant="italic"),
    # symbols
    "symbol": Style(stroke=INK, fill=PAPER, width=1.6),
    "solid": Style(stroke=INK, fill=INK, width=1.2),
    "stroke": Style(stroke=INK, width=1.6),
    "arm": Style(stroke=INK, width=2.6),
    "rod": Style(stroke=INK, width=2.6),
    "cable": Style(stroke=INK, width=1.6),
    "spring": Style(stroke="#4A515B", width=1.6),
    "cylinder": Style(stroke="#4A515B", fill="#E9ECEF", width=1.6),
    "rubber": Style(stroke="#4A515B", fill="#AEB6C0", width=1.4),
    "ground": Style(stroke=INK, fill="#E9ECEF", width=1.4),
    "floor": Style(stroke=INK, width=1.6, cap="butt"),
    "net": Style(stroke=GREY, width=0.8, cap="butt"),
    "hatch": Style(stroke=INK, width=0.9, cap="butt"),
    "axis": Style(stroke=GREY, width=1.0, dash=(9.0, 3.0, 2.0, 3.0), cap="butt"),
    "halo": Style(stroke=PAPER, width=9.0, cap="butt"),
    "mass": Style(stroke=INK, fill=PAPER, width=1.1),
    "mass-quarter": Style(fill=INK),
    **_arrow("drive", "#C1121F", 1.8),
    **_arrow("load", "#7B2D8B", 1.8),
    **_arrow("reaction", "#0B4F9E"),
    **_arrow("weight", "#6B4F2A"),
    **_arrow("inertia", "#5B6470", 1.8, dash=(6.0, 3.5), cap="butt"),
    "construction": Style(stroke="#8C95A1", width=1.1, dash=(5.0, 4.0), cap="butt"),
    "centre": Style(stroke=PAPER, fill="#7B2D8B", width=1.0),
    "centre-label": Style(fill="#7B2D8B", size=12.0),
    "circle": Style(stroke="#7B2D8B", width=1.6),
    "fixed": Style(stroke="#2B2F36", width=2.0),
    "moving": Style(stroke="body", width=2.0, dash=(7.0, 3.5), cap="butt"),
    "step": Style(stroke="body", width=1.6),
    "step-head": Style(stroke="body", fill="body", width=0.6),
    "step-label": Style(fill="dark", size=11.0),
    **_arrow("velocity", "#1B7F3B"),
    **_arrow("acceleration", "#C2410C"),
    "badge-label": Style(fill="#4A515B", size=9.0, weight="bold"),
    # words and furniture
    "joint-label": Style(fill=INK, size=12.5, weight="bold"),
    "point-label": Style(fill=INK, size=12.0, slant="italic"),
    "title": Style(fill=INK, size=14.5, weight="bold"),
    "force-label": Style(fill="#4A515B", size=11.5, slant="italic"),
    "note": Style(fill=GREY, size=10.5),
    "table-label": Style(fill=INK, size=11.0),
    "table-head-label": Style(fill=GREY, size=10.5),
    "triad": Style(stroke=GREY, width=1.2),
    "triad-head": Style(stroke=GREY, fill=GREY, width=0.5),
    "triad-label": Style(fill=GREY, size=11.0, slant="italic"),
    "scale": Style(stroke=GREY, width=1.2, cap="butt"),
    "grey": Style(stroke="#8C95A1", fill="#D5DAE0", width=1.6),
    "grey-slot": Style(stroke="#8C95A1", fill=PAPER, width=1.6),
    "grey-dark": Style(stroke="#6F7884", fill="#AEB6C0", width=1.6),
}
"""Every style by name."""


@lru_cache(maxsize=512)
def style_of(name: str) -> Style:
    """Return the style called `name`; ``"link-3"`` is the style ``"link"`` in the colour of body 3."""
    base, _, number = name.rpartition("-")
    if name in STYLES:
        return STYLES[name]
    if base not in STYLES or not number.isdigit():
        raise KeyError(f"there is no style '{name}'")
    style = STYLES[base]
    return replace(style, stroke=_coloured(style.stroke, int(number)), fill=_coloured(style.fill, int(number)))


def body_colour(number: int) -> str:
    """Return the colour of a body: 0 is the ground, 1 the first moving body."""
    return PALETTE[(number - 1) % len(PALETTE)] if number > 0 else INK


def _coloured(colour: str, number: int) -> str:
    own = body_colour(number)
    if colour == "body":
        return own
    if colour == "tint":
        return mixed(own, PAPER, 0.8)
    if colour == "dark":
        return mixed(own, "#000000", 0.25)
    return colour


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another mixed into it."""
    parts = [int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share for i in (1, 3, 5)]
    return "#" + "".join(f"{round(p):02X}" for p in parts)
