"""Tensions of cables and belts; those that would have to push: in words, with their times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..joints.belt import Belt
from ..joints.cable import Cable

if TYPE_CHECKING:
    from .dynamics import DynamicMotion

Array = NDArray[np.float64]

ROUNDING = 1e-9
"""Share of the largest tension below which a negative one is rounding."""


CABLE = (
    " Cable '{name}' would have to push {when}, with up to {most:.4g} N: it goes slack in truth. Give it hold=False "
    "and limit {name}.length by a rigid contact from above, or let it give way."
)
BELT = (
    " The slack strand of belt '{name}' would have to push {when}, with up to {most:.4g} N: it sags or jumps its teeth "
    "in truth. Tighten {name}.length by that much more."
)


def pushing(motion: DynamicMotion) -> str:
    """Return a sentence on every cable or tightened belt whose tension is negative at a stored time, or nothing."""
    found = ""
    for name, joint in motion.model.joints.items():
        if isinstance(joint, Cable):
            found += _told(motion, name, CABLE)
        elif isinstance(joint, Belt) and _pulls_along(motion, name).shape[1]:
            found += _told(motion, name, BELT)
    return found


def tension(motion: DynamicMotion, name: str) -> Array:
    """Return the tension of a cable before and after each grip, or of the strands of a belt, (times, parts) [N]."""
    joint = motion.model.joints[name]
    if isinstance(joint, Belt):
        return _strands(motion, name)
    if isinstance(joint, Cable):
        return _parts(motion, name, joint)
    raise ModelError(f"'{name}' is a {joint.KIND.replace('_', ' ')} joint; cables and belts have a tension.")


def _parts(motion: DynamicMotion, name: str, cable: Cable) -> Array:
    """Return the tensions of a cable.

    What keeps, drives or loads its length pulls everywhere; the multiplier of a pulley without slip pulls before it.
    """
    rows = _multipliers(motion, name)
    whole, grips = _pulls_along(motion, name), rows
    if cable.hold:
        whole, grips = np.concatenate([rows[:, :1], whole], axis=1), rows[:, 1:]
    if not whole.shape[1]:
        return np.zeros((len(motion), 0))
    last = whole.sum(axis=1, keepdims=True)
    before = np.cumsum(grips[:, ::-1], axis=1)[:, ::-1]  # a grip counts for all that lies before it
    return np.concatenate([last + before, last], axis=1)


def _strands(motion: DynamicMotion, name: str) -> Array:
    """Return the tensions of the strands: what tightens the belt, and half of the difference more and less."""
    both = _pulls_along(motion, name).sum(axis=1, keepdims=True)
    half = 0.5 * _multipliers(motion, name)
    return np.concatenate([both + half, both - half], axis=1)


def _multipliers(motion: DynamicMotion, name: str) -> Array:
    """Return the multipliers of a joint (times, rows)."""
    rows = [i for i, owner in enumerate(motion.forces.owners) if owner == ("joint", name)]
    return np.asarray(motion.forces.multipliers[:, rows])


def _pulls_along(motion: DynamicMotion, name: str) -> Array:
    """Return what drivers and forces along the length of a cable or belt pull with (times, of them) [N]."""
    quantity, model = f"{name}.length", motion.model
    own = {quantity} if isinstance(model.joints[name], Belt) else {name, quantity}
    driven = {d.name for d in model.drivers.values() if d.quantity in own}
    drives = [i for i, owner in enumerate(motion.forces.owners) if owner.kind == "driver" and owner.name in driven]
    loaded = [f for f, force in model.forces.items() if getattr(force, "quantity", "") in own]
    values = [np.asarray(motion.force(f).value) for f in loaded]
    pulls = [motion.forces.multipliers[:, drives[:1]], *(value[:, None] for value in values)]
    return -np.concatenate(pulls, axis=1)


def _told(motion: DynamicMotion, name: str, words: str) -> str:
    """Return a sentence with times and force where a tension is negative."""
    pulls = tension(motion, name)
    least = pulls.min(axis=1, initial=np.inf)
    wrong = np.flatnonzero(least < -ROUNDING * np.abs(pulls).max(initial=0.0))
    if not len(wrong):
        return ""
    first, last = motion.time[wrong[0]], motion.time[wrong[-1]]
    when = f"at t = {first:g} s" if len(wrong) == 1 else f"at {len(wrong)} times from t = {first:g} to {last:g} s"
    return words.format(name=name, when=when, most=-least.min())
