"""The linear equations of a mechanism without loops, on the coordinates of its joints: from recursions along its tree.

Nothing is led by rows there, and accelerations come from articulated bodies: work of many states, each a small part of
that in `linear_state`. See `kernels.trees.linear_changes` for the equations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Array
from ..coordinates.branches import Branches, branches_of
from ..coordinates.masses import mass_weights
from ..coordinates.plan import Plan
from ..coordinates.relative import Tree, make_tree, relative_plan
from ..kernels.compiler.jit import holding
from ..kernels.tables.bundle import Bundle
from ..kernels.tangents.forces import INERT
from ..kernels.trees.linear_changes import CARRIED_WIDTH, CHUNK
from ..kernels.trees.linear_motion import BODY_WIDTH, NODE_WIDTH
from ..kernels.trees.linear_reducing import reduce_trees
from ..kernels.trees.robot_tree import L
from .freedoms import gauge_gradients
from .led import Lead, System
from .linear_state import LinearState

HEAVY = 1e-9
"""Share of the inertia along a coordinate that must be left while all other joints give way: below, a closer look."""


class TreeSystem(System):
    """A mechanism without loops, led by the coordinates of its joints.

    Parameters
    ----------
    own : Plan
    lead : Lead
    tree : Tree
    branches : Branches
    """

    def __init__(self, own: Plan, lead: Lead, tree: Tree, branches: Branches) -> None:
        self.own, self.lead, self.branches = own, lead, branches
        self.plan = relative_plan(own, tree)
        self.z = self.w = np.arange(len(lead.names.names))

    @property
    def complete(self) -> bool:
        """Whether coordinates lead all bodies: those of joints do."""
        return True

    def bundle(self) -> Bundle:
        """Return the tables with fresh work arrays."""
        work = self.plan.bundle()
        mass_weights(self.plan, work)
        return work


def tree_system(plan: Plan, lead: Lead, poses: Array) -> TreeSystem | None:
    """Return the mechanism as a tree where it is one, and where it is led by the coordinates of its joints.

    Which of them is which is seen at a position with closed joints, poses (bodies, 7).
    """
    moments = [np.diag(solid.inertia)[-1 if plan.freedoms == 3 else 0 :] for solid in plan.resolved.solids]
    if plan.switches or lead.rates != lead.names or not np.isfinite(np.array(moments)).all():
        return None
    tree, gauges, led = make_tree(plan), lead.names.gauges, dict[str, list[int]]()
    if tree.cut or len(tree.rate_names) != len(gauges):
        return None
    number = {gauge: k for k, gauge in enumerate(gauges)}
    for joint in plan.model.joints.values():
        own = [plan.writer.gauge(measure, joint.AXIS) for measure in joint.coordinates().values()]
        led[joint.name] = [number[gauge] for gauge in own if gauge in number]
    branches = branches_of(plan, tree, led, gauge_gradients(plan, gauges, poses), poses)
    return None if branches is None else TreeSystem(plan, lead, tree, branches)


class TreeState(LinearState):
    """The linear equations of a tree of joints, with room for the work. Outputs are the coordinates."""

    held = L
    system: TreeSystem

    def _prepare(self) -> None:
        branches, bodies, n = self.system.branches, len(self.work.q), self.plan.coordinates
        elements = self.parts.elements.table
        room = (
            np.zeros((bodies + 1, BODY_WIDTH)),
            np.zeros((len(branches.table) + 1, NODE_WIDTH)),
            np.zeros(CARRIED_WIDTH),
            np.zeros((branches.tips, 6 * CHUNK)),
            np.zeros(6 * CHUNK),
            np.zeros((self.z, CHUNK)),
        )
        self._shifts, along, forces = (np.zeros((n, self.z)) for _ in range(3))
        loads = np.array([self.pushed[name] for name in self.inputs], np.int64)
        tables: list[Any] = [elements[elements["kind"] != INERT], *self.parts.tables[1:]]
        pushed = loads, np.zeros_like(self.work.x), self._shifts, along, forces
        given = self.work.H, branches.table, branches.node_of, *room, self.plan.units, *tables, *pushed
        self._reduce = holding(reduce_trees, *given)

    def fits(self, least: float, bound: float) -> bool:
        """Return whether articulated bodies tell all, at every state: every coordinate has inertia of its own."""
        told = self.equations.told
        return bool((told["mass"] > HEAVY).all() and not told["aimless"].any())

    @property
    def shapes(self) -> Array:
        """The displacements that coordinates lead at the last state (bodies * d, coordinates)."""
        return self._shifts.copy()
