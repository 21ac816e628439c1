"""PNG and PDF writer, with matplotlib; nothing here opens a window or keeps state."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ..words import pieces
from .items import Circle, Item, Line, Point, Polygon, Polyline, Text
from .styles import PAPER, Style, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .scene import Scene

FONTS = ["Source Sans 3", "Segoe UI", "Helvetica", "Arial", "DejaVu Sans"]


def to_figure(scene: Scene) -> Figure:
    """Return a scene as a matplotlib figure; one pixel of the scene is one point of the figure."""
    from matplotlib.figure import Figure

    width, height = scene.size
    figure = Figure(figsize=(width / 72, height / 72), facecolor=PAPER)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    x0, y0, _, _ = scene.bounds
    for order, item in enumerate(scene.items):
        _add(axes, item, style_of(item.style), (x0, y0), scene.unit, order)
    return figure


def figure_bytes(figure: Figure, kind: str, dpi: float = 180.0) -> bytes:
    """Return a figure as the bytes of a file, the same bytes every time."""
    from matplotlib import rc_context

    fixed: dict[str, dict[str, Any]] = {
        "png": {"Software": None},
        "pdf": {"CreationDate": None},
        "svg": {"Date": None},
    }
    target = BytesIO()
    with rc_context({"svg.hashsalt": "linkwork", "svg.fonttype": "none", "pdf.fonttype": 42}):
        figure.savefig(target, format=kind, dpi=dpi, metadata=fixed[kind], facecolor=figure.get_facecolor())
    return target.getvalue()


def _add(axes: Axes, item: Item, style: Style, corner: Point, unit: float, order: int) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle as Disc
    from matplotlib.patches import Polygon as Patch

    def place(p: Point) -> Point:
        return (p[0] - corner[0]) / unit, (p[1] - corner[1]) / unit

    if isinstance(item, Text):
        _add_text(axes, item, style, place(item.at), order)
    elif isinstance(item, Line | Polyline):
        xs, ys = zip(*map(place, item.places), strict=True)
        axes.add_line(Line2D(xs, ys, zorder=order, **_line_look(style)))
    elif isinstance(item, Circle):
        axes.add_patch(Disc(place(item.centre), item.radius / unit, zorder=order, **_patch_look(style)))
    elif isinstance(item, Polygon):
        axes.add_patch(Patch([place(p) for p in item.points], closed=True, zorder=order, **_patch_look(style)))
    else:
        raise TypeError(f"a matplotlib figure cannot hold {item!r}")


def _add_text(axes: Axes, item: Text, style: Style, at: Point, order: int) -> None:
    from matplotlib.patheffects import withStroke

    sides = {"start": "left", "middle": "center", "end": "right"}
    axes.text(
        at[0],
        at[1] - 0.35 * style.size,
        _words(item.text),
        color=style.fill,
        fontsize=style.size,
        fontfamily=_family(),
        fontweight=style.weight,
        fontstyle=style.slant,
        ha=sides[item.anchor],
        va="baseline",
        zorder=order,
        parse_math="_{" in item.text or "^{" in item.text,
        path_effects=[withStroke(linewidth=3, foreground=PAPER)],
    )


def _words(text: str) -> str:
    """Return a text with its indices as matplotlib writes them; one without indices is left as it is."""
    found = pieces(text)
    if not any(kind for _, kind in found):
        return text
    escaped = [(re.sub(r"([$%#{}])", r"\\\1", piece), kind) for piece, kind in found]
    # an index is a formula to matplotlib: blanks would be lost there, and come after dots and commas
    index = [(re.sub(r"([_ ])", r"\\\1", piece), kind) if kind else (piece, "") for piece, kind in escaped]
    index = [(re.sub(r"([.,])", r"{\1}", piece), kind) if kind else (piece, "") for piece, kind in index]
    return "".join(f"${kind}{{\\mathregular{{{piece}}}}}$" if kind else piece for piece, kind in index)


def _family() -> list[str]:
    """Return the fonts of the list that are installed; matplotlib warns of those that are not."""
    from matplotlib.font_manager import fontManager

    known = {font.name for font in fontManager.ttflist}
    return [name for name in FONTS if name in known] or ["sans-serif"]


def _line_look(style: Style) -> dict[str, Any]:
    look: dict[str, Any] = {"color": style.stroke, "linewidth": style.width, "alpha": style.opacity}
    look["solid_capstyle"] = look["dash_capstyle"] = style.cap
    look["solid_joinstyle"] = "round"
    if style.dash:
        look["linestyle"] = (0, tuple(d / style.width for d in style.dash))
    return look


def _patch_look(style: Style) -> dict[str, Any]:
    from matplotlib.colors import to_rgba

    face = "none" if style.fill == "none" else to_rgba(style.fill, style.fill_opacity * style.opacity)
    edge = "none" if style.stroke == "none" else to_rgba(style.stroke, style.opacity)
    return {"facecolor": face, "edgecolor": edge, "linewidth": style.width, "joinstyle": "round"}
