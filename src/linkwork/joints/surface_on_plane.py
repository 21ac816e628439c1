"""Body with a smooth surface that rolls or slides on a plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.measure import Feature, Measure, Row, Surface, along, surface_row
from ..base.space import Space
from .base import Joint, joint, needed, option

_CONTACTS = ("rolling", "sliding")


@joint("surface_on_plane")
@dataclass(frozen=True)
class SurfaceOnPlane(Joint):
    """Body b with a smooth bulging surface on a plane of body a: an egg, an ellipsoid, a rattleback.

    The plane goes through point a with the normal ``z_a``, and the body is on the side of the normal. Its surface is
    what the user writes, an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the axes of b from
    point b [m], a point inside: ``"(x/0.2)^2 + (y/0.05)^2 + (z/0.03)^2 - 1"``. With P its lowest point, where its
    normal is against ``z_a``, the equations are: contact, ``z_a . (P - p_a) = 0``; and, rolling, two of velocities: the
    body's point at P does not move relative to body a along ``x_a`` nor ``y_a``.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the plane",
        "force along x of a at the contact",
        "force along y of a at the contact",
    )
    SYMBOL: ClassVar[str] = "plate"
    SINGULAR: ClassVar[str] = (
        "Where the surface is flat or hollow it does not touch the plane at one point: make it bulge there."
    )

    surface: str = needed("surface", "expression of x, y, z in the axes of b that vanishes on it", "")
    contact: str = option(_CONTACTS[0], _CONTACTS, "rolling: no slip; sliding: contact only, without friction")

    def rows(self) -> tuple[Row, ...]:
        """Return the contact and, rolling, two equations of velocities."""
        a, b = self.ends
        rows = [surface_row(Surface("hull", self.surface), a, b, "surface on the plane")]
        if self.contact == "rolling":
            rows += [
                surface_row(Surface("hull", self.surface, k), a, b, f"no slip along {t} of a")
                for k, t in ((1, "x"), (2, "y"))
            ]
        return tuple(rows)

    def coordinates(self) -> dict[str, Measure]:
        """Return the place of point b along x, y and z of a [m]."""
        a, b = self.ends
        return {t: along(Feature(a, t), a, b) for t in "xyz"}

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses the surface on the plane."""
        return 1.0

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a surface on a plane needs space."""
        return "a surface needs space. In the plane, use face_on_curve." if space.planar else ""
