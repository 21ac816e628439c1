"""Thin disc that rolls or slides on a smooth surface."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ..base.measure import Row
from .base import joint, read_number
from .on_surface import OnSurface
from .rolling_disc import FLAT, RESTING


@joint("disc_on_surface")
@dataclass(frozen=True)
class DiscOnSurface(OnSurface):
    """Thin wheel, coin or hoop on a smooth surface of body a; its centre is at point b, its axle along z of b.

    The surface is an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the axes of a [m]; the
    disc is on the side where the expression is positive, or negative. P is the point of its edge at which the
    expression is least (on the other side, largest). Equations: contact, the expression over the size of its gradient
    vanishes at P; and, rolling, two of velocities: the disc's point at P does not move relative to body a along two
    tangents, ``x_a`` and ``y_a`` turned with the normal n from ``z_a`` to n, which ends where n is ``-z_a``. Flat on
    the surface, its axle along the gradient at its centre, the contact is no longer one point: the equations end.

    With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
    with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
    surface where that would pull, and comes back with an impact.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal (positive pushes the disc away from the surface)",
        "force along the first tangent at the contact",
        "force along the second tangent at the contact",
    )
    SINGULAR: ClassVar[str] = (
        "A disc that lies flat touches the surface with all its edge: place it upright or leaning, "
        "m.place(body, rotation=...)."
    )
    ROUND: ClassVar[str] = "disc"

    def gap(self) -> Row:
        """Return the equation of contact, which has a meaning while axle and gradient are not parallel."""
        square = "((gy*zz - gz*yz)^2 + (gz*xz - gx*zz)^2 + (gx*yz - gy*xz)^2)/(gx*gx + gy*gy + gz*gz)"
        leaning = f"{square} - {FLAT**2}"
        if self.lifts:  # in the air it may turn as it likes
            height = f"{'' if self.side == 'positive' else '-'}f/sqrt(gx*gx + gy*gy + gz*gz)"
            leaning = f"max({leaning}, {height} - {RESTING * read_number(self.radius)!r})"
        return replace(
            super().gap(), valid=(leaning, "the disc lies flat on the surface and touches it at more than one point")
        )
