"""Springs, dampers, actuators, driven cylinders between two points, and bushings: where they are and how they look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND as GROUND_BODY
from ..errors import ExpressionError
from .directions import unit_vector
from .items import BLOCK, LINK, PIN, Circle, Item, Line, Polygon, Polyline, flat
from .symbols import DOWN, Place, footing

if TYPE_CHECKING:
    from ..model.equations import Gauge
    from ..model.equations import Site as Point
    from ..model.loads import ResolvedLoad
    from ..results.motion import Motion
    from .skeleton import Poser


TOUCHING = ("contact",)
"""Kinds of forces between two points that act only when bodies touch: nothing is drawn between these."""

LEAD, WINDING = 9.0, 8.0
"""Straight piece at each end of a spring, and length of one winding of a spring at its longest [pixels]."""


@dataclass(frozen=True)
class Strut:
    """A force between two points where it is seen, in view axes.

    Attributes
    ----------
    name : str
        Of the force or of the driver.
    parts : tuple of str
        What is drawn side by side: ``"spring"``, ``"damper"``, ``"actuator"``; or ``"bushing"`` alone.
    a, b : str
        The bodies.
    at, to : array, shape (3,)
        The points on a and on b.
    label : str
        What is written beside it; empty for a driver without a name of its own.
    """

    name: str
    parts: tuple[str, ...]
    a: str
    b: str
    at: Array
    to: Array
    label: str

    @property
    def length(self) -> float:
        """Distance of the points as it is seen."""
        return float(np.hypot(*(self.to - self.at)[:2]))


def struts_of(motion: Motion, poser: Poser) -> list[Strut]:
    """Return what acts between two points: springs, dampers, bushings, actuators, and drivers of distances."""
    found: dict[str, Strut] = {}
    between: list[set[Point]] = []
    for load in motion.plan.loads:
        kind = motion.model.forces[load.owner].KIND
        if load.gauge is None or load.owner in found or kind in TOUCHING:
            continue
        points = [site for site in load.gauge.sites if not site.vector]
        if kind == "bushing" and len(points) == 2:
            found[load.owner] = _strut(motion, poser, load.owner, points, ("bushing",), load.owner)
        elif load.gauge.kind == "distance":
            found[load.owner] = _strut(motion, poser, load.owner, points, _parts(load), load.owner)
            between.append(set(points))
    for driver in motion.model.drivers.values():
        gauge = _driven(motion, driver.quantity)
        # where a spring or an actuator is drawn already, the driver's arrow is enough
        if gauge is not None and gauge.kind == "distance" and set(gauge.sites) not in between:
            label = "" if driver.name == driver.quantity else driver.name
            found[driver.name] = _strut(motion, poser, driver.name, gauge.sites, ("actuator",), label)
    return list(found.values())


def _parts(load: ResolvedLoad) -> tuple[str, ...]:
    """Return what a load along a distance is made of."""
    law = load.law
    # a curve of its own length is a spring too; any other function is an actuator
    curved = law.program is not None and any(gauge == load.gauge and order == 0 for gauge, order in law.inputs)
    sprung, damped = curved or law.stiffness != 0.0, law.damping != 0.0
    parts = tuple(word for word, there in (("spring", sprung), ("damper", damped)) if there)
    return parts or ("actuator",)


def _driven(motion: Motion, quantity: str) -> Gauge | None:
    """Return what a driver drives; None when it is no measure by itself."""
    try:
        return motion.plan.writer.named_gauge(quantity)
    except ExpressionError:
        return None


def _strut(
    motion: Motion, poser: Poser, name: str, points: Sequence[Point], parts: tuple[str, ...], label: str
) -> Strut:
    names = [motion.bodies[p.body] if p.body >= 0 else GROUND_BODY for p in points]
    places = [poser.place(p.body, np.array(p.xyz)) if p.body >= 0 else poser.view.see(np.array(p.xyz)) for p in points]
    return Strut(name, parts, names[0], names[1], places[0], places[1], label)


def ground_direction(strut: Strut, end: Array) -> float:
    """Return the direction of the ground support at an end: down, unless the strut goes there itself."""
    gap = (strut.to if end is strut.at else strut.at)[:2] - end[:2]
    away = gap / max(float(np.hypot(*gap)), 1e-300)
    return min((DOWN, -DOWN, np.pi, 0.0), key=lambda angle: float(away @ unit_vector(angle)) > 0.6)


def draw_strut(
    strut: Strut, spans: tuple[float, float], unit: float, planar: bool, feet: dict[str, float], dots: Sequence[Array]
) -> list[Item]:
    """Return the items of a strut.

    Parameters
    ----------
    strut : Strut
    spans : (float, float)
        Shortest and longest length over all positions drawn: these fix windings and size of cylinders.
    unit : float
        Length of one pixel.
    planar : bool
    feet : dict
        Direction of the ground support by end, ``"a"`` or ``"b"``, where there is to be one [rad].
    dots : sequence of array
        Ends that get a dot.
    """
    pen = _Pen(strut, unit, planar)
    items: list[Item] = []
    for end, at in (("a", strut.at), ("b", strut.to)):
        if end in feet:
            place = Place(at, at, np.eye(3), np.eye(3), unit, 0, 1, planar, feet[end])
            items += footing(place)
    if strut.parts == ("bushing",):
        return [*items, *pen.bushing()]
    sides = (0.0,) if len(strut.parts) == 1 else (8.0, -8.0)
    for part, side in zip(strut.parts, sides, strict=True):
        items += {"spring": pen.coil, "damper": pen.dashpot, "actuator": pen.cylinder}[part](side, spans)
    if len(sides) > 1:
        items += pen.yokes(sides)
    return [*items, *(pen.dot(at) for at in dots)]


class _Pen:
    """Draws along a strut: first coordinate along it from a, second across it."""

    def __init__(self, strut: Strut, unit: float, planar: bool) -> None:
        self.unit, self.name = unit, strut.name
        self.length = strut.length
        self.start = strut.at[:2]
        gap = (strut.to - strut.at)[:2]
        self.e = gap / self.length if self.length > 1e-9 * unit else np.array([1.0, 0.0])
        self.n = np.array([-self.e[1], self.e[0]])
        self.planar = planar
        self.layer = BLOCK if planar else LINK
        self.depth = 0.5 * float(strut.at[2] + strut.to[2])
        self.lead = min(LEAD * unit, 0.15 * self.length)
        self.end = strut.to

    def _at(self, along: float, across: float) -> Array:
        """Return a place; `along` in metres, `across` in pixels."""
        return np.asarray(self.start + along * self.e + across * self.unit * self.n)

    def _line(self, *places: tuple[float, float]) -> Polyline:
        points = flat([self._at(*p) for p in places])
        return Polyline(points, style="spring", layer=self.layer, depth=self.depth, name=self.name)

    def coil(self, side: float, spans: tuple[float, float]) -> list[Item]:
        """Return a zigzag; the number of its windings stays while it is stretched."""
        count = int(np.clip(round((spans[1] / self.unit - 2 * LEAD) / WINDING), 3, 12))
        first, last = self.lead, self.length - self.lead
        if side:
            first, last = 2 * self.lead, self.length - 2 * self.lead
        half = 5.5 if side else 6.5
        teeth = [(first + (last - first) * (k + 0.5) / (2 * count), side + half * (-1) ** k) for k in range(2 * count)]
        begin, end = (self.lead, self.length - self.lead) if side else (0.0, self.length)
        return [self._line((begin, side), (first, side), *teeth, (last, side), (end, side))]

    def dashpot(self, side: float, spans: tuple[float, float]) -> list[Item]:
        """Return a piston in an open cup."""
        begin, end = (self.lead, self.length - self.lead) if side else (0.0, self.length)
        half = min(11 * self.unit, 0.25 * spans[0], 0.3 * self.length)
        middle = 0.5 * self.length
        low, high, head = middle - half, middle + half, middle + 0.2 * half
        return [
            self._line((begin, side), (low, side)),
            self._line((high, side + 5), (low, side + 5), (low, side - 5), (high, side - 5)),
            self._line((head, side + 3.6), (head, side - 3.6)),
            self._line((head, side), (end, side)),
        ]

    def cylinder(self, side: float, spans: tuple[float, float]) -> list[Item]:
        """Return a closed cylinder of fixed length with its rod."""
        far = min(0.65 * spans[0], 0.9 * self.length)
        near = 0.15 * far
        corners = flat([self._at(*p) for p in ((near, -5.5), (far, -5.5), (far, 5.5), (near, 5.5))])
        barrel = Polygon(corners, style="cylinder", layer=self.layer, depth=self.depth, name=self.name)
        return [self._line((0.0, side), (near, side)), self._line((far, side), (self.length, side)), barrel]

    def yokes(self, sides: Sequence[float]) -> list[Item]:
        """Return the bars that hold two parts side by side."""
        low, high = self.lead, self.length - self.lead
        return [
            self._line((0.0, 0.0), (low, 0.0)),
            self._line((low, sides[0]), (low, sides[-1])),
            self._line((high, sides[0]), (high, sides[-1])),
            self._line((high, 0.0), (self.length, 0.0)),
        ]

    def dot(self, at: Array) -> Circle:
        """Return the small circle at an end."""
        layer, depth = PIN if self.planar else LINK, max(float(at[2]), self.depth) + 4 * self.unit
        return Circle(flat([at])[0], 3.2 * self.unit, style="symbol", layer=layer, depth=depth, name=self.name)

    def bushing(self) -> list[Item]:
        """Return a ring of rubber about a pin."""
        layer, at = PIN if self.planar else LINK, flat([self.end])[0]
        depth = float(self.end[2]) + 8 * self.unit
        gap = Line(*flat([self.start, self.end]), style="spring", layer=self.layer, depth=self.depth, name=self.name)
        rings = [
            Circle(at, r * self.unit, style=style, layer=layer, depth=depth + r0 * self.unit, name=self.name)
            for r, style, r0 in ((9.5, "rubber", 0.0), (4.0, "symbol", 1.0))
        ]
        return [gap, *rings]
