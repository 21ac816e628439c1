"""Three angles for an orientation: the twelve sequences of axes, their matrices and their rates.

A sequence names the body's own axes in the order of the turns: ``"zxz"`` (Euler angles) turns about z, then about
the new x, then about the new z. The matrix, whose columns are the body's axes in ground axes, is

    A = R1(first) R2(second) R3(third).

Six sequences come back to their first axis (Euler), six use all three (Cardan; ``"xyz"`` are the Bryant angles). Each
has a critical position, where the first and the third axis are parallel: a second angle of 0 or 180 degrees in the
Euler sequences, of 90 or -90 degrees in the Cardan sequences. Only the sum or the difference of the first and the
third angle is unique there. Nothing in this module gives NaN there; a flag says where it was.

Angles [rad] and rates [rad/s] have the shape (..., 3), matrices (..., 3, 3), flags (...).

Examples
--------
>>> from linkwork.base import angles
>>> A = angles.to_matrix("zxz", (0.3, 0.5, -0.2))
>>> found, critical = angles.from_matrix("zxz", A)
>>> found.round(12), bool(critical)
(array([ 0.3,  0.5, -0.2]), False)
>>> omega = angles.angular_velocity("zxz", found, (1.0, 0.0, 30.0))
>>> angles.rates("zxz", found, omega)[0].round(12) + 0.0
array([ 1.,  0., 30.])
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Flags
from ..errors import ModelError

EULER = ("zxz", "xyx", "yzy", "zyz", "xzx", "yxy")
"""Sequences that come back to their first axis."""

CARDAN = ("xyz", "yzx", "zxy", "xzy", "zyx", "yxz")
"""Sequences of three different axes."""

SEQUENCES = (*EULER, *CARDAN)

CRITICAL = 1.5e-8
"""Sine of the angle between the first and the third axis below which a position is critical.

It is the root of the machine precision eps: at a sine s, angles computed are wrong by eps/s and angles held by s.
"""


def unknown(sequence: object) -> str:
    """Return the sentence for what is not one of the twelve sequences."""
    return f"there is no sequence of axes {sequence!r}; the twelve are {', '.join(SEQUENCES)}."


def to_matrix(sequence: str, angles: ArrayLike) -> Array:
    """Return the matrices (..., 3, 3) of the angles (..., 3) [rad] of a sequence.

    >>> to_matrix("zyx", (np.pi / 2, 0, 0)).round() @ (1, 0, 0)
    array([0., 1., 0.])
    """
    first, second, third = _turns(sequence, angles)
    return np.asarray(first @ second @ third)


def from_matrix(sequence: str, matrix: ArrayLike, third: ArrayLike = 0.0) -> tuple[Array, Flags]:
    """Return the angles of rotation matrices, and where they are critical.

    Parameters
    ----------
    sequence : str
    matrix : array, shape (..., 3, 3)
    third : float or array, shape (...)
        The third angle at critical positions, where it can be chosen [rad].

    Returns
    -------
    angles : array, shape (..., 3)
        The first and the third from -pi to pi, the second from 0 to pi (Euler) or -pi/2 to pi/2 (Cardan) [rad].
    critical : array of bool, shape (...)

    Examples
    --------
    >>> from_matrix("zxz", np.eye(3), third=0.25)
    (array([-0.25,  0.  ,  0.25]), array(True))
    """
    i, j, k, sign = _axes(sequence)
    a = np.asarray(matrix, float)
    if sequence in EULER:  # row i is (sin b sin c, sign sin b cos c, cos b) in the axes j, k, i
        sine, cosine = a[..., i, j], sign * a[..., i, k]
        apart = np.hypot(sine, cosine)
        second = np.arctan2(apart, a[..., i, i])
    else:  # row i is (cos b cos c, -sign cos b sin c, sign sin b) in the axes i, j, k
        sine, cosine = -sign * a[..., i, j], a[..., i, i]
        apart = np.hypot(sine, cosine)
        second = np.arctan2(sign * a[..., i, k], apart)
    critical = np.asarray(apart <= CRITICAL)
    last = np.where(critical, third, np.arctan2(sine, cosine))
    # A R3^T = R1 R2 leaves axis j in the plane of j and k, turned by the first angle: so the first fits the third
    # also where each of them is badly known.
    turned = np.einsum("...mn,...n->...m", a, about(sequence[2], last)[..., j, :])
    first = np.arctan2(sign * turned[..., k], turned[..., j])
    return np.stack([first, second, last], axis=-1), critical


def rate_matrix(sequence: str, angles: ArrayLike, body_axes: bool = False) -> Array:
    """Return B (..., 3, 3) of omega = B rates: its columns are the axes of the three turns.

    Parameters
    ----------
    sequence : str
    angles : array, shape (..., 3)
        [rad].
    body_axes : bool
        Components of omega in body axes instead of ground axes.

    Examples
    --------
    >>> rate_matrix("xyz", (0, 0, 0))
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    first, second, third = _turns(sequence, angles)
    e1, e2, e3 = (np.eye(3)["xyz".index(axis)] for axis in sequence)
    columns = [np.broadcast_to(e1, first.shape[:-1]), first @ e2, first @ second @ e3]
    ground = np.stack(columns, axis=-1)
    return np.swapaxes(first @ second @ third, -1, -2) @ ground if body_axes else ground


def angular_velocity(sequence: str, angles: ArrayLike, rates: ArrayLike, body_axes: bool = False) -> Array:
    """Return omega (..., 3) [rad/s] of angles and their rates, in ground axes or in body axes.

    >>> angular_velocity("zxz", (0, np.pi / 2, 0), (2.0, 0, 0), body_axes=True).round(12) + 0.0
    array([0., 2., 0.])
    """
    b = rate_matrix(sequence, angles, body_axes)
    return np.asarray(np.einsum("...mn,...n->...m", b, np.asarray(rates, float)))


def rates(sequence: str, angles: ArrayLike, omega: ArrayLike, body_axes: bool = False) -> tuple[Array, Flags]:
    """Return the rates (..., 3) of angles that belong to an angular velocity, and where they are critical.

    At a critical position the turns give no component of `omega` across their common plane, and the first and the
    third rate cannot be told apart: the rates there are the smallest whose angular velocity is nearest to `omega`.

    >>> rates("zxz", (0, 0, 0), (0, 0, 3.0))
    (array([1.5, 0. , 1.5]), array(True))
    """
    u, v, w = np.moveaxis(rate_matrix(sequence, angles, body_axes), -1, 0)
    omega = np.asarray(omega, float)
    # Cramer's rule with v perpendicular to u and w: u (v x w) is the sine of the angle between u and w.
    volume = _dot(u, np.cross(v, w))
    critical = np.asarray(np.abs(volume) <= CRITICAL)
    divisor = np.where(critical, 1.0, volume)
    first = np.where(critical, 0.5 * _dot(u, omega), _dot(np.cross(v, w), omega) / divisor)
    third = np.where(critical, 0.5 * _dot(w, omega), _dot(np.cross(u, v), omega) / divisor)
    return np.stack([first, _dot(v, omega), third], axis=-1), critical


def same_turn(sequence: str, angles: ArrayLike) -> Array:
    """Return the other angles (..., 3) with the same matrix: every orientation has two sets, full turns aside.

    >>> same_turn("zxz", (0.0, 0.5, 0.0)).round(4)
    array([ 3.1416, -0.5   , -3.1416])
    """
    first, second, third = np.moveaxis(np.asarray(angles, float), -1, 0)
    mirror = 0.0 if sequence in EULER else np.pi
    return np.stack([first + np.pi, mirror - second, third - np.pi], axis=-1)


def parallel(sequence: str, second: ArrayLike) -> Array:
    """Return the cosine of the angle between the first and the third axis: 1 or -1 at critical positions.

    At 1 the sum of the first and the third angle is unique there, at -1 their difference.
    """
    sign = _axes(sequence)[3]
    return np.asarray(np.cos(second) if sequence in EULER else sign * np.sin(second))


def about(axis: str, angle: ArrayLike) -> Array:
    """Return the matrices (..., 3, 3) of turns by `angle` (...) [rad] about the axis ``"x"``, ``"y"`` or ``"z"``."""
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    cosine, sine = np.cos(angle), np.sin(angle)
    out = np.zeros((*np.shape(angle), 3, 3))
    out[..., i, i] = 1.0
    out[..., j, j] = out[..., k, k] = cosine
    out[..., k, j], out[..., j, k] = sine, -sine
    return out


def _turns(sequence: str, angles: ArrayLike) -> tuple[Array, Array, Array]:
    """Return the matrices of the three single turns."""
    _axes(sequence)
    first, second, third = np.moveaxis(np.asarray(angles, float), -1, 0)
    return about(sequence[0], first), about(sequence[1], second), about(sequence[2], third)


def _axes(sequence: str) -> tuple[int, int, int, int]:
    """Return the first axis i, the second j, the one left over k, and the sign of i x j = sign k."""
    if sequence not in SEQUENCES:
        problem = unknown(sequence)
        raise ModelError(problem[0].upper() + problem[1:])
    i, j = "xyz".index(sequence[0]), "xyz".index(sequence[1])
    return i, j, 3 - i - j, 1 if (j - i) % 3 == 1 else -1


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(axis=-1))


def nearest_turn(angle: Array | float, expected: Array | float) -> Array:
    """Return angles with the full turns that bring them nearest to those expected [rad]."""
    return np.asarray(angle + 2 * np.pi * np.round((expected - angle) / (2 * np.pi)))
