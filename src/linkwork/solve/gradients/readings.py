"""A quantity along a motion, and its change when the motion and the numbers of the design change together."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...arrays import Array, Ints
from ...base.poses import moved, twists_of
from ...errors import ModelError
from ...results.dynamics import DynamicMotion
from ...results.motion import Motion
from ...results.reading import Term, read
from ..outputs import check_unique
from ..watching import watched_plan

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

M = TypeVar("M", bound=Motion)

STATES = 20_000
"""States beside a motion that are read at a time."""


@dataclass(frozen=True)
class Tangents:
    """How a motion changes with every design variable, at some of its times.

    Attributes
    ----------
    shifts, changes : array, shape (t, n, variables)
        Displacement of the bodies, change of their velocities, a unit of each variable.
    accelerations : array, shape (t, n, variables), or None
        Change of their accelerations, where drivers prescribe these or they are held; None: they follow from the
        forces.
    multipliers : array, shape (t, rows, variables), or None
        Change of the multipliers, where these are held.
    """

    shifts: Array
    changes: Array
    accelerations: Array | None = None
    multipliers: Array | None = None

    def steps(self, chosen: slice, sizes: Array) -> Tangents:
        """Return steps of some variables, ahead and then back, as changes of states one after the other.

        Shape (2 t variables, n, 1).
        """

        def part(given: Array) -> Array:
            scaled = given[:, :, chosen] * sizes[chosen]
            times, many, variables = scaled.shape
            ahead = scaled.transpose(0, 2, 1).reshape(times * variables, many, 1)
            return np.concatenate([ahead, -ahead])

        a, lam = (None if given is None else part(given) for given in (self.accelerations, self.multipliers))
        return Tangents(part(self.shifts), part(self.changes), a, lam)


def value_of(plan: Plan, text: str, motion: Motion) -> Array:
    """Return a quantity over time, shape (t,)."""
    term = read(plan, text)[0]
    return term.value(enough(term, motion))


def unit_of(plan: Plan, text: str) -> str:
    """Return the unit of a quantity; raises ModelError for a vector, or for what means nothing."""
    (term, *others) = read(plan, text)
    if others:
        names = ", ".join(f"'{other.text}'" for other in (term, *others))
        raise ModelError(f"'{text}' has {1 + len(others)} components; ask for one of them: {names}.")
    return term.unit


def enough(term: Term, motion: Motion) -> Motion:
    """Return as much of a motion as a quantity needs: one of positions and velocities alone needs no forces."""
    if term.forces or term.order > 1 or not isinstance(motion, DynamicMotion):
        return motion
    return Motion(**{f.name: getattr(motion, f.name) for f in fields(Motion)})


def check_reading(plan: Plan, text: str, motion: Motion) -> None:
    """Raise ModelError for a reaction that is not unique."""
    if isinstance(motion, DynamicMotion):
        check_unique(motion, read(plan, text)[0])


def at_places(motion: M, places: Ints) -> M:
    """Return the motion at some of its times; itself, with all that is known of it, at all of them."""
    chosen = np.asarray(places, np.int64)
    if np.array_equal(chosen, np.arange(len(motion))):
        return motion
    parts: dict[str, Any] = {
        "time": motion.time[chosen],
        "poses": motion.poses[chosen],
        "motions": motion.motions[chosen],
    }
    parts["turned"] = None if motion.turned is None else motion.turned[chosen]
    parts["counted"] = {gauge: angles[chosen] for gauge, angles in motion.counted.items()}
    parts["places"] = {joint: places[chosen] for joint, places in motion.places.items()}
    if isinstance(motion, DynamicMotion):
        parts["modes"] = None if motion.modes is None else motion.modes[chosen]
        parts["held"] = None if motion.held is None else motion.held[chosen]
        # what is integrated over time is not read from some of the times (see `Asked.integrated`)
        parts["work"] = np.zeros(len(chosen)) if motion.work is None else motion.work[chosen]
    return replace(motion, **parts)


def slopes_along(term: Term, motion: Motion, tangents: Tangents, sizes: Array) -> Array:
    """Return the derivatives (t, variables) of a quantity by the motion alone, for steps of small share of the sizes.

    The states beside those of the motion stand one after the other, as if at further times.
    """
    count, many, found = len(motion), max(1, STATES // (2 * len(motion))), []
    for first in range(0, len(sizes), many):
        steps = tangents.steps(slice(first, first + many), sizes)
        there = at_places(motion, np.tile(np.repeat(np.arange(count), len(sizes[first : first + many])), 2))
        ahead, behind = term.value(shifted(there, steps, 1.0)).reshape(2, count, -1)
        found.append(ahead - behind)
    return np.asarray(np.concatenate(found, axis=1) / (2.0 * sizes))


def shifted(motion: M, change: Tangents, h: float) -> M:
    """Return the motion changed by h times a change (t, n, 1) of its own."""
    d, count, poses, motions = motion.plan.freedoms, len(motion), motion.poses.copy(), motion.motions.copy()
    which = np.flatnonzero(change.shifts.any(axis=(1, 2)))
    there = poses[which]
    poses[which] = moved(there.reshape(-1, 7), h * change.shifts[which].ravel(), d).reshape(there.shape)
    motions[:, :, 0] += _twists(h * change.changes, d, count)
    if change.accelerations is not None:
        motions[:, :, 1] += _twists(h * change.accelerations, d, count)
    changed = replace(motion, poses=poses, motions=motions)
    if change.multipliers is not None:
        assert isinstance(changed, DynamicMotion)
        assert changed.held is not None
        changed = replace(changed, held=changed.held + h * change.multipliers[:, :, 0])
    return _anew(changed)


def with_plan(motion: M, plan: Plan) -> M:
    """Return the motion with a plan of other numbers."""
    dynamic = isinstance(motion, DynamicMotion)
    own = watched_plan(plan).plan if dynamic and motion.plan.tables["switches"].size else plan
    known = dict(zip(motion.plan.gauges, own.gauges, strict=False))
    counted = {known.get(gauge, gauge): angles for gauge, angles in motion.counted.items()}
    motions = motion.motions.copy()
    return _anew(replace(motion, plan=own, model=own.model, motions=motions, counted=counted))


def _anew(motion: M) -> M:
    """Return a motion whose forces are found from its states alone."""
    return replace(motion, formulation=None, interpolated=False) if isinstance(motion, DynamicMotion) else motion


def _twists(changes: Array, d: int, count: int) -> Array:
    return twists_of(changes.ravel(), d).reshape(count, -1, 6)
