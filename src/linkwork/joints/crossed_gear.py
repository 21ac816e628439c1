"""Gears on crossed axes."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, pi, sin
from typing import ClassVar

import numpy as np

from ..base.marker import Value
from ..base.measure import Row
from .base import Ends, Misfit, joint, quantity
from .bevel_gear import ShaftsApart, feet
from .meshing import Layout, distance_misfit, flank


@joint("crossed_gear")
@dataclass(frozen=True)
class CrossedGear(ShaftsApart):
    """Screw gears or a worm and its wheel: two wheels with helical teeth on axes that cross without meeting.

    Point a and point b lie anywhere on the axes of the wheels; other joints hold both. The teeth touch on the
    common normal of the axes, at the distance ``r_a`` from axis a and ``r_b`` from axis b. The teeth of wheel a
    make ``helix_angle`` with its axis, those of wheel b what is left of the angle between the axes. Sizes: two
    radii, two numbers of teeth with their module (that across the teeth), or numbers of teeth or a ratio alone, for
    the axes as they are placed: ``ratio = r_b cos(helix_b) / (r_a cos(helix_a))``.

    Equation: equal speeds of both wheels across the teeth at the point of contact, as a sum of the turns of each
    wheel past the axis of the other and of terms that the bearings hold. Its reaction is the force between the
    teeth: ``F`` around wheel a, ``F tan(helix_angle)`` along its axis, ``F tan(pressure_angle)/cos(helix_angle)``
    pressing the axes apart.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("force between the teeth around wheel a, at the pitch point",)
    SYMBOL: ClassVar[str] = "bevel"
    MEANING: ClassVar[str] = "equal speeds across the teeth"

    helix_angle: Value | None = quantity(
        "angle", None, "of the teeth of wheel a from its axis, right-handed positive; default: half of the shaft angle"
    )

    def radii(self, ends: Ends) -> tuple[float, float, float]:
        """Return the pitch radii and the helix angle of wheel a; raises Misfit."""
        shaft = _acute(shaft_angle(ends))
        helix = shaft / 2 if self.helix_angle is None else self._number("helix_angle")
        other = _acute(shaft - helix)
        if not (abs(helix) < pi / 2 and min(cos(helix), cos(other)) > 1e-3):
            raise Misfit(
                f"teeth at {degrees(helix):.6g} deg to axis a and {degrees(other):.6g} deg to axis b cannot turn both "
                f"wheels. Give another helix_angle; the axes make {degrees(shaft):.6g} deg."
            )
        radii, ratio = self.sizes(helix, other)
        if radii is None:
            gap, share = float(np.linalg.norm(feet(ends)[2])), ratio * cos(helix) / cos(other)
            if not gap > 0:
                raise Misfit("only the ratio of its wheels is known, and their axes meet (0 m apart). Use bevel_gear.")
            radii = gap / (1 + share), gap * share / (1 + share)
        return *radii, helix

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 1 equation: axis a along z, the common normal along x, the force on wheel b across it."""
        h_a, h_b, _ = feet(ends)
        r_a, r_b, helix = self.radii(ends)
        shaft = shaft_angle(ends)
        x, z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
        axis_b = np.array([0.0, sin(shaft), cos(shaft)])
        layout = Layout(h_a * z, z, (r_a + r_b) * x + h_b * axis_b, axis_b, r_a * x)
        around, apart = flank(self._number("pressure_angle"), helix)
        return (self.mesh_row(layout, around, apart * x, (r_a, r_b * abs(cos(shaft - helix)) / cos(helix))),)

    def misfit(self, ends: Ends) -> str:
        """Return why wheels held there cannot mesh."""
        r_a, r_b, _ = self.radii(ends)
        gap = float(np.linalg.norm(feet(ends)[2]))
        text = distance_misfit(gap, r_a + r_b, f"pitch radii of {r_a:.9g} m + {r_b:.9g} m")
        return text.replace("its centres are", "its axes are").replace("Move a centre", "Move an axis")


def shaft_angle(ends: Ends) -> float:
    """Return the angle from axis a to axis b as they point, about the way from b to a [rad]."""
    u, v = ends.axes_a[:, 2], ends.axes_b[:, 2]
    normal = np.cross(u, v)
    sine = float(np.linalg.norm(normal)) * (-1.0 if normal @ feet(ends)[2] > 0 else 1.0)
    return atan2(sine, float(u @ v))


def _acute(angle: float) -> float:
    """Return the angle between lines, more than minus a right angle and at most a right angle [rad]."""
    return angle - pi * ceil(angle / pi - 0.5 - 1e-9)
