"""A small sketch of every kind of joint, for the documentation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.marker import Marker
from ..base.space import Space
from ..curves import circle, ellipse
from ..errors import check_name
from ..joints import REGISTRY, Joint
from ..model.equations import SolvedContact
from .arrows import arrow_head, curved_arrow
from .directions import stadium
from .items import LABEL, LINK, MARK, PIN, Circle, Item, Line, Polygon, Text, flat
from .labels import at_point, place_labels
from .scene import Scene
from .symbols import Place, draw_symbol
from .tracks import Track, lines_of
from .view import make_view

X, Y, Z = np.eye(3)
_BEHIND = -1000.0


@dataclass(frozen=True)
class Layout:
    """How a joint is shown: its axes, where its points are, and where the bodies go from there.

    Attributes
    ----------
    axis_a, axis_b : array
        Axes on the two bodies, in ground axes (z up).
    arms_a, arms_b : tuple of array
        Ends of the bodies' arms, from the joint [pixels].
    to : array
        Point of body b, from that of body a [pixels].
    """

    axis_a: Array
    axis_b: Array
    arms_a: tuple[Array, ...]
    arms_b: tuple[Array, ...]
    to: Array


_O = np.zeros(3)
_SPREAD = 75.0
LAYOUTS = {
    "pin": Layout(Z, Z, (-80 * X,), (70 * X - 50 * Y,), _O),
    "slider": Layout(X, X, (-85 * X, 85 * X), (70 * Z,), _O),
    "sleeve": Layout(X, X, (-85 * X, 85 * X), (70 * Z,), _O),
    "ball": Layout(Z, Z, (-80 * X,), (70 * X + 45 * Z,), _O),
    "cross": Layout(Z, Y, (-85 * X,), (75 * X + 40 * Z,), _O),
    "plate": Layout(Z, Z, (), (80 * Z,), _O),
    "weld": Layout(Z, Z, (-80 * X,), (45 * X + 60 * Z,), _O),
    "rod": Layout(Z, Z, (-55 * X - 20 * Z,), (55 * X - 20 * Z,), 90 * X + 30 * Z),
    "cable": Layout(Z, Z, (-55 * X - 20 * Z,), (55 * X - 20 * Z,), 90 * X + 30 * Z),
    "slot": Layout(X, X, (-85 * X, 85 * X), (60 * Z + 40 * X,), _O),
    "gear": Layout(Z, Z, (-45 * X,), (45 * X,), 48 * X),
    "bevel": Layout(Z, X, (-60 * Z,), (45 * X,), 28 * X + 20 * Z),
    "rack": Layout(Z, Z, (-70 * X,), (40 * Y + 30 * X,), 20 * Y),
    "belt": Layout(Z, Z, (-45 * X,), (50 * X,), 100 * X),
    "geneva": Layout(Z, Z, (-45 * X,), (45 * X,), 48 * X),
    "screw": Layout(Z, Z, (-80 * Z,), (70 * X,), _O),
    "curve": Layout(-Y, -Y, (-85 * X,), (65 * Z + 15 * X,), 40 * Z),
}
"""Layouts by symbol; any other symbol is shown like a pin."""

GIVEN = {"curve": ellipse(50.0, 40.0), "curve_b": circle(24.0, (0.0, 24.0)), "surface": "z"}
"""Fields without which a joint cannot be made."""


def scene_of_joint(kind: str) -> Scene:
    """Return a small sketch of a joint: two grey bodies a and b, the symbol, and its coordinates.

    Parameters
    ----------
    kind : str
        A registered kind of joint, such as ``"revolute"``.

    Returns
    -------
    Scene
    """
    check_name("joint kind", kind, REGISTRY)
    given: dict[str, Any] = {name: value for name, value in GIVEN.items() if name in REGISTRY[kind].options()}
    joint = REGISTRY[kind](name=kind, a=Marker("a"), b=Marker("b"), **given)
    items = _apart(joint) if joint.SYMBOL == "none" else _together(joint)
    return Scene.of(items, f"{kind.replace('_', ' ')} joint", ("", ""), 1.0)


def _see(vector: Array) -> Array:
    return make_view(Space("xy", False), None).see(vector)


def _axes(axis: Array) -> Array:
    """Return columns x, y, z with z along an axis, in view axes."""
    x = X if abs(axis[0]) < 0.9 else Y
    return np.column_stack([_see(x), _see(np.cross(axis, x)), _see(axis)])


def _together(joint: Joint) -> list[Item]:
    layout = LAYOUTS.get(joint.SYMBOL, LAYOUTS["pin"])
    to = _see(layout.to)
    away = sum((_see(arm) for arm in layout.arms_b), np.zeros(3))
    toward = float(np.arctan2(away[1], away[0]))
    place = Place(
        np.zeros(3),
        to,
        _axes(layout.axis_a),
        _axes(layout.axis_b),
        1.0,
        planar=False,
        toward=toward,
        reach=(-30, 30),
        tracks=_tracks(joint, layout),
    )
    items: list[Item] = []
    for arms, start, style in ((layout.arms_a, np.zeros(3), "grey"), (layout.arms_b, to, "grey-dark")):
        front = joint.SYMBOL == "plate"
        items += [_bar(start, start + _see(arm), style, front) for arm in arms]
    items += [_restyled(item) for item in draw_symbol(joint.SYMBOL, place)]
    ends = [_see((layout.arms_a or (-30 * X - 20 * Y,))[0]), to + _see(layout.arms_b[0])]
    wishes = [at_point(n, "point-label", p, 1.0, 14.0) for n, p in zip("ab", ends, strict=True)]
    for name, arrow, at in _coordinates(joint, place):
        items += arrow
        wishes.append(at_point(name, "note", at, 1.0, 9.0))
    return items + list(place_labels(wishes, items, 1.0))


def _tracks(joint: Joint, layout: Layout) -> tuple[Track, ...]:
    """Return the lines of a contact on curves."""
    contact = joint.rows()[0].contact
    if contact is None or contact.curve is None:
        return ()
    other = None if contact.other is None else contact.other.plain
    solved = SolvedContact(contact.kind, contact.curve.plain, other, False, 1.0, 1.0, 0.0)
    ends = ((np.zeros(3), _axes(layout.axis_a)), (_see(layout.to), _axes(layout.axis_b)))
    return tuple(track.seen(ends) for track in lines_of(solved, False, np.zeros(1), np.zeros(1)))


def _bar(start: Array, end: Array, style: str, front: bool) -> Polygon:
    depth = 0.0 if front else _BEHIND
    return Polygon(flat(stadium(start[:2], end[:2], 6.0)), style=style, layer=LINK, depth=depth)


def _restyled(item: Item) -> Item:
    """Return an item of a symbol in the grey of the body it belongs to."""
    base, _, number = item.style.rpartition("-")
    if base == "slot":
        return replace(item, style="grey-slot")
    if number.isdigit() and int(number) > 0:
        return replace(item, style="grey" if int(number) == 1 else "grey-dark")
    return item


def _coordinates(joint: Joint, place: Place) -> list[tuple[str, list[Item], Array]]:
    """Return name, arrow and place of the name of every coordinate of the joint."""
    found: list[tuple[str, list[Item], Array]] = []
    for name, measure in joint.coordinates().items():
        first = measure.features[0]
        axes = place.axes_a if first.marker.body == "a" else place.axes_b
        if measure.kind == "angle":
            axis = axes[:, 2]
            centre = place.to + axis * (34.0 / max(0.4, float(np.hypot(*axis[:2]))))
            found.append((name, curved_arrow(centre, axis, [], 1.0), centre + 6 * axis))
        elif measure.kind == "along":
            direction = axes[:, "xyz".index(first.part)]
            start = place.to + (8 * axes[:, 2] if first.part != "z" else np.array([-10.0, -24.0, 0.0]))
            tip = start + 50 * direction
            line = Line(*flat([start, tip - 3 * direction]), style="drive", layer=MARK)
            found.append((name, [line, arrow_head(start, tip, 1.0, "drive-head", 0.0)], tip))
    return found


def _apart(joint: Joint) -> list[Item]:
    """Return two bodies apart, with the axes the joint keeps, for joints that act at no place."""
    tilt = np.cos(0.7) * X + np.sin(0.7) * Z
    shown = {
        "parallel": ((Z,), (Z,)),
        "perpendicular": ((Z,), (X,)),
        "constant_orientation": ((X, Y, Z), (X, Y, Z)),
        "constant_angle": ((X,), (tilt,)),
    }.get(joint.KIND, ((), ()))
    items: list[Item] = []
    for side, axes, style, name in ((-1, shown[0], "grey", "a"), (1, shown[1], "grey-dark", "b")):
        centre = side * _SPREAD * np.array([1.0, 0.0, 0.0])
        items.append(Circle(flat([centre])[0], 24.0, style=style, layer=LINK))
        for axis in axes:
            tip = centre + 52 * _see(axis)
            items.append(Line(*flat([centre, tip]), style="stroke", layer=PIN))
            items.append(arrow_head(centre, tip, 1.0, "solid", 0.0))
        items.append(Circle(flat([centre])[0], 3.0, style="solid", layer=PIN))
        items.append(Text(flat([centre + np.array([0.0, -34.0, 0.0])])[0], name, style="point-label", layer=LABEL))
    words = joint.KIND.replace("_", " ") if joint.ENDS else "f(q, t) = 0"
    items.append(Text((0.0, -34.0), words, style="note", layer=LABEL))
    return items
