"""Cables and belts along a motion: their tensions, and where they leave their pulleys or the plane of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..errors import ExpressionError, ModelError
from ..expressions.derivative import ZERO, derivative
from ..expressions.nodes import Call, Name, rewritten, walk
from ..joints.belt import Belt
from ..joints.cable import NEAREST, Cable, beside
from ..joints.constraint import Constraint
from ..model.quantities import RATE
from .combined import limits_along

if TYPE_CHECKING:
    from .dynamics import DynamicMotion
    from .motion import Motion


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
    whole, grips = pulls_along(motion, name), rows
    if cable.hold:
        whole, grips = np.concatenate([rows[:, :1], whole], axis=1), rows[:, 1:]
    if not whole.shape[1]:
        return np.zeros((len(motion), 0))
    last = whole.sum(axis=1, keepdims=True)
    before = np.cumsum(grips[:, ::-1], axis=1)[:, ::-1]  # a grip counts for all that lies before it
    return np.concatenate([last + before, last], axis=1)


def _strands(motion: DynamicMotion, name: str) -> Array:
    """Return the tensions of the strands: what tightens the belt, and half of the difference more and less."""
    both = pulls_along(motion, name).sum(axis=1, keepdims=True)
    half = 0.5 * _multipliers(motion, name)
    return np.concatenate([both + half, both - half], axis=1)


def _multipliers(motion: DynamicMotion, name: str) -> Array:
    """Return the multipliers of a joint (times, rows)."""
    rows = [i for i, owner in enumerate(motion.forces.owners) if owner == ("joint", name)]
    return np.asarray(motion.forces.multipliers[:, rows])


def pulls_along(motion: DynamicMotion, name: str) -> Array:
    """Return what drivers, forces and equations along the length of a cable or belt pull with (times, of them) [N]."""
    quantity, model = f"{name}.length", motion.model
    own = {quantity} if isinstance(model.joints[name], Belt) else {name, quantity}
    driven = {d.name for d in model.drivers.values() if d.quantity in own}
    drives = [i for i, owner in enumerate(motion.forces.owners) if owner.kind == "driver" and owner.name in driven]
    loaded = [f for f, force in model.forces.items() if getattr(force, "quantity", "") in own]
    values = [np.asarray(motion.force(f).value) for f in loaded]
    pulls = [motion.forces.multipliers[:, drives[:1]], *(value[:, None] for value in values)]
    pulls += [_of_equation(motion, n, own) for n, joint in model.joints.items() if isinstance(joint, Constraint)]
    return -np.concatenate(pulls, axis=1)


def _of_equation(motion: DynamicMotion, name: str, own: set[str]) -> Array:
    """Return the force of an equation of the user along a quantity, multiplier times slope (times, 1 or 0) [N]."""
    known, along = motion.plan.writer.quantities, "along it"
    node = known.in_rates(known.parsed(str(motion.model.joints[name].rows()[0].expression)))
    if any(isinstance(item, Call) and item.name == RATE for item in walk(node)):
        own = {f"{RATE}({one})" for one in own}
    try:
        slope = derivative(rewritten(node, lambda item: Name(along) if str(item) in own else None), along)
    except ExpressionError:  # it chooses, as max does, and holds no cable
        slope = ZERO
    if slope == ZERO:
        return np.zeros((len(motion), 0))
    there = rewritten(slope, lambda item: Name(max(own)) if str(item) == along else None)
    return np.asarray(motion.measure(str(there)).value)[:, None] * _multipliers(motion, name)


# ---- ways, in words with their times ---------------------------------------------------------------


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
    bends = writer.read(joint).bends()
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
