"""Flat face on a curve."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..base.measure import Contact, Row, contact_row
from ..base.space import Space
from ..curves import Curve
from .base import joint, needed, needs_normal_axis
from .touching import Touching


@joint("face_on_curve")
@dataclass(frozen=True)
class FaceOnCurve(Touching):
    """Flat face: a straight line through point b, along the x axis of b, touches a curve in the axes of a.

    Equation: the gap between the line and the curve vanishes, ``y_b . (p_b - c(s)) = 0`` where the tangent of the
    curve at s is parallel to the face. The body of b lies on the side of its y axis. The force acts at the point of
    contact, along y of b. With ``rolling = true`` the face rolls on the curve without sliding.

    The flat-face follower of a cam; a board that rocks on a barrel. The curve must bulge towards the face. It may lift
    off (`lifts`) and slide with friction (`rolling = true`, `friction`) as in `point_on_curve`.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the face (positive pushes b away from the curve)",
        "force along the face",
    )
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "curve"

    curve: Curve | None = needed("curve", "the curve, in the axes of a")
    rolling: bool = field(default=False, metadata={"doc": "whether the face rolls on the curve without sliding"})

    def rows(self) -> tuple[Row, ...]:
        """Return the equation of contact, and that of rolling."""
        a, b = self.ends
        rows = [contact_row(Contact("face", self.curve), a, b, "face on the curve", release=self.lift())]
        if self.rolling:
            rows.append(
                contact_row(Contact("face", self.curve, roll=True), a, b, "rolls on the curve", None, self.slide())
            )
        return tuple(rows)

    @property
    def rolls(self) -> bool:
        """Whether it rolls."""
        return self.rolling

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a curve of a planar model must lie in its plane."""
        return needs_normal_axis(space, axes)
