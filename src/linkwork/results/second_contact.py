"""Where what touches a curve or a surface touches it at a second place, which the equations do not know of.

A contact is followed at one place. On a hollow curve what touches it there may cut into it elsewhere: after a motion is
known this is looked for at points of the curve, and for balls and discs on surfaces at points of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..curves.solved import Solved
from ..model.equations import Equation, SolvedContact, SolvedSurface
from .motion import Motion

TIMES = 60
"""Output times at which two curves, and balls and discs on surfaces, are looked at, at most; a roller and a face are
looked at at all."""

SHALLOW = 1e-4
"""Depth of a ball or disc in its surface that counts, as a share of the radius: slopes change over what is cut in."""

DEEP = 1e-6
"""Depth that counts, as a share of the size of the curve: contacts of well-made models are closed to 1e-9 of it."""


AROUND = {"ball": 400, "disc": 120}
"""Points of a ball, and of the edge of a disc, that are looked at: what cuts in by less than half a percent of the
radius may lie between those of a ball."""


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
    return text + _on_surfaces(motion)


def _on_surfaces(motion: Motion) -> str:
    """Return a sentence for every ball or disc that cuts into its surface; "" where none does."""
    text, table = "", motion.plan.tables
    for i, number in enumerate(motion.plan.order):
        equation = motion.plan.equations[number]
        surface = equation.surface
        if surface is None or surface.roll or surface.kind not in AROUND or not surface.radius > 0.0:
            continue
        some = np.unique(np.linspace(0, len(motion) - 1, min(len(motion), TIMES)).astype(int))
        pose = motion.observe(list(equation.gauges))[some, :, 0]
        depth = _cut_in(motion, pose, surface, int(table["relations"]["own"][table["rows"]["relation"][i]]))
        k = int(np.argmax(depth))
        if depth[k] > SHALLOW * surface.radius:
            text += (
                f" The {surface.kind} of '{equation.owner}' cuts into its surface by {depth[k]:.3g} m at "
                f"t = {motion.time[some[k]]:g} s, beside the one place where it touches: before, it would touch at a "
                f"second one. Take a smaller {surface.kind}, or a surface that is less hollow."
            )
    return text


def _cut_in(motion: Motion, pose: Array, surface: SolvedSurface, first: int) -> Array:
    """Return how far a ball or disc reaches through its surface at each of its poses [m]."""
    from ..kernels.runs.stored_surfaces import cut_in

    centres, out = np.ascontiguousarray(pose[:, :3]), np.zeros(len(pose))
    around = _ball_points() if surface.kind == "ball" else _edge_points(pose[:, 3:].reshape(-1, 3, 3)[:, :, 2])
    points = np.ascontiguousarray(centres[:, None] + surface.radius * around)
    cut_in(motion.plan.bundle().H, first, centres, points, out)
    return out


def _ball_points() -> Array:
    """Return points of a ball of radius one (1, points, 3), as evenly as a spiral spreads them."""
    k = np.arange(AROUND["ball"]) + 0.5
    height, turn = 1.0 - 2.0 * k / len(k), np.pi * (1.0 + 5.0**0.5) * k
    across = np.sqrt(1.0 - height**2)
    return np.stack([across * np.cos(turn), across * np.sin(turn), height], axis=1)[None]


def _edge_points(axes: Array) -> Array:
    """Return points of the edge of discs of radius one about their axes (times, points, 3)."""
    turn = np.linspace(0.0, 2.0 * np.pi, AROUND["disc"], endpoint=False)
    other = np.where(np.abs(axes[:, :1]) < 0.9, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    u = np.cross(axes, other)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    v = np.cross(axes, u)
    return np.asarray(np.cos(turn)[None, :, None] * u[:, None] + np.sin(turn)[None, :, None] * v[:, None])


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
