"""Singular positions that a driven motion passes: when, and the derivatives of the motion there.

The root of the smallest pivot falls and rises like the distance from a singular position; with its sign changed behind
it, it is smooth, and its zero is found by inverse interpolation from positions on both sides, where all is regular. The
motion at the zero itself, where the equations leave a choice, is read from polynomials through the same positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..base.zero import SINGULAR
from ..kernels.runs.pivot_minima import NONE

WORTH = 0.3
"""A minimum of the pivot above this is not looked at."""

CLEAR = 0.99
"""Nor one above this share of its neighbours: rounding, or a pivot that hardly changes."""

ROOT = 0.03
"""Root of the pivot at the positions next to the singular one: rounding is divided by its cube in the jerk."""

COUNT = 8
"""Positions around it: a polynomial of degree seven over a tenth of a radian is right to rounding."""

AGREE = 1e-8
"""By how much, relative to their size, polynomials through eight and through six positions may differ."""


class Path(NamedTuple):
    """A part of a motion: times, poses, velocities up to jerks, smallest pivots, and angles; first index: time.

    The angles are those of planar bodies, then those counted in the plan, over full turns [rad].
    """

    times: Array
    poses: Array
    motions: Array
    pivots: Array
    angles: Array


Follow = Callable[[Array], Path | None]
"""Follows the motion through rising times, on the branch that it took; None where it does not get there."""


class Passage(NamedTuple):
    """A singular position: its time [s], the time around it in which the motion is to be read from `path` [s]."""

    time: float
    width: float
    path: Path

    def at(self, t: float) -> tuple[Array, Array] | None:
        """Return poses and velocities up to jerks at time t, (bodies, 7) and (bodies, 3, 6); None if not smooth."""
        times, values = self.path.times, self.path.motions
        found = _interpolated(t, times, values)
        inner = np.sort(np.argsort(abs(times - self.time), kind="stable")[:-2])
        off = abs(found - _interpolated(t, times[inner], values[inner])).max(axis=(0, 2))
        if (off > AGREE * abs(values).max(axis=(0, 1, 3))).any():
            return None
        poses = _interpolated(t, times, self.path.poses)
        poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
        return poses, found


def where_to_look(times: Array, pivots: Array, dip: bool) -> list[tuple[float, float]]:
    """Return between which times a pivot may be zero, by its values at the last three times, the newest first.

    Either it has a minimum at the second (dip), perhaps the first time of all, or the motion ends, and it may fall.
    """
    before = 2 if dip and pivots[2] < NONE else 1
    known = pivots[: before + 1]
    if max(known) >= NONE or min(known) > min(WORTH, CLEAR * max(known)) or not (dip or pivots[0] < pivots[1]):
        return []
    return [(float(times[before]), float(times[0]))]


def passage(follow: Follow, between: tuple[float, float], span: tuple[float, float]) -> Passage | None:
    """Return the singular position between two times, of a motion over a span of time; None where there is none."""
    path = follow(np.linspace(*between, 13))
    if path is None or not _falls(np.sqrt(np.maximum(path.pivots, 0.0))):
        return None
    m = int(np.clip(np.argmin(path.pivots), 1, len(path.times) - 2))
    around = path._replace(times=path.times[[m - 1, m + 1]], pivots=path.pivots[[m - 1, m + 1]])
    zero, fall = _zero(around, float(path.times[m]))
    for _ in range(3):
        width = ROOT / fall if fall > 0.0 else 0.0
        if width == 0.0 or not between[0] - width <= zero <= between[1] + width:
            return None
        times = _beside(zero, width, span)
        found = follow(times) if len(times) > 1 else None
        if found is None:
            return None
        path = found
        zero, fall = _zero(path, zero)
    zero = min(max(zero, span[0]), span[1])
    there = follow(np.append(path.times[path.times < zero][-1:], zero))
    return Passage(zero, width, path) if there is not None and there.pivots[-1] < SINGULAR else None


def _falls(roots: Array) -> bool:
    """Return whether the smallest root may be next to a zero: no farther from it than from its neighbours."""
    m = int(np.argmin(roots))
    return bool(roots[m] <= 2.0 * abs(np.diff(roots[max(m - 1, 0) : m + 2])).max())


def _beside(zero: float, width: float, span: tuple[float, float]) -> Array:
    """Return the times nearest to a zero, in steps of a width, that lie in the span."""
    steps = np.array([s * k for k in range(1, COUNT + 1) for s in (-1, 1)])
    times = zero + width * steps
    return np.sort(times[(times >= span[0]) & (times <= span[1])][:COUNT])


def _zero(path: Path, near: float) -> tuple[float, float]:
    """Return when the root of the pivot, negative after `near`, is zero, and how fast it falls [1/s]; 0 where not."""
    roots = np.sqrt(np.maximum(path.pivots, 0.0)) * np.where(path.times < near, 1.0, -1.0)
    if len(roots) < 2 or (np.diff(roots) >= 0.0).any():
        return near, 0.0
    fall = (roots[0] - roots[-1]) / (path.times[-1] - path.times[0])
    return float(_interpolated(0.0, roots, path.times)), float(fall)


def _interpolated(x: float, nodes: Array, values: Array) -> Array:
    """Return the value at x of the polynomial through values at nodes (Lagrange)."""
    weights = [np.prod([(x - b) / (a - b) for b in nodes if b != a]) for a in nodes]
    return np.tensordot(np.array(weights), values, axes=1)
