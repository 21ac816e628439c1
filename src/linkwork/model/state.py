"""Expressions of the motion: of time, measured quantities and their rates, for forces and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..base.load import MEASURED, RATE
from ..base.measure import DIMENSIONS
from ..errors import ExpressionError
from ..expressions import Program
from ..expressions.nodes import Binary, Call, Compare, Node, names, walk
from ..expressions.units import TIME, Dimension
from ..functions import TimeFunction
from .equations import UNITS_OF_MEASURES, Gauge, Writer

Input = tuple[Gauge, int]
"""A measured variable of a program: its gauge, and 0 for its value or 1 for its rate."""

Compiled = tuple[Program, tuple[Input, ...], tuple[str, ...]]
"""A program, its measured variables, and instead of them the quantities that results tell."""


@dataclass(frozen=True)
class Event:
    """What makes an event happen: its program goes through zero.

    Attributes
    ----------
    text : str
    program : Program
        Variable 0 is the time, the others are the inputs.
    inputs : tuple of (Gauge, int)
    direction : int
        1: rising through zero, -1: falling, 0: either.
    levels : tuple of float
        Instead of zero: it leaves the interval between two of these.
    observed : tuple of str
        In place of inputs: quantities that results tell, such as ``"B.force.x"``.
    """

    text: str
    program: Program
    inputs: tuple[Input, ...]
    direction: int
    levels: tuple[float, ...] = ()
    observed: tuple[str, ...] = ()

    @property
    def logical(self) -> bool:
        """Whether it is made of comparisons, so that its program jumps."""
        return self.program.node is not None and any(isinstance(part, Compare) for part in walk(self.program.node))


class StateReader:
    """Compiles expressions of the motion; raises ExpressionError for what it cannot read."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def program(
        self, function: TimeFunction, expected: Dimension | None = None, own: Gauge | None = None
    ) -> tuple[Program, tuple[Input, ...]]:
        """Return the program of a function and its measured variables.

        Parameters
        ----------
        function : TimeFunction
        expected : Dimension, optional
            What the result should be.
        own : Gauge, optional
            What `MEASURED` and `RATE` stand for.
        """
        found: dict[str, int] = {}
        combinations = self.writer.combinations
        node = self.writer.with_variables(combinations.written_out(function.node), found)
        inputs = {text: self.input(text) for text in found}
        # the own measure has no dimension: the argument of a curve is a number in SI units
        dimensions = dimensions_of(self.writer, inputs)
        for order, name in enumerate((str(MEASURED), str(RATE))):
            if own is not None and name in names(node):
                found[name] = len(found) + 1
                inputs[name] = (own, order)
        program = TimeFunction(node, None, function.requirements).program(
            self.writer.resolved.parameters, found, dimensions=dimensions, expected=expected
        )
        return program, tuple(inputs.values())

    def input(self, text: str) -> Input:
        """Return the measured variable of ``A.angle`` or ``rate(A.angle)``."""
        quantity, order = self.writer.quantities.split(text)
        return self.writer.named_gauge(quantity), order

    def event(self, text: str) -> Event:
        """Return the event of comparisons that come to hold, or of an expression that goes through zero."""
        return make_event(text, self.writer.quantities.parsed(text), self._compiled)

    def _compiled(self, node: Node) -> Compiled:
        return *self.program(TimeFunction(node)), ()


def make_event(text: str, node: Node, compiled: Callable[[Node], Compiled]) -> Event:
    """Return the event of comparisons that come to hold, or of an expression that goes through zero.

    `compiled` returns the program of an expression with its inputs and what it observes.
    """
    program, inputs, observed = compiled(node)  # also compares the dimensions of both sides
    if program.fixed is not None:
        raise ExpressionError(
            f"'{text}' is {program.fixed:g} at all times, so nothing happens. "
            f"Write what changes, such as 'A.angle > 1' or 't > 0.5'."
        )
    direction = 0
    if isinstance(node, Compare):
        direction = 1 if node.operator[0] == ">" else -1
        program, inputs, observed = compiled(node.left - node.right)
    elif _is_logical(node):  # it is 0 or 1: it happens when it becomes 1
        direction = 1
        program, inputs, observed = compiled(node - 0.5)
    return Event(text, program, inputs, direction, observed=observed)


def _is_logical(node: Node) -> bool:
    """Return whether the value is 0 or 1: comparisons, their products (both), and max (either)."""
    if isinstance(node, Compare):
        return True
    product = isinstance(node, Binary) and node.operator == "*"
    chosen = isinstance(node, Call) and node.name in ("min", "max")
    return (product or chosen) and all(_is_logical(part) for part in node.children())


def dimensions_of(writer: Writer, inputs: Mapping[str, Input]) -> dict[str, Dimension]:
    """Return the dimensions of measured variables, where known: parts of a length of several have none."""
    split = {part for name in writer.combinations.leaves for part in (name, f"rate({name})")}
    return {text: d for text, i in inputs.items() if (d := _dimension(i)) is not None and text not in split}


def _dimension(variable: Input) -> Dimension | None:
    gauge, order = variable
    dimension = UNITS_OF_MEASURES[DIMENSIONS[gauge.kind]]
    return dimension if dimension is None or order == 0 else dimension.times(TIME.power(-1))
