"""Unit vectors that two points make: the axis of a pin through another basic point of one of its bodies.

The point on the axis belongs to the other body as well. Shared, it says where the axis points, and the vector is left
out: the forearm of a robot whose wrist rolls about the line from elbow to wrist needs no vector for that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array

if TYPE_CHECKING:
    from .natural_elements import Element


ALONG = 1e-10
"""Share of its distance by which a point may lie beside an axis and be on it."""


def share_lines(items: list[Element], needed: Sequence[int], least: float) -> None:
    """Leave out the vectors that two points make, and share these points; `least` is their smallest distance [m].

    Vectors whose numbers are in `needed` stay.
    """
    kept = [items[number] for number in needed]
    for u in [item for item in items if item.vector and item.fixed is None and not any(item is k for k in kept)]:
        found = _points_on(u, [item for item in items if not item.vector], least)
        if found is not None:
            point, reach = found
            hub = _hub(u, items)
            assert hub is not None
            for b, axis in u.sites.items():
                point.sites.setdefault(b, hub.sites[b] + reach * axis)
            items[:] = [item for item in items if item is not u]


def _hub(u: Element, items: Sequence[Element]) -> Element | None:
    """Return the point that all bodies with the vector u share."""
    return next((p for p in items if not p.vector and all(b in p.sites for b in u.sites)), None)


def _points_on(u: Element, points: Sequence[Element], least: float) -> tuple[Element, float] | None:
    """Return another point on the axis u through the point that its bodies share, and how far it is along u [m]."""
    hub = _hub(u, points)
    if hub is None:
        return None
    for point in points:
        for b in u.sites:
            if point is hub or b not in point.sites or (point.fixed is not None and hub.fixed is not None):
                continue
            arm: Array = point.sites[b] - hub.sites[b]
            reach = float(arm @ u.sites[b])
            if abs(reach) > least and np.linalg.norm(arm - reach * u.sites[b]) < ALONG * abs(reach):
                return point, reach
    return None
