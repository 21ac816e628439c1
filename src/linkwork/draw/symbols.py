"""Textbook symbols of the joints, in the plane and in space.

A symbol is a function that takes a `Place` and returns items; `SYMBOLS` lists them by the name
that joints give in ``SYMBOL``. A name that is not there is drawn as a dot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

import numpy as np

from ..arrays import Array
from . import wheels
from .directions import across, basis_across, ring, stadium, unit_vector
from .items import BLOCK, GROUND, LINK, PIN, Circle, Item, Line, Point, Polygon, Polyline, flat, hull
from .tracks import Track, draw_tracks

DOWN = -0.5 * np.pi
_TURNS = np.linspace(0.0, 2 * np.pi, 37)


@dataclass(frozen=True)
class Seen:
    """A joint as it is seen. View axes: right, up, towards the viewer.

    Attributes
    ----------
    at, to : array, shape (3,)
        The joint's points on body a (the guide of a guided joint) and on body b.
    axes_a, axes_b : array, shape (3, 3)
        Columns x, y, z of the markers; z is the joint's axis.
    name : str
        Of the joint.
    reach : tuple of float
        Least and largest shift of `to` from `at` along the axis of a over the whole motion [m].
    radii : tuple of float
        Of what is round about `to` and about `at`; 0 where nothing is [m].
    sizes : tuple of float
        Pitch radii of wheels at a and b, or at b alone, with the sign of their lever arms [m]; empty where not known.
    path, wheels : tuple
        Of a cable: the points of its line, and centre and radius of its pulleys.
    tracks : tuple of Track
        Curves of a contact, and what touches them.
    """

    at: Array
    to: Array
    axes_a: Array
    axes_b: Array
    _: KW_ONLY
    name: str = ""
    reach: tuple[float, float] = (0.0, 0.0)
    radii: tuple[float, float] = (0.0, 0.0)
    sizes: tuple[float, ...] = ()
    path: tuple[Array, ...] = ()
    wheels: tuple[tuple[Array, float], ...] = ()
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True)
class Place(Seen):
    """Where and how a symbol is drawn.

    Attributes
    ----------
    unit : float
        Length of one pixel.
    a, b : int
        Numbers of the bodies; 0 is the ground.
    planar : bool
    down : float
        Direction from the joint to its ground support [rad].
    toward : float
        Direction from the joint to the rest of body b [rad].
    supported : bool
        Whether another symbol has drawn the ground support at this place.
    """

    unit: float
    a: int = 1
    b: int = 2
    planar: bool = True
    down: float = DOWN
    toward: float = 0.0
    supported: bool = False

    @property
    def grounded(self) -> bool:
        """Whether one of the bodies is the ground."""
        return self.a == 0 or self.b == 0

    def layer(self, planar: int) -> int:
        """Return the layer of an item: in space, symbols and links share one, sorted by depth."""
        return planar if self.planar else LINK

    def depth(self, bias: float = 0.0) -> float:
        """Return the depth of the symbol, `bias` pixels nearer to the viewer."""
        return float(self.to[2]) + bias * self.unit


Symbol = Callable[[Place], list[Item]]


def floor(at: Array, direction: float, half: float, unit: float, layer: int = GROUND, depth: float = 0.0) -> list[Item]:
    """Return a ground line through `at` with hatching on the side of `direction`, `half` pixels each way."""
    d = unit_vector(direction)
    return hatched(at[:2] - half * unit * across(d), at[:2] + half * unit * across(d), d, unit, layer, depth)


def hatched(start: Array, end: Array, side: Array, unit: float, layer: int, depth: float) -> list[Item]:
    """Return a line with hatching on one side."""
    along = end - start
    length = float(np.hypot(*along))
    along = along / length
    items: list[Item] = [Line(*flat([start, end]), style="floor", layer=layer, depth=depth)]
    count = max(2, round(length / (5.5 * unit)))
    for k in range(count):
        p = start + along * length * (k + 0.9) / count
        items.append(Line(*flat([p, p + 5.5 * unit * (side - along)]), style="hatch", layer=layer, depth=depth))
    return items


def footing(place: Place, at: Array | None = None) -> list[Item]:
    """Return the pedestal of a joint on the ground: a triangle on a hatched line."""
    at = place.to if at is None else at
    u, d = place.unit, unit_vector(place.down)
    foot = at[:2] + 17 * u * d
    corners = [at[:2], foot - 10 * u * across(d), foot + 10 * u * across(d)]
    layer, depth = place.layer(GROUND), float(at[2]) - 8 * u
    triangle = Polygon(flat(corners), style="ground", layer=layer, depth=depth)
    return [triangle, *floor(foot, place.down, 15, u, layer, depth)]


def pin(place: Place) -> list[Item]:
    """Revolute joint: a circle in the plane; in space a hinge with its axis."""
    if place.planar:
        return [*ground(place), _circle(place, 5.2, "symbol")]
    axis = place.axes_a[:, 2]
    return [*ground(place), *_centre_line(place, axis, 24), *drum(place, axis, 9, 5)]


def sleeve(place: Place) -> list[Item]:
    """Cylindrical joint: a sleeve on a shaft; in the plane, where it can only turn, two circles."""
    axis = place.axes_a[:, 2]
    if place.planar and abs(axis[2]) > 0.5:
        return [*ground(place), _circle(place, 7.5, "symbol"), _circle(place, 3.5, "symbol")]
    return [
        *_guide(place, axis),
        *_centre_line(place, axis, 30),
        *drum(place, axis, 13, 7, f"block-{place.b}"),
    ]


def slider(place: Place) -> list[Item]:
    """Prismatic joint: a block on a guide."""
    axis = place.axes_a[:, 2]
    if not place.planar:
        return [*_guide(place, axis), *_prism(place)]
    u = place.unit
    block = Polygon(block_corners(place.to, axis, u), style=f"block-{place.b}", layer=BLOCK, name=place.name)
    if place.a != 0:
        return [block]
    e = axis[:2] / np.hypot(*axis[:2])
    n = across(e) if across(e) @ unit_vector(place.down) >= 0 else -across(e)
    low, high = place.reach
    ends = [place.at[:2] + e * low - 27 * u * e + 9 * u * n, place.at[:2] + e * high + 27 * u * e + 9 * u * n]
    return [*hatched(ends[0], ends[1], n, u, GROUND, 0.0), block]


def slot(place: Place) -> list[Item]:
    """Point on a line: a pin in a slot."""
    u, axis = place.unit, place.axes_a[:, 2]
    low, high = place.reach
    stretch = max(24 * u, 64 * u - (high - low))
    ends = [place.at + axis * (low - 0.5 * stretch), place.at + axis * (high + 0.5 * stretch)]
    outline = stadium(ends[0][:2], ends[1][:2], 7 * u)
    depth = place.depth()
    items: list[Item] = [Polygon(flat(outline), style=f"slot-{place.a}", layer=place.layer(BLOCK), depth=depth)]
    if place.a == 0:
        e = (ends[1] - ends[0])[:2] / max(float(np.hypot(*(ends[1] - ends[0])[:2])), 1e-300)
        n = across(e) if across(e) @ unit_vector(place.down) >= 0 else -across(e)
        items += hatched(ends[0][:2] + 7 * u * n, ends[1][:2] + 7 * u * n, n, u, place.layer(GROUND), depth - 8 * u)
    return [*items, _circle(place, 4.5, "symbol")]


def ball(place: Place) -> list[Item]:
    """Spherical joint: a ball in its socket, which opens towards the rest of body b."""
    turns = place.toward + np.linspace(0.3 * np.pi, 1.7 * np.pi, 25)
    socket = [place.to[:2] + 8.5 * place.unit * unit_vector(t) for t in turns]
    arc = Polyline(flat(socket), style="stroke", layer=place.layer(PIN), depth=place.depth(9))
    return [*ground(place), arc, _circle(place, 5.2, "disc-0")]


def cross(place: Place) -> list[Item]:
    """Universal joint: the cross with one arm on each body."""
    items: list[Item] = [*ground(place), _circle(place, 5, "symbol")]
    u, layer, depth = place.unit, place.layer(PIN), place.depth(10.5)
    for axis, dot_style in ((place.axes_a[:, 2], "symbol"), (place.axes_b[:, 2], "solid")):
        ends = flat([place.to - 11 * u * axis, place.to + 11 * u * axis])
        items.append(Line(*ends, style="arm", layer=layer, depth=depth))
        items += [Circle(p, 3.0 * u, style=dot_style, layer=layer, depth=place.depth(11)) for p in ends]
    return items


def plate(place: Place) -> list[Item]:
    """Plane contact: a piece of the plane of body a and the point or plate of body b on it."""
    u, normal = place.unit, place.axes_a[:, 2]
    foot = place.to - normal * float(normal @ (place.to - place.at))
    if place.planar and abs(normal[2]) > 0.5:
        return [_circle(place, 3.5, "solid")]
    depth = place.depth(-6)
    if place.planar:
        along = place.axes_a[:, 0] if abs(place.axes_a[2, 0]) < 0.5 else place.axes_a[:, 1]
        start, end = (foot + s * 30 * u * along for s in (-1, 1))
        if place.a == 0:
            return [*hatched(start[:2], end[:2], -normal[:2], u, GROUND, 0.0), _circle(place, 4, "solid")]
        edge = Line(*flat([start, end]), style=f"link-{place.a}", layer=LINK)
        return [edge, _circle(place, 4, "solid")]
    x, y = 26 * u * place.axes_a[:, 0], 26 * u * place.axes_a[:, 1]
    corners = [foot - x - y, foot + x - y, foot + x + y, foot - x + y]
    style = f"plate-{place.a}" if place.a else "ground"
    sheet = Polygon(flat(corners), style=style, layer=place.layer(BLOCK), depth=depth)
    return [sheet, _circle(place, 4, "solid")]


def weld(place: Place) -> list[Item]:
    """Weld: a filled triangle; on the ground, a wall."""
    u = place.unit
    if place.grounded:
        return floor(place.to, place.toward + np.pi, 16, u, place.layer(GROUND), place.depth(-8))
    corners = [place.to[:2] + 8 * u * unit_vector(0.5 * np.pi + k * 2 * np.pi / 3) for k in range(3)]
    return [Polygon(flat(corners), style="solid", layer=place.layer(PIN), depth=place.depth(8))]


def rod(place: Place) -> list[Item]:
    """Massless rod between two points."""
    u, middle = place.unit, 0.5 * float(place.at[2] + place.to[2])
    layer = place.layer(LINK)
    items: list[Item] = [Line(*flat([place.at, place.to]), style="rod", layer=layer, depth=middle, name=place.name)]
    for number, end in ((place.a, place.at), (place.b, place.to)):
        if number == 0:
            items = [*footing(place, end), *items]
        depth = max(float(end[2]), middle) + 5 * u
        items.append(Circle(flat([end])[0], 4 * u, style="symbol", layer=place.layer(PIN), depth=depth))
    return items


def wheel(place: Place) -> list[Item]:
    """Wheel, disc or ball on its track: the rim with a spoke, the hub, and in the plane a piece of the track."""
    radius, track = place.radii[0] or 12 * place.unit, place.radii[1]
    layer, depth = place.layer(PIN), place.depth(2)
    rim = Polyline(flat(ring(place.to, place.axes_b, radius)), style="stroke", layer=layer, depth=depth)
    spoke = Line(*flat([place.to, place.to + radius * place.axes_b[:, 0]]), style="arm", layer=layer, depth=depth)
    hub = _circle(place, 3.0, "solid")
    if not place.planar:
        return [rim, spoke, hub]
    if track:
        rail = Polyline(flat(ring(place.at, place.axes_a, track)), style="floor", layer=GROUND)
        return [rail, rim, spoke, hub]
    x, y = place.axes_a[:, 0], place.axes_a[:, 1]
    foot, half = place.to - radius * y, max(30 * place.unit, 1.5 * place.radii[0])
    ends = foot - half * x, foot + half * x
    if place.a == 0:
        return [*hatched(ends[0][:2], ends[1][:2], -y[:2], place.unit, GROUND, 0.0), rim, spoke, hub]
    return [Line(*flat(ends), style=f"link-{place.a}", layer=LINK), rim, spoke, hub]


def blade(place: Place) -> list[Item]:
    """Knife edge: a narrow blade along x of b."""
    x, y = 16 * place.unit * place.axes_b[:, 0], 2.5 * place.unit * place.axes_b[:, 1]
    corners = [place.to + s * x + t * y for s, t in ((-1, 0), (-0.7, -1), (0.7, -1), (1, 0), (0.7, 1), (-0.7, 1))]
    return [Polygon(flat(corners), style="solid", layer=place.layer(PIN), depth=place.depth(4), name=place.name)]


def cable(place: Place) -> list[Item]:
    """Cable: a line over its pulleys, with a dot at each end."""
    u, path = place.unit, place.path or (place.at, place.to)
    depth, layer = max(float(p[2]) for p in path), place.layer(LINK)
    items: list[Item] = [
        Circle(flat([centre])[0], radius, style="symbol", layer=layer, depth=float(centre[2]) - u)
        for centre, radius in place.wheels
    ]
    items.append(Polyline(flat(path), style="cable", layer=place.layer(PIN), depth=depth, name=place.name))
    dots = [
        Circle(p, 2.5 * u, style="solid", layer=place.layer(PIN), depth=depth + u) for p in flat([path[0], path[-1]])
    ]
    return [*items, *dots]


def none(place: Place) -> list[Item]:
    """Nothing is drawn of joints that act at no place."""
    return []


def dot(place: Place) -> list[Item]:
    """Any other joint: a dot."""
    return [*ground(place), _circle(place, 4.5, "solid")]


def ground(place: Place) -> list[Item]:
    """Ground support under the joint, when one of its bodies is the ground."""
    return footing(place) if place.grounded and not place.supported else []


SYMBOLS: dict[str, Symbol] = {
    "pin": pin,
    "slider": slider,
    "sleeve": sleeve,
    "ball": ball,
    "cross": cross,
    "plate": plate,
    "weld": weld,
    "rod": rod,
    "slot": slot,
    "wheel": wheel,
    "blade": blade,
    "gear": wheels.gear,
    "bevel": wheels.bevel,
    "rack": wheels.rack,
    "belt": wheels.belt,
    "geneva": wheels.geneva,
    "screw": wheels.screw,
    "cable": cable,
    "curve": draw_tracks,
    "none": none,
    "ground": footing,
}
"""Every symbol by name."""


def draw_symbol(name: str, place: Place) -> list[Item]:
    """Return the items of a symbol; a name that is not in `SYMBOLS` gives a dot."""
    return SYMBOLS.get(name, dot)(place)


def drum(place: Place, axis: Array, half: float, radius: float, style: str = "symbol") -> list[Item]:
    """Return a cylinder about an axis as it is seen; sizes in pixels."""
    u, layer = place.unit, place.layer(PIN)
    x, y = basis_across(axis)
    rim = np.array([radius * u * (np.cos(t) * x + np.sin(t) * y) for t in _TURNS[:-1]])
    near = axis if axis[2] >= 0 else -axis
    points = [place.to + half * u * s * near + r for s in (-1, 1) for r in rim]
    body = Polygon(flat([points[i] for i in hull(points)]), style=style, layer=layer, depth=place.depth(half))
    face = Polygon(flat(points[len(rim) :]), style=style, layer=layer, depth=place.depth(half + 0.5))
    return [body, face]


def block_corners(centre: Array, axis: Array, unit: float) -> tuple[Point, ...]:
    """Return the corners of the block of a slider in the plane."""
    e = unit * axis[:2] / np.hypot(*axis[:2])
    return flat([centre[:2] + x * e + y * across(e) for x, y in ((-15, -9), (15, -9), (15, 9), (-15, 9))])


def _circle(place: Place, radius: float, style: str) -> Circle:
    centre = flat([place.to])[0]
    layer = place.layer(PIN)
    return Circle(centre, radius * place.unit, style=style, layer=layer, depth=place.depth(radius), name=place.name)


def _centre_line(place: Place, axis: Array, half: float) -> list[Item]:
    ends = flat([place.to - half * place.unit * axis, place.to + half * place.unit * axis])
    return [Line(*ends, style="axis", layer=place.layer(PIN), depth=place.depth(-5))]


def _guide(place: Place, axis: Array) -> list[Item]:
    """Return a guide fixed to the ground: a rod with a support at each end."""
    if place.a != 0:
        return []
    beyond = 34 * place.unit / max(0.5, float(np.hypot(*axis[:2])))
    ends = [place.at + axis * (place.reach[0] - beyond), place.at + axis * (place.reach[1] + beyond)]
    bar = Line(*flat(ends), style="rod", layer=place.layer(GROUND), depth=place.depth(-3))
    return [bar, *footing(place, ends[0]), *footing(place, ends[1])]


def _prism(place: Place) -> list[Item]:
    """Return a block about the axis as it is seen in space."""
    u, style, layer = place.unit, f"block-{place.b}", place.layer(BLOCK)
    x, y, z = (place.axes_a[:, k] * u * s for k, s in enumerate((8, 8, 14)))
    items: list[Item] = []
    for side, p, q in ((x, y, z), (y, z, x), (z, x, y)):
        near = side if side[2] >= 0 else -side
        corners = [place.to + near + s * p + t * q for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        items.append(Polygon(flat(corners), style=style, layer=layer, depth=place.depth(9), name=place.name))
    return items
