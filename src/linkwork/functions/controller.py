"""A sampled controller: a Python function that is called at even times, and whose value is held in between."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.arrays import Array
from linkwork.errors import ExpressionError
from linkwork.expressions.constant import evaluate_constant
from linkwork.expressions.nodes import Apply, Name, Node
from linkwork.expressions.parse import parse
from linkwork.expressions.units import TIME

from .law import Point, PythonLaw
from .time_function import TimeFunction


def controller(f: Callable[..., Any], period: float | str, *quantities: str) -> TimeFunction:
    """Return the value of a sampled controller, for a force: found once in every period, held until the next sample.

    `simulate` calls the function at the start of a run and then after every period, once each and in order, whatever
    the steps of the integrator; it may remember what it likes from one call to the next. Steps end at the samples.

    Parameters
    ----------
    f : callable
        Takes one number for each quantity, in SI units, and returns a number.
    period : float or str
        Time between two samples [s], such as ``0.01`` or ``"10 ms"``.
    *quantities : str
        What it measures: ``"t"``, ``"A.angle"``, ``"rate(A.angle)"``, ``"distance(crank.P, ground.Q)"``, or any
        expression of these.

    Examples
    --------
    >>> import linkwork as lw
    >>> hold = lw.controller(lambda angle, speed: -20 * angle - 4 * speed, "10 ms", "A.angle", "rate(A.angle)")
    """
    if not callable(f):
        raise ExpressionError(f"controller takes a function, a period and what it measures; {f!r} is no function.")
    length = _period(period)
    nodes: tuple[Node, ...] = (Name("t"), *(parse(text) for text in quantities))
    return TimeFunction(Apply(Controller(f, length, quantities), nodes))


def _period(period: float | str) -> float:
    """Return the period in seconds; raises ExpressionError unless it is a positive time."""
    try:
        length = evaluate_constant(period, TIME).value
    except (ExpressionError, TypeError) as error:
        raise ExpressionError(f"The period of a controller cannot be read: {error}") from None
    if not (math.isfinite(length) and length > 0.0):
        raise ExpressionError(f"The period of a controller is {length:g} s; it must be positive.")
    return length


@dataclass
class Samples:
    """What a controller measured and returned in one run.

    Attributes
    ----------
    since : list of float
        From when on each value acts: the time of the sample but for rounding [s].
    times, values : list of float
        Times of the samples [s] and what the function returned.
    inputs : list of tuple of float
        What it was called with.
    """

    since: list[float] = field(default_factory=list, repr=False)
    times: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    inputs: list[Point] = field(default_factory=list)

    @property
    def time(self) -> Array:
        """Times at which the function was called, shape (samples,) [s]."""
        return np.array(self.times)

    @property
    def value(self) -> Array:
        """What it returned, shape (samples,)."""
        return np.array(self.values)

    @property
    def measured(self) -> Array:
        """What it was called with, shape (samples, quantities)."""
        return np.array(self.inputs).reshape(len(self.times), -1)

    def at(self, t: float) -> float:
        """Return the value that acts at time t."""
        return self.values[max(bisect_right(self.since, t) - 1, 0)]


class Controller(PythonLaw):
    """A Python function of time and several quantities whose value is held between samples.

    Compiled code calls it at every evaluation: it then looks up the value held. Where a sample is due the first
    evaluation, which is that of the state there, takes it.

    Parameters
    ----------
    function : callable
        Of the quantities.
    period : float
        [s]
    quantities : tuple of str
        What the function depends on; the time comes before them when compiled code calls.
    """

    def __init__(self, function: Callable[..., Any], period: float, quantities: tuple[str, ...]) -> None:
        super().__init__(function, ("t", *quantities))
        self.sample_period, self.quantities = period, quantities
        self.samples: Samples | None = None
        self.due: tuple[float, float] | None = None

    @property
    def label(self) -> str:
        """The name of the function, for messages."""
        return f"controller {getattr(self.function, '__name__', type(self.function).__name__)}"

    def expression(self, arguments: tuple[Node, ...]) -> Node | None:
        """Return None: it has to be called."""
        return None

    def open(self, time: float, since: float) -> None:
        """Let the next evaluation at `since` or later take the sample of `time`."""
        self.due = time, since

    def value(self, x: Point) -> float:
        """Return the value held at the time x[0], after taking a sample that is due."""
        if self.samples is None:
            raise ExpressionError(
                f"The {self.label} acts in forces while simulate runs: it has no value anywhere else. Take the force "
                f"out of the model, or give it another value."
            )
        if self.due is not None and x[0] >= self.due[1]:
            self._take(self.samples, *self.due, x)
        return self.samples.at(x[0])

    def _take(self, samples: Samples, time: float, since: float, x: Point) -> None:
        """Call the function and note what it returns; the time it is told is that of the sample, free of rounding."""
        self.due = None
        given = tuple(time if name == "t" else v for name, v in zip(self.quantities, x[1:], strict=True))
        samples.since.append(since)
        samples.times.append(time)
        samples.inputs.append(given)
        samples.values.append(math.nan)  # held if the function fails: nothing goes on with an old value then
        samples.values[-1] = self.called(given, self.where((time, *x[1:])))

    def slope(self, x: Point, i: int) -> float:
        """Return 0: what is held does not change."""
        return 0.0

    def __reduce__(self) -> Any:
        return Controller, (self.function, self.sample_period, self.quantities)


@contextmanager
def holding(controllers: Mapping[str, Controller], samples: Mapping[str, Samples]) -> Iterator[None]:
    """Let controllers hold the values of these samples, by name, meanwhile; a run goes on with what it held before."""
    before = [(controller, controller.samples, controller.due) for controller in controllers.values()]
    for name, controller in controllers.items():
        controller.samples, controller.due = samples.get(name), None
    try:
        yield
    finally:
        for controller, held, due in before:
            controller.samples, controller.due = held, due
