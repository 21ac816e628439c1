"""Measures that no motion in the plane can change."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .equations import Gauge


def constant_in_plane(gauge: Gauge) -> bool:
    """Return whether no motion in the plane can change the gauge (its row is left out).

    Turning about the normal leaves a normal vector as it is, and a scalar product with it constant.
    """
    normal = [abs(abs(s.xyz[2]) - 1.0) < 1e-9 for s in gauge.sites if s.vector]
    if gauge.kind == "component":
        return gauge.axis == 2
    if gauge.kind == "along":
        return normal[0]
    if gauge.kind in ("dot", "pitch"):
        return normal[0] or normal[1]
    if gauge.kind == "tilt":
        return normal[0] or normal[1]
    if gauge.kind == "angle":
        return any(normal)
    if gauge.kind == "heading":
        return normal[0] or normal[1]
    if gauge.kind == "triple":
        return normal[0] == normal[1]  # u x v is zero, or along the normal: the way in the plane is across it
    return False


def value_in_plane(gauge: Gauge) -> float:
    """Return the value of a gauge that no motion in the plane can change."""
    if gauge.kind == "dot":
        return gauge.sites[0].xyz[2] * gauge.sites[1].xyz[2]
    return 0.0
