"""Revolute joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Measure, Row, coincide, parallel_axes, turn
from .base import Joint, joint


@joint("revolute")
@dataclass(frozen=True)
class Revolute(Joint):
    """Pin or hinge: two bodies share a point and turn about one axis.

    Equations: the points coincide, ``p_b - p_a = 0``, and the axes are parallel, ``u_a`` has no
    component across ``u_b``. In the plane only the first two equations of the point remain.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the first axis",
        "force along the second axis",
        "force along the third axis",
        "moment across the hinge axis (about y of b)",
        "moment across the hinge axis (about x of b)",
    )
    SYMBOL: ClassVar[str] = "pin"
    PLANAR_AXIS: ClassVar[str] = "normal"
    MOTION: ClassVar[tuple[str, ...] | None] = ("turn z",)

    def rows(self) -> tuple[Row, ...]:
        """Return 5 equations in space, 2 in the plane."""
        a, b = self.ends
        return (*coincide(a, b), *parallel_axes(a, b))

    def coordinates(self) -> dict[str, Measure]:
        """Return the angle turned from a to b about the axis [rad]."""
        return {"angle": turn(*self.ends)}
