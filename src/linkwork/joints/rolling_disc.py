"""Disc that rolls or slides on a plane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, along
from ..base.space import Space
from .base import joint, quantity, read_number
from .slip import slip_along, slip_measures
from .touching import Rolling

FLAT = 1e-5
"""Sine of the angle between axle and normal at which a disc counts as flat: beyond, the contact would be anywhere."""

RESTING = 1e-6
"""Height above the plane, as a share of the radius, below which a disc that may lift off is taken to be on it."""


@joint("rolling_disc")
@dataclass(frozen=True)
class RollingDisc(Rolling):
    """Wheel, coin or hoop on a plane of body a; the disc has its centre at point b and its axle along z of b.

    The plane goes through point a with the normal ``z_a``; the disc is on the side of the normal, and leans and
    steers freely. With ``s = sqrt((z_a.x_b)^2 + (z_a.y_b)^2)``, the sine of the angle between axle and normal, the
    contact is at ``p_b + rho``, ``rho = -(radius - edge) (z_a - (z_a.z_b) z_b)/s - edge z_a``.
    Equations: contact, ``z_a . (p_b - p_a) = (radius - edge) s + edge``, and, rolling, two of velocities: the
    disc's point of contact does not move relative to body a along ``x_a`` nor ``y_a``. Flat on the plane (s = 0)
    the contact is no longer one point, and the equations end.

    With ``friction`` it slides in a simulation where the force along the plane would exceed ``friction_static N``, with
    ``friction N`` against the slip, and rolls again when the slip ends.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal",
        "force along x of a at the contact",
        "force along y of a at the contact",
    )
    SYMBOL: ClassVar[str] = "wheel"
    SINGULAR: ClassVar[str] = (
        "A disc that lies flat, its axle (z of b) along the normal (z of a), touches the plane with all its edge: "
        "place it upright or leaning, m.place(body, rotation=...)."
    )

    radius: Value | None = quantity("length", None, "radius of the disc, to the outside of its edge")
    edge: Value = quantity("length", 0.0, "radius of the rounded edge in cross-section; 0: a thin disc")

    @property
    def _ring(self) -> str:
        """Radius of the circle about which the edge is rounded."""
        return f"({self.radius} - {self.edge})"

    @property
    def _up(self) -> str:
        """Height of the centre above that circle's lowest point, where the disc is on the plane."""
        return f"(sz - {self.edge})" if self.edge else "sz"

    def gap(self) -> Row:
        """Return the equation of contact."""
        height = f"{self._up} - {self._ring}*sqrt(zx*zx + zy*zy)"
        leaning = f"zx*zx + zy*zy - {FLAT**2}"
        if self.lifts:  # in the air it may turn as it likes
            leaning = f"max({leaning}, {height} - {RESTING}*{self.radius})"
        valid = leaning, "the disc lies flat and touches the plane with all its edge"
        return Row(
            None, "disc on the plane", expression=height, names=slip_measures(*self.ends), length=True, valid=valid
        )

    def slips(self) -> list[Row]:
        """Return two equations of velocities.

        rho . x_b = -ring zx/s; while the disc is on the plane ring/s = ring^2/up, which needs no root.
        """
        names, scale = slip_measures(*self.ends), f"(-{self._ring}*{self._ring}/{self._up})"
        texts = {t: slip_along(t, scale, ["zx", "zy"]) + self._rounding(t) for t in ("x", "y")}
        return [
            Row(None, f"no slip along {t} of a", expression=text, names=names, length=True) for t, text in texts.items()
        ]

    def _rounding(self, t: str) -> str:
        """Return what the rounding of the edge adds to the slip along t of a."""
        return f" - {self.edge}*(zx*rate({t}x) + zy*rate({t}y) + zz*rate({t}z))" if self.edge else ""

    def coordinates(self) -> dict[str, Measure]:
        """Return the place of the centre along x and y of a [m], lean and direction of the axle [rad]."""
        a, b = self.ends
        return {
            "x": along(Feature(a, "x"), a, b),
            "y": along(Feature(a, "y"), a, b),
            "lean": Measure("pitch", (Feature(a, "z"), Feature(b, "z"))),
            "axle": Measure("angle", (Feature(a, "x"), Feature(a, "y"), Feature(b, "z"))),
        }

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the lowest point of the edge, along x and y of a [m]."""
        m = measures
        lean = (read_number(self.radius) - read_number(self.edge)) * m["zz"] / (m["zx"] ** 2 + m["zy"] ** 2) ** 0.5
        return m["sx"] + lean * m["xz"], m["sy"] + lean * m["yz"]

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of what rolls and of what it rolls on [m]."""
        return read_number(self.radius), 0.0

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a disc on a plane needs space."""
        if space.planar:
            return "a disc that leans and steers needs space. In the plane, use a rolling_wheel."
        return "" if self.radius is not None else "its radius is not given. Give radius=..."

    def wrong_sizes(self) -> str:
        """Return why a disc of these sizes cannot be."""
        radius, edge = read_number(self.radius), read_number(self.edge)
        if radius <= 0:
            return f"its radius is {radius:g} m; a disc needs a positive one."
        if not 0 <= edge < radius:
            return (
                f"its edge has a radius of {edge:g} m, the disc one of {radius:g} m. "
                f"Give an edge between 0 and the disc's radius, or use a rolling_sphere."
            )
        return super().wrong_sizes()
