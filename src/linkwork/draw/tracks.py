"""The lines of contacts on curves: profiles and tracks, rollers and flat faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .items import BLOCK, GHOST, GROUND, GUIDE, LINK, PIN, SHAPE, Circle, Item, Line, Polygon, Polyline, flat
from .surfaces import surface_lines

if TYPE_CHECKING:
    from ..curves import Solved
    from ..model.equations import SolvedContact
    from ..results.motion import Motion
    from .symbols import Place


TURN = np.radians(4.0)
"""Most that a line turns from one of its points to the next [rad]."""

FEWEST = 24
"""Pieces of a line, beside those for its turns."""

SPACING = 8.0
"""From one line of hatching to the next [pixels]."""


@dataclass(frozen=True)
class Track:
    """A line that belongs to one end of a joint.

    Attributes
    ----------
    kind : str
        ``"profile"``: the outline of a disc; ``"track"``: a line with material on one side; ``"wire"``: a curve in
        space; ``"roller"``, ``"wheel"`` (one that rolls), ``"face"``; ``"net"``: a line on a surface.
    end : int
        0 on body a, 1 on body b.
    points : array, shape (n, 3)
        In the axes of the joint's marker, or in view axes.
    side : float
        On which side of the line its body lies: 1 left, -1 right.
    """

    kind: str
    end: int
    points: Array
    side: float = 1.0

    def seen(self, ends: Sequence[tuple[Array, Array]]) -> Track:
        """Return it in view axes; `ends` are places and axes of the joint's two markers."""
        at, axes = ends[self.end]
        return replace(self, points=at + self.points @ axes.T)


Tracks = Mapping[str, tuple[Track, ...]]


def tracks_of(motion: Motion) -> Tracks:
    """Return the lines of every joint on curves and surfaces, in the axes of its markers: the same at all times."""
    found: dict[str, tuple[Track, ...]] = {}
    for equation in motion.plan.equations:
        contact = equation.contact
        if contact is not None and not contact.roll:
            rolls = any(e.contact and e.contact.roll for e in motion.plan.equations if e.owner == equation.owner)
            where = motion.contact(equation.owner)
            found[equation.owner] = lines_of(contact, rolls, where.parameter, where.parameter_b)
        if (surface := equation.surface) is not None and not surface.roll:
            lines = surface_lines(motion, equation.owner, surface)
            found[equation.owner] = tuple(Track("net", int(surface.kind == "hull"), line) for line in lines)
    return found


def lines_of(contact: SolvedContact, rolls: bool, used: Array, used_b: Array) -> tuple[Track, ...]:
    """Return the lines of a contact; it runs over the parameters `used` of its curve, `used_b` on the other body."""
    lines = [_line(contact.curve, contact.side, 0, used)]
    if contact.other is not None:
        lines.append(_line(contact.other, contact.other_side, 1, used_b))
    elif contact.kind == "face":
        room = 0.25 * contact.curve.size
        reach = [min(0.0, np.min(used_b)) - room, max(0.0, np.max(used_b)) + room]
        lines.append(Track("face", 1, _spatial(np.array([[x, 0.0] for x in reach]))))
    elif contact.radius > 0.0:
        turns = np.arange(0.0, 2 * np.pi, TURN)
        ring = contact.radius * np.column_stack([np.cos(turns), np.sin(turns)])
        lines.append(Track("wheel" if rolls else "roller", 1, _spatial(ring)))
    return tuple(lines)


def _line(curve: Solved, side: float, end: int, used: Array) -> Track:
    """Return a curve, the straight ends on which the contact runs included."""
    sigma, limits = curve.side * side, (curve.start, curve.end)
    if not curve.closed:
        limits = min(curve.start, float(np.min(used))), max(curve.end, float(np.max(used)))
    points = _spatial(curve_points(curve, *limits))
    if not curve.planar:
        return Track("wire", end, points)
    return Track("profile" if curve.closed and side > 0 else "track", end, points, -sigma)


def curve_points(curve: Solved, start: float, end: float) -> Array:
    """Return points of a curve, close where it bends, shape (n, 2 or 3)."""
    s = np.linspace(start, end, 4001)
    points, slopes = curve.derivatives(s, 1)
    way = np.linalg.norm(np.diff(points, axis=0), axis=1)
    tangents = slopes / np.linalg.norm(slopes, axis=1, keepdims=True)
    turns = np.linalg.norm(np.diff(tangents, axis=0), axis=1)  # small angles, as chords
    measure = np.cumsum(FEWEST * way / way.sum() + turns / TURN)
    wanted = np.linspace(0.0, measure[-1], int(np.ceil(measure[-1])) + 1)[1:-1]
    return np.asarray(points[[0, *(np.searchsorted(measure, wanted) + 1), len(s) - 1]])


def _spatial(points: Array) -> Array:
    return points if points.shape[1] == 3 else np.column_stack([points, np.zeros(len(points))])


# ---- symbols


def draw_tracks(place: Place) -> list[Item]:
    """Contact on a curve: the curve, and the roller, the face or the other curve on it."""
    items: list[Item] = [item for track in place.tracks for item in _drawn(place, track)]
    dot = 2.5 * place.unit
    layer, depth = place.layer(PIN), place.depth(3)
    return [*items, Circle(flat([place.to])[0], dot, style="solid", layer=layer, depth=depth, name=place.name)]


def _drawn(place: Place, track: Track) -> list[Item]:
    number = (place.a, place.b)[track.end]
    depth = float(np.mean(track.points[:, 2])) - 4 * place.unit
    points = flat(track.points)
    if track.kind == "profile":
        style = f"plate-{number}" if number else "ground"
        return [Polygon(points, style=style, layer=place.layer(SHAPE), depth=depth, name=place.name)]
    if track.kind == "face":
        return [Line(*points, style=f"link-{number}", layer=place.layer(LINK), depth=depth, name=place.name)]
    if track.kind in ("track", "wire"):
        if number == 0:
            line = Polyline(points, style="floor", layer=place.layer(GROUND), depth=depth)
            return [line] if track.kind == "wire" else [*_hatching(place, track), line]
        layer = place.layer(GUIDE)
        return [Polyline(points, style=f"profile-{number}", layer=layer, depth=depth, name=place.name)]
    layer = place.layer(BLOCK)
    ring: list[Item] = [Polygon(points, style=f"disc-{number}", layer=layer, depth=depth, name=place.name)]
    if track.kind == "wheel":  # a spoke shows how it turns
        spoke = flat([place.to, track.points[0]])
        ring.append(Line(*spoke, style=f"edge-{number}", layer=layer, depth=depth + place.unit))
    return ring


def draw_net(place: Place) -> list[Item]:
    """Surface on which something lies, or that lies on a plane: lines on it."""
    items: list[Item] = []
    for track in place.tracks:
        number, depth = (place.a, place.b)[track.end], float(np.mean(track.points[:, 2])) - 4 * place.unit
        style = f"trace-{number}" if number else "net"
        layer = place.layer(SHAPE if number else GROUND)
        items += [Polyline(flat(track.points), style=style, layer=layer, depth=depth)] if track.kind == "net" else []
    return items


def _hatching(place: Place, track: Track) -> list[Item]:
    """Return hatching at equal distances along a track of the ground, on the side of the ground."""
    flat_points = track.points[:, :2]
    pieces = np.diff(flat_points, axis=0)
    lengths = np.hypot(*pieces.T)
    way = np.concatenate([[0.0], np.cumsum(lengths)])
    count = max(2, round(way[-1] / (SPACING * place.unit)))
    items: list[Item] = []
    for at in way[-1] * (np.arange(count) + 0.5) / count:
        k = min(int(np.searchsorted(way, at, "right")) - 1, len(pieces) - 1)
        along = pieces[k] / lengths[k]
        p = flat_points[k] + along * (at - way[k])
        across = track.side * np.array([-along[1], along[0]])
        tip = p + 5.5 * place.unit * (across - along)
        items.append(Line(*flat([p, tip]), style="hatch", layer=place.layer(GROUND), depth=float(track.points[k, 2])))
    return items


def ghosts(tracks: Sequence[Track], numbers: Sequence[int]) -> list[Item]:
    """Return the faint lines of moving bodies at another time; `numbers` are those of bodies a and b."""
    moving = [track for track in tracks if numbers[track.end] and track.kind != "net"]
    return [Polyline(flat(_closed(t)), style=f"ghost-{numbers[t.end]}", layer=GHOST) for t in moving]


def _closed(track: Track) -> Array:
    return np.vstack([track.points, track.points[:1]]) if track.kind in ("roller", "wheel") else track.points
