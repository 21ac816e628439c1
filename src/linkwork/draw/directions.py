"""Directions, frames and outlines that drawings are made of."""

from __future__ import annotations

import numpy as np

from ..arrays import Array


def unit_vector(angle: float) -> Array:
    """Return the direction at an angle from the right."""
    return np.array([np.cos(angle), np.sin(angle)])


def across(d: Array) -> Array:
    """Return a vector of the plane a quarter of a turn on."""
    return np.array([-d[1], d[0]])


def basis_across(axis: Array) -> tuple[Array, Array]:
    """Return two directions that form a right-handed frame with an axis."""
    other = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.9 else np.array([0.0, -1.0, 0.0])
    x = np.cross(other, axis)
    x = x / np.linalg.norm(x)
    return x, np.cross(axis, x)


def ring(centre: Array, axes: Array, radius: float) -> list[Array]:
    """Return points of a circle about the third of three axes."""
    turns = np.linspace(0.0, 2 * np.pi, 121)
    return [centre + radius * (np.cos(t) * axes[:, 0] + np.sin(t) * axes[:, 1]) for t in turns]


def stadium(start: Array, end: Array, radius: float) -> list[Array]:
    """Return the outline of a slot between two points."""
    along = end - start
    angle = float(np.arctan2(along[1], along[0]))
    right = [end + radius * unit_vector(angle + t) for t in np.linspace(-0.5 * np.pi, 0.5 * np.pi, 13)]
    return right + [start + radius * unit_vector(angle + t) for t in np.linspace(0.5 * np.pi, 1.5 * np.pi, 13)]
