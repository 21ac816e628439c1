"""Euler parameters, the orientation inside Linkwork: to and from angles, and their rates.

Four numbers e = (e0, e1, e2, e3) of unit length, scalar first, for a turn by `chi` about the unit axis `u`:
e0 = cos(chi/2), (e1, e2, e3) = u sin(chi/2). They have no critical position; e and -e are the same orientation.

Examples
--------
>>> from linkwork.base import euler_parameters
>>> e = euler_parameters.from_angles("zxz", (0.3, 0.5, -0.2))
>>> euler_parameters.to_angles("zxz", e)[0].round(12)
array([ 0.3,  0.5, -0.2])
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Flags
from . import angles as sequences
from .rotation import matrices, matrix_quaternion


def from_angles(sequence: str, angles: ArrayLike) -> Array:
    """Return Euler parameters (..., 4), e0 >= 0, of the angles (..., 3) [rad] of one of the twelve sequences."""
    return matrix_quaternion(sequences.to_matrix(sequence, angles))


def to_angles(sequence: str, parameters: ArrayLike, third: ArrayLike = 0.0) -> tuple[Array, Flags]:
    """Return the angles (..., 3) [rad] of Euler parameters (..., 4), and where they are critical.

    `third` is the third angle where it can be chosen; see `linkwork.base.angles.from_matrix`.
    """
    return sequences.from_matrix(sequence, matrices(np.asarray(parameters, float)), third)


def rates(parameters: ArrayLike, omega: ArrayLike, body_axes: bool = False) -> Array:
    """Return the rates e' = 1/2 L^T omega (..., 4) [1/s] of Euler parameters (..., 4).

    `omega` (..., 3) [rad/s] is in ground axes, or in body axes.

    >>> rates((1, 0, 0, 0), (0, 0, 2.0))
    array([0., 0., 0., 1.])
    """
    l_matrix = _l_matrix(np.asarray(parameters, float), body_axes)
    return np.asarray(0.5 * np.einsum("...mn,...m->...n", l_matrix, np.asarray(omega, float)))


def angular_velocity(parameters: ArrayLike, rates: ArrayLike, body_axes: bool = False) -> Array:
    """Return omega = 2 L e' (..., 3) [rad/s] of Euler parameters (..., 4) and their rates, in ground or body axes.

    >>> angular_velocity((1, 0, 0, 0), (0, 0, 0, 1.0))
    array([0., 0., 2.])
    """
    l_matrix = _l_matrix(np.asarray(parameters, float), body_axes)
    return np.asarray(2.0 * np.einsum("...mn,...n->...m", l_matrix, np.asarray(rates, float)))


def _l_matrix(parameters: Array, body_axes: bool) -> Array:
    """Return [-e, e0 1 - skew(e)] for body axes, or with + skew(e) for ground axes, shape (..., 3, 4)."""
    w, *vector = np.moveaxis(parameters, -1, 0)
    x, y, z = vector if body_axes else (-c for c in vector)
    rows = [[-vector[0], w, z, -y], [-vector[1], -z, w, x], [-vector[2], y, -x, w]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
