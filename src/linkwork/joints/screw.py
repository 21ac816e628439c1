"""Screw joint."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, Term, along, on_axis, parallel_axes, turn
from .base import Ends, Joint, Misfit, joint, quantity


@joint("screw")
@dataclass(frozen=True)
class Screw(Joint):
    """Screw and nut without friction: one body turns about an axis of the other and moves along it as it turns.

    Equations: those of a shaft in a plain bearing (see cylindrical), and ``z_a . (p_b - p_a) - pitch/(2 pi) angle =
    const``, the value where the bodies are placed; ``pitch`` is the way along the axis in one turn, negative for a
    left-handed thread. The reaction of the last equation is the force ``F`` of the thread along the axis, together
    with the moment ``-F pitch/(2 pi)`` about it.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
        "force across the axis (along x of a)",
        "force across the axis (along y of a)",
        "force of the thread along the axis, with its moment about the axis",
    )
    SYMBOL: ClassVar[str] = "screw"
    NEEDS_SPACE: ClassVar[str] = "it needs space: it moves along the axis it turns about. Use a coupling."
    PLACED: ClassVar[bool] = True

    pitch: Value | None = quantity("length", None, "way along the axis in one turn, right-handed positive")

    def _rows(self, lead: float) -> tuple[Row, ...]:
        a, b = self.ends
        thread = (Term(along(Feature(a, "z"), a, b)), Term(turn(a, b), -lead))
        return (
            *parallel_axes(a, b),
            *on_axis(a, b, "no shift across the axis"),
            Row(None, "way along the axis as it turns", None, terms=thread, length=True),
        )

    def rows(self) -> tuple[Row, ...]:
        """Return 5 equations."""
        return self._rows(1.0)

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 5 equations."""
        if not self.pitch:
            given = "not given" if self.pitch is None else "0 m"
            raise Misfit(
                f"its pitch is {given}. Give pitch=..., the way in one turn; without one use a revolute joint."
            )
        return self._rows(float(self.pitch) / (2 * pi))

    def coordinates(self) -> dict[str, Measure]:
        """Return the shift along the axis [m] and the angle about it [rad]."""
        a, b = self.ends
        return {"translation": along(Feature(a, "z"), a, b), "angle": turn(a, b)}
