"""Orientation hints: how a body is turned, said in the way the user likes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .marker import Value

Array = NDArray[np.float64]

KINDS = {"rpy": 3, "axis_angle": 4, "quaternion": 4, "matrix": 9}


@dataclass(frozen=True)
class Rotation:
    """An orientation; make one with `rpy`, `axis_angle`, `quaternion` or `matrix`."""

    kind: str
    values: tuple[Value, ...]


def rpy(roll: Value, pitch: Value, yaw: Value) -> Rotation:
    """Return Rz(yaw) Ry(pitch) Rx(roll): roll, pitch, yaw about the fixed x, y, z axes [rad or "30 deg"]."""
    return Rotation("rpy", (roll, pitch, yaw))


def axis_angle(axis: tuple[Value, Value, Value], angle: Value) -> Rotation:
    """Return the turn by `angle` [rad or "30 deg"] about `axis`, right-handed."""
    return Rotation("axis_angle", (*axis, angle))


def quaternion(w: float, x: float, y: float, z: float) -> Rotation:
    """Return the orientation with these Euler parameters, scalar first; the length does not matter."""
    return Rotation("quaternion", (w, x, y, z))


def matrix(rows: object) -> Rotation:
    """Return the orientation whose matrix (3 x 3, columns = body axes in ground axes) is `rows`."""
    return Rotation("matrix", tuple(float(v) for v in np.asarray(rows, float).reshape(9)))


def to_matrix(kind: str, values: tuple[float, ...]) -> Array:
    """Return the 3 x 3 matrix of resolved rotation values; raises ValueError with a reason."""
    if kind == "rpy":
        roll, pitch, yaw = values
        return _about("z", yaw) @ _about("y", pitch) @ _about("x", roll)
    if kind == "axis_angle":
        return axis_angle_matrix(np.array(values[:3]), values[3])
    if kind == "quaternion":
        return quaternion_matrix(unit(np.array(values), "all four Euler parameters are zero"))
    m = np.array(values).reshape(3, 3)
    if np.abs(m).max() > 2 or np.abs(m @ m.T - np.eye(3)).max() > 1e-6 or np.linalg.det(m) < 0:
        raise ValueError("the matrix is not a right-handed rotation (columns of unit length, perpendicular)")
    left, _, right = np.linalg.svd(m)
    return np.asarray(left @ right)


def unit(vector: Array, reason: str) -> Array:
    """Return the vector with length 1, however long it is; raises ValueError with `reason` if it is zero."""
    largest = np.abs(vector).max()
    if largest < 1e-12:
        raise ValueError(reason)
    scaled = vector / largest
    return np.asarray(scaled / np.linalg.norm(scaled))


def _about(name: str, angle: float) -> Array:
    return axis_angle_matrix(np.eye(3)["xyz".index(name)], angle)


def axis_angle_matrix(axis: Array, angle: float) -> Array:
    """Return the matrix of the turn by `angle` about `axis` (any length)."""
    x, y, z = unit(axis, "the axis has no length")
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k)


def quaternion_matrix(e: Array) -> Array:
    """Return the matrix of unit Euler parameters (w, x, y, z)."""
    w, x, y, z = e
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def matrix_quaternion(m: Array) -> Array:
    """Return the Euler parameters (w, x, y, z), w >= 0, of a rotation matrix."""
    k = np.array(
        [
            [m[0, 0] + m[1, 1] + m[2, 2], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
            [0, m[0, 0] - m[1, 1] - m[2, 2], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]],
            [0, 0, m[1, 1] - m[0, 0] - m[2, 2], m[1, 2] + m[2, 1]],
            [0, 0, 0, m[2, 2] - m[0, 0] - m[1, 1]],
        ]
    )
    _, vectors = np.linalg.eigh(k + np.triu(k, 1).T)
    e = vectors[:, -1]
    return np.asarray(e if e[0] >= 0 else -e)


def matrices(parameters: Array) -> Array:
    """Return the rotation matrices (..., 3, 3) of Euler parameters (..., 4) of unit length, scalar first."""
    w, x, y, z = np.moveaxis(parameters, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
