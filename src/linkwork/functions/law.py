"""A Python function of the motion: of time, measured quantities and their rates."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from typing import Any, cast

from linkwork.errors import ExpressionError
from linkwork.expressions.nodes import Apply, Name
from linkwork.expressions.parse import parse

from .callable import Called, unwrapped
from .constructors import function
from .jet_number import Jet, NoPlainNumber
from .time_function import TimeFunction

Point = tuple[float, ...]

STEP, SHORTER, LEVELS = 1e-3, 1.0 / 16.0, 9
"""Relative step of the first differences, how much shorter the next ones are, and how often: down to 1e-13."""

KNOWN, AGREE, ROUNDED = 1e-9, 0.1, 1e-15
"""How well differences of two steps must agree, and how well at least, as a share of the slope; rounding, as a share of
the value."""


def law(f: Callable[..., Any], *quantities: str) -> TimeFunction:
    """Return a value that depends on the motion, computed by a Python function.

    Parameters
    ----------
    f : callable
        Takes one number for each quantity, in SI units, and returns a number. Written with operators and
        numpy functions, without a decision on its arguments, it becomes a compiled expression, anew for
        every analysis; otherwise compiled code calls it at every step.
    *quantities : str
        What it depends on: ``"t"``, ``"A.angle"``, ``"rate(A.angle)"``, ``"distance(crank.P, ground.Q)"``,
        or any expression of these.

    Examples
    --------
    >>> import linkwork as lw
    >>> brake = lw.law(lambda t, w: -5 * w if t > 1 else 0.0, "t", "rate(A.angle)")
    """
    if not callable(f):
        raise ExpressionError(f"law takes a function and what it depends on, law(f, 't', 'A.angle'); {f!r} is none.")
    if not quantities:
        raise ExpressionError("law needs what the function depends on: law(f, 't', 'A.angle', 'rate(A.angle)').")
    nodes = tuple(parse(text) for text in quantities)
    if nodes == (Name("t"),):
        return function(f)
    return TimeFunction(Apply(PythonLaw(f, quantities), nodes))


class PythonLaw(Called):
    """A Python function of several arguments.

    Parameters
    ----------
    function : callable
    names : tuple of str
        What its arguments are, for messages.
    """

    opcode = "CALLN"

    def __init__(self, function: Callable[..., Any], names: tuple[str, ...]) -> None:
        super().__init__(function)
        self.names = names
        self.takes_jets = True

    def constants(self) -> list[float]:
        """Return room for the address, and the number of arguments."""
        return [*super().constants(), float(len(self.names))]

    def where(self, x: Point) -> str:
        """Return the arguments in words."""
        return ", ".join(f"{name} = {value:g}" for name, value in zip(self.names, x, strict=True))

    def value(self, x: Point) -> float:
        """Return the value at x."""
        return self.called(x, self.where(x))

    def called(self, given: Point, where: str) -> float:
        """Return what the function makes of these numbers; `where` that is, for messages."""
        value = unwrapped(self.function(*given))
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ExpressionError(f"The {self.label} returned {value!r} at {where}; a number is expected.")
        if not math.isfinite(value):
            raise ExpressionError(f"The {self.label} is not finite at {where}: {value}.")
        return float(value)

    def slope(self, x: Point, i: int) -> float:
        """Return the derivative by argument i: exact where the function takes jets, else by differences."""
        if self.takes_jets:
            try:
                value = unwrapped(self.function(*(Jet.variable(a) if k == i else a for k, a in enumerate(x))))
                return value.derivatives[1] if isinstance(value, Jet) else 0.0
            except NoPlainNumber:
                self.takes_jets = False
        return slope_by_differences(lambda a: self.value((*x[:i], a, *x[i + 1 :])), x[i])

    def _prototype(self) -> Any:
        from linkwork.kernels.compiler.keyboard import called_back
        from linkwork.kernels.programs.callback import PROTOTYPE_MANY

        count = len(self.names)

        def entry(arguments: Any, out: Any, order: int) -> None:
            x: Point = ()
            try:
                x = tuple(arguments[:count])
                with called_back:
                    out[0] = self.value(x)
                    for i in range(count if order > 0 else 0):
                        out[i + 1] = self.slope(x, i)
            except BaseException as error:
                out[0] = math.nan
                self.keep(error, self.where(x) if x else "its call")

        return PROTOTYPE_MANY(entry)

    def __reduce__(self) -> Any:
        return PythonLaw, (self.function, self.names)


def slope_by_differences(f: Callable[[float], float], x: float) -> float:
    """Return the derivative of a function of plain numbers, from differences of sixth order.

    Steps are shortened until two orders agree, as nothing tells on which scale the function bends; a step that leads to
    where it has no value is too long. Where it jumps the slope is that beside the jump.
    """
    best, least, trouble = 0.0, math.inf, cast("Exception | None", None)
    h = STEP * max(1.0, abs(x))
    for _ in range(LEVELS):
        try:
            slopes, size = _differences(f, x, h)
        except Exception as error:  # of a function of the user's: anything
            trouble, h = error, h * SHORTER
            continue
        coarse, fine = (4.0 * slopes[1] - slopes[0]) / 3.0, (4.0 * slopes[2] - slopes[1]) / 3.0
        apart = abs(fine - coarse)
        if apart < least:
            best, least = (16.0 * fine - coarse) / 15.0, apart
        if apart <= max(KNOWN * abs(fine), ROUNDED * size / h):
            return best
        h *= SHORTER
    if trouble is not None and least == math.inf:
        raise trouble
    return best if least <= AGREE * abs(best) else _beside(f, x)


def _differences(f: Callable[[float], float], x: float, h: float) -> tuple[list[float], float]:
    """Return the slopes over a step to either side, half of it and a quarter, and the size of the values."""
    places = [(x - h / n, x + h / n) for n in (1, 2, 4)]
    values = [(f(low), f(high)) for low, high in places]
    slopes = [(v[1] - v[0]) / (at[1] - at[0]) for v, at in zip(values, places, strict=True)]
    return slopes, max(map(abs, values[0]))


def _beside(f: Callable[[float], float], x: float) -> float:
    """Return the smaller slope of the two sides."""
    h = STEP * SHORTER**2 * max(1.0, abs(x))
    return min((f(x) - f(x - h)) / h, (f(x + h) - f(x)) / h, key=abs)
