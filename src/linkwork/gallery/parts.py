"""Pieces that many gallery mechanisms share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from linkwork.arrays import Array
from linkwork.base.marker import Value
from linkwork.base.rotation import Rotation, matrix
from linkwork.base.shapes import rod
from linkwork.mechanism import Mechanism
from linkwork.model.refs import BodyRef


def parameters(m: Mechanism, **values: Value) -> None:
    """Give a mechanism several design parameters."""
    for name, value in values.items():
        m.parameter(name, value)


def link(m: Mechanism, name: str, length: Value, mass: Value = 1.0) -> BodyRef:
    """Add a uniform slender rod along its own x axis, from its origin."""
    return m.body(name, rod(length, mass))


def apex(base: str, left: str, right: str) -> tuple[str, str]:
    """Return the third corner of a triangle on the base (0, 0)-(base, 0), to the left of it.

    `left` is the side at the origin, `right` the side at the end of the base; all three are names of
    parameters, and the corner is given as expressions of them.
    """
    x = f"({base}^2 + {left}^2 - {right}^2)/(2*{base})"
    return x, f"sqrt({left}^2 - ({x})^2)"


def meeting(p: ArrayLike, r_p: float, q: ArrayLike, r_q: float, side: int = 1) -> Array:
    """Return where circles about p and q meet, to the left (+1) or right (-1) of the line p to q."""
    a, b = np.asarray(p, float), np.asarray(q, float)
    d = float(np.linalg.norm(b - a))
    along = (d * d + r_p * r_p - r_q * r_q) / (2 * d)
    across = np.sqrt(max(0.0, r_p * r_p - along * along))
    u = (b - a) / d
    return np.asarray(a + along * u + side * across * np.array([-u[1], u[0]]))


def polar(length: float, angle: float, about: ArrayLike = (0.0, 0.0)) -> Array:
    """Return the point at a distance and an angle [rad] from the point `about` in the plane."""
    return np.asarray(about, float) + length * np.array([np.cos(angle), np.sin(angle)])


def heading(p: ArrayLike, q: ArrayLike) -> float:
    """Return the angle of the line from p to q in the plane [rad]."""
    d = np.asarray(q, float) - np.asarray(p, float)
    return float(np.arctan2(d[1], d[0]))


def turned(axis: Sequence[float] | Array, angle: float, vector: ArrayLike) -> Array:
    """Return a vector turned about an axis by the right-hand rule."""
    u, v = np.asarray(axis, float), np.asarray(vector, float)
    u = u / np.linalg.norm(u)
    return np.asarray(v * np.cos(angle) + np.cross(u, v) * np.sin(angle) + u * (u @ v) * (1 - np.cos(angle)))


def pointing(x: ArrayLike, z: ArrayLike | None = None) -> Rotation:
    """Return the orientation whose x axis points along `x`, with z as near to `z` as can be."""
    first = np.asarray(x, float) / np.linalg.norm(x)
    third = np.asarray([0.0, 0.0, 1.0] if z is None else z, float)
    if np.linalg.norm(np.cross(first, third)) < 1e-6 * np.linalg.norm(third):
        third = np.array([0.0, 1.0, 0.0])
    second = np.cross(third, first)
    second /= np.linalg.norm(second)
    return matrix(np.column_stack([first, second, np.cross(first, second)]))
