"""The mechanism with its instant centres, and the lines of Kennedy's theorem that meet in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...results.diagrams.instant_centres import InstantCentre, InstantCentres
from ...results.diagrams.worked import vector
from ..build import Builder
from ..items import GUIDE, Item, Line, flat
from ..labels import Wish, at_point
from ..overlays import Drawn, Overlay
from ..scene import Scene, written
from ..view import view_of
from .over_mechanism import WINDOW, beside, cut_off, inside, spot, window_of

LINES = 2
"""Lines drawn through a centre: two find it."""


@written
def draw_instant_centres(
    found: InstantCentres,
    path: str | Path | None = None,
    *,
    labels: bool = True,
    equations: bool = False,
    title: str | None = None,
) -> Scene:
    """Draw the mechanism with its instant centres.

    Parameters
    ----------
    found : InstantCentres
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    labels : bool
        Whether bodies, joints and points are named.
    equations : bool
        Whether it is worked out beside the picture how the centres follow from velocities.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    Scene
    """
    motion, view = found.motion, view_of(found.motion)
    window = window_of(motion, view, found.number)
    near = [c for c in found if c.point is not None and inside(c.point[None], window)[0]]
    frame = _frame(window, near)
    far = [c for c in found if c not in near and (c.point is not None or c.direction is not None)]

    def drawn(unit: float) -> Drawn:
        items: list[Item] = [line for c in near if not c.joint for line in _lines(found, c, frame)]
        wishes: list[Wish] = []
        for c in near:
            assert c.point is not None
            at = np.append(c.point, 0.0)
            items.append(spot(at, unit, radius=3.0 if c.joint else 4.5))
            wishes.append(at_point(c.name, "centre-label", at, unit, 11.0))
        return items, wishes

    numbers = ", ".join(f"{n + 1} {name}" for n, name in enumerate(("ground", *motion.bodies)))
    away = "".join(f"; {_away(c)}" for c in far)
    note = f"{found.when}; instant centres of {numbers}{away}"
    places = [np.append(c.point, 0.0) for c in near if c.point is not None]
    overlay = Overlay(more=drawn, places=places)
    words = f"{motion.name}: instant centres" if title is None else title, note
    worked = found.equations() if equations else ()
    return beside(Builder(motion, view, [found.number], (), [overlay]).scene(*words, labels), worked)


def _frame(window: tuple[Array, float], near: Sequence[InstantCentre]) -> tuple[Array, float]:
    """Return a window that holds the mechanism and the centres drawn, and little else: lines to others end there."""
    middle, half = window
    reaches = [float(np.abs(c.point - middle).max()) for c in near if c.point is not None]
    return middle, 1.1 * max([0.5 * half / WINDOW, *reaches])


def _lines(found: InstantCentres, c: InstantCentre, frame: tuple[Array, float]) -> list[Item]:
    """Return the lines of Kennedy's theorem through a centre, each as long as it takes to reach all three there are."""
    items: list[Item] = []
    for one, two in found.through(c):
        ends = [other.point for other in (one, two) if other.point is not None]
        if c.point is None or not ends or len(items) == LINES:
            continue
        points = np.array([c.point, *ends])
        along = points[int(np.argmax(np.hypot(*(points - c.point).T)))] - c.point
        if np.hypot(*along) <= 1e-6 * found.motion.plan.length:
            continue
        order = np.argsort(points @ along)
        start, end = (cut_off(c.point, points[k], frame) for k in (order[0], order[-1]))
        items.append(Line(*flat([start, end]), style="construction", layer=GUIDE))
    return items


def _away(c: InstantCentre) -> str:
    """Return where a centre is that is not in the picture."""
    name = c.name
    if c.point is not None:
        return f"{name} at {vector(c.point, c.size)} m"
    return f"{name} at infinity"
