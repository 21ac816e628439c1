"""Measured quantities of random mechanisms with plain vectors: coordinates of joints and points, distances, heights.

A quantity has a value at a state, and a row: its rate by the twists of all bodies, which also says on which bodies an
effort along it acts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from mechanics import GROUND, States, coordinate_row, rows_of, twists_of
from random_mechanisms import Link, Sample

Array = np.ndarray[Any, np.dtype[np.float64]]

COORDINATES = {"revolute": ("angle",), "prismatic": ("translation",), "cylindrical": ("angle", "translation")}


@dataclass(frozen=True)
class Quantity:
    """Something measured: how it is written, whether it turns, the bodies in it, its value and its row at a state."""

    text: str
    turns: bool
    bodies: tuple[str, ...]
    value: Callable[[States], float]
    row: Callable[[States], Array]

    def rate(self, made: Sample, states: States) -> float:
        """Return its rate."""
        return float(self.row(states) @ twists_of(made, states))


def joint_coordinate(made: Sample, link: Link, what: str) -> Quantity:
    """Return angle or translation of a joint."""

    def value(states: States) -> float:
        a, b = states[link.a], states[link.b]
        x_a, z_a, x_b = a.R @ link.axes_a[:, 0], a.R @ link.axes_a[:, 2], b.R @ link.axes_b[:, 0]
        if what == "angle":
            return float(np.arctan2(np.cross(x_a, x_b) @ z_a, x_a @ x_b))
        return float(z_a @ (b.r + b.R @ link.point_b - a.r - a.R @ link.point_a))

    name = f"{link.name}.{what}"
    return Quantity(
        name, what == "angle", (link.a, link.b), value, lambda states: coordinate_row(link, what, made, states)
    )


def body_coordinate(made: Sample, body: str, axis: int) -> Quantity:
    """Return x, y or z of a body's origin."""
    direction = np.eye(3)[axis]
    return Quantity(
        f"{body}.{'xyz'[axis]}",
        False,
        (body,),
        lambda states: float(states[body].r[axis]),
        lambda states: columns(made, [(body, direction, np.zeros(3))]),
    )


def distance(made: Sample, a: str, point_a: Array, b: str, point_b: Array, text: str) -> Quantity:
    """Return the distance of two points of bodies."""

    def arms(states: States) -> tuple[Array, Array, Array]:
        s_a, s_b = states[a].R @ point_a, states[b].R @ point_b
        return s_a, s_b, states[b].r + s_b - states[a].r - s_a

    def row(states: States) -> Array:
        s_a, s_b, d = arms(states)
        e = d / np.linalg.norm(d)
        return columns(made, [(a, -e, -np.cross(s_a, e)), (b, e, np.cross(s_b, e))])

    return Quantity(text, False, (a, b), lambda states: float(np.linalg.norm(arms(states)[2])), row)


def height(made: Sample, a: str, point_a: Array, normal: Array, b: str, point_b: Array) -> Quantity:
    """Return the height of a point of b over a plane of a."""

    def parts(states: States) -> tuple[Array, Array, Array]:
        s_b, n = states[b].R @ point_b, states[a].R @ normal
        return s_b, n, states[b].r + s_b - states[a].r

    def value(states: States) -> float:
        _, n, d = parts(states)
        return float(n @ (d - states[a].R @ point_a))

    def row(states: States) -> Array:
        s_b, n, d = parts(states)
        return columns(made, [(a, -n, -np.cross(d, n)), (b, n, np.cross(s_b, n))])

    return Quantity("", False, (a, b), value, row)


def columns(made: Sample, parts: list[tuple[str, Array, Array]]) -> Array:
    """Return forces and moments about origins of bodies as one vector: 3 numbers a body in the plane, 6 in space."""
    names = list(made.truth)[1:]
    wide = np.zeros(6 * len(names))
    for body, force, moment in parts:
        if body != GROUND:
            k = 6 * names.index(body)
            wide[k : k + 6] += np.concatenate([force, moment])
    return wide[[6 * k + i for k in range(len(names)) for i in (0, 1, 5)]] if made.planar else wide


def units_of(made: Sample, size: float) -> Array:
    """Return the unit of every component of the twists: the size for velocities, 1 for spins."""
    return np.tile([size] * (2 if made.planar else 3) + [1.0] * (1 if made.planar else 3), len(made.truth) - 1)


def free_motions(made: Sample, states: States, units: Array) -> Array:
    """Return the motions that the joints leave free, in these units, as orthonormal columns."""
    rows = rows_of(made, states) * units
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    _, values, right = np.linalg.svd(rows, full_matrices=True)
    return np.asarray(right[int((values > 1e-9 * values[0]).sum()) :].T)


def wrenches(made: Sample, states: States, effort: Array) -> list[tuple[str, Array, Array]]:
    """Return what such a vector does: body, force, moment about its centre of mass."""
    found = []
    size = 3 if made.planar else 6
    for k, name in enumerate(list(made.truth)[1:]):
        part = effort[size * k : size * k + size]
        if part.any():
            force, moment = np.zeros(3), np.zeros(3)
            force[: size // 3 + 1 if size == 3 else 3] = part[: 2 if size == 3 else 3]
            moment[2 if size == 3 else slice(None)] = part[2] if size == 3 else part[3:]
            arm = states[name].R @ made.masses[name].com
            found.append((name, force, moment - np.cross(arm, force)))
    return found
