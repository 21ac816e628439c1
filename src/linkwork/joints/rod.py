"""Rod: constant distance, with spherical or revolute ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, along, parallel_axes, point
from .base import Joint, joint, option, quantity

_ENDS = ("spherical-spherical", "revolute-spherical", "spherical-revolute", "revolute-revolute")


@joint("rod")
@dataclass(frozen=True)
class Rod(Joint):
    """Massless rod: two points stay a fixed distance apart.

    Equations: ``|p_b - p_a| = length``. With a revolute end the rod also stays perpendicular to
    that end's axis, ``u . (p_b - p_a) = 0``; with two revolute ends the axes stay parallel as well.
    In the plane every choice of ends leaves the one equation of the distance.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the rod (positive pushes the points apart)",
        "force along the pin axis",
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
    )
    SYMBOL: ClassVar[str] = "rod"

    length: Value | None = quantity("length", None, "distance kept; default: that of the points where they are placed")
    rod_ends: str = option(_ENDS[0], _ENDS, "kind of the joint at end a and at end b")

    def rows(self) -> tuple[Row, ...]:
        """Return 1, 2 or 4 equations, by the kind of the ends."""
        a, b = self.ends
        rows = [Row(Measure("distance", (point(a), point(b))), "length of the rod", self.length)]
        if self.rod_ends != _ENDS[0]:
            pin = b if self.rod_ends == _ENDS[2] else a
            rows.append(Row(along(Feature(pin, "z"), a, b), "rod perpendicular to the pin"))
        if self.rod_ends == _ENDS[3]:
            rows.extend(parallel_axes(a, b))
        return tuple(rows)

    def coordinates(self) -> dict[str, Measure]:
        """Return the distance of the points [m]."""
        a, b = self.ends
        return {"distance": Measure("distance", (point(a), point(b)))}
