"""Tables of values, joined by piecewise polynomials."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np

from linkwork.arrays import Array
from linkwork.errors import ExpressionError, nearest
from linkwork.expressions.constant import evaluate
from linkwork.expressions.nodes import Node

METHODS = {
    "cubic": "cubic spline, continuous to the second derivative",
    "akima": "Akima's piecewise cubic, no overshoot, continuous to the first derivative",
    "quintic": "quintic spline, continuous to the fourth derivative",
}
ENDS = ("not-a-knot", "natural", "clamped", "periodic")
_LEAST = {"cubic": 2, "akima": 2, "quintic": 6}


STRAIGHT, CLOSER = 1e-3, 4.0
"""A piece that bends by less than the first share of all values counts as straight; points that lie the second number
of times closer than their neighbours tell of a region of its own."""


class Table:
    """A piecewise polynomial, ready for the interpreter.

    Parameters
    ----------
    breaks : float64[n + 1]
        Where the pieces meet.
    coefficients : float64[n, p]
        Of powers of (x - left break), lowest first.
    periodic : bool
        Whether it repeats; if not, the end polynomials go on outside the range.
    """

    opcode = "SPLINE"
    label = "table"

    def __init__(self, breaks: Array, coefficients: Array, periodic: bool = False) -> None:
        self.breaks = breaks
        self.coefficients = coefficients
        self.periodic = periodic

    @property
    def period(self) -> tuple[float, float] | None:
        """First argument and period, if it repeats."""
        return (float(self.breaks[0]), float(np.ptp(self.breaks))) if self.periodic else None

    @property
    def changes(self) -> tuple[float, ...]:
        """Where its course changes: at its ends, where its points lie much closer, where a straight stretch ends."""
        width = np.diff(self.breaks)
        powers = np.arange(self.coefficients.shape[1])
        bend = np.abs(self.coefficients * width[:, None] ** powers)[:, 2:].sum(axis=1)
        straight = bend <= STRAIGHT * np.ptp(self.coefficients[:, 0])
        closer = np.abs(np.diff(np.log(width))) > log(CLOSER)
        inner = self.breaks[1:-1][closer | (straight[1:] != straight[:-1])]
        ends = () if self.periodic else (float(self.breaks[0]), float(self.breaks[-1]))
        return (*ends, *inner.tolist())

    def expression(self, arguments: tuple[Node, ...]) -> None:
        """Return None: a table is looked up."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.constants() == other.constants()

    def __hash__(self) -> int:
        return hash((self.coefficients.shape, float(self.breaks[0]), float(self.breaks[-1])))

    def constants(self) -> list[float]:
        """Return the layout of the SPLINE opcode."""
        header = [*self.coefficients.shape, float(self.periodic)]
        return [*header, *self.breaks.tolist(), *self.coefficients.ravel().tolist()]


def build_table(
    times: Sequence[float | str],
    values: Sequence[float | str],
    method: str = "cubic",
    ends: str = "not-a-knot",
) -> Table:
    """Return the table through the points; see `functions.table`."""
    x, y = _column(times, "times"), _column(values, "values")
    _check(x, y, method, ends)
    pieces = _interpolate(x, y, method, ends)
    keep = np.diff(pieces.x) > 0
    breaks = np.append(pieces.x[:-1][keep], pieces.x[-1])
    coefficients = np.ascontiguousarray(pieces.c[::-1, keep].T)
    return Table(breaks, coefficients, ends == "periodic")


def _column(values: Sequence[float | str], what: str) -> Array:
    try:
        return np.array([evaluate(v.item() if isinstance(v, np.generic) else v) for v in values])
    except ExpressionError as error:
        raise ExpressionError(f"The {what} of a table: {error}") from None


def _check(x: Array, y: Array, method: str, ends: str) -> None:
    """Raise when no curve can be put through the points as asked."""
    if method not in METHODS:
        raise ExpressionError(f"There is no table method '{method}'. {nearest(method, list(METHODS))}")
    if ends not in ENDS:
        raise ExpressionError(f"There is no table end '{ends}'. {nearest(ends, ENDS)}")
    if method == "akima" and ends != "not-a-knot":
        raise ExpressionError(f"An akima table has no choice of ends; '{ends}' needs cubic or quintic.")
    if len(x) != len(y):
        raise ExpressionError(f"A table has {len(x)} times but {len(y)} values.")
    if len(x) < _LEAST[method]:
        raise ExpressionError(f"A {method} table needs at least {_LEAST[method]} points, not {len(x)}.")
    backward = np.flatnonzero(np.diff(x) <= 0)
    if backward.size:
        i = int(backward[0])
        raise ExpressionError(f"The times of a table must increase; number {i + 2} is {x[i + 1]:g} after {x[i]:g}.")
    if ends == "periodic" and y[0] != y[-1]:
        raise ExpressionError(f"A periodic table must end as it begins; it has {y[0]:g} and {y[-1]:g}.")


def _interpolate(x: Array, y: Array, method: str, ends: str) -> Any:
    from scipy import interpolate

    if method == "akima":
        return interpolate.Akima1DInterpolator(x, y)
    if method == "cubic":
        return interpolate.CubicSpline(x, y, bc_type=ends)
    # A quintic needs two conditions at each end.
    conditions: Any = {
        "not-a-knot": None,
        "natural": ([(3, 0.0), (4, 0.0)], [(3, 0.0), (4, 0.0)]),
        "clamped": ([(1, 0.0), (2, 0.0)], [(1, 0.0), (2, 0.0)]),
        "periodic": "periodic",
    }[ends]
    spline = interpolate.make_interp_spline(x, y, k=5, bc_type=conditions)
    if ends == "periodic":
        spline.extrapolate = True
    return interpolate.PPoly.from_spline(spline)
