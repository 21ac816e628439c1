"""Parallel axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Row, parallel_axes
from .base import Joint, joint


@joint("parallel")
@dataclass(frozen=True)
class ParallelAxes(Joint):
    """The axis of a and the axis of b stay parallel; the points are free.

    Equations: ``u_a`` has no component across ``u_b`` (two equations; one in the plane when the axes
    lie in it).
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
    )
    SYMBOL: ClassVar[str] = "none"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide x", "slide y", "slide z", "turn z")
    AXIS: ClassVar[str] = "first"

    def rows(self) -> tuple[Row, ...]:
        """Return 2 equations in space, 1 in the plane."""
        return parallel_axes(*self.ends)
