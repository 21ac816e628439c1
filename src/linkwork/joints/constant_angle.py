"""Constant angle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.marker import Value
from ..base.measure import Measure, Row, turn
from .base import Joint, joint, quantity


@joint("constant_angle")
@dataclass(frozen=True)
class ConstantAngle(Joint):
    """The angle from x of a to x of b, about the axis of a, keeps a value; the points are free.

    Equation: ``atan2(y_a . x_b, x_a . x_b) = angle``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("moment about the axis",)
    SYMBOL: ClassVar[str] = "none"

    angle: Value = quantity("angle", 0.0, "angle kept from x of a to x of b")

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        return (Row(turn(*self.ends), "angle between the bodies", self.angle),)

    def coordinates(self) -> dict[str, Measure]:
        """Return the angle from x of a to x of b [rad]."""
        return {"angle": turn(*self.ends)}
