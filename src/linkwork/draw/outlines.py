"""Outlines of solid shapes, planar and in space."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.shapes import Shape
from ..expressions import Constant, evaluate, units
from .items import hull

_TURNS = np.linspace(0.0, 2 * np.pi, 97)
_CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
_EDGES = [(i, j) for i in range(8) for j in range(i) if bin(i ^ j).count("1") == 1]


@dataclass(frozen=True)
class Outline:
    """A solid as it is seen: its border and the edges inside it, in view axes."""

    border: list[Array]
    edges: list[list[Array]]


def dimensions_of(shape: Shape, parameters: Mapping[str, Constant]) -> dict[str, float]:
    """Return the dimensions of a shape [m]."""
    return {name: evaluate(value, units.LENGTH, parameters) for name, value in shape.dimensions}


def outline_of(kind: str, size: Mapping[str, float], place: Callable[[Array], Array], planar: bool) -> Outline | None:
    """Return the outline of a shape, or None for a rod, which is a line.

    Parameters
    ----------
    kind : str
        Of the shape.
    size : mapping
        Its dimensions [m].
    place : callable
        Takes a point in body axes to where it is seen.
    planar : bool
        Whether the model lies in the plane; then only its section in the plane is drawn.
    """
    if kind == "rod":
        return None
    if kind in ("bar", "box"):
        return _box(kind, size, place, planar)
    if kind == "sphere":
        return _sphere(size["radius"], place)
    height = 0.0 if planar else size["thickness" if kind == "disc" else "length"]
    return _round(size["radius"], height, place)


def _box(kind: str, size: Mapping[str, float], place: Callable[[Array], Array], planar: bool) -> Outline:
    scale = np.array([size["length"], size["width"], 0.0 if planar else size["height"]])
    shift = np.array([0.5 * size["length"] if kind == "bar" else 0.0, 0.0, 0.0])
    corners = [place(shift + scale * np.array(c)) for c in _CORNERS]
    border = [corners[i] for i in hull(corners)]
    return Outline(border, [] if planar else [[corners[i], corners[j]] for i, j in _EDGES])


def _sphere(radius: float, place: Callable[[Array], Array]) -> Outline:
    centre = place(np.zeros(3))
    ring = [centre + radius * np.array([np.cos(t), np.sin(t), 0.0]) for t in _TURNS[:-1]]
    equator = [place(radius * np.array([np.cos(t), np.sin(t), 0.0])) for t in _TURNS]
    return Outline(ring, [] if np.ptp(np.array(equator)[:, 2]) < 1e-9 * radius else [equator])


def _round(radius: float, height: float, place: Callable[[Array], Array]) -> Outline:
    rims = [
        [place(np.array([radius * np.cos(t), radius * np.sin(t), z])) for t in _TURNS]
        for z in ((0.0,) if height == 0 else (-0.5 * height, 0.5 * height))
    ]
    points = [p for rim in rims for p in rim[:-1]]
    near = max(rims, key=lambda rim: float(np.mean([p[2] for p in rim])))
    return Outline([points[i] for i in hull(points)], [] if height == 0 else [near])
