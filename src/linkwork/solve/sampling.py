"""When the controllers of a simulation take their samples."""

from __future__ import annotations

from contextlib import AbstractContextManager
from math import ceil, inf
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..errors import ModelError
from ..functions.controller import Controller, Samples, holding
from ..model.loads import controllers_of
from .course_times import change_times
from .leaps import check_leaps

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..formulations import Formulation
    from ..kernels.tables.bundle import Bundle
    from .methods import Method
    from .watching import Watched


MOST = 10**7
"""Samples in a run; more would fill the memory and take hours."""

CLOSE = 1e-9
"""Times nearer than this share of a run are one."""

MEETING = 1e-11
"""Times nearer than this share of a run are passed at once: nothing moves between them."""


class Sampling:
    """The controllers of one run and the samples that they take.

    Attributes
    ----------
    controllers : dict
        By the names of their forces.
    samples : dict
        What each of them measured and returned in this run.
    """

    def __init__(self, watched: Watched, times: Array) -> None:
        self.first, self.last = float(times[0]), float(times[-1])
        self.controllers = controllers_of(watched.plan.loads)
        own = {controller: Samples() for controller in self.controllers.values()}
        self.samples = {name: own[controller] for name, controller in self.controllers.items()}
        self._schedules = {name: self._schedule(name, controller) for name, controller in self.controllers.items()}

    def _schedule(self, name: str, controller: Controller) -> Array:
        """Return the times of the samples of a controller: from the start on, before the end [s]."""
        span, period = self.last - self.first, controller.sample_period
        count = span / period
        if count > MOST:
            raise ModelError(
                f"The {controller.label} of '{name}' would be called {count:.3g} times: its period is {period:g} s and "
                f"the run takes {span:g} s. At most {MOST} samples are taken: is the period in seconds?"
            )
        number = max(ceil(count - CLOSE * max(1.0, count)), 1)
        return np.asarray(self.first + period * np.arange(number), np.float64)

    def check(self, method: Method, formulation: Formulation) -> None:
        """Raise ModelError where the steps of a run cannot end at the samples."""
        if self.controllers and (formulation.STEPPER or not method.stages):
            name, controller = next(iter(self.controllers.items()))
            how = f"formulation='{formulation.NAME}'" if formulation.STEPPER else f"method='{method.name}'"
            raise ModelError(
                f"The {controller.label} of '{name}' is sampled, and steps with {how} cannot end at its samples. "
                f"Leave it out: simulate then takes a method that can."
            )

    def breaks(self, plan: Plan, free: bool) -> Array:
        """Return the times at which steps end, (breaks, 3): just before and after [s], and 1 where samples are taken.

        They are the times of the samples and, where steps are `free`, those at which functions of time change their
        course. A step that ends there sees one side only, and none leaps across a short pulse. Steps that are fixed go
        across; where a driver jumps they cannot.
        """
        changes = change_times(plan, self.first, self.last)
        if not free:
            check_leaps(plan, changes[(changes > self.first) & (changes < self.last)])
            changes = np.zeros(0)
        sampled = np.concatenate([np.zeros(0), *(times[1:] for times in self._schedules.values())])
        found = np.unique(np.concatenate([changes, sampled]))
        found = found[(found >= self.first) & (found < self.last)]
        span = self.last - self.first
        apart = np.diff(found, prepend=-inf) > CLOSE * span
        kept = np.repeat(found[apart][:, None], 2, axis=1)
        for time in found[~apart]:  # of two rises that meet, one begins before the other has ended
            group = np.searchsorted(kept[:, 0], time) - 1
            kept[group, 1] = time if time - kept[group, 0] <= MEETING * span else kept[group, 1]
        table = np.zeros((len(kept), 3))
        table[:, :2] = kept + 4.0 * np.spacing(abs(kept)) * [-1.0, 1.0]
        table[kept[:, 0] == self.first, :2] = self.first, self.first + 4.0 * np.spacing(max(abs(self.first), span))
        table[np.cumsum(apart)[np.isin(found, sampled)] - 1, 2] = 1.0
        return table

    def held(self) -> AbstractContextManager[None]:
        """Return a context in which the controllers belong to this run."""
        return holding(self.controllers, self.samples)

    def start(self) -> None:
        """Let the first evaluation take the samples of the start."""
        self._open(self.first, -inf)

    def take(self, work: Bundle, breaks: Array) -> None:
        """Let the next evaluation take the samples that are due where the run stands, if any are."""
        control, number = work.control, int(work.counts.broken)
        if number < len(breaks) and control.time == breaks[number, 0] and breaks[number, 2]:
            before, after, _ = breaks[number].tolist()
            # most of the way is behind: times of the output that rounding makes a little early see the new value
            self._open(after, before + (after - before) / 8.0)
            control.sampled = control.time

    def _open(self, time: float, since: float) -> None:
        """Open the samples due at a time; what they give acts from `since` on."""
        for name, controller in self.controllers.items():
            taken, schedule = len(self.samples[name].times), self._schedules[name]
            if taken < len(schedule) and schedule[taken] <= time + 2.0 * CLOSE * (self.last - self.first):
                controller.open(float(schedule[taken]), since)


def refuse_controllers(plan: Plan) -> None:
    """Raise ModelError when a model with sampled controllers is to be run many times over."""
    for name, controller in controllers_of(plan.loads).items():
        raise ModelError(
            f"The {controller.label} of '{name}' is sampled and may remember: simulate_many cannot give every member "
            f"one of its own. Call simulate for each of them, with a new controller."
        )
