"""The skeleton: where the joints, points and solids of a mechanism are at one time, as they are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND, Marker
from ..base.measure import WRAPPED
from ..base.rotation import matrices
from ..joints import Joint
from ..joints.cable import Cable, wrap_of
from ..results.motion import Motion
from .load_marks import LoadMark, load_marks
from .outlines import Outline, dimensions_of, outline_of
from .struts import Strut, struts_of
from .symbols import Seen
from .tracks import Track, Tracks
from .view import View
from .wheels import rim

WHEELS = ("gear", "bevel", "rack", "belt")
"""Symbols of joints between wheels."""

GUIDED = ("slider", "sleeve", "slot")
"""Symbols of joints in which one body is a guide for the other."""


@dataclass(frozen=True)
class Site(Seen):
    """A joint where it is seen, with its symbol and the names of its bodies; of a guided joint, `a` is the guide."""

    symbol: str
    a: str
    b: str

    def places(self) -> list[Array]:
        """Return every place of it that must be in the picture: of a guide on the ground what is used, not its mark."""
        long = self.a == GROUND and self.symbol in (*GUIDED, "plate", "wheel", "blade", "curve")
        ends = [self.to] if long else [self.at, self.to]
        if long and self.symbol in GUIDED:
            ends += [self.at + self.axes_a[:, 2] * shift for shift in self.reach]
        return [*ends, *(p for track in self.tracks for p in track.points), *self.rims(), *self.path]

    def rims(self) -> list[Array]:
        """Return places on the border of what is round: wheels on tracks, pitch circles."""
        ends = [(self.at, self.axes_a), (self.to, self.axes_b)][2 - len(self.sizes) :]
        found = [p for (at, axes), size in zip(ends, self.sizes, strict=True) for p in rim(at, axes, abs(size))]
        sides = np.vstack([np.eye(3)[:2], -np.eye(3)[:2]])
        return found + [p + r * s for p, r in zip((self.to, self.at), self.radii, strict=True) if r for s in sides]


@dataclass
class Skeleton:
    """Everything to be drawn of a mechanism at one time, in view axes.

    Attributes
    ----------
    bodies : dict
        Distinct points of every moving body through which its link is drawn.
    sites : list of Site
    guides : list
        Guides on moving bodies: body, start, end.
    points : list
        Named points that are not joints: body, name, place.
    masses : dict
        Centre of mass of every body whose mass is known.
    outlines : dict
        Outlines of the bodies' solid shapes.
    struts : list of Strut
        Springs, dampers, actuators and driven cylinders between two points.
    loads : list of LoadMark
        Forces that are drawn as arrows or as symbols at a joint.
    """

    bodies: dict[str, list[Array]] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    guides: list[tuple[str, Array, Array]] = field(default_factory=list)
    points: list[tuple[str, str, Array]] = field(default_factory=list)
    masses: dict[str, Array] = field(default_factory=dict)
    outlines: dict[str, Outline] = field(default_factory=dict)
    struts: list[Strut] = field(default_factory=list)
    loads: list[LoadMark] = field(default_factory=list)

    def everything(self) -> list[Array]:
        """Return every place that must be in the picture."""
        places = [p for points in self.bodies.values() for p in points]
        places += [p for _, _, p in self.points] + [p for _, *ends in self.guides for p in ends]
        places += [*self.masses.values(), *(p for strut in self.struts for p in (strut.at, strut.to))]
        places += [p for site in self.sites for p in site.places()]
        places += [p for outline in self.outlines.values() for p in outline.border]
        return places


class Poser:
    """Places markers of a motion in view axes, at one time."""

    def __init__(self, motion: Motion, view: View, k: int) -> None:
        self.motion, self.view, self.k = motion, view, k
        self.rotations = matrices(motion.poses[k, :, 3:])

    def see(self, marker: Marker, axis: str = "normal") -> tuple[Array, Array]:
        """Return point and axes (columns) of a marker."""
        frame = self.motion.plan.writer.frames.frame(marker, axis)
        if frame.body < 0:
            return self.view.see(frame.point), self.view.rows @ frame.axes
        return self.place(frame.body, frame.point), self.view.rows @ self.rotations[frame.body] @ frame.axes

    def place(self, b: int, point: Array) -> Array:
        """Return where a point given in the axes of body number b is."""
        com = self.motion.plan.resolved.solids[b].com
        return self.view.see(self.motion.poses[self.k, b, :3] + self.rotations[b] @ (point - com))


def make_skeleton(
    motion: Motion, view: View, k: int, reaches: Mapping[str, tuple[float, float]], tracks: Tracks
) -> Skeleton:
    """Return the skeleton of a motion at its position number k; `reaches` as from `reaches_of`, and `tracks_of`."""
    poser = Poser(motion, view, k)
    out = Skeleton(bodies={name: [] for name in motion.bodies})
    for joint in motion.model.joints.values():
        if joint.ENDS and joint.SYMBOL != "none":
            _add_joint(out, poser, joint, reaches.get(joint.name), tracks.get(joint.name, ()))
    near = 1e-6 * motion.plan.length
    _add_points(out, motion, poser, near)
    _add_solids(out, motion, poser)
    for name in motion.bodies:
        out.bodies[name] = _distinct(out.bodies[name], near)
        if len(out.bodies[name]) == 1 and name in out.masses:
            out.bodies[name].append(out.masses[name])
    _add_struts(out, motion, poser)
    for b, name in enumerate(motion.bodies):
        out.bodies[name] = _distinct(out.bodies[name], near)
        if not out.bodies[name] and name not in out.outlines:
            out.bodies[name] = [poser.place(b, np.zeros(3))]
    out.loads = load_marks(motion, poser, out)
    return out


def path_of(motion: Motion, view: View, marker: Marker | str) -> Array:
    """Return the path of a point over the motion in view axes, shape (times, 3)."""
    position = motion.point(marker).position
    full = np.zeros((len(position), 3))
    full[:, : position.shape[1]] = position
    return view.see(full)


def _add_joint(
    out: Skeleton, poser: Poser, joint: Joint, reach: tuple[float, float] | None, tracks: tuple[Track, ...]
) -> None:
    first, second = _guide_first(joint)
    at, axes_a = poser.see(first, joint.AXIS)
    to, axes_b = poser.see(second, joint.AXIS)
    if first.body != GROUND:
        out.bodies[first.body].append(at)
        if reach is not None:
            ends = (at + axes_a[:, 2] * min(reach[0], 0.0), at + axes_a[:, 2] * max(reach[1], 0.0))
            out.guides.append((first.body, *ends))
    if second.body != GROUND:
        out.bodies[second.body].append(to)
    path, wheels = way_of(joint, poser)
    shape: dict[str, Any] = {
        "reach": reach or (0.0, 0.0),
        "radii": poser.motion.plan.writer.read(joint).rim_radii,
        "sizes": _wheel_sizes(poser.motion, joint),
        "path": path,
        "wheels": wheels,
        "tracks": tuple(track.seen(((at, axes_a), (to, axes_b))) for track in tracks),
    }
    names = joint.SYMBOL, first.body, second.body
    out.sites.append(Site(at, to, axes_a, axes_b, *names, name=joint.name, **shape))


def _wheel_sizes(motion: Motion, joint: Joint) -> tuple[float, ...]:
    """Return the lever arms with which a joint turns wheels at its points: the weights of their angles in it."""
    if joint.SYMBOL not in WHEELS:
        return ()
    row = next(e for e in motion.plan.equations if e.owner == joint.name and not e.driver)
    return tuple(w for w, gauge in zip(row.weights, row.gauges, strict=True) if gauge.kind in WRAPPED)


def reaches_of(motion: Motion) -> dict[str, tuple[float, float]]:
    """Return, for every guided joint, the least and the largest shift along its guide over the motion."""
    reaches = {}
    for joint in motion.model.joints.values():
        if joint.SYMBOL in GUIDED:
            first, second = _guide_first(joint)
            frame = motion.plan.writer.frames.frame(first, joint.AXIS)
            direction = frame.axes[:, 2]
            if frame.body >= 0:
                direction = motion.body(first.body).rotation @ direction
            gap = motion.point(second).position - motion.point(first).position
            shifts = (direction[..., : gap.shape[1]] * gap).sum(axis=1)
            reaches[joint.name] = (float(shifts.min()), float(shifts.max()))
    return reaches


def _guide_first(joint: Joint) -> tuple[Marker, Marker]:
    """Return the ends of a joint, a ground guide first."""
    a, b = joint.ends
    if joint.SYMBOL in ("slider", "sleeve") and b.body == GROUND:
        return b, a
    return a, b


def _add_struts(out: Skeleton, motion: Motion, poser: Poser) -> None:
    """Add the forces between two points; where they act, the body's link goes through."""
    out.struts = struts_of(motion, poser)
    for strut in out.struts:
        for body, place in ((strut.a, strut.at), (strut.b, strut.to)):
            if body != GROUND:
                out.bodies[body].append(place)


def _add_points(out: Skeleton, motion: Motion, poser: Poser, near: float) -> None:
    joints: dict[str, list[Array]] = {}
    for site in out.sites:
        joints.setdefault(site.a, []).append(site.at)
        joints.setdefault(site.b, []).append(site.to)
    for body in motion.model.bodies.values():
        for name, marker in body.points.items():
            place, _ = poser.see(marker)
            if any(np.linalg.norm(place - p) <= near for p in joints.get(body.name, [])):
                continue
            out.points.append((body.name, name, place))
            if body.name != GROUND:
                out.bodies[body.name].append(place)


def _add_solids(out: Skeleton, motion: Motion, poser: Poser) -> None:
    for b, solid in enumerate(motion.plan.resolved.solids):
        if np.isfinite(solid.mass):
            out.masses[solid.name] = poser.place(b, solid.com)
        shape = motion.model.bodies[solid.name].shape
        if shape is None:
            continue
        size = dimensions_of(shape, motion.plan.resolved.parameters)
        outline = outline_of(shape.kind, size, partial(poser.place, b), poser.view.planar)
        if outline is not None:
            out.outlines[solid.name] = outline
        else:
            out.bodies[solid.name] += [poser.place(b, np.array([x, 0.0, 0.0])) for x in (0.0, size["length"])]


def _distinct(points: Sequence[Array], near: float) -> list[Array]:
    kept: list[Array] = []
    for p in points:
        if all(np.linalg.norm(p - q) > near for q in kept):
            kept.append(p)
    return kept


Wheel = tuple[Array, float]
"""Centre of a pulley or drum in view axes, and its radius [m]."""


def way_of(joint: Joint, poser: Poser) -> tuple[tuple[Array, ...], tuple[Wheel, ...]]:
    """Return the line of a cable and its wheels in view axes; nothing of another joint."""
    if not isinstance(joint, Cable):
        return (), ()
    bends = poser.motion.plan.writer.read(joint).bends()
    seen = [poser.see(bend.marker, joint.AXIS) for bend in bends]
    centres, radii = [place for place, _ in seen], [bend.radius for bend in bends]
    x, y = seen[0][1][:, 0], seen[0][1][:, 1]
    ways = [_heading(b - a, s - r, x, y) for a, b, r, s in zip(centres, centres[1:], radii, radii[1:], strict=False)]
    line: list[Array] = []
    for k, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
        before, after = ways[max(k - 1, 0)], ways[min(k, len(ways) - 1)]
        turns = np.linspace(0.0, wrap_of(radius, before, after), 25 if radius else 1)
        line += [centre + abs(radius) * _rim(before, s, radius, x, y) for s in turns]
    return tuple(line), tuple((c, abs(r)) for c, r in zip(centres, radii, strict=True) if r)


def _heading(way: Array, step: float, x: Array, y: Array) -> float:
    """Return the direction of a span between two circles whose signed radii differ by a step [rad]."""
    d = max(float(np.linalg.norm(way)), 1e-300)
    return float(np.arctan2(y @ way, x @ way) - np.arcsin(np.clip(step / d, -1.0, 1.0)))


def _rim(before: float, turned: float, radius: float, x: Array, y: Array) -> Array:
    """Return from the centre to where the cable is, after it has turned so far from the direction it came in [rad]."""
    sense = 1.0 if radius > 0 else -1.0
    angle = before + sense * turned
    return np.asarray(sense * (np.sin(angle) * x - np.cos(angle) * y))
