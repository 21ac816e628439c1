"""Constant orientation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Row, same_orientation
from .base import Joint, joint


@joint("constant_orientation")
@dataclass(frozen=True)
class ConstantOrientation(Joint):
    """The two bodies do not turn relative to each other; the points are free.

    Equations: the axes of the markers stay parallel (three equations; one in the plane).
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
        "moment about the axis",
    )
    SYMBOL: ClassVar[str] = "none"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide x", "slide y", "slide z")

    def rows(self) -> tuple[Row, ...]:
        """Return 3 equations in space, 1 in the plane."""
        return same_orientation(*self.ends)
