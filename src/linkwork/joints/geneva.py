"""Geneva drive: a wheel that a crank pin turns by one slot in every turn and that stands still in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import pi, sin, tan
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, along, point
from ..base.space import Space
from .base import Joint, joint, needs_normal_axis, quantity, read_number

PASSING = ("the pin enters a slot", "the pin leaves its slot")

MISFIT = 1e-6
"""Share of the pin's radius by which it may miss the mouth of a slot."""


@joint("geneva")
@dataclass(frozen=True)
class Geneva(Joint):
    """Geneva drive: a pin on crank a, along its x axis, enters the slots of wheel b, one of them along b's x axis.

    Equation: while the pin is in a slot, ``n theta = 0`` up to full turns, with theta the direction of the pin in the
    axes of the wheel; before and after, the locking disc holds the wheel with the crank's centre midway between two
    slots. The pin enters and leaves along the slot, so that speeds do not jump: ``radius = distance sin(pi / n)``.
    While it drives, the force is that of the pin on the side of the slot. When the pin enters and leaves is told among
    the events of every motion.

    Film projectors, indexing tables, watches.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("torque of pin or locking disc on the wheel",)
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "geneva"
    MEASURES_PLACES: ClassVar[bool] = True

    slots: Value = quantity("number", 4.0, "number n of slots, at least 3")
    radius: Value | None = quantity("length", None, "radius of the pin's circle; must be given")

    def rows(self) -> tuple[Row, ...]:
        """Return 1 equation, with two branches."""
        a, b = self.ends
        n, r = read_number(self.slots) or 4.0, read_number(self.radius)
        names = {f"p_{axis}": along(Feature(b, axis), b, a) for axis in "xy"}
        names |= {f"e_{axis}": Measure("dot", (Feature(b, axis), Feature(a, "x"))) for axis in "xy"}
        names |= {"ahead": along(Feature(a, "x"), a, b), "d": Measure("distance", (point(a), point(b)))}
        pin, centre = f"{n!r}*atan2(p_y + {r!r}*e_y, p_x + {r!r}*e_x)", f"{n!r}*atan2(p_y, p_x)"
        driven = f"atan2(sin({pin}), cos({pin}))"  # from the nearest slot, within half a pitch to either side
        locked = f"atan2(-sin({centre}), -cos({centre}))"
        text = f"if(ahead > {sin(pi / n)!r}*d, {driven}, {locked})/{n!r}"
        return (
            Row(None, "wheel driven or locked", expression=text, names=names, fit=partial(_fit, n, r), passing=PASSING),
        )

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of the wheel, up to the mouths of its slots, and of the pin's circle [m]."""
        r, n = read_number(self.radius), read_number(self.slots)
        return (r / tan(pi / n), r) if n >= 3 else (0.0, 0.0)

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return a wheel that cannot be."""
        wrong = []
        if not isinstance(self.slots, str) and not (self.slots >= 3 and float(self.slots).is_integer()):
            wrong.append(f"it has {self.slots:g} slots; a whole number from 3 on is expected.")
        if self.radius is None:
            wrong.append("the radius of its pin is not given. Give radius = distance of the centres * sin(pi / slots).")
        return " And ".join(wrong) or needs_normal_axis(space, axes)

    def wrong_sizes(self) -> str:
        """Return a pin without a circle."""
        radius = read_number(self.radius)
        return "" if radius > 0.0 else f"the radius of its pin is {radius:g} m; a pin needs a positive one."


def _fit(n: float, r: float, placed: Mapping[str, float]) -> str:
    """Return that the pin does not enter along a slot, with the radius it should have."""
    due = placed["d"] * sin(pi / n)
    if abs(r - due) <= MISFIT * due:
        return ""
    return (
        f"the pin's radius is {r:g} m; with {n:g} slots and centres {placed['d']:g} m apart it enters along a slot at "
        f"{due:.9g} m only. Give that radius, or place the centres {r / sin(pi / n):.9g} m apart."
    )
