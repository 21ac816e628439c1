"""The mechanism with the two centrodes of a body, which touch at the instant centre."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...arrays import Array
from ...results.diagrams.centrodes import Centrodes
from ...results.diagrams.instants import position, time_words
from ...results.diagrams.worked import vector
from ..build import Builder
from ..items import TRACE, Item, Polyline, flat
from ..labels import Wish, at_point
from ..overlays import Drawn, Overlay
from ..scene import Scene, written
from ..view import view_of
from .over_mechanism import inside, spot, window_of

WHOLE = 3.0
"""Centrodes that go no farther away than this are drawn whole; of others, what is near, see `WINDOW`."""


@written
def draw_centrodes(
    found: Centrodes,
    path: str | Path | None = None,
    *,
    at: float = 0,
    labels: bool = True,
    title: str | None = None,
) -> Scene:
    """Draw the mechanism at a time with the fixed and the moving centrode of a body.

    Parameters
    ----------
    found : Centrodes
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    at : float or int
        Time [s] (the nearest computed one is taken), or the number of a position.
    labels : bool
        Whether bodies, joints and points are named.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    Scene
    """
    motion, view = found.motion, view_of(found.motion)
    k = position(motion, at)
    fixed, moving = found.placed(k)
    window = window_of(motion, view, k, WHOLE)
    if not inside(np.concatenate([fixed, moving])[:, :2], window).all():
        window = window_of(motion, view, k)
    style = f"moving-{1 + motion.bodies.index(found.body)}" if found.body in motion.bodies else "fixed"
    curves = {"fixed": _pieces(fixed, window), style: _pieces(moving, window)}
    pole = found.pole[k]
    seen = bool(inside(pole[None], window)[0])

    def drawn(unit: float) -> Drawn:
        items: list[Item] = [
            Polyline(flat(piece), style=look, layer=TRACE) for look, pieces in curves.items() for piece in pieces
        ]
        wishes: list[Wish] = []
        if seen:
            items.append(spot(pole, unit, radius=4.5))
            wishes.append(at_point(found.name, "centre-label", pole, unit, 11.0))
        return items, wishes

    where = f"{found.name} at " + (
        f"{vector(pole[:2], motion.plan.length)} m" if np.isfinite(pole).all() else "infinity"
    )
    note = f"{time_words(motion, k, at)}; full line: fixed in {found.other}, dashed: moving with {found.body}; {where}"
    places = [np.append(p, 0.0) for pieces in curves.values() for piece in pieces for p in piece]
    words = f"{motion.name}: centrodes of {found.body} and {found.other}" if title is None else title, note
    overlay = Overlay(more=drawn, places=places)
    return Builder(motion, view, [k], (), [overlay]).scene(*words, labels)


def _pieces(points: Array, window: tuple[Array, float]) -> list[Array]:
    """Return the parts of a curve that lie in a window; what goes through infinity is cut there."""
    shown = inside(points, window)
    cuts = np.flatnonzero(np.diff(shown.astype(int)) != 0) + 1
    parts = np.split(np.arange(len(points)), cuts)
    return [points[part] for part in parts if shown[part[0]] and len(part) > 1]
