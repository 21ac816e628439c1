"""Words for what a motion met: missing drivers, dead points, singular positions, failed functions."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.zero import RANK
from ..coordinates.plan import Plan
from ..coordinates.rank import null_space, numerical_rank, solve_min_norm
from ..errors import MotionError, SingularityError
from ..kernels.tables.statuses import BLOCKED, FAILED
from ..results.motion import Motion
from ..results.statuses import STATUSES
from ..words import counted, few, freedom_words, quoted
from .assembly import Assembly
from .contradicting import check_velocities
from .engine import Engine
from .finite import finite_freedoms, free_velocities
from .freedoms import free_motions
from .leaps import amount, leap_words, unit_of_driver
from .over_driven import AGREE, clash


def explain_undriven(assembly: Assembly, undriven: str, derivatives: int) -> None:
    """Raise when drivers are missing, or when the drivers cannot set the mechanism in motion."""
    plan = assembly.motion.plan
    engine = Engine(plan)
    jacobian = engine.jacobian(assembly.poses, float(assembly.motion.time[0])) * plan.units
    rank = numerical_rank(jacobian)
    if rank == plan.coordinates:
        return
    joints = np.array([not e.driver for e in plan.equations], bool)
    free = plan.coordinates - numerical_rank(jacobian[joints])
    left = plan.coordinates - rank
    drivers = int((~joints).sum())
    if drivers >= free and drivers > 0:
        if derivatives == 0:
            return
        if _moves_on(jacobian, plan, engine):
            return
        check_velocities(plan, assembly.poses, float(assembly.motion.time[0]))
        raise SingularityError(
            f"'{plan.name}' is at a dead point at t = {assembly.motion.time[0]:g} s: the equations of joints and "
            f"drivers have rank {rank} of {plan.coordinates}, so the drivers do not determine a finite velocity. "
            f"The position itself is closed (residual {assembly.violation:.1e}). Drive another joint, or start at "
            f"another position."
        )
    if undriven == "hold":
        return
    if drivers > 0 and drivers >= _finite(plan, assembly, free):
        raise SingularityError(
            f"'{plan.name}' is at a singular position at t = {assembly.motion.time[0]:g} s: {free} velocities are "
            f"free at this very position, elsewhere no more than its drivers take, so they do not determine which way "
            f"it goes on. Start at another position: give other hints with place(), or another value of a driver."
        )
    basis = null_space(jacobian) * plan.units[:, None]
    words = [m.sentence for m in free_motions(plan, assembly.poses, basis)]
    raise MotionError(
        f"'{plan.name}' has {freedom_words(free)} and {counted(drivers, 'driver')}: {left} left undriven. "
        f"Free: {few(words, 6, '; ')}. "
        f"Add drivers with drive(), or pass undriven='hold'."
    )


def no_velocity(name: str, t: float, motion: Motion, note: str = "") -> SingularityError:
    """Return the error of a motion that has no finite velocity at a time."""
    return SingularityError(
        f"'{name}' has no finite velocity at t = {t:g} s: the drivers cannot move it there (dead point). "
        f"Drive another joint, start elsewhere, or ask for positions only (derivatives=0).{note}",
        motion,
    )


def _finite(full: Plan, assembly: Assembly, free: int) -> int:
    """Return the degrees of freedom without drivers, of `free` velocities at the very position."""
    plan, q, t = full.undriven, assembly.poses, float(assembly.motion.time[0])
    return finite_freedoms(plan, q, t, free_velocities(plan, q, t)[0], free)


def _moves_on(jacobian: Array, plan: Plan, engine: Engine) -> bool:
    """Return whether the velocity equations are consistent although they lose rank (a bifurcation)."""
    rates = np.zeros(len(plan.equations))
    rates[plan.order] = [engine.work.F[f, 1] if f >= 0 else 0.0 for f in engine.work.rows["function"]]
    velocity = solve_min_norm(jacobian, rates, zero=RANK)
    left = np.abs(jacobian @ velocity - rates).max(initial=0.0)
    return bool(left <= RANK * max(1e-300, np.abs(rates).max(initial=0.0)))


def explain_limit(plan: Plan, q: Array, t: float, wanted: float, shortest: float) -> str:
    """Return the sentence for a motion that ended: where a driver jumps, after too long a way, or at a limit position.

    Parameters
    ----------
    plan : Plan
    q : array
        Poses reached.
    t, wanted : float
        Time reached and time that was to be reached [s].
    shortest : float
        Shortest step that was tried [s].
    """
    at = plan.function_values(t)
    if leap := leap_words(plan, q, t, t + max(2.0 * shortest, 4.0 * float(np.spacing(abs(t))))):
        return f"'{plan.name}' stops at t = {t:.9g} s: {leap}"
    if far := _too_far(plan, (t, wanted), at, shortest):
        return far
    values = [f"{d.quantity} = {amount(plan, d, at[d.name][0])}" for d in plan.model.drivers.values()]
    pitches = [d.quantity for d in plan.model.drivers.values() if d.quantity.endswith(".pitch")]
    for pitch in pitches:
        if abs(abs(at_quantity(plan, at, pitch)) - np.pi / 2) < 1e-3:
            return critical_words(plan.name, t, wanted, pitch)
    if odd := clash(plan, q, t, wanted):
        return (
            f"'{plan.name}' stops at t = {t:.9g} s, before t = {wanted:g} s: no position further on meets all of its "
            f"drivers: {odd}. At the limit {', '.join(values)}. {AGREE}"
        )
    return STATUSES[BLOCKED].move.format(name=plan.name, t=t, wanted=wanted, values=", ".join(values))


CRITICAL = np.pi / 2 - 1e-3
"""Pitch beyond which roll and yaw turn about the same axis [rad]."""


def critical_words(name: str, t: float, wanted: float, pitch: str) -> str:
    """Return the sentence for a motion that ended where a pitch has come to 90 degrees."""
    return (
        f"'{name}' stops at t = {t:.9g} s, before t = {wanted:g} s: {pitch} has come to 90 degrees, "
        f"the critical position of roll, pitch and yaw, where roll and yaw turn about the same axis. "
        f"Prescribe the orientation through joints, or name the body's axes differently."
    )


TINY_TURN = 1e-4
"""A shortest step in which a driver turns further than this [rad] is too long to show that no position exists."""


def _too_far(plan: Plan, span: tuple[float, float], at: dict[str, Array], shortest: float) -> str:
    """Return the sentence for a span so long that its shortest step is coarse for the drivers."""
    t, wanted = span
    then = plan.function_values(t + max(2.0 * shortest, 4.0 * float(np.spacing(abs(t)))))
    for driver in plan.model.drivers.values():
        size = plan.length if unit_of_driver(plan, driver) == "m" else 1.0
        stride = max(abs(at[driver.name][1]), abs(then[driver.name][1])) * shortest
        if stride > TINY_TURN * size:
            return (
                f"'{plan.name}' was followed to t = {t:.9g} s, where {driver.quantity} is "
                f"{amount(plan, driver, at[driver.name][0])}, and not to t = {wanted:g} s: the span is too long. The "
                f"shortest step is 1e-12 of it, {shortest:.3g} s, in which driver '{driver.name}' goes on by "
                f"{amount(plan, driver, stride)}. Ask for a shorter span; a cycle tells as much as all of them."
            )
    return ""


def at_quantity(plan: Plan, values: dict[str, Array], quantity: str) -> float:
    """Return the value that the driver of a quantity asks for."""
    return next(float(values[d.name][0]) for d in plan.model.drivers.values() if d.quantity == quantity)


def explain_failure(plan: Plan, t: float) -> str:
    """Return the sentence for a function or expression that gave no finite number."""
    names = quoted(plan.model.drivers) or "an expression"
    return STATUSES[FAILED].move.format(name=plan.name, wanted=t, drivers=names)


def singular_event(t: float) -> str:
    """Return the sentence on a singular position passed at time t [s]."""
    return f"singular position at t = {t:.6g} s: the drivers alone do not determine the motion"
