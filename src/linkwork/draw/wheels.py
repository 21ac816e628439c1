"""Symbols of wheels that turn each other: pitch circles in dash and dot, strands, a rack, slots, a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .items import PIN, Circle, Item, Line, Polyline, flat

if TYPE_CHECKING:
    from .symbols import Place


_TURNS = np.linspace(0.0, 2 * np.pi, 73)
_UNKNOWN = (20.0, 28.0)
"""Radii of wheels whose size is not known [pixels]."""


def _radii(place: Place) -> tuple[float, float]:
    sizes = tuple(abs(size) for size in place.sizes)
    return (sizes[0], sizes[1]) if len(sizes) > 1 else (_UNKNOWN[0] * place.unit, _UNKNOWN[1] * place.unit)


def rim(centre: Array, axes: Array, radius: float) -> list[Array]:
    """Return a circle about the z axis of a marker as it is seen."""
    return [centre + radius * (np.cos(t) * axes[:, 0] + np.sin(t) * axes[:, 1]) for t in _TURNS]


def _circle(place: Place, centre: Array, axes: Array, radius: float) -> list[Item]:
    """Return a pitch circle with a dot at its centre."""
    layer, depth = place.layer(PIN), float(centre[2])
    line = Polyline(flat(rim(centre, axes, radius)), style="axis", layer=layer, depth=depth, name=place.name)
    return [line, Circle(flat([centre])[0], 1.5 * place.unit, style="solid", layer=layer, depth=depth + place.unit)]


def gear(place: Place) -> list[Item]:
    """Gears on parallel axes: their pitch circles."""
    r_a, r_b = _radii(place)
    return [*_circle(place, place.at, place.axes_a, r_a), *_circle(place, place.to, place.axes_b, r_b)]


def bevel(place: Place) -> list[Item]:
    """Gears on axes that are not parallel: their pitch circles and a piece of each axis."""
    items = gear(place)
    for centre, axis in ((place.at, place.axes_a[:, 2]), (place.to, place.axes_b[:, 2])):
        ends = flat([centre - 30 * place.unit * axis, centre + 30 * place.unit * axis])
        items.append(Line(*ends, style="axis", layer=place.layer(PIN), depth=float(centre[2])))
    return items


def rack(place: Place) -> list[Item]:
    """Rack and pinion: the pitch circle, and the pitch line through point a with teeth."""
    u, layer = place.unit, place.layer(PIN)
    radius = abs(place.sizes[0]) if place.sizes else _UNKNOWN[0] * u
    x, y = place.axes_a[:, 0], place.axes_a[:, 1]
    foot = place.at + x * float(x @ (place.to - place.at))
    side = 1.0 if y @ (place.to - place.at) >= 0 else -1.0
    teeth = [foot + k * 5 * u * x - (k % 2) * 5 * u * side * y for k in range(-7, 8)]
    line = Polyline(flat(teeth), style="stroke", layer=layer, depth=float(foot[2]), name=place.name)
    return [line, *_circle(place, place.to, place.axes_b, radius)]


def belt(place: Place) -> list[Item]:
    """Belt: the pulleys and the two strands."""
    r_a, r_b = _radii(place)
    items = [*_circle(place, place.at, place.axes_a, r_a), *_circle(place, place.to, place.axes_b, r_b)]
    way, normal = place.to - place.at, place.axes_a[:, 2]
    gap = float(np.linalg.norm(way))
    crossed = len(place.sizes) > 1 and place.sizes[0] * place.sizes[1] * (normal @ place.axes_b[:, 2]) > 0
    sine = (r_a + r_b if crossed else r_a - r_b) / gap if gap > 0 else 2.0
    if abs(sine) < 1.0:
        x = way / gap
        for y in (np.cross(normal, x), np.cross(x, normal)):
            n = sine * x + np.sqrt(1 - sine * sine) * y
            ends = flat([place.at + r_a * n, place.to + (-r_b if crossed else r_b) * n])
            items.append(Line(*ends, style="rod", layer=place.layer(PIN), depth=float(place.at[2]), name=place.name))
    return items


def geneva(place: Place) -> list[Item]:
    """Geneva drive: the wheel with its slots and the hollows that lock it, the pin, and the disc that does."""
    wheel, r = place.radii if all(place.radii) else (34.0 * place.unit, 34.0 * place.unit)
    count, d = round(np.pi / np.arctan2(r, wheel)), float(np.hypot(r, wheel))
    lock, half = 0.8 * r, 0.12 * r
    spread = np.arccos((r * r + lock * lock) / (2 * d * lock))
    corners: list[tuple[float, float]] = []
    for k in range(count):
        slot, hollow = 2 * np.pi * k / count, 2 * np.pi * (k + 0.5) / count
        inner = d - r - half
        corners += [_turned(p, slot) for p in ((wheel, -half), (inner, -half), (inner, half), (wheel, half))]
        bow = np.linspace(-spread, spread, 13)
        corners += [_turned((d - lock * np.cos(t), lock * np.sin(t)), hollow) for t in bow]
    free = np.pi / 2 - np.pi / count + 0.15  # where the disc is cut away for the wheel to turn
    arc = [_turned((lock, 0.0), t) for t in np.linspace(free, 2 * np.pi - free, 49)]
    layer, pin = place.layer(PIN), place.at + r * place.axes_a[:, 0]
    items: list[Item] = []
    for centre, axes, line in ((place.to, place.axes_b, [*corners, corners[0]]), (place.at, place.axes_a, arc)):
        points = flat([centre + x * axes[:, 0] + y * axes[:, 1] for x, y in line])
        items.append(Polyline(points, style="stroke", layer=layer, depth=float(centre[2]), name=place.name))
    arm = Line(*flat([place.at, pin]), style="rod", layer=layer, depth=float(place.at[2]))
    return [*items, arm, Circle(flat([pin])[0], half, style="symbol", layer=layer, depth=float(pin[2]) + place.unit)]


def _turned(p: tuple[float, float], angle: float) -> tuple[float, float]:
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return c * p[0] - s * p[1], s * p[0] + c * p[1]


def screw(place: Place) -> list[Item]:
    """Screw: a spindle with its thread."""
    u, layer, axis, across = place.unit, place.layer(PIN), place.axes_a[:, 2], place.axes_a[:, 0]
    thread = [place.to + 4 * k * u * axis + (-1) ** k * 8 * u * across for k in range(-6, 7)]
    ends = flat([place.to - 34 * u * axis, place.to + 34 * u * axis])
    return [
        Line(*ends, style="rod", layer=layer, depth=place.depth(-3)),
        Polyline(flat(thread), style="stroke", layer=layer, depth=place.depth(9), name=place.name),
        Circle(flat([place.to])[0], 3.5 * u, style="symbol", layer=layer, depth=place.depth(10)),
    ]
