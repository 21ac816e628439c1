"""A scalar quantity over time with its derivatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .short import Short

if TYPE_CHECKING:
    from ..model.equations import Gauge

Array = NDArray[np.float64]

SUFFIXES = ("", "_velocity", "_acceleration", "_jerk")
"""Endings of the names of a quantity and its derivatives."""


@dataclass(frozen=True, repr=False)
class Series(Short):
    """A measured quantity over time.

    Attributes
    ----------
    name, unit : str
    values : array, shape (times, 4)
        Value, velocity, acceleration, jerk; columns that were not computed are NaN.
    """

    name: str
    unit: str
    values: Array

    @property
    def value(self) -> Array:
        """The quantity itself, shape (times,)."""
        return self.values[:, 0]

    @property
    def velocity(self) -> Array:
        """First time derivative, shape (times,)."""
        return self.values[:, 1]

    @property
    def acceleration(self) -> Array:
        """Second time derivative, shape (times,)."""
        return self.values[:, 2]

    @property
    def jerk(self) -> Array:
        """Third time derivative, shape (times,)."""
        return self.values[:, 3]


def unwrapped(time: Array, angle: Array, rate: Array | None = None, grown: Array | None = None) -> Array:
    """Return angles made continuous over any number of turns.

    Where it is known by how much the angle has `grown` since the start, full turns follow from that.
    Elsewhere the turn made between two times is taken nearest to the mean rate, if rates are given, so
    that steps of more than half a turn come out right.
    """
    if grown is not None and np.isfinite(grown).all():
        return nearest_turn(angle, angle[:1] + grown - grown[:1])
    out = angle.copy()
    for k in range(1, len(angle)):
        if grown is not None and np.isfinite(grown[k]):
            expected = out[0] + grown[k] - grown[0]
        else:
            mean = 0.0 if rate is None else 0.5 * (rate[k] + rate[k - 1])
            expected = out[k - 1] + mean * (time[k] - time[k - 1])
        out[k] += 2 * np.pi * np.round((expected - out[k]) / (2 * np.pi))
    return out


def nearest_turn(angle: Array, expected: Array | float) -> Array:
    """Return angles with the full turns that bring them nearest to those expected."""
    return np.asarray(angle + 2 * np.pi * np.round((expected - angle) / (2 * np.pi)))


def grown(gauge: Gauge, turned: Array) -> Array:
    """Return by how much an angle in the plane has grown, from what the bodies have turned by (times, bodies)."""
    a, b, zero = gauge.sites[0].body, gauge.sites[2].body, np.zeros(len(turned))
    return np.asarray((turned[:, b] if b >= 0 else zero) - (turned[:, a] if a >= 0 else zero))


def split_suffix(quantity: str) -> tuple[str, int]:
    """Return a quantity without its ending and the order of derivative the ending stands for."""
    for order, suffix in enumerate(SUFFIXES):
        if suffix and quantity.endswith(suffix):
            return quantity.removesuffix(suffix), order
    return quantity, 0


def unit_after(unit: str, order: int) -> str:
    """Return the unit of the derivative of this order: ``m`` to ``m/s^2``."""
    if order == 0:
        return unit
    return f"{unit or '1'}/s" + (f"^{order}" if order > 1 else "")
