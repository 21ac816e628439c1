"""Bevel gears."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, sin, tan
from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..base.marker import Direction, Marker
from ..base.measure import Feature, Measure, Row, along, point
from .base import Ends, Misfit, joint
from .meshing import NEAR, Gearing, Layout


def feet(ends: Ends) -> tuple[float, float, Array]:
    """Return how far points a and b are along their axes from the common normal, and the way from axis to axis [m].

    Raises Misfit for parallel axes.
    """
    u, v, d = ends.axes_a[:, 2], ends.axes_b[:, 2], ends.b - ends.a
    c = float(u @ v)
    if 1 - c * c < NEAR * NEAR:
        raise Misfit("its axes are parallel (0 deg), so they neither meet nor cross. Use gear.")
    h_a = float(c * (v @ d) - u @ d) / (1 - c * c)
    h_b = float(v @ d - c * (u @ d)) / (1 - c * c)
    return h_a, h_b, d - h_b * v + h_a * u


@dataclass(frozen=True)
class ShaftsApart(Gearing):
    """Gears whose axes are not parallel: each wheel has an axis of its own."""

    NEEDS_SPACE: ClassVar[str] = "it needs space: one of its axes would leave the plane. Use gear."

    axis_b: Direction | None = field(default=None, metadata={"direction": True, "doc": "axis of wheel b"})

    @property
    def ends(self) -> tuple[Marker, Marker]:
        """The two markers, each with the axis of its wheel."""
        return self.a.with_axis(self.axis or "z"), self.b.with_axis(self.axis_b or "x")

    def held(self) -> dict[str, Measure]:
        """Return what says how the axes lie to each other."""
        a, b = self.ends
        u, v = Feature(a, "z"), Feature(b, "z")
        return {
            "the angle between its axes": Measure("dot", (u, v)),
            "the distance of its axes": Measure("triple", (u, v, point(a), point(b))),
            "the place of wheel b along axis a": along(u, a, b),
            "the place of wheel a along axis b": along(v, a, b),
        }


@joint("bevel_gear")
@dataclass(frozen=True)
class BevelGear(ShaftsApart):
    """Straight bevel gears: the pitch cones of two wheels, whose axes meet, roll on each other.

    Point a and point b lie on the axes of the wheels, each on the side of its wheel: where the axes meet, or
    towards the teeth. A wheel whose point is where the axes meet lies on the side its axis points to. Other joints
    hold both wheels; the angle between the axes is that at which they are placed. ``r_a w_a = -r_b w_b`` for axes
    that point away from where they meet.

    Equation: ``r_a psi_a + r_b psi_b = const`` with ``psi_a`` the direction of axis b seen from wheel a, ``psi_b``
    that of axis a seen from wheel b, and terms that the bearings hold. Its reaction is the force between the teeth
    at the pitch point, at the pitch radii from both axes: ``F`` around the wheels, ``F tan(pressure_angle)`` across
    the pitch cones, pressing the wheels apart and away from where the axes meet.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("force between the teeth around the wheels, at the pitch point",)
    SYMBOL: ClassVar[str] = "bevel"
    MEANING: ClassVar[str] = "pitch cones roll on each other"

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 1 equation: axes in the plane of z and x, meeting at the origin, the force on wheel b along y."""
        h_a, h_b, _ = feet(ends)
        u, v = ends.axes_a[:, 2], ends.axes_b[:, 2]
        radii, ratio = self.sizes()
        least = NEAR * max(abs(h_a), abs(h_b), *(radii or (0.0,)))
        side_a, side_b = (-1.0 if h < -least else 1.0 for h in (h_a, h_b))
        shaft = atan2(float(np.linalg.norm(np.cross(u, v))), side_a * side_b * float(u @ v))
        cone_a = atan2(sin(shaft), ratio + cos(shaft))  # r_b / r_a = sin(cone_b) / sin(cone_a)
        if radii is None:
            radii = self._from_places(abs(h_a), abs(h_b), cone_a, shaft, ratio)
        out_a, out_b = np.array([0.0, 0.0, 1.0]), np.array([sin(shaft), 0.0, cos(shaft)])
        pitch = radii[0] / sin(cone_a) * np.array([sin(cone_a), 0.0, cos(cone_a)])
        layout = Layout(abs(h_a) * out_a, side_a * out_a, abs(h_b) * out_b, side_b * out_b, pitch)
        apart = tan(self._number("pressure_angle")) * np.array([cos(cone_a), 0.0, -sin(cone_a)])
        return (self.mesh_row(layout, np.array([0.0, 1.0, 0.0]), apart, radii),)

    def _from_places(self, h_a: float, h_b: float, cone_a: float, shaft: float, ratio: float) -> tuple[float, float]:
        """Return the pitch radii of wheels whose points lie in the planes of their pitch circles."""
        r_a = h_a * tan(cone_a) if h_a > 0 else h_b * tan(shaft - cone_a) / ratio
        if not r_a > 0:
            raise Misfit(
                "only the ratio of its wheels is known, and their points are where the axes meet. Give radius_a and "
                "radius_b, or the module, or put point a at the centre of the pitch circle of wheel a."
            )
        return r_a, ratio * r_a

    def misfit(self, ends: Ends) -> str:
        """Return why wheels held there cannot mesh."""
        h_a, h_b, way = feet(ends)
        radii, _ = self.sizes()
        gap = float(np.linalg.norm(way))
        if gap > NEAR * max(abs(h_a), abs(h_b), *(radii or ())):
            return (
                f"the axes of bevel gears meet (0 m apart), but here they pass each other at {gap:.6g} m. Move an "
                f"axis, or use crossed_gear."
            )
        return ""
