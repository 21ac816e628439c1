"""Velocities and accelerations of a driven motion that joints or drivers do not agree with, told in words.

    J v = nu,   J a = gamma

Next to dead points and singular positions the equations have no such motion, or rounding leaves none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of
from ..formulations.terms import dense_rows
from ..kernels.dynamics.dynamics import appraise, carry
from ..kernels.kinematics.motion import evaluate, linearise
from ..results.balance import MET

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle

State = tuple[float, Array, Array, Array]

SHARE = 1e-2
"""Terms of a row below this share of the largest count as that: see `kernels.dynamics.balance`."""


class Rest(NamedTuple):
    """What is left of the row that is met worst, relative to its terms: size, joint or driver, time [s]."""

    size: float
    owner: str
    time: float


def unmet(plan: Plan, states: list[State], order: int, nothing: Array) -> str:
    """Return a sentence on velocities and, from order 2 on, accelerations that are not met to 1e-9; "" where all are.

    Parameters
    ----------
    plan : Plan
    states : list of (time, poses, motions, angles)
        Where to look: time [s], poses (bodies, 7), their derivatives (bodies, 2 or more, 6), angles counted over full
        turns.
    order : int
        Derivatives that were asked for.
    nothing : array, shape (3,)
        Rates relative to the mechanism's size that count as none at the pace of the motion [1/s, 1/s^2, 1/s^3].
    """
    parts = [
        f"the {what} in '{rest.owner}' to {rest.size:.1e} at t = {rest.time:g} s"
        for what, rest in zip(("velocities", "accelerations"), worst_rests(plan, states, order, nothing), strict=False)
        if rest.size > MET
    ]
    return f" Joints and drivers are not met to 1e-9 of their terms: {', and '.join(parts)}." if parts else ""


def worst_rests(plan: Plan, states: list[State], order: int, nothing: Array) -> list[Rest]:
    """Return what is left at most of rows of velocities and, from order 2 on, of accelerations; see `unmet`."""
    worst = [Rest(0.0, "", 0.0)] * min(order, 2)
    if not (worst and states):
        return worst
    work = plan.bundle()
    for state in states:
        for n, (size, owner) in enumerate(_rests(plan, work, state, nothing)[: len(worst)]):
            worst[n] = max(worst[n], Rest(size, owner, state[0]))
    return worst


def _rests(plan: Plan, work: Bundle, state: State, nothing: Array) -> list[tuple[float, str]]:
    """Return what is left of the rows of velocities and of accelerations that are met worst, and whose they are."""
    t, q, V, angles = state
    work.q[:], work.V[:, 0], work.contacts[:] = q, V[:, 0], np.nan
    work.near[[i for i, _ in plan.counted]] = angles
    plan.at_time(work, t)
    evaluate(work.H, t, work.q)
    linearise(work.H, t, work.q)
    carry(work.H)
    appraise(work.H, t)
    J, scale = dense_rows(plan, work), plan.tables["rows"]["scale"]
    v, a = (freedoms_of(V[:, n], plan.freedoms) for n in range(2))
    quick = np.abs(J) @ _quickest(plan, V[:, 0])
    found = []
    for left, known, rate, least in (
        (work.y, J @ v - work.y, v, np.full(len(J), float(nothing[0]))),
        (J @ a - work.rhs, work.rhs, a, np.maximum(float(nothing[1]), SHARE * scale * quick)),
    ):
        terms = scale * (np.abs(J) @ np.abs(rate) + np.abs(known))
        share = scale * np.abs(left) / np.maximum(np.maximum(terms, SHARE * terms.max(initial=0.0)), least)
        i = int(np.argmax(share))
        found.append((float(share[i]), plan.equations[plan.order[i]].owner))
    return found


def _quickest(plan: Plan, twists: Array) -> Array:
    """Return the accelerations that go with velocities, v^2 / length and w^2 (bodies * d,).

    Of a wheel at constant speed rounding of these is all there is.
    """
    square = twists**2
    square[:, :3] /= plan.length
    square[:, :3], square[:, 3:] = square[:, :3].max(axis=1, keepdims=True), square[:, 3:].max(axis=1, keepdims=True)
    return freedoms_of(square, plan.freedoms)
