"""Relative coordinates: the mechanism as a tree of joints, and the rows where loops close.

The tree is chosen from the joints' own motions (`Joint.MOTION`). Every turn, slide or ball is a node; a joint with
several has nodes without a body between. Joints outside the tree, drivers and equations of the user stay rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.rotation import matrices, matrix_quaternion
from ..kernels.tables.records import LIMB, NODE
from ..kernels.trees.nodes import BALL, SLIDE, TURN, WELD
from ..model.equations import Equation
from ..model.resolve import Frame
from ..model.state import Event
from ..topology.spanning_tree import spanning_tree
from .held import planar_motion
from .plan import Plan, make_plan


@dataclass(frozen=True)
class Limb:
    """A joint of the tree: its nodes [first, last), the frames it joins, and which of them is carried."""

    joint: str
    first: int
    last: int
    a: Frame
    b: Frame
    forward: bool
    motion: tuple[str, ...]

    @property
    def body(self) -> int:
        """The body that the joint carries."""
        return self.b.body if self.forward else self.a.body

    @property
    def carrier(self) -> int:
        """The body it hangs on, -1 the ground."""
        return self.a.body if self.forward else self.b.body


@dataclass(frozen=True)
class Tree:
    """The tree of a mechanism.

    Attributes
    ----------
    limbs : list of Limb
        In an order in which each hangs on an earlier one.
    nodes, geometry : structured arrays
        See `kernels.tables.NODE` and `LIMB`.
    cut : list of Equation
        The rows that remain: loops, drivers, equations of the user.
    names : list of str
        Of the coordinates; of the rates in `rate_names`.
    """

    limbs: list[Limb]
    nodes: NDArray[np.void]
    geometry: NDArray[np.void]
    cut: list[Equation]
    names: list[str]
    rate_names: list[str]
    parts: list[int]

    @property
    def loops(self) -> int:
        """Number of rows that remain, drivers not counted."""
        return sum(not e.driver for e in self.cut)


GROUND = Frame(-1, np.zeros(3), np.eye(3))
FREE = ("slide x", "slide y", "slide z", "ball")


def make_tree(plan: Plan) -> Tree:
    """Return the spanning tree of a plan's mechanism as nodes."""
    writer, planar = plan.writer, plan.freedoms == 3
    joints = [j for j in writer.model.joints.values() if j.MOTION is not None]
    frames = [[writer.frames.frame(end, j.AXIS) for end in j.ends] for j in joints]
    motions = [planar_motion(j.MOTION, f[0], planar) for j, f in zip(joints, frames, strict=True)]
    edges = [(f[0].body, f[1].body, _freedoms(m)) for f, m in zip(frames, motions, strict=True)]
    builder = _Builder(plan)
    used = set()
    for k, before, body in spanning_tree(edges, len(plan.resolved.solids)):
        if k < 0:
            end = Frame(body, plan.resolved.solids[body].com, np.eye(3))
            builder.add("", plan.resolved.solids[body].name, planar_motion(FREE, GROUND, planar), GROUND, end, True)
        else:
            used.add(joints[k].name)
            a, b = frames[k]
            builder.add(joints[k].name, joints[k].name, motions[k], a, b, a.body == before)
    cut = [e for e in plan.equations if e.driver or e.owner not in used]
    return builder.tree(cut)


def _freedoms(motion: Sequence[str]) -> int:
    return sum(3 if m == "ball" else 1 for m in motion)


class _Builder:
    """Collects the nodes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.nodes: list[tuple[int, int, int, int, int]] = []
        self.geometry: list[Array] = []
        self.limbs: list[Limb] = []
        self.names: list[str] = []
        self.rate_names: list[str] = []
        self.parts: list[int] = []
        self.rate_parts: list[int] = []
        self.node_of: dict[int, int] = {-1: -1}

    def add(self, joint: str, name: str, motion: tuple[str, ...], a: Frame, b: Frame, forward: bool) -> None:
        """Add the nodes of one joint."""
        first = len(self.nodes)
        start, end = (a, b) if forward else (b, a)
        point, last = self._centred(start), self._centred(end)
        still = still_turn(motion, a, b) if forward else still_turn(motion, a, b).T
        steps = motion if forward else motion[::-1]
        before, sign = self.node_of[start.body], 1.0 if forward else -1.0
        here = a.axes if forward else still @ a.axes  # motions are along and about the axes of marker a
        for k, step in enumerate(steps or ("weld",)):
            final = k >= len(steps) - 1
            axis = sign * self._axis(step, here)
            turn = matrix_quaternion(still) if final else np.array([1.0, 0.0, 0.0, 0.0])
            arm = -last if final else np.zeros(3)
            self._node(step, name, before, end.body if final else -1, point, axis, turn, arm)
            before, point = len(self.nodes) - 1, np.zeros(3)
        self.node_of[end.body] = len(self.nodes) - 1
        self.limbs.append(Limb(joint, first, len(self.nodes), a, b, forward, motion))

    def _centred(self, frame: Frame) -> Array:
        """Return the point of a frame relative to the centre of mass of its body."""
        return frame.point - (self.plan.resolved.solids[frame.body].com if frame.body >= 0 else 0.0)

    @staticmethod
    def _axis(step: str, axes: Array) -> Array:
        if step in ("ball", "weld"):
            return np.zeros(3)
        axis = step.split()[1]
        return np.array([0.0, 0.0, 1.0]) if axis == "n" else axes[:, "xyz".index(axis)]

    def _node(
        self, step: str, name: str, before: int, body: int, point: Array, axis: Array, turn: Array, arm: Array
    ) -> None:
        kind = {"weld": WELD, "turn": TURN, "slide": SLIDE, "ball": BALL}[step.split()[0]]
        place, rate = len(self.parts), len(self.rate_parts)
        if kind == BALL:
            self.names += [f"{name}.e{k}" for k in range(4)]
            self.rate_names += [f"{name}.w{k}" for k in "xyz"]
            self.parts += [1] * 4
            self.rate_parts += [3] * 3
        elif kind != WELD:
            self.names.append(self._name(step, name))
            self.rate_names.append(self.names[-1])
            self.parts.append(1 if kind == TURN else 0)
            self.rate_parts.append(3 if kind == TURN else 2)
        self.nodes.append((kind, before, body, place, rate))
        self.geometry.append(np.concatenate([point, axis, turn, arm]))

    def _name(self, step: str, name: str) -> str:
        """Return the name of a coordinate: that of the joint's own coordinate where there is one."""
        kind, axis = step.split()
        word = "angle" if kind == "turn" else axis
        for known in (f"{name}.{word}", f"{name}.translation" if kind == "slide" else f"{name}.angle_b"):
            if known not in self.names:
                joint = self.plan.model.joints.get(name)
                if joint is not None and known.split(".")[-1] in joint.coordinates():
                    return known
        return f"{name}.{kind}_{axis}"

    def tree(self, cut: list[Equation]) -> Tree:
        """Return the tree."""
        return Tree(
            self.limbs,
            np.array(self.nodes, NODE),
            np.array([tuple(values) for values in self.geometry], LIMB),
            cut,
            self.names,
            self.rate_names,
            [*self.parts, *self.rate_parts],
        )


def still_turn(motion: Sequence[str], a: Frame, b: Frame) -> Array:
    """Return the turn of body b relative to body a while all coordinates are zero.

    The markers' axes are then parallel, crossed arms apart; where b turns freely, those of the bodies.
    """
    free = any(step in ("ball", "turn n") for step in motion)
    return np.eye(3) if free else a.axes @ crossing(motion) @ b.axes.T


def crossing(motion: Sequence[str]) -> Array:
    """Return the axes of marker b in those of marker a while all coordinates are zero.

    They coincide, except where b turns about another axis than its z: its z axis is then that one.
    """
    turns = [step.split()[1] for step in motion if step.startswith("turn") and not step.endswith("n")]
    if not turns or turns[-1] == "z":
        return np.eye(3)
    z = np.eye(3)["xyz".index(turns[-1])]
    x = np.eye(3)[("xyz".index(turns[-1]) + 1) % 3]
    return np.column_stack([x, np.cross(z, x), z])


def supports(tree: Tree) -> list[list[int]]:
    """Return the nodes between the ground and the bodies of each row, those at the tips first.

    All of them: where joints give way, a force between two bodies is felt by every node that carries both.
    """
    before = tree.nodes["before"]
    node_of = {int(b): i for i, b in enumerate(tree.nodes["body"]) if b >= 0}
    found = []
    for equation in tree.cut:
        nodes: set[int] = set()
        for body in equation.bodies:
            i = node_of[body]
            while i >= 0 and i not in nodes:
                nodes.add(i)
                i = int(before[i])
        found.append(sorted(nodes, reverse=True))
    return found


def relative_plan(plan: Plan, tree: Tree, events: Sequence[tuple[Event, int]] = ()) -> Plan:
    """Return the plan of a mechanism in relative coordinates: its rows are those that close loops."""
    arms = supports(tree)
    made = make_plan(plan.resolved, tree.cut, plan.writer, (), events, arms=arms)
    node_of = np.zeros(len(plan.resolved.solids), np.int64)
    for i, body in enumerate(tree.nodes["body"]):
        if body >= 0:
            node_of[body] = i
    tables = {
        **made.tables,
        "tree": tree.nodes,
        "limbs": tree.geometry,
        "node_of": node_of,
        "parts": np.array(tree.parts, np.int64),
    }
    return replace(made, tables=tables, length=plan.length)


def tree_positions(plan: Plan, tree: Tree, q: Array) -> Array:
    """Return the coordinates z of the bodies' poses q (bodies, 7)."""
    z = np.zeros(len(tree.names))
    R = matrices(q[:, 3:] / np.linalg.norm(q[:, 3:], axis=1, keepdims=True))
    for limb in tree.limbs:
        z[_places(tree, limb)] = _limb_positions(plan, limb, q, R)
    return z


def _places(tree: Tree, limb: Limb) -> slice:
    """Return where the coordinates of a limb stand in z."""
    nodes = tree.nodes[limb.first : limb.last]
    first = int(nodes["place"][0])
    return slice(first, first + sum({WELD: 0, BALL: 4}.get(int(k), 1) for k in nodes["kind"]))


def _limb_positions(plan: Plan, limb: Limb, q: Array, R: Array) -> Array:
    """Return the coordinates of one joint, in the order of its nodes."""
    (Pa, Ra), (Pb, Rb) = (_frame_at(plan, f, q, R) for f in (limb.a, limb.b))
    slide, turn = Ra.T @ (Pb - Pa), Ra.T @ Rb @ crossing(limb.motion).T
    values: list[Array] = []
    turns = [step for step in limb.motion if step.startswith("turn")]
    for step in limb.motion:
        if step == "ball":
            relative = _body_axes(limb.a, R).T @ _body_axes(limb.b, R)
            values.append(matrix_quaternion(relative if limb.forward else relative.T))
        elif step.startswith("slide"):
            values.append(slide["xyz".index(step[-1]) : "xyz".index(step[-1]) + 1])
        else:
            values.append(np.array([_turn_angle(step, turns, limb, turn, R)]))
    return np.concatenate(values if limb.forward else values[::-1]) if values else np.zeros(0)


def _turn_angle(step: str, turns: list[str], limb: Limb, turn: Array, R: Array) -> float:
    """Return the angle of one turn of a joint from the turn of b relative to a."""
    if step == "turn n":  # about the normal of the plane, whatever the axes of the markers
        relative = _body_axes(limb.a, R).T @ _body_axes(limb.b, R)
        return float(np.arctan2(relative[1, 0], relative[0, 0]))
    if len(turns) == 1:
        k = "xyz".index(step[-1])
        i, j = (k + 1) % 3, (k + 2) % 3
        return float(np.arctan2(turn[j, i] - turn[i, j], turn[i, i] + turn[j, j]))
    if step == turns[0]:  # z, then x: a cross
        return float(np.arctan2(turn[1, 0], turn[0, 0]))
    return float(np.arctan2(turn[2, 1], turn[2, 2]))


def _body_axes(frame: Frame, R: Array) -> Array:
    return np.eye(3) if frame.body < 0 else R[frame.body]


def _frame_at(plan: Plan, frame: Frame, q: Array, R: Array) -> tuple[Array, Array]:
    """Return point and axes of a marker in ground axes."""
    if frame.body < 0:
        return frame.point, frame.axes
    com = plan.resolved.solids[frame.body].com
    return q[frame.body, :3] + R[frame.body] @ (frame.point - com), R[frame.body] @ frame.axes
