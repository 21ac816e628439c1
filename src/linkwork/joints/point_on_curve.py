"""Point, roller or wheel on a curve."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import IN_SPACE, Contact, Feature, Row, along, contact_row
from ..base.space import Space
from ..curves import Curve
from .base import joint, needed, needs_normal_axis, option, quantity, read_number
from .touching import Touching

SIDES = ("free", "other")


@joint("point_on_curve")
@dataclass(frozen=True)
class PointOnCurve(Touching):
    """Point b, or a roller of some radius about it, stays on a curve in the axes of a.

    Equation: the distance of point b from the curve is the radius, ``|p_b - c(s)| = radius``, with s the foot of the
    perpendicular; it is followed along the motion. In space the point also stays in the plane of the curve,
    ``z_a . (p_b - p_a) = 0``. A wheel that rolls (``rolling = true``) turns with b about b's point: the arc length on
    the curve is that on the wheel. The force acts at the point of contact, along the normal and, rolling, along the
    tangent of the curve.

    A curve in space, with a third coordinate, takes a point only: a bead on a wire. Its equations are
    ``n_k . (p_b - c(s)) = 0`` with two normals of the curve that are carried along it without twist. They start as
    ``n_1 = z x t`` and ``n_2 = t x n_1``, t the tangent.

    A knife-edge or roller follower of a cam, a pin in a curved slot, a wheel on a track. Of a closed curve the free
    side is the outside, of an open one the left of the way it runs.

    With ``lifts = true`` it is no groove: in a simulation the contact opens where its force would pull, and closes
    with an impact. Without ``rolling`` the contact is smooth. With ``rolling = true`` and ``friction`` a wheel slides
    where the force along the tangent would exceed ``friction_static N``, with ``friction N`` against the slip, and
    rolls again when the slip ends; a point, of no radius, sticks and slides likewise: a block on a slope.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the normal of the curve (positive pushes b to the free side), in space along its first normal",
        "force out of the curve's plane, in space along the second normal of the curve",
        "force along the tangent of the curve",
    )
    SYMBOL: ClassVar[str] = "curve"
    ROLLING: ClassVar[int] = 2

    curve: Curve | None = needed("curve", "the curve, in the axes of a")
    radius: Value = quantity("length", 0.0, "radius of the roller or wheel about b")
    rolling: bool = field(default=False, metadata={"doc": "whether b rolls on the curve without sliding"})
    side: str = option(SIDES[0], SIDES, "side of the curve on which a roller runs")

    def rows(self) -> tuple[Row, ...]:
        """Return the equation of contact, in space that of the plane or of the second normal, and that of rolling."""
        a, b = self.ends
        if self.curve is not None and self.curve.in_space:
            return tuple(
                contact_row(Contact(which, self.curve), a, b, f"point on the curve, along its {which} normal")
                for which in IN_SPACE
            )
        side = 1.0 if self.side == SIDES[0] else -1.0
        gap = Contact("point", self.curve, side=side, radius=self.radius)  # type: ignore[arg-type]
        rows = [
            contact_row(gap, a, b, "point on the curve", release=self.lift()),
            Row(along(Feature(a, "z"), a, b), "point in the curve's plane"),
        ]
        if self.rolling:
            slip = Contact("point", self.curve, roll=True, side=side, radius=self.radius)  # type: ignore[arg-type]
            rows.append(contact_row(slip, a, b, "rolls on the curve", None, self.slide()))
        return tuple(rows)

    @property
    def rolls(self) -> bool:
        """Whether it rolls."""
        return self.rolling

    @property
    def in_one_plane(self) -> bool:
        """Whether its equations are those of one plane: a point or a roller that slides may lean, as a ball does."""
        return self.rolling and self.curve is not None and not self.curve.in_space

    def wrong_sizes(self) -> str:
        """Return why a roller of this radius cannot be built."""
        radius = read_number(self.radius)
        if radius < 0.0:
            return f"its radius is {radius:g} m. Give a positive one, or 0 for a point."
        return super().wrong_sizes()

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a curve of a planar model must lie in its plane, and what runs on a curve in space is a point."""
        if self.curve is not None and self.curve.in_space:
            if space.planar:
                return "its curve has a third coordinate. Leave z out, or make the model spatial (plane=None)."
            if self.rolling or self.radius not in (0, "0"):
                return "its curve has a third coordinate, on which a point runs: a bead. Leave radius and rolling out."
            if self.lifts or self.friction is not None:
                return "its curve has a third coordinate: a bead on a wire, which stays. Leave lifts and friction out."
        return needs_normal_axis(space, axes)
