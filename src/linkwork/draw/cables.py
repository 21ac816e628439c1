"""The way of a cable over its pulleys as it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..joints.cable import Cable, wrap_of
from ..model.write_rows import RowWriter

if TYPE_CHECKING:
    from ..joints import Joint
    from .skeleton import Poser

Array = NDArray[np.float64]
Wheel = tuple[Array, float]
"""Centre of a pulley or drum in view axes, and its radius [m]."""


def way_of(joint: Joint, poser: Poser) -> tuple[tuple[Array, ...], tuple[Wheel, ...]]:
    """Return the line of a cable and its wheels in view axes; nothing of another joint."""
    if not isinstance(joint, Cable):
        return (), ()
    read = RowWriter(poser.motion.plan.writer, joint, f"cable joint '{joint.name}'").joint
    assert isinstance(read, Cable)
    bends = read.bends()
    seen = [poser.see(bend.marker, joint.AXIS) for bend in bends]
    centres, radii = [place for place, _ in seen], [bend.radius for bend in bends]
    x, y = seen[0][1][:, 0], seen[0][1][:, 1]
    ways = [_heading(b - a, s - r, x, y) for a, b, r, s in zip(centres, centres[1:], radii, radii[1:], strict=False)]
    line: list[Array] = []
    for k, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
        before, after = ways[max(k - 1, 0)], ways[min(k, len(ways) - 1)]
        turns = np.linspace(0.0, wrap_of(radius, before, after), 25 if radius else 1)
        line += [centre + abs(radius) * _rim(before, s, radius, x, y) for s in turns]
    return tuple(line), tuple((c, abs(r)) for c, r in zip(centres, radii, strict=True) if r)


def _heading(way: Array, step: float, x: Array, y: Array) -> float:
    """Return the direction of a span between two circles whose signed radii differ by a step [rad]."""
    d = max(float(np.linalg.norm(way)), 1e-300)
    return float(np.arctan2(y @ way, x @ way) - np.arcsin(np.clip(step / d, -1.0, 1.0)))


def _rim(before: float, turned: float, radius: float, x: Array, y: Array) -> Array:
    """Return from the centre to where the cable is, after it has turned so far from the direction it came in [rad]."""
    sense = 1.0 if radius > 0 else -1.0
    angle = before + sense * turned
    return np.asarray(sense * (np.sin(angle) * x - np.cos(angle) * y))
