"""The ways to put a mechanism together, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .build import Builder
from .scene import Scene, written
from .view import ViewLike, view_of

if TYPE_CHECKING:
    from ..solve.branches import Branches

IN_A_ROW = 4
"""Pictures beside each other."""


@written
def draw_branches(
    branches: Branches, path: str | Path | None = None, *, labels: bool = True, view: ViewLike = None
) -> Scene:
    """Draw the ways to put a mechanism together side by side, with their numbers.

    Parameters
    ----------
    branches : Branches
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
    seen = view_of(branches[0].motion, view)
    builders = [Builder(branch.motion, seen, [0], ()) for branch in branches]
    unit = max(builder.unit for builder in builders)
    scenes = []
    for number, builder in enumerate(builders):
        builder.unit = unit  # all to one scale
        note = f"t = {builder.motion.time[0]:.4g} s"
        scenes.append(builder.scene(f"{branches.name}: branch {number}", note, labels))
    wide = max(scene.bounds[2] - scene.bounds[0] for scene in scenes)
    high = max(scene.bounds[3] - scene.bounds[1] for scene in scenes)
    items = [
        item.moved(wide * (k % IN_A_ROW) - scene.bounds[0], -high * (k // IN_A_ROW) - scene.bounds[3])
        for k, scene in enumerate(scenes)
        for item in scene.items
    ]
    return Scene.of(items, branches.name, scenes[0].axes, unit)
