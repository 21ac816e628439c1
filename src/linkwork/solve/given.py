"""Where an analysis is told to begin: poses, or a state, with the full turns that its bodies have made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.angles import angles_at, body_angles, driven_angles
from ..errors import ModelError
from ..model.equations import Gauge
from ..results.motion import Motion
from ..words import quoted
from .leading import angles_at_end

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.description import Description


@dataclass(frozen=True)
class Given:
    """Poses to begin from, with full turns as far as they are known.

    Attributes
    ----------
    poses : array, shape (bodies, 7)
    turned : array, shape (bodies,), or None
        Angles of the bodies about the normal over full turns [rad]; None: those that hints say.
    counted : dict
        Angles of joints, forces and equations over full turns [rad].
    """

    poses: Array
    turned: Array | None = None
    counted: Mapping[Gauge, float] = field(default_factory=dict)

    @staticmethod
    def of(plan: Plan, start: Any) -> Given:
        """Return what a start, an assembly, an equilibrium, the end of a motion, or poses tell."""
        state = state_of(start)
        motion = getattr(state, "motion", state)
        if not isinstance(motion, Motion):
            return Given(given_poses(plan, start))
        check_bodies(plan.model, motion)
        if state is motion:
            return Given(motion.poses[-1].copy(), motion.body_angles()[-1], angles_at_end(plan, motion))
        return Given(state.poses.copy(), state.turned, state.counted)

    def turns(self, plan: Plan, q: Array, t: float) -> Array:
        """Return the angles of the bodies about the normal at poses q beside those given (bodies,) [rad]."""
        return body_angles(plan, q, t, self.turned)

    def angles(self, plan: Plan, gauges: Sequence[Gauge], q: Array, t: float) -> Array:
        """Return angles at poses q beside those given, full turns and all; drivers say where they lead [rad]."""
        found = angles_at(plan, gauges, q, t, self.turns(plan, q, t))
        if plan.resolved.space.planar:  # every angle follows from those of the bodies
            return found
        driven = driven_angles(plan, t)
        near = [self.counted.get(g, a) if g not in driven else a for g, a in zip(gauges, found, strict=True)]
        return nearest_turn(found, np.array(near))

    def near(self, plan: Plan, t: float) -> tuple[list[int], Array]:
        """Return the places of the angles that a plan counts, and these over full turns at the poses given [rad]."""
        return [i for i, _ in plan.counted], self.angles(plan, [gauge for _, gauge in plan.counted], self.poses, t)


def state_of(start: Any) -> Any:
    """Return the state of an equilibrium or a steady motion; all else as it is: a simulation goes on from its end."""
    return start if isinstance(start, Motion) else getattr(start, "start", start)


def given_by(plan: Plan, start: Any) -> Given | None:
    """Return where to begin, None where nothing is given."""
    return None if start is None else Given.of(plan, start)


def given_poses(plan: Plan, start: object) -> Array:
    """Return poses to start from; raises ModelError when they are none."""
    bodies = len(plan.model.bodies) - 1
    try:
        poses = np.ascontiguousarray(start, float)
    except (TypeError, ValueError):
        poses = np.zeros(0)
    if poses.shape != (bodies, 7) or not np.isfinite(poses).all():
        given = f"an array of shape {poses.shape}" if poses.size else repr(start)
        raise ModelError(
            f"'{plan.name}' cannot start from {given}. Give a start, an assembly, a motion, or finite poses of its "
            f"{bodies} bodies, shape ({bodies}, 7)."
        )
    aimless = [b.name for b, pose in zip(plan.resolved.solids, poses, strict=True) if not pose[3:].any()]
    if aimless:
        raise ModelError(
            f"'{plan.name}' cannot start from these poses: the Euler parameters of {quoted(aimless)}, the last four "
            f"numbers, are all zero; (1, 0, 0, 0) is no turn."
        )
    return poses


def check_bodies(model: Description, motion: Motion) -> None:
    """Raise ModelError when a motion is not one of the bodies of a mechanism."""
    if motion.model is model:
        return
    own, others = list(model.bodies), list(motion.model.bodies)
    if own != others:
        raise ModelError(
            f"'{model.name}' cannot start from a state of '{motion.name}': its bodies are {', '.join(own[1:])}, not "
            f"{', '.join(others[1:])}. Give a state of this mechanism, or of one that differs in numbers only."
        )
