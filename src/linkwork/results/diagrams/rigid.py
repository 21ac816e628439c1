"""Velocities and accelerations of any point of a body at one position, in the engine's three axes."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND
from ...errors import ModelError, check_name
from ..motion import Motion

DERIVATIVES = ("positions", "velocities", "accelerations")


class Rigid:
    """The bodies of a motion at one position; number -1 is the ground."""

    def __init__(self, motion: Motion, k: int) -> None:
        self.motion, self.k = motion, k

    def number(self, name: str) -> int:
        """Return the number of a body by name; raises ModelError with the nearest names."""
        names = [GROUND, *self.motion.bodies]
        check_name("body", name, names)
        return names.index(name) - 1

    def name(self, body: int) -> str:
        """Return the name of a body by number."""
        return GROUND if body < 0 else self.motion.bodies[body]

    def centre(self, body: int) -> Array:
        """Return the centre of mass; of the ground its origin."""
        return np.zeros(3) if body < 0 else self.motion.poses[self.k, body, :3]

    def spin(self, body: int, order: int = 1) -> Array:
        """Return the angular velocity (order 1) or acceleration (order 2)."""
        return np.zeros(3) if body < 0 else self.motion._twist(body, order - 1)[self.k, 3:]

    def velocity(self, body: int, place: Array) -> Array:
        """Return the velocity of the point of a body at a place: v + omega x s."""
        if body < 0:
            return np.zeros(3)
        turning = np.cross(self.spin(body), place - self.centre(body))
        return np.asarray(self.motion._twist(body, 0)[self.k, :3] + turning)

    def acceleration(self, body: int, place: Array) -> Array:
        """Return the acceleration of the point of a body at a place: a + alpha x s + omega x (omega x s)."""
        if body < 0:
            return np.zeros(3)
        arm, spin = place - self.centre(body), self.spin(body)
        turning = np.cross(self.spin(body, 2), arm) + np.cross(spin, np.cross(spin, arm))
        return np.asarray(self.motion._twist(body, 1)[self.k, :3] + turning)


def check_order(motion: Motion, order: int, what: str) -> None:
    """Raise ModelError where derivatives of this order were not computed."""
    if motion.order < order and not motion.has_forces:
        raise ModelError(
            f"{what} needs {DERIVATIVES[order]}, and the motion of '{motion.name}' has {DERIVATIVES[motion.order]} "
            f"only: move it with derivatives={order}."
        )


def check_planar(motion: Motion, what: str) -> None:
    """Raise ModelError for a mechanism in space."""
    if not motion.model.space.planar:
        raise ModelError(
            f"{what} belong to motion in a plane, and '{motion.name}' moves in space, where two bodies have an axis of "
            f"screwing instead of a point."
        )
