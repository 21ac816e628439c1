"""Gradients of simulations: values at an instant, peaks, means, and times of events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ...base.poses import kept_by
from ...coordinates.curve_courses import on_a_curve
from ...errors import ModelError, MotionError
from ...expressions import parse
from ...expressions.nodes import Compare
from ...kernels.events.jolts import JOLTED
from ...model.loads import controllers_of
from ...results.contacts import changes_passed
from ...results.dynamics import DynamicMotion
from ...results.statuses import COMPLETE
from ..run import Run
from ..settings import output_times, read_settings
from ..simulate import prepared_run, told
from ..watching import watched_plan
from .adjoint import Adjoint
from .asked import Asked
from .beside import Beside, beside_or_none
from .every import STEPS, Every
from .held import NotSmoothError
from .multipliers import unfit
from .panels import FALLS, INTERVALS, WITHIN
from .readings import Tangents, at_places, check_reading, shifted, value_of, with_plan
from .reads import Read, Reads
from .running import Direct
from .scalars import OF_EVENTS
from .starting import STARTS, start_slopes

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

EVENT = "asked for"
"""Name of the event whose time is asked for."""

ENOUGH = 3e-6
"""Error of the derivatives at most, as a share of the largest effect, with which panels are short enough: that of most
is 1e-7 then."""

GROWS = 1e-8
"""Error of derivatives where the result changes as much as it is large: where it changes far more, errors of the run do
so, too."""

RATE = 1e-3
"""Step in time with which the rate of an event is found, as a share of a step of the run."""


class Simulated(Asked):
    """A simulation."""

    NAME: ClassVar[str] = "simulate"
    KNOWN: ClassVar[float] = 1e-7  # states between the steps are read from polynomials

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        known = ("points", "start", "hold", "stop_when")
        own = {name: self.options[name] for name in known if name in self.options}
        self.start, self.hold, self.stop = own.get("start"), own.get("hold", ()), own.get("stop_when")
        self.settings = read_settings({k: v for k, v in self.options.items() if k not in known})
        self.times = self.with_instant(output_times(self.times, own.get("points", 201)))
        self.timed = self.scalar.kind in OF_EVENTS
        self.run, self.motion = self._run(self.plan, tracked=True)
        self._read()
        self.why = self._why()

    # ---- the run itself ------------------------------------------------------------------------

    def _run(self, plan: Plan, tracked: bool = False) -> tuple[Any, DynamicMotion]:
        records = {EVENT: self.scalar.quantity} if self.timed else None
        run = prepared_run(plan, self.times, self.settings, self.start, self.hold, self.stop, records)
        if tracked:
            run.keep_track()
        run.go(lambda _: None)
        motion = told(run)
        if run.status not in COMPLETE:
            raise MotionError(motion.status, motion)
        return run, motion

    def _read(self) -> None:
        if self.timed:
            self.unit, self.value = "s", self._time_of(self.motion)
            return
        self.read_unit()
        check_reading(self.motion.plan, self.scalar.quantity, self.motion)
        self.series = value_of(self.motion.plan, self.scalar.quantity, self.motion)
        self.value = self.scalar.value(self.motion.time, self.series)
        self.notes.append(self.scalar.note(self.motion.time, self.series))

    def _events(self, motion: DynamicMotion) -> Array:
        """Return the times of the event that is asked for: one, or the two ends of a period."""
        found, needed = motion.records[EVENT], 1 + (self.scalar.kind == "period")
        if len(found) < needed:
            met = f"it happens {len(found)} times" if len(found) else "it never happens"
            raise ModelError(f"'{self.scalar.text}': until t = {self.times[-1]:g} s {met}. Simulate longer.")
        return np.asarray(found[:needed])

    def _time_of(self, motion: DynamicMotion) -> float:
        times = self._events(motion)
        return float(times[-1] - times[0]) if len(times) == 2 else float(times[0])

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values."""
        _, motion = self._run(plan)
        if self.timed:
            return self._time_of(motion)
        values = value_of(motion.plan, self.scalar.quantity, motion)
        if held and self.scalar.kind in ("peak", "max", "min"):
            k = self.scalar.place(self.motion.time, self.series)
            return float(abs(values[k]) if self.scalar.kind == "peak" else values[k])
        return self.scalar.value(motion.time, values)

    def _why(self) -> str:
        """Return why the equations are not differentiated along the run."""
        watched, run = self.run.watched, self.run
        stops, instant = self.stop is not None, self.scalar.instants or self.timed
        laws = [event for event in watched.courses if not on_a_curve(event)]
        releasing = [e for e in self.plan.equations if e.release is not None]
        reasons: dict[str, Any] = {
            "contacts and friction switch on the way": [*watched.switches, *releasing],
            "forces or joints change their course": [*laws, *watched.passages, *watched.endings],
            "contacts come over places where their curves change their course": changes_passed(self.motion),
            "velocities jump on the way": bool((run.log[: run.work.counts.events, 1] == JOLTED).any()),
            "a controller is sampled": controllers_of(self.plan.loads),
            "the steps of the method leave more than derivatives need": (
                self.settings.step is not None or run.formulation.STEPPER or run.method.implicit
            ),
            "work is integrated over time": not self.timed and self.integrated(),
            "the end of the time that is looked at moves": stops and not instant,
        }
        return next((reason for reason, met in reasons.items() if met), "")

    # ---- derivatives ---------------------------------------------------------------------------

    def exact(self) -> Array:
        """Return the derivatives from the variational equations along the run: going back, or forth where that fails.

        Back is cheaper for any number of variables but asks for more: see `unfit`.
        """
        t0 = float(self.times[0])
        self.beside = beside_or_none(self.designs, (*STEPS, *STARTS), t0)
        every = Every(self.designs, near=self.beside)
        along = Reads(self.plan, every, self._reads()), self.run, self._begin(self.beside, t0)
        why_not = "it is asked for" if self.wanted == "direct" else unfit(self.plan)
        if not why_not:
            try:
                found = self._refined(Adjoint(*along))
            except NotSmoothError as error:
                why_not = str(error)
            else:
                self.how = "adjoint"
                return found
        if self.wanted == "adjoint":
            raise ModelError(f"how='adjoint': {why_not}. Leave out how=, and another way is taken.")
        self.how, self.reason = "direct", why_not
        return self._refined(Direct(*along))

    def _begin(self, near: Beside | None, t0: float) -> Array:
        """Return how the state at the start changes, shape (2 n, variables); kept where hints alone decide on it."""
        key, free = ("begin", t0), self.start is None and not self.hold
        if free and key in self.designs.cache:
            kept: Array = self.designs.cache[key]
            return kept
        begins = near.started(len(STEPS)) if near and free else None
        found = start_slopes(self.designs, self.run.begin, t0, self.start, self.hold, begins)
        if free:
            self.designs.cache[key] = found
        return found

    def _refined(self, way: Adjoint | Direct) -> Array:
        """Return the derivatives on panels short enough, and note how well they are known."""
        sizes, effect, found = np.array(self.designs.sizes), 0.0, np.zeros(0)
        longest, level = np.inf if way.reads.few else WITHIN, abs(self.value)
        if not self.timed:
            level = max(level, float(np.abs(self.series).max()))
        for steps in INTERVALS:
            if steps > longest and steps != INTERVALS[-1]:
                continue
            found, self.apart = way.slopes(steps)
            effect, gap = float((np.abs(found) * sizes).max()), float((self.apart * sizes).max())
            if gap <= ENOUGH * effect + self.rounded or self.KNOWN * effect > level > self.rounded:
                break
            longest = steps * (ENOUGH * effect / gap) ** (1.0 / FALLS)
        # a result that changes far more than the numbers do makes as much of the errors of the run
        growth = effect / max(abs(self.value), 1e-300)
        self.apart = self.apart + effect * max(self.KNOWN, GROWS * growth) / sizes
        return found

    def _reads(self) -> list[Read]:
        """Return the quantities that the number is made of, to first order."""
        if self.timed:
            return [self._event(self._events(self.motion), self.scalar.quantity, self.scalar.kind == "period")]
        places = self.scalar.places(self.motion.time, self.series)
        weights = self.scalar.slope(self.motion.time, self.series, np.eye(len(places)))
        here = at_places(self.motion, places)
        reads = [Read(self.scalar.quantity, here, self.series[places], weights)]
        if self.stop is not None and places[-1] == len(self.motion) - 1 and self.motion.time[-1] < self.times[-1]:
            delay = self._event(self.motion.time[-1:], self.stop, False)
            later = weights[-1] * self._rate(self.scalar.quantity, here)
            reads.append(replace(delay, weights=later * delay.weights))
        return reads

    def _event(self, times: Array, text: str, period: bool) -> Read:
        """Return what delays an event: g_p + g_t dt = 0; or the time from one to the next."""
        here, event = self._states_at(times), _zero_of(text)
        rates = np.array([self._rate(event, at_places(here, np.array([k]))) for k in range(len(times))])
        weights = np.array([1.0, -1.0])[: len(times)] / rates if period else -1.0 / rates
        return Read(event, here, np.zeros(len(times)), weights)

    def _states_at(self, times: Array) -> DynamicMotion:
        """Return the run at other times."""
        if np.isin(times, self.motion.time).all():
            return at_places(self.motion, np.searchsorted(self.motion.time, times))
        run = Run(watched_plan(self.plan), self.run.begin, np.unique(np.r_[self.times[0], times]), self.settings)
        run.go(lambda _: None)
        motion = run.result(self.plan.model, "")
        return at_places(motion, np.searchsorted(motion.time, times))

    def _rate(self, text: str, here: Any) -> float:
        """Return the rate of a quantity at one instant of the run, along the motion."""
        _ = here.forces
        h = RATE * float(np.median(np.diff(np.unique(self.run.landings[:, 0]))))
        flow = Tangents(*(_freedoms(here.motions[:, :, k], self.plan.freedoms) for k in range(2)))
        total = 0.0
        for offset, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
            later = shifted(with_plan(here, self.plan), flow, offset * h)
            later = replace(later, time=here.time + offset * h)
            total += weight * float(value_of(self.plan, text, later)[0])
        return total / (12.0 * h)


def _freedoms(twists: Array, d: int) -> Array:
    return np.asarray(twists[:, :, kept_by(d)].reshape(len(twists), -1, 1))


def _zero_of(text: str) -> str:
    """Return the expression that goes through zero when an event happens."""
    node = parse(text)
    return f"({node.left}) - ({node.right})" if isinstance(node, Compare) else text
