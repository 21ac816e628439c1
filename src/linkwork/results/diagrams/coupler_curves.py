"""Coupler curves: the path of a point with its circle of curvature, from velocity and acceleration."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...base.marker import Marker
from ...base.pictures import picture
from ..motion import Motion
from ..short import Short
from .instants import position, time_words
from .rigid import check_order
from .worked import Worked, WorkedList, bracketed, number, vector

STILL = 1e-9
"""A point slower than this share of its largest speed stands still: its path has a cusp or an end there."""

STRAIGHT = 1e-9
"""Curvature below this, of the size of the mechanism, is none."""


@dataclass(frozen=True)
class Curvature:
    """The circle of curvature of a path at one time.

    Attributes
    ----------
    time : float
        [s].
    point, velocity, acceleration : array, shape (2,) or (3,)
        Of the point, in ground axes [m, m/s, m/s^2].
    curvature : float
        Signed in the plane: positive where the path turns to the left [1/m]; not a number where the point stands still.
    radius : float
        Of curvature, infinite where the path is straight [m].
    centre : array, shape (2,) or (3,), or None
        Of curvature, in ground axes [m].
    """

    time: float
    point: Array
    velocity: Array
    acceleration: Array
    curvature: float
    radius: float
    centre: Array | None
    when: str = field(repr=False)

    def __str__(self) -> str:
        head = f"Path at {self.when}, point {vector(self.point)} m: "
        if np.isnan(self.curvature):
            return head + "the point stands still, the path has a cusp or an end, and no curvature."
        if self.centre is None:
            return head + "straight; the centre of curvature is at infinity."
        return head + f"radius of curvature {number(self.radius)} m, centre {vector(self.centre)} m."

    def equations(self) -> WorkedList:
        """Return radius and centre of curvature worked out: in symbols, with numbers, and the result."""
        if self.centre is None:
            return WorkedList()
        planar = len(self.point) == 2
        v, a = self.velocity, self.acceleration
        speed = float(np.linalg.norm(v))
        turn = float(v[0] * a[1] - v[1] * a[0]) if planar else float(np.linalg.norm(np.cross(v, a)))
        symbols = "ρ = v^{3} / |v_{x} a_{y} - v_{y} a_{x}|" if planar else "ρ = v^{3} / |v × a|"
        figures = f"ρ = {number(speed)}^{{3}} / {number(abs(turn))}"
        if planar:
            products = f"{bracketed(v[0])}·{bracketed(a[1])} - {bracketed(v[1])}·{bracketed(a[0])}"
            figures = f"ρ = {number(speed)}^{{3}} / |{products}|"
        normal = (self.centre - self.point) / self.radius
        return WorkedList(
            [
                Worked("Radius of curvature", symbols, figures, f"ρ = {number(self.radius)}~m"),
                Worked(
                    "Centre of curvature",
                    "r_{C} = r_{P} + ρ n",
                    f"r_{{C}} = {vector(self.point)} + {number(self.radius)}·{vector(normal)}",
                    f"r_{{C}} = {vector(self.centre)}~m",
                ),
            ]
        )


@dataclass(frozen=True, repr=False)
class CouplerCurve(Short):
    """The path of a point over a motion.

    Attributes
    ----------
    name : str
        Of the point.
    body : str
    time : array, shape (times,)
    points : array, shape (times, 2) or (times, 3)
        In ground axes [m].
    curvature : array, shape (times,)
        [1/m], signed in the plane: positive where the path turns to the left; not a number where the point is at rest.
    radius : array, shape (times,)
        Of curvature, infinite where the path is straight [m].
    centres : array, shape (times, 2) or (times, 3)
        Of curvature [m]; not a number where there is none.
    """

    name: str
    body: str = field(repr=False)
    time: Array
    points: Array
    curvature: Array
    radius: Array
    centres: Array
    velocity: Array = field(repr=False)
    acceleration: Array = field(repr=False)
    motion: Motion = field(repr=False)

    @staticmethod
    def of(motion: Motion, point: str | Marker) -> CouplerCurve:
        """Return the path of a point, by name or marker."""
        check_order(motion, 2, "The curvature of a path")
        marker = motion.marker(point)
        name = point if isinstance(point, str) else marker.name or marker.body
        found = motion.point(marker)
        curvature, centres = _curved(found.position, found.velocity, found.acceleration, motion.plan.length)
        with np.errstate(divide="ignore"):
            radius = 1.0 / np.abs(curvature)
        parts = (found.position, curvature, radius, centres, found.velocity, found.acceleration)
        return CouplerCurve(name, marker.body, motion.time, *parts, motion)

    def at(self, at: float) -> Curvature:
        """Return the circle of curvature at a time [s] (the nearest computed one), or at the number of a position."""
        k = position(self.motion, at)
        centre = self.centres[k] if np.isfinite(self.centres[k]).all() else None
        vectors = (self.points[k], self.velocity[k], self.acceleration[k])
        sizes = float(self.curvature[k]), float(self.radius[k])
        return Curvature(float(self.time[k]), *vectors, *sizes, centre, time_words(self.motion, k, at))

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the path with the mechanism and the circle of curvature at a time."""
        return picture("draw_coupler_curve")(self, path, **options)


def _curved(points: Array, v: Array, a: Array, length: float) -> tuple[Array, Array]:
    """Return curvature (v x a) / |v|^3 and centres of curvature p + n / curvature, NaN where there are none.

    The part of a across v is v^2 n / radius, so that the centre is p + v^2 a_n / |a_n|^2.
    """
    speed = np.linalg.norm(v, axis=1)
    still = speed <= STILL * speed.max(initial=0.0)
    safe = np.where(still, 1.0, speed)
    tangent = v / safe[:, None]
    across = a - (a * tangent).sum(axis=1)[:, None] * tangent
    size = np.linalg.norm(across, axis=1) / safe**2
    straight = size * length <= STRAIGHT
    sign = np.sign(v[:, 0] * a[:, 1] - v[:, 1] * a[:, 0]) if v.shape[1] == 2 else np.ones(len(v))
    curvature = np.where(still, np.nan, np.where(straight, 0.0, sign * size))
    square = np.where(still | straight, 1.0, (across**2).sum(axis=1))
    centres = points + (safe**2 / square)[:, None] * across
    return curvature, np.where((still | straight)[:, None], np.nan, centres)
