"""The basic points and unit vectors of a mechanism, chosen from its joints.

1. Points and directions that joints keep together are shared between the bodies (`natural_sharing`); what the ground
   shares is a constant. A direction along the line of two points that the bodies can share needs no vector.
2. A body gets further points and vectors of its own where an equation that is left, for example that of a driver,
   needs them.
3. A body whose pose does not follow from what it has (one point, no vectors) gets, in this order: a point the user
   named, its centre of mass, one of its axes as a unit vector. A body in space that has points on one line and nothing
   else is a bar: what it does about the line moves nothing, and is no coordinate.

Nothing of this asks for masses. The constant mass matrix of dynamics needs more (`massive`):

4. A bar gets an axis of its own, and in space a body with two directions gets the unit vector across them where it has
   mass out of their plane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..model.equations import Gauge, Site
from .natural_frames import INSIDE, SLANT, Direction, Frame, choose_base
from .natural_lines import share_lines
from .natural_mass import second_moments
from .natural_sharing import ALIKE, OnAxis, find_shared

if TYPE_CHECKING:
    from .plan import Plan


@dataclass(eq=False)
class Element:
    """A basic point or unit vector.

    Attributes
    ----------
    name : str
    vector : bool
    sites : dict
        Its place in the axes of every body that carries it.
    fixed : array or None
        Where the ground holds it.
    """

    name: str
    vector: bool
    sites: dict[int, Array] = field(default_factory=dict)
    fixed: Array | None = None


class Elements:
    """Basic points and unit vectors of a plan; `measured` are further quantities that shall follow from them.

    `massive` says whether they shall carry the masses of the bodies as well.

    Attributes
    ----------
    items : list of Element
    frames : list of Frame
        What carries each body.
    lines : list of OnAxis
        Points kept on a shared axis.
    kept : list of int
        Numbers of the equations that sharing does not fulfil.
    """

    def __init__(self, plan: Plan, measured: Sequence[tuple[str, Gauge]] = (), massive: bool = True) -> None:
        self.plan, self.space, self.measured, self.massive = plan, plan.resolved.space, measured, massive
        self.dim = 2 if self.space.planar else 3
        self.items: list[Element] = []
        shared = find_shared(plan.equations, self.space.planar)
        for pair in shared.pairs:
            self._join(pair.owner, pair.a, pair.b)
        self.items = [item for item in self.items if item.sites]
        self.lines = [line for line in shared.lines if self.find(line.axis) is not None]
        share_lines(self.items, [axis_of(self, line) for line in self.lines], SLANT * plan.length)
        left_out = shared.fulfilled.union(*(line.equations for line in self.lines))
        self.kept = [i for i in range(len(plan.equations)) if i not in left_out]
        self.frames = [self._complete(b) for b in range(len(plan.resolved.solids))]

    # ---- sharing -------------------------------------------------------------------------------

    def find(self, site: Site) -> int | None:
        """Return the element at a site of a body, or None; a unit vector may point the other way."""
        at = self.flat(site.xyz)
        for number, item in enumerate(self.items):
            own = item.sites.get(site.body)
            if item.vector == site.vector and own is not None and self._alike(own, at, site.vector):
                return number
        return None

    def flat(self, xyz: tuple[float, float, float]) -> Array:
        """Return the components that count in this space."""
        return np.array(xyz[: self.dim])

    def _alike(self, a: Array, b: Array, vector: bool) -> bool:
        off = float(np.abs(a - b).max())
        if vector:
            return min(off, float(np.abs(a + b).max())) < ALIKE
        return off < ALIKE * self.plan.length

    def _place(self, owner: str, site: Site) -> Element:
        """Return the element at a site, a new one where there is none."""
        at = self.flat(site.xyz)
        for item in self.items:
            own = item.fixed if site.body < 0 else item.sites.get(site.body)
            scale = 1.0 if site.vector else self.plan.length
            if item.vector == site.vector and own is not None and np.abs(own - at).max() < ALIKE * scale:
                return item
        item = Element(self._name(owner, site), site.vector)
        if site.body < 0:
            item.fixed = at
        else:
            item.sites[site.body] = at
        self.items.append(item)
        return item

    def _join(self, owner: str, a: Site, b: Site) -> None:
        """Let two sites be one element."""
        one, other = self._place(owner, a), self._place(owner, b)
        if one is other:
            return
        first, second = sorted((one, other), key=self.items.index)
        first.sites |= second.sites
        first.fixed = second.fixed if first.fixed is None else first.fixed
        self.items.remove(second)

    def _name(self, owner: str, site: Site) -> str:
        """Return the name of an element after the joint it belongs to; vectors are called u, v, w."""
        taken = {item.name for item in self.items}
        names = [f"{letter}{owner}" for letter in "uvw"] if site.vector else [owner]
        free = [name for name in names if name not in taken]
        return free[0] if free else self._own_name(owner, site)

    def _own_name(self, owner: str, site: Site) -> str:
        """Return the name of an element of one body: that of a named point, or joint and body."""
        solid = self.plan.resolved.solids[site.body].name if site.body >= 0 else "ground"
        if not site.vector and site.body >= 0:
            for name, at in self._named(site.body):
                if self._alike(at, self.flat(site.xyz), False):
                    return name
        taken, stem = {item.name for item in self.items}, f"{'u' if site.vector else ''}{owner}.{solid}"
        return next(n for n in (stem, *(f"{stem}_{k}" for k in range(2, 1000))) if n not in taken)

    # ---- bodies --------------------------------------------------------------------------------

    def frame(self, b: int) -> Frame | None:
        """Return what carries body b by now; None: no point does."""
        own = [(n, item) for n, item in enumerate(self.items) if b in item.sites]
        points = [(n, item) for n, item in own if not item.vector]
        if not points:
            return None
        origin, place = points[0][0], points[0][1].sites[b]
        pairs = [(Direction(n, -1, item.sites[b]), item) for n, item in own if item.vector]
        arms = [(Direction(n, origin, item.sites[b] - place), item) for n, item in points[1:]]
        arms = [(d, item) for d, item in arms if np.linalg.norm(d.local) > 1e-6 * self.plan.length]
        held = self.items[origin].fixed is not None
        fixed = [d for d, item in [*pairs, *arms] if item.fixed is not None and (item.vector or held)]
        rest = [d for d, _ in [*arms, *pairs] if d not in fixed]
        return Frame(origin, place, choose_base([*fixed, *rest], self.dim))

    def _complete(self, b: int) -> Frame:
        """Return the frame of a body, with points and vectors added where it needs them."""
        for owner, site in self._needed(b):
            self._reach(b, owner, site)
        self._add_points(b, self._named(b))
        bar = self._bar(b)
        if bar is not None and not self.massive:
            return bar
        self._add_points(b, self._spare(b))
        frame = self.frame(b)
        assert frame is not None
        while not frame.fixes_pose:
            frame = self._add_axis(b, frame)
        if self.dim == 3 and len(frame.base) == 2 and self._sticks_out(b, frame):
            self._add_normal(b, frame.normal)
        return self.frame(b) or frame

    def _add_points(self, b: int, spare: Iterator[tuple[str, Array]]) -> None:
        """Give a body those of the spare points that tell more of its pose."""
        for name, at in spare:
            frame = self.frame(b)
            if frame is None or (not frame.fixes_pose and self._slant(frame, at - frame.place) > SLANT):
                self.items.append(Element(name, False, {b: at}))

    def _bar(self, b: int) -> Frame | None:
        """Return the frame of a body in space that has points on one line and nothing else; None: it is no bar."""
        frame = self.frame(b)
        if self.dim == 2 or frame is None or len(frame.base) != 1:
            return None
        return None if any(item.vector for item in self.items if b in item.sites) else frame

    def _needed(self, b: int) -> Iterator[tuple[str, Site]]:
        """Yield the sites of body b that the remaining equations use, points first."""
        sites = [(e.owner, s) for i in self.kept for e in [self.plan.equations[i]] for g in e.gauges for s in g.sites]
        sites += [(name, s) for name, gauge in self.measured for s in gauge.sites]
        sites += [(line.owner, s) for line in self.lines for s in (line.a, line.b)]
        own = [(owner, s) for owner, s in sites if s.body == b]
        yield from (pair for pair in own if not pair[1].vector)
        yield from (pair for pair in own if pair[1].vector)

    def _reach(self, b: int, owner: str, site: Site) -> None:
        """Make sure that a site of a body is in the span of its elements."""
        frame, at = self.frame(b), self.flat(site.xyz)
        if frame is None:
            name, place = next(self._spare(b)) if site.vector else (self._own_name(owner, site), at)
            self.items.append(Element(name, False, {b: place}))
            return self._reach(b, owner, site)
        arm = at if site.vector else at - frame.place
        scale = 1.0 if site.vector else self.plan.length
        if np.linalg.norm(frame.outside(arm)) <= INSIDE * scale:
            return None
        if self._slant(frame, arm) > SLANT:
            self.items.append(Element(self._own_name(owner, site), site.vector, {b: at}))
        else:  # almost in the span: a scalar product would not notice the rest of it
            self._add_normal(b, frame.outside(arm))
        return None

    @staticmethod
    def _slant(frame: Frame, arm: Array) -> float:
        size = float(np.linalg.norm(arm))
        return float(np.linalg.norm(frame.outside(arm))) / size if size > 0 else 0.0

    def _named(self, b: int) -> Iterator[tuple[str, Array]]:
        """Yield the points of a body that the user named."""
        body = self.plan.resolved.solids[b].name
        for name, marker in self.plan.model.bodies[body].points.items():
            at = self.plan.writer.frames.frame(marker).point
            yield f"{body}.{name}", np.array(at[: self.dim])

    def _spare(self, b: int) -> Iterator[tuple[str, Array]]:
        """Yield the points that a body may get where it has too few."""
        yield from self._named(b)
        solid = self.plan.resolved.solids[b]
        yield f"{solid.name}.com", np.array(solid.com[: self.dim])

    def _add_axis(self, b: int, frame: Frame) -> Frame:
        """Add the axis of a body that is farthest out of the span of its elements."""
        sizes = [self._slant(frame, axis) for axis in np.eye(self.dim)]
        best = int(np.argmax(np.array(sizes) > 0.9 * max(sizes)))
        name = f"{self.plan.resolved.solids[b].name}.e{'xyz'[best]}"
        self.items.append(Element(name, True, {b: np.eye(self.dim)[best]}))
        return self.frame(b) or frame

    def _add_normal(self, b: int, direction: Array) -> None:
        name = f"{self.plan.resolved.solids[b].name}.n"
        self.items.append(Element(name, True, {b: direction / np.linalg.norm(direction)}))

    def _sticks_out(self, b: int, frame: Frame) -> bool:
        """Return whether an element, or mass where it counts, of a body lies out of the plane of its directions."""
        if self.massive and not self.carries(b, frame):
            return True
        own = [(item, item.sites[b]) for item in self.items if b in item.sites]
        arms = [at if item.vector else (at - frame.place) / self.plan.length for item, at in own]
        return any(abs(float(frame.normal @ arm)) > INSIDE for arm in arms)

    def carries(self, b: int, frame: Frame) -> bool:
        """Return whether all mass of a body lies in the span of its directions."""
        if self.dim == 2 or len(frame.base) == 3:
            return True
        mass, com, moments = second_moments(self.plan, b)
        if len(frame.base) < 2:
            return not (mass or moments.any())
        n, length = frame.normal, self.plan.length
        heavy = max(abs(float(n @ moments @ n)), mass * float(n @ (com - frame.place)) ** 2)
        return heavy <= INSIDE * max(length**2 * mass, float(np.abs(moments).max()))


def axis_of(elements: Elements, line: OnAxis) -> int:
    """Return the element of the axis of a line."""
    number = elements.find(line.axis)
    assert number is not None
    return number
