"""Solid shapes: mass, centre of mass and inertia from dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi

import numpy as np

from ..arrays import Array
from .marker import Value

DENSITIES = {
    "steel": 7850.0,
    "aluminium": 2700.0,
    "brass": 8500.0,
    "copper": 8960.0,
    "titanium": 4500.0,
    "cast iron": 7200.0,
    "abs": 1050.0,
    "nylon": 1140.0,
    "wood": 600.0,
}
"""Densities of common materials [kg/m^3]."""

DIMENSIONS = {
    "rod": ("length",),
    "bar": ("length", "width", "height"),
    "disc": ("radius", "thickness"),
    "box": ("length", "width", "height"),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
}
"""The dimensions each shape takes, all lengths."""


@dataclass(frozen=True)
class Shape:
    """A solid: its kind, its dimensions, and its mass or its density.

    Rods and bars lie along the body's x axis from the origin to ``(length, 0, 0)``; the other
    shapes are centred on the origin. The axis of a disc and of a cylinder is the body's z axis
    (the normal of the plane in a planar model).
    """

    kind: str
    dimensions: tuple[tuple[str, Value], ...]
    mass: Value | None = None
    density: Value | None = None


def _shape(kind: str, mass: Value | None, density: Value | None, **dimensions: Value) -> Shape:
    return Shape(kind, tuple(dimensions.items()), mass, density)


def rod(length: Value, mass: Value) -> Shape:
    """Return a slender rod along x, from the origin."""
    return _shape("rod", mass, None, length=length)


def bar(
    length: Value, width: Value, height: Value, *, mass: Value | None = None, density: Value | None = None
) -> Shape:
    """Return a bar of rectangular section along x, from the origin; width along y, height along z."""
    return _shape("bar", mass, density, length=length, width=width, height=height)


def disc(radius: Value, thickness: Value = 0.0, *, mass: Value | None = None, density: Value | None = None) -> Shape:
    """Return a disc with its axis along z."""
    return _shape("disc", mass, density, radius=radius, thickness=thickness)


def box(
    length: Value, width: Value, height: Value, *, mass: Value | None = None, density: Value | None = None
) -> Shape:
    """Return a box centred on the origin; length along x, width along y, height along z."""
    return _shape("box", mass, density, length=length, width=width, height=height)


def cylinder(radius: Value, length: Value, *, mass: Value | None = None, density: Value | None = None) -> Shape:
    """Return a solid cylinder centred on the origin with its axis along z."""
    return _shape("cylinder", mass, density, radius=radius, length=length)


def sphere(radius: Value, *, mass: Value | None = None, density: Value | None = None) -> Shape:
    """Return a solid sphere centred on the origin."""
    return _shape("sphere", mass, density, radius=radius)


def volume(kind: str, d: Mapping[str, float]) -> float:
    """Return the volume of a shape [m^3]; a rod has none."""
    if kind in ("bar", "box"):
        return d["length"] * d["width"] * d["height"]
    if kind == "disc":
        return pi * d["radius"] ** 2 * d["thickness"]
    if kind == "cylinder":
        return pi * d["radius"] ** 2 * d["length"]
    if kind == "sphere":
        return 4 / 3 * pi * d["radius"] ** 3
    return 0.0


def centre(kind: str, d: Mapping[str, float]) -> tuple[float, float, float]:
    """Return the centre of mass in body axes [m]."""
    return (d["length"] / 2 if kind in ("rod", "bar") else 0.0, 0.0, 0.0)


def unit_inertia(kind: str, d: Mapping[str, float]) -> Array:
    """Return the principal moments of inertia about the centre of mass, per unit of mass [m^2]."""
    if kind == "rod":
        x, y, z = d["length"], 0.0, 0.0
        return np.array([y * y + z * z, x * x + z * z, x * x + y * y]) / 12
    if kind in ("bar", "box"):
        x, y, z = d["length"], d["width"], d["height"]
        return np.array([y * y + z * z, x * x + z * z, x * x + y * y]) / 12
    if kind in ("disc", "cylinder"):
        r, h = d["radius"], d["thickness" if kind == "disc" else "length"]
        across = r * r / 4 + h * h / 12
        return np.array([across, across, r * r / 2])
    return np.full(3, 0.4 * d["radius"] ** 2)
