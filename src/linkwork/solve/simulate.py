"""Forward dynamics over time: the door to the integrators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.signatures import passes_on
from ..coordinates.plan import Plan
from ..errors import MotionError, check_word
from ..results.balance import MET, balance_along
from ..results.dynamics import DynamicMotion
from ..results.forces import forces_along
from ..results.motion import Motion
from ..results.statuses import COMPLETE
from .assembly import Assembly
from .contacts import force_notes, off_curves
from .frictions import check_frictions
from .leaps import passed_leap
from .masses import check_inertias, check_masses
from .run import Run
from .settings import Settings, output_times, read_settings
from .start import Start, consistent_start
from .watching import valueless, watched_plan

SPOTS = 5
"""Stored times at which the balance of bodies is looked at, where no step looks at it."""


def simulate(
    plan: Plan,
    until: float | ArrayLike,
    *,
    points: int = 201,
    start: Start | Motion | Assembly | Array | None = None,
    hold: Sequence[str] = (),
    stop_when: str | None = None,
    record_when: Mapping[str, str] | None = None,
    on_failure: str = "raise",
    progress: Callable[[float], None] | None = None,
    **settings: object,
) -> DynamicMotion:
    """Integrate the equations of motion from the placement and velocity hints.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables; every body with mass and, where it turns, inertia.
    until : float or array_like
        End of the simulation [s], or the times to report, the first of which is the start.
    points : int
        Number of equidistant times reported when `until` is one number.
    start : Start, Motion, Assembly or array, optional
        Where to begin instead of at the hints; a motion stands for its last state.
    hold : sequence of str
        Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that start exactly where their hints
        say, and with the velocities hinted; contacts that may lift off start open where that keeps them clear.
    stop_when : str, optional
        End the run when this happens: a comparison (``"A.angle > 90 deg"``, ``"B.force.size > 50 N"``) or an expression
        that goes through zero, of any quantities that results know by name.
    record_when : dict, optional
        Note the times at which these happen, by your names for them; see ``.records``.
    on_failure : {"raise", "return"}
        When the run cannot go on: raise MotionError (its ``.motion`` keeps what was computed) or return it.
    progress : callable, optional
        Called with the fraction done.
    method : {"auto", "dop853", "rk45", "esdirk54", "generalised-alpha", "rk4", "heun", "euler", "cauchy-euler"}
        The integrator. "auto" begins with the explicit "dop853" and changes over to the implicit "esdirk54" where the
        model turns out stiff and that pays; the status tells. The last four need a `step`, the others choose theirs
        by `tolerance` unless it is given.
    tolerance : float, optional
        Error allowed in a step, relative to the mechanism's size and speed: 1e-11 for explicit methods, 1e-9 for
        "esdirk54", 1e-5 for "generalised-alpha" unless you say otherwise.
    step : float, optional
        Fixed step [s]; needed by methods that do not estimate their error.
    longest : float, optional
        Longest step [s].
    stabilisation : {"projection", "none", "baumgarte", "correction"}
        How the joints are kept closed: smallest mass-weighted change after every step; not at all (DI);
        Baumgarte's terms in the accelerations (BCS); direct correction of the violations by the smallest change of
        coordinates (DVC).
    alpha, beta : float or "taylor"
        Baumgarte's parameters [1/s]; "taylor": 1/h and sqrt(2)/h.
    correction_tolerance : float
        Largest residual that direct correction leaves, relative to the mechanism's size.
    spectral_radius : float
        Of generalised-alpha: what one step leaves of an infinitely quick vibration, from 0 to 1 (no damping).
    formulation : str
        How the motion is described and its accelerations are found; ``"auto"`` chooses by topology. See
        `linkwork.FORMULATIONS` and the manual, "Formulations of dynamics".
    null_space : {"svd", "qr", "gauss", "gram-schmidt"}
        Of "projection": how the allowable motions are found.
    penalty, natural_frequency, damping_ratio : float
        Of "penalty" and the augmented Lagrangians: factor relative to the masses [1]; how violations swing and fade
        without projection [rad/s, 1].
    coordinate : str
        Of "mixed", "noc" and "lagrange": joint coordinates to be used, for example "A.angle".

    Returns
    -------
    DynamicMotion
        Positions and velocities at the times asked for; accelerations, reactions, energies when they are
        looked at.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> run = m.simulate(1.0)
    >>> run.complete
    True
    """
    chosen = read_settings(settings)
    check_word("on_failure", on_failure, ("raise", "return"))
    times = output_times(until, points)
    run = prepared_run(plan, times, chosen, start, hold, stop_when, record_when)
    try:
        run.go(progress)
    except KeyboardInterrupt as stop:
        stop.motion = run.result(plan.model, f"Interrupted at t = {run.time:g} s.")  # type: ignore[attr-defined]
        raise
    motion = told(run)
    if not motion.complete and on_failure == "raise":
        raise MotionError(motion.status, motion)
    return motion


def at_instant(plan: Plan, start: Start, t: float) -> DynamicMotion:
    """Return a state as a motion of one instant, of which nothing is told.

    The plan may be settled: what is told of a run asks contacts for forces, which are rows of such a plan, and friction
    may act in joints that they hold.
    """
    check_inertias(plan, start.poses, t)
    run = Run(watched_plan(plan), start, np.array([t]), read_settings({}))
    run.go(None)
    if run.status not in COMPLETE:
        raise MotionError(run.sentence(plan.model))
    return run.result(plan.model, start.status)


def prepared_run(
    plan: Plan,
    times: Array,
    settings: Settings,
    start: Start | Motion | Assembly | Array | None = None,
    hold: Sequence[str] = (),
    stop_when: str | None = None,
    record_when: Mapping[str, str] | None = None,
) -> Run:
    """Return a run that is ready to go; raises LinkworkError when there is none."""
    check_masses(plan)
    watched = watched_plan(plan, stop_when, record_when)
    first = consistent_start(plan, float(times[0]), start, hold=hold)
    check_inertias(watched.plan, first.poses, float(times[0]))
    check_frictions(plan, watched, first.poses, float(times[0]))
    return Run(watched, first, times, settings)


def told(run: Run) -> DynamicMotion:
    """Return the motion of a run that ended, with all that is to be said of it."""
    motion = run.result(run.plan.model, run.sentence(run.plan.model))
    note = run.begin.note + valueless(run.watched, motion) + off_curves(motion) + force_notes(motion)
    note += _unbalanced(run, motion)
    leap = passed_leap(run.plan, motion.time)
    return replace(motion, status=motion.status + note + leap, complete=motion.complete and not leap)


def _unbalanced(run: Run, motion: DynamicMotion) -> str:
    """Return a sentence where relative coordinates leave bodies whose forces do not balance; "" where none is found.

    The forces in the joints of the tree are not known at the steps: some stored times are looked at.
    """
    if not run.work.tree.size or not len(motion):
        return ""
    at = np.unique(np.linspace(0, len(motion) - 1, SPOTS).astype(np.int64))
    found = balance_along(motion.plan, motion.time[at], forces_along(motion, at=at).unmet)
    return "" if found.bodies <= MET else f" {replace(found, joints=0.0)}"  # those of joints are told at every step


passes_on(simulate, to=Settings)
