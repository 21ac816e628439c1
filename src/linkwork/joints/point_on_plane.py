"""Point on a plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row, along
from .base import Joint, joint


@joint("point_on_plane")
@dataclass(frozen=True)
class PointOnPlane(Joint):
    """Point b stays on the plane through point a whose normal is the axis of a.

    Equation: ``u_a . (p_b - p_a) = 0``. In the plane it is a point on a line with that normal.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("force along the normal",)
    SYMBOL: ClassVar[str] = "plate"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide x", "slide y", "ball")

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        a, b = self.ends
        return (Row(along(Feature(a, "z"), a, b), "point on the plane"),)

    def coordinates(self) -> dict[str, Measure]:
        """Return the position of the point along x and y of a [m]."""
        a, b = self.ends
        return {"x": along(Feature(a, "x"), a, b), "y": along(Feature(a, "y"), a, b)}
