"""What a ball and a disc on a smooth surface have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, Surface, along, surface_row
from ..base.space import Space
from .base import needed, option, quantity, read_number
from .touching import Rolling

SIDES = ("positive", "negative")


@dataclass(frozen=True)
class OnSurface(Rolling):
    """Something round about point b on a smooth surface that body a carries."""

    SYMBOL: ClassVar[str] = "wheel"
    ROUND: ClassVar[str] = ""
    """What it is: ``"ball"`` or ``"disc"``."""

    surface: str = needed("surface", "expression of x, y, z in the axes of a that vanishes on it", "")
    radius: Value | None = quantity("length", None, "radius of what is on it")
    side: str = option(SIDES[0], SIDES, "sign of the expression on its side of the surface")

    def gap(self) -> Row:
        """Return the equation of contact."""
        return self._row(0, f"{self.ROUND} on the surface")

    def slips(self) -> list[Row]:
        """Return two equations of velocities."""
        return [self._row(k, f"no slip along the {which} tangent") for k, which in ((1, "first"), (2, "second"))]

    def _row(self, roll: int, meaning: str) -> Row:
        side = 1.0 if self.side == SIDES[0] else -1.0
        surface = Surface(self.ROUND, self.surface, roll, side, read_number(self.radius))
        return surface_row(surface, *self.ends, meaning)

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
        if radius <= 0:
            return f"its radius is {radius:g} m; a {self.ROUND} needs a positive one."
        return super().wrong_sizes()
