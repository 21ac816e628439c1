"""Cables that would have to push: in words, with their times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..joints.cable import Cable

if TYPE_CHECKING:
    from .dynamics import DynamicMotion

Array = NDArray[np.float64]

ROUNDING = 1e-9
"""Share of the largest tension below which a negative one is rounding."""


def pushing(motion: DynamicMotion) -> str:
    """Return a sentence on every cable whose tension is negative at a stored time; empty where none is."""
    names = [name for name, joint in motion.model.joints.items() if isinstance(joint, Cable)]
    return "".join(_sentence(motion, name) for name in names)


def tension(motion: DynamicMotion, name: str) -> Array:
    """Return the tension of a cable that keeps its length or is driven, before and after each grip, (times, parts) [N].

    The multiplier of the length pulls everywhere; that of a pulley without slip pulls before it only.
    """
    rows = [i for i, owner in enumerate(motion.forces.owners) if owner == ("joint", name)]
    pulls = motion.forces.multipliers[:, rows]
    joint = motion.model.joints[name]
    driven = {d.name for d in motion.model.drivers.values() if d.quantity in (name, f"{name}.length")}
    drives = [i for i, owner in enumerate(motion.forces.owners) if owner.kind == "driver" and owner.name in driven]
    whole = pulls[:, :1] if isinstance(joint, Cable) and joint.hold else -motion.forces.multipliers[:, drives[:1]]
    grips = pulls[:, 1:] if isinstance(joint, Cable) and joint.hold else pulls
    if not whole.shape[1]:
        return np.zeros((len(motion), 0))
    before = np.cumsum(grips[:, ::-1], axis=1)[:, ::-1]  # a grip counts for all that lies before it
    return np.concatenate([whole + before, whole], axis=1)


def _sentence(motion: DynamicMotion, name: str) -> str:
    pulls = tension(motion, name)
    least = pulls.min(axis=1, initial=np.inf)
    wrong = np.flatnonzero(least < -ROUNDING * np.abs(pulls).max(initial=0.0))
    if not len(wrong):
        return ""
    first, last = motion.time[wrong[0]], motion.time[wrong[-1]]
    when = f"at t = {first:g} s" if len(wrong) == 1 else f"at {len(wrong)} times from t = {first:g} to {last:g} s"
    return (
        f" Cable '{name}' would have to push {when}, with up to {-least.min():.4g} N: it goes slack in truth. Give it "
        f"hold=False and limit {name}.length by a rigid contact from above, or let it give way."
    )
