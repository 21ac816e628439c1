"""Sphere that rolls or slides on a plane, a sphere or a cylinder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, along, point
from ..base.space import Space
from .base import joint, option, quantity, read_number
from .slip import AXES, slip_along, slip_measures
from .touching import Rolling

_SURFACES = ("plane", "sphere", "bowl", "cylinder", "pipe")
_HOLLOW = ("bowl", "pipe")


@joint("rolling_sphere")
@dataclass(frozen=True)
class RollingSphere(Rolling):
    """Ball with its centre at point b on a surface of body a.

    The plane goes through point a with the normal ``z_a``, and the ball is on the side of the normal. A sphere (ball
    outside) or bowl (inside) has its centre at point a; a cylinder (outside) or pipe (inside) has its axis through
    point a along ``z_a``; their radius is `surface_radius`. Equations, with n the normal of the surface on the side of
    the ball and ``P = p_b - radius n``: contact, the centre stays at the distance `radius` from the surface; and,
    rolling, two of velocities: the ball's point at P does not move relative to body a along two tangents. These are
    ``x_a`` and ``y_a`` on a plane, ``z_a`` and the way around the axis on a cylinder, and on a sphere ``x_a`` and
    ``y_a`` turned with the normal from ``z_a`` to n, which ends at the lowest point of a sphere and at the highest of a
    bowl.

    With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
    with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
    surface where that would pull, and comes back with an impact.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal (in a bowl or pipe, negative presses them together)",
        "force along the first tangent at the contact",
        "force along the second tangent at the contact",
    )
    SYMBOL: ClassVar[str] = "wheel"
    SINGULAR: ClassVar[str] = (
        "On the axis of a pipe, at the lowest point of a sphere and at the highest of a bowl its tangents have no "
        "direction: place it elsewhere, or turn z of a."
    )

    radius: Value | None = quantity("length", None, "radius of the ball")
    surface: str = option(_SURFACES[0], _SURFACES, "what it is on: the outside of a sphere or cylinder, or inside one")
    surface_radius: Value | None = quantity("length", None, "radius of a sphere, bowl, cylinder or pipe")

    @property
    def _way(self) -> str:
        """Distance of the centre from point a or the axis."""
        side = "-" if self.surface in _HOLLOW else "+"
        return f"({self.surface_radius} {side} {self.radius})"

    def gap(self) -> Row:
        """Return the equation of contact."""
        a, b = self.ends
        meaning = f"ball on the {self.surface}"
        if self.surface == "plane":
            return Row(along(Feature(a, "z"), a, b), meaning, self.radius)
        if self.surface in ("sphere", "bowl"):
            return Row(Measure("distance", (point(a), point(b))), meaning, self._way)
        text = f"sqrt(sx*sx + sy*sy) - {self._way}"
        return Row(None, meaning, expression=text, names=slip_measures(a, b), length=True)

    def slips(self) -> list[Row]:
        """Return two equations of velocities."""
        names = slip_measures(*self.ends)
        return [
            Row(None, f"no slip along the {which} tangent", expression=text, names=names, length=True)
            for which, text in zip(("first", "second"), self._tangential(), strict=True)
        ]

    def _tangential(self) -> tuple[str, str]:
        """Return the slip along two tangents; rho = -radius n, and its components along the axes of b."""
        if self.surface == "plane":
            rho = [f"z{e}" for e in AXES]
            return slip_along("x", f"(-{self.radius})", rho), slip_along("y", f"(-{self.radius})", rho)
        scale = f"({'' if self.surface in _HOLLOW else '-'}{self.radius}/{self._way})"
        if self.surface in ("cylinder", "pipe"):
            x, y, z = (slip_along(t, scale, [f"(b{e} - sz*z{e})" for e in AXES]) for t in AXES)
            return z, f"(sx*({y}) - sy*({x}))/{self._way}"
        x, y, z = (slip_along(t, scale, [f"b{e}" for e in AXES]) for t in AXES)
        # Turned with the normal from z to n, x becomes x - n_x (z + n)/(1 + n_z).
        normal = f"{'-' if self.surface in _HOLLOW else ''}1/{self._way}"
        lifted = f"({z} + ({normal})*(sx*({x}) + sy*({y}) + sz*({z})))/(1 + ({normal})*sz)"
        return f"{x} - ({normal})*sx*{lifted}", f"{y} - ({normal})*sy*{lifted}"

    def coordinates(self) -> dict[str, Measure]:
        """Return the place of the centre along x, y and z of a [m]."""
        a, b = self.ends
        return {t: along(Feature(a, t), a, b) for t in (AXES[:2] if self.surface == "plane" else AXES)}

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the point of the surface under the ball, along x, y (and z, unless it is a plane) of a [m]."""
        x, y, z = (measures[f"s{t}"] for t in AXES)
        if self.surface == "plane":
            return x, y
        ball, surface = read_number(self.radius), read_number(self.surface_radius)
        ratio = surface / (surface - ball if self.surface in _HOLLOW else surface + ball) if surface else 0.0
        return ratio * x, ratio * y, z if self.surface in ("cylinder", "pipe") else ratio * z

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses the ball on the surface."""
        return -1.0 if self.surface in _HOLLOW else 1.0

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of what rolls and of what it rolls on [m]."""
        return read_number(self.radius), read_number(self.surface_radius)

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a rolling ball needs space, or which size is missing."""
        if space.planar:
            return "a rolling ball needs space. In the plane, use a rolling_wheel."
        if self.radius is None:
            return "its radius is not given. Give radius=..."
        if self.surface != "plane" and self.surface_radius is None:
            return f"the radius of the {self.surface} it is on is not given. Give surface_radius=..."
        return ""

    def wrong_sizes(self) -> str:
        """Return why a ball of these sizes has no place on its surface."""
        ball, surface = read_number(self.radius), read_number(self.surface_radius)
        if ball <= 0:
            return f"its radius is {ball:g} m; a ball needs a positive one."
        if self.surface != "plane" and surface <= 0:
            return f"the {self.surface} it is on has a radius of {surface:g} m; it needs a positive one."
        if self.surface == "plane" and surface != 0.0:
            return (
                f"it is on a plane, but surface_radius is {surface:g} m. Give surface='sphere', 'bowl', 'cylinder' or "
                f"'pipe', or no radius."
            )
        if self.surface in _HOLLOW and ball >= surface:
            return f"a ball of radius {ball:g} m has no room in a {self.surface} of radius {surface:g} m."
        return super().wrong_sizes()
