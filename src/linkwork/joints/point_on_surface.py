"""Point on a surface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..base.measure import Feature, Row, Surface, along, surface_row
from .base import joint, needed, option
from .on_surface import SIDES
from .touching import Touching


@joint("point_on_surface")
@dataclass(frozen=True)
class PointOnSurface(Touching):
    """Point b stays on a smooth surface that body a carries.

    The surface is what the user writes, an expression of ``x``, ``y`` and ``z`` that vanishes on it, in the axes of a
    [m]: ``"x^2 + y^2 - 0.4*z"`` is a bowl, ``"z - 0.1*sin(5*x)"`` a wavy floor. The force acts at the point, along the
    normal of the surface; the multiplier times the gradient of the expression, where it is held on both sides.

    With ``lifts = true`` it is held on one side only, where the expression is positive or, with ``side = "negative"``,
    negative: in a simulation the point leaves the surface where that would pull, and comes back with an impact. It is
    smooth; what rolls or sticks is a sphere_on_surface.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the surface (over the gradient of its expression, unless it lifts off)",
    )
    SYMBOL: ClassVar[str] = "plate"
    EXPRESSION: ClassVar[bool] = True
    NEEDS_SPACE: ClassVar[str] = "a surface needs space. In the plane, use point_on_curve."

    surface: str = needed("surface", "expression of x, y, z in the axes of a that vanishes on it", "")
    side: str = option(SIDES[0], SIDES, "sign of the expression on the side where the point may lift off")

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation: the expression, or, of what may lift off, the distance from the surface."""
        a, b = self.ends
        meaning = "point on the surface"
        if self.lifts:
            side = 1.0 if self.side == SIDES[0] else -1.0
            gap = surface_row(Surface("ball", self.surface, 0, side, 0.0), a, b, meaning)
            return (replace(gap, release=self.lift()),)
        names = {axis: along(Feature(a, axis), a, b) for axis in "xyz"}
        return (Row(None, meaning, expression=self.surface, names=names),)

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the point itself, along x, y and z of a [m]."""
        return measures["sx"], measures["sy"], measures["sz"]

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses the point on the surface; 0 where it is held on both sides."""
        return 1.0 if self.lifts else 0.0
