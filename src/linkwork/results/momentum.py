"""Momentum, and the force of the whole machine on the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.rotation import matrices
from .forces import as_vectors
from .frames import turning
from .short import Short

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class Momentum(Short):
    """Momentum of all bodies over time.

    Attributes
    ----------
    linear : array, shape (times, 2) or (times, 3)
        In ground axes [kg m/s].
    angular : array, shape (times,) or (times, 3)
        About the origin of the ground [kg m^2/s].
    """

    linear: Array
    angular: Array


def momentum_of(motion: DynamicMotion) -> Momentum:
    """Return linear and angular momentum, from masses, positions and velocities."""
    mass, inertia = _masses(motion)
    speed = motion.motions[:, :, 0]
    linear = mass[:, None] * speed[:, :, :3]
    spin = np.einsum("tbij,tbj->tbi", inertia, speed[:, :, 3:])
    angular = np.cross(motion.poses[:, :, :3], linear) + spin
    components = motion.model.space.components
    return Momentum(components(linear.sum(axis=1)), turning(motion, angular.sum(axis=1)))


def shaking(motion: DynamicMotion) -> tuple[Array, Array]:
    """Return force and moment about the origin of the machine on the ground, as the user reads them."""
    force, moment = as_vectors(motion.forces.outside)
    inertia, turning_inertia = inertia_forces(motion)
    force = force + inertia + weights(motion)
    moment = moment + turning_inertia + np.cross(motion.poses[:, :, :3], force)
    return motion.model.space.components(force.sum(axis=1)), turning(motion, moment.sum(axis=1))


def weights(motion: DynamicMotion) -> Array:
    """Return the weights of the bodies, m g, shape (bodies, 3) [N]."""
    found: Array = motion.plan.tables["masses"]["mass"][:, None] * motion.plan.resolved.gravity
    return found


def inertia_forces(motion: DynamicMotion) -> tuple[Array, Array]:
    """Return -m a and -(I alpha + omega x I omega) about the centre of mass, shape (times, bodies, 3) each [N, N m]."""
    _ = motion.forces  # with the accelerations
    mass, inertia = _masses(motion)
    w, a, alpha = motion.motions[:, :, 0, 3:], motion.motions[:, :, 1, :3], motion.motions[:, :, 1, 3:]
    spin = np.einsum("tbij,tbj->tbi", inertia, w)
    return -mass[:, None] * a, -np.einsum("tbij,tbj->tbi", inertia, alpha) - np.cross(w, spin)


def _masses(motion: DynamicMotion) -> tuple[Array, Array]:
    """Return masses (bodies,) and inertias about the centres of mass in ground axes (times, bodies, 3, 3)."""
    table = motion.plan.tables["masses"]
    rotation = matrices(motion.poses[:, :, 3:])
    return table["mass"], np.einsum("tbij,bjk,tblk->tbil", rotation, table["inertia"], rotation)
