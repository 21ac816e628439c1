"""The nodes of a tree of joints with their axes in the bodies that hold them: see `kernels.trees.linear_motion`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.poses import kept_by
from ..base.rotation import matrices
from ..kernels.tables.records import BRANCH
from ..kernels.trees.nodes import BALL, SLIDE, WELD
from ..model.resolve import Frame
from .plan import Plan
from .relative import Limb, Tree

ALIKE = 1e-6
"""A coordinate whose rate is that of a turn or slide, to this share, is it: positions are closed to less."""


@dataclass(frozen=True)
class Branches:
    """Nodes in a table.

    Attributes
    ----------
    table : array of BRANCH
    node_of : array of int, shape (bodies + 1,)
        Nodes of the bodies, and of the ground.
    tips : int
        How many nodes nothing hangs on.
    """

    table: NDArray[Any]
    node_of: Ints
    tips: int


def branches_of(plan: Plan, tree: Tree, led: Mapping[str, list[int]], rates: Array, poses: Array) -> Branches | None:
    """Return the nodes of a tree whose joints have coordinates of their own.

    Parameters
    ----------
    plan : Plan
    tree : Tree
    led : mapping
        Numbers of the coordinates of each joint.
    rates : array, shape (coordinates, bodies * d)
        Rates of the coordinates for velocities of the bodies.
    poses : array, shape (bodies, 7)
        A position, in which `rates` are.

    Returns
    -------
    Branches or None
        None where a joint turns freely (a ball), or its coordinates are others than its turns and slides.
    """
    count, bodies = len(tree.nodes), len(plan.resolved.solids)
    table, node_of = np.zeros(count, BRANCH), np.full(bodies + 1, count)
    for name in ("kind", "before", "body"):
        table[name] = tree.nodes[name]
    frames = np.vstack([poses, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])
    for limb in tree.limbs:
        own, d = table[limb.first : limb.last], plan.freedoms
        node_of[limb.body] = limb.last - 1
        for k, row in enumerate(own):
            _note_joint(plan, limb, k, row)
        block = rates[led.get(limb.joint, []), d * limb.body : d * (limb.body + 1)]
        if (own["kind"] == BALL).any() or not _note_columns(own, led.get(limb.joint, []), block, frames, limb.body):
            return None
    return Branches(table, node_of, _share_rooms(table))


def _note_columns(own: NDArray[Any], led: list[int], rates: Array, frames: Array, body: int) -> bool:
    """Note which coordinate of a joint each of its nodes is; return whether they are the same, in either sense."""
    moving = np.flatnonzero(own["kind"] != WELD)
    if len(moving) != len(led):
        return False
    motions = np.array([_motion(own[k], frames, body) for k in moving]).reshape(-1, 6)
    found = rates @ motions[:, kept_by(rates.shape[1])].T
    same = np.abs(np.abs(found) - 1.0) < ALIKE
    if not ((same | (np.abs(found) < ALIKE)).all() and (same.sum(0) == 1).all() and (same.sum(1) == 1).all()):
        return False
    for column, k in enumerate(moving):
        place = int(np.argmax(same[:, column]))
        own["column"][k] = led[place]
        for name in ("ax", "ay", "az"):
            own[name][k] *= np.sign(found[place, column])
    return True


def _motion(row: Any, frames: Array, body: int) -> Array:
    """Return how a node moves the centre of the body that its joint carries, and turns it, for a unit rate."""
    axis = matrices(frames[row["holder"], 3:]) @ [row["ax"], row["ay"], row["az"]]
    if row["kind"] == SLIDE:
        return np.concatenate([axis, np.zeros(3)])
    origin = frames[row["seat"], :3] + matrices(frames[row["seat"], 3:]) @ [row["px"], row["py"], row["pz"]]
    return np.concatenate([np.cross(axis, frames[body, :3] - origin), axis])


def _note_joint(plan: Plan, limb: Limb, k: int, row: Any) -> None:
    """Note where the axis of node k of a joint is, which bodies hold it, and which it joins.

    Slides run along the axes of marker a. The last turn is about the z axis of marker b, in the plane about its normal,
    and one before it about that of a. Turns that are reversed, as b carries a, are about the opposite axes.
    """
    solids = plan.resolved.solids
    steps = limb.motion if limb.forward else limb.motion[::-1]
    step, turns = steps[k] if steps else "", [step for step in limb.motion if step.startswith("turn")]
    early = bool(turns) and step in turns[:-1]
    holder, seat = (limb.a if early or step.startswith("slide") else limb.b), limb.a if early else limb.b
    sign, count = 1.0 if limb.forward else -1.0, len(solids)
    places = (holder.body, seat.body, limb.carrier, limb.body)
    row["holder"], row["seat"], row["carrier"], row["carried"] = (b if b >= 0 else count for b in places)
    row["ax"], row["ay"], row["az"] = sign * _axis(step, holder)
    row["px"], row["py"], row["pz"] = seat.point - (solids[seat.body].com if seat.body >= 0 else 0.0)


def _axis(step: str, holder: Frame) -> Array:
    if step == "turn n":
        return np.array([0.0, 0.0, 1.0])
    return np.asarray(holder.axes[:, "xyz".index(step[-1]) if step.startswith("slide") else 2])


def _share_rooms(table: NDArray[Any]) -> int:
    """Note for every node the room it shares with the last node that hangs on it; return how many rooms there are."""
    heir = np.full(len(table), -1)
    for i, before in enumerate(table["before"]):
        if before >= 0:
            heir[before] = i
    tips = 0
    for i in range(len(table) - 1, -1, -1):
        table["tip"][i] = heir[i] < 0
        table["slot"][i] = tips if heir[i] < 0 else table["slot"][heir[i]]
        tips += int(heir[i] < 0)
    return tips
