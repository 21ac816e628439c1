"""The constant mass matrix in natural coordinates.

With r = p0 + k1 b1 + k2 b2 + k3 b3 (`natural_frames`) and constant coefficients k of every particle, the kinetic
energy is 1/2 sum_ij y_i' . y_j' int k_i k_j dm for y = (p0, b1, b2, b3), k_0 = 1. The integrals follow from mass,
centre of mass and the second moments of mass; nothing depends on the position, and no term is quadratic in velocities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from .natural_frames import TURN, Frame

if TYPE_CHECKING:
    from .plan import Plan


def second_moments(plan: Plan, b: int) -> tuple[float, Array, Array]:
    """Return mass [kg], centre of mass [m] and second moments int xi xi^T dm about it [kg m2] in body axes.

    J = 1/2 tr(I) 1 - I in space. In the plane only the polar moment counts, the trace of what is returned.
    """
    row, com = plan.tables["masses"][b], plan.resolved.solids[b].com
    mass = float(row["mass"])
    if plan.freedoms == 3:
        return mass, np.array(com[:2]), np.eye(2) * (0.5 * row["inertia"][2, 2])
    inertia = row["inertia"]
    return mass, np.array(com), np.asarray(0.5 * np.trace(inertia) * np.eye(3) - inertia)


def body_mass(plan: Plan, b: int, frame: Frame) -> Array:
    """Return the mass matrix of body b for y = (p0, b1, ...), each of 2 or 3 components, shape (rows, rows)."""
    mass, com, moments = second_moments(plan, b)
    arm = com - frame.place
    about = moments + mass * np.outer(arm, arm)
    k = frame.shares(arm)
    if len(arm) == 2:
        # r' = p0' + (k1 + k2 E) b1', E the turn by 90 degrees; the integral of k1^2 + k2^2 is the polar moment.
        cross = mass * (k[0] * np.eye(2) + k[1] * TURN)
        polar = np.trace(about) / (frame.base[0].local @ frame.base[0].local)
        return np.block([[mass * np.eye(2), cross], [cross.T, polar * np.eye(2)]])
    inverse = frame.inverse
    scalar = np.block([[np.array([[mass]]), mass * k[None]], [mass * k[:, None], inverse @ about @ inverse.T]])
    return np.asarray(np.kron(scalar, np.eye(3)))
