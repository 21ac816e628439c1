"""All designs beside one, a step of one number each: the tables of one plan with other numbers, filled together.

Two plans are made in full, with all numbers changed by small shares that differ, so that no two points or numbers
coincide that are written apart: where numbers go in the tables is learnt from these, and what is read of results with
tables alone must foretell how they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, Ints
from ...coordinates.batch_tables import NotAlikeError
from ...coordinates.sketch import sketched
from ...errors import LinkworkError
from ...results.dynamics import DynamicMotion
from ...results.forces import forces_along
from ..batch_starts import BatchStarts
from ..members import Members
from ..states import States
from .held import left_over
from .readings import at_places, with_plan

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ...kernels.tables.bundle import Bundle
    from .varied import Designs

MIXED = 1e-5
"""Share by which all numbers are changed in plans made in full."""

PLANNED = 2
"""Members that are planned in full: the first ones."""

State = tuple[Array, Array]


class Beside:
    """The designs at some offsets of every design variable.

    Parameters
    ----------
    designs : Designs
    offsets : tuple of float
        Where the designs are, as shares of the steps of the variables.
    t : float
        Time of the start [s].

    Raises
    ------
    NotAlikeError
        Where they differ in more than numbers of tables.
    """

    def __init__(self, designs: Designs, offsets: tuple[float, ...], t: float = 0.0) -> None:
        plan, self.offsets, self.count = designs.plan, offsets, len(designs.all)
        steps = np.array(designs.steps)
        self.mixed = MIXED * steps * (1.0 + 0.25 * np.sin(1.0 + np.arange(self.count)))
        shifts = np.einsum("k,ij,i->kij", np.array(offsets), np.eye(self.count), steps).reshape(-1, self.count)
        values = np.array([design.begin for design in designs.all]) + np.vstack([self.mixed, -self.mixed, shifts])
        named = {design.parameter: values[:, k].tolist() for k, design in enumerate(designs.all)}
        self.starts = BatchStarts(Members(plan, named, len(values)), None, t, range(PLANNED))
        self.batch, self.plan = self.starts.batch_tables, self.starts.plan
        same = np.array_equal(self.plan.order, plan.order) and len(self.plan.gauges) == len(plan.gauges)
        if not same or self.batch is None:
            raise NotAlikeError("Beside the design there are other equations or measures.")
        self.members = range(PLANNED, len(values))
        self.tables = self.starts.tables(self.members)
        if not self.tables.good.all():
            raise NotAlikeError("Some numbers cannot be changed in tables alone.")
        self._bundles: dict[int, Bundle] = {}

    def left_over(self, states: States, many: int, which: Ints) -> tuple[Array, Array]:
        """Return what is left of rows (offsets, variables, t, 3, rows) and bodies (offsets, variables, t, n).

        Of the first so many offsets of some variables.
        """
        works = [self._bundle(k * self.count + int(i)) for k in range(many) for i in which]
        found = [left_over(self.plan, states, work) for work in works]
        rows, rest = (np.array(part) for part in zip(*found, strict=True))
        return rows.reshape(many, len(which), *rows.shape[1:]), rest.reshape(many, len(which), *rest.shape[1:])

    def sketches(self, offsets: Sequence[int], which: Ints) -> list[list[Plan]]:
        """Return plans for what is read of results, at each of some offsets of some variables."""
        assert self.batch is not None
        places = [[k * self.count + int(i) for i in which] for k in offsets]
        return [
            [sketched(self.batch, self.tables, i, self.members[i], self._bundle(i)) for i in beside]
            for beside in places
        ]

    def stacked(self, motion: DynamicMotion, offsets: Sequence[int], which: Ints) -> DynamicMotion:
        """Return the motion once for each of some offsets of some variables, with the forces there.

        Points and axes that are read are those of the design.
        """
        there = at_places(motion, np.tile(np.arange(len(motion)), len(offsets) * len(which)))
        acting = with_plan(there, self.plan)
        works = [self._bundle(k * self.count + int(i)) for k in offsets for i in which]
        vars(there)["forces"] = forces_along(acting, works=works)
        there.motions[:] = acting.motions  # with the accelerations
        return there

    def _bundle(self, i: int) -> Bundle:
        if i not in self._bundles:
            self._bundles[i] = self.starts.bundle(self.plan.first_bundle, self.tables, i)
        return self._bundles[i]

    def planned(self) -> tuple[Plan, Plan]:
        """Return the plans made in full, with all variables changed by `mixed`, up and down."""
        return self.starts.planned[0], self.starts.planned[1]

    def started(self, first: int) -> list[dict[float, State]]:
        """Return poses and velocities of the starts that there are, for every variable by offset, from one on."""
        found: list[dict[float, State]] = [{} for _ in range(self.count)]
        members = self.members[first * self.count :]
        try:
            tables = self.starts.tables(members)
            starts = self.starts.started(members, tables, self.starts.placed(members, tables))
        except LinkworkError:
            return found
        for i, q, V in zip(starts.which.tolist(), starts.poses, starts.twists, strict=True):
            k, variable = divmod(i, self.count)
            found[variable][self.offsets[first + k]] = (q, V)
        return found


def beside_or_none(designs: Designs, offsets: tuple[float, ...], t: float = 0.0) -> Beside | None:
    """Return the designs beside one; None where every one must be planned in full."""
    key = "beside", offsets, t
    if key not in designs.cache:
        try:
            designs.cache[key] = Beside(designs, offsets, t)
        except LinkworkError:
            designs.cache[key] = None
    found: Beside | None = designs.cache[key]
    return found
