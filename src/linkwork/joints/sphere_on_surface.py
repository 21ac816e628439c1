"""Sphere that rolls or slides on a smooth surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .base import joint
from .on_surface import OnSurface


@joint("sphere_on_surface")
@dataclass(frozen=True)
class SphereOnSurface(OnSurface):
    """Ball with its centre at point b on a smooth surface that body a carries.

    The surface is what the user writes, an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the
    axes of a [m]; the ball is on the side where the expression is positive, or negative. With P the point of the
    surface under the centre, ``p_b = P + radius n``, n the normal on the side of the ball. Equations: contact, the
    distance of the centre from the surface is the radius; and, rolling, two of velocities: the ball's point at P does
    not move relative to body a along two tangents. These are ``x_a`` and ``y_a`` turned with the normal from ``z_a`` to
    n, which ends where n is ``-z_a``.

    With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
    with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
    surface where that would pull, and comes back with an impact.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal (positive pushes the ball away from the surface)",
        "force along the first tangent at the contact",
        "force along the second tangent at the contact",
    )
    SINGULAR: ClassVar[str] = (
        "Where the surface bends more than the ball it has no point of contact, and where its normal is -z of a its "
        "tangents have no direction: take a smaller ball, or turn z of a."
    )
    ROUND: ClassVar[str] = "ball"
