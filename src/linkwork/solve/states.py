"""The state to look at: poses, twists, time and angles over full turns of whatever the user has in hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Ints
from ..base.poses import twists_of
from ..coordinates.plan import Plan
from ..errors import ModelError
from ..results.motion import Motion
from .assembly import Assembly
from .coordinate_choice import is_values
from .given import Given
from .hints import Hints
from .start import Start, consistent_start


@dataclass(frozen=True)
class States:
    """States of a mechanism: time first.

    Attributes
    ----------
    times : array, shape (t,)
        [s]
    poses : array, shape (t, bodies, 7)
    motions : array, shape (t, bodies, 2, 6)
        Velocities and accelerations.
    multipliers : array, shape (t, rows)
        In the order of the plan's table; none where they are not known.
    turns : array, shape (t, angles), or callable
        Angles of the plan's gauges over full turns [rad]; or what finds them, where something depends on them.
    """

    times: Array
    poses: Array
    motions: Array
    multipliers: Array
    turns: Array | Callable[[], Array]

    @classmethod
    def moving(cls, times: Array, poses: Array, twists: Array, turns: Array | Callable[[], Array]) -> States:
        """Return states of which accelerations and multipliers are not known."""
        motions = np.zeros((*twists.shape[:2], 2, 6))
        motions[:, :, 0] = twists
        return cls(times, poses, motions, np.zeros((len(times), 0)), turns)

    @cached_property
    def near(self) -> Array:
        """Angles of the plan's gauges over full turns, shape (t, angles) [rad]."""
        return self.turns() if callable(self.turns) else self.turns

    @property
    def twists(self) -> Array:
        """Velocities, shape (t, bodies, 6)."""
        return np.asarray(self.motions[:, :, 0])

    @property
    def arrays(self) -> tuple[Array, ...]:
        """In the order of the kernels."""
        return self.times, self.poses, self.motions, self.multipliers, self.near

    def __getitem__(self, which: int | slice | Ints) -> States:
        some = slice(which, which + 1) if isinstance(which, int) else which
        times, poses, motions, multipliers = (
            np.ascontiguousarray(array[some]) for array in (self.times, self.poses, self.motions, self.multipliers)
        )
        return States(times, poses, motions, multipliers, lambda: np.ascontiguousarray(self.near[some]))


def open_poses(plan: Plan, at: Any, t: float) -> Array:
    """Return the poses of a position that may be open."""
    if at is None or is_values(at):
        return Hints.of(plan).begin
    if isinstance(at, Motion):
        return np.asarray(at.poses[index_of(at, t)])
    return Given.of(plan, at).poses


def state_at(plan: Plan, at: Start | Assembly | Motion | Array | None, t: float) -> tuple[Array, Array, float, Array]:
    """Return poses, twists, time, and the angles of the plan's gauges over full turns."""
    if isinstance(at, Motion):
        k = index_of(at, t)
        twists = at.motions[k, :, 0]
        if np.isfinite(twists).all():
            return at.poses[k], twists, float(at.time[k]), at.near(plan)[k]
        at = at.poses[k]
    t = float(at.motion.time[0]) if isinstance(at, Start) else t
    begin = consistent_start(plan, t, at)
    return begin.poses, begin.twists, t, begin.angles(plan)


def index_of(motion: Motion, t: float) -> int:
    """Return the number of the position at time t."""
    if not len(motion):
        raise ModelError(f"The motion of '{motion.name}' has no position.")
    k = int(np.argmin(np.abs(motion.time - t)))
    if abs(motion.time[k] - t) > 1e-9 * max(1.0, abs(t)):
        near = f"the nearest is at t = {motion.time[k]:.9g} s"
        raise ModelError(f"The motion of '{motion.name}' has no position at t = {t:g} s; {near}.")
    return k


def as_twists(plan: Plan, velocities: ArrayLike) -> Array:
    """Return twists (bodies, 6) that the user gave, in the plane with three numbers a body or six."""
    given, bodies = np.asarray(velocities, float), len(plan.resolved.solids)
    planar = plan.freedoms == 3
    if planar and given.size == bodies * 3:
        return twists_of(given.ravel(), 3)
    if given.size != bodies * 6:
        size = f"({bodies}, 3) or ({bodies}, 6)" if planar else f"({bodies}, 6)"
        raise ModelError(f"velocities= has the shape {given.shape}; {size} is expected, a row for each body.")
    return given.reshape(bodies, 6)


def turns_in(own: Plan, plan: Plan, near: Array) -> Array:
    """Return the angles over full turns (states, gauges) of another plan of the same mechanism."""
    if own is plan:
        return near
    place, found = {gauge: i for i, gauge in plan.counted}, np.zeros((len(near), len(own.gauges)))
    for k, gauge in own.counted:
        if place.get(gauge, near.shape[1]) < near.shape[1]:
            found[:, k] = near[:, place[gauge]]
    return found
