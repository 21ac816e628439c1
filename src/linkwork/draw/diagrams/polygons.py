"""Polygons of velocity and acceleration, from one pole, to scale."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...results.diagrams.polygons import Polygon
from ...results.diagrams.steps import Step
from ..arrows import arrow_head
from ..furniture import heading
from ..items import TRACE, Item, Line, flat, union
from ..labels import Wish, at_point, place_labels
from ..scale import vector_bar
from ..scene import Scene, written
from ..view import View, ViewLike, view_of
from .over_mechanism import beside, spot

PAGE = (420.0, 330.0)
"""Room for the polygon [pixels]."""


@written
def draw_polygon(
    found: Polygon,
    path: str | Path | None = None,
    *,
    equations: bool = False,
    view: ViewLike = None,
    title: str | None = None,
) -> Scene:
    """Draw a polygon of velocities or accelerations.

    Full arrows go from the pole o to every point; thin ones, in the colours of the bodies, from one point to another of
    the same body, in an acceleration polygon their normal and tangential parts.

    Parameters
    ----------
    found : Polygon
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    equations : bool
        Whether the steps are worked out beside the picture.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    Scene
    """
    seen = view_of(found.motion, view)
    tips = {node.name: seen.see(node.vector) for node in found.points}
    extent = np.ptp(np.array([[0.0, 0.0], *(tip[:2] for tip in tips.values())]), axis=0)
    unit = max(float(np.max(extent / np.array(PAGE))), found.largest / 2000, 1e-300)
    items, wishes = _rays(found, tips, unit)
    for step in found.steps:
        more, wished = _step(found, step, seen, unit)
        items += more
        wishes += wished
    items += place_labels(wishes, items, unit)
    words = f"{found.motion.name}: {found.kind} polygon" if title is None else title
    items += _around(found, items, unit, words)
    axes = (found.unit, found.unit)
    return beside(Scene.of(items, words, axes, unit), found.equations() if equations else ())


def _rays(found: Polygon, tips: dict[str, Array], unit: float) -> tuple[list[Item], list[Wish]]:
    """Return the pole, an arrow from it to every point, and their names; points with one tip share a label."""
    items: list[Item] = [spot(np.zeros(3), unit, "solid", 3.0)]
    still = [name for name, tip in tips.items() if np.hypot(*tip[:2]) <= 2 * unit]
    wishes = [at_point(", ".join(["o", *still]), "joint-label", np.zeros(3), unit, 10.0)]
    named: list[tuple[list[str], Array]] = []
    for name, tip in tips.items():
        if name in still:
            continue
        twin = next((names for names, other in named if np.hypot(*(tip - other)[:2]) <= 2 * unit), None)
        if twin is not None:
            twin.append(name)
            continue
        named.append(([name], tip))
        items += _arrow(np.zeros(3), tip, found.kind, f"{found.kind}-head", unit)
    wishes += [at_point(", ".join(names), f"{found.kind}-label", tip, unit, 10.0) for names, tip in named]
    return items, wishes


def _step(found: Polygon, step: Step, view: View, unit: float) -> tuple[list[Item], list[Wish]]:
    """Return the parts of a step one after the other, in the colour of its body."""
    number = 1 + found.motion.bodies.index(step.body)
    items: list[Item] = []
    wishes: list[Wish] = []
    tail = step.start.vector
    if not step.told:
        ends = flat([view.see(step.start.vector), view.see(step.end.vector)])
        return [Line(*ends, style=f"trace-{number}", layer=TRACE)], wishes
    felt = [part for part in step.parts.values() if np.hypot(*view.see(part)[:2]) > 3 * unit]
    if not step.start.vector.any() and len(felt) < 2:
        return items, wishes  # it is the arrow from the pole
    for symbol, part in step.parts.items():
        start, end = view.see(tail), view.see(tail + part)
        tail = tail + part
        if np.hypot(*(end - start)[:2]) <= 3 * unit:
            continue
        items += _arrow(start, end, f"step-{number}", f"step-head-{number}", unit)
        wishes.append(at_point(symbol, f"step-label-{number}", 0.5 * (start + end), unit, 8.0))
    return items, wishes


def _arrow(start: Array, end: Array, style: str, head: str, unit: float) -> list[Item]:
    along = (end - start)[:2]
    back = 5 * unit * along / float(np.hypot(*along))
    shaft = Line(*flat([start, end[:2] - back]), style=style, layer=TRACE, depth=float(end[2]))
    return [shaft, arrow_head(start, end - np.append(2 * unit * along / float(np.hypot(*along)), 0.0), unit, head, 0.0)]


def _around(found: Polygon, items: Sequence[Item], unit: float, title: str) -> list[Item]:
    """Return title and note above, and the scale below."""
    x0, y0, x1, y1 = union(i.box(unit) for i in items)
    note = f"{found.when}; pole o, full arrows from the pole"
    return [
        *heading((title, note), x0, y1 + 7 * unit, unit),
        *vector_bar(max(x1, x0 + 200 * unit), y0 - 24 * unit, unit, unit, found.unit, found.kind),
    ]
