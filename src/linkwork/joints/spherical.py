"""Spherical joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Row, coincide
from .base import Joint, joint


@joint("spherical")
@dataclass(frozen=True)
class Spherical(Joint):
    """Ball and socket: two bodies share a point and turn freely about it.

    Equations: the points coincide, ``p_b - p_a = 0``. In the plane it is a revolute joint.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the first axis",
        "force along the second axis",
        "force along the third axis",
    )
    SYMBOL: ClassVar[str] = "ball"
    MOTION: ClassVar[tuple[str, ...] | None] = ("ball",)

    def rows(self) -> tuple[Row, ...]:
        """Return 3 equations in space, 2 in the plane."""
        return coincide(*self.ends)
