"""Joints that work in one plane, in models of space: whether other joints keep their bodies in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.measure import Feature, Measure

if TYPE_CHECKING:
    from .motion import Motion

LEANS = 1e-5
"""Angle between the axes of both bodies from which on they are not parallel [rad]."""


def leaning(motion: Motion) -> str:
    """Return a sentence for every joint of one plane whose bodies leave it along a motion; "" where none does."""
    if motion.model.space.planar:
        return ""
    text = ""
    for name, joint in motion.model.joints.items():
        if not joint.in_one_plane:
            continue
        a, b = joint.ends
        gauge = motion.plan.writer.gauge(Measure("dot", (Feature(a, "z"), Feature(b, "z"))), joint.AXIS)
        lean = np.arccos(np.minimum(np.abs(motion.observe([gauge])[:, 0, 0]), 1.0))
        k = int(np.argmax(lean))
        if lean[k] > LEANS:
            text += (
                f" The axes of '{name}' are {np.degrees(lean[k]):.4g} deg from parallel at t = {motion.time[k]:g} s, "
                f"and its equations are those of one plane: hold '{a.body}' and '{b.body}' in it by other joints, such "
                f"as planar or revolute{joint.LEANING}."
            )
    return text
