"""Cylindrical joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row, along, on_axis, parallel_axes, turn
from .base import Joint, joint


@joint("cylindrical")
@dataclass(frozen=True)
class Cylindrical(Joint):
    """Shaft in a plain bearing: one body slides along an axis of the other and turns about it.

    Equations: the axes are parallel, and ``d = p_b - p_a`` has no component across the axis,
    ``x_a . d = 0`` and ``y_a . d = 0``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
        "force across the axis (along x of a)",
        "force across the axis (along y of a)",
    )
    SYMBOL: ClassVar[str] = "sleeve"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide z", "turn z")

    def rows(self) -> tuple[Row, ...]:
        """Return 4 equations in space; 2 in the plane."""
        a, b = self.ends
        return (
            *parallel_axes(a, b),
            *on_axis(a, b, "no shift across the axis"),
        )

    def coordinates(self) -> dict[str, Measure]:
        """Return the shift along the axis [m] and the angle about it [rad]."""
        a, b = self.ends
        return {"translation": along(Feature(a, "z"), a, b), "angle": turn(a, b)}
