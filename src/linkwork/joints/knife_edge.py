"""Knife edge: a skate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.measure import Feature, Measure, Row, along
from .base import Joint, joint
from .slip import slip_measures

UPRIGHT = 1e-6
"""Cosine of the angle between blade and plane below which the blade has no direction."""


@joint("knife_edge")
@dataclass(frozen=True)
class KnifeEdge(Joint):
    """Skate: point b stays on the plane of a and moves only along the blade, which is x of b.

    Equations: ``z_a . (p_b - p_a) = 0`` (always true in the plane), and one of velocities: with h the direction of
    ``x_b`` in the plane, ``(z_a x h) . v = 0``, where v is the velocity of point b relative to body a. It restricts no
    position: by turning and gliding the skate reaches them all. A thin wheel whose spin does not matter is a knife
    edge too. Reference: S. A. Chaplygin, On the theory of motion of nonholonomic systems, 1911 (the sleigh).
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal",
        "force across the blade (to its left, seen from the normal)",
    )
    SYMBOL: ClassVar[str] = "blade"
    PLANAR_AXIS: ClassVar[str] = "normal"
    SINGULAR: ClassVar[str] = "A blade (x of b) that stands upright on the plane has no direction: lay it down."

    def rows(self) -> tuple[Row, ...]:
        """Return 2 equations in space, 1 in the plane."""
        a, b = self.ends
        across = "(xx*rate(sy) - yx*rate(sx))/sqrt(xx*xx + yx*yx)"
        lying = f"xx*xx + yx*yx - {UPRIGHT**2}", "the blade stands upright on the plane and has no direction"
        return (
            Row(along(Feature(a, "z"), a, b), "blade on the plane"),
            Row(
                None,
                "no velocity across the blade",
                expression=across,
                names=slip_measures(a, b),
                length=True,
                valid=lying,
            ),
        )

    def coordinates(self) -> dict[str, Measure]:
        """Return the position of the point along x and y of a [m] and the direction of the blade [rad]."""
        a, b = self.ends
        blade = Measure("angle", (Feature(a, "x"), Feature(a, "y"), Feature(b, "x")))
        return {"x": along(Feature(a, "x"), a, b), "y": along(Feature(a, "y"), a, b), "angle": blade}

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return where the blade stands, along x and y of a [m]."""
        return measures["sx"], measures["sy"]

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses the blade on the plane."""
        return 1.0
