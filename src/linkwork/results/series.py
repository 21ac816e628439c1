"""Numbers over time: a quantity with its derivatives, and one curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..expressions import Program, link
from .short import Short


@dataclass(frozen=True)
class Curve:
    """A number over time: its name, its unit and its values, shape (times,).

    `log` says that it is told by its power of ten: a plot has a logarithmic scale.
    """

    name: str
    unit: str
    values: Array
    log: bool = False

    def in_degrees(self) -> Curve:
        """Return an angle or its rate in degrees; anything else as it is."""
        if not self.unit.startswith("rad"):
            return self
        return Curve(self.name, self.unit.replace("rad", "deg", 1), np.degrees(self.values))


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


def unwrapped(time: Array, angle: Array, rate: Array | None, counted: Array) -> Array:
    """Return angles made continuous over any number of turns.

    Where full turns were counted, `counted` (times,) tells near which value the angle is. Elsewhere it is not a number,
    and the turn made between two times is taken nearest to the mean rate, if rates are given, so that steps of more
    than half a turn come out right.
    """
    if np.isfinite(counted).all():
        return nearest_turn(angle, counted)
    out = angle.copy()
    for k in range(len(angle)):
        expected = counted[k]
        if not np.isfinite(expected) and k > 0:
            mean = 0.0 if rate is None else 0.5 * (rate[k] + rate[k - 1])
            expected = out[k - 1] + mean * (time[k] - time[k - 1])
        if np.isfinite(expected):
            out[k] = nearest_turn(out[k], expected)
    return out


def unit_after(unit: str, order: int) -> str:
    """Return the unit of the derivative of this order: ``m`` to ``m/s^2``."""
    if order == 0:
        return unit
    return f"{unit or '1'}/s" + (f"^{order}" if order > 1 else "")


def run_along(time: Array, program: Program, inputs: list[Array], known: int) -> Array:
    """Return a program of the time and of inputs, each (times, known or more), with its derivatives (times, known)."""
    from ..kernels.programs.program import run_states

    table = link([program])
    out, variables = np.zeros((len(time), known)), np.zeros((len(time), 1 + len(inputs), 4))
    variables[:, 0, 0], variables[:, 0, 1] = time, 1.0
    for i, values in enumerate(inputs, 1):
        variables[:, i, :known] = values[:, :known]
    run_states(table.ops, *table.spans[0], table.consts, variables, table.stack(), out)
    table.reraise()
    return out
