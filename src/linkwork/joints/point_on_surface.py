"""Point on a surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Row, along
from .base import Joint, joint, needed


@joint("point_on_surface")
@dataclass(frozen=True)
class PointOnSurface(Joint):
    """Point b stays on a smooth surface that body a carries.

    The surface is what the user writes, an expression of ``x``, ``y`` and ``z`` that vanishes on it, in the axes of a
    [m]: ``"x^2 + y^2 - 0.4*z"`` is a bowl, ``"z - 0.1*sin(5*x)"`` a wavy floor. The force acts at the point, along the
    normal of the surface: the multiplier times the gradient of the expression.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the surface, over the gradient of its expression",
    )
    SYMBOL: ClassVar[str] = "plate"
    NEEDS_SPACE: ClassVar[str] = "a surface needs space. In the plane, use point_on_curve."

    surface: str = needed("surface", "expression of x, y, z in the axes of a that vanishes on it", "")

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        a, b = self.ends
        names = {axis: along(Feature(a, axis), a, b) for axis in "xyz"}
        return (Row(None, "point on the surface", expression=self.surface, names=names),)
