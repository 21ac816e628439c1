"""A body drawn alone: its shape, the link through its points, its curves and wheels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from .. import links
from ..directions import ring
from ..items import MARK, SHAPE, Circle, Item, Polyline, flat
from ..skeleton import make_skeleton, reaches_of
from ..tracks import tracks_of
from ..view import View

if TYPE_CHECKING:
    from ...results.motion import Motion
    from ..skeleton import Site


class Alone:
    """One body of a motion at one position, in view axes."""

    def __init__(self, motion: Motion, view: View, k: int, body: str) -> None:
        self.motion, self.view, self.body = motion, view, body
        self.number = 1 + motion.bodies.index(body)
        self.skeleton = make_skeleton(motion, view, k, reaches_of(motion), tracks_of(motion))
        self.outline = self.skeleton.outlines.get(body)
        self.links = self.skeleton.bodies[body]
        self.rings = [r for site in self.skeleton.sites for r in self._rings(site)]

    @property
    def places(self) -> list[Array]:
        """Every place of the body that must be in the picture."""
        found = list(self.links)
        found += [] if self.outline is None else list(self.outline.border)
        found += [end for name, *ends in self.skeleton.guides if name == self.body for end in ends]
        return [*found, *(p for points in self.rings for p in points[::15])]

    @property
    def middle(self) -> Array:
        """The middle of the body."""
        return np.mean(self.places, axis=0) if self.places else np.zeros(3)

    @property
    def bars(self) -> list[tuple[Array, Array]]:
        """The ends of the bar as which the body is drawn, if it is one."""
        border = links.border_of(self.links)
        return [(border[0], border[1])] if len(border) == 2 else []

    def unit_for(self, others: Sequence[Array], page: tuple[float, float]) -> float:
        """Return the length of one pixel, so that the body and other places fit on a page."""
        extent = np.ptp(np.array([p[:2] for p in (*self.places, *others)]), axis=0)
        return max(float(np.max(extent / np.array(page))), self.motion.plan.length / 1500)

    def items(self, unit: float) -> list[Item]:
        """Return the items of the body."""
        planar, items = self.view.planar, list[Item]()
        if self.outline is not None:
            items += links.solid(self.outline, self.number, planar, self.body)
        for points in self.rings:
            items.append(Polyline(flat(points), style=f"profile-{self.number}", layer=SHAPE, depth=float(points[0][2])))
        for name, *ends in self.skeleton.guides:
            if name == self.body and np.hypot(*(ends[1] - ends[0])[:2]) > unit:
                items += links.link(ends, self.number, unit, planar, self.body, guide=True)
        if len(self.links) > 1 or (self.outline is None and not self.rings):
            items += links.link(self.links, self.number, unit, planar, self.body, halo=self.outline is None)
        named = [at for name, _, at in self.skeleton.points if name == self.body]
        style = f"point-{self.number}"
        return [*items, *(Circle(flat([p])[0], 3.6 * unit, style=style, layer=MARK, depth=float(p[2])) for p in named)]

    def _rings(self, site: Site) -> list[list[Array]]:
        """Return the rims of wheels and the curves that the body has at a joint."""
        found: list[list[Array]] = []
        ends = {site.a: (site.at, site.axes_a), site.b: (site.to, site.axes_b)}
        if self.body not in ends:
            return found
        at, axes = ends[self.body]
        sizes = dict(zip((site.a, site.b)[2 - len(site.sizes) :], site.sizes, strict=True))
        radius = abs(sizes.get(self.body, 0.0)) or {site.b: site.radii[0], site.a: site.radii[1]}[self.body]
        if radius:
            found.append(ring(at, axes, radius))
        own = (site.a, site.b).index(self.body)
        return found + [list(track.points) for track in site.tracks if track.end == own and len(track.points) > 1]
