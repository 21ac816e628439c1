"""Force at a point."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.fields import option, told
from ..base.load import Law, Load
from ..base.marker import GROUND, Direction, Marker
from ..base.measure import Feature
from ..functions import TimeFunction
from .base import GIVEN, Force, force


@force("point_force")
@dataclass(frozen=True)
class PointForce(Force):
    """A force at a point of a body, with a fixed direction or one that turns with the body.

    Equation: the point feels ``F u``, with the unit vector u of the direction; or the sum of the
    components given. With `reacted_at` that point feels the opposite; without it the force comes
    from outside the machine.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("slider", plane="xy")
    >>> block = m.body("block", mass=1.0)
    >>> slide = m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0))
    >>> m.point_force("push", block.at(0, 0.1), "20 N", "x")
    >>> m.point_force("wind", block.at(0, 0), force=("-3*rate(slide)", 0))
    """

    at: Marker = told("The point it acts at.")
    value: TimeFunction | None = told(f"Force [N]: {GIVEN}", None)
    direction: Direction | None = told("Its direction; its length does not count.", None)
    force: tuple[TimeFunction, ...] | None = told(
        "Instead of value and direction: two components (in the plane) or three [N].", None
    )
    follows: str = option(
        "ground",
        ("ground", "body"),
        "Whether the direction is given in the axes of the ground and stays, or in those of the body and "
        "turns with it.",
    )
    reacted_at: Marker | None = told("The point that feels the opposite force.", None)

    def loads(self) -> tuple[Load, ...]:
        """Return one force, or one for each component."""
        if self.force is None:
            return (self._load(self.direction, self.value),)
        count = range(len(self.force))
        axes = [tuple(1.0 if i == k else 0.0 for i in count) for k in count]
        return tuple(self._load(axis, value) for axis, value in zip(axes, self.force, strict=True))

    def _load(self, direction: Direction | None, value: TimeFunction | None) -> Load:
        axis = Marker(self.at.body if self.follows == "body" else GROUND, z=direction)
        return Load.force(Feature(axis, "z"), Law(function=value), at=self.at, reacted_at=self.reacted_at)

    def unfit(self) -> str:
        """Return what is missing or given twice."""
        pair = (self.value is not None, self.direction is not None)
        if self.force is not None and any(pair):
            return "both components (force) and a value or direction are given. Give one or the other."
        if self.force is None and not all(pair):
            return "give its value and its direction, or its components (force)."
        if self.force is not None and len(self.force) not in (2, 3):
            return f"its force has {len(self.force)} components; 2 or 3 are expected."
        return ""
