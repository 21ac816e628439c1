"""Curves from functions: components of a parameter u, and polar curves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import pi

import numpy as np

from linkwork.errors import ExpressionError, nearest
from linkwork.expressions.nodes import Name, Node, names, rewritten
from linkwork.expressions.units import ANGLE, LENGTH, NUMBER, Dimension
from linkwork.functions import TimeFunction

from ..arrays import Array
from .base import Curve, Parameters, Point, curve_kind, entry, number
from .fit import fit
from .solved import Solved

CLOSING = 1e-9
"""By how much the ends of a closed curve may miss each other, as a share of its size."""


def of_parameter(function: TimeFunction, parameters: Parameters) -> TimeFunction:
    """Return a function of u as one of the only argument that functions know, the time; other names are told."""
    known = ["u", *parameters]
    for name in names(function.node):
        if name not in (*known, "t", "time"):
            raise ExpressionError(f"there is no '{name}': it is an expression of u. {nearest(name, known)}")

    def rule(node: Node) -> Node | None:
        return Name("t") if isinstance(node, Name) and node.name == "u" else None

    return TimeFunction(rewritten(function.node, rule), None, function.requirements)


def changes_of(function: TimeFunction, parameters: Parameters, expected: Dimension) -> tuple[float, ...]:
    """Return the places at which the course of a function of the parameter changes; check that it is what is expected.

    The parameter is a plain number or an angle, or stands for a length, as in ``"u^2/(2 m)"``.
    """
    try:
        return function.program(parameters, dimensions={"t": NUMBER}, expected=expected).breaks
    except ExpressionError as error:
        try:
            return function.program(parameters, dimensions={"t": LENGTH}, expected=expected).breaks
        except ExpressionError:
            raise error from None


def parted(places: Iterable[float], start: float, end: float) -> list[float]:
    """Return a range with the places inside at which to part it; what is as near as rounding is one place."""
    apart, found = 1e-12 * (end - start), [start]
    for place in sorted(places):
        if found[-1] + apart < place < end - apart:
            found.append(place)
    return [*found, end]


def _breaks(functions: list[TimeFunction], start: float, end: float, parameters: Parameters) -> list[float]:
    """Return the range with the places inside at which the course of a function changes; check that all are lengths."""
    return parted((p for f in functions for p in changes_of(f, parameters, LENGTH)), start, end)


def _jets(function: TimeFunction, s: Array, parameters: Parameters) -> Array:
    found: Array = function.derivatives(s, parameters).T
    return found


def closed_well(curve: Solved) -> Solved:
    """Return the curve if its ends meet as they should."""
    ends = curve.coefficients[[0, -1], :-1] @ np.array([[(-1.0) ** n, 1.0] for n in range(curve.coefficients.shape[2])])
    gap = float(np.linalg.norm(ends[1, :, 1] - ends[0, :, 0]))
    if curve.closed and gap > CLOSING * curve.size:
        raise ExpressionError(
            f"it is to be closed, but it ends {gap:.3g} m away from where it begins. Choose the range so that it is "
            "one round, or leave 'closed' out."
        )
    return curve


@curve_kind("curve")
@dataclass(frozen=True)
class Parametric(Curve):
    """Curve of a parameter u: x(u), y(u) and, in space, z(u)."""

    x: TimeFunction = entry("function", "first coordinate, an expression of u [m]")
    y: TimeFunction = entry("function", "second coordinate [m]")
    over: Point = entry("range", "first and last value of u")
    z: TimeFunction | None = entry("function", "third coordinate, of a curve in space [m]", None)
    closed: bool = entry("switch", "whether it ends where it begins", False)

    @property
    def in_space(self) -> bool:
        """Whether it has a third coordinate."""
        return self.z is not None

    def _solve(self, parameters: Parameters) -> Solved:
        start, end = (number(value, "over", parameters, NUMBER) for value in self.over)
        if not start < end:
            raise ExpressionError(f"over is from {start:g} to {end:g}; it must rise.")
        functions = [of_parameter(f, parameters) for f in (self.x, self.y, self.z) if f is not None]

        def derivatives(s: Array) -> Array:
            return np.stack([_jets(f, s, parameters) for f in functions], axis=1)

        breaks = _breaks(functions, start, end, parameters)
        return closed_well(Solved(*fit(derivatives, 3, breaks), self.closed))


@curve_kind("polar")
@dataclass(frozen=True)
class Polar(Curve):
    """Polar curve: the distance from the origin as a function of the angle u."""

    radius: TimeFunction = entry("function", "distance from the origin, an expression of the angle u [m]")
    over: Point = entry("range", "first and last angle [rad]", (0.0, 2 * pi))

    def _solve(self, parameters: Parameters) -> Solved:
        start, end = (number(value, "over", parameters, ANGLE) for value in self.over)
        if not start < end:
            raise ExpressionError(f"over is from {start:g} to {end:g} rad; it must rise.")
        radius = of_parameter(self.radius, parameters)

        def derivatives(s: Array) -> Array:
            return turned(_jets(radius, s, parameters), s)

        closed = abs(end - start - 2 * pi) < 1e-12
        return closed_well(Solved(*fit(derivatives, 3, _breaks([radius], start, end, parameters)), closed))


def turned(r: Array, s: Array) -> Array:
    """Return r(s) (cos s, sin s) with derivatives [order + 1, 2, k], from those of r (Leibniz)."""
    waves = [np.array([np.cos(s + k * pi / 2), np.sin(s + k * pi / 2)]) for k in range(len(r))]
    binomials = ((1,), (1, 1), (1, 2, 1), (1, 3, 3, 1))
    return np.array([sum(b * r[n - k] * waves[k] for k, b in enumerate(binomials[n])) for n in range(len(r))])
