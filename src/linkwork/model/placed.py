"""Values of measures where bodies are placed, before anything is assembled; which full turn an angle is in there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import acos, asin, atan2, copysign, hypot, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.measure import WRAPPED
from ..joints.base import Ends

if TYPE_CHECKING:
    from ..joints import Joint
    from .equations import Gauge, Site
    from .resolve import Frame, Frames, Hint, Resolved

Triple = tuple[float, float, float]


def placed_value(gauge: Gauge, hints: Sequence[Hint], normal: Array) -> float:
    """Return a measure at the poses of the hints [m, rad], an angle over full turns as the hints count them."""
    value = float(_VALUES[gauge.kind]([_place(site, hints) for site in gauge.sites], gauge.axis))
    if gauge.kind not in WRAPPED:
        return value
    expected = expected_turn(gauge, hints, normal, np.array([hint.angle for hint in hints]))
    return float(nearest_turn(value, expected))


def without_way(gauge: Gauge, hints: Sequence[Hint]) -> Array | None:
    """Return the point [m] at which both ends of a way are placed whose direction a gauge is; None: they are apart."""
    if gauge.kind != "heading":
        return None
    a, b = _place(gauge.sites[2], hints), _place(gauge.sites[3], hints)
    return None if (b - a).any() else a


def ends_at(joint: Joint, frames: Frames, hints: Sequence[Hint]) -> Ends:
    """Return where the ends of a joint are at the poses of the hints."""
    points, axes = [], []
    for end in joint.ends:
        frame = frames.frame(end, joint.AXIS)
        turned = np.eye(3) if frame.body < 0 else hints[frame.body].axes
        points.append(turned @ frame.point + (0.0 if frame.body < 0 else hints[frame.body].position))
        axes.append(turned @ frame.axes)
    return Ends(points[0], points[1], axes[0], axes[1])


def expected_turn(gauge: Gauge, hints: Sequence[Hint], normal: Array, theta: Array) -> Array:
    """Return what an angle should be near [rad], by the angles of the bodies about the normal, theta (..., bodies).

    An angle follows as sense (angle of b - angle of a) + zero; a heading as sense (direction of its way - angle of a)
    + zero, with the direction where the bodies are placed. An angle about another axis is near zero.
    """
    sense, zero = sense_and_zero(gauge, normal)
    full = np.concatenate([theta, np.zeros((*theta.shape[:-1], 1))], axis=-1)  # place -1: the ground
    of_a = full[..., gauge.sites[0].body]
    if gauge.kind == "angle":
        return np.asarray(sense * (full[..., gauge.sites[2].body] - of_a) + zero)
    way = _place(gauge.sites[3], hints) - _place(gauge.sites[2], hints)
    u, n = (np.array(site.xyz) for site in gauge.sites[:2])
    return np.asarray(atan2(n @ way, u @ way) - sense * of_a)


def sense_and_zero(gauge: Gauge, normal: Array) -> tuple[float, float]:
    """Return how an angle follows those of its bodies about the normal, angle = sense (b - a) + zero; sense 0: not."""
    u, n, *more = (site.xyz for site in gauge.sites)
    axis, along = _cross(u, n), (float(normal[0]), float(normal[1]), float(normal[2]))
    v = more[0] if gauge.kind == "angle" else u
    aligned = hypot(*_cross(axis, along)) < PARALLEL and abs(_dot(v, along)) < PARALLEL
    if not aligned or gauge.sites[0].body != gauge.sites[1].body:
        return 0.0, 0.0
    return copysign(1.0, _dot(axis, along)), atan2(_dot(n, v), _dot(u, v))


def _cross(a: Triple, b: Triple) -> Triple:
    """Return a x b; plain numbers, since this is asked of every angle of every run."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Triple, b: Triple) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


PARALLEL = 1e-9
"""Largest sine between the axis of an angle and the normal at which they count as parallel."""


def _place(site: Site, hints: Sequence[Hint]) -> Array:
    """Return a point or vector in ground axes."""
    xyz = np.array(site.xyz)
    if site.body < 0:
        return xyz
    return np.asarray(hints[site.body].axes @ xyz) if site.vector else _point(site.body, xyz, hints)


def _point(body: int, xyz: Array, hints: Sequence[Hint]) -> Array:
    """Return a point of a body in ground axes."""
    return xyz if body < 0 else np.asarray(hints[body].position + hints[body].axes @ xyz)


def reach(resolved: Resolved, joints: Iterable[Joint], frames: Frames) -> None:
    """Note where pins and the like take bodies that are not placed, from the ground and from placed ones."""
    pins = [joint for joint in joints if holds_points(joint)]
    waiting: list[tuple[Frame, Frame]] = []
    for joint in pins:
        a, b = (frames.frame(end, joint.AXIS) for end in joint.ends)
        waiting += [(a, b), (b, a)]
    hints, known = resolved.hints, {-1} | {b for b, hint in enumerate(resolved.hints) if hint.has_position}
    while ready := [(a, b) for a, b in waiting if a.body in known and b.body not in known]:
        a, b = ready[0]
        there = _point(a.body, a.point, hints)
        hints[b.body] = replace(hints[b.body], position=there - hints[b.body].axes @ b.point, reached=True)
        known.add(b.body)


def holds_points(joint: Joint) -> bool:
    """Return whether a joint holds points together."""
    return any(row.measure is not None and row.measure.kind == "component" for row in joint.rows())


def _tilt(f: list[Array]) -> float:
    c = float(np.clip(f[0] @ f[2], -1.0, 1.0))
    return float(f[0] @ f[1]) * (acos(c) / max(sqrt(1.0 - c * c), 1e-300) if c < 1.0 else 1.0)


_VALUES: dict[str, Callable[[list[Array], int], Any]] = {
    "component": lambda f, axis: f[1][axis] - f[0][axis],
    "along": lambda f, _: f[0] @ (f[2] - f[1]),
    "dot": lambda f, _: f[0] @ f[1],
    "distance": lambda f, _: float(np.linalg.norm(f[1] - f[0])),
    "tilt": lambda f, _: _tilt(f),
    "angle": lambda f, _: atan2(f[1] @ f[2], f[0] @ f[2]),
    "pitch": lambda f, _: asin(np.clip(f[0] @ f[1], -1.0, 1.0)),
    "heading": lambda f, _: atan2(f[1] @ (f[3] - f[2]), f[0] @ (f[3] - f[2])),
    "triple": lambda f, _: np.cross(f[0], f[1]) @ (f[3] - f[2]),
}
