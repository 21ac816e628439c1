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
    forces = motion.forces
    mass, inertia = _masses(motion)
    place, w = motion.poses[:, :, :3], motion.motions[:, :, 0, 3:]
    a, alpha = motion.motions[:, :, 1, :3], motion.motions[:, :, 1, 3:]
    force, moment = as_vectors(forces.outside)
    force = force - mass[:, None] * (a - motion.plan.resolved.gravity)
    spin = np.einsum("tbij,tbj->tbi", inertia, w)
    moment = moment - np.einsum("tbij,tbj->tbi", inertia, alpha) - np.cross(w, spin) + np.cross(place, force)
    return motion.model.space.components(force.sum(axis=1)), turning(motion, moment.sum(axis=1))


def _masses(motion: DynamicMotion) -> tuple[Array, Array]:
    """Return masses (bodies,) and inertias about the centres of mass in ground axes (times, bodies, 3, 3)."""
    table = motion.plan.tables["masses"]
    rotation = matrices(motion.poses[:, :, 3:])
    return table["mass"], np.einsum("tbij,bjk,tblk->tbil", rotation, table["inertia"], rotation)
