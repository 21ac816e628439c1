"""The path of a point with its circle of curvature, over the mechanism."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...arrays import Array
from ...results.diagrams.coupler_curves import CouplerCurve, Curvature
from ...results.diagrams.worked import number
from ..build import Builder, Trace
from ..items import TRACE, Item, Line, Polyline, flat
from ..labels import Wish, at_point
from ..overlays import Drawn, Overlay
from ..scene import Scene, written
from ..view import ViewLike, view_of
from .over_mechanism import beside, spot, window_of

ARC = np.radians(40.0)
"""Half of the arc that is drawn of a circle that is too large for the picture, at most."""


@written
def draw_coupler_curve(
    curve: CouplerCurve,
    path: str | Path | None = None,
    *,
    at: float = 0,
    labels: bool = True,
    equations: bool = False,
    view: ViewLike = None,
    title: str | None = None,
) -> Scene:
    """Draw the path of a point with the mechanism and the circle of curvature at a time.

    Parameters
    ----------
    curve : CouplerCurve
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    at : float or int
        Time [s] (the nearest computed one is taken), or the number of a position.
    labels : bool
        Whether bodies, joints and points are named.
    equations : bool
        Whether radius and centre are worked out beside the picture.
    view : (azimuth, elevation) or str, optional
        In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
    title : str, optional
        Default: the mechanism's name and the point.

    Returns
    -------
    Scene
    """
    from ...results.diagrams.instants import position

    motion, seen = curve.motion, view_of(curve.motion, view)
    k, there = position(motion, at), curve.at(at)
    half = window_of(motion, seen, k)[1]
    rim = [seen.see(p) for p in _rim(there, half)]
    point = seen.see(_full(there.point))

    def drawn(unit: float) -> Drawn:
        items: list[Item] = [spot(point, unit)]
        wishes: list[Wish] = []
        if there.centre is not None:
            items.append(Polyline(flat(rim), style="circle", layer=TRACE))
            centre = seen.see(_full(there.centre))
            shown = there.radius <= half
            end = centre if shown else point + (centre - point) * 0.4 * half / there.radius
            items.append(Line(*flat([point, end]), style="construction", layer=TRACE))
            label = f"ρ = {number(there.radius)} m"
            wishes.append(at_point(label, "centre-label", 0.5 * (point + end), unit, 9.0))
            items += [spot(centre, unit)] if shown else []
            wishes += [at_point("C", "centre-label", centre, unit, 9.0)] if shown else []
        return items, wishes

    whole = np.array([_full(p) for p in curve.points])
    traces = [Trace(curve.body, seen.see(whole))] if curve.body in motion.bodies else []
    words = f"{motion.name}: path of {curve.name}" if title is None else title, str(there)
    worked = there.equations() if equations else ()
    overlay = Overlay(more=drawn, places=rim)
    return beside(Builder(motion, seen, [k], traces, [overlay]).scene(*words, labels), worked)


def _rim(there: Curvature, half: float) -> list[Array]:
    """Return the circle of curvature, or the arc of a large one about the point, in ground axes (3,)."""
    if there.centre is None:
        return []
    centre, spoke = _full(there.centre), _full(there.point - there.centre)
    along = _full(there.velocity) / float(np.linalg.norm(there.velocity)) * there.radius
    reach = np.pi if there.radius <= half else min(ARC, 0.5 * half / there.radius)
    return [centre + np.cos(t) * spoke + np.sin(t) * along for t in np.linspace(-reach, reach, 121)]


def _full(values: Array) -> Array:
    """Return a vector with three components."""
    return np.pad(values, (0, 3 - len(values)))
