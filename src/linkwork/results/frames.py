"""Markers over time, in the engine's three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import Marker
from ..base.rotation import matrices
from ..model.equations import Site
from .motion import Motion

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


def marker_point(motion: Motion, marker: Marker, default_axis: str = "normal") -> Array:
    """Return the point of a marker over time, shape (times, 3)."""
    frame = motion.plan.writer.frames.frame(marker, default_axis)
    if frame.body < 0:
        return np.tile(frame.point, (len(motion), 1))
    arm = frame.point - motion.plan.resolved.solids[frame.body].com
    return np.asarray(motion.poses[:, frame.body, :3] + matrices(motion.poses[:, frame.body, 3:]) @ arm)


def marker_axes(motion: Motion, marker: Marker, default_axis: str = "normal") -> Array:
    """Return the axes of a marker over time (columns x, y, z), shape (times, 3, 3)."""
    frame = motion.plan.writer.frames.frame(marker, default_axis)
    if frame.body < 0:
        return np.tile(frame.axes, (len(motion), 1, 1))
    return np.asarray(matrices(motion.poses[:, frame.body, 3:]) @ frame.axes)


def site_place(plan: Plan, poses: Array, site: Site) -> Array:
    """Return where a point of a body, or of the ground, is at poses (bodies, 7), shape (3,)."""
    point = np.array(site.xyz)
    if site.body < 0:
        return point
    pose, arm = poses[site.body], point - plan.resolved.solids[site.body].com
    return np.asarray(pose[:3] + matrices(pose[None, 3:])[0] @ arm)


def turning(motion: Motion, moment: Array) -> Array:
    """Return moments (times, 3) as the user reads them: about the normal in the plane, else three components."""
    return moment[:, 2] if motion.model.space.planar else moment
