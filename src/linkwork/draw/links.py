"""Bodies as links: a bar through two points, a filled outline through more, a disc at one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Array
from .items import GHOST, GUIDE, LINK, MARK, SHAPE, Circle, Item, Line, Polygon, Polyline, flat, hull
from .outlines import Outline

PIECES = 8
"""Pieces a bar is cut into in space, so that nearer bars pass in front of it."""


def border_of(points: Sequence[Array]) -> list[Array]:
    """Return the points of a link's outline in order: two for a bar, three or more for a plate."""
    if len(points) < 3:
        return list(points)
    flat_points = np.array([p[:2] for p in points])
    extent = float(np.ptp(flat_points, axis=0).max())
    spread = flat_points - flat_points.mean(axis=0)
    thin = float(np.linalg.svd(spread, compute_uv=False)[-1])
    if thin > 0.01 * extent:
        return [points[i] for i in hull(points)]
    along = np.linalg.svd(spread)[2][0]
    shifts = spread @ along
    return [points[int(np.argmin(shifts))], points[int(np.argmax(shifts))]]


def link(
    points: Sequence[Array],
    number: int,
    unit: float,
    planar: bool,
    name: str,
    *,
    guide: bool = False,
    halo: bool = True,
) -> list[Item]:
    """Return the items of a body seen through its points.

    Parameters
    ----------
    points : sequence of array
        In view axes.
    number : int
        Of the body; gives its colour.
    unit : float
        Length of one pixel.
    planar : bool
    name : str
        Of the body.
    guide : bool
        Whether a block slides on it, which is then drawn over it.
    halo : bool
        In space: whether a light border parts a bar from what is behind it.
    """
    border = border_of(points)
    layer = GUIDE if guide and planar else LINK
    depth = float(np.mean([p[2] for p in border])) if border else 0.0
    if not border:
        return []
    if len(border) == 1:
        centre = flat(border)[0]
        return [Circle(centre, 8 * unit, style=f"disc-{number}", layer=layer, depth=depth, name=name)]
    if len(border) == 2:
        bar = Line(*flat(border), style=f"link-{number}", layer=layer, depth=depth, name=name)
        return [bar] if planar else _pieces(border[0], border[1], number, name, halo)
    return [Polygon(flat(border), style=f"plate-{number}", layer=layer, depth=depth, name=name)]


def ghost(points: Sequence[Array], number: int, unit: float) -> list[Item]:
    """Return the faint items of a body at another time."""
    border = border_of(points)
    if len(border) < 2:
        return [Circle(flat([p])[0], 6 * unit, style=f"ghost-{number}", layer=GHOST) for p in border]
    if len(border) == 2:
        return [Line(*flat(border), style=f"ghost-{number}", layer=GHOST)]
    return [Polygon(flat(border), style=f"ghost-plate-{number}", layer=GHOST)]


def solid(outline: Outline, number: int, planar: bool, name: str) -> list[Item]:
    """Return the items of a body's solid shape."""
    depth = float(np.mean([p[2] for p in outline.border]))
    layer = SHAPE if planar else LINK
    items: list[Item] = [Polygon(flat(outline.border), style=f"shape-{number}", layer=layer, depth=depth, name=name)]
    edges = [Polyline(flat(edge), style=f"edge-{number}", layer=layer, depth=depth) for edge in outline.edges]
    return [*items, *edges]


def centre_of_mass(at: Array, unit: float) -> list[Item]:
    """Return the quartered circle."""
    r, depth = 5.0 * unit, float(at[2]) + 5.0 * unit
    items: list[Item] = [Circle(flat([at])[0], r, style="mass", layer=MARK, depth=depth)]
    for start in (0.0, np.pi):
        arc = [at[:2] + r * np.array([np.cos(t), np.sin(t)]) for t in start + np.linspace(0.0, 0.5 * np.pi, 9)]
        items.append(Polygon(flat([at[:2], *arc]), style="mass-quarter", layer=MARK, depth=depth))
    return items


def _pieces(start: Array, end: Array, number: int, name: str, halo: bool) -> list[Item]:
    """Return a bar in pieces, each at its own depth; the ends lie under the symbols of the joints."""
    items: list[Item] = []
    for k in range(PIECES):
        p, q = (start + (end - start) * (k + i) / PIECES for i in (0, 1))
        depth = float({0: start[2], PIECES - 1: end[2]}.get(k, 0.5 * (p[2] + q[2])))
        if halo and 0 < k < PIECES - 1:
            items.append(Line(*flat([p, q]), style="halo", layer=LINK, depth=depth))
        items.append(Line(*flat([p, q]), style=f"link-{number}", layer=LINK, depth=depth, name=name))
    return items
