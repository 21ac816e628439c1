"""Body with a smooth surface that rolls or slides on a plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Feature, Measure, Row, Surface, along, surface_row
from .base import joint, needed
from .touching import Rolling


@joint("surface_on_plane")
@dataclass(frozen=True)
class SurfaceOnPlane(Rolling):
    """Body b with a smooth bulging surface on a plane of body a: an egg, an ellipsoid, a rattleback.

    The plane goes through point a with the normal ``z_a``, and the body is on the side of the normal. Its surface is
    what the user writes, an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the axes of b from
    point b [m], a point inside: ``"(x/0.2)^2 + (y/0.05)^2 + (z/0.03)^2 - 1"``. With P its lowest point, where its
    normal is against ``z_a``, the equations are: contact, ``z_a . (P - p_a) = 0``; and, rolling, two of velocities: the
    body's point at P does not move relative to body a along ``x_a`` nor ``y_a``.

    With ``friction`` it slides in a simulation where the force along the plane would exceed ``friction_static N``,
    with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
    plane where that would pull, and comes back with an impact.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the plane",
        "force along x of a at the contact",
        "force along y of a at the contact",
    )
    SYMBOL: ClassVar[str] = "plate"
    NEEDS_SPACE: ClassVar[str] = "a surface needs space. In the plane, use face_on_curve."
    SINGULAR: ClassVar[str] = (
        "Where the surface is flat or hollow it does not touch the plane at one point: make it bulge there."
    )

    surface: str = needed("surface", "expression of x, y, z in the axes of b that vanishes on it", "")

    def gap(self) -> Row:
        """Return the equation of contact."""
        return surface_row(Surface("hull", self.surface), *self.ends, "surface on the plane")

    def slips(self) -> list[Row]:
        """Return two equations of velocities."""
        return [
            surface_row(Surface("hull", self.surface, k), *self.ends, f"no slip along {t} of a")
            for k, t in ((1, "x"), (2, "y"))
        ]

    def coordinates(self) -> dict[str, Measure]:
        """Return the place of point b along x, y and z of a [m]."""
        a, b = self.ends
        return {t: along(Feature(a, t), a, b) for t in "xyz"}
