"""Prismatic joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row, along, on_axis, same_orientation
from .base import Joint, joint


@joint("prismatic")
@dataclass(frozen=True)
class Prismatic(Joint):
    """Slider: one body slides along an axis of the other and does not turn.

    Equations: the axes of the two markers stay parallel, and ``d = p_b - p_a`` has no component
    across the axis, ``x_a . d = 0`` and ``y_a . d = 0``. In the plane two equations remain.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
        "moment about the axis",
        "force across the axis (along x of a)",
        "force across the axis (along y of a)",
    )
    SYMBOL: ClassVar[str] = "slider"
    PLANAR_AXIS: ClassVar[str] = "in"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide z",)
    AXIS: ClassVar[str] = "first"

    def rows(self) -> tuple[Row, ...]:
        """Return 5 equations in space, 2 in the plane."""
        a, b = self.ends
        return (
            *same_orientation(a, b),
            *on_axis(a, b, "no shift across the axis"),
        )

    def coordinates(self) -> dict[str, Measure]:
        """Return the shift of b along the axis of a [m]."""
        a, b = self.ends
        return {"translation": along(Feature(a, "z"), a, b)}
