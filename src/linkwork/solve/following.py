"""Driven motions with equations of velocities: positions follow from the velocities, by integration.

A wheel that rolls in space, a skate: such equations say nothing about positions. Drivers and joints still determine
every velocity, J v = nu, and with it every acceleration, whatever the masses; so the positions are those of a
simulation of the same mechanism with masses of 1 and no forces. Velocities, accelerations and jerk are then found at
these positions as in every other motion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan, plan_of
from ..coordinates.scales import Scales
from ..errors import MotionError, SingularityError
from ..kernels.kinematics.motion import derive, evaluate, factor, linearise
from ..results.motion import Motion
from ..results.passed import passed_limits
from ..words import counted
from .assembly import Assembly
from .contacts import off_curves
from .engine import Engine
from .limits import CRITICAL, critical_words
from .simulate import simulate
from .unmet import worst_rests

TOLERANCE = 1e-12
"""Error allowed in a step, relative to size and speed of the mechanism."""

ANGLES = ("roll", "pitch", "yaw")

LOOKS = 200
"""At how many of its times at most a motion is looked at for velocities that are none."""

LOST = 1e-6
"""Share of the terms of an equation that velocities leave of it where they are none."""


def follow_velocities(
    plan: Plan, assembly: Assembly, times: Array, derivatives: int, progress: Callable[[float], None] | None
) -> Motion:
    """Return the motion of a driven mechanism with equations of velocities at these times [s]."""
    pitches = [f"abs({pitch})" for pitch in _pitches(plan)]  # steps become ever shorter next to 90 degrees
    run = simulate(
        _twin(plan),
        times,
        start=assembly.poses,
        tolerance=TOLERANCE,
        method="dop853",
        progress=progress,
        stop_when=f"max({', '.join([*pitches, '0'])}) > {CRITICAL!r}" if pitches else None,
    )
    motions = _derivatives(plan, run, derivatives)
    sentence = (
        f"Moved through {counted(len(run.time), 'position')} by integrating velocities in "
        f"{run.counts['steps']} steps; largest residual {run.violation:.1e} of the mechanism's size."
    )
    model, angles = plan.model, run.counted
    motion = Motion(
        model.name, run.time, sentence, True, run.violation, run.counts, derivatives, model, plan, run.poses, motions,
        run.events, run.turned, angles, places=run.places,
    )  # fmt: skip
    _check_end(motion, float(times[-1]))
    _check_velocities(motion)
    return replace(motion, status=sentence + off_curves(motion) + passed_limits(motion))


def _pitches(plan: Plan) -> list[str]:
    """Return the pitches of bodies of which one of roll, pitch and yaw is driven."""
    driven = (d.quantity.rpartition(".") for d in plan.model.drivers.values())
    return [f"{b}.pitch" for b in dict.fromkeys(b for b, _, a in driven if a in ANGLES and b in plan.model.bodies)]


def _check_end(motion: Motion, wanted: float) -> None:
    """Raise MotionError where the integration ended before the last time [s]."""
    t, name = float(motion.time[-1]), motion.plan.name
    if t < wanted:
        words = f"'{name}' cannot be moved beyond t = {t:.9g} s: {motion.events[-1]}."
        for pitch in _pitches(motion.plan):
            if abs(float(motion.measure(pitch).value[-1])) > CRITICAL - ROUNDING:
                words = critical_words(name, t, wanted, pitch)
        raise MotionError(words, replace(motion, status=words, complete=False))


def _check_velocities(motion: Motion) -> None:
    """Raise SingularityError where no velocities meet joints and drivers, which integration alone does not show.

    Of a skate driven along a path, and not turned, the direction of the blade is open: its equation has no rate of it.
    """
    plan, near = motion.plan, motion.near(motion.plan)
    counted_angles = [i for i, _ in plan.counted]
    looks = np.unique(np.linspace(0, len(motion) - 1, LOOKS).round().astype(int))
    states = [(float(motion.time[k]), motion.poses[k], motion.motions[k], near[k, counted_angles]) for k in looks]
    (rest,) = worst_rests(plan, states, 1, Scales.of(plan, motion.time).derivatives)
    if rest.size > LOST:
        raise SingularityError(
            f"'{plan.name}' has no velocities that meet joints and drivers at t = {rest.time:g} s: the equation of "
            f"'{rest.owner}' is missed by {rest.size:.2g} of its terms. Its drivers ask for what joints do not allow, "
            f"or leave open what these depend on. Drive other quantities.",
            motion,
        )


def _twin(plan: Plan) -> Plan:
    """Return the mechanism with a mass of 1 kg for every body, an inertia of its length, and no forces."""
    model = plan.model
    other = model.copy()
    inertia = plan.length**2
    for solid in plan.resolved.solids:
        body = model.bodies[solid.name]
        moments = inertia if model.space.planar else (inertia, inertia, inertia)
        other.bodies[solid.name] = replace(body, mass=1.0, inertia=moments, com=tuple(solid.com), shape=None)
    other.forces, other.gravity = {}, None
    return plan_of(other)


def _derivatives(plan: Plan, run: Motion, order: int) -> Array:
    """Return velocities, accelerations and jerk (times, bodies, order, 6) at the positions of a run."""
    engine = Engine(plan)
    H, V = engine.work.H, engine.work.V
    found = np.zeros((len(run.time), len(run.poses[0]), max(2, order), 6))
    near = run.near(plan)
    for k, t in enumerate(run.time.tolist()):
        q = np.ascontiguousarray(run.poses[k])
        engine.work.near[:] = near[k]
        plan.at_time(engine.work, t)
        evaluate(H, t, q)
        linearise(H, t, q)
        factor(H, 0.0)
        V[:] = 0.0
        V[:, :2] = run.motions[k][:, :2]
        for n in range(1, max(1, order) + 1):  # those of the run are read between its steps
            derive(H, t, q, n, V)
        engine.plan.programs.reraise()
        found[k] = V[:, : found.shape[2]]
    return found
