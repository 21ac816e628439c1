"""Pictures of Newton's method: residuals over iterations, and the mechanism at every iterate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from ..results.iterates import Iterates
from ..results.motion import Motion
from .build import Builder
from .labels import Wish, at_point
from .overlays import Overlay
from .scene import Scene, written
from .skeleton import Skeleton
from .view import ViewLike, view_of


@written
def plot_iterates(iterates: Iterates, path: str | Path | None = None) -> Any:
    """Plot the largest residual over iterations, in a logarithmic scale.

    Parameters
    ----------
    iterates : Iterates
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.

    Returns
    -------
    matplotlib Axes
    """
    from matplotlib.figure import Figure

    axes = Figure(figsize=(6.0, 3.6), layout="constrained").subplots()
    shown = np.maximum(iterates.residuals, np.finfo(float).tiny)
    axes.semilogy(np.arange(len(iterates)), shown, marker="o")
    axes.set_xticks(range(len(iterates)))
    axes.set_xlabel("iteration")
    axes.set_ylabel("largest residual, relative")
    axes.set_title(f"{iterates.name}: Newton's method in {iterates.coordinates} coordinates")
    return axes


@written
def draw_iterates(
    iterates: Iterates, path: str | Path | None = None, *, labels: bool = True, view: ViewLike = None
) -> Scene:
    """Draw the mechanism at the last iterate in full, at those before faintly.

    Parameters
    ----------
    iterates : Iterates
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    labels : bool
        Whether bodies, joints and points are named.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.

    Returns
    -------
    Scene
    """
    plan, count = iterates.plan, len(iterates)
    motion = Motion.still(plan, np.arange(count, dtype=float), iterates.poses)
    seen = view_of(motion, view)
    builder = Builder(motion, seen, [count - 1, *range(count - 1)], [])
    builder.overlays = [Overlay(more=lambda unit: ([], _numbers(builder.poses[1:], unit)))]
    note = f"t = {iterates.time:g} s, iterate {count - 1}" + (f"; faint: 0 to {count - 2}" if count > 1 else "")
    return builder.scene(plan.name, note, labels)


FAINT = 12.0
"""Iterates whose joints are nearer to each other than this have one number [pixels]."""


def _numbers(poses: Sequence[Skeleton], unit: float) -> list[Wish]:
    """Return the numbers of the iterates, each at the joint that has moved most on the way."""
    paths = [np.array(path)[:, :2] for path in zip(*([site.to for site in pose.sites] for pose in poses), strict=True)]
    if not paths:
        return []
    farthest = max(paths, key=lambda path: float(np.ptp(path, axis=0).max()))
    named: list[tuple[Array, list[str]]] = []
    for number, at in enumerate(farthest):
        twin = next((numbers for place, numbers in named if np.hypot(*(place - at)) < FAINT * unit), None)
        if twin is None:
            named.append((at, [str(number)]))
        else:
            twin.append(str(number))
    return [at_point(", ".join(numbers), "note", at, unit, 8.0) for at, numbers in named]
