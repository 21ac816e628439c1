"""Centrodes: the paths of an instant centre, one fixed in each of the two bodies; they roll on each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...base.pictures import picture
from ...errors import ModelError
from ..motion import Motion
from ..short import Short
from .instant_centres import centre_name, poles
from .rigid import Rigid, check_order, check_planar


@dataclass(frozen=True, repr=False)
class Centrodes(Short):
    """The two centrodes of a body moving relative to another: the moving one rolls on the fixed one without slipping.

    Attributes
    ----------
    body, other : str
    name : str
        Of their instant centre, as `InstantCentres` has it.
    time : array, shape (times,)
    pole : array, shape (times, 2)
        The instant centre in ground axes [m]; not a number where it is at infinity.
    fixed : array, shape (times, 2)
        The centre in the axes of `other`: the fixed centrode [m].
    moving : array, shape (times, 2)
        The centre in the axes of `body`: the moving centrode [m].
    """

    body: str
    other: str
    name: str = field(repr=False)
    time: Array
    pole: Array
    fixed: Array
    moving: Array
    motion: Motion = field(repr=False)

    def placed(self, k: int) -> tuple[Array, Array]:
        """Return the fixed and the moving centrode where their bodies are at position k, in ground axes (times, 2)."""
        rigid = Rigid(self.motion, k)
        curves = ((self.other, self.fixed), (self.body, self.moving))
        one, two = (_in_ground(self.motion, rigid.number(name), k, curve) for name, curve in curves)
        return one, two

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the mechanism at a time with both centrodes, which touch at the instant centre."""
        return picture("draw_centrodes")(self, path, **options)


def centrodes(motion: Motion, body: str, other: str) -> Centrodes:
    """Return the centrodes of a body relative to another over a motion."""
    check_planar(motion, "Centrodes")
    check_order(motion, 1, "The centrodes")
    if body == other:
        raise ModelError(f"Centrodes belong to two bodies; '{body}' was given twice.")
    rigid = Rigid(motion, 0)
    a, b = rigid.number(other), rigid.number(body)
    points = poles(motion, a, b)[0]
    seen = _seen(motion, a, points), _seen(motion, b, points)
    return Centrodes(body, other, centre_name(motion, a, b), motion.time, points, *seen, motion)


def _seen(motion: Motion, body: int, points: Array) -> Array:
    """Return points over time (times, 2) in the axes of a body, from its origin."""
    if body < 0:
        return points.copy()
    at, turn = _frame(motion, body)
    return np.asarray(np.einsum("tji,tj->ti", turn, points - at))


def _in_ground(motion: Motion, body: int, k: int, points: Array) -> Array:
    """Return points in the axes of a body (n, 2) in ground axes, where the body is at position k."""
    if body < 0:
        return points
    at, turn = _frame(motion, body)
    return np.asarray(at[k] + points @ turn[k].T)


def _frame(motion: Motion, body: int) -> tuple[Array, Array]:
    """Return origin (times, 2) and axes (times, 2, 2) of a body."""
    return motion.body(motion.bodies[body]).position, motion._rotations(body)[:, :2, :2]
