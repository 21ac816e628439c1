"""User-written constraint equation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ..base.marker import GROUND, Marker
from ..base.measure import Row
from .base import Joint, joint


@joint("constraint")
@dataclass(frozen=True)
class Constraint(Joint):
    """An equation of the user's own: an expression of measured quantities that must vanish.

    The expression may use joint coordinates (``A.angle``), point coordinates (``coupler.P.x``),
    body angles (``crank.angle``), distances (``distance(crank.P, ground.Q)``), the parameters, the
    time ``t`` and the usual functions. Example: ``"B.translation - 0.1*A.angle"``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("multiplier of the equation",)
    SYMBOL: ClassVar[str] = "none"
    ENDS: ClassVar[bool] = False

    a: Marker = Marker(GROUND)
    b: Marker = Marker(GROUND)
    expression: str = field(default="0", metadata={"expression": True, "doc": "the text that must vanish"})

    def wrong_sizes(self) -> str:
        """Return why an empty text is no equation."""
        if not str(self.expression).strip():
            return "its expression is empty. Give an equation, for example 'B.angle + 2*A.angle = 0.1'."
        return super().wrong_sizes()

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        return (Row(None, f"{self.expression} = 0", expression=self.expression),)
