"""Point on a line (pin in slot)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.measure import Feature, Measure, Row, along, on_axis
from ..base.space import Space
from .base import Joint, joint, needs_plane_axis


@joint("point_on_line")
@dataclass(frozen=True)
class PointOnLine(Joint):
    """Pin in slot: point b stays on the straight slot through point a along the axis of a.

    Equations: ``x_a . (p_b - p_a) = 0`` and ``y_a . (p_b - p_a) = 0``. In the plane one remains.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force across the slot (along x of a)",
        "force across the slot (along y of a)",
    )
    SYMBOL: ClassVar[str] = "slot"
    MOTION: ClassVar[tuple[str, ...] | None] = ("slide z", "ball")
    AXIS: ClassVar[str] = "first"

    def rows(self) -> tuple[Row, ...]:
        """Return 2 equations in space, 1 in the plane."""
        a, b = self.ends
        return on_axis(a, b, "point on the line")

    def coordinates(self) -> dict[str, Measure]:
        """Return the position of the pin along the slot [m]."""
        a, b = self.ends
        return {"translation": along(Feature(a, "z"), a, b)}

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a slot of a planar model must lie in the plane."""
        return needs_plane_axis(space, axes[:1])  # type: ignore[arg-type]
