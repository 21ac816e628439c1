"""The mechanism at one position with something laid over it: what diagrams of planar mechanics share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...results.diagrams.worked import Worked
from ...results.motion import Motion
from ..build import Builder
from ..furniture import worked_lines
from ..items import MARK, Circle, Item, flat
from ..scene import Scene
from ..view import View

WINDOW = 1.3
"""What lies farther from the middle of the mechanism than this share of its size, in width or height, is not drawn."""


def window_of(motion: Motion, view: View, k: int, share: float = WINDOW) -> tuple[Array, float]:
    """Return the middle of the mechanism at a position, and the half side of the window about it [m]."""
    pose = Builder(motion, view, [k], ()).main
    places = np.array([p[:2] for p in pose.everything()])
    low, high = places.min(axis=0), places.max(axis=0)
    return 0.5 * (low + high), share * max(float((high - low).max()), 1e-9 * motion.plan.length)


def inside(points: Array, window: tuple[Array, float]) -> NDArray[np.bool_]:
    """Return which points (n, 2) are numbers and lie in a window."""
    middle, half = window
    with np.errstate(invalid="ignore"):
        return np.asarray((np.abs(points - middle) <= half).all(axis=1))


def cut_off(start: Array, end: Array, window: tuple[Array, float]) -> Array:
    """Return the end of a line (2,) that starts in a window, cut off where it leaves that."""
    middle, half = window
    along = end - start
    room = half - np.sign(along) * (start - middle)
    share = min([1.0, *(float(r / a) for r, a in zip(room, np.abs(along), strict=True) if a > r)])
    return np.asarray(start + share * along)


def spot(at: Array, unit: float, style: str = "centre", radius: float = 4.0) -> Item:
    """Return a dot at a place."""
    depth = float(at[2]) if len(at) > 2 else 0.0
    return Circle(flat([at])[0], radius * unit, style=style, layer=MARK, depth=depth)


def beside(scene: Scene, worked: Sequence[Worked]) -> Scene:
    """Return a scene with equations worked out beside the picture."""
    if not worked:
        return scene
    _, _, right, top = scene.bounds
    u = scene.unit
    items = worked_lines(worked, right + 10 * u, top - 45.0 * u, u)
    return Scene.of([*scene.items, *items], scene.title, scene.axes, u)
