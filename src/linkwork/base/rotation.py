"""Orientation hints: how a body is turned, said in the way the user likes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from . import angles as sequences
from .marker import Value

KINDS = {"rpy": 3, "euler": 3, "bryant": 3, "angles": 3, "axis_angle": 4, "quaternion": 4, "matrix": 9}
"""Ways to say an orientation, and how many values each has."""

SEQUENCE_OF = {"rpy": "zyx", "euler": "zxz", "bryant": "xyz"}
"""Three angles with a name of their own: the sequence of axes they turn about."""

ANGULAR = (*SEQUENCE_OF, "angles")
"""Kinds whose values are three angles."""


@dataclass(frozen=True)
class Rotation:
    """An orientation; make one with `rpy`, `euler`, `bryant`, `angles`, `axis_angle`, `quaternion` or `matrix`.

    Attributes
    ----------
    kind : str
        The name of the function that makes it.
    values : tuple
    sequence : str
        The axes of `angles`; empty for the other kinds.
    """

    kind: str
    values: tuple[Value, ...]
    sequence: str = ""


def rpy(roll: Value, pitch: Value, yaw: Value) -> Rotation:
    """Return Rz(yaw) Ry(pitch) Rx(roll): roll, pitch, yaw about the fixed x, y, z axes [rad or "30 deg"]."""
    return Rotation("rpy", (roll, pitch, yaw))


def euler(phi: Value, theta: Value, psi: Value) -> Rotation:
    """Return Rz(phi) Rx(theta) Rz(psi): Euler angles, about the body's z, new x, new z axes [rad or "30 deg"].

    Of a top whose axis is z: precession, nutation, spin. Some books swap the names phi and psi; the order counts.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("top")
    >>> m.place(m.body("top"), rotation=lw.euler(0, "30 deg", 0))
    """
    return Rotation("euler", (phi, theta, psi))


def bryant(first: Value, second: Value, third: Value) -> Rotation:
    """Return Rx(first) Ry(second) Rz(third): Bryant angles, about the body's x, new y, new z axes [rad or "30 deg"]."""
    return Rotation("bryant", (first, second, third))


def angles(sequence: str, first: Value, second: Value, third: Value) -> Rotation:
    """Return three turns about body axes in one of the twelve sequences, such as ``"zyx"`` [rad or "30 deg"].

    Parameters
    ----------
    sequence : str
        zxz, xyx, yzy, zyz, xzx, yxy, xyz, yzx, zxy, xzy, zyx or yxz: the axes in the order of the turns, each about
        the axis where the turns before have brought it.
    first, second, third : float or str
        Angles in the order of the turns.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("antenna")
    >>> m.place(m.body("dish"), rotation=lw.angles("zyx", "120 deg", "-40 deg", 0))
    """
    return Rotation("angles", (first, second, third), sequence)


def axis_angle(axis: tuple[Value, Value, Value], angle: Value) -> Rotation:
    """Return the turn by `angle` [rad or "30 deg"] about `axis`, right-handed."""
    return Rotation("axis_angle", (*axis, angle))


def quaternion(w: float, x: float, y: float, z: float) -> Rotation:
    """Return the orientation with these Euler parameters, scalar first; the length does not matter."""
    return Rotation("quaternion", (w, x, y, z))


def matrix(rows: object) -> Rotation:
    """Return the orientation whose matrix (3 x 3, columns = body axes in ground axes) is `rows`."""
    return Rotation("matrix", tuple(float(v) for v in np.asarray(rows, float).reshape(9)))


def to_matrix(kind: str, values: tuple[float, ...], sequence: str = "") -> Array:
    """Return the 3 x 3 matrix of resolved rotation values; raises ValueError with a reason."""
    if kind == "rpy":  # about fixed axes: the same turns about body axes the other way round
        values = values[::-1]
    if kind in ANGULAR:
        return sequences.to_matrix(SEQUENCE_OF.get(kind, sequence), values)
    if kind == "axis_angle":
        return axis_angle_matrix(np.array(values[:3]), values[3])
    if kind == "quaternion":
        return matrices(unit(np.array(values), "all four Euler parameters are zero"))
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


def axis_angle_matrix(axis: Array, angle: float) -> Array:
    """Return the matrix of the turn by `angle` about `axis` (any length)."""
    x, y, z = unit(axis, "the axis has no length")
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k)


def matrix_quaternion(m: Array) -> Array:
    """Return the Euler parameters (..., 4), scalar first and not negative, of rotation matrices (..., 3, 3)."""
    xx, yy, zz = (m[..., n, n] for n in range(3))
    zero = np.zeros_like(xx)
    k = np.array(
        [
            [xx + yy + zz, zero, zero, zero],
            [m[..., 2, 1] - m[..., 1, 2], xx - yy - zz, zero, zero],
            [m[..., 0, 2] - m[..., 2, 0], m[..., 0, 1] + m[..., 1, 0], yy - xx - zz, zero],
            [m[..., 1, 0] - m[..., 0, 1], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1], zz - xx - yy],
        ]
    )
    # eigh reads the lower half of the symmetric matrix; the parameters are the vector of the largest eigenvalue.
    _, vectors = np.linalg.eigh(np.moveaxis(k, (0, 1), (-2, -1)))
    e = vectors[..., -1]
    return np.where(e[..., :1] >= 0, e, -e)


def matrices(parameters: Array) -> Array:
    """Return the rotation matrices (..., 3, 3) of Euler parameters (..., 4) of unit length, scalar first."""
    w, x, y, z = np.moveaxis(parameters, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def turned(m: Array, v: Array) -> Array:
    """Return matrices (..., 3, 3) times vectors (..., 3), the same to the last bit for one and for many."""
    return np.asarray(m[..., 0] * v[..., :1] + m[..., 1] * v[..., 1:2] + m[..., 2] * v[..., 2:])


def times(a: Array, b: Array) -> Array:
    """Return products of matrices (..., 3, 3), the same to the last bit for one and for many."""
    return np.asarray(sum(a[..., :, k, None] * b[..., None, k, :] for k in range(3)))


def shortest_turn(u: Array, v: Array) -> Array:
    """Return the smallest rotation (..., 3, 3) that brings unit vector u (..., 3) to v."""
    u, v = np.broadcast_arrays(u, v)
    c = (u * v).sum(axis=-1)[..., None, None]
    side = np.cross(u, np.where(np.abs(u[..., :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    side = side / np.sqrt((side * side).sum(axis=-1, keepdims=True))
    half = 2.0 * side[..., :, None] * side[..., None, :] - np.eye(3)
    x, y, z = np.moveaxis(np.cross(u, v), -1, 0)
    zero = np.zeros_like(x)
    k = np.moveaxis(np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]), (0, 1), (-2, -1))
    opposed = c < -1 + 1e-12
    return np.asarray(np.where(opposed, half, np.eye(3) + k + times(k, k) / np.where(opposed, 1.0, 1.0 + c)))
