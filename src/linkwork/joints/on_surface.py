"""What a ball and a disc on a smooth surface have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, Surface, along, surface_row
from ..base.space import Space
from .base import Joint, needed, option, quantity, read_number

_CONTACTS = ("rolling", "sliding")
_SIDES = ("positive", "negative")


@dataclass(frozen=True)
class OnSurface(Joint):
    """Something round about point b on a smooth surface that body a carries."""

    SYMBOL: ClassVar[str] = "wheel"
    ROUND: ClassVar[str] = ""
    """What it is: ``"ball"`` or ``"disc"``."""

    surface: str = needed("surface", "expression of x, y, z in the axes of a that vanishes on it", "")
    radius: Value | None = quantity("length", None, "radius of what is on it")
    side: str = option(_SIDES[0], _SIDES, "sign of the expression on its side of the surface")
    contact: str = option(_CONTACTS[0], _CONTACTS, "rolling: no slip; sliding: contact only, without friction")

    def rows(self) -> tuple[Row, ...]:
        """Return the contact and, rolling, two equations of velocities."""
        a, b = self.ends
        rest = 1.0 if self.side == _SIDES[0] else -1.0, read_number(self.radius)
        rows = [surface_row(Surface(self.ROUND, self.surface, 0, *rest), a, b, f"{self.ROUND} on the surface")]
        if self.contact == "rolling":
            rows += [
                surface_row(Surface(self.ROUND, self.surface, k, *rest), a, b, f"no slip along the {which} tangent")
                for k, which in ((1, "first"), (2, "second"))
            ]
        return tuple(rows)

    def coordinates(self) -> dict[str, Measure]:
        """Return the place of the centre along x, y and z of a [m]."""
        a, b = self.ends
        return {t: along(Feature(a, t), a, b) for t in "xyz"}

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of what rolls and of what it rolls on [m]."""
        return read_number(self.radius), 0.0

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why it needs space, or that its radius is missing."""
        if space.planar:
            return f"a {self.ROUND} on a surface needs space. In the plane, use point_on_curve with a radius."
        return "" if self.radius is not None else "its radius is not given. Give radius=..."

    def wrong_sizes(self) -> str:
        """Return why it cannot have this size."""
        radius = read_number(self.radius)
        return f"its radius is {radius:g} m; a {self.ROUND} needs a positive one." if radius <= 0 else ""
