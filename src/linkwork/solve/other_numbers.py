"""States of a mechanism with other numbers: other lengths, masses or hints, the same bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..base.rotation import matrices
from ..errors import LinkworkError
from ..formulations.poses import freedoms_of, twists_of
from ..kernels.kinematics.start import comply
from .engine import Engine

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

CLOSED = 1e-9
"""Residual of a joint, lengths relative to that of the mechanism, up to which a state of a run is closed."""


def same_origins(plan: Plan, other: Plan, q: Array, twists: Array) -> tuple[Array, Array]:
    """Return a state of the plan `other` for `plan`: the same origins and axes of bodies, with the same velocities.

    States are those of centres of mass, r = o + R c and v = v_o + w x R c; where c differs, both are shifted.
    """
    here, there = (np.array([s.com for s in p.resolved.solids]).reshape(-1, 3) for p in (plan, other))
    offsets = np.einsum("bij,bj->bi", matrices(q[:, 3:]), here - there)
    moved, turning = q.copy(), twists.copy()
    moved[:, :3] += offsets
    turning[:, :3] += np.cross(twists[:, 3:], offsets)
    return moved, turning


def is_closed(plan: Plan, q: Array, t: float) -> bool:
    """Return whether all joints and drivers are closed at poses q, but for contacts, which may be open."""
    positions = plan.positions
    engine = Engine(positions)
    residuals = engine.scaled(engine.residuals(q, t))
    return bool(
        max((r for r, e in zip(residuals, positions.equations, strict=True) if e.release is None), default=0.0) < CLOSED
    )


def nearest_velocities(plan: Plan, q: Array, t: float, twists: Array) -> Array:
    """Return the velocities (bodies, 6) at poses q nearest to `twists` that joints and drivers allow.

    Contacts that may open or slide go on as they do.
    """
    work = plan.bundle(q)
    releasing = [e.release is not None for e in plan.equations]
    work.soft[plan.position_in_table[releasing]] = -1.0
    work.weight[:] = plan.weight
    work.turning[:] = plan.turning_of(work.weight)
    work.x[:] = freedoms_of(twists, plan.freedoms).reshape(work.x.shape)
    residual = comply(work.H, float(t), 1)
    plan.programs.reraise()
    if not (residual >= 0.0 and np.isfinite(work.x).all()):
        raise LinkworkError(f"'{plan.name}': no finite velocities at t = {t:g} s.")
    return twists_of(work.x.ravel().copy(), plan.freedoms)
