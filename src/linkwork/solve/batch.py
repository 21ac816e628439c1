"""Batches of simulations: many parameter sets or starts of one mechanism, integrated on several threads.

Chunks of members go to threads, which run compiled code without Python's lock. Members that differ in numbers only
start there too (`batch_starts`, `batch_runs`); the others are set up one after the other while earlier ones
are integrated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Event as Flag
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Ints
from ..base.signatures import passes_on
from ..coordinates.batch_tables import NotAlikeError
from ..coordinates.plan import Plan
from ..kernels.compiler.arguments import Handles
from ..kernels.runs.batch import integrate_many
from ..kernels.tables.statuses import DIPPED, DONE, FULL, RUNNING, STIFF
from ..results.batch import Batch
from ..results.dynamics import DynamicMotion
from .batch_runs import BatchRuns
from .batch_starts import BatchStarts
from .batch_threads import Outcome, Prepare, Task, run_batch, said
from .formulating import formulation_for
from .frictions import check_frictions
from .masses import check_inertias, check_masses
from .members import Members
from .run import BUDGET, Run
from .sampling import refuse_controllers
from .settings import Settings, output_times, read_settings
from .simulate import simulate, told
from .start import Start, consistent_start
from .watching import check_events, watched_plan


def simulate_many(
    plan: Plan,
    until: float | ArrayLike,
    *,
    parameters: Mapping[str, Any] | None = None,
    starts: Sequence[Any] | None = None,
    points: int = 201,
    threads: int | None = None,
    stop_when: str | None = None,
    record_when: Mapping[str, str] | None = None,
    progress: Callable[[float], None] | None = None,
    **settings: object,
) -> Batch[DynamicMotion]:
    """Simulate many variants of a mechanism.

    The numbers are those of single runs, ``model.with_parameters(...).simulate(...)``, bit for bit.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    until, points
        As in `linkwork.Mechanism.simulate`; the same for every member.
    parameters : dict, optional
        Parameter name -> values, one for every member; a single value holds for all. Angles and speeds of the start
        are varied by parameters that `place` uses.
    starts : sequence, optional
        For every member a Start, Motion, Assembly, array of poses, or None (the hints), as in `simulate`.
    threads : int, optional
        Default: one for each processor.
    stop_when, record_when
        Events, as in `simulate`.
    progress : callable, optional
        Called with the fraction done.
    **settings
        Method, tolerance and others, as in `simulate`.

    Returns
    -------
    Batch
        A member that cannot be built, assembled or simulated is reported in ``status``; the others are kept.

    Raises
    ------
    KeyboardInterrupt
        Its ``.batch`` keeps what was finished.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> L = m.parameter("L", 1.0)
    >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> batch = m.simulate_many(1.0, parameters={"L": [0.5, 1.0, 2.0]})
    >>> batch.final("pin.angle").shape
    (3,)
    """
    chosen = read_settings(settings)
    times = output_times(until, points)
    check_events(stop_when, record_when)
    members = Members.of(plan, parameters, starts)
    refuse_controllers(plan)
    starts = None if starts is None else list(starts)
    return run_batch(_Simulations(members, starts, times, chosen, (stop_when, record_when)), threads, progress)


passes_on(simulate_many, to=Settings, told_by=simulate)


class _Simulations:
    """The simulations of the members of a batch."""

    DOING: ClassVar[str] = "simulating"
    DONE: ClassVar[str] = "simulated"

    def __init__(
        self, members: Members, starts: Sequence[Any] | None, times: Array, settings: Settings, events: tuple[Any, Any]
    ) -> None:
        self.members, self.starts, self.times, self.settings, self.events = members, starts, times, settings, events

    @property
    def _first(self) -> float:
        return float(self.times[0])

    # ---- beside one that is set up in full -----------------------------------------------------

    def beside(self) -> Prepare:
        """Return how members run that differ in numbers only."""
        batch_starts = BatchStarts(self.members, self.starts, self._first)
        try:
            batch_runs = BatchRuns(batch_starts, self._run(batch_starts.first, batch_starts.plan))
        except NotAlikeError:
            raise
        except Exception as error:  # also what a function of the user raised: the full way tells it
            raise NotAlikeError("The first member cannot be set up.") from error

        def prepare(members: list[int]) -> Task:
            tables = batch_starts.tables(members)
            placed = None if batch_starts.given else batch_starts.placed(members, tables)

            def task(stop: Flag) -> list[Outcome]:
                started = batch_starts.started(members, tables, placed)
                runs, handles, status = batch_runs.begun(tables, started)
                _integrate(runs, handles, status, stop, (FULL, DIPPED))
                found = zip((members[int(i)] for i in started.which), runs, strict=True)
                return [self._ended_beside(i, run) for i, run in found if run.status == DONE]

            return task

        return prepare

    def _ended_beside(self, i: int, run: Run) -> Outcome:
        sentence = run.sentence(self.members.model)
        return Outcome(i, sentence, True, run.time, lambda: self._motion(i, run, sentence))

    def _motion(self, i: int, run: Run, sentence: str) -> DynamicMotion:
        """Return the motion of member i, which ran beside another: with its own model, plan and start."""
        member = self.members[i]
        run.watched = watched_plan(member, *self.events)
        run.begin, run.plan = self._start(i, member), run.watched.plan
        run.formulation = formulation_for(self.settings, run.method, run.watched, run.begin.poses, self._first)
        run.running = run.formulation.plan
        return run.result(member.model, sentence)

    # ---- in full -------------------------------------------------------------------------------

    def in_full(self, members: list[int]) -> Task:
        """Build, assemble and begin members here, one after the other; return their integration."""
        failed: list[Outcome] = []
        begun: list[tuple[int, Run]] = []
        for i in members:
            try:
                run = self._run(i, self.members[i])
                run._begin()
                begun.append((i, run))
            except Exception as error:  # also what a function of the user raised
                failed.append(Outcome(i, said(error)))

        def task(stop: Flag) -> list[Outcome]:
            runs, handles = [run for _, run in begun], Handles(len(begun))
            for n, run in enumerate(runs):
                run.work.counts.place = run.reached
                handles[n] = run.work.H
            _integrate(runs, handles, np.array([r.status for r in runs], np.int64), stop, (FULL, DIPPED, STIFF))
            return [*failed, *(_ended(*each) for each in begun)]

        return task

    def _run(self, i: int, member: Plan) -> Run:
        """Return the run of member i, ready to go; raises LinkworkError when there is none."""
        check_masses(member)
        watched = watched_plan(member, *self.events)
        first = self._start(i, member)
        check_inertias(watched.plan, first.poses, self._first)
        check_frictions(member, watched, first.poses, self._first)
        return Run(watched, first, self.times, self.settings)

    def _start(self, i: int, member: Plan) -> Start:
        start = None if self.starts is None else self.starts[i]
        return consistent_start(member, self._first, start)


def _integrate(runs: Sequence[Run], handles: Handles, status: Ints, stop: Flag, pauses: tuple[int, ...]) -> None:
    """Integrate runs that have been begun, without Python's lock but for what makes them pause and is met here."""
    first, last = 0, len(runs)
    while not stop.is_set() and first < last:
        first = integrate_many(handles, status, first, last, BUDGET, 4)
        for n, run in enumerate(runs):
            if status[n] in pauses:
                run.status, run.reached = int(status[n]), int(run.work.counts.place)
                run.prepare_piece()
                handles[n], status[n], first = run.work.H, run.status, min(first, n)
    for n, run in enumerate(runs):
        run.status, run.reached = int(status[n]), int(run.work.counts.place)


def _ended(i: int, run: Run) -> Outcome:
    """Return what came of a run that was set up in full."""
    try:
        run.reraise()
        if run.status == RUNNING:
            motion = run.result(run.plan.model, f"Interrupted at t = {run.time:g} s.")
        else:
            motion = told(run)
    except Exception as error:  # also what a function of the user raised
        motion = replace(run.result(run.plan.model, said(error)), complete=False)
    kept = motion if run.reached else None
    return Outcome(i, motion.status, kept is not None and motion.complete, run.time if run.reached else np.nan, kept)
