"""Planar mechanisms put together dyad by dyad, in closed form: all the ways there are.

Bodies that a joint with a held coordinate ties to others follow rigidly. The rest is taken in dyads, two bodies that
three joints connect with each other and with bodies whose place is known (Assur's groups of class II): with pins (R)
and sliders (P) in the orders RRR, RRP and RPR a dyad fits in two ways or none, as RPP and PRP in one. Bodies that are
pinned to one point of another are pinned to each other, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import atan2, cos, hypot, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Array

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Pose = tuple[float, float, float]
"""Position of the centre of mass [m] and angle [rad]."""
Poses = dict[int, Pose]
"""Those of the bodies whose place is known, by number; -1 is the ground."""

GROUND = -1
KINDS = {"revolute": "R", "prismatic": "P", "fixed": "F"}
TIGHT = 1e-9
"""Relative length below which a distance is zero."""

ALIKE = 1e-6
"""The same for half the distance of two ways, which then are one: its square is known to rounding."""


class UndecidedError(ArithmeticError):
    """A dyad fits in a continuum of ways, or its bodies have no length."""


class Link(NamedTuple):
    """A joint between two bodies: its points in their axes, from the centres of mass, and the axis in that of a.

    Joints with one `knot` are pins at one point, of which any two say the same about it.
    """

    name: str
    kind: str
    a: int
    b: int
    point_a: Array
    point_b: Array
    axis: Array
    knot: int

    def seen_from(self, body: int) -> tuple[int, Array, Array]:
        """Return the other body, the joint's point on this one, and that on the other."""
        if body == self.a:
            return self.b, self.point_a, self.point_b
        return self.a, self.point_b, self.point_a


class Rigid(NamedTuple):
    """A body that a known one carries along, and the joint that holds it."""

    body: int
    link: Link


class Dyad(NamedTuple):
    """Two bodies; the joints that tie the first to a known one, both to each other, the second to a known one."""

    first: int
    second: int
    outer: Link
    middle: Link
    other: Link


Step = Rigid | Dyad
"""What is placed next."""


def links_of(plan: Plan) -> list[Link] | None:
    """Return the joints of a planar mechanism of pins and sliders; None where it has others."""
    model, com = plan.model, [solid.com for solid in plan.resolved.solids]
    if not model.space.planar or any(joint.KIND not in KINDS for joint in model.joints.values()):
        return None
    found = []
    for knot, joint in enumerate(model.joints.values()):
        frames = [plan.writer.frames.frame(end, joint.AXIS) for end in joint.ends]
        a, b = (f.point[:2] - (com[f.body][:2] if f.body >= 0 else 0.0) for f in frames)
        places = frames[0].body, frames[1].body, a, b, frames[0].axes[:2, 2]
        found.append(Link(joint.name, KINDS[joint.KIND], *places, knot))
    return _with_multiple_pins(found, TIGHT * plan.length)


def _with_multiple_pins(links: list[Link], tight: float) -> list[Link]:
    """Return links in which bodies that are pinned to one point of another are pinned to each other as well."""
    links = list(links)
    for one, other in ((n, k) for n in range(len(links)) for k in range(n) if links[n].kind == links[k].kind == "R"):
        if links[one].knot != links[other].knot and _at_one_point(links[one], links[other], tight):
            kept, gone = links[other].knot, links[one].knot
            links = [link._replace(knot=kept) if link.knot == gone else link for link in links]
    found = list(links)
    for knot in {link.knot for link in links}:
        own = [link for link in links if link.knot == knot]
        ends = {link.a: link.point_a for link in own} | {link.b: link.point_b for link in own}
        known = [{link.a, link.b} for link in own]
        found += [
            Link("", "R", a, b, ends[a], ends[b], own[0].axis, knot)
            for a, b in combinations(ends, 2)
            if {a, b} not in known
        ]
    return found


def _at_one_point(one: Link, other: Link, tight: float) -> bool:
    """Return whether two pins are at one point of a body that they share."""
    ends = ((one.a, one.point_a), (one.b, one.point_b)), ((other.a, other.point_a), (other.b, other.point_b))
    return any(a == b and hypot(*(p - q)) <= tight for a, p in ends[0] for b, q in ends[1])


def decomposed(plan: Plan, links: list[Link]) -> list[Step] | None:
    """Return the order in which the bodies can be placed, those with held coordinates first; None where none is."""
    quantities = {driver.quantity for driver in plan.model.drivers.values()}
    held = {link.name for link in links if {f"{link.name}.angle", f"{link.name}.translation"} & quantities}
    if len(held) < len(quantities):
        return None
    known, order = {GROUND}, list[Step]()
    while len(known) <= len(plan.resolved.solids):
        step = _rigid(links, held, known) or _dyad(links, held, known)
        if step is None:
            return None
        order.append(step)
        known |= {step.body} if isinstance(step, Rigid) else {step.first, step.second}
    return order


def _rigid(links: list[Link], held: set[str], known: set[int]) -> Rigid | None:
    """Return a body that a known one carries along."""
    for link in links:
        if (link.kind == "F" or link.name in held) and (link.a in known) != (link.b in known):
            return Rigid(link.b if link.a in known else link.a, link)
    return None


def _dyad(links: list[Link], held: set[str], known: set[int]) -> Dyad | None:
    """Return two bodies that hang on known ones and on each other."""
    free = [link for link in links if link.kind != "F" and link.name not in held]
    ties = [link for link in free if (link.a in known) != (link.b in known)]
    for middle in (link for link in free if link.a not in known and link.b not in known):
        for first, second in permutations((middle.a, middle.b)):
            outer, other = (
                next((tie for tie in ties if body in (tie.a, tie.b) and tie.knot != middle.knot), None)
                for body in (first, second)
            )
            if outer and other and outer.kind + middle.kind + other.kind in WAYS:
                return Dyad(first, second, outer, middle, other)
    return None


def all_poses(plan: Plan, order: list[Step], q: Array) -> list[Array]:
    """Return the poses of every way to put the mechanism together, given one of them, q (bodies, 7).

    Raises
    ------
    UndecidedError
        When a dyad fits in a continuum of ways.
    """
    given = {GROUND: (0.0, 0.0, 0.0)} | {b: (x[0], x[1], 2.0 * atan2(x[6], x[3])) for b, x in enumerate(q.tolist())}
    found: list[Poses] = [{GROUND: given[GROUND]}]
    for step in order:
        found = [{**known, **more} for known in found for more in _ways(step, known, given, plan.length)]
    return [_as_array(poses, q) for poses in found]


def _as_array(poses: Poses, q: Array) -> Array:
    out = q.copy()
    for b in range(len(q)):
        x, y, angle = poses[b]
        out[b, :2], out[b, 3], out[b, 6] = (x, y), cos(0.5 * angle), sin(0.5 * angle)
    return out


def _ways(step: Step, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """Yield the places of the bodies that are placed next."""
    if isinstance(step, Dyad):
        yield from WAYS[step.outer.kind + step.middle.kind + step.other.kind](step, known, given, length)
        return
    carrier, _, _ = step.link.seen_from(step.body)
    yield {step.body: _carried(known[carrier], given[carrier], given[step.body])}


def _turned(v: Array, angle: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


def _at(pose: Pose, point: Array) -> Array:
    """Return a point of a body in ground axes."""
    return np.array(pose[:2]) + _turned(point, pose[2])


def _carried(carrier: Pose, before: Pose, pose: Pose) -> Pose:
    """Return the pose of what a body carries, which was at `pose` when that was at `before`."""
    turn = carrier[2] - before[2]
    x, y = np.array(carrier[:2]) + _turned(np.array(pose[:2]) - np.array(before[:2]), turn)
    return float(x), float(y), pose[2] + turn


def _hung(point: Array, own: Array, angle: float) -> Pose:
    """Return the pose with an angle whose point `own` is at `point`."""
    x, y = point - _turned(own, angle)
    return float(x), float(y), angle


def _kept_angle(link: Link, body: int, known: Poses, given: Poses) -> float:
    """Return the angle of a body that a slider keeps parallel to a known one."""
    other, _, _ = link.seen_from(body)
    return known[other][2] + given[body][2] - given[other][2]


def _direction(link: Link, known: Poses) -> Array:
    """Return the direction of a slider, one body of which is known."""
    return _turned(link.axis, known[link.a][2])


def _anchor(link: Link, body: int, known: Poses) -> tuple[Array, Array]:
    """Return where a known body holds a joint, in ground axes, and its point on the other one."""
    carrier, own, others = link.seen_from(body)
    return _at(known[carrier], others), own


def _heading(v: Array) -> float:
    return atan2(v[1], v[0])


def _two_pins(dyad: Dyad, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """RRR: the middle pin lies on two circles."""
    (A, a), (C, c) = _anchor(dyad.outer, dyad.first, known), _anchor(dyad.other, dyad.second, known)
    _, b1, b2 = dyad.middle.seen_from(dyad.first)
    r1, r2, d = hypot(*(b1 - a)), hypot(*(b2 - c)), hypot(*(C - A))
    if min(r1, r2, d) < TIGHT * length:
        raise UndecidedError
    along, e = (d * d + r1 * r1 - r2 * r2) / (2.0 * d), (C - A) / d
    for across in _roots(r1 * r1 - along * along, length):
        B = A + along * e + across * np.array([-e[1], e[0]])
        first = _hung(A, a, _heading(B - A) - _heading(b1 - a))
        yield {dyad.first: first, dyad.second: _hung(C, c, _heading(B - C) - _heading(b2 - c))}


def _pin_on_line(dyad: Dyad, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """RRP: the middle pin lies on a circle and moves along the slider."""
    (A, a), (G, g) = _anchor(dyad.outer, dyad.first, known), _anchor(dyad.other, dyad.second, known)
    _, b1, b2 = dyad.middle.seen_from(dyad.first)
    angle = _kept_angle(dyad.other, dyad.second, known, given)
    u = _direction(dyad.other, {**known, dyad.second: (0.0, 0.0, angle)})
    r1, line = hypot(*(b1 - a)), G + _turned(b2 - g, angle)
    if r1 < TIGHT * length:
        raise UndecidedError
    foot = line + ((A - line) @ u) * u
    for along in _roots(r1 * r1 - float((A - foot) @ (A - foot)), length):
        B = foot + along * u
        yield {
            dyad.first: _hung(A, a, _heading(B - A) - _heading(b1 - a)),
            dyad.second: _hung(B, b2, angle),
        }


def _line_pin(dyad: Dyad, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """PRR: the same from the other end."""
    return _pin_on_line(Dyad(dyad.second, dyad.first, dyad.other, dyad.middle, dyad.outer), known, given, length)


def _slider_between(dyad: Dyad, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """RPR: the line of the slider passes one pin at a fixed distance from the other."""
    (A, a), (C, c) = _anchor(dyad.outer, dyad.first, known), _anchor(dyad.other, dyad.second, known)
    _, g1, g2 = dyad.middle.seen_from(dyad.first)
    delta = given[dyad.second][2] - given[dyad.first][2]
    u = dyad.middle.axis if dyad.middle.a == dyad.first else _turned(dyad.middle.axis, delta)
    n, d = np.array([-u[1], u[0]]), hypot(*(C - A))
    if d < TIGHT * length:
        raise UndecidedError
    offset = float(n @ ((g1 - a) - _turned(g2 - c, delta)))  # n . R^T (C - A), so that d cos(phi - angle - nu) = it
    for across in _roots(d * d - offset * offset, length):
        angle = _heading(C - A) - _heading(n) - atan2(across, offset)
        yield {dyad.first: _hung(A, a, angle), dyad.second: _hung(C, c, angle + delta)}


def _only_shifts(dyad: Dyad, known: Poses, given: Poses, length: float) -> Iterator[Poses]:
    """RPP, PPR and PRP: both angles are known; the equations of the places are linear."""
    angles = _known_angles(dyad, known, given)
    rows, right = list[Array](), list[float]()
    at = {**known, **{b: (0.0, 0.0, angle) for b, angle in angles.items()}}
    for link in (dyad.outer, dyad.middle, dyad.other):
        gap = _at(at[link.b], link.point_b) - _at(at[link.a], link.point_a)
        u = _direction(link, at)
        for n in np.eye(2) if link.kind == "R" else [np.array([-u[1], u[0]])]:
            shares = [(link.b == b) * 1.0 - (link.a == b) * 1.0 for b in (dyad.first, dyad.second)]
            rows.append(np.concatenate([share * n for share in shares]))
            right.append(-float(n @ gap))
    matrix = np.array(rows)
    if abs(np.linalg.det(matrix)) < TIGHT:
        raise UndecidedError
    x = np.linalg.solve(matrix, right)
    yield {b: (float(x[2 * k]), float(x[2 * k + 1]), angles[b]) for k, b in enumerate((dyad.first, dyad.second))}


def _known_angles(dyad: Dyad, known: Poses, given: Poses) -> dict[int, float]:
    """Return the angles of two bodies of which sliders keep both."""
    found = dict[int, float]()
    for link, body in ((dyad.outer, dyad.first), (dyad.other, dyad.second)):
        if link.kind == "P":
            found[body] = _kept_angle(link, body, known, given)
    for body, other in permutations((dyad.first, dyad.second)):
        if body not in found:
            found[body] = found[other] + given[body][2] - given[other][2]
    return found


def _roots(square: float, length: float) -> list[float]:
    """Return both roots of the square of a length, one where they are alike, none where there are none."""
    least = (ALIKE * length) ** 2
    if square < -least:
        return []
    return [0.0] if square <= least else [sqrt(square), -sqrt(square)]


WAYS = {
    "RRR": _two_pins,
    "RRP": _pin_on_line,
    "PRR": _line_pin,
    "RPR": _slider_between,
    "RPP": _only_shifts,
    "PPR": _only_shifts,
    "PRP": _only_shifts,
}
"""How the dyads are closed, by their joints."""
