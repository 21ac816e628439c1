"""Rack and pinion."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import degrees, tan
from typing import ClassVar

from ..base.marker import Direction, Marker, Value
from ..base.measure import Feature, Measure, Row, Term, along, turn
from .base import Ends, Joint, Misfit, joint, quantity
from .meshing import STEEP, distance_misfit, parallel_misfit


@joint("rack")
@dataclass(frozen=True)
class Rack(Joint):
    """Rack and pinion: the pitch circle of a pinion rolls on the pitch line of a rack.

    Body a is the rack, its pitch line goes through point a in ``direction``; body b is the pinion and point b its
    centre, on the side of the rack where it is placed. Other joints hold the pinion at its radius from the pitch
    line. The teeth mesh as both are placed.

    Equation: ``x_a . (p_b - p_a) + r angle = const`` with ``x_a`` along the rack and ``angle`` that of the pinion
    from the rack, positive for a pinion on the left of ``direction``. Its reaction is the force between the teeth
    at the pitch point: ``F`` along the rack, ``F tan(pressure_angle)`` pressing both apart whichever way they are
    loaded.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("force between the teeth along the rack, at the pitch point",)
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "rack"
    PLANAR_AXIS: ClassVar[str] = "normal"
    PLACED: ClassVar[bool] = True

    radius: Value | None = quantity("length", None, "pitch radius of the pinion; default: its distance where placed")
    direction: Direction | None = field(
        default=None, metadata={"direction": True, "doc": "along the rack, in its axes; default: its first axis"}
    )
    pressure_angle: Value = quantity("angle", 0.0, "of the teeth; it presses rack and pinion apart")

    @property
    def ends(self) -> tuple[Marker, Marker]:
        """The two markers with the axis of the pinion; x of a runs along the rack."""
        a, b = self.a.with_axis(self.axis), self.b.with_axis(self.axis)
        return (a if self.direction is None or a.x is not None else replace(a, x=self.direction)), b

    def _row(self, arm: float, press: float) -> Row:
        a, b = self.ends
        terms = [Term(along(Feature(a, "x"), a, b)), Term(turn(a, b), arm)]
        if press:
            terms.append(Term(along(Feature(a, "y"), a, b), press))
        meaning = "pitch circle rolls on the pitch line"
        return Row(None, meaning, None, terms=tuple(terms), length=True, press=int(press != 0))

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation."""
        return (self._row(1.0, 0.0),)

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 1 equation: a force along x on the pinion at the pitch point, by its radius below the centre."""
        pressure = float(self.pressure_angle)
        if not 0 <= pressure < STEEP:
            raise Misfit(f"its pressure angle is {degrees(pressure):.6g} deg; 20 deg is usual.")
        beside = self._beside(ends)
        radius = abs(beside) if self.radius is None else float(self.radius)
        if not radius > 0:
            raise Misfit(f"its pitch radius is {radius:g} m. Give radius=..., or place the pinion beside the rack.")
        side = -1.0 if beside < 0 else 1.0
        return (self._row(side * radius, side * tan(pressure)),)

    def _beside(self, ends: Ends) -> float:
        return float(ends.axes_a[:, 1] @ (ends.b - ends.a))

    def held(self) -> dict[str, Measure]:
        """Return the distance of the pinion from the pitch line [m]."""
        a, b = self.ends
        return {"the distance of the pinion from the rack": along(Feature(a, "y"), a, b)}

    def misfit(self, ends: Ends) -> str:
        """Return why a pinion held there cannot roll on the rack."""
        d = ends.b - ends.a
        other = parallel_misfit(
            replace(ends, a=ends.a + (d @ ends.axes_a[:, 0]) * ends.axes_a[:, 0]), "a rack and pinion", ""
        )
        distance = abs(self._beside(ends))
        wanted = distance if self.radius is None else float(self.radius)
        text = distance_misfit(distance, wanted, f"a pitch radius of {wanted:.9g} m would").replace(" need ", " be ")
        text = text.replace("its centres are", "pinion and pitch line are").replace("Move a centre", "Move the pinion")
        return other or text

    def coordinates(self) -> dict[str, Measure]:
        """Return where the pinion is along the rack [m] and its angle from the rack [rad]."""
        a, b = self.ends
        return {"translation": along(Feature(a, "x"), a, b), "angle": turn(a, b)}
