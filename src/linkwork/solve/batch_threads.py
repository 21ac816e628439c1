"""Batches at work: chunks of members carried by threads, outcomes collected, interruptions that keep what is done."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from threading import Event as Flag
from typing import Any, ClassVar, Protocol

import numpy as np

from ..arrays import Array
from ..coordinates.batch_tables import NotAlikeError
from ..coordinates.plan import Plan
from ..errors import LinkworkError, ModelError
from ..results.batch import Batch, Motions
from ..results.motion import Motion
from .members import Members
from .progress import progress_line

CHUNK = 64
"""Most members handed to a thread at a time: what is done for a chunk as a whole is a small share then."""

LEAST = 4
"""Fewest members handed to a thread at a time. Chunks get smaller towards the end (half of what is left, shared by
all threads), so that all threads end at about the same time."""


@dataclass(frozen=True)
class Outcome:
    """What became of a member: in a sentence, whether it is complete, the time reached [s], and its motion."""

    member: int
    sentence: str
    complete: bool = False
    reached: float = np.nan
    motion: Motion | Callable[[], Motion] | None = None


Task = Callable[[Flag], list[Outcome]]
"""What a thread does for a chunk of members; it ends early when the flag is set."""

Prepare = Callable[[list[int]], Task]
"""What is done before, in Python, for a chunk of members."""


class Job(Protocol):
    """What is done with the members of a batch."""

    DOING: ClassVar[str]
    DONE: ClassVar[str]
    members: Members
    times: Array

    def beside(self) -> Prepare:
        """Return how members run beside one that is made in full; it may leave some out. Raises NotAlikeError."""

    def in_full(self, members: list[int]) -> Task:
        """Return what is left to do for members that are made in full."""


def run_batch(job: Job, threads: int | None, progress: Callable[[float], None] | None) -> Batch[Any]:
    """Return the batch of a job; a KeyboardInterrupt has what was finished as ``.batch``."""
    work = _Work(job, _thread_count(threads, job.members.plan), progress)
    try:
        work.go()
    except KeyboardInterrupt as stop:
        stop.batch = work.batch("Interrupted")  # type: ignore[attr-defined]
        raise
    return work.batch("Not started")


def _thread_count(threads: int | None, plan: Plan) -> int:
    """Return the number of threads; one when Python functions take part, which run one at a time anyway."""
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise ModelError(f"threads is a positive number, not {threads!r}.")
    if _calls_python(plan):
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return threads or known or 1


def _calls_python(plan: Plan) -> bool:
    """Return whether functions of the user take part."""
    return any(program.callables for program in plan.programs.programs)


class _Work:
    """One batch at work: members are prepared here and carried by threads."""

    def __init__(self, job: Job, threads: int, progress: Callable[[float], None] | None) -> None:
        self.job, self.threads, self.count = job, threads, len(job.members)
        self.show = progress or progress_line(job.DOING, self.count, "members")
        self.outcomes: dict[int, Outcome] = {}
        self.waiting: set[Future[list[Outcome]]] = set()
        self.stop = Flag()

    def go(self) -> None:
        """Carry all members: beside one that is made in full where that is possible, and the others in full."""
        pool = ThreadPoolExecutor(self.threads, "linkwork")
        try:
            if self.count > 1:
                with suppress(NotAlikeError):
                    self._carry(pool, self.job.beside())
            self._carry(pool, self.job.in_full)
            self.show(1.0)
        except BaseException:
            self.stop.set()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _carry(self, pool: ThreadPoolExecutor, prepare: Prepare) -> None:
        """Hand out what is left in chunks and take what comes back; it waits when every thread has work ahead."""
        members = [i for i in range(self.count) if i not in self.outcomes]
        # what a function of the user raises belongs to the one member that is on its way
        alone = _calls_python(self.job.members.plan)
        for first, last in pairwise(_chunks(len(members), self.threads, alone)):
            self.waiting.add(pool.submit(prepare(members[first:last]), self.stop))
            while len(self.waiting) > (2 * self.threads if first and not alone else 0):
                self._collect()
        while self.waiting:
            self._collect()

    def _collect(self) -> None:
        """Wait for a chunk and keep what came of it."""
        for future in wait(self.waiting, return_when=FIRST_COMPLETED)[0]:
            self.waiting.discard(future)
            self.outcomes |= {outcome.member: outcome for outcome in future.result()}
        self.show(len(self.outcomes) / self.count)

    def batch(self, unfinished: str) -> Batch[Any]:
        """Return what was computed so far, also what came back after an interruption."""
        for future in self.waiting:
            if not future.cancelled() and not future.exception():
                self.outcomes |= {outcome.member: outcome for outcome in future.result()}
        all_of_them = [self.outcomes.get(i, Outcome(i, f"{unfinished}.")) for i in range(self.count)]
        members = self.job.members
        return Batch(
            members.model.name,
            self.job.times,
            members.values,
            tuple(outcome.sentence for outcome in all_of_them),
            np.array([outcome.complete for outcome in all_of_them], bool),
            np.array([outcome.reached for outcome in all_of_them]),
            Motions([outcome.motion for outcome in all_of_them]),
            self.job.DONE,
        )


def _chunks(count: int, threads: int, alone: bool) -> list[int]:
    """Return where chunks of members begin and the last ends; the first is one member, for what is set up once."""
    found = [0, 1] if count else [0]
    while found[-1] < count:
        left = count - found[-1]
        size = 1 if alone else min(max(left // (2 * threads), LEAST), CHUNK, left)
        found.append(found[-1] + size)
    return found


def said(error: Exception) -> str:
    """Return an error as a sentence on one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, LinkworkError) else f"{type(error).__name__}: {text}"
