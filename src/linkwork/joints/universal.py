"""Universal joint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ..base.marker import Direction, Marker
from ..base.measure import Feature, Measure, Row, coincide
from .base import Joint, joint


@joint("universal")
@dataclass(frozen=True)
class Universal(Joint):
    """Hooke or Cardan joint: the bodies share a point; an axis of a stays perpendicular to an axis of b.

    Equations: the points coincide, and ``u_a . u_b = 0``, where ``u_a`` is the arm of the cross
    held by body a and ``u_b`` the arm held by body b.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the first axis",
        "force along the second axis",
        "force along the third axis",
        "moment about the normal of the cross",
    )
    SYMBOL: ClassVar[str] = "cross"
    NEEDS_SPACE: ClassVar[str] = (
        "a universal joint needs space: one of its two axes would leave the plane. Use a revolute joint."
    )
    MOTION: ClassVar[tuple[str, ...] | None] = ("turn z", "turn x")

    axis_b: Direction | None = field(default=None, metadata={"direction": True, "doc": "arm of the cross in body b"})

    @property
    def ends(self) -> tuple[Marker, Marker]:
        """The two markers, each with its own arm of the cross."""
        return self.a.with_axis(self.axis or "x"), self.b.with_axis(self.axis_b or "y")

    def rows(self) -> tuple[Row, ...]:
        """Return 4 equations."""
        a, b = self.ends
        cross = Measure("dot", (Feature(a, "z"), Feature(b, "z")))
        return (*coincide(a, b), Row(cross, "arms of the cross perpendicular"))

    def coordinates(self) -> dict[str, Measure]:
        """Return the angle of the cross about the arm of a, and of b about its own arm [rad]."""
        a, b = self.ends
        return {
            "angle": Measure("angle", (Feature(a, "x"), Feature(a, "y"), Feature(b, "z"))),
            "angle_b": Measure("angle", (Feature(b, "x"), Feature(b, "y"), Feature(a, "z"))),
        }
