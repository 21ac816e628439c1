"""First poses from rough hints: bodies without a place are put next to the body they are joined to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from ..arrays import Array
from ..base.marker import Marker, Value
from ..base.rotation import shortest_turn, times, turned
from ..joints import Joint
from ..model.description import Description
from ..model.equations import Writer
from ..model.placed import holds_points
from ..model.resolve import Frame, Resolved
from .engine import poses_of


def first_poses(resolved: Resolved, joints: Sequence[Joint], writer: Writer) -> Array:
    """Return poses (bodies, 7) that follow the hints, and where there are none, the joints."""
    positions = np.array([h.position for h in resolved.hints]).reshape(-1, 3)
    axes = np.array([h.axes for h in resolved.hints]).reshape(-1, 3, 3)
    put_together(resolved, joints, writer, positions, axes, lambda marker, frame: frame.point)
    return poses_of(resolved, positions, axes, np.array([s.com for s in resolved.solids]).reshape(-1, 3))


def put_together(
    resolved: Resolved,
    joints: Sequence[Joint],
    writer: Writer,
    positions: Array,
    axes: Array,
    point: Callable[[Marker, Frame], Array],
) -> None:
    """Fill in positions (..., bodies, 3) and axes (..., bodies, 3, 3) of bodies without hints, by their joints.

    Bodies are visited outward from the ground, in the order of the names of bodies and joints, so that the order of
    declaration says nothing. A body with no position hint is put so that the points of its joint meet; one with no
    angle hint is turned so that the joint's axes agree. `point` says where the point of a marker is in its body.
    """
    links = _links(joints, writer)
    placed = {-1} | {b for b, h in enumerate(resolved.hints) if h.has_position}
    names = ["", *(solid.name for solid in resolved.solids)]
    first = sorted(placed, key=lambda b: names[b + 1])
    queue, later = deque(first), deque(first)
    while queue or later:
        by_points = bool(queue)  # joints that hold points together place a body best: they go first
        a = (queue or later).popleft()
        for joint, (marker_a, frame_a), (marker_b, frame_b) in links.get(a, []):
            b = frame_b.body
            if b in placed or (by_points and not holds_points(joint)):
                continue
            at = np.eye(3) if a < 0 else axes[..., a, :, :]
            origin = np.zeros(3) if a < 0 else positions[..., a, :]
            if not resolved.hints[b].has_axes:
                axes[..., b, :, :] = _aligned(joint, times(at, frame_a.axes), frame_b.axes, axes[..., b, :, :])
            met = origin + turned(at, point(marker_a, frame_a))
            positions[..., b, :] = met - turned(axes[..., b, :, :], point(marker_b, frame_b))
            placed.add(b)
            queue.append(b)
            later.append(b)


End = tuple["Marker", Frame]


def _links(joints: Sequence[Joint], writer: Writer) -> dict[int, list[tuple[Joint, End, End]]]:
    """Return, for every body, its joints with the end on it and the end on the other body."""
    links: dict[int, list[tuple[Joint, End, End]]] = {}
    for joint in sorted(joints, key=lambda joint: joint.name):
        if not joint.ENDS or (joint.PLACED and all(row.measure is None for row in joint.rows())):
            continue  # an equation or teeth: other joints place the bodies
        a, b = ((end, writer.frames.frame(end, joint.AXIS)) for end in joint.ends)
        links.setdefault(a[1].body, []).append((joint, a, b))
        links.setdefault(b[1].body, []).append((joint, b, a))
    return links


def _aligned(joint: Joint, target: Array, own: Array, current: Array) -> Array:
    """Return body axes (..., 3, 3) whose marker axes `own` agree with `target` as far as the joint demands it."""
    kinds = [row.measure.kind for row in joint.rows() if row.measure is not None]
    if "tilt" not in kinds:
        return current
    if "angle" in kinds:
        return times(target, own.T)
    return times(shortest_turn(turned(current, own[:, 2]), target[..., :, 2]), current)


def radians_note(model: Description) -> str:
    """Return a note on angles of hints that are plain numbers beyond a full turn, which look like degrees."""
    for name, placement in model.placements.items():
        angle = _plain_number(placement.angle)
        if abs(angle) > 2 * np.pi:
            turns = abs(angle) / (2 * np.pi)
            return (
                f" Note: the hint for '{name}' turns it by {angle:g} rad, {turns:.3g} turns; numbers are in radians. "
                f"Write angle='{angle:g} deg' if degrees are meant, or '{angle:g} rad' if not."
            )
    return ""


def _plain_number(given: Value | None) -> float:
    """Return an angle that is written without a unit; zero where there is none."""
    try:
        return float(given or 0.0)
    except ValueError:
        return 0.0
