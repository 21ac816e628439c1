"""Perpendicular axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row
from .base import Joint, joint


@joint("perpendicular")
@dataclass(frozen=True)
class PerpendicularAxes(Joint):
    """The axis of a and the axis of b stay perpendicular; the points are free.

    Equation: ``u_a . u_b = 0``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("moment about the common normal of the axes",)
    SYMBOL: ClassVar[str] = "none"
    AXIS: ClassVar[str] = "first"

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        a, b = self.ends
        return (Row(Measure("dot", (Feature(a, "z"), Feature(b, "z"))), "axes perpendicular"),)
