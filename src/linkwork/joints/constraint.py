"""User-written constraint equation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from ..base.marker import GROUND, Marker
from ..base.measure import Row
from .base import Joint, joint

EQUALS = re.compile(r"(?<![<>=!])=(?!=)")
"""The sign between both sides of an equation; comparisons have others."""


@joint("constraint")
@dataclass(frozen=True)
class Constraint(Joint):
    """An equation of the user's own between measured quantities, or an expression of them that must vanish.

    The expression may use joint coordinates (``A.angle``), point coordinates (``coupler.P.x``),
    body angles (``crank.angle``), distances (``distance(crank.P, ground.Q)``), the parameters, the
    time ``t`` and the usual functions. Examples: ``"B.translation = 0.1*A.angle"``, or as what vanishes,
    ``"B.translation - 0.1*A.angle"``. Where units are written in it, they must be those of what it measures.

    With rates of them in sums, and times what depends on positions and time, it is an equation of velocities, which
    restricts no position: ``"rate(sled.x)*sin(sled.angle) - rate(sled.y)*cos(sled.angle)"`` is a skate.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("multiplier of the equation",)
    SYMBOL: ClassVar[str] = "none"
    ENDS: ClassVar[bool] = False
    EXPRESSION: ClassVar[bool] = True
    LINEAR: ClassVar[bool] = False
    """Whether its quantities must stand in sums with constant factors."""

    a: Marker = Marker(GROUND)
    b: Marker = Marker(GROUND)
    expression: str = field(default="0", metadata={"expression": True, "doc": "the equation, or what must vanish"})

    def wrong_sizes(self) -> str:
        """Return why an empty text is no equation."""
        if not str(self.expression).strip():
            return "its expression is empty. Give an equation, for example 'B.angle + 2*A.angle = 0.1'."
        return super().wrong_sizes()

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        left, *right = EQUALS.split(self.expression, maxsplit=1)
        vanishes = f"({left}) - ({right[0]})" if right else self.expression
        meaning = self.expression if right else f"{self.expression} = 0"
        return (Row(None, meaning, expression=vanishes, linear=self.LINEAR),)
