"""Batches of driven motions: many parameter sets of one mechanism, moved through the same times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from threading import Event as Flag
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.signatures import passes_on
from ..base.zero import NEAR
from ..coordinates.batch_tables import NotAlikeError, Tables
from ..coordinates.plan import Plan
from ..coordinates.scales import Scales
from ..coordinates.switches import passages
from ..errors import LinkworkError, MotionError
from ..results.balance import MET
from ..results.batch import Batch
from ..results.dynamics import DynamicMotion
from ..results.motion import Motion
from .assembly import assembled_at
from .batch_starts import BatchStarts, Started
from .batch_threads import Outcome, Prepare, Task, run_batch, said
from .inverse import inverse
from .kinematics import check_options, move, moved_words, read_times, sweep_motion
from .members import Members
from .sampling import refuse_controllers
from .sweeping import Sweep, sweep_options


def move_many(
    plan: Plan,
    times: ArrayLike,
    *,
    parameters: Mapping[str, Any] | None = None,
    starts: Sequence[Any] | None = None,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    **options: Any,
) -> Batch[Motion]:
    """Move many variants of a driven mechanism through the times given.

    The numbers are those of single motions, ``model.with_parameters(...).move(...)``, bit for bit.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables, with as many drivers as degrees of freedom.
    times : array_like
        Times to report [s], rising; the same for every member.
    parameters : dict, optional
        Parameter name -> values, one for every member; a single value holds for all.
    starts : sequence, optional
        For every member an Assembly, array of poses, or None (the hints).
    threads : int, optional
        Default: one for each processor.
    progress : callable, optional
        Called with the fraction done.
    **options
        Those of `move`.

    Returns
    -------
    Batch
        A member that cannot be built, assembled or moved is reported in ``status``, with the motion as far as it
        came; the others are kept.

    Raises
    ------
    KeyboardInterrupt
        Its ``.batch`` keeps what was finished.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("crank", plane="xy")
    >>> L = m.parameter("L", 1.0)
    >>> rod = m.body("rod")
    >>> tip = rod.point("tip", "L", 0)
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> motor = m.drive("pin.angle", "2*t")
    >>> m.move_many([0.0, 0.5], parameters={"L": [1.0, 2.0]}).final("rod.tip.x").round(3).tolist()
    [0.54, 1.081]
    """
    _check_options(plan, times, options)
    job = _Moves(Members.of(plan, parameters, starts), starts, read_times(times), move, options)
    return run_batch(job, threads, progress)


def inverse_many(
    plan: Plan,
    times: ArrayLike,
    *,
    parameters: Mapping[str, Any] | None = None,
    starts: Sequence[Any] | None = None,
    progress: Callable[[float], None] | None = None,
    **options: Any,
) -> Batch[DynamicMotion]:
    """Find efforts of drivers and reactions of joints in many variants of a driven mechanism.

    The numbers are those of ``model.with_parameters(...).inverse(...)``, bit for bit.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables, with as many drivers as degrees of freedom, and a mass for every body.
    times : array_like
        Times to report [s], rising; the same for every member.
    parameters, starts, progress
        As in `move_many`.
    **options
        Those of `inverse`.

    Returns
    -------
    Batch
        As in `move_many`; ``batch[i].driver("motor").effort`` and everything else that `inverse` gives.
    """
    refuse_controllers(plan)
    _check_options(plan, times, options)
    job = _Inverses(Members.of(plan, parameters, starts), starts, read_times(times), inverse, options)
    return run_batch(job, 1, progress)


ONE_BY_ONE = ("start", "progress", "coordinates", "quantities", "history")
"""Options of `move` that many motions do not have."""

passes_on(move_many, to=move, without=ONE_BY_ONE)
passes_on(inverse_many, to=move, without=ONE_BY_ONE, derivatives=2)


def _check_options(plan: Plan, times: ArrayLike, options: Mapping[str, Any]) -> None:
    """Raise where `move` has no such options."""
    signature(move).bind(plan, times, **options)
    check_options(**options)


class _Moves:
    """The motions of the members of a batch."""

    DOING: ClassVar[str] = "moving"
    DONE: ClassVar[str] = "moved"

    def __init__(
        self,
        members: Members,
        starts: Sequence[Any] | None,
        times: Array,
        analysis: Callable[..., Motion],
        options: Mapping[str, Any],
    ) -> None:
        self.members, self.starts, self.times, self.analysis, self.options = members, starts, times, analysis, options

    def in_full(self, members: list[int]) -> Task:
        """Move members one after the other, in Python and here."""
        found = [self._one(i) for i in members]
        return lambda _: found

    def _one(self, i: int) -> Outcome:
        start = None if self.starts is None else self.starts[i]
        try:
            motion = self.analysis(self.members[i], self.times, start=start, progress=lambda _: None, **self.options)
        except MotionError as error:
            kept = error.motion if isinstance(error.motion, Motion) and len(error.motion) else None
            return Outcome(i, said(error), False, _reached(kept), kept)
        except Exception as error:  # also what a function of the user raised
            return Outcome(i, said(error))
        return Outcome(i, motion.status, motion.complete, _reached(motion), motion)

    def beside(self) -> Prepare:
        """Return how members are moved that differ in numbers only."""
        if self.starts is not None or self.options.get("hold"):
            raise NotAlikeError("Every start needs a look.")
        batch_starts = BatchStarts(self.members, None, float(self.times[0]))
        batch_moves = BatchMoves(batch_starts, self.times, self.options)

        def prepare(members: list[int]) -> Task:
            tables = batch_starts.tables(members)
            placed = batch_starts.placed(members, tables)

            def task(stop: Flag) -> list[Outcome]:
                started = batch_starts.started(members, tables, placed)
                found = []
                for n, i in enumerate(started.which):
                    if stop.is_set():
                        break
                    run = batch_moves.moved(tables, started, n)
                    if run is not None:
                        found.append(self._ended(members[int(i)], run))
                return found

            return task

        return prepare

    def _ended(self, i: int, run: Sweep) -> Outcome:
        sentence = moved_words(run)
        return Outcome(i, sentence, True, run.time, lambda: self._motion(i, run, sentence))

    def _motion(self, i: int, run: Sweep, sentence: str) -> Motion:
        """Return the motion of member i, which moved beside another: with its own model, plan and assembly."""
        run.plan = self.members[i]
        return sweep_motion(run, assembled_at(run.plan, float(self.times[0]), None), sentence, True)


class _Inverses(_Moves):
    """Inverse dynamics of the members of a batch: whether forces explain the motion is looked at for every one."""

    DOING: ClassVar[str] = "solving"
    DONE: ClassVar[str] = "solved"

    def beside(self) -> Prepare:
        """Raise NotAlikeError: the equations of motion of a member need its own plan."""
        raise NotAlikeError("The equations of motion of a member need its own plan.")


def _reached(motion: Motion | None) -> float:
    return float(motion.time[-1]) if motion is not None else np.nan


class BatchMoves:
    """Motions of members beside one that was planned in full.

    Raises NotAlikeError where a motion needs more than a sweep through regular positions.
    """

    def __init__(self, batch_starts: BatchStarts, times: Array, options: Mapping[str, Any]) -> None:
        plan = batch_starts.plan
        if len(plan.equations) != plan.coordinates or passages(plan.equations):
            raise NotAlikeError("Equations are redundant or missing, or joints have events.")
        try:
            move(plan, times[:1], **{**options, "progress": lambda _: None})
        except LinkworkError as error:
            raise NotAlikeError("The first member cannot be moved.") from error
        known = {"newton": "mixed", "predictor": "hermite", "derivatives": 3, "dense": True, "tolerance": 1e-12}
        self.options = {name: options.get(name, default) for name, default in known.items()}
        self.batch_starts, self.times, self.scales = batch_starts, times, Scales.of(plan, times)

    def moved(self, tables: Tables, started: Started, n: int) -> Sweep | None:
        """Return the motion of the member with start n; None where it does not pass regular positions only."""
        batch_starts, i = self.batch_starts, int(started.which[n])
        scales = replace(self.scales, length=float(tables.length[i]))
        run = Sweep(
            batch_starts.plan,
            started.poses[n],
            self.times,
            sweep_options(**self.options, scales=scales),
            scales,
            started.angles[n, batch_starts.places],
            batch_starts.bundle(batch_starts.plan.first_bundle, tables, i),
        )
        if not run.through():
            return None
        regular = bool((run.worst[:, 2] > NEAR).all() and (run.worst[:, 1] <= MET).all())
        return run if regular and not run.minima and run.work.control.cancelled == 0.0 else None
