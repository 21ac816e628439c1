"""One integration: state, work and output arrays, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, cast

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.masses import mass_weights
from ..coordinates.plan import Plan
from ..coordinates.scales import Scales
from ..coordinates.tracked import read_tracked, tracked, tracked_now
from ..errors import LinkworkError
from ..formulations.base import Interpreted
from ..kernels.compiler import keyboard
from ..kernels.events.handling import begin
from ..kernels.runs.integrate import LANDINGS, integrate
from ..kernels.steps.cauchy_euler import BODIES, OWN
from ..kernels.steps.singular import SINGULAR
from ..kernels.steps.stepping import CORRECTION, PROJECTION
from ..kernels.tables.bundle import Bundle
from ..kernels.tables.statuses import DIPPED, DONE, FAILED, RUNNING, STIFF, STILL, STOPPED
from ..model.description import Description
from ..results.balance import MET, Balance, balance_of
from ..results.dynamics import DynamicMotion
from ..results.statuses import COMPLETE, PAUSES
from .between import close_between
from .ending import why_stopped
from .formulating import formulation_for
from .lifted import overlap
from .methods import Method
from .observing import Observer
from .progress import progress_line
from .rhythm import check_rhythm
from .roughness import Roughness, check_pace
from .sampling import Sampling
from .settings import STABILISATIONS, Settings
from .start import Start
from .stiff import meet_stiffness
from .watching import Watched, already, check_gaps, check_stops, log_changes, log_records, log_words, undirected

COUNTS = ("steps", "rejected", "evaluations", "events")

BUDGET = 2000
"""Steps between two looks at the clock and the keyboard."""

SLOW_BUDGET = 20
"""The same for formulations in Python, which take some ten milliseconds a step: the time left is told early."""

ROOM = 1024
"""States at the ends of steps that there is room for at first."""

MANY, LITTLE = 10000, 1e-7
"""A run that takes so many steps for this share of its time would never end."""


class Run:
    """One integration: state, work and output arrays."""

    def __init__(self, watched: Watched, begin: Start, times: Array, settings: Settings) -> None:
        self.watched, self.begin, self.times, self.settings = watched, begin, times, settings
        self.plan: Plan = watched.plan
        check_rhythm(self.plan, times)
        self.sampling = Sampling(watched, times)
        self.equip(settings.first_method, begin.poses)
        self.work.V[:, 0] = begin.twists
        self.work.turns[:, 0] = self.work.near[:] = begin.angles(self.running)
        self.work.angles[0] = begin.turned
        self.work.contacts[:, :2] = np.tile(begin.places(self.running), (2, 1))
        count, bodies, switches = len(times), len(begin.poses), len(watched.switches)
        width = 1 + bodies + switches + len(tracked(self.running))
        shapes = {"Q": (count, bodies, 7), "U": (count, bodies, 2, 6), "out": (count, width)}
        self.poses, self.motions, self.out, self.log = self.work.attach_new({**shapes, "log": (64, 3)})
        self.work.attach("times", times)
        self.poses[:, :, 3] = 1.0
        self.status, self.reached, self.stiff, self.held = RUNNING, 0, "", ""
        self._pace, self.rough = (0, float(times[0])), Roughness("", 0.0, 0.0)
        self.track: Array | None = None
        self.observer = Observer(self)
        self.install()

    def install(self) -> None:
        """Let the filled work arrays call the formulation, and what tells events of forces."""
        self.formulation.install(self.work)
        self.observer.install()

    def equip(self, method: Method, poses: Array) -> None:
        """Take a method: its plan, its formulation and fresh work arrays with the bodies at these poses.

        `install` is to be called once the arrays are filled.
        """
        self.method, self.tolerance = method, self.settings.tolerance_with(method)
        self.formulation = formulation_for(self.settings, method, self.watched, poses, float(self.times[0]))
        self.sampling.check(method, self.formulation)
        self.running: Plan = self.formulation.plan
        template = self.template()
        self.work: Bundle = self.running.bundle(poses, template)
        self.breaks: Array = template.breaks

    def attach(self, out: Array) -> None:
        """Let the work arrays of another method go on writing log and output; `out` has its columns in their order."""
        self.out = out
        for name, array in {"Q": self.poses, "U": self.motions, "out": out, "log": self.log}.items():
            self.work.attach(name, array)
        self.work.attach("times", self.times)

    def template(self) -> Bundle:
        """Return work arrays as a run with these settings finds them; kept for further runs."""
        key = (self.settings, self.method.name, float(self.times[0]), float(self.times[-1]))
        kept: Any = self.running.cache.get("run")
        if kept is None or kept[0] != key:
            kept = self.running.cache["run"] = key, self._made_template()
        return cast(Bundle, kept[1])

    def _made_template(self) -> Bundle:
        """Return work arrays with the masses as weights, the table of the method and the options of the integrator."""
        plan, method = self.running, self.method
        made = plan.bundle()
        mass_weights(plan, made)
        for name, array in {"rk_a": method.a, "rk_b": method.b, "rk_c": method.c, "rk_e": method.e}.items():
            made.attach(name, array)
        made.attach("breaks", self._breaks())
        self._set_control(made.control)
        method.set_up(made, self.settings)
        return made

    def _breaks(self) -> Array:
        """Return the times at which steps end; see `Sampling.breaks`. Fixed steps end at samples alone."""
        return self.sampling.breaks(self.running, bool(self.adaptive and self.method.stages))

    @property
    def adaptive(self) -> bool:
        """Whether the steps are chosen by the estimated error."""
        return self.method.adaptive and self.settings.step is None

    def _set_control(self, control: Any) -> None:
        """Write the options of the integrator to the record of control."""
        s, scales = self.settings, Scales.of(self.plan, self.times)
        span = scales.span
        adaptive = self.adaptive
        longest = min(s.longest or np.inf, span / 4) if adaptive else float(s.step or span)
        if s.stabilisation == "baumgarte":
            h = longest if not adaptive else self.tolerance ** (1.0 / self.method.control) * span / 10
            control.alpha = 1.0 / h if s.alpha == "taylor" else s.alpha
            control.beta = np.sqrt(2.0) / h if s.beta == "taylor" else s.beta
        projected = s.stabilisation == "projection"
        control.count, control.order = self.method.stages, self.method.control
        control.adaptive, control.stabilise = adaptive, STABILISATIONS[s.stabilisation]
        control.constant = 0 if not self.method.constant else BODIES if self.formulation.BODIES else OWN
        control.tol = self.tolerance
        control.closed = max(1e-3 * self.tolerance, 1e-14) if projected else s.correction_tolerance
        control.longest, control.shortest = longest, scales.shortest
        control.length, control.rest = scales.length, scales.rest
        # angle^12 / 12! 0.18 is what a polynomial of degree 11 misses of a circle: 0.4 of the tolerance
        control.widest = (1.05e9 * self.tolerance) ** (1.0 / 12.0)
        control.spin, control.speed, control.most = scales.spin, scales.speed, scales.energy

    @property
    def _tries(self) -> int:
        """Steps so far, good ones and rejected ones."""
        return int(self.work.counts.steps + self.work.counts.rejected)

    @property
    def time(self) -> float:
        """Time reached [s]."""
        return float(self.work.control.time)

    def keep_track(self) -> None:
        """Keep the states at the ends of all steps: to be called before the run begins."""
        width = 2 + 3 * self.work.past.shape[1] + len(self.work.turns)
        self.track = np.zeros((ROOM, width))
        self.work.attach("track", self.track)

    @property
    def landings(self) -> Array:
        """States at the ends of all steps, one a row, where they were kept: see `kernels.steps.output.note_track`."""
        assert self.track is not None
        return self.track[: int(self.work.counts.tracked)]

    def go(self, progress: Callable[[float], None] | None) -> None:
        """Run in pieces, so that progress shows and an interruption keeps what was computed."""
        slow = isinstance(self.formulation, Interpreted)
        doing = f"simulating with formulation '{self.formulation.NAME}', in Python" if slow else "simulating"
        show = progress or progress_line(doing, len(self.times))
        span = float(self.times[-1] - self.times[0]) or 1.0
        budget = SLOW_BUDGET if slow else BUDGET
        left, begun = budget, float(self.times[0])
        with keyboard.held(), self.sampling.held():
            self._begin()
            while self.status in (RUNNING, *PAUSES):
                self.sampling.take(self.work, self.breaks)
                self.prepare_piece()
                if self.status == RUNNING:
                    before = self._tries
                    self.status = integrate(self.work.H, self.reached, left)
                    self.reached = int(self.work.counts.place)
                    left -= self._tries - before
                self.reraise()
                keyboard.check()
                self._check_progress(span)
                if left <= 0 or self.status not in (RUNNING, *PAUSES):
                    check_pace(self, begun, span)
                    show((self.time - self.times[0]) / span)
                    left, begun = budget, self.time

    def _check_progress(self, span: float) -> None:
        """End a run that would never end: too many steps without time passing."""
        steps, before = self._tries, self._pace
        if steps - before[0] < MANY:
            return
        self._pace = steps, self.time
        if self.status == RUNNING and self.time - before[1] < LITTLE * span:
            self.status = STILL
            first, count = self.watched.first_course, len(self.watched.courses)
            nearest = first + int(np.argmin(np.abs(self.work.guards[0, first : first + count]))) if count else -1
            self.work.control.cause = nearest

    def _begin(self) -> None:
        """Find the rates at the start; the run has failed when they are not finite."""
        if self.reached:
            return
        self.work.control.time = self.times[0]
        self.sampling.start()
        energy = begin(self.work.H, int(len(self.watched.switches) > 0))
        self.reraise()
        self._check_limits()
        if isfinite(energy):
            self.observer.check()
            self.held = already(self.watched, self.work.guards[0])
            self.held += undirected(self.running, self.work, self.times[0])
        self.status, self.reached = (RUNNING, 1) if isfinite(energy) else (self._failure, 0)

    def _check_limits(self) -> None:
        """Raise when a contact or an end stop does not fit the start, angles counted over full turns."""
        values = self.work.measured[:, 0].copy()
        places = [i for i, _ in self.running.counted if i < values.size]
        values[places] = nearest_turn(values[places], self.work.near[places])
        check_gaps(self.watched, values)
        if wrong := overlap(self.plan, self.begin.poses, float(self.times[0])):
            raise LinkworkError(f"'{self.plan.name}': at the start {wrong}")
        check_stops(self.running, values)

    @property
    def _failure(self) -> int:
        """Status of a run that could not begin."""
        return max(int(self.work.control.cause), FAILED)

    def reraise(self) -> None:
        """Raise what a function of the user or the formulation raised."""
        self.running.programs.reraise()
        self.formulation.reraise()
        self.observer.reraise()

    def prepare_piece(self) -> None:
        """Do what the last piece stopped for: room for more events, a singular position, a model that is stiff.

        The run is then RUNNING; changing the method may have brought it to its end.
        """
        why, self.status = self.status, RUNNING
        if why == STIFF:
            meet_stiffness(self)
        counts = self.work.counts
        if why == DIPPED:
            t = self.formulation.lowest_pivot(self.work)
            seen = self.log[: counts.events]
            near = np.abs(seen[seen[:, 1] == SINGULAR, 0] - t) < 1e-4 * (self.times[-1] - self.times[0])
            if t > -1e300 and not near.any():
                self.log[counts.events, :2] = t, SINGULAR
                counts.events += 1
        while counts.events + len(self.plan.tables["monitors"]) >= len(self.log):
            self.log = np.concatenate([self.log, np.zeros_like(self.log)])
            self.work.attach("log", self.log)
        if self.track is not None and counts.tracked + LANDINGS > len(self.track):
            self.track = np.concatenate([self.track, np.zeros_like(self.track)])
            self.work.attach("track", self.track)

    @property
    def _how(self) -> str:
        """Method of integration, and the formulation that was asked for."""
        name = self.formulation.NAME
        if self.formulation.STEPPER:
            return f"formulation '{name}'"
        first = self.settings.first_method
        then = "" if first is self.method else f", then {self.method.name}"
        return first.name + then + (f", formulation '{name}'" if self.settings.formulation == name else "")

    @property
    def balance(self) -> Balance:
        """What is left of the equations of motion at the steps of the run."""
        control = self.work.control
        row = control.unmet_row, control.unmet_row_at, control.unmet_row_time
        body = control.unmet_body, control.unmet_body_at, control.unmet_body_time
        return balance_of(self.running, row, body)

    @property
    def _unmet(self) -> str:
        """Sentences where the equations of motion, or the joints, were not met at a step."""
        control = self.work.control
        met = control.unmet_row <= MET and control.unmet_body <= MET
        return ("" if met else f" {self.balance}") + self._open

    @property
    def _open(self) -> str:
        """A sentence where joints that are closed after every step stay open, or their velocities do not fit."""
        control = self.work.control
        owners = ["", *(f" in '{self.running.equations[i].owner}'" for i in self.running.order)]
        parts = [
            f"{what}{owners[int(at)]} to {size:.1e} of {measure}"
            for what, size, at, measure in (
                ("positions", control.gap, control.gap_at, "the mechanism's size"),
                ("velocities", control.slip, control.slip_at, "the quickest turn"),
            )
            if self._closing and size > MET
        ]
        return f" Joints are not met to 1e-9: the {', and the '.join(parts)}." if parts else ""

    @property
    def _closing(self) -> bool:
        """Whether positions and velocities are brought back to the joints after every step."""
        return int(self.work.control.stabilise) in (CORRECTION, PROJECTION) and not self.formulation.STEPPER

    def sentence(self, model: Description) -> str:
        """Return how the run went."""
        return self._ending(model) + self._unmet + self._raised + self.stiff

    @property
    def _raised(self) -> str:
        """Whether the tolerance was raised next to singular positions."""
        raised = float(self.work.control.raised)
        if raised == 0.0:
            return ""
        return (
            f" The tolerance of {self.tolerance:g} was raised to {raised:.1g} for singular positions: rounding leaves "
            f"no less there."
        )

    def _ending(self, model: Description) -> str:
        """Return how the run ended."""
        counts = self.work.counts
        did = f"{counts.steps} steps, {counts.rejected} rejected, {counts.evaluations} evaluations"
        if self.status == STOPPED:
            event = self.watched.told[int(self.work.control.cause) - len(self.watched.switches)][1]
            return f"Stopped at t = {self.time:.9g} s because {event.text}: {did}."
        if self.status == DONE:
            start, end = float(self.times[0]), float(self.times[-1])
            return f"Simulated {start:g} to {end:g} s with {self._how}: {did}.{self.held}"
        return f"'{model.name}' stopped at t = {self.time:g} s of {self.times[-1]:g} s ({did}): {why_stopped(self)}"

    def result(self, model: Description, sentence: str) -> DynamicMotion:
        """Return what was computed so far; a run that an event stopped ends with the state there."""
        n, control, work = self.reached, self.work.control, self.work
        times, poses, motions, out = self.times[:n], self.poses[:n], self.motions[:n], self.out[:n]
        if self.status == STOPPED and (n == 0 or times[-1] < self.time):
            times = np.append(times, self.time)
            poses = np.concatenate([poses, work.q[None]])
            motions = np.concatenate([motions, np.full((1, *motions.shape[1:]), np.nan)])
            motions[-1, :, 0] = work.V[:, 0]
            out = np.vstack([out, [work.s0[-1], *work.angles[0], *work.modes, *tracked_now(self.running, work)]])
        bodies, switches = len(work.q), len(work.modes)
        turned = out[:, 1 : 1 + bodies] if self.plan.freedoms == 3 else None
        counted, places = read_tracked(self.running, out[:, 1 + bodies + switches :])
        log = self.log[: work.counts.events]
        motion = DynamicMotion(
            model.name,
            times,
            sentence,
            self.status in COMPLETE,
            float(control.gap),
            {name: int(work.counts[name]) for name in COUNTS},
            2,
            model,
            self.plan,
            poses,
            motions,
            log_words(self.watched, self.running, log),
            turned,
            counted,
            places=places,
            start=self.begin,
            work=out[:, 0],
            drift=float(control.drift),
            modes=out[:, 1 + bodies : 1 + bodies + switches],
            records=log_records(self.watched, log),
            changes=log_changes(self.watched, log),
            samples=self.sampling.samples,
            formulation=self.formulation,
            interpolated=True,
            baumgarte=(float(control.alpha), float(control.beta)),
        )
        return close_between(self, motion)
