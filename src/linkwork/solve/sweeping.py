"""One sweep of a driven mechanism through times: state, work and output arrays, and what to look at afterwards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..arrays import Array
from ..base.zero import NEAR, SINGULAR
from ..coordinates.plan import Plan
from ..coordinates.scales import Scales
from ..coordinates.sizes import STRIDE
from ..coordinates.tracked import tracked
from ..kernels.compiler import keyboard
from ..kernels.runs.displacement import ACCELERATION, PLACE, STANDARD, TIME, Options
from ..kernels.runs.pivot_minima import DIP, FIRST, PIVOTS, SEEN, TIMES
from ..kernels.runs.sweep import sweep
from ..kernels.tables.bundle import Bundle
from ..kernels.tables.statuses import BLOCKED, DONE, RUNNING
from ..results.balance import MET
from .passages import Passage, Path, passage, where_to_look
from .progress import progress_line
from .unmet import unmet

NEWTON = {"standard": 0, "modified": 1, "mixed": 2}
PREDICTORS = {"none": 0, "velocity": 1, "acceleration": 2, "hermite": 3}

BUDGET = 500
"""Steps between two looks at the clock and the keyboard."""

CREEP, PATIENCE = 1e-2, 5
"""So many pieces of work in a row that each bring a motion on by less than this share of its time, half of their steps
refused, end it next to singular positions."""

DAMPING, LEAST_DAMPING = 1e-12, 1e-15
"""Damping of redundant rows; and where small pivots belong to the mechanism, as those of a reduction of a million to
one, driven at its slow end. Corrections contract by damping / (damping + pivot): it must be small at dead points.
Forces, which rounding divided by the damping would disturb, are not computed here."""


def sweep_options(
    newton: str, predictor: str, derivatives: int, dense: bool, tolerance: float, scales: Scales
) -> Options:
    """Return the options of the sweep."""
    dense = dense and newton == "mixed" and predictor == "hermite" and derivatives <= 2
    need = max(derivatives, {"none": 0, "velocity": 1, "acceleration": 2, "hermite": 3 if dense else 2}[predictor])
    stride = STRIDE if dense else 1
    return Options(
        NEWTON[newton],
        PREDICTORS[predictor],
        int(derivatives),
        need,
        stride,
        scales.length,
        float(tolerance),
        10.0 * scales.shortest,
        BUDGET,
    )


class Sweep:
    """One sweep: state, work and output arrays."""

    def __init__(
        self,
        plan: Plan,
        q: Array,
        times: Array,
        options: Options,
        scales: Scales,
        counted: Array,
        work: Bundle | None = None,
        uneven: bool = False,
    ) -> None:
        self.plan, self.times, self.options, self.scales, self.uneven = plan, times, options, scales, uneven
        self.work = work or plan.bundle()
        self.work.q[:] = q
        control = self.work.control
        control.redundant = DAMPING
        if uneven:
            control.redundant, control.regular, control.deep = LEAST_DAMPING, LEAST_DAMPING, 1.0
        self.work.near[[i for i, _ in plan.counted]] = counted
        self.work.memory[0] = times[0]
        self.work.largest[:] = scales.derivatives
        self.poses = np.zeros((len(times), len(q), 7))
        self.motions = np.zeros((len(times), len(q), max(2, options.order), 6))
        self.worst = np.full((len(times), 3 + len(q) + len(tracked(plan))), np.nan)
        self.status, self.creeps, self._piece = RUNNING, 0, (0, float(times[0]))
        self.minima: list[tuple[float, float]] = []
        self.passed: list[float] = []
        self.joint_events: list[tuple[float, str]] = []
        self.beside: list[tuple[float, Array, Array]] = []

    @property
    def reached(self) -> int:
        """Number of positions computed; kept by the kernel, so that an interruption between two calls finds it."""
        return int(self.work.memory[PLACE])

    @property
    def time(self) -> float:
        """Time reached [s]."""
        return float(self.work.memory[TIME])

    def go(self, progress: Callable[[float], None] | None) -> None:
        """Run in pieces, so that progress shows and an interruption keeps what was computed."""
        show = progress or progress_line("moving", len(self.times))
        span = float(self.times[-1] - self.times[0])
        with keyboard.held():
            while self.status == RUNNING:
                self._go_on()
                self.plan.programs.reraise()
                if self._note_minimum() and self.status == RUNNING:
                    continue
                keyboard.check()
                self._check_creep(span)
                show((self.time - float(self.times[0])) / span if span > 0.0 else 1.0)

    def through(self) -> bool:
        """Run as far as there is no singular position to look for; return whether the end was reached."""
        span = float(self.times[-1] - self.times[0])
        while self.status == RUNNING and not self.minima:
            self._go_on()
            if not self._note_minimum():
                self._check_creep(span)
        return self.status == DONE

    def _go_on(self) -> None:
        out = self.poses, self.motions, self.worst
        self.status = sweep(self.work.H, self.times, self.reached, self.options, *out)

    def _check_creep(self, span: float) -> None:
        """End a motion next to singular positions whose pieces of work refuse steps and bring it on but little."""
        refused, before = int(self.work.counts.splits), self._piece
        self._piece = refused, self.time
        slow = self.time - before[1] < CREEP * span and refused - before[0] > 0.4 * BUDGET
        self.creeps = self.creeps + 1 if slow and self.worst[self.reached - 1, 2] < NEAR else 0
        if self.status == RUNNING and self.creeps >= PATIENCE:
            self.status = BLOCKED

    def _note_minimum(self) -> bool:
        """Note between which times the smallest pivot may vanish: at a minimum, or at the end; return if it has one."""
        memory = self.work.memory
        dip = bool(memory[DIP] > 0.0)
        if dip or self.status == DONE:
            self.minima += where_to_look(memory[TIMES : TIMES + 3], memory[PIVOTS : PIVOTS + 3], dip)
        if dip:
            memory[DIP] = SEEN
        return dip

    @property
    def _angles(self) -> slice:
        """The columns of `worst` in which counted angles stand."""
        first = 3 + self.poses.shape[1]
        return slice(first, first + len(self.plan.counted))

    def _known(self) -> list[tuple[float, Array, Array]]:
        """Return time, poses and counted angles of positions reached, where no pivot is small, and of the first."""
        angles = self._angles
        good = [k for k in range(self.reached) if k == 0 or self.worst[k, 2] > NEAR]
        return [(float(self.times[k]), self.poses[k], self.worst[k, angles]) for k in good]

    def follow(self, times: Array) -> Path | None:
        """Return the motion at times within those of the run; None where it does not get there."""
        path = self.as_far(times)
        return path if len(path.times) == len(times) else None

    def as_far(self, times: Array) -> Path:
        """Return the motion at the first of these times that it gets to, from the last position known before them."""
        known = [*self._known(), *self.beside]
        t, q, counted = max((s for s in known if s[0] <= times[0]), key=lambda s: s[0])
        o = self.options
        o = o._replace(newton=STANDARD, predictor=max(o.predictor, ACCELERATION), order=3, need=3, stride=1, tol=1e-14)
        there = np.append(t, times) if t < times[0] else times
        again = Sweep(self.plan, q, there, o, self.scales, counted, uneven=self.uneven)
        again.go(lambda _: None)
        self.beside = again._known()
        got = slice(len(there) - len(times), again.reached)
        return Path(there[got], again.poses[got], again.motions[got], again.worst[got, 2], again.worst[got, 3:])

    def look_for_singularities(self) -> None:
        """Find when the motion passed singular positions, and put it right at times next to them."""
        span = float(self.times[0]), self.time
        if (self.worst[0, 2] < SINGULAR and not self.uneven) or self.work.memory[FIRST] > self.work.control.cancelled:
            self.passed.append(span[0])
        for between in self.minima:
            found = passage(self.follow, between, span)
            if found and all(abs(found.time - t) > found.width for t in self.passed):
                self.passed.append(found.time)
                self._mend(found)

    def unmet(self) -> str:
        """Return a sentence where velocities or accelerations are not those of the joints; "" where all are.

        Where no pivot is small, they are: the kernels refine them until what is left is rounding.
        """
        n, angles = self.reached, self._angles
        doubtful = np.flatnonzero((self.worst[:n, 2] < NEAR) | ~(self.worst[:n, 1] <= MET))
        states = [(float(self.times[k]), self.poses[k], self.motions[k], self.worst[k, angles]) for k in doubtful]
        return unmet(self.plan, states, self.options.order, self.scales.derivatives)

    def _mend(self, found: Passage) -> None:
        """Replace positions next to a singular one, where the equations leave a choice, by those of the branch."""
        for k in np.flatnonzero(abs(self.times[: self.reached] - found.time) < found.width):
            there = found.at(self.times[k])
            if k > 0 and there:
                self.poses[k], self.motions[k] = there[0], there[1][:, : self.motions.shape[2]]
                self.worst[k, 1] = 0.0
