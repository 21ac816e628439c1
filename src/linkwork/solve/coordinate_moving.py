"""`move` in other coordinates, and with the iterates of Newton's method kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ..arrays import Array
from ..coordinates.plan import Plan
from ..coordinates.rank import numerical_rank
from ..coordinates.scales import Scales
from ..errors import MotionError
from ..kernels.tables.statuses import DONE
from ..results.motion import Motion
from ..results.passed import passed_limits
from ..words import counted
from .assembly import Assembly, assembled_in
from .coordinate_assembly import Closed, close_in
from .coordinate_choice import coordinates_named, is_values
from .coordinate_motion import CoordinateSweep, own_motion
from .coordinate_newton import Newton
from .given import given_by
from .hints import Hints
from .limits import explain_limit, explain_undriven, no_velocity

DEAD = 1e-6
"""Share of the velocities that drivers ask for which is missed at a dead point."""


@dataclass(frozen=True)
class Moving:
    """How a motion in other coordinates is found; see `linkwork.solve.kinematics.move`."""

    name: str
    quantities: Sequence[str]
    newton: str
    predictor: str
    derivatives: int
    tolerance: float
    on_limit: str
    undriven: str
    history: bool


def move_in(
    plan: Plan, t: Array, start: Any, hold: Sequence[str], how: Moving, progress: Callable[[float], None] | None
) -> Motion:
    """Return the motion through times t [s] in the coordinates named."""
    given = start if is_values(start) else given_by(plan, start)
    closed = close_in(plan, how.name, float(t[0]), given, hold=hold, quantities=how.quantities, tolerance=how.tolerance)
    begin = assembled_in(plan, closed, float(t[0]), Hints.poses(plan, closed.poses))
    if plan.positions is not plan:
        return _along(plan, begin, t, how, progress)
    if not _determined(closed, float(t[0])):
        explain_undriven(begin, how.undriven, how.derivatives)
    sweep = CoordinateSweep(closed, begin, t, how.newton, how.predictor, how.derivatives)
    sweep.go(how.tolerance, how.history, progress)
    return _finished(sweep, how)


def _determined(closed: Closed, t: float) -> bool:
    """Return whether joints and drivers leave no coordinate free."""
    J = closed.coordinates.closure(t, closed.z)[1]
    return numerical_rank(J * closed.coordinates.units) == len(closed.coordinates.units)


def _along(plan: Plan, begin: Assembly, t: Array, how: Moving, progress: Callable[[float], None] | None) -> Motion:
    """Return velocities, accelerations and jerk at positions that follow from equations of velocities."""
    from .following import follow_velocities

    if not begin.determined:
        explain_undriven(begin, "raise", how.derivatives)
    run = follow_velocities(plan, begin, t, how.derivatives, progress)
    coordinates = coordinates_named(plan, how.name, how.quantities)
    newton, values, rates, near = Newton(coordinates), [], [], run.near(plan)
    motions = np.zeros_like(run.motions)
    for k, moment in enumerate(t.tolist()):
        coordinates.begin_at(run.poses[k])
        coordinates.work.near[:] = near[k]
        values.append(coordinates.of_bodies(run.poses[k], np.zeros((len(run.poses[k]), 6)))[0])
        rates.append(newton.derivatives(moment, values[-1], how.derivatives)[0])
        motions[k] = coordinates.motion(values[-1], rates[-1])[:, : motions.shape[2]]
    newton.counts.steps = run.counts["steps"]
    own = own_motion(how.name, coordinates, values, rates)
    return replace(run, motions=motions, counts=asdict(newton.counts), in_coordinates=own)


def _finished(sweep: CoordinateSweep, how: Moving) -> Motion:
    """Return the motion with its sentence; raises where it ended early or has no velocity, unless told not to."""
    reached, complete = len(sweep.places), sweep.status == DONE
    if complete:
        worst = max(place.worst for place in sweep.places)
        positions, size = counted(reached, "position"), f"{worst:.1e} of the mechanism's size"
        sentence = f"Moved through {positions} in {how.name} coordinates; largest residual {size}."
    else:
        shortest = 10.0 * Scales.of(sweep.plan, sweep.times).shortest
        sentence = explain_limit(sweep.plan, sweep.here.poses, sweep.here.t, float(sweep.times[reached]), shortest)
    motion = sweep.result(sentence, complete)
    if not complete and how.on_limit == "raise":
        raise MotionError(sentence, motion)
    left = np.array([place.left for place in sweep.places])
    if how.derivatives >= 1 and left.max() > DEAD and how.on_limit == "raise":
        raise no_velocity(sweep.plan.name, sweep.times[int(np.argmax(left))], motion)
    return replace(motion, status=motion.status + passed_limits(motion))
