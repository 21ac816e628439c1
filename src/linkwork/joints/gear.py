"""Gears on parallel axes."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi
from typing import Any, ClassVar

import numpy as np

from ..base.marker import Value
from ..base.measure import Measure, Row, point
from ..base.space import Space
from .base import Ends, Misfit, joint, needs_normal_axis, option, quantity
from .meshing import Gearing, Layout, distance_misfit, flank, headings, parallel_misfit


@joint("gear")
@dataclass(frozen=True)
class Gear(Gearing):
    """Spur or helical gears on parallel axes: the pitch circles of two wheels roll on each other.

    Point a and point b are the centres of the wheels; other joints hold them, on the ground or on a carrier that
    moves. The wheels turn opposite ways, ``r_a (w_a - w) = -r_b (w_b - w)`` with the line of centres turning at
    ``w``; with ``mesh="internal"`` the larger wheel has its teeth inside, and both turn the same way. Sizes: two
    radii, two numbers of teeth with their module, or numbers of teeth or a ratio alone for the distance at which
    the centres are placed. The teeth mesh as the wheels are placed.

    Equation: ``r_a psi_a + r_b psi_b = const`` with ``psi_a`` the direction of centre b seen from wheel a,
    ``psi_b`` that of centre a seen from wheel b. Its reaction is the force between the teeth at the pitch point:
    ``F`` around the wheels, ``F tan(pressure_angle)/cos(helix_angle)`` pressing them apart whichever way they are
    loaded, ``F tan(helix_angle)`` along the axes. The bearings carry it.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = ("force between the teeth around the wheels, at the pitch point",)
    IN_ONE_PLANE: ClassVar[bool] = True
    SYMBOL: ClassVar[str] = "gear"

    helix_angle: Value = quantity("angle", 0.0, "of the teeth of wheel a from its axis, right-handed positive")
    mesh: str = option("external", ("external", "internal"), "whether one wheel has its teeth inside")

    def turns(self) -> tuple[Measure, Measure]:
        """Return the direction of each centre seen from the other wheel [rad]."""
        return headings(*self.ends)

    def held(self) -> dict[str, Measure]:
        """Return the distance of the centres [m]."""
        a, b = self.ends
        return {"the distance of its centres": Measure("distance", (point(a), point(b)))}

    def radii(self, distance: float) -> tuple[float, float]:
        """Return the pitch radii of the wheels with their centres at a distance [m]; raises Misfit."""
        helix = self._number("helix_angle")
        if not (abs(helix) < pi / 2 and cos(helix) > 1e-3):
            raise Misfit(
                f"its helix angle is {helix:.6g} rad; it must be less than a right angle (1.5708 rad). Write '20 deg' "
                f"for degrees."
            )
        radii, ratio = self.sizes(helix, helix)
        if self.mesh == "internal" and abs(ratio - 1) < 1e-9:
            raise Misfit("its wheels are of one size, so one cannot turn inside the other. Use a coupling.")
        if radii is None:
            if not distance > 0:
                raise Misfit(
                    f"only the ratio of its wheels, {ratio:.6g}, is known, and nothing says how far apart their "
                    f"centres are: they are placed at one point. Give radius_a and radius_b, or teeth and module, or "
                    f"place the wheels where they turn."
                )
            first = distance / (abs(ratio - 1) if self.mesh == "internal" else 1 + ratio)
            radii = first, ratio * first
        return radii

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return 1 equation: the centres on the x axis, wheel a at the origin, the force on wheel b along y."""
        u, v = ends.axes_a[:, 2], ends.axes_b[:, 2]
        d = ends.b - ends.a
        r_a, r_b = self.radii(float(np.linalg.norm(d - u * (u @ d))))
        x, z, inside = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), self.mesh == "internal"
        centre = (r_a - r_b if inside else r_a + r_b) * x
        layout = Layout(np.zeros(3), z, centre, z if u @ v >= 0 else -z, r_a * x)
        around, apart = flank(self._number("pressure_angle"), self._number("helix_angle"))
        # A wheel is pressed towards its own centre, one with its teeth inside away from it.
        pressed = (-apart if inside and r_a > r_b else apart) * x
        return (self.mesh_row(layout, around, pressed, (r_a, r_b)),)

    def misfit(self, ends: Ends) -> str:
        """Return why wheels held there cannot mesh."""
        other = parallel_misfit(ends, "gears", " Use bevel_gear for axes that meet, crossed_gear for others.")
        if other:
            return other
        distance = float(np.linalg.norm(ends.b - ends.a))
        r_a, r_b = self.radii(distance)
        inside = self.mesh == "internal"
        wanted = abs(r_a - r_b) if inside else r_a + r_b
        sign = "-" if inside else "+"
        larger, smaller = (r_a, r_b) if not inside or r_a > r_b else (r_b, r_a)
        return distance_misfit(distance, wanted, f"pitch radii of {larger:.9g} m {sign} {smaller:.9g} m")

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why planar wheels with these axes cannot turn."""
        if space.planar and self.helix_angle not in (0, "0", "0 deg", "0 rad"):
            return (
                f"its helix_angle is {self.helix_angle}: helical teeth push along the axes, which a planar model knows "
                f"nothing of. Leave it out and give radii, or make the model spatial (plane=None)."
            )
        return needs_normal_axis(space, axes)
