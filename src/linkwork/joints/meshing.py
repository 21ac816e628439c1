"""What gears have in common: their sizes, and the equation whose force is that of the teeth.

The force of a row is its multiplier times its gradient. A pair of wheels has six relative freedoms: the turn of each
wheel about its own axis, seen from the other, and four numbers that say how the two axes lie to each other. With the
weights k that solve ``sum k_j gradient_j = wrench of the teeth at the pitch point``, a 6 x 6 system, the sum of these
six measures is an equation whose reaction is exactly the force between the teeth; the four numbers of the axes are held
by the bearings, which therefore feel it, and the motion is that of the pitch surfaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, degrees, radians, tan
from typing import Any, ClassVar

import numpy as np

from ..arrays import Array
from ..base.marker import Marker, Value
from ..base.measure import Feature, Measure, Row, Term, along, heading, point
from .base import Ends, Joint, Misfit, quantity

NEAR = 1e-6
"""Largest error of a distance (in parts of it) or of an angle [rad] at which wheels still fit."""

LEAST = 1e-100
"""Sizes and ratios from here down to zero, or beyond its inverse, are none: squares of them are lost."""

STEEP = radians(60)
"""Pressure angles from here on are mistaken units."""


@dataclass(frozen=True)
class Layout:
    """Two wheels in axes of their own: points and axes of both, the pitch point, all (3,)."""

    a: Array
    axis_a: Array
    b: Array
    axis_b: Array
    pitch: Array


@dataclass(frozen=True)
class Gearing(Joint):
    """What the kinds of gear share: the fields that say how large the wheels are."""

    PLACED: ClassVar[bool] = True
    MEANING: ClassVar[str] = "pitch circles roll on each other"

    ratio: Value | None = quantity("number", None, "turns of wheel a for one turn of wheel b, without sign")
    teeth_a: Value | None = quantity("number", None, "number of teeth of wheel a")
    teeth_b: Value | None = quantity("number", None, "number of teeth of wheel b")
    module: Value | None = quantity("length", None, "pitch diameter over number of teeth")
    radius_a: Value | None = quantity("length", None, "pitch radius of wheel a")
    radius_b: Value | None = quantity("length", None, "pitch radius of wheel b")
    pressure_angle: Value = quantity("angle", 0.0, "of the teeth; it presses the wheels apart")

    def turns(self) -> tuple[Measure, Measure]:
        """Return the turn of each wheel, seen from the other [rad]."""
        a, b = self.ends
        return (
            Measure("angle", (Feature(a, "x"), Feature(a, "y"), Feature(b, "z"))),
            Measure("angle", (Feature(b, "x"), Feature(b, "y"), Feature(a, "z"))),
        )

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        return (Row(None, self.MEANING, None, terms=tuple(Term(turn) for turn in self.turns()), length=True),)

    def sizes(self, helix: float = 0.0, helix_b: float = 0.0) -> tuple[tuple[float, float] | None, float]:
        """Return the pitch radii, None where only the ratio is given, and the ratio; raises Misfit.

        With teeth at an angle to the axes the module is that across the teeth: diameter = module teeth / cos(helix).
        """
        for name in ("ratio", "teeth_a", "teeth_b", "module", "radius_a", "radius_b"):
            value = getattr(self, name)
            if value is not None and not LEAST < value < 1 / LEAST:
                raise Misfit(f"its {name} is {value:g}. Give a positive number{' of real size' if value > 0 else ''}.")
        for name in ("teeth_a", "teeth_b"):
            teeth = getattr(self, name)
            if teeth is not None and not float(teeth).is_integer():
                raise Misfit(
                    f"its {name} is {teeth:g}; teeth are whole numbers. For any other ratio, give radii or ratio."
                )
        if not 0 <= self._number("pressure_angle") < STEEP:
            raise Misfit(f"its pressure angle is {degrees(self._number('pressure_angle')):.6g} deg; 20 deg is usual.")
        radii = self._pair("radius_a", "radius_b")
        teeth = self._pair("teeth_a", "teeth_b")
        if self.module is not None and teeth is not None:
            half = self._number("module") / 2
            made = half * teeth[0] / cos(helix), half * teeth[1] / abs(cos(helix_b))
            radii = made if radii is None else self._same(radii, made)
        return radii, self._ratio(teeth, radii, abs(cos(helix_b)) / cos(helix))

    def _ratio(self, teeth: tuple[float, float] | None, radii: tuple[float, float] | None, lean: float) -> float:
        """Return how often wheel a turns for one turn of wheel b, from all that says it."""
        said = {}
        if self.ratio is not None:
            said["its ratio"] = self._number("ratio")
        if teeth is not None:
            said["its numbers of teeth"] = teeth[1] / teeth[0]
        if radii is not None:
            said["its radii"] = radii[1] / radii[0] * lean
        if not said:
            raise Misfit(
                "nothing says how large its wheels are. Give radius_a and radius_b, or teeth_a and teeth_b, with their "
                "module or without, or ratio."
            )
        (first, ratio), *others = said.items()
        for name, other in others:
            if abs(other - ratio) > NEAR * ratio:
                raise Misfit(f"{first} make{_s(first)} {ratio:.9g} turns of a for one of b, {name} {other:.9g}.")
        return ratio

    def _number(self, name: str) -> float:
        return float(getattr(self, name))

    def _pair(self, one: str, two: str) -> tuple[float, float] | None:
        given = [name for name in (one, two) if getattr(self, name) is not None]
        if len(given) == 1:
            raise Misfit(f"{given[0]} is given, but not {two if given[0] == one else one}. Give both.")
        return (self._number(one), self._number(two)) if given else None

    def _same(self, radii: tuple[float, float], made: tuple[float, float]) -> tuple[float, float]:
        for name, given, other in zip("ab", radii, made, strict=True):
            if abs(given - other) > NEAR * other:
                raise Misfit(f"radius_{name} is {given:.9g} m, but module and teeth make {other:.9g} m. Leave one out.")
        return radii

    def mesh_row(self, layout: Layout, along_teeth: Array, apart: Array, arms: tuple[float, float]) -> Row:
        """Return the equation whose force on wheel b, at the pitch point, is `along_teeth`, and `apart` with its size.

        Parameters
        ----------
        layout : Layout
        along_teeth, apart : array, shape (3,)
            For a multiplier of 1 N [N].
        arms : tuple of float
            Moments of `along_teeth` about the axes of a and b [m]: the weights of the turns, whose proportion is the
            ratio of the gear and must not be that of rounding. `apart` has none.
        """
        measures = wrenches(*self.ends, self.turns(), layout)
        matrix = np.column_stack([wrench for _, wrench in measures])
        arm = layout.pitch - layout.b
        terms: list[Term] = []
        counts = []
        for force, levers in ((along_teeth, arms), (apart, (0.0, 0.0))):
            wrench = np.concatenate([force, np.cross(arm, force)])
            weights = np.linalg.solve(matrix, wrench)
            weights[:2] = np.copysign(levers, weights[:2])
            weights[2:] = np.linalg.lstsq(matrix[:, 2:], wrench - matrix[:, :2] @ weights[:2], rcond=None)[0]
            size = np.abs(weights) * np.linalg.norm(matrix, axis=0)
            kept = size > 1e-12 * size.max(initial=0.0)
            kept[:2] = not terms  # both turns are in the equation, whatever their lever arms
            terms += [Term(measures[k][0], float(weights[k])) for k in np.flatnonzero(kept)]
            counts.append(len(terms))
        return Row(None, self.MEANING, None, terms=tuple(terms), length=True, press=counts[1] - counts[0])


def wrenches(a: Marker, b: Marker, turns: Sequence[Measure], layout: Layout) -> list[tuple[Measure, Array]]:
    """Return six measures between two wheels, each with its gradient as force on b and moment about b's point (6,)."""
    u, v, d = layout.axis_a, layout.axis_b, layout.b - layout.a
    zero, z_a, z_b = np.zeros(3), Feature(a, "z"), Feature(b, "z")
    found: list[tuple[Measure, Array, Array]] = []
    if turns[0].kind == "heading":  # parallel axes, the way d across them
        found += [(turns[0], np.cross(u, d) / (d @ d), zero), (turns[1], np.cross(v, d) / (d @ d), -v)]
        found.append((Measure("distance", (point(a), point(b))), d / np.linalg.norm(d), zero))
    else:
        c = u @ v
        found += [
            (turns[0], zero, np.cross(v, np.cross(u, v)) / (1 - c * c)),
            (turns[1], zero, (c * u - v) / (1 - c * c)),
        ]
        found.append((Measure("dot", (z_a, z_b)), zero, np.cross(v, u)))
    found.append((along(z_a, a, b), u, zero))
    found.append((along(z_b, a, b), v, np.cross(v, d)))
    triple = Measure("triple", (z_a, z_b, point(a), point(b)))
    found.append((triple, np.cross(u, v), np.cross(v, np.cross(d, u))))
    return [(measure, np.concatenate([force, moment])) for measure, force, moment in found]


def headings(a: Marker, b: Marker) -> tuple[Measure, Measure]:
    """Return the direction of each centre seen from the other wheel: how far each has turned past the other [rad]."""
    return heading(a, b), heading(b, a)


def parallel_misfit(ends: Ends, what: str, others: str) -> str:
    """Return a sentence when wheels that need parallel axes in one plane do not have them; `others` fit there."""
    u, v = ends.axes_a[:, 2], ends.axes_b[:, 2]
    tilt = float(np.arctan2(np.linalg.norm(np.cross(u, v)), abs(u @ v)))
    if tilt > NEAR:
        return f"its axes are parallel (0 deg) in {what}, but here they make {degrees(tilt):.6g} deg.{others}"
    d = ends.b - ends.a
    beside = abs(float(u @ d))
    if beside > NEAR * float(np.linalg.norm(d)):
        return (
            f"{what} lie in one plane (0 m), but here point b is {beside:.6g} m beside the plane of a. Move a point "
            f"along its axis."
        )
    return ""


def distance_misfit(distance: float, wanted: float, why: str) -> str:
    """Return a sentence when a distance [m] is not the one wanted; `why` says where that comes from."""
    if abs(distance - wanted) <= NEAR * max(wanted, distance):
        return ""
    return f"its centres are {distance:.9g} m apart, but {why} need {wanted:.9g} m. Move a centre, or change a wheel."


def flank(pressure: float, helix: float) -> tuple[Array, float]:
    """Return the force of the teeth for 1 N around the wheel, without and along the way apart.

    In axes (apart, around, along the axis of a): teeth of a right-handed helix of angle beta run along
    (0, sin beta, cos beta); the normal force N has the parts N cos(alpha) across them and N sin(alpha) apart.
    """
    return np.array([0.0, 1.0, -tan(helix)]), tan(pressure) / cos(helix)


def _s(words: Any) -> str:
    return "s" if str(words).endswith("ratio") else ""
