"""Points of a mechanism and the steps between them: along a body, and from a guide to what slides on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND, Marker
from ...joints import Joint
from ..frames import marker_point
from ..motion import Motion
from .rigid import Rigid

PRIME = "\u2032"
"""Behind the name of a point of a guide, under what slides on it."""

GUIDED = ("slider", "sleeve", "slot")
"""Symbols of joints in which a point slides along a guide."""

PINNED = ("pin", "ball", "cross", "weld")
"""Symbols of joints that hold two points together."""


@dataclass(frozen=True)
class Node:
    """A point of one body or of several that are pinned there.

    Attributes
    ----------
    name : str
        Of the joint or point; with a prime, the point of a guide under what slides on it.
    bodies : tuple of str
    place, vector : array, shape (3,)
        Where it is [m], and its velocity [m/s] or acceleration [m/s^2], in three ground axes.
    """

    name: str
    bodies: tuple[str, ...]
    place: Array = field(repr=False)
    vector: Array = field(repr=False)


@dataclass(frozen=True)
class Step:
    """From the vector of one point to that of another.

    Attributes
    ----------
    start, end : Node
    body : str
        To which both belong; of a sliding step the guide.
    parts : dict
        What is added on the way, by its symbol: ``{"ω × r_{AB}": ...}``, (3,) each.
    arm, spin, spin_rate, slide : array, shape (3,)
        From one point to the other; angular velocity and acceleration of the body; velocity along a guide.
    slides : bool
    told : bool
        Whether it is worked out; a step that closes the outline of a body follows from the others.
    """

    start: Node
    end: Node
    body: str
    parts: dict[str, Array]
    arm: Array
    spin: Array
    spin_rate: Array
    slide: Array
    slides: bool = False
    told: bool = True


class Net:
    """Collects points and the steps between them at one position; `order` 1: velocities, 2: accelerations."""

    def __init__(self, motion: Motion, k: int, order: int) -> None:
        self.motion, self.k, self.order = motion, k, order
        self.rigid = Rigid(motion, k)
        self.nodes: list[Node] = []
        self.sliding: list[tuple[str, str, str]] = []

    def add_everything(self) -> None:
        """Add all joints at points, pins first, and all named points of moving bodies that are not joints."""
        joints = [joint for joint in self.motion.model.joints.values() if joint.ENDS]
        for joint in sorted(joints, key=lambda joint: joint.SYMBOL not in PINNED):
            self._add_joint(joint)
            if joint.SYMBOL in PINNED:
                self._join_pins()
        for body in self.motion.model.bodies.values():
            for name, marker in body.points.items():
                place = marker_point(self.motion, marker)[self.k]
                if body.name != GROUND and not any(self._same(node, body.name, place) for node in self.nodes):
                    self._add_marker(marker, name)

    def add(self, point: str | Marker) -> None:
        """Add a joint or a point by name, or a marker."""
        if isinstance(point, str) and point in self.motion.model.joints:
            self._add_joint(self.motion.model.joints[point])
        elif isinstance(point, str):
            self._add_marker(self.motion.marker(point), point.partition(".")[2] or point)
        else:
            self._add_marker(point, point.name or f"point of {point.body}")

    def steps(self) -> list[Step]:
        """Return the steps along every moving body, and those onto what slides."""
        found: list[Step] = []
        for body in self.motion.bodies:
            own = [node for node in self.nodes if body in node.bodies]
            own.sort(key=lambda node: GROUND not in node.bodies)
            found += [self._along(body, a, b) for a, b in pairwise(own)]
            if len(own) > 2:
                found.append(self._along(body, own[-1], own[0], told=False))
        nodes = {node.name: node for node in self.nodes}
        return found + [self._onto(nodes[one], nodes[two], guide) for one, two, guide in self.sliding]

    def _add_joint(self, joint: Joint) -> None:
        a, b = (marker_point(self.motion, end, joint.AXIS)[self.k] for end in joint.ends)
        guided = joint.SYMBOL in GUIDED
        if joint.SYMBOL in PINNED and np.linalg.norm(a - b) <= 1e-6 * self.motion.plan.length:
            self._note(joint.name, (joint.a.body, joint.b.body), b)
            return
        guide, slider, place = joint.a.body, joint.b.body, b
        if guided and slider == GROUND:
            guide, slider, place = slider, guide, a
        if slider != GROUND and not any(self._same(node, slider, place) for node in self.nodes):
            self._note(joint.name, (slider,), place)
        if guided and guide != GROUND:
            top = next(node for node in self.nodes if self._same(node, slider, place))
            under = f"{top.name}{PRIME}"
            while any(node.name == under for node in self.nodes):  # it slides on a second guide
                under += PRIME
            self._note(under, (guide,), place)
            self.sliding.append((under, top.name, guide))

    def _add_marker(self, marker: Marker, name: str) -> None:
        taken = any(node.name == name for node in self.nodes)
        label = f"{marker.body}.{name}" if taken else name
        self._note(label, (marker.body,), marker_point(self.motion, marker)[self.k])

    def _join_pins(self) -> None:
        """Let the last point be one with another of a common body at the same place: a pin of three bodies and more."""
        if not self.nodes:
            return
        *others, last = self.nodes
        for n, node in enumerate(others):
            if any(body != GROUND and self._same(node, body, last.place) for body in last.bodies):
                self.nodes[n] = replace(node, bodies=tuple(dict.fromkeys((*node.bodies, *last.bodies))))
                self.nodes.pop()
                return

    def _note(self, name: str, bodies: tuple[str, ...], place: Array) -> None:
        moving = [body for body in bodies if body != GROUND]
        standing = GROUND in bodies or not moving
        vector = np.zeros(3) if standing else self._vector(self.rigid.number(moving[0]), place)
        self.nodes.append(Node(name, bodies, place, vector))

    def _vector(self, body: int, place: Array) -> Array:
        return self.rigid.velocity(body, place) if self.order == 1 else self.rigid.acceleration(body, place)

    def _same(self, node: Node, body: str, place: Array) -> bool:
        return body in node.bodies and bool(np.linalg.norm(node.place - place) <= 1e-6 * self.motion.plan.length)

    def _along(self, body: str, a: Node, b: Node, told: bool = True) -> Step:
        """Return a step along a body: omega x r, or alpha x r and omega x (omega x r)."""
        number, arm = self.rigid.number(body), b.place - a.place
        spin = self.rigid.spin(number)
        rate = self.rigid.spin(number, 2) if self.order == 2 else np.zeros(3)
        index = f"{b.name}/{a.name}"
        if self.order == 1:
            parts = {f"v_{{{index}}}": np.cross(spin, arm)}
        else:
            towards = np.cross(spin, np.cross(spin, arm))
            parts = {f"a^{{n}}_{{{index}}}": towards, f"a^{{t}}_{{{index}}}": np.cross(rate, arm)}
        return Step(a, b, body, parts, arm, spin, rate, np.zeros(3), told=told)

    def _onto(self, under: Node, top: Node, guide: str) -> Step:
        """Return a step from the point of a guide onto what slides there: v_rel, or 2 omega x v_rel and a_rel."""
        number, other = self.rigid.number(guide), self.rigid.number(top.bodies[0])
        slide = self.rigid.velocity(other, top.place) - self.rigid.velocity(number, top.place)
        spin = self.rigid.spin(number)
        if self.order == 1:
            parts = {"v_{rel}": slide}
        else:
            coriolis = 2 * np.cross(spin, slide)
            parts = {"a^{C}": coriolis, "a_{rel}": top.vector - under.vector - coriolis}
        return Step(under, top, guide, parts, np.zeros(3), spin, np.zeros(3), slide, slides=True)
