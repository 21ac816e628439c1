"""Batches: many parameter sets or starts of one mechanism, integrated on several threads.

Members are prepared one after the other and handed in chunks to threads, which run compiled code without Python's
lock; so members are prepared while others are integrated.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event as Flag
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import LinkworkError, ModelError, MotionError
from ..kernels.compiler.arguments import Handles
from ..kernels.runs.batch import integrate_many
from ..kernels.runs.integrate import DIPPED, FAILED, FULL, RUNNING, STIFF
from ..kernels.tables.control import PLACE
from ..results.dynamics import DynamicMotion
from ..results.motion import Motion
from ..results.reading import array_of, terms_of
from .frictions import check_frictions
from .masses import check_inertias, check_masses
from .members import Members, Values, member_count, read_values
from .progress import progress_line
from .run import BUDGET, Run
from .sampling import refuse_controllers
from .settings import Settings, output_times, read_settings
from .signatures import passes_on
from .simulate import simulate
from .start import Start, consistent_start
from .watching import check_events, watched_plan

if TYPE_CHECKING:
    import pandas as pd

    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

CHUNK = 16
"""Members handed to a thread at a time."""


@dataclass(frozen=True)
class Batch:
    """Many runs of one mechanism.

    ``batch[i]`` is the motion of member i. A member that failed does not spoil the others: `status` says why, and
    its values are NaN from where it stopped.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time : array, shape (times,)
        Times asked for [s].
    parameters : dict
        Values of the parameters, one for every member.
    status : tuple of str
        A sentence for every member.
    complete : array of bool, shape (members,)
        Whether the member reached the end or an event that ends it.
    """

    name: str
    time: Array
    parameters: Values
    status: tuple[str, ...]
    complete: NDArray[np.bool_]
    motions: tuple[DynamicMotion | None, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, i: int) -> DynamicMotion:
        """Return the motion of member i as far as it came; raises MotionError when it has none."""
        motion = self.motions[i]
        if motion is None:
            raise MotionError(f"Member {i} has no motion: {self.status[i]}", None)
        return motion

    def __iter__(self) -> Iterator[DynamicMotion]:
        return (self[i] for i in range(len(self)))

    def __str__(self) -> str:
        good = int(self.complete.sum())
        span = f"{self.time[0]:g} to {self.time[-1]:g} s"
        lines = [f"'{self.name}': {good} of {len(self)} members simulated {span}."]
        lines += [f"  member {i}: {self.status[i]}" for i in self.failed[:10]]
        lines += [f"  and {len(self.failed) - 10} more"] if len(self.failed) > 10 else []
        return "\n".join(lines)

    __repr__ = __str__

    @property
    def failed(self) -> list[int]:
        """Numbers of the members that did not reach their end."""
        return [int(i) for i in np.flatnonzero(~self.complete)]

    def measure(self, quantity: str) -> Array:
        """Return a measured quantity of every member, shape (members, times); NaN where a member has no value.

        Parameters
        ----------
        quantity : str
            ``"B.angle"``, ``"B.angle_velocity"``, ``"coupler.P.x"``, ``"distance(crank.P, ground.Q)"`` ...
        """
        out = np.full((len(self), len(self.time)), np.nan)
        for i, motion in enumerate(self.motions):
            if motion is not None and len(motion):
                values = _values(motion, quantity)[: len(self.time)]
                at = np.searchsorted(self.time, motion.time[: len(values)])
                known = at < len(self.time)
                known[known] = self.time[at[known]] == motion.time[: len(values)][known]
                out[i, at[known]] = values[known]
        return out

    def final(self, quantity: str) -> Array:
        """Return a measured quantity of every member where it ended, shape (members,); NaN for those that failed."""
        ends = [
            _values(m, quantity)[-1] if m is not None and len(m) and ok else np.nan
            for m, ok in zip(self.motions, self.complete, strict=True)
        ]
        return np.array(ends)

    def to_dataframe(self) -> pd.DataFrame:
        """Return parameters, time reached and status as a table with a row for every member."""
        import pandas as pd

        reached = [np.nan if m is None or not len(m) else float(m.time[-1]) for m in self.motions]
        columns: dict[str, Any] = {**self.parameters, "reached [s]": reached, "complete": self.complete}
        return pd.DataFrame({**columns, "status": self.status}, index=pd.RangeIndex(len(self), name="member"))


def _values(motion: DynamicMotion, quantity: str) -> Array:
    """Return a quantity over time; the equations of motion are solved for forces and accelerations only."""
    (term, *others) = terms_of(motion, quantity)
    if others:
        raise ModelError(f"'{quantity}' has {1 + len(others)} components; ask for one: '{term.text}'.")
    if term.forces or term.order > 1:
        return array_of(motion, quantity)
    plain = Motion(
        motion.name,
        motion.time,
        motion.status,
        motion.complete,
        motion.violation,
        {},
        1,
        motion.model,
        motion.plan,
        motion.poses,
        motion.motions,
        (),
        motion.turned,
        motion.counted,
    )
    return array_of(plain, quantity)


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
) -> Batch:
    """Simulate many variants of a mechanism.

    The numbers are those of single runs, ``model.with_parameters(...).simulate(...)``, bit for bit.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    until, points
        As in `linkwork.solve.simulate.simulate`; the same for every member.
    parameters : dict, optional
        Parameter name -> values, one for every member; a single value holds for all. Angles and speeds of the start
        are varied by parameters that `place` uses.
    starts : sequence, optional
        For every member a Start, Assembly, array of poses, or None (the hints).
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
    values = read_values(plan.model, parameters)
    count = member_count(values, starts)
    refuse_controllers(plan)
    members = Members(plan, {name: v * count if len(v) == 1 else v for name, v in values.items()}, count)
    make = _Maker(members, starts, times, chosen, (stop_when, record_when))
    work = _Work(make, _thread_count(threads, plan), progress)
    try:
        work.go()
    except KeyboardInterrupt as stop:
        stop.batch = work.batch("Interrupted")  # type: ignore[attr-defined]
        raise
    return work.batch("Not started")


passes_on(simulate_many, to=Settings, told_by=simulate)


def _thread_count(threads: int | None, plan: Plan) -> int:
    """Return the number of threads; one when Python functions take part, which run one at a time anyway."""
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise ModelError(f"threads is a positive number, not {threads!r}.")
    if any(program.callables for program in plan.programs.programs):
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return threads or known or 1


class _Maker:
    """Makes the runs of the members."""

    def __init__(
        self, members: Members, starts: Sequence[Any] | None, times: Array, settings: Settings, events: tuple[Any, Any]
    ) -> None:
        self.members, self.starts, self.times, self.settings, self.events = members, starts, times, settings, events

    def __len__(self) -> int:
        return len(self.members)

    def run(self, i: int) -> tuple[Plan, Run]:
        """Return member i and its run, ready to go; raises LinkworkError when there is none."""
        member = self.members[i]
        check_masses(member)
        watched = watched_plan(member, *self.events)
        start = None if self.starts is None else self.starts[i]
        if isinstance(start, Start) and start.motion.plan is not member:
            start = start.poses  # of other parameters: assembled again from there
        first = consistent_start(member, float(self.times[0]), start)
        check_inertias(watched.plan, first.poses, float(self.times[0]))
        check_frictions(member, watched, first.poses, float(self.times[0]))
        return member, Run(watched, first, self.times, self.settings)


class _Work:
    """One batch at work: members are prepared here and carried by threads."""

    def __init__(self, make: _Maker, threads: int, progress: Callable[[float], None] | None) -> None:
        count = len(make)
        self.make, self.threads = make, threads
        self.show = progress or progress_line("simulating", count, "members")
        self.handles = Handles(count)
        self.status = np.full(count, FAILED, np.int64)
        self.runs: dict[int, tuple[Plan, Run]] = {}
        self.motions: list[DynamicMotion | None] = [None] * count
        self.words: list[str] = [""] * count
        self.done = 0
        self.stop = Flag()

    def go(self) -> None:
        """Prepare and carry all members; preparing waits when every thread has work ahead."""
        waiting: set[Future[range]] = set()
        count = len(self.make)
        chunks = [range(1), *(range(i, min(i + CHUNK, count)) for i in range(1, count, CHUNK))]
        pool = ThreadPoolExecutor(self.threads, "linkwork")
        try:
            self._prepare(chunks[0])
            self._carry(chunks[0])
            self._finish(0)
            for chunk in chunks[1:]:
                self._prepare(chunk)
                waiting.add(pool.submit(self._carry, chunk))
                while len(waiting) > 2 * self.threads:
                    waiting = self._collect(waiting)
            while waiting:
                waiting = self._collect(waiting)
            self.show(1.0)
        except BaseException:
            self.stop.set()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _prepare(self, chunk: range) -> None:
        """Build, assemble and begin the members of a chunk; what fails is noted."""
        for i in chunk:
            try:
                self.runs[i] = self.make.run(i)
                run = self.runs[i][1]
                run._begin()
            except Exception as error:  # also what a function of the user raised
                self.words[i] = _said(error)
                continue
            run.work.counts[PLACE] = run.reached
            self.handles[i], self.status[i] = run.work.H, run.status

    def _carry(self, chunk: range) -> range:
        """Integrate the members of a chunk, without Python's lock but for events that need it."""
        first = chunk.start
        while not self.stop.is_set():
            first = integrate_many(self.handles, self.status, first, chunk.stop, BUDGET, 4)
            for i in chunk:
                if self.status[i] in (FULL, DIPPED, STIFF):
                    run = self.runs[i][1]
                    run.status, run.reached = int(self.status[i]), int(run.work.counts[PLACE])
                    run.prepare_piece()
                    self.handles[i], self.status[i], first = run.work.H, run.status, min(first, i)
            if first == chunk.stop:
                break
        return chunk

    def _collect(self, waiting: set[Future[range]]) -> set[Future[range]]:
        """Wait for a chunk and turn its runs into results."""
        done, left = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            for i in future.result():
                self._finish(i)
        self.show(self.done / len(self.make))
        return left

    def _finish(self, i: int, unfinished: str = "") -> None:
        """Turn the run of a member into its result."""
        self.done += 1
        if i not in self.runs:
            return
        member, run = self.runs.pop(i)
        del self.handles[i]
        run.status, run.reached = int(self.status[i]), int(run.work.counts[PLACE])
        if not self.words[i]:
            try:
                run.running.programs.reraise()
                self.words[i] = (
                    run.sentence(member.model) if run.status != RUNNING else f"{unfinished} at t = {run.time:g} s."
                )
            except Exception as error:  # also what a function of the user raised
                self.words[i] = _said(error)
        self.motions[i] = run.result(member.model, self.words[i]) if run.reached else None

    def batch(self, unfinished: str) -> Batch:
        """Return what was computed so far."""
        for i in list(self.runs):
            self._finish(i, unfinished)
        words = tuple(text or f"{unfinished}." for text in self.words)
        complete = np.array([m is not None and m.complete for m in self.motions])
        members = self.make.members
        return Batch(members.model.name, self.make.times, members.values, words, complete, tuple(self.motions))


def _said(error: Exception) -> str:
    """Return an error as a sentence on one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, LinkworkError) else f"{type(error).__name__}: {text}"
