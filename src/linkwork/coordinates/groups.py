"""Rows of joints and coordinates in groups that lead the bodies one after the other: see `topology.assur`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Flags, Ints
from ..kernels.tables.records import GROUP
from ..topology.assur import Matching

if TYPE_CHECKING:
    from ..model.equations import Gauge
    from .plan import Plan


def counted_rows(plan: Plan) -> Flags:
    """Return which equations count in the user's order: those of contacts and friction do not."""
    return np.asarray(plan.first_bundle.soft[plan.position_in_table] >= 0.0)


def leading(plan: Plan, level: int, among: Sequence[Gauge]) -> list[int] | None:
    """Return the first gauges that lead what the rows up to a level leave free, as far as their bodies tell.

    None where rows must be redundant, or the gauges are too few.
    """
    matching = Matching(len(plan.resolved.solids), plan.freedoms)
    for equation, counted in zip(plan.equations, counted_rows(plan), strict=True):
        if counted and equation.level <= level and not matching.take(sorted(equation.bodies)):
            return None
    bodies = enumerate(sorted(gauge.bodies) for gauge in among)
    places = [k for k, own in bodies if not matching.complete and matching.take(own)]
    return places if matching.complete else None


class Rows:
    """Rows and coordinates of a plan in groups.

    Parameters
    ----------
    plan : Plan
    rows : sequence of int
        Table rows of joints, drivers and coordinates; as many as freedoms of bodies.
    """

    def __init__(self, plan: Plan, rows: Sequence[int]) -> None:
        solids, d = len(plan.resolved.solids), plan.freedoms
        matching, pointer, body = Matching(solids, d), plan.tables["block_ptr"], plan.tables["block_body"]
        for row in rows:
            if not matching.take(body[pointer[row] : pointer[row + 1]].tolist()):
                break
        self.complete = matching.complete
        groups = matching.groups() if self.complete else []
        sizes = d * np.array([len(group) for group in groups], np.int64)
        self.table: NDArray[Any] = np.zeros(len(groups), GROUP)
        self.table["last"] = np.cumsum(sizes)
        self.table["first"] = self.table["last"] - sizes
        self.table["place"] = np.cumsum(sizes**2) - sizes**2
        taken = [row for group in groups for b in group for row in matching.of_body[b]]
        self.rows = np.array([rows[k] for k in taken], np.int64)
        bodies = np.array([b for group in groups for b in group], np.int64)
        self.columns: Ints = (d * bodies[:, None] + np.arange(d)).ravel()
        self.places = np.zeros(plan.coordinates, np.int64)
        self.places[self.columns] = np.arange(self.columns.size)
        self.size = int((sizes**2).sum())
