"""Simulations of members that differ in numbers only, beside one that was set up in full."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Ints
from ..coordinates.batch_tables import NotAlikeError, Tables
from ..coordinates.masses import mass_weights
from ..coordinates.scales import Scales
from ..forces.end_stop import EndStop
from ..formulations.reference import Reference
from ..kernels.compiler.arguments import Handles
from ..kernels.runs.batch import begin_many
from ..kernels.tables.statuses import FAILED, RUNNING
from .watching import undirected

if TYPE_CHECKING:
    from .batch_starts import BatchStarts, Started
    from .run import Run


class BatchRuns:
    """Runs of members beside one that was set up in full, which is not run itself.

    Parameters
    ----------
    batch_starts : BatchStarts
    run : Run
        Of the first of them.

    Raises
    ------
    NotAlikeError
        When every run must be set up in full.
    """

    def __init__(self, batch_starts: BatchStarts, run: Run) -> None:
        self.batch_starts, self.run = batch_starts, run
        if reason := _unfit(batch_starts, run):
            raise NotAlikeError(reason)
        self.template = run.template()

    def begun(self, tables: Tables, started: Started) -> tuple[list[Run], Handles, Ints]:
        """Return the runs of members from their starts, with the handle and the status of each."""
        count, t = len(started.which), self.batch_starts.time
        runs: list[Run] = []
        handles, status = Handles(count), np.full(count, RUNNING, np.int64)
        for n, i in enumerate(started.which):
            run = self._sibling(tables, int(i))
            run.work.q[:], run.work.V[:, 0] = started.poses[n], started.twists[n]
            run.work.turns[:, 0] = run.work.near[:] = started.angles[n]
            run.work.angles[0] = started.turned[n]
            runs.append(run)
            handles[n] = run.work.H
        begin_many(handles, status, t)
        for n, run in enumerate(runs):
            run.status, run.reached = int(status[n]), int(status[n] != FAILED)
            run.held = undirected(self.batch_starts.plan, run.work, t)
        return runs, handles, status

    def _sibling(self, tables: Tables, i: int) -> Run:
        """Return a run like the one set up in full, with other tables and fresh work and output arrays."""
        run, first = copy(self.run), self.run
        run.work = self.batch_starts.bundle(self.template, tables, i)
        if tables.tables:
            mass_weights(self.batch_starts.plan, run.work)
            scales = Scales.made(float(tables.length[i]), run.work.gravity, run.work.masses, first.times)
            control = run.work.control
            control.rest = scales.rest
            control.spin, control.speed, control.most = scales.spin, scales.speed, scales.energy
        arrays = {"Q": first.poses, "U": first.motions, "out": first.out, "log": first.log}
        made = run.work.attach_new({name: array.shape for name, array in arrays.items()})
        run.poses, run.motions, run.out, run.log = made
        run.work.attach("times", first.times)
        run.poses[:, :, 3] = 1.0
        return run


def _unfit(batch_starts: BatchStarts, run: Run) -> str:
    """Return why the members of a batch cannot run beside one that was set up in full; "" if they can."""
    if run.plan is not batch_starts.plan or run.plan is not run.running:
        return "Events, contacts or coordinates have tables of their own."
    if type(run.formulation) is not Reference or run.method.implicit:
        return "The formulation or the method has arrays of its own."
    if any(isinstance(force, EndStop) for force in batch_starts.plan.model.forces.values()):
        return "End stops need a look at every start."
    return ""
