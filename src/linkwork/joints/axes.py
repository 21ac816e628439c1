"""Parallel axes, perpendicular axes, constant angle and constant orientation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..model.marker import Value
from ..model.measure import Feature, Measure, Row, parallel_axes, same_orientation, turn
from .base import Joint, joint, quantity


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
    AXIS: ClassVar[str] = "first"

    def rows(self) -> tuple[Row, ...]:
        """Return 2 equations in space, 1 in the plane."""
        return parallel_axes(*self.ends)


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

    def rows(self) -> tuple[Row, ...]:
        """Return 3 equations in space, 1 in the plane."""
        return same_orientation(*self.ends)


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
