"""Where a roller, a face or a curve touches its curve at a second place, which the equations do not know of.

A contact is followed at one place. On a hollow curve what touches it there may cut into it elsewhere: after a motion is
known this is looked for at points of the curve.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array

if TYPE_CHECKING:
    from ..curves.solved import Solved
    from ..model.equations import Equation, SolvedContact
    from .motion import Motion


TIMES = 60
"""Output times at which two curves are looked at, at most; a roller and a face are looked at at all."""

DEEP = 1e-6
"""Depth that counts, as a share of the size of the curve: contacts of well-made models are closed to 1e-9 of it."""


@dataclass(frozen=True)
class Second:
    """A second contact, where it is deepest.

    Attributes
    ----------
    time : int
        Number of the output time.
    parameter : float
        Of the second place, on the curve of a.
    depth : float
        By which the bodies would cut into each other there [m].
    """

    time: int
    parameter: float
    depth: float


def second_contacts(motion: Motion) -> str:
    """Return a sentence for every contact that touches its curve at a second place; "" where none does."""
    text = ""
    for equation in motion.plan.equations:
        contact = equation.contact
        if contact is None or contact.roll or not contact.curve.planar:
            continue
        found = _second(motion, equation, contact)
        if found is not None:
            s = motion.contact(equation.owner).parameter[found.time]
            text += (
                f" Contact '{equation.owner}' at parameter {s:.6g} of its curve touches it at parameter "
                f"{found.parameter:.6g} too, where {_WHAT[contact.kind]} would cut in by {found.depth:.3g} m at "
                f"t = {motion.time[found.time]:g} s: {_TRY[contact.kind]}"
            )
    return text


_WHAT = {"point": "the roller", "face": "the face", "curve": "the other curve"}
_TRY = {
    "point": "take a smaller roller, or a curve that is less hollow.",
    "face": "make the curve bulge, or the face shorter than that.",
    "curve": "make one curve less hollow, or bend the other one more.",
}


def _second(motion: Motion, equation: Equation, contact: SolvedContact) -> Second | None:
    """Return the deepest second contact along a motion, if there is one."""
    if contact.kind == "point" and not contact.radius > 0.0:
        return None
    s = contact.curve.spread()
    points = contact.curve.derivatives(s, 0)[0]
    pose = motion.observe(list(equation.gauges))[:, :, 0]
    if contact.kind == "point":
        away = np.linalg.norm(points - pose[:, None, :2], axis=2)
        return _deepest(s, contact.radius - away, contact.curve)
    turned = contact.other_side * np.stack([-np.sin(pose[:, 2]), np.cos(pose[:, 2])], axis=1)
    if contact.kind == "face":
        return _deepest(s, ((points - pose[:, None, :2]) * turned[:, None]).sum(axis=2), contact.curve)
    return _of_curves(contact, s, points, pose)


def _deepest(s: Array, depth: Array, curve: Solved) -> Second | None:
    """Return the deepest of depths [times, points], if it counts."""
    time, k = np.unravel_index(np.argmax(depth), depth.shape)
    if not depth[time, k] > DEEP * curve.size:
        return None
    return Second(int(time), float(s[k]), float(depth[time, k]))


def _of_curves(contact: SolvedContact, s: Array, points: Array, pose: Array) -> Second | None:
    """Return where points of the other curve lie deepest within the body of the first.

    The sides of a point are told by the normal at the nearest point of the curve; this is found to a spacing first, so
    that a depth below the height of an arc of that length may be rounding.
    """
    curve, other = contact.curve, contact.other
    assert other is not None
    normals = contact.side * curve.normal(s)
    own = other.derivatives(other.spread(), 0)[0]
    spacing = np.linalg.norm(np.diff(points, axis=0), axis=1).max()
    best: Second | None = None
    for time in range(0, len(pose), -(-len(pose) // TIMES)):
        x, y, psi = pose[time]
        turn = np.array([[np.cos(psi), -np.sin(psi)], [np.sin(psi), np.cos(psi)]])
        there = own @ turn.T + (x, y)
        nearest = np.argmin(((there[:, None] - points) ** 2).sum(axis=2), axis=1)
        inner = np.ones(len(there), bool) if curve.closed else (nearest > 0) & (nearest < len(s) - 1)
        heights = ((there - points[nearest]) * normals[nearest]).sum(axis=1)
        k = int(np.argmin(np.where(inner, heights, np.inf)))
        if inner[k] and -heights[k] > (best.depth if best else spacing**2 / curve.size):
            best = _exact(contact, there[k], time)
    return best if best and best.depth > DEEP * curve.size else None


def _exact(contact: SolvedContact, point: Array, time: int) -> Second:
    """Return the depth of a point below the curve, from its foot."""
    u = contact.curve.nearest(point)
    normal = contact.side * contact.curve.normal(u)
    return Second(time, u, float((contact.curve.derivatives(u, 0)[0] - point) @ normal))
