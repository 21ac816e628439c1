"""Linear coupling of coordinates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from .base import joint
from .constraint import Constraint


@joint("coupling")
@dataclass(frozen=True)
class Coupling(Constraint):
    """Coordinates of joints that move in fixed proportions: a gearbox, a harmonic drive or a shaft given by its ratio.

    The expression is an equation, linear in measured quantities: ``"B.angle = -2*A.angle + 0.1"``,
    ``"X.translation + Y.translation = 0.01*M.angle"``. See constraint for what may stand in it.

    It acts as pure couples along the angles and forces along the lengths in it, not where bodies touch: bearings do not
    feel the teeth or belts behind it. Use gear, rack, belt or screw for those.
    """

    LINEAR: ClassVar[bool] = True
    REACTIONS: ClassVar[tuple[str, ...]] = ("couple or force along the coordinates in the equation, for a factor of 1",)

    expression: str = field(
        default="0 = 0", metadata={"expression": True, "doc": "the equation, for example 'B.angle = -2*A.angle'"}
    )
