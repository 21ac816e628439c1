"""The lines that show a surface: a net around where it is touched, or the outlines of a body that bulges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..arrays import Array
from ..expressions import Constant, evaluate
from ..model.equations import SolvedSurface
from ..results.contacts import contact_series
from ..results.motion import Motion

Field = Callable[[Array], float]

LINES, POINTS = 9, 17
"""Lines of a net each way, and points on each of them."""

ROOM = 2.0
"""What a net shows around the places of contact, in radii of what lies on it."""

ROUND = 48
"""Points of an outline of a body."""

NEAR = 1e-9
"""How near the lines are to the surface, as a share of the size of the net."""


def surface_lines(motion: Motion, owner: str, surface: SolvedSurface) -> list[Array]:
    """Return lines on the surface of a joint, each (n, 3), in the axes of the marker whose body carries it [m]."""
    node, known = surface.programs[0].node, motion.plan.resolved.parameters
    assert node is not None

    def value(p: Array) -> float:
        at = {axis: Constant(float(x)) for axis, x in zip("xyz", p, strict=True)}
        return float(evaluate(node, None, {**known, **at}))

    if surface.kind == "hull":
        return _outlines(value, motion.plan.length)
    path = contact_series(motion, motion.known_joint(owner))
    places = np.stack([series.values[:, 0] for series in path.values()], axis=1)
    places = places[np.isfinite(places).all(axis=1)]
    return _net(value, places, ROOM * surface.radius) if len(places) else []


def _normal(value: Field, p: Array, step: float) -> Array:
    slope = np.array([value(p + step * e) - value(p - step * e) for e in np.eye(3)])
    size = float(np.linalg.norm(slope))
    return slope / size if size > 0.0 else np.zeros(3)


def _net(value: Field, places: Array, room: float) -> list[Array]:
    """Return lines on the surface around places, above a square across the mean normal there."""
    some = places[np.unique(np.linspace(0, len(places) - 1, 12).astype(int))]
    mean = np.mean([_normal(value, p, 1e-4 * room) for p in some], axis=0)
    up = mean if np.linalg.norm(mean) > 0.3 else _normal(value, places[0], 1e-4 * room)
    up = up / max(float(np.linalg.norm(up)), 1e-300)
    first = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    first /= max(float(np.linalg.norm(first)), 1e-300)
    across, middle = np.stack([first, np.cross(up, first)]), places.mean(axis=0)
    spread = (places - middle) @ across.T
    low, high = spread.min(axis=0) - room, spread.max(axis=0) + room
    lines = []
    for k in (0, 1):
        for at in np.linspace(low[1 - k], high[1 - k], LINES):
            way = np.linspace(low[k], high[k], POINTS)
            start = middle + at * across[1 - k] + way[:, None] * across[k]
            lines += _on_surface(value, start, up, float(np.max(high - low)))
    return lines


def _on_surface(value: Field, start: Array, up: Array, size: float) -> list[Array]:
    """Return the pieces of a line that lie on the surface above or below these points, from their middle outwards."""
    half, heights = len(start) // 2, np.full(len(start), np.nan)
    for numbers in (range(half, len(start)), range(half - 1, -1, -1)):
        last = heights[half] if np.isfinite(heights[half]) else 0.0
        for n in numbers:
            heights[n] = _height(value, start[n], up, last, size)
            last = heights[n] if np.isfinite(heights[n]) else last
    good = np.isfinite(heights)
    points = start + np.where(good, heights, 0.0)[:, None] * up
    ends = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
    return [points[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 1]


def _height(value: Field, p: Array, up: Array, guess: float, size: float) -> float:
    """Return how far along a direction the surface lies from a point, by secants; not a number where it does not."""
    a, b = guess, guess + 1e-3 * size
    fa, fb = value(p + a * up), value(p + b * up)
    for _ in range(30):
        if fa == fb or not np.isfinite(fb):
            return np.nan
        a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
        if abs(b - guess) > size:
            return np.nan
        if abs(b - a) <= NEAR * size:
            return b
        fb = value(p + b * up)
    return np.nan


def _outlines(value: Field, size: float) -> list[Array]:
    """Return the lines in which the planes of the axes cut a surface about the origin."""
    turns, inside = np.linspace(0.0, 2 * np.pi, ROUND + 1), value(np.zeros(3))
    lines = []
    reach = [_radius(value, axis, inside, size) for axis in np.eye(3)]  # slender ones are turned round evenly
    for k in range(3):
        x, y = reach[k - 2] * np.eye(3)[k - 2], reach[k - 1] * np.eye(3)[k - 1]
        ways = [np.cos(t) * x + np.sin(t) * y for t in turns]
        ways = [way / np.linalg.norm(way) for way in ways]
        lines.append(np.array([way * _radius(value, way, inside, size) for way in ways]))
    return [line for line in lines if np.isfinite(line).all()]


def _radius(value: Field, way: Array, inside: float, size: float) -> float:
    """Return how far it is from the origin to the surface along a direction, by halving."""
    low, high = 0.0, 1e-3 * size
    while value(high * way) * inside > 0.0:
        low, high = high, 1.6 * high
        if high > 1e3 * size:
            return np.nan
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if value(middle * way) * inside > 0.0 else (low, middle)
    return high
