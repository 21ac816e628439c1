"""Functions of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwork.arrays import Array
from linkwork.errors import ExpressionError
from linkwork.expressions.arithmetic import Arithmetic
from linkwork.expressions.compiling import compile_program
from linkwork.expressions.constant import TIME_NAMES, Constant, evaluate_constant
from linkwork.expressions.cycles import reject_cycles
from linkwork.expressions.nodes import Apply, Node, Number, Unary, names, unfolded, walk
from linkwork.expressions.program import Program, link
from linkwork.expressions.units import ANGULAR_SPEED, Dimension

Value = float | str | Node


@dataclass(frozen=True)
class Requirement:
    """What a field of a function must be; checked when its parameters are known.

    Attributes
    ----------
    label : str
        The field in words, for example ``"the duration of cycloidal"``.
    radians : bool
        Whether Hz is refused although the dimension is open.
    """

    label: str
    node: Node
    dimension: Dimension | None = None
    positive: bool = False
    radians: bool = False

    def check(self, parameters: Mapping[str, Constant]) -> None:
        """Raise when the field is not what it must be."""
        try:
            value = evaluate_constant(self.node, self.dimension, parameters).value
            if self.radians:
                reject_cycles(self.node, ANGULAR_SPEED, parameters)
        except ExpressionError as error:
            raise ExpressionError(f"For {self.label}: {error}") from None
        if self.positive and value <= 0:
            raise ExpressionError(f"{self.label.capitalize()} is '{self.node}'; it must be positive.")


@dataclass(frozen=True)
class TimeFunction(Arithmetic):
    """A function of time; made by the constructors of this package.

    Functions combine with each other, with numbers and with text by ``+ - * / **`` and
    numpy functions. Parameters are resolved when the function is compiled.

    Attributes
    ----------
    node : Node
        The expression of t.
    data : mapping or None
        The kind and its fields, when it was made from them.
    requirements : tuple of Requirement
        Checks of the fields.
    """

    node: Node
    data: Mapping[str, Any] | None = field(default=None, compare=False)
    requirements: tuple[Requirement, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        for requirement in self.requirements:
            if all(name in TIME_NAMES for name in names(requirement.node)):
                requirement.check({})

    def __str__(self) -> str:
        return str(self.node)

    def _operate(self, operator: str, left: Any, right: Any) -> Any:
        if operator[0] in "<>":
            return NotImplemented
        return self._combined(lambda a, b: a._operate(operator, a, b), (left, right))

    def _apply(self, name: str, arguments: tuple[Any, ...]) -> Any:
        return self._combined(lambda *a: a[0]._apply(name, a), arguments)

    def _combined(self, build: Any, operands: tuple[Any, ...]) -> Any:
        from .constructors import as_function

        functions = [as_function(x) for x in operands]
        checks = tuple(r for f in functions for r in f.requirements)
        return TimeFunction(build(*(f.node for f in functions)), None, checks)

    @property
    def parameters(self) -> list[str]:
        """The names it uses, besides the time."""
        return [name for name in names(self.node) if name not in TIME_NAMES]

    @cached_property
    def functions(self) -> tuple[Apply, ...]:
        """The Python functions and tables in it, at their arguments."""
        return tuple(item for item in walk(self.node) if isinstance(item, Apply))

    def program(
        self,
        parameters: Mapping[str, Constant] | None = None,
        variables: Mapping[str, int] | None = None,
        *,
        dimensions: Mapping[str, Dimension] | None = None,
        expected: Dimension | None = None,
    ) -> Program:
        """Return the compiled program; see `compile_program`."""
        for requirement in self.requirements:
            requirement.check(parameters or {})
        return compile_program(self.node, variables, parameters, dimensions=dimensions, expected=expected)

    def __call__(self, t: ArrayLike, parameters: Mapping[str, Constant] | None = None) -> Any:
        """Return the value at time t, or an array of values for an array of times."""
        values = self.derivatives(t, parameters)[..., 0]
        return values if np.ndim(t) else float(values)

    def derivatives(self, t: ArrayLike, parameters: Mapping[str, Constant] | None = None) -> Array:
        """Return value, first, second and third derivative along a last axis of four.

        Raises
        ------
        ExpressionError
            When a result is not finite; what a Python function raised is raised as it was.
        """
        from linkwork.kernels.programs import program as machine

        table = link([self.program(parameters)])
        times = np.ascontiguousarray(np.atleast_1d(np.asarray(t, dtype=float)).ravel())
        out = np.zeros((len(times), 4))
        with np.errstate(all="ignore"):
            start, end = table.spans[0]
            status = machine.sample(table.ops, table.consts, start, end, times, out, table.stack())
        if status:
            self._report(table, times, out)
        return out.reshape((*np.shape(t), 4))

    def _report(self, table: Any, times: Array, out: Array) -> None:
        table.reraise()
        first = int(np.flatnonzero(~np.isfinite(out).all(axis=1))[0])
        order = int(np.flatnonzero(~np.isfinite(out[first]))[0])
        what = ("value", "first derivative", "second derivative", "third derivative")[order]
        raise ExpressionError(f"The {what} of '{self}' is not finite at t = {times[first]:g}.")

    def to_data(self) -> float | str | dict[str, Any]:
        """Return a number, an expression, or a table of fields: what a model file holds."""
        if self.data is not None:
            return dict(self.data)
        node = unfolded(self.node)
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Unary) and isinstance(node.operand, Number):
            return -node.operand.value
        for item in walk(node):
            if isinstance(item, Apply):
                raise ExpressionError(
                    f"'{self}' cannot be written to a file: it contains a {item.function.label}. "
                    "Write it as an expression, or as one table of times and values."
                )
        return str(node)
