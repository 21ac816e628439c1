"""What a motion is asked for to see it: plots, drawings, reports, and the diagrams of mechanics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from .pictures import Pictures

if TYPE_CHECKING:
    from ..base.marker import Marker
    from .diagrams.centrodes import Centrodes
    from .diagrams.coupler_curves import CouplerCurve
    from .diagrams.instant_centres import InstantCentres
    from .diagrams.polygons import Polygon
    from .motion import Motion


class Pictured(Pictures):
    """The pictures of a motion; `Motion` derives from it."""

    @property
    def _own(self) -> Motion:
        return cast("Motion", self)

    def instant_centres(self, at: float) -> InstantCentres:
        """Return the instant centres of all pairs of bodies of a planar mechanism at a time.

        Parameters
        ----------
        at : float or int
            Time [s] (the nearest computed one is taken), or the number of a position.
        """
        from .diagrams.instant_centres import instant_centres

        return instant_centres(self._own, at)

    def centrodes(self, body: str, other: str = "ground") -> Centrodes:
        """Return the paths of the instant centre of two bodies: fixed in the other body, and moving with the body."""
        from .diagrams.centrodes import centrodes

        return centrodes(self._own, body, other)

    def velocity_polygon(self, points: Sequence[str | Marker] | None = None, *, at: float) -> Polygon:
        """Return the velocity polygon: velocities of points from one pole, ``v_B = v_A + omega x r_AB`` worked out.

        Parameters
        ----------
        points : sequence of str or Marker, optional
            Points (``"coupler.P"``) and joints (``"B"``). Default: all joints and named points.
        at : float or int
            Time [s] (the nearest computed one is taken), or the number of a position.
        """
        from .diagrams.polygons import polygon

        return polygon(self._own, points, at, "velocity")

    def acceleration_polygon(self, points: Sequence[str | Marker] | None = None, *, at: float) -> Polygon:
        """Return the acceleration polygon, with normal and tangential parts of every step; see `velocity_polygon`."""
        from .diagrams.polygons import polygon

        return polygon(self._own, points, at, "acceleration")

    def coupler_curve(self, point: str | Marker) -> CouplerCurve:
        """Return the path of a point with its curvature: ``run.coupler_curve("coupler.P").at(0.3).radius``."""
        from .diagrams.coupler_curves import CouplerCurve

        return CouplerCurve.of(self._own, point)
