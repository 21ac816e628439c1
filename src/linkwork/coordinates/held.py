"""Bodies that joints keep from turning: they move as if they were points, and need no inertia."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..model.equations import Writer
from ..model.resolve import Frame, Resolved


def planar_motion(motion: Sequence[str] | None, a: Frame, planar: bool) -> tuple[str, ...]:
    """Return a motion as it is in space, or what is left of it in the plane: slides in it, turns about its normal."""
    kept: list[str] = []
    if not planar:
        return tuple(motion or ())
    for step in motion or ():
        if step == "ball":
            kept.append("turn n")
            continue
        kind, axis = step.split()
        normal = abs(a.axes[2, "xyz".index(axis)]) > 0.5
        if normal == (kind == "turn"):
            kept.append(step)
    return tuple(kept)


def held(writer: Writer, planar: bool) -> set[int]:
    """Return the bodies that slides and rigid joints connect to the ground: they never turn."""
    edges = []
    for joint in writer.model.joints.values():
        if joint.MOTION is not None:
            a, b = (writer.frames.frame(end, joint.AXIS) for end in joint.ends)
            if all(step.startswith("slide") for step in planar_motion(joint.MOTION, a, planar)):
                edges.append((a.body, b.body))
    found, before = {-1}, 0
    while len(found) > before:
        before = len(found)
        found |= {body for edge in edges if found & set(edge) for body in edge}
    return found - {-1}


def with_inertias(resolved: Resolved, writer: Writer, length: float) -> Resolved:
    """Return the model with some inertia for the bodies that never turn and have none: any gives the same motion."""
    planar = resolved.space.planar
    needed = (slice(2, None), slice(2, None)) if planar else ...
    unknown = {b for b, solid in enumerate(resolved.solids) if not np.isfinite(solid.inertia[needed]).all()}
    unknown &= held(writer, planar) if unknown else set()
    if not unknown:
        return resolved
    solids = [
        replace(solid, inertia=solid.mass * length**2 * np.eye(3)) if b in unknown else solid
        for b, solid in enumerate(resolved.solids)
    ]
    return replace(resolved, solids=solids)
