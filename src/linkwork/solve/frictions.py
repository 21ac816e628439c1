"""Frictions in joints that other joints keep from moving: what they bear is not determined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.zero import RANK
from ..errors import Fault, ModelError
from .finite import free_velocities, places_reached
from .freedoms import gauge_gradients

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..coordinates.switches import Switch
    from .watching import Watched


def check_frictions(plan: Plan, watched: Watched, poses: Array, t: float) -> None:
    """Raise ModelError when friction acts in a joint that the other joints keep from moving.

    It shares the load with them in a way that rigid bodies do not tell: it may seem to slide while it stands. A joint
    that stands for an instant only, as a slider at its dead point, is found to move at a place nearby. A cam or a
    Geneva drive that dwells may hold it here and move it elsewhere: nothing is said of those.
    """
    rubbing = [switch for switch in watched.switches if switch.joint and switch.gauge is not None]
    if any(e.contact or (e.program and e.program.courses) for e in plan.equations):
        return
    if not rubbing or watched.plan.cache.get("frictions") is True:
        return
    held = _held(plan.undriven, poses, t, rubbing)
    if held:
        hint = "Take this friction out: it moves nothing and stops nothing."
        faults = [Fault(f"friction '{s.equation.owner}'", f"{_words(s)} other joints hold.", hint) for s in held]
        raise ModelError(f"'{plan.name}' has friction where nothing can move:", faults)
    watched.plan.cache["frictions"] = True


def _held(plan: Plan, poses: Array, t: float, rubbing: list[Switch]) -> list[Switch]:
    """Return the frictions whose coordinates do not change by any motion, here and at places nearby."""
    left = _still(plan, poses, t, rubbing)
    if left:
        basis, _ = free_velocities(plan.positions, poses, t)
        for there in places_reached(plan.positions, poses, t, basis):
            left = _still(plan, there, t, left)
    return left


def _still(plan: Plan, poses: Array, t: float, rubbing: list[Switch]) -> list[Switch]:
    """Return the frictions whose coordinates have no rate at these poses, whatever moves."""
    if not rubbing:
        return []
    basis, _ = free_velocities(plan, poses, t)
    gradients = gauge_gradients(plan, [s.gauge for s in rubbing if s.gauge is not None], poses)
    rates = np.abs(gradients @ basis).max(axis=1, initial=0.0)
    sizes = np.linalg.norm(gradients * plan.units, axis=1)
    return [s for s, rate, size in zip(rubbing, rates, sizes, strict=True) if rate <= RANK * size]


def _words(switch: Switch) -> str:
    """Return what a friction rubs against."""
    return f"it rubs where joint '{switch.joint}' {'turns' if switch.turns else 'slides'}, which"
