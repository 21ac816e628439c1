"""Curves from dimensions and points: circle, ellipse, spline, polyline."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from linkwork.errors import ExpressionError
from linkwork.expressions.units import ANGLE

from ..arrays import Array
from .base import Curve, Parameters, Point, Value, curve_kind, entry, number, positive
from .fit import fit
from .solved import Round, Solved


def _round(centre: Point, first: tuple[float, float], second: tuple[float, float], parameters: Parameters) -> Solved:
    """Return the ellipse centre + first cos s + second sin s."""
    middle = (number(centre[0], "centre", parameters), number(centre[1], "centre", parameters))
    axes = np.array([middle, first, second])

    def derivatives(s: Array) -> Array:
        waves = [(np.ones_like(s), np.cos(s), np.sin(s))]
        waves += [(0 * s, np.cos(s + k * pi / 2), np.sin(s + k * pi / 2)) for k in (1, 2, 3)]
        return np.array([axes.T @ np.array(wave) for wave in waves])

    return Solved(*fit(derivatives, 3, (0.0, 2 * pi)), True, Round(middle, first, second))


@curve_kind("circle")
@dataclass(frozen=True)
class Circle(Curve):
    """Circle; its parameter is the angle from x."""

    radius: Value = entry("value", "its radius [m]")
    centre: Point = entry("point", "its centre [m]", (0.0, 0.0))

    def _solve(self, parameters: Parameters) -> Solved:
        r = positive(self.radius, "radius", parameters)
        return _round(self.centre, (r, 0.0), (0.0, r), parameters)


@curve_kind("ellipse")
@dataclass(frozen=True)
class Ellipse(Curve):
    """Ellipse; its parameter is the eccentric angle."""

    a: Value = entry("value", "its half axis along x, or along the angle [m]")
    b: Value = entry("value", "its other half axis [m]")
    centre: Point = entry("point", "its centre [m]", (0.0, 0.0))
    angle: Value = entry("value", "from x to the half axis a [rad]", 0.0)

    def _solve(self, parameters: Parameters) -> Solved:
        a, b = positive(self.a, "a", parameters), positive(self.b, "b", parameters)
        turn = number(self.angle, "angle", parameters, ANGLE)
        cs, sn = cos(turn), sin(turn)
        return _round(self.centre, (a * cs, a * sn), (-b * sn, b * cs), parameters)


def _points(points: tuple[Point, ...], parameters: Parameters) -> Array:
    found = [[number(v, f"point {k + 1}", parameters) for v in p] for k, p in enumerate(points)]
    if len({len(p) for p in found}) != 1 or len(found[0]) not in (2, 3):
        raise ExpressionError("its points must all have 2 coordinates, or all 3.")
    array = np.array(found)
    same = np.flatnonzero(_same(array[1:], array[:-1], array))
    if same.size:
        raise ExpressionError(f"points {same[0] + 1} and {same[0] + 2} are the same.")
    return array


def _same(a: Array, b: Array, points: Array) -> Array:
    """Return which points of two lists are the same, up to rounding against the extent of all."""
    return np.asarray((np.abs(a - b) <= 1e-13 * np.ptp(points, axis=0).max()).all(axis=-1))


@curve_kind("spline")
@dataclass(frozen=True)
class Spline(Curve):
    """Smooth curve through points, continuous to the fourth derivative; its parameter is nearly arc length."""

    points: tuple[Point, ...] = entry("points", "points of the curve [m], two or three coordinates each")
    closed: bool = entry("switch", "whether it goes back to its first point", False)

    @property
    def in_space(self) -> bool:
        """Whether its points have a third coordinate."""
        return len(self.points[0]) == 3 if self.points else False

    def _solve(self, parameters: Parameters) -> Solved:
        points = _points(self.points, parameters)
        if self.closed and _same(points[0], points[-1], points):
            points = points[:-1]
        if len(points) < 6:
            raise ExpressionError(f"a spline needs at least 6 points, not {len(points)}.")
        if self.closed:
            points = np.vstack([points, points[:1]])
        knots = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        for _ in range(_REFINEMENTS):
            knots = _through(knots, points, self.closed).arc_length(knots)
            knots[0] = 0.0
        return _through(knots, points, self.closed)


_REFINEMENTS = 3
"""How often the arc length of a spline is made its parameter."""


def _through(knots: Array, points: Array, closed: bool) -> Solved:
    """Return the quintic spline that is at the points at the knots."""
    from scipy.interpolate import make_interp_spline

    spline = make_interp_spline(knots, points, k=5, bc_type="periodic" if closed else None)

    def derivatives(s: Array) -> Array:
        return np.array([spline(s, n).T for n in range(4)])

    breaks = np.unique(np.clip(spline.t, knots[0], knots[-1]))
    return Solved(*fit(derivatives, 3, breaks.tolist(), 6), closed, powers=6)


@curve_kind("polyline")
@dataclass(frozen=True)
class Polyline(Curve):
    """Straight lines from point to point, the corners rounded; its parameter is arc length. The curvature jumps."""

    points: tuple[Point, ...] = entry("points", "its corners and ends [m]")
    radius: Value = entry("value", "of the rounded corners [m]; 0: sharp", 0.0)
    closed: bool = entry("switch", "whether it goes back to its first point", False)

    def _solve(self, parameters: Parameters) -> Solved:
        points = _points(self.points, parameters)
        radius = number(self.radius, "radius", parameters)
        if radius < 0.0:
            raise ExpressionError(f"radius is '{self.radius}'; it cannot be negative.")
        if points.shape[1] != 2 or len(points) < (3 if self.closed else 2):
            raise ExpressionError("a polyline needs plane points, two of them at least, and three if it is closed.")
        arcs = _stretches(points, radius, self.closed)
        breaks = np.concatenate([[0.0], np.cumsum([arc.length for arc in arcs])])

        def derivatives(s: Array) -> Array:
            k = np.clip(np.searchsorted(breaks, s, "right") - 1, 0, len(arcs) - 1)
            return np.stack([arcs[i].derivatives(u - breaks[i]) for i, u in zip(k, s, strict=True)], axis=-1)

        return Solved(*fit(derivatives, 3, breaks.tolist()), self.closed)


@dataclass(frozen=True)
class _Stretch:
    """A straight line or a circular arc, by arc length: a point, the angle of its tangent there, its curvature."""

    x: float
    y: float
    angle: float
    curvature: float
    length: float

    def derivatives(self, s: float) -> Array:
        """Return c and its first three derivatives at s, [4, 2]."""
        k, turned = self.curvature, self.angle + self.curvature * s
        t, n = np.array([cos(turned), sin(turned)]), np.array([-sin(turned), cos(turned)])
        chord = s if k == 0.0 else 2.0 * sin(k * s / 2) / k
        half = self.angle + k * s / 2
        point = np.array([self.x + chord * cos(half), self.y + chord * sin(half)])
        return np.array([point, t, k * n, -k * k * t])


def _stretches(points: Array, radius: float, closed: bool) -> list[_Stretch]:
    """Return the lines of a polyline with an arc at every inner corner."""
    corners = np.vstack([points, points[:1]]) if closed and (points[0] != points[-1]).any() else points
    ways = np.diff(corners, axis=0)
    lengths, angles = np.hypot(*ways.T), np.arctan2(ways[:, 1], ways[:, 0])
    turns = np.mod(np.diff(angles, append=angles[:1]) + pi, 2 * pi) - pi  # at the end of each line
    if not closed:
        turns[-1] = 0.0
    cut = radius * np.tan(np.abs(turns) / 2)  # from the corner to where its arc begins
    found = []
    for k, length in enumerate(lengths):
        before = cut[k - 1]
        rest = length - before - cut[k]
        if rest < 0.0:
            raise ExpressionError(
                f"its radius {radius:g} m is too large for the line from point {k + 1}, which is {length:g} m long; "
                f"at most {radius * length / (before + cut[k]):g} m fits there."
            )
        cs, sn = cos(angles[k]), sin(angles[k])
        x, y = corners[k, 0] + before * cs, corners[k, 1] + before * sn
        if rest > 0.0:
            found.append(_Stretch(x, y, angles[k], 0.0, rest))
        if cut[k] > 0.0:
            bend = np.sign(turns[k]) / radius
            found.append(_Stretch(x + rest * cs, y + rest * sn, angles[k], bend, radius * abs(turns[k])))
    return found
