"""Forces that act at a point, on a body or on a joint: arrows, and symbols of springs, motors and stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.marker import GROUND as GROUND_BODY
from ..errors import ExpressionError, LinkworkError
from ..expressions import evaluate, units
from ..results.dynamics import DynamicMotion
from .arrows import arrow_head, curved_arrow, pivot_of, straight_arrow
from .directions import basis_across
from .items import BLOCK, LINK, MARK, Circle, Item, Line, Polyline, Text, flat
from .symbols import hatched

if TYPE_CHECKING:
    from ..forces import Force
    from ..model.equations import Site
    from ..model.loads import ResolvedLoad
    from ..results.motion import Motion
    from .skeleton import Poser, Skeleton


LONGEST, SHORTEST = 46.0, 16.0
"""Length of the arrow of the largest point force of a motion, and of the smallest [pixels]."""

LOOKS = {"rotational_spring": "spiral", "motor": "motor", "end_stop": "stop", "effort": "arrow", "load_torque": "arrow"}
"""What is drawn for forces along a measured quantity; those between two points are struts."""


@dataclass(frozen=True)
class LoadMark:
    """A force where it is seen, in view axes.

    Attributes
    ----------
    name : str
        Of the force.
    look : str
        ``"force"``, ``"turn"``, ``"slide"``, ``"spiral"``, ``"motor"``, ``"turning stop"`` or ``"sliding stop"``.
    at : array, shape (3,)
    direction : array, shape (3,)
        Unit vector of a force; axis about which a turning one acts; direction in which a sliding one acts.
    size : float
        Of a force, relative to the largest of all at any time; of others its sign, 0 where it does nothing.
    body : str
        On which it acts.
    stops : tuple of float
        Of a stop: by how much its quantity may still grow, down and up [rad, m]; NaN where there is no stop.
    """

    name: str
    look: str
    at: Array
    direction: Array
    size: float
    body: str
    stops: tuple[float, float] = (np.nan, np.nan)


def load_marks(motion: Motion, poser: Poser, skeleton: Skeleton) -> list[LoadMark]:
    """Return the forces that are drawn as arrows or as symbols at a joint, one mark a force."""
    owned: dict[str, list[int]] = {}
    for i, load in enumerate(motion.plan.loads):
        owned.setdefault(load.owner, []).append(i)
    values, largest = _values(motion, poser.k)
    shown = {strut.name for strut in skeleton.struts}
    marks = []
    for name, own in owned.items():
        force, loads = motion.model.forces[name], [motion.plan.loads[i] for i in own]
        if name in shown:
            continue
        if loads[0].spread:
            continue  # the cable is drawn
        if loads[0].gauge is None:
            marks.append(_vector(motion, poser, skeleton, loads, values[own], largest))
        elif force.KIND in LOOKS:
            marks += _along(motion, poser, skeleton, force, float(values[own[0]]))
    return marks


def _values(motion: Motion, k: int) -> tuple[Array, float]:
    """Return the values of all loads at a time, and the largest point force at any time.

    Without dynamics only constants are known; of other forces the direction in which they count positive is drawn.
    """
    loads = motion.plan.loads
    values = np.array([[1.0 if load.law.program is not None else load.law.constant for load in loads]])
    if isinstance(motion, DynamicMotion):
        try:
            values = motion.forces.values
        except LinkworkError:  # the drawing shows what it can
            k = 0
    else:
        k = 0
    pushes = [i for i, load in enumerate(loads) if load.gauge is None and load.kind == "force"]
    owners = {loads[i].owner: [j for j in pushes if loads[j].owner == loads[i].owner] for i in pushes}
    sizes = [float(np.linalg.norm(values[:, own], axis=1).max()) for own in owners.values()]
    return values[k] if len(loads) else np.zeros(0), max(sizes, default=0.0)


def _vector(
    motion: Motion, poser: Poser, skeleton: Skeleton, loads: Sequence[ResolvedLoad], values: Array, largest: float
) -> LoadMark:
    """Return a point force or a torque; components along several directions together."""
    on = loads[0].sites[2]
    body = motion.bodies[on.body] if on.body >= 0 else GROUND_BODY
    total = np.sum([v * _seen_direction(poser, load.sites[0]) for v, load in zip(values, loads, strict=True)], axis=0)
    size = float(np.linalg.norm(total))
    direction = total / size if size > 0 else total
    place = _seen_point(poser, on)
    if loads[0].kind == "force":
        return LoadMark(loads[0].owner, "force", place, direction, size / largest if largest > 0 else 0.0, body)
    place = skeleton.masses.get(body, place)
    return LoadMark(loads[0].owner, "turn", pivot_of(skeleton, body, place), direction, float(size > 0), body)


def _seen_direction(poser: Poser, site: Site) -> Array:
    turned = np.array(site.xyz) if site.body < 0 else poser.rotations[site.body] @ np.array(site.xyz)
    return poser.view.see(turned)


def _seen_point(poser: Poser, site: Site) -> Array:
    point = np.array(site.xyz)
    return poser.view.see(point) if site.body < 0 else poser.place(site.body, point)


def _along(motion: Motion, poser: Poser, skeleton: Skeleton, force: Force, value: float) -> list[LoadMark]:
    """Return a force on a measured quantity: at the joint or the body that it measures."""
    quantity: str = force.quantity  # type: ignore[attr-defined]
    try:
        measure = motion.plan.writer.quantities.measure(quantity)
    except ExpressionError:
        return []
    joint = motion.model.joints.get(quantity.split(".")[0])
    markers = [feature.marker for feature in measure.features]
    seen = [poser.see(marker, joint.AXIS if joint else "normal") for marker in markers]
    body, sign = markers[-1].body, float(np.sign(value))
    if body == GROUND_BODY:
        body, sign = markers[0].body, -sign
    look = LOOKS[force.KIND]
    if measure.kind == "angle":
        at, direction = pivot_of(skeleton, body, seen[-1][0]), seen[0][1][:, 2]
    elif measure.kind == "along":
        at, direction = seen[-1][0], seen[0][1][:, "xyz".index(measure.features[0].part)]
    else:
        return []
    turns = measure.kind == "angle"
    if look == "arrow" or (look == "motor" and not turns):
        look = "turn" if turns else "slide"
    if look == "stop":
        kind = "turning stop" if turns else "sliding stop"
        return [LoadMark(force.name, kind, at, direction, 1.0, body, _stops(motion, poser.k, force))]
    return [LoadMark(force.name, look, at, direction if sign >= 0 else -direction, abs(sign), body)]


def _stops(motion: Motion, k: int, force: Force) -> tuple[float, float]:
    """Return by how much the quantity of an end stop may still grow, down and up."""
    series = motion.measure(force.quantity)  # type: ignore[attr-defined]
    dimension = units.ANGLE if series.unit == "rad" else units.LENGTH
    ends = (force.lower, force.upper)  # type: ignore[attr-defined]
    known = motion.plan.resolved.parameters
    low, high = (np.nan if end is None else evaluate(end, dimension, known) - series.value[k] for end in ends)
    return low, high


def draw_load(mark: LoadMark, skeleton: Skeleton, unit: float, planar: bool) -> list[Item]:
    """Return the items of a force."""
    around = [q - mark.at for q in skeleton.bodies.get(mark.body, [])]
    if mark.look == "force":
        return _force_arrow(mark, unit) if mark.size > 1e-9 else []
    if mark.look == "turn":
        return curved_arrow(mark.at, mark.direction, around, unit, "load", 24.0) if mark.size else []
    if mark.look == "slide":
        return straight_arrow(mark.at, mark.direction, unit, "load") if mark.size else []
    pen = _Pen(mark, unit, planar)
    if mark.look == "turning stop":
        return pen.turning_stops(around)
    return {"spiral": pen.spiral, "motor": pen.motor, "sliding stop": pen.sliding_stops}[mark.look]()


def _force_arrow(mark: LoadMark, unit: float) -> list[Item]:
    """Return an arrow from the point at which a force acts, longer for a larger one."""
    tip = mark.at + max(SHORTEST, LONGEST * mark.size) * unit * mark.direction
    depth = float(tip[2])
    head = arrow_head(mark.at, tip, unit, "load-head", depth)
    return [Line(*flat([mark.at, tip]), style="load", layer=MARK, depth=depth, name=mark.name), head]


class _Pen:
    """Draws symbols about a joint."""

    def __init__(self, mark: LoadMark, unit: float, planar: bool) -> None:
        self.mark, self.unit, self.planar = mark, unit, planar
        self.x, self.y = basis_across(mark.direction)
        self.layer, self.depth = BLOCK if planar else LINK, float(mark.at[2])

    def _at(self, radius: float, angle: float) -> Array:
        """Return a place about the axis; the radius in pixels."""
        return np.asarray(self.mark.at + radius * self.unit * (np.cos(angle) * self.x + np.sin(angle) * self.y))

    def spiral(self) -> list[Item]:
        """Return the coil of a rotational spring about the pin."""
        turns = np.linspace(0.0, 2.25 * 2 * np.pi, 64)
        points = [self._at(6.5 + 9.0 * t / turns[-1], t) for t in turns]
        return [Polyline(flat(points), style="spring", layer=self.layer, depth=self.depth, name=self.mark.name)]

    def motor(self) -> list[Item]:
        """Return the housing of a motor, a ring with an M."""
        rim = [self._at(13.0, t) for t in np.linspace(0, 2 * np.pi, 37)]
        ring = Polyline(flat(rim), style="spring", layer=self.layer, depth=self.depth, name=self.mark.name)
        centre = flat([self.mark.at + 20.0 * self.unit * np.array([0.9, -0.43, 0.0])])[0]
        badge = Circle(centre, 6.2 * self.unit, style="cylinder", layer=MARK, depth=self.depth, name=self.mark.name)
        return [ring, badge, Text(centre, "M", style="badge-label", layer=MARK, depth=self.depth + self.unit)]

    def turning_stops(self, around: Sequence[Array]) -> list[Item]:
        """Return hatched walls at which the body that turns is stopped."""
        far = max(around, key=lambda r: float(np.linalg.norm(r)), default=self.x)
        now, items = float(np.arctan2(far @ self.y, far @ self.x)), []
        for grow, sign in self._ends():
            end = now + grow + sign * 0.12  # beside the bar, not under it
            ahead = sign * (self._at(1.0, end + 0.5 * np.pi) - self.mark.at)
            items += self._wall(self._at(20.0, end), self._at(38.0, end), ahead)
        return items

    def sliding_stops(self) -> list[Item]:
        """Return hatched walls at which the block that slides is stopped."""
        across = np.array([-self.mark.direction[1], self.mark.direction[0], 0.0]) * 11 * self.unit
        items = []
        for grow, sign in self._ends():
            middle = self.mark.at + (grow + sign * 16 * self.unit) * self.mark.direction
            items += self._wall(middle - across, middle + across, sign * self.mark.direction)
        return items

    def _ends(self) -> list[tuple[float, float]]:
        """Return by how much the quantity may grow to each stop there is, with the sense."""
        both = zip(self.mark.stops, (-1.0, 1.0), strict=True)
        return [(grow, sign) for grow, sign in both if np.isfinite(grow)]

    def _wall(self, start: Array, end: Array, ahead: Array) -> list[Item]:
        """Return a line hatched on the far side, when it is not seen from its end."""
        depth = float(np.hypot(*ahead[:2]))
        if np.hypot(*(end - start)[:2]) < 6 * self.unit or depth == 0.0:
            return []
        return hatched(start[:2], end[:2], ahead[:2] / depth, self.unit, self.layer, self.depth)
