"""Curve on curve."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..base.measure import Contact, Row, contact_row
from ..base.space import Space
from ..curves import Curve
from .base import joint, needed, needs_normal_axis, option
from .touching import Touching

SIDES = ("free", "other")


@joint("curve_on_curve")
@dataclass(frozen=True)
class CurveOnCurve(Touching):
    """A curve in the axes of b touches a curve in the axes of a.

    Equation: the gap along the common normal vanishes. Both contact points are followed along the motion. The force
    acts at the point of contact, along the common normal and, with ``rolling = true``, along the common tangent.

    Cam and rocker with a curved face, non-circular wheels, a body that rolls on another. It may lift off (`lifts`) and
    slide with friction (`rolling = true`, `friction`) as in `point_on_curve`.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the common normal (positive pushes the bodies apart)",
        "force along the common tangent",
    )
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "curve"

    curve: Curve | None = needed("curve", "the curve in the axes of a")
    curve_b: Curve | None = needed("curve", "the curve in the axes of b")
    rolling: bool = field(default=False, metadata={"doc": "whether one rolls on the other without sliding"})
    side: str = option(SIDES[0], SIDES, "side of the curve of a on which the other lies")
    side_b: str = option(SIDES[0], SIDES, "side of the curve of b on which the first lies")

    def rows(self) -> tuple[Row, ...]:
        """Return the equation of contact, and that of rolling."""
        a, b = self.ends
        sides = tuple(1.0 if word == SIDES[0] else -1.0 for word in (self.side, self.side_b))
        rows = [
            contact_row(
                Contact("curve", self.curve, self.curve_b, False, *sides), a, b, "curves touch", release=self.lift()
            )
        ]
        if self.rolling:
            slip = Contact("curve", self.curve, self.curve_b, True, *sides)
            rows.append(contact_row(slip, a, b, "one rolls on the other", None, self.slide()))
        return tuple(rows)

    @property
    def rolls(self) -> bool:
        """Whether it rolls."""
        return self.rolling

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why curves of a planar model must lie in its plane."""
        return needs_normal_axis(space, axes)
