"""A quantity along a motion, and its change when the motion and the numbers of the design change together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...arrays import Array, Ints
from ...base.poses import moved, twists_of
from ...errors import ModelError
from ...results.dynamics import DynamicMotion
from ...results.motion import Motion
from ...results.reading import read
from ..outputs import check_unique
from ..watching import watched_plan

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .varied import Variable


M = TypeVar("M", bound=Motion)


@dataclass(frozen=True)
class Tangent:
    """How a motion changes with a design variable, at some of its times.

    Attributes
    ----------
    shifts, changes : array, shape (t, n)
        Displacement of the bodies, change of their velocities, a unit of the design variable.
    accelerations : array, shape (t, n), or None
        Change of their accelerations, where drivers prescribe these; None: they follow from the forces.
    """

    shifts: Array
    changes: Array
    accelerations: Array | None = None

    def of(self, k: int) -> Tangent:
        """Return the change at one of the times."""
        a = self.accelerations
        return Tangent(self.shifts[k : k + 1], self.changes[k : k + 1], None if a is None else a[k : k + 1])


def value_of(plan: Plan, text: str, motion: Motion) -> Array:
    """Return a quantity over time, shape (t,)."""
    return np.asarray(read(plan, text)[0].values(motion)[:, 0])


def unit_of(plan: Plan, text: str) -> str:
    """Return the unit of a quantity; raises ModelError for a vector, or for what means nothing."""
    (term, *others) = read(plan, text)
    if others:
        names = ", ".join(f"'{other.text}'" for other in (term, *others))
        raise ModelError(f"'{text}' has {1 + len(others)} components; ask for one of them: {names}.")
    return term.unit


def check_reading(plan: Plan, text: str, motion: Motion) -> None:
    """Raise ModelError for a reaction that is not unique."""
    if isinstance(motion, DynamicMotion):
        check_unique(motion, read(plan, text)[0])


def at_places(motion: M, places: Ints) -> M:
    """Return the motion at some of its times."""
    chosen = np.asarray(places, np.int64)
    parts: dict[str, Any] = {
        "time": motion.time[chosen],
        "poses": motion.poses[chosen],
        "motions": motion.motions[chosen].copy(),
    }
    parts["turned"] = None if motion.turned is None else motion.turned[chosen]
    parts["counted"] = {gauge: angles[chosen] for gauge, angles in motion.counted.items()}
    if isinstance(motion, DynamicMotion):
        parts["modes"] = None if motion.modes is None else motion.modes[chosen]
        parts["work"] = None if motion.work is None else motion.work[chosen]
    return replace(motion, **parts)


def slope_of(text: str, motion: Motion, variable: Variable, tangent: Tangent) -> Array:
    """Return the derivative (t,) of a quantity by a design variable, the motion changing as the tangent says."""
    return variable.slope(lambda plan, h: value_of(plan, text, beside(motion, plan, tangent, h)))


def beside(motion: Motion, plan: Plan, tangent: Tangent, h: float) -> Motion:
    """Return the motion changed by h times a tangent, of a plan with other numbers."""
    d, count = plan.freedoms, len(motion)
    poses = moved(motion.poses.reshape(-1, 7), h * tangent.shifts.ravel(), d).reshape(motion.poses.shape)
    motions = motion.motions.copy()
    motions[:, :, 0] += _twists(h * tangent.changes, d, count)
    if tangent.accelerations is not None:
        motions[:, :, 1] += _twists(h * tangent.accelerations, d, count)
    dynamic = isinstance(motion, DynamicMotion)
    own = watched_plan(plan).plan if dynamic and motion.plan.tables["switches"].size else plan
    known = dict(zip(motion.plan.gauges, own.gauges, strict=False))
    counted = {known.get(gauge, gauge): angles for gauge, angles in motion.counted.items()}
    changed = replace(motion, plan=own, model=own.model, poses=poses, motions=motions, counted=counted)
    return replace(changed, formulation=None, interpolated=False) if isinstance(changed, DynamicMotion) else changed


def _twists(changes: Array, d: int, count: int) -> Array:
    return twists_of(changes.ravel(), d).reshape(count, -1, 6)
