"""Which full turn every angle is in: one count for results, forces, expressions and events.

The angles of the bodies decide: a body placed at 4 rad is at 4 rad, one whose angle a driver leads is where the driver
says, and one of which nothing is said is within half a turn of zero. In the plane every other angle follows, as
sense * (angle of b - angle of a) + what the marks on the bodies make at angle zero; in space those about the normal of
the plane do, and the others are within half a turn of zero, or where their driver says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.rotation import matrices, turned
from ..model.equations import Gauge
from ..model.placed import expected_turn, sense_and_zero

if TYPE_CHECKING:
    from .plan import Plan


def expected_angles(plan: Plan, gauges: Sequence[Gauge], theta: Array) -> Array:
    """Return what angles should be near (..., gauges) [rad], by those of the bodies, theta (..., bodies)."""
    found = np.zeros((*theta.shape[:-1], len(gauges)))
    normal, rests = plan.resolved.space.normal, plan.rests
    for i, gauge in enumerate(gauges):
        if gauge in rests and sense_and_zero(gauge, normal)[0] == 0.0:
            found[..., i] = rests[gauge]
        else:
            found[..., i] = expected_turn(gauge, plan.resolved.places, normal, theta)
    return found


def hinted_angles(plan: Plan) -> Array:
    """Return the angles of the bodies about the normal that hints say (bodies,) [rad]; zero where they say none."""
    return np.array([hint.angle for hint in plan.resolved.hints])


def driven_angles(plan: Plan, t: float) -> dict[Gauge, float]:
    """Return the angles that drivers lead, at time t [rad]."""
    rows = [e for e in plan.equations if e.driver and e.wrap and e.function is not None]
    values = plan.function_values(t) if rows else {}
    return {e.gauges[0]: float(values[e.owner][0]) + e.offset for e in rows if np.isfinite(values[e.owner][0])}


def body_angles(plan: Plan, q: Array, t: float, hinted: Array | None = None) -> Array:
    """Return the angles of the bodies about the normal at poses q and time t, full turns and all (..., bodies) [rad].

    `hinted` (..., bodies) are those that hints say, where they are not those of the plan.
    """
    said = hinted_angles(plan) if hinted is None else hinted
    theta = np.broadcast_to(said, q.shape[:-1]).copy()
    driven = driven_angles(plan, t)
    for gauge in sorted(driven, key=lambda gauge: len(gauge.bodies)):  # those from the ground first
        a, b = gauge.sites[0].body, gauge.sites[2].body
        sense, zero = sense_and_zero(gauge, plan.resolved.space.normal)
        turn = sense * (driven[gauge] - zero)
        if sense and b >= 0:
            theta[..., b] = (theta[..., a] if a >= 0 else 0.0) + turn
        elif sense and a >= 0:
            theta[..., a] = -turn
    return nearest_turn(2.0 * np.arctan2(q[..., 6], q[..., 3]), theta) if plan.freedoms == 3 else theta


def angles_at(plan: Plan, gauges: Sequence[Gauge], q: Array, t: float, theta: Array) -> Array:
    """Return angles at poses q (..., bodies, 7) and time t, full turns and all (..., gauges) [rad].

    Which turn they are in follows from the angles of the bodies, theta (..., bodies).
    """
    driven = driven_angles(plan, t)
    found = expected_angles(plan, gauges, theta)
    ground = np.broadcast_to(np.eye(3), (*q.shape[:-2], 1, 3, 3))
    axes = np.concatenate([matrices(q[..., 3:]), ground], axis=-3)  # place -1: the ground
    for i, gauge in enumerate(gauges):
        u, n, *ends = (turned(axes[..., site.body, :, :], np.array(site.xyz)) for site in gauge.sites)
        if gauge.kind == "heading":
            begin, end = (p + _origin(plan, q, axes, s.body) for p, s in zip(ends, gauge.sites[2:], strict=True))
            ends = [end - begin]
        angle = np.arctan2((n * ends[0]).sum(axis=-1), (u * ends[0]).sum(axis=-1))
        found[..., i] = nearest_turn(angle, driven.get(gauge, found[..., i]))
    return found


def _origin(plan: Plan, q: Array, axes: Array, body: int) -> Array:
    """Return the origin of a body (..., 3) in ground axes; of the ground zero."""
    if body < 0:
        return np.zeros(3)
    return q[..., body, :3] - turned(axes[..., body, :, :], plan.resolved.solids[body].com)
