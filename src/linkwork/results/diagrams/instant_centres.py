"""Instant centres: the points at which two bodies of a planar mechanism have one velocity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...base.pictures import picture
from ..frames import marker_point
from ..motion import Motion
from ..short import Short
from .instants import position, time_words
from .rigid import Rigid, check_order, check_planar
from .worked import Worked, WorkedList, bracketed, number, vector

FAR = 1e-9
"""Bodies that turn relative to each other by less than this share of how they slide have their centre at infinity."""

REST = 1e-12
"""Bodies that move relative to each other by less than this share of the largest speed of the motion do not."""


@dataclass(frozen=True)
class InstantCentre:
    """The instant centre of two bodies: there they have the same velocity.

    Attributes
    ----------
    name : str
        ``"P_{13}"``: bodies are numbered from the ground, which is 1.
    a, b : str
        The bodies.
    point : array, shape (2,), or None
        In ground axes [m]; None: at infinity, or nowhere.
    direction : array, shape (2,), or None
        Of a centre at infinity: the direction in which it lies, across the one in which the bodies slide.
    angular_velocity : float
        Of b relative to a [rad/s].
    joint : str
        The pin that it is, if it is one.
    """

    name: str
    a: str
    b: str
    point: Array | None
    direction: Array | None
    angular_velocity: float
    joint: str = ""
    size: float = field(default=0.0, repr=False)  # of the mechanism: beside it rounding is zero [m]

    def __str__(self) -> str:
        what = f"{self.a} and {self.b}"
        if self.point is not None:
            pin = f", the pin {self.joint}" if self.joint else ""
            return f"{what}: at {vector(self.point, self.size)} m{pin}"
        if self.direction is not None:
            return f"{what}: at infinity, towards {vector(self.direction, 1.0)}; they slide without turning"
        return f"{what}: none, they do not move relative to each other"


@dataclass(frozen=True, repr=False)
class InstantCentres(Short):
    """The instant centres of all pairs of bodies at one time. Print it for the list.

    Three bodies have their three centres on one line (Aronhold, Kennedy): see `through`.
    """

    time: float = field(repr=False)
    centres: tuple[InstantCentre, ...]
    when: str = field(repr=False)
    motion: Motion = field(repr=False)
    number: int = field(repr=False)

    def __iter__(self) -> Iterator[InstantCentre]:
        return iter(self.centres)

    def __len__(self) -> int:
        return len(self.centres)

    def __getitem__(self, bodies: tuple[str, str]) -> InstantCentre:
        """Return the centre of two bodies: ``centres["coupler", "ground"]``."""
        rigid = Rigid(self.motion, self.number)
        a, b = sorted((rigid.number(bodies[0]), rigid.number(bodies[1])))
        return next(c for c in self.centres if (c.a, c.b) == (rigid.name(a), rigid.name(b)))

    def through(self, centre: InstantCentre) -> list[tuple[InstantCentre, InstantCentre]]:
        """Return the pairs of centres whose line goes through a centre, pins first: one pair for every third body."""
        others = [n for n in ("ground", *self.motion.bodies) if n not in (centre.a, centre.b)]
        pairs = [(self[centre.a, third], self[centre.b, third]) for third in others]
        known = [pair for pair in pairs if all(c.point is not None or c.direction is not None for c in pair)]
        return sorted(known, key=lambda pair: -sum(bool(c.joint) for c in pair))

    def __str__(self) -> str:
        lines = [f"Instant centres of '{self.motion.name}' at {self.when}:"]
        return "\n".join([*lines, *(f"  {c.name.replace('_{', '').replace('}', '')}  {c}" for c in self.centres)])

    def equations(self) -> WorkedList:
        """Return how every centre that is no pin follows from velocities: in symbols, with numbers, and the result."""
        found = [_worked(self, c) for c in self.centres if c.point is not None and not c.joint]
        return WorkedList(found)

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the mechanism with its instant centres and the lines of Kennedy's theorem."""
        return picture("draw_instant_centres")(self, path, **options)


def instant_centres(motion: Motion, at: float) -> InstantCentres:
    """Return the instant centres of all pairs of bodies at a time or position of a motion."""
    check_planar(motion, "Instant centres")
    check_order(motion, 1, "The instant centres")
    k = position(motion, at)
    numbers = range(-1, len(motion.bodies))
    found = tuple(_centre(motion, k, a, b) for a, b in combinations(numbers, 2))
    return InstantCentres(float(motion.time[k]), found, time_words(motion, k, at), motion, k)


def poles(motion: Motion, a: int, b: int) -> tuple[Array, Array, Array]:
    """Return the instant centre of bodies a and b over time (times, 2), NaN where it is at infinity or nowhere.

    With u the velocity of b relative to a at the origin and w their relative angular velocity, u + w e x p = 0 has the
    solution p = (-u_y, u_x) / w. Also returned are u at the middle of the mechanism (times, 2), and w (times,).
    """
    u, w = _field(motion, b)
    u_a, w_a = _field(motion, a)
    u, w = u - u_a, w - w_a
    middle = motion.poses[:, :, :2].mean(axis=1)
    slide = u + w[:, None] * np.stack([-middle[:, 1], middle[:, 0]], axis=1)
    turns = np.abs(w) * motion.plan.length > np.maximum(FAR * np.hypot(*slide.T), REST * _speed(motion))
    across = np.stack([-u[:, 1], u[:, 0]], axis=1)
    points = np.where(turns[:, None], across / np.where(turns, w, 1.0)[:, None], np.nan)
    return points, slide, w


def _field(motion: Motion, body: int) -> tuple[Array, Array]:
    """Return the velocity of a body at the origin of the ground (times, 2) and its angular velocity (times,)."""
    if body < 0:
        return np.zeros((len(motion), 2)), np.zeros(len(motion))
    twist, place = motion._twist(body, 0), motion.poses[:, body, :2]
    w = twist[:, 5]
    return twist[:, :2] - w[:, None] * np.stack([-place[:, 1], place[:, 0]], axis=1), w


def _speed(motion: Motion) -> float:
    """Return the largest speed in the motion [m/s]."""
    rates = motion.motions[:, :, 0]
    return float(
        max(np.abs(rates[..., :3]).max(initial=0.0), motion.plan.length * np.abs(rates[..., 5]).max(initial=0.0))
    )


def centre_name(motion: Motion, a: int, b: int) -> str:
    """Return the name of the centre of bodies a and b, -1 for the ground: they are numbered from the ground, 1."""
    comma = "," if len(motion.bodies) > 8 else ""
    return f"P_{{{min(a, b) + 2}{comma}{max(a, b) + 2}}}"


def _centre(motion: Motion, k: int, a: int, b: int) -> InstantCentre:
    rigid = Rigid(motion, k)
    names = rigid.name(a), rigid.name(b)
    name = centre_name(motion, a, b)
    points, slide, w = (array[k] for array in poles(motion, a, b))
    if np.isfinite(points).all():
        joint = _pin(motion, k, names, points)
        return InstantCentre(name, *names, points, None, float(w), joint, motion.plan.length)
    size = float(np.hypot(*slide))
    if size <= REST * _speed(motion):
        return InstantCentre(name, *names, None, None, 0.0)
    return InstantCentre(name, *names, None, np.array([-slide[1], slide[0]]) / size, 0.0)


def _pin(motion: Motion, k: int, bodies: tuple[str, str], point: Array) -> str:
    """Return the joint between two bodies at a point, or ""."""
    for joint in motion.model.joints.values():
        if joint.ENDS and {joint.a.body, joint.b.body} == set(bodies) and joint.SYMBOL == "pin":
            place = marker_point(motion, joint.ends[1], joint.AXIS)[k, :2]
            if np.hypot(*(place - point)) <= 1e-6 * motion.plan.length:
                return joint.name
    return ""


def _worked(found: InstantCentres, c: InstantCentre) -> Worked:
    """Return the place of a centre from the motion of b relative to a, at the centre of mass G of b."""
    rigid = Rigid(found.motion, found.number)
    a, b = rigid.number(c.a), rigid.number(c.b)
    place = rigid.centre(b)
    v = rigid.velocity(b, place) - rigid.velocity(a, place)
    x, y = found.motion.model.space.labels
    at = [number(value, c.size) for value in place[:2]]
    relative = "" if a < 0 else f", relative to {c.a}"
    return Worked(
        f"Instant centre of {c.a} and {c.b}, from v_{{G}} and ω of {c.b}{relative}",
        f"{x} = {x}_{{G}} - v_{{G,{y}}} / ω, {y} = {y}_{{G}} + v_{{G,{x}}} / ω",
        f"{x} = {at[0]} - {bracketed(v[1])} / {bracketed(c.angular_velocity)}, "
        f"{y} = {at[1]} + {bracketed(v[0])} / {bracketed(c.angular_velocity)}",
        f"{c.name} = {vector(c.point if c.point is not None else (), c.size)}~m",
    )
