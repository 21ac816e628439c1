"""Planar joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row, along, parallel_axes, turn
from .base import Joint, joint


@joint("planar")
@dataclass(frozen=True)
class Planar(Joint):
    """Plate on a plane: one body slides on a plane of the other and turns about its normal.

    Equations: the normals are parallel, and point b stays in the plane, ``u_a . (p_b - p_a) = 0``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the normal (about y of b)",
        "moment across the normal (about x of b)",
        "force along the normal",
    )
    SYMBOL: ClassVar[str] = "plate"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide x", "slide y", "turn z")

    def rows(self) -> tuple[Row, ...]:
        """Return 3 equations in space; none in the plane when the normal is the plane's."""
        a, b = self.ends
        return (*parallel_axes(a, b), Row(along(Feature(a, "z"), a, b), "point stays in the plane"))

    def coordinates(self) -> dict[str, Measure]:
        """Return the shifts along x and y of a [m] and the angle about the normal [rad]."""
        a, b = self.ends
        return {
            "x": along(Feature(a, "x"), a, b),
            "y": along(Feature(a, "y"), a, b),
            "angle": turn(a, b),
        }
