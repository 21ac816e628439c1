"""A typical length of a mechanism, which errors of positions are measured against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS
from ..model.equations import Equation, Gauge
from ..model.loads import ResolvedLoad
from ..model.resolve import Resolved
from .loads import gauges_of

NOTHING = 9e-10
"""Lengths below a nanometre are taken for zero [m]."""

LEAST = 1e-50
"""Lengths below this are no lengths [m]: the inverse of their square is beyond reckoning."""

ROUNDING = 1e-14
"""Extents below this share of the coordinates, or of the bodies' own sizes, are rounding: the points are one."""

FAR = 1e-2
"""Least length, as a share of the arms on which points are far from their centres of mass: rounding of these, 1e-16, is
to stay far below the tolerance of positions, 1e-12 of the length."""


def length_scale(resolved: Resolved, equations: Sequence[Equation], loads: Sequence[ResolvedLoad] = ()) -> float:
    """Return a typical length of the mechanism [m].

    The largest extent of a body's points or offset in an equation, a hundredth of their arms at least. Where bodies
    have one point at most, how far apart the things are placed that equations and forces measure, free lengths of
    springs, how far bodies swing, and their own sizes. 1 m where nothing is measured: a body that flies freely
    may go anywhere.
    """
    extents: dict[int, list[Array]] = {}
    for site in (site for e in equations for gauge in e.gauges for site in gauge.sites if not site.vector):
        extents.setdefault(site.body, []).append(np.array(site.xyz))
    groups = [np.array(points) for points in extents.values()]
    largest = largest_extent(groups, np.array([e.offset for e in equations if e.single and e.is_length]))
    far = [np.abs(points).max() for points in groups]
    if largest > max(LEAST, ROUNDING * max([*far, *_body_sizes(resolved)])):
        return max(float(largest), FAR * _longest_arm(resolved, extents))
    gauges = [*(gauge for e in equations for gauge in e.gauges), *gauges_of(loads)]
    if not gauges:
        return 1.0
    lengths = (_spread(resolved, gauges), *_swings(resolved, loads), *_body_sizes(resolved))
    return max(lengths) if max(lengths) > NOTHING else 1.0


def _longest_arm(resolved: Resolved, points: Mapping[int, Sequence[Array]]) -> float:
    """Return how far the points of bodies are from their centres of mass at most [m]."""
    moving = [(point, resolved.solids[b].com) for b, own in points.items() if b >= 0 for point in own]
    return max((float(np.linalg.norm(point - com)) for point, com in moving), default=0.0)


def largest_extent(groups: Sequence[Array], offsets: Array) -> Array:
    """Return the largest extent of groups of points (..., points, 3) and the largest of offsets (..., offsets) [m]."""
    largest = np.abs(offsets).max(axis=-1, initial=0.0)
    for points in groups:
        largest = np.maximum(largest, np.ptp(points, axis=-2).max(axis=-1))
    return np.asarray(largest)


def _spread(resolved: Resolved, gauges: Sequence[Gauge]) -> float:
    """Return the extent of all points that are measured, where bodies are placed."""
    points = [np.zeros(3)]
    for site in {site for gauge in gauges for site in gauge.sites if not site.vector}:
        hint = resolved.hints[site.body] if site.body >= 0 else None
        points.append(np.array(site.xyz) if hint is None else hint.position + hint.axes @ np.array(site.xyz))
    return float(np.ptp(np.array(points[1:] or points), axis=0).max())


def _swings(resolved: Resolved, loads: Sequence[ResolvedLoad]) -> list[float]:
    """Return free lengths of springs, how far they give way, and how high bodies rise with their hinted velocities."""
    gravity, found = float(np.linalg.norm(resolved.gravity)), [0.0]
    speeds = [float(np.linalg.norm(hint.velocity)) if hint.has_velocity else 0.0 for hint in resolved.hints]
    if gravity > 0.0:
        found += [speed * speed / (2.0 * gravity) for speed in speeds]
    for load in loads:
        if load.gauge is None or DIMENSIONS[load.gauge.kind] != "length":
            continue
        found.append(abs(load.law.free))
        k = abs(load.law.stiffness)
        for b in load.gauge.bodies if k > 0.0 else ():
            mass = resolved.solids[b].mass
            found += [speeds[b] * np.sqrt(mass / k), mass * gravity / k] if mass > 0.0 else []
    return found


def _body_sizes(resolved: Resolved) -> list[float]:
    """Return how far centres of mass are from the origins of their bodies, and radii of gyration."""
    sizes = [0.0]
    for solid in resolved.solids:
        sizes.append(float(np.linalg.norm(solid.com)))
        if solid.mass > 0.0 and np.isfinite(solid.inertia).all():
            sizes.append(float(np.sqrt(np.abs(solid.inertia).max() / solid.mass)))
    return sizes
