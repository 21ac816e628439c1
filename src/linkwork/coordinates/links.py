"""The links of a robot: nodes of a tree of joints with axes along their joints, as its kernels read them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Ints
from ..base.rotation import matrices
from ..kernels.trees.nodes import SLIDE, TURN
from ..kernels.trees.robot_tree import CENTRE, INERTIA, LINK, MASS, SEAT, F
from ..model.resolve import Frame
from .plan import Plan
from .relative import Tree


@dataclass(frozen=True)
class Links:
    """The nodes of a tree with axes of their own: z along the joint, the origin on it.

    Attributes
    ----------
    table : array, shape (nodes, 22)
        See `kernels.trees.robot_tree`.
    turns : array, shape (nodes, 3, 3)
        Axes of the node in those of its body.
    centres : array, shape (bodies, 3)
        Centres of mass in body axes [m].
    node_of : array of int, shape (bodies,)
    """

    table: Array
    turns: Array
    centres: Array
    node_of: Ints

    def seat(self, frame: Frame) -> Array:
        """Return point and axes (by rows) of a frame of a body in the axes of its node, 12 numbers."""
        i = self.node_of[frame.body]
        turn = self.turns[i].T
        point = self.table[i, CENTRE : CENTRE + 3] + turn @ (frame.point - self.centres[frame.body])
        return np.concatenate([point, (turn @ frame.axes).ravel()])


def make_links(plan: Plan, tree: Tree) -> Links:
    """Return the links of a plan's tree."""
    count = len(tree.nodes)
    table, turns = np.zeros((count, LINK)), np.zeros((count, 3, 3))
    node_of = np.zeros(len(plan.resolved.solids), np.int64)
    for i, (node, limb) in enumerate(zip(tree.nodes, tree.geometry, strict=True)):
        p, a, q, e = np.split(np.array(limb.tolist()), [3, 6, 10])
        before, row = int(node["before"]), table[i]
        C, centre = (turns[before], table[before, CENTRE : CENTRE + 3]) if before >= 0 else (np.eye(3), np.zeros(3))
        # The node before: axes C in those of its body. Here: axes along the joint, D in those of the body before.
        D = axes_along(a) if node["kind"] in (TURN, SLIDE) else np.eye(3)
        turns[i] = matrices(q).T @ D
        row[F : F + 9] = (C.T @ D).ravel()
        row[SEAT : SEAT + 3] = centre + C.T @ p
        row[CENTRE : CENTRE + 3] = turns[i].T @ e
        if node["body"] >= 0:
            node_of[node["body"]] = i
            mass = plan.tables["masses"][node["body"]]
            row[MASS] = mass["mass"]
            inertia = turns[i].T @ mass["inertia"] @ turns[i]
            row[INERTIA : INERTIA + 6] = inertia[np.triu_indices(3)]
    return Links(table, turns, np.array([s.com for s in plan.resolved.solids]).reshape(-1, 3), node_of)


def axes_along(z: Array) -> Array:
    """Return right-handed axes (columns) whose third is the unit vector z; exact where z is a coordinate axis."""
    x = np.eye(3)[(int(np.argmax(np.abs(z))) + 1) % 3]
    x = x - z * (z @ x)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def path_to(tree: Tree, node: int) -> Ints:
    """Return the nodes from the ground to `node`."""
    path = [node]
    while tree.nodes["before"][path[0]] >= 0:
        path.insert(0, int(tree.nodes["before"][path[0]]))
    return np.array(path, np.int64)
