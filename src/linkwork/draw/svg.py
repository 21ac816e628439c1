"""SVG writer, in plain Python.

The picture lies on a white card, so that it reads the same on light and dark pages, and carries its
looks in attributes, so that several pictures on one page do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from ..words import pieces
from .items import INDEX, Circle, Item, Line, Point, Polygon, Polyline, Text
from .styles import FONT, PAPER, Style, style_of

if TYPE_CHECKING:
    from .scene import Scene


def to_svg(scene: Scene) -> str:
    """Return a scene as the text of an SVG file."""
    width, height = scene.size
    x0, _, _, y1 = scene.bounds

    def place(p: Point) -> tuple[float, float]:
        return (p[0] - x0) / scene.unit, (y1 - p[1]) / scene.unit

    size = f'width="{_n(width)}" height="{_n(height)}"'
    looks = f'role="img" font-family={quoteattr(FONT)} style="max-width:100%;height:auto"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_n(width)} {_n(height)}" {looks}>',
        f"<title>{escape(scene.title)}</title>",
        f'<rect {size} rx="6" fill="{PAPER}"/>',
    ]
    for name, group in groupby(scene.items, key=lambda item: item.style):
        style = style_of(name)
        shapes = [shape_text(item, style, place, scene.unit) for item in group]
        lines.append(f"<g {look_text(style, name)}>")
        lines.extend(shapes)
        lines.append("</g>")
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def shape_text(item: Item, style: Style, place: Callable[[Point], tuple[float, float]], unit: float) -> str:
    """Return the element of an item, without its looks."""
    tip = f"<title>{escape(item.name)}</title>" if item.name else ""
    if isinstance(item, Line):
        (x1, y1), (x2, y2) = place(item.start), place(item.end)
        return _element(f'line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"', "line", tip)
    if isinstance(item, Circle):
        x, y = place(item.centre)
        return _element(f'circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(item.radius / unit)}"', "circle", tip)
    if isinstance(item, Polyline | Polygon):
        kind = "polygon" if isinstance(item, Polygon) else "polyline"
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in map(place, item.points))
        return _element(f'{kind} points="{points}"', kind, tip)
    if isinstance(item, Text):
        x, y = place(item.at)
        where = f'x="{_n(x)}" y="{_n(y + 0.35 * style.size)}" text-anchor="{item.anchor}"'
        halo = f'stroke="{PAPER}" stroke-width="3" stroke-linejoin="round" fill="{PAPER}" aria-hidden="true"'
        words = _words(item.text, style.size)
        return f"<text {where} {halo}>{words}</text>\n<text {where}>{words}</text>"
    raise TypeError(f"an SVG file cannot hold {item!r}")


def _words(text: str, size: float) -> str:
    """Return a text with its indices below and above the line."""
    down, written = {"_": 0.22 * size, "^": -0.38 * size, "": 0.0}, ""
    before = 0.0
    for piece, kind in pieces(text):
        shift, before = down[kind] - before, down[kind]
        small = f' font-size="{_n(INDEX * size)}"' if kind else ""
        plain = not small and not shift
        written += escape(piece) if plain else f'<tspan dy="{_n(shift)}"{small}>{escape(piece)}</tspan>'
    return written


def _element(opening: str, kind: str, inside: str) -> str:
    return f"<{opening}>{inside}</{kind}>" if inside else f"<{opening}/>"


def look_text(style: Style, name: str) -> str:
    """Return the attributes of a style."""
    if name.endswith(("label", "title", "note")) or name.rpartition("-")[0].endswith("label"):
        words = [f'fill="{style.fill}"', f'font-size="{_n(style.size)}"']
        words += [f'font-weight="{style.weight}"'] if style.weight != "normal" else []
        words += [f'font-style="{style.slant}"'] if style.slant != "normal" else []
        return " ".join(words)
    words = [f'stroke="{style.stroke}" stroke-width="{_n(style.width)}" fill="{style.fill}"']
    words += [f'stroke-linecap="{style.cap}" stroke-linejoin="round"'] if style.stroke != "none" else []
    words += [f'stroke-dasharray="{" ".join(_n(d) for d in style.dash)}"'] if style.dash else []
    words += [f'opacity="{_n(style.opacity)}"'] if style.opacity < 1 else []
    words += [f'fill-opacity="{_n(style.fill_opacity)}"'] if style.fill_opacity < 1 else []
    return " ".join(words)


def _n(value: float) -> str:
    """Return a number with two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
