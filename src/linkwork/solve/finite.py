"""How many freedoms a mechanism has not only at a position but along motions from there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Array
from ..base.zero import CROSSED
from ..coordinates.plan import Plan
from ..coordinates.rank import null_space, numerical_rank
from ..kernels.geometry.features import displace
from ..kernels.tables.statuses import DONE
from .engine import Engine, scaled_jacobian


def free_velocities(plan: Plan, q: Array, t: float) -> tuple[Array, int]:
    """Return a basis of the velocities that a plan leaves free, and how many there are."""
    basis = null_space(scaled_jacobian(plan, q, t)) * plan.units[:, None]
    return basis, basis.shape[1]


def finite_freedoms(plan: Plan, q: Array, t: float, basis: Array, instantaneous: int) -> int:
    """Return the dimension of the finite motions from q, of the free velocities `basis` there.

    The freedoms are counted at the places reached, which are no longer special.
    """
    found = 0
    for there in places_reached(plan, q, t, basis):
        found = max(found, plan.coordinates - numerical_rank(scaled_jacobian(plan, there, t)))
        if found == instantaneous:
            break
    return found


def places_reached(plan: Plan, q: Array, t: float, basis: Array) -> Iterator[Array]:
    """Yield places near q that finite motions lead to, of the free velocities `basis` there.

    A free velocity is followed for a short way and the joints are closed again. When that leads back, it was
    infinitesimal only.
    """
    if not basis.shape[1]:
        return
    engine = Engine(plan)
    for direction in _directions(basis):
        size = np.abs(direction.reshape(plan.weight.shape) / np.sqrt(plan.weight)).max()
        step = 0.02 * plan.length / size * direction
        away = _displaced(plan, q, step)
        status, there = engine.close(away, t, limit=200)
        if status == DONE and np.abs(there - q).max() >= 0.3 * np.abs(away - q).max():
            yield there


def is_singular(plan: Plan, q: Array, t: float) -> bool:
    """Return whether joints and drivers allow more motions at q, or all but do, than at a place that joints lead to."""
    closed, joints = plan.positions, plan.undriven.positions
    rank = numerical_rank(scaled_jacobian(closed, q, t), CROSSED)
    if rank == len(closed.equations):
        return False
    beside = next(places_reached(joints, q, t, free_velocities(joints, q, t)[0]), q)
    return numerical_rank(scaled_jacobian(closed, beside, t), CROSSED) > rank


def _directions(basis: Array) -> list[Array]:
    rng = np.random.default_rng(0)
    mixed = [basis @ rng.normal(size=basis.shape[1]) for _ in range(4)]
    single = [s * basis[:, k] for k in range(min(basis.shape[1], 6)) for s in (1.0, -1.0)]
    return mixed + single


def _displaced(plan: Plan, q: Array, step: Array) -> Array:
    moved = q.copy()
    displace(moved, np.ascontiguousarray(step.reshape(plan.weight.shape)), 1.0)
    return moved
