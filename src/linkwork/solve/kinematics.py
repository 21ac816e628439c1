"""Kinematic simulation: a driven mechanism moved through time, with derivatives up to jerk.

Positions by Newton's method from a predicted pose; a step that does not converge near its
prediction is split. Velocity, acceleration and jerk come from one factorisation a position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..coordinates.plan import STRIDE
from ..coordinates.scales import Scales
from ..errors import ModelError, MotionError, SingularityError, nearest
from ..kernels.compiler import keyboard
from ..kernels.runs.pivot_minima import DIP, FIRST, PIVOTS, SEEN, TIMES
from ..kernels.runs.sweep import (
    ACCELERATION,
    FAILED,
    LIMIT,
    PAUSED,
    PLACE,
    REACHED,
    SPLITS,
    STANDARD,
    STEP,
    TIME,
    Options,
    sweep,
)
from ..kernels.tables.control import CANCELLED, REDUNDANT
from ..results.balance import MET
from ..results.motion import Motion
from .assembly import Assembly, assembled_at
from .contacts import contact_trouble, off_curves
from .joint_events import joint_events
from .limits import explain_failure, explain_limit, explain_undriven, singular_event
from .passages import SINGULAR, Passage, Path, passage, where_to_look
from .progress import progress_line
from .rhythm import check_rhythm
from .signatures import passes_on
from .unmet import unmet

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

NEWTON = {"standard": 0, "modified": 1, "mixed": 2}
PREDICTORS = {"none": 0, "velocity": 1, "acceleration": 2, "hermite": 3}
COUNTS = ("iterations", "factorisations", "solves", "steps", "splits")
STEPS = COUNTS.index("steps")

BUDGET = 500
"""Steps between two looks at the clock and the keyboard."""

CREEP, PATIENCE = 1e-2, 5
"""So many pieces of work in a row that each bring a motion on by less than this share of its time, half of their steps
refused, end it next to singular positions."""

NEAR = 1e-4
"""A position with a pivot below this is too near a singular one to be followed from."""

DAMPING = 1e-12
"""Damping of redundant rows. Corrections contract by damping / (damping + pivot): it must be small at dead points.
Forces, which rounding divided by the damping would disturb, are not computed here."""


def move(
    plan: Plan,
    times: ArrayLike,
    *,
    newton: str = "mixed",
    predictor: str = "hermite",
    derivatives: int = 3,
    tolerance: float = 1e-12,
    dense: bool = True,
    start: Assembly | Array | None = None,
    hold: Sequence[str] = (),
    on_limit: str = "raise",
    undriven: str = "raise",
    progress: Callable[[float], None] | None = None,
) -> Motion:
    """Move a driven mechanism through the times given.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        With as many drivers as degrees of freedom.
    times : array_like
        Times to report [s], rising. The drivers are followed between them in steps as small as the
        motion needs, so that a coarse list never makes the mechanism leap to another branch.
    newton : {"mixed", "standard", "modified"}
        Renew the factorisation when it no longer contracts, at every iteration, or once a step.
    predictor : {"hermite", "acceleration", "velocity", "none"}
        First guess of the next position.
    derivatives : int
        0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
    tolerance : float
        Largest residual, relative to the mechanism's size.
    dense : bool
        With the default methods and derivatives <= 2, a step may span several closely spaced times
        where the motion is smooth; those between are read from polynomials through the last positions,
        as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
        size. False: every time is solved. Jerk is always solved.
    start : Assembly or array, optional
        Where to begin instead of at the placement hints: an assembly at the first time, or poses.
    hold : sequence of str
        Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
        say; see `assemble`.
    on_limit : {"raise", "return"}
        At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
        computed) or return the shorter motion with its status.
    undriven : {"raise", "hold"}
        When degrees of freedom are left without a driver: raise, or let them follow with the
        smallest motion.
    progress : callable, optional
        Called with the fraction done.

    Returns
    -------
    Motion
    """
    _check_options(newton, predictor, derivatives)
    _check_word("on_limit", on_limit, ("raise", "return"))
    _check_word("undriven", undriven, ("raise", "hold"))
    t = read_times(times)
    check_rhythm(plan, t)
    assembly = assembled_at(plan, float(t[0]), start, hold)
    if plan.positions is not plan:
        if not assembly.determined:
            explain_undriven(assembly, "raise", derivatives)
        from .following import follow_velocities

        return follow_velocities(plan, assembly, t, derivatives, progress)
    if not assembly.determined:
        explain_undriven(assembly, undriven, derivatives)
        # Nothing corrects a free direction, so errors of a multistep prediction would grow there.
        predictor = "acceleration" if predictor == "hermite" else predictor
    scales = Scales.of(plan, t)
    dense = dense and not plan.tables["relations"].size  # a curve's pieces meet where nobody knows
    o = _kernel_options(newton, predictor, derivatives, dense, tolerance, scales)
    run = _Run(plan, assembly.poses, t, o, scales, assembly.angles(plan))
    try:
        run.go(progress)
        run.look_for_singularities()
        run.joint_events = joint_events(plan, t[: run.reached], int(run.work.counts[STEPS]), run.follow)
    except KeyboardInterrupt as stop:
        sentence = f"Interrupted at t = {run.time:g} s after {run.reached} positions."
        stop.motion = _motion(run, assembly, sentence, False)  # type: ignore[attr-defined]
        raise
    return _finished(run, assembly, on_limit)


def pose(plan: Plan, t: float = 0.0, **options: Any) -> Motion:
    """Return position, velocity, acceleration and jerk at one time, as a motion of one position.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    t : float
        Time [s].
    **options
        Those of `move`.
    """
    return move(plan, [t], **options)


passes_on(pose, to=move)


def _check_word(option: str, word: str, legal: tuple[str, ...]) -> None:
    if word not in legal:
        raise ModelError(f"{option} is {' or '.join(repr(w) for w in legal)}, not {word!r}. {nearest(word, legal)}")


def _check_options(newton: str, predictor: str, derivatives: int) -> None:
    if newton not in NEWTON:
        raise ModelError(f"There is no Newton method '{newton}'. {nearest(newton, list(NEWTON))}")
    if predictor not in PREDICTORS:
        raise ModelError(f"There is no predictor '{predictor}'. {nearest(predictor, list(PREDICTORS))}")
    if derivatives not in (0, 1, 2, 3):
        raise ModelError(f"derivatives is 0 (position), 1, 2 or 3 (jerk), not {derivatives!r}.")


def _kernel_options(
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


def read_times(times: ArrayLike) -> Array:
    """Return rising, finite times; raises ModelError for others."""
    try:
        t = np.ascontiguousarray(np.atleast_1d(np.asarray(times, float)))
    except (TypeError, ValueError):
        raise ModelError(f"times must be numbers in seconds, not {times!r}.") from None
    if t.ndim != 1 or t.size == 0:
        raise ModelError("times must be a list of at least one time.")
    if (t[1:] > t[:-1]).all() and isfinite(t[0]) and isfinite(t[-1]):
        return t
    if not np.isfinite(t).all():
        raise ModelError("times must be finite numbers.")
    k = int(np.argmax(np.diff(t) <= 0))
    raise ModelError(f"times must rise: {t[k]:g} s is followed by {t[k + 1]:g} s.")


class _Run:
    """One sweep: state, work and output arrays."""

    def __init__(self, plan: Plan, q: Array, times: Array, options: Options, scales: Scales, counted: Array) -> None:
        self.plan, self.times, self.options, self.scales = plan, times, options, scales
        self.work = plan.bundle(q)
        self.work.control[REDUNDANT] = DAMPING
        self.work.near[[i for i, _ in plan.counted]] = counted
        self.work.memory[0] = times[0]
        self.work.largest[:] = scales.derivatives
        self.poses = np.zeros((len(times), len(q), 7))
        self.motions = np.zeros((len(times), len(q), max(2, options.order), 6))
        self.worst = np.full((len(times), 3 + len(q) + len(plan.counted)), np.nan)
        self.status, self.creeps, self._piece = PAUSED, 0, (0, float(times[0]))
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
            while self.status == PAUSED:
                self.status = sweep(
                    self.work.H, self.times, self.reached, self.options, self.poses, self.motions, self.worst
                )
                self.plan.programs.reraise()
                if self._note_minimum() and self.status == PAUSED:
                    continue
                keyboard.check()
                self._check_creep(span)
                show((self.time - float(self.times[0])) / span if span > 0.0 else 1.0)

    def _check_creep(self, span: float) -> None:
        """End a motion next to singular positions whose pieces of work refuse steps and bring it on but little."""
        refused, before = int(self.work.counts[SPLITS]), self._piece
        self._piece = refused, self.time
        slow = self.time - before[1] < CREEP * span and refused - before[0] > 0.4 * BUDGET
        self.creeps = self.creeps + 1 if slow and self.worst[self.reached - 1, 2] < NEAR else 0
        if self.status == PAUSED and self.creeps >= PATIENCE:
            self.status = LIMIT

    def _note_minimum(self) -> bool:
        """Note between which times the smallest pivot may vanish: at a minimum, or at the end; return if it has one."""
        memory = self.work.memory
        dip = bool(memory[DIP] > 0.0)
        if dip or self.status == REACHED:
            self.minima += where_to_look(memory[TIMES : TIMES + 3], memory[PIVOTS : PIVOTS + 3], dip)
        if dip:
            memory[DIP] = SEEN
        return dip

    def _known(self) -> list[tuple[float, Array, Array]]:
        """Return time, poses and counted angles of positions reached, where no pivot is small, and of the first."""
        first = 3 + self.poses.shape[1]
        good = [k for k in range(self.reached) if k == 0 or self.worst[k, 2] > NEAR]
        return [(float(self.times[k]), self.poses[k], self.worst[k, first:]) for k in good]

    def follow(self, times: Array) -> Path | None:
        """Return the motion at times within those of the run, followed from the last position known before them."""
        known = [*self._known(), *self.beside]
        t, q, counted = max((s for s in known if s[0] <= times[0]), key=lambda s: s[0])
        o = self.options
        o = o._replace(newton=STANDARD, predictor=max(o.predictor, ACCELERATION), order=3, need=3, stride=1, tol=1e-14)
        again = _Run(self.plan, q, np.append(t, times) if t < times[0] else times, o, self.scales, counted)
        again.go(lambda _: None)
        if again.status != REACHED:
            return None
        self.beside = again._known()
        n = len(times)
        return Path(times, again.poses[-n:], again.motions[-n:], again.worst[-n:, 2])

    def look_for_singularities(self) -> None:
        """Find when the motion passed singular positions, and put it right at times next to them."""
        span = float(self.times[0]), self.time
        if self.worst[0, 2] < SINGULAR or self.work.memory[FIRST] > self.work.control[CANCELLED]:
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
        n, first = self.reached, 3 + self.poses.shape[1]
        doubtful = np.flatnonzero((self.worst[:n, 2] < NEAR) | ~(self.worst[:n, 1] <= MET))
        states = [(float(self.times[k]), self.poses[k], self.motions[k], self.worst[k, first:]) for k in doubtful]
        return unmet(self.plan, states, self.options.order, self.scales.derivatives)

    def _mend(self, found: Passage) -> None:
        """Replace positions next to a singular one, where the equations leave a choice, by those of the branch."""
        for k in np.flatnonzero(abs(self.times[: self.reached] - found.time) < found.width):
            there = found.at(self.times[k])
            if k > 0 and there:
                self.poses[k], self.motions[k] = there[0], there[1][:, : self.motions.shape[2]]
                self.worst[k, 1] = 0.0


def _motion(run: _Run, begin: Assembly, sentence: str, complete: bool) -> Motion:
    """Return what was computed so far."""
    n, bodies, planar = run.reached, run.poses.shape[1], run.plan.freedoms == 3
    later = [np.nan] * (n - 1)  # followed by their rates; in the plane angles follow from those of the bodies
    counted = {} if planar else {gauge: np.array([angle, *later])[:n] for gauge, angle in begin.counted.items()}
    counted |= {gauge: run.worst[:n, 3 + bodies + i] for i, (_, gauge) in enumerate(run.plan.counted)}
    return Motion(
        run.plan.name,
        run.times[:n],
        sentence,
        complete,
        float(run.worst[:n, 0].max(initial=0.0)),
        dict(zip(COUNTS, run.work.counts.tolist(), strict=False)),
        run.options.order,
        run.plan.model,
        run.plan,
        run.poses[:n],
        run.motions[:n],
        (*(singular_event(t) for t in run.passed), *(words for _, words in run.joint_events)),
        run.worst[:n, 3 : 3 + bodies] + begin.turned if planar else None,
        counted,
    )


def _finished(run: _Run, begin: Assembly, on_limit: str) -> Motion:
    n, name = run.reached, run.plan.name
    if run.status == REACHED:
        worst = run.worst[:n, 0].max(initial=0.0)
        count = f"{n} position{'s' if n != 1 else ''}"
        sentence = f"Moved through {count}; largest residual {worst:.1e} of the mechanism's size."
    elif lost := contact_trouble(run.plan, run.work):
        sentence = f"'{name}' cannot be moved beyond t = {run.time:g} s: {lost}"
    elif run.creeps >= PATIENCE:
        sentence = (
            f"'{name}' is followed beyond t = {run.time:g} s in steps near {run.work.memory[STEP]:.1e} s only: "
            f"next to singular positions (pivot {run.worst[n - 1, 2]:.0e}) longer ones do not converge. Make what is "
            f"nearly parallel or in line exactly so, or clearly not."
        )
    elif run.status == LIMIT:
        spot = float(run.work.memory[0]), float(run.times[n]), run.options.hmin
        sentence = explain_limit(run.plan, *spot)
    else:
        sentence = explain_failure(run.plan, float(run.times[n]))
    motion = _motion(run, begin, sentence, run.status == REACHED)
    if note := off_curves(motion) + run.unmet():
        motion = replace(motion, status=sentence + note)
    if run.status == FAILED or (run.status == LIMIT and on_limit == "raise"):
        raise MotionError(sentence, motion)
    worst_rates = run.worst[:n, 1]
    if run.options.order >= 1 and worst_rates.max(initial=0.0) > 1e-6 and on_limit == "raise":
        at = run.times[int(np.argmax(worst_rates))]
        raise SingularityError(
            f"'{name}' has no finite velocity at t = {at:g} s: the drivers cannot move it there (dead point). "
            f"Drive another joint, start elsewhere, or ask for positions only (derivatives=0).{note}",
            motion,
        )
    return motion
