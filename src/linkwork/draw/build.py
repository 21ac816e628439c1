"""Putting a scene together from a motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND as GROUND_BODY
from ..base.marker import Marker
from ..results.motion import Motion
from . import links
from .arrows import drive_arrows
from .directions import unit_vector
from .furniture import furniture, roomy
from .items import GHOST, MARK, TRACE, Circle, Item, Polygon, Polyline, flat, union
from .labels import Wish, at_link, at_point, place_labels
from .load_marks import draw_load
from .overlays import Overlay, scales
from .scene import Scene
from .skeleton import WHEELS, Poser, Site, Skeleton, make_skeleton, path_of, reaches_of
from .struts import draw_strut, ground_direction
from .symbols import DOWN, Place, Seen, block_corners, draw_symbol
from .tracks import draw_net, ghosts, tracks_of
from .view import View

PAGE = (560.0, 380.0)
"""Room for the mechanism itself in a drawing with few parts [pixels]."""


@dataclass(frozen=True)
class Trace:
    """The path of a point and the body it belongs to."""

    body: str
    path: Array


class Builder:
    """Draws a motion at some of its positions: the first in full, the others faint."""

    def __init__(
        self,
        motion: Motion,
        view: View,
        numbers: Sequence[int],
        traces: Sequence[Trace],
        overlays: Sequence[Overlay] = (),
    ) -> None:
        self.motion, self.view, self.traces, self.overlays = motion, view, traces, overlays
        self.k = numbers[0]
        reaches, tracks = reaches_of(motion), tracks_of(motion)
        self.poses = [make_skeleton(motion, view, k, reaches, tracks) for k in numbers]
        self.main = self.poses[0]
        self.number = {GROUND_BODY: 0, **{name: i + 1 for i, name in enumerate(motion.bodies)}}
        self.unit = self._unit()

    def scene(self, title: str, note: str, labels: bool) -> Scene:
        """Return the finished scene."""
        items = [*self._traces(), *self._ghosts(), *self._drawn()]
        planar, names = self.view.planar, self.motion.model.space.labels
        wishes = self._wishes() if labels else []
        for overlay in self.overlays:
            more, wished = overlay.drawn(self.unit, self._bars())
            items += more
            wishes += wished
        items += place_labels(wishes, items, self.unit)
        box = roomy(union(i.box(self.unit) for i in items), self.unit, sum(bool(o.arrows) for o in self.overlays))
        items += [*furniture(self.view, names, box, (title, note), self.unit), *scales(self.overlays, box, self.unit)]
        axes = (f"{names[0]} [m]", f"{names[1]} [m]") if planar else ("", "")
        return Scene.of(items, title, axes, self.unit)

    def _drawn(self) -> list[Item]:
        """Return the mechanism in its main position."""
        return [*self._bodies(), *self._struts(), *self._joints(), *self._loads(), *self._marks()]

    def _bars(self) -> list[tuple[Array, Array]]:
        """Return the ends of the links that are drawn as bars."""
        borders = [links.border_of(points) for points in self.main.bodies.values()]
        return [(border[0], border[1]) for border in borders if len(border) == 2]

    def _unit(self) -> float:
        """Return the length of one pixel, so that all fits on the page; busy drawings get more room."""
        places = [p[:2] for pose in self.poses for p in pose.everything()]
        places += [p[:2] for trace in self.traces for p in trace.path]
        places += [p[:2] for overlay in self.overlays for p in overlay.places]
        extent = np.ptp(np.array(places), axis=0) if places else np.zeros(2)
        parts = len(self.number) + len(self.main.sites)
        grow = float(np.clip(np.sqrt(parts / 12), 1.0, 1.7))
        unit = float(np.max(extent / (grow * np.array(PAGE))))
        return unit if unit > 0 else self.motion.plan.length / 120

    def _traces(self) -> list[Item]:
        return [
            Polyline(flat(t.path), style=f"trace-{self.number[t.body]}", layer=TRACE)
            for t in self.traces
            if len(t.path) > 1
        ]

    def _ghosts(self) -> list[Item]:
        items: list[Item] = []
        for pose in self.poses[1:]:
            blocks = {s.b for s in pose.sites if s.symbol == "slider"}
            for name, points in pose.bodies.items():
                if len(points) > 1 or name not in blocks:
                    items += links.ghost(points, self.number[name], self.unit)
            for name, start, end in pose.guides:
                items += links.ghost([start, end], self.number[name], self.unit)
            for site in pose.sites:
                style = f"ghost-{self.number[site.b]}"
                items += ghosts(site.tracks, (self.number[site.a], self.number[site.b]))
                if site.symbol == "slider" and self.view.planar:
                    corners = block_corners(site.to, site.axes_a[:, 2], self.unit)
                    items.append(Polygon(corners, style=style, layer=GHOST))
                elif site.symbol in ("pin", "ball", "slot") and GROUND_BODY not in (site.a, site.b):
                    items.append(Circle(flat([site.to])[0], 2.6 * self.unit, style=style, layer=GHOST))
        return items

    def _bodies(self) -> list[Item]:
        items: list[Item] = []
        guides = {s.a for s in self.main.sites if s.symbol in ("slider", "sleeve", "slot")}
        blocks = {s.b for s in self.main.sites if s.symbol in ("slider", "sleeve")}
        for name, points in self.main.bodies.items():
            number = self.number[name]
            if name in self.main.outlines:
                items += links.solid(self.main.outlines[name], number, self.view.planar, name)
            shown = name in blocks or name in guides or name in self.main.outlines
            if len(points) > 1 or not shown:
                look = {"guide": name in guides, "halo": name not in self.main.outlines}
                items += links.link(points, number, self.unit, self.view.planar, name, **look)
        for name, start, end in self.main.guides:
            if np.hypot(*(end - start)[:2]) > self.unit:
                ends = [start, end]
                items += links.link(ends, self.number[name], self.unit, self.view.planar, name, guide=True)
        return items

    def _joints(self) -> list[Item]:
        items: list[Item] = []
        feet: list[Array] = []
        for site in self.main.sites:
            place = self._place(site)
            # several joints at one pivot stand on one support
            supported = any(np.linalg.norm(site.to - foot) < self.unit for foot in feet)
            items += [*draw_net(place), *draw_symbol(site.symbol, replace(place, supported=supported))]
            feet += [site.to] if place.grounded else []
        return items

    def _loads(self) -> list[Item]:
        marks = [draw_load(mark, self.main, self.unit, self.view.planar) for mark in self.main.loads]
        return [item for mark in marks for item in mark]

    def _struts(self) -> list[Item]:
        items: list[Item] = []
        for i, strut in enumerate(self.main.struts):
            lengths = [pose.struts[i].length for pose in self.poses]
            first = self.poses[0].struts[i]
            ends = {"a": (strut.a, strut.at, first.at), "b": (strut.b, strut.to, first.to)}
            free = {end: at for end, (_, at, _) in ends.items() if not self._at_a_joint(at)}
            # a support stands the same way in every position
            feet = {
                end: ground_direction(first, ends[end][2])
                for end, at in free.items()
                if ends[end][0] == GROUND_BODY and not self._supported(i, at)
            }
            spans = (min(lengths), max(lengths))
            items += draw_strut(strut, spans, self.unit, self.view.planar, feet, list(free.values()))
        return items

    def _supported(self, i: int, at: Array) -> bool:
        """Return whether a strut before number i stands on the ground at a place."""
        before = [p for s in self.main.struts[:i] for b, p in ((s.a, s.at), (s.b, s.to)) if b == GROUND_BODY]
        return any(np.linalg.norm(at - p) < self.unit for p in before)

    def _at_a_joint(self, at: Array) -> bool:
        """Return whether a joint is drawn at a place."""
        return any(np.linalg.norm(at - site.to) < self.unit for site in self.main.sites)

    def _place(self, site: Site) -> Place:
        moving = site.a if site.b == GROUND_BODY else site.b
        around = self._around(self.main, moving, site.to)
        toward = float(np.arctan2(*np.sum(around, axis=0)[::-1])) if around else 0.5 * np.pi
        shown: dict[str, Any] = {field.name: getattr(site, field.name) for field in fields(Seen)}
        return Place(
            unit=self.unit,
            a=self.number[site.a],
            b=self.number[site.b],
            planar=self.view.planar,
            down=self._down(site, moving),
            toward=toward,
            **shown,
        )

    def _around(self, pose: Skeleton, body: str, centre: Array) -> list[Array]:
        """Return the directions in which a body goes away from a place."""
        gaps = [(p - centre)[:2] for p in pose.bodies.get(body, [])]
        return [g / np.hypot(*g) for g in gaps if np.hypot(*g) > 4 * self.unit]

    def _down(self, site: Site, moving: str) -> float:
        """Return the direction of the ground support that keeps clear of the body: down, if it can."""

        def crowded(angle: float) -> float:
            total = 0.0 if angle == DOWN else 0.15
            for weight, pose in [(1.0, self.main), *((0.5 / len(self.poses), p) for p in self.poses[1:])]:
                overlap = [float(d @ unit_vector(angle)) - 0.6 for d in self._around(pose, moving, site.to)]
                total += weight * max([0.0, *overlap])
            return total

        return min((DOWN, -DOWN, np.pi, 0.0), key=crowded)

    def _marks(self) -> list[Item]:
        items: list[Item] = []
        for name, at in self.main.masses.items():
            if name not in self._hidden_masses:
                items += links.centre_of_mass(at, self.unit)
        for body, _, at in self.main.points:
            style = f"point-{self.number[body]}"
            items.append(Circle(flat([at])[0], 3.6 * self.unit, style=style, layer=MARK, depth=float(at[2])))
        return items + drive_arrows(Poser(self.motion, self.view, self.k), self.main, self.unit)

    @cached_property
    def _hidden_masses(self) -> set[str]:
        """Bodies whose centre of mass lies on one of their joints, the symbol of which it would cover."""
        first = self.poses[0]
        pins = [(s.a, s.b, s.to) for s in first.sites]
        pins += [(s.a, s.b, s.to) for s in first.struts if s.parts == ("bushing",)]
        return {
            name
            for name, at in first.masses.items()
            for a, b, pin in pins
            if name in (a, b) and np.linalg.norm(at - pin) < 7 * self.unit
        }

    def _wishes(self) -> list[Wish]:
        wishes = []
        for site in self.main.sites:
            at = 0.5 * (site.at + site.to) if site.symbol in ("rod", "geneva", *WHEELS) else site.to
            gap = 18.0 if site.symbol in ("slider", "sleeve", "slot") else 12.0
            wishes.append(at_point(site.name, "joint-label", at, self.unit, gap))
        for _, name, at in self.main.points:
            wishes.append(at_point(name, "point-label", at, self.unit, 8.0))
        middles = [(strut.label, 0.5 * (strut.at + strut.to)) for strut in self.main.struts]
        wishes += [at_point(label, "force-label", at, self.unit, 16.0) for label, at in middles]
        wishes += [at_point(mark.name, "force-label", mark.at, self.unit, 22.0) for mark in self.main.loads]
        for name, points in self.main.bodies.items():
            places = points or self.main.outlines[name].border
            if len(places) == 1:
                places = [*places, *(p for guide, *ends in self.main.guides if guide == name for p in ends)]
            wishes.append(at_link(name, f"label-{self.number[name]}", places, self.unit))
        return wishes


def make_traces(motion: Motion, view: View, traces: Sequence[str | Marker]) -> list[Trace]:
    """Return the paths of points by name or by marker."""
    found = []
    for wanted in traces:
        body = wanted.body if isinstance(wanted, Marker) else wanted.partition(".")[0]
        found.append(Trace(body, path_of(motion, view, wanted)))
    return found
