"""Inverse dynamics: what the drivers must do, and what the joints must bear, for a prescribed motion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.measure import Lift
from ..base.signatures import passes_on
from ..coordinates.plan import Plan
from ..forces.friction import Friction
from ..forces.one_way import OneWay
from ..kernels.dynamics.switches import CLOSED, HELD, SMOOTH
from ..results.balance import MET
from ..results.dynamics import DynamicMotion
from ..results.motion import Motion
from ..results.pressing import beyond_limits
from ..words import times_words
from .contacts import force_notes
from .frictions import check_frictions
from .kinematics import move
from .masses import check_inertias, check_masses
from .watching import Watched, watched_plan

STANDS = 1e-12
"""Share of its greatest slip below which a joint stands still: rounding has no direction."""


def inverse(plan: Plan, times: ArrayLike, **options: Any) -> DynamicMotion:
    """Move a driven mechanism and find the efforts of its drivers and the reactions in its joints.

    The motion comes from the drivers alone (`linkwork.Mechanism.move`), loops and all; the equations
    of motion then give force or torque of every driver, its power, all reactions and the shaking force.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
        With as many drivers as degrees of freedom, and a mass for every body.
    times : array_like
        Times to report [s], rising.
    **options
        Those of `move`, such as ``start=`` and ``hold=``.

    Returns
    -------
    DynamicMotion
    """
    check_masses(plan)
    motion = move(plan, times, **{"derivatives": 2, **options})
    watched = watched_plan(plan)
    check_inertias(watched.plan, motion.poses[0], float(motion.time[0]))
    check_frictions(plan, watched, motion.poses[0], float(motion.time[0]))
    found = DynamicMotion.along(motion, watched.plan, _modes(motion, watched))
    if note := force_notes(found) + beyond_limits(found):  # where it goes, `move` has told
        found = replace(found, status=found.status + note)
    if found.balance.met:
        return found
    return replace(found, status=f"{found.status} {_unheld(found, options.get('undriven') == 'hold')}")


def _unheld(found: DynamicMotion, holding: bool) -> str:
    """Return when the forces do not explain the motion asked for, in words."""
    wrong = ~(found.forces.unmet[:, [0, 2]].max(axis=1) <= MET)
    when = times_words(found.time[wrong])
    why = "it is at or next to a dead point or a singular position there."
    if holding:
        why = f"undriven='hold' keeps motions still that no driver holds, or {why}"
    return (
        f"{found.balance} Forces and efforts at {when} do not hold the machine in the motion asked for: {why} "
        f"Drive it at another joint, or hold it by a further driver."
    )


passes_on(inverse, to=move, derivatives=2)


def _modes(motion: Motion, watched: Watched) -> Array:
    """Return the mode of every switch at every time.

    Joints slide as they are driven, without friction where they stand still, and rigid contacts are open; contacts of
    joints stay closed, and wheels roll.
    """
    modes = np.zeros((len(motion), len(watched.switches)))
    for i, switch in enumerate(watched.switches):
        if isinstance(switch.force, Lift):
            modes[:, i] = CLOSED
        if isinstance(switch.force, OneWay):
            modes[:, i] = 1.0 if switch.force.free == "forward" else -1.0
        if isinstance(switch.force, Friction) and switch.gauge is not None:
            rate = motion.observe([switch.gauge])[:, 0, 1]
            still = np.abs(rate) <= STANDS * np.abs(rate).max(initial=0.0)
            modes[:, i] = SMOOTH if switch.force.smooth else np.where(still, HELD, np.sign(rate))
    return modes
