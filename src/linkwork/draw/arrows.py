"""Arrows at what is driven, and the axes of the ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND as GROUND_BODY
from ..errors import ExpressionError
from .directions import basis_across, unit_vector
from .items import GROUND, MARK, Item, Line, Point, Polygon, Polyline, Text, flat

if TYPE_CHECKING:
    from ..base.measure import Measure
    from .skeleton import Poser, Skeleton


SWEEP, WIDE_SWEEP = np.radians(125.0), np.radians(230.0)
"""Angle a curved arrow goes round, in the plane and about an oblique axis."""


def drive_arrows(poser: Poser, skeleton: Skeleton, unit: float) -> list[Item]:
    """Return an arrow at every driven quantity, in the direction in which it is driven now."""
    motion, items = poser.motion, []
    rates = motion.plan.function_values(float(motion.time[poser.k]))
    for driver in motion.model.drivers.values():
        owner = driver.quantity.split(".")[0]
        joint = motion.model.joints.get(owner)
        try:
            measure = motion.plan.writer.quantities.measure(driver.quantity)
        except ExpressionError:
            continue
        sign = -1.0 if rates[driver.name][1] < 0 else 1.0
        items += _arrow(poser, skeleton, measure, joint.AXIS if joint else "normal", sign, unit)
    return items


def _arrow(poser: Poser, skeleton: Skeleton, measure: Measure, axis: str, sign: float, unit: float) -> list[Item]:
    markers = [feature.marker for feature in measure.features]
    seen = [poser.see(marker, axis) for marker in markers]
    moving = markers[-1].body
    if moving == GROUND_BODY:
        sign, moving = -sign, markers[0].body
    if measure.kind == "angle":
        centre = pivot_of(skeleton, moving, seen[-1][0])
        around = [q - centre for q in skeleton.bodies.get(moving, [])]
        return curved_arrow(centre, sign * seen[0][1][:, 2], around, unit)
    if measure.kind == "along":
        part = "xyz".index(measure.features[0].part)
        return straight_arrow(seen[-1][0], sign * seen[0][1][:, part], unit)
    if measure.kind == "component":
        return straight_arrow(seen[-1][0], sign * poser.view.see(np.eye(3)[measure.axis]), unit)
    if measure.kind == "distance":
        gap = seen[1][0] - seen[0][0]
        return straight_arrow(0.5 * (seen[0][0] + seen[1][0]), sign * gap / np.linalg.norm(gap), unit)
    return []


def pivot_of(skeleton: Skeleton, body: str, place: Array) -> Array:
    """Return where a turning arrow belongs: the joint at that place, or the body's pin on the ground."""
    pins = [s.to for s in skeleton.sites if s.symbol == "pin" and GROUND_BODY in (s.a, s.b) and body in (s.a, s.b)]
    sites = [s.to for s in skeleton.sites if body in (s.a, s.b)]
    if any(np.allclose(p, place) for p in sites):
        return place
    return pins[0] if pins else place


def curved_arrow(
    centre: Array, axis: Array, around: list[Array], unit: float, style: str = "drive", radius: float = 18.0
) -> list[Item]:
    """Return an arrow that turns about an axis, where the links leave room for it; the radius in pixels."""
    x, y = basis_across(axis)
    radius = radius * unit
    busy = [r[:2] / np.hypot(*r[:2]) for r in around if np.hypot(*r[:2]) > unit]
    busy.append(unit_vector(-0.5 * np.pi))

    def room(middle: float) -> float:
        d = (np.cos(middle) * x + np.sin(middle) * y)[:2]
        return float(-sum(max(0.0, float(b @ d)) ** 2 for b in busy) + 0.05 * d[1])

    facing = abs(float(axis[2])) > 0.95
    middle = max(np.radians(np.arange(0, 360, 15)), key=room) if facing else -0.5 * np.pi
    turns = middle + np.linspace(-0.5, 0.5, 37) * (SWEEP if facing else WIDE_SWEEP)
    arc = [centre + radius * (np.cos(t) * x + np.sin(t) * y) for t in turns]
    head = arrow_head(arc[-4], arc[-1], unit, f"{style}-head", float(centre[2]) + radius)
    curve = Polyline(flat(arc[:-3]), style=style, layer=MARK, depth=float(centre[2]) + radius)
    return [curve, head]


def straight_arrow(place: Array, direction: Array, unit: float, style: str = "drive") -> list[Item]:
    """Return an arrow beside a place, along a direction."""
    d = direction[:2]
    length = float(np.hypot(*d))
    if length < 0.1:
        return []
    side = np.array([-d[1], d[0]]) / length
    side = side if side[1] >= 0 else -side
    start = place[:2] + 17 * unit * side - 14 * unit * d
    end = start + 32 * unit * d
    head = arrow_head(start, end, unit, f"{style}-head", float(place[2]))
    return [Line(*flat([start, end - 4 * unit * d]), style=style, layer=MARK, depth=float(place[2])), head]


def arrow_head(tail: Array, tip: Array, unit: float, style: str, depth: float, layer: int = MARK) -> Polygon:
    """Return the head of an arrow."""
    d = (tip - tail)[:2]
    d = d / max(float(np.hypot(*d)), 1e-300)
    n = np.array([-d[1], d[0]])
    corners = [
        tip[:2] + 2 * unit * d,
        tip[:2] + unit * (-6 * d + 3.6 * n),
        tip[:2] + unit * (-6 * d - 3.6 * n),
    ]
    return Polygon(flat(corners), style=style, layer=layer, depth=depth)


def triad(
    origin: Array, see: Callable[[Array], Array], labels: tuple[str, ...], unit: float, size: float
) -> list[Item]:
    """Return the axes of the ground as small arrows with names."""
    items: list[Item] = []
    for k, label in enumerate(labels):
        d = see(np.eye(3)[k])
        tip = origin + size * unit * d
        length = float(np.hypot(*d[:2]))
        if length > 0.15:
            items.append(Line(*flat([origin, tip]), style="triad", layer=GROUND, depth=float(tip[2])))
            items.append(arrow_head(origin, tip, unit, "triad-head", float(tip[2]), GROUND))
        beyond = tip[:2] + 11 * unit * (d[:2] / length if length > 0.15 else np.array([-0.7, -0.7]))
        at: Point = flat([beyond])[0]
        items.append(Text(at, label, style="triad-label", layer=GROUND, depth=float(tip[2])))
    return items
