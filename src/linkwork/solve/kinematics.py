"""Kinematic simulation: a driven mechanism moved through time, with derivatives up to jerk.

Positions by Newton's method from a predicted pose; a step that does not converge near its
prediction is split. Velocity, acceleration and jerk come from one factorisation a position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.signatures import passes_on
from ..coordinates.plan import Plan
from ..coordinates.scales import Scales
from ..coordinates.tracked import read_tracked
from ..errors import ModelError, MotionError, check_name, check_tolerance, check_word
from ..kernels.runs.displacement import STEP
from ..kernels.tables.statuses import BLOCKED, DONE, FAILED
from ..results.motion import Motion
from ..results.passed import passed_limits
from ..words import counted
from .assembly import Assembly, assembled_at
from .contacts import contact_trouble, off_curves
from .coordinate_choice import check_coordinates
from .joint_events import Look, joint_events
from .limits import explain_failure, explain_limit, explain_undriven, no_velocity, singular_event
from .rhythm import check_rhythm
from .start import Start
from .sweeping import NEWTON, PATIENCE, PREDICTORS, Sweep, sweep_options

COUNTS = ("iterations", "factorisations", "solves", "steps", "splits")


def move(
    plan: Plan,
    times: ArrayLike,
    *,
    newton: str = "mixed",
    predictor: str = "hermite",
    derivatives: int = 3,
    tolerance: float = 1e-12,
    dense: bool = True,
    start: Start | Motion | Assembly | Array | None = None,
    hold: Sequence[str] = (),
    on_limit: str = "raise",
    undriven: str = "raise",
    progress: Callable[[float], None] | None = None,
    coordinates: str = "reference",
    quantities: Sequence[str] = (),
    history: bool = False,
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
    start : Start, Motion, Assembly or array, optional
        Where to begin instead of at the placement hints: a state at the first time, or poses near one.
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
    coordinates : {"reference", "natural", "mixed", "relative"}
        In which positions and their derivatives are found, all times solved; the motion has their values in
        `in_coordinates`. Masses are not needed. In other coordinates than reference-point ones the predictor
        "hermite" is Taylor's polynomial with the jerk, and singular positions on the way are no events.
    quantities : sequence of str
        Relative angles and distances that become coordinates as well; see `assemble`.
    history : bool
        Whether the iterates of Newton's method are kept, in `iterates`.

    Returns
    -------
    Motion
    """
    check_coordinates(coordinates, quantities)
    check_options(newton, predictor, derivatives, on_limit, undriven, tolerance)
    t = read_times(times)
    check_rhythm(plan, t)
    if history or coordinates != "reference":
        from .coordinate_moving import Moving, move_in

        own = coordinates, quantities, newton, predictor, derivatives, tolerance, on_limit, undriven, history
        return move_in(plan, t, start, hold, Moving(*own), progress)
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
    o = sweep_options(newton, predictor, derivatives, dense, tolerance, scales)
    run = Sweep(plan, assembly.poses, t, o, scales, assembly.angles(plan), uneven=assembly.uneven)
    try:
        run.go(progress)
        run.look_for_singularities()
        look = Look(plan, assembly.turned, run.as_far)
        seen = np.union1d(t[: run.reached], run.time)  # also on the way to where it stops
        run.joint_events = joint_events(look, seen, int(run.work.counts.steps))
    except KeyboardInterrupt as stop:
        sentence = f"Interrupted at t = {run.time:g} s after {run.reached} positions."
        stop.motion = sweep_motion(run, assembly, sentence, False)  # type: ignore[attr-defined]
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


def check_options(
    newton: str = "mixed",
    predictor: str = "hermite",
    derivatives: int = 3,
    on_limit: str = "raise",
    undriven: str = "raise",
    tolerance: float = 1e-12,
    **_: Any,
) -> None:
    """Raise ModelError for options of `move` that are none."""
    check_name("Newton method", newton, NEWTON)
    check_name("predictor", predictor, PREDICTORS)
    if derivatives not in (0, 1, 2, 3):
        raise ModelError(f"derivatives is 0 (position), 1, 2 or 3 (jerk), not {derivatives!r}.")
    check_word("on_limit", on_limit, ("raise", "return"))
    check_word("undriven", undriven, ("raise", "hold"))
    check_tolerance("tolerance", tolerance)


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


def sweep_motion(run: Sweep, begin: Assembly, sentence: str, complete: bool) -> Motion:
    """Return what was computed so far."""
    n, bodies, planar = run.reached, run.poses.shape[1], run.plan.freedoms == 3
    later = [np.nan] * (n - 1)  # followed by their rates; in the plane angles follow from those of the bodies
    counted = {} if planar else {gauge: np.array([angle, *later])[:n] for gauge, angle in begin.counted.items()}
    angles, places = read_tracked(run.plan, run.worst[:n, 3 + bodies :])
    return Motion(
        run.plan.name,
        run.times[:n],
        sentence,
        complete,
        float(run.worst[:n, 0].max(initial=0.0)),
        {name: int(run.work.counts[name]) for name in COUNTS},
        run.options.order,
        run.plan.model,
        run.plan,
        run.poses[:n],
        run.motions[:n],
        (*(singular_event(t) for t in run.passed), *(words for _, words in run.joint_events)),
        run.worst[:n, 3 : 3 + bodies] + begin.turned if planar else None,
        counted | angles,
        places=places,
    )


def moved_words(run: Sweep) -> str:
    """Return the sentence on a motion that came to its end."""
    worst = run.worst[: run.reached, 0].max(initial=0.0)
    return f"Moved through {counted(run.reached, 'position')}; largest residual {worst:.1e} of the mechanism's size."


def _finished(run: Sweep, begin: Assembly, on_limit: str) -> Motion:
    n, name = run.reached, run.plan.name
    if run.status == DONE:
        sentence = moved_words(run)
    elif lost := contact_trouble(run.plan, run.work):
        sentence = f"'{name}' cannot be moved beyond t = {run.time:g} s: {lost}"
    elif run.creeps >= PATIENCE:
        sentence = (
            f"'{name}' is followed beyond t = {run.time:g} s in steps near {run.work.memory[STEP]:.1e} s only: "
            f"next to singular positions (pivot {run.worst[n - 1, 2]:.0e}) longer ones do not converge. Make what is "
            f"nearly parallel or in line exactly so, or clearly not."
        )
    elif run.status == BLOCKED:
        spot = float(run.work.memory[0]), float(run.times[n]), run.options.hmin
        sentence = explain_limit(run.plan, run.work.q, *spot)
    else:
        sentence = explain_failure(run.plan, float(run.times[n]))
    motion = sweep_motion(run, begin, sentence, run.status == DONE)
    if note := off_curves(motion) + passed_limits(motion) + run.unmet():
        motion = replace(motion, status=sentence + note)
    if run.status == FAILED or (run.status == BLOCKED and on_limit == "raise"):
        raise MotionError(motion.status, motion)
    worst_rates = run.worst[:n, 1]
    if run.options.order >= 1 and worst_rates.max(initial=0.0) > 1e-6 and on_limit == "raise":
        raise no_velocity(name, run.times[int(np.argmax(worst_rates))], motion, note)
    return motion
