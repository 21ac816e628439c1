"""Where cables leave their pulleys or the plane of these, in words, with their times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..joints.cable import NEAREST, Cable, beside
from ..model.write_rows import RowWriter
from .combined import limits_along

if TYPE_CHECKING:
    from .motion import Motion


def left_pulleys(motion: Motion) -> str:
    """Return sentences on cables whose way is not what it was any more at a stored time; "" for none."""
    cables = [(name, joint) for name, joint in motion.model.joints.items() if isinstance(joint, Cable)]
    return "".join(_lifted(motion, name) + _beside(motion, joint) for name, joint in cables)


def _lifted(motion: Motion, name: str) -> str:
    """Return sentences on pulleys that a cable leaves."""
    found, text = motion.plan.writer.combinations.find(f"{name}.length"), ""
    if found is None:
        return text
    lengths = limits_along(motion, found, [limit for limit, _ in found.limits])
    for (_, words), left in zip(found.limits, lengths, strict=True):
        told = [event.partition(" s: ")[0] for event in motion.events if f"joint '{name}': {words}" in event]
        if told or (left < -NEAREST).any():
            first = f"at {told[0]}" if told else f"by t = {motion.time[int((left < -NEAREST).argmax())]:g}"
            text += f" Joint '{name}': {words} {first} s; from there on its length is that of a way it does not take."
    return text


def _beside(motion: Motion, joint: Cable) -> str:
    """Return a sentence on a cable in space of which a pulley or an end leaves the plane of its pulleys."""
    writer = motion.plan.writer
    read = RowWriter(writer, joint, f"cable joint '{joint.name}'").joint
    bends = read.bends() if isinstance(read, Cable) else ()
    if motion.model.space.planar or not any(bend.radius for bend in bends):
        return ""
    out = np.abs(
        motion.observe([writer.gauge(beside(bends[0].marker, bend.marker), joint.AXIS) for bend in bends[1:]])[:, :, 0]
    ).max(axis=1)
    wrong = out > NEAREST * motion.plan.length
    if not wrong.any():
        return ""
    return (
        f" Joint '{joint.name}': a pulley or end is out of the plane of the cable from t = "
        f"{motion.time[int(wrong.argmax())]:g} s on, by up to {out.max():.4g} m; its length and tension are those of a "
        f"cable in that plane."
    )
