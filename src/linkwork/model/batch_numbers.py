"""The numbers of a description for all members of a batch: every text that depends on a parameter, evaluated at once.

A lane is the value of one text in every member, shape (members,). What a text says for one value of a parameter it
says for another: it is read once, and only its arithmetic is done for all members, in the order and with the functions
of a single evaluation, so that the numbers are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import pow as power
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.marker import Value
from ..errors import ExpressionError
from ..expressions import Constant
from ..expressions.constant import OPERATORS, evaluate_constant
from ..expressions.nodes import CONSTANTS, Binary, Call, Name, Node, Number, Quantity, Unary
from ..expressions.parse import parse
from ..expressions.units import Dimension
from ..expressions.vocabulary import FUNCTIONS
from .resolve import LARGEST, Reader
from .variants import Reach

if TYPE_CHECKING:
    from .description import Description


class BatchNumbers:
    """The texts of a description that depend on some parameters, in numbers for every member.

    Parameters
    ----------
    model : Description
    constants : dict
        Its parameters in numbers.
    reach : Reach
        What depends on the parameters that vary.
    values : dict
        Parameter -> value for every member.

    Attributes
    ----------
    good : array of bool, shape (members,)
        Whether all values of a member are finite, and its own values of the kinds of the first member.
    """

    def __init__(
        self,
        model: Description,
        constants: Mapping[str, Constant],
        reach: Reach,
        values: Mapping[str, Sequence[Value]],
    ) -> None:
        self.reach, self.count = reach, len(next(iter(values.values())))
        self.good = np.ones(self.count, bool)
        self._parameters: dict[str, float | Array] = {}
        self._of_text: dict[str, Array] = {}
        for name, constant in constants.items():
            if name not in reach.parameters:
                self._parameters[name] = constant.value
        for name, given in values.items():
            self._parameters[name] = self._given(given)
        derived = [name for name in reach.parameters if name not in values]
        while derived:
            ready = [name for name in derived if not self._mentioned(parse(str(model.parameters[name]))) & set(derived)]
            for name in ready or derived:
                self._parameters[name] = self.of(str(model.parameters[name]))
            derived = [name for name in derived if name not in ready] if ready else []

    def _given(self, values: Sequence[Value]) -> Array:
        """Return the values of a parameter; members whose value is of another kind than the first's are not good."""
        found, kinds = np.full(self.count, np.nan), []
        for i, value in enumerate(values):
            try:
                constant = Constant(value) if isinstance(value, float) else evaluate_constant(value)
            except ExpressionError:
                constant = Constant(np.nan)
            found[i] = constant.value
            kinds.append((constant.dimension, constant.cycles, constant.revolutions))
        self.good &= [kind == kinds[0] for kind in kinds]
        return self._finite(found)

    def _finite(self, lane: Array) -> Array:
        self.good &= np.abs(lane) <= LARGEST
        return lane

    @staticmethod
    def _mentioned(node: Node) -> set[str]:
        return ({node.name} if isinstance(node, Name) else set()).union(*map(BatchNumbers._mentioned, node.children()))

    def of(self, text: str) -> Array:
        """Return the lane of a text; raises ExpressionError for one that is no constant."""
        if text not in self._of_text:
            with np.errstate(all="ignore"):
                lane = np.broadcast_to(self._value(parse(text)), (self.count,)).astype(float)
            self._of_text[text] = self._finite(lane)
        return self._of_text[text]

    def texts(self, *parts: Any) -> Iterator[str]:
        """Yield the texts in parts of a description that depend on the parameters and are constants."""
        for text in dict.fromkeys(text for part in parts for text in _texts(part)):
            if self.reach.mentions(text):
                try:
                    self.of(text)
                except ExpressionError:
                    continue
                yield text

    def _value(self, node: Node) -> Any:
        match node:
            case Number():
                return node.value
            case Name() if node.name in self._parameters:
                return self._parameters[node.name]
            case Name() if node.name in CONSTANTS:
                return CONSTANTS[node.name]
            case Unary():
                return -self._value(node.operand)
            case Quantity():
                return self._value(node.operand) * node.unit.size
            case Binary():
                return _operate(node.operator, *(self._value(child) for child in node.children()))
            case Call() if node.name in FUNCTIONS and FUNCTIONS[node.name].value is not None:
                return _each(FUNCTIONS[node.name].value, *(self._value(a) for a in node.arguments))
        raise ExpressionError(f"'{node}' is not a constant.")


def _texts(part: Any) -> Iterator[str]:
    """Yield every text in a part of a description."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Node):
        yield str(part)
    elif isinstance(part, Mapping):
        for item in part.values():
            yield from _texts(item)
    elif isinstance(part, tuple | list):
        for item in part:
            yield from _texts(item)
    elif is_dataclass(part):
        for f in fields(part):
            yield from _texts(getattr(part, f.name))


def _operate(operator: str, left: Any, right: Any) -> Any:
    """Return the values of an operator, as `expressions.constant.operate` does for two numbers."""
    if operator == "^":
        return _each(power, left, right)
    return np.asarray(np.divide(left, right) if operator == "/" else OPERATORS[operator](left, right), float)


def _each(function: Any, *arguments: Any) -> Array:
    """Return the values of a function of numbers for every member; not a number where it has none."""
    lanes = np.broadcast_arrays(*arguments)
    found = np.full(lanes[0].shape, np.nan)
    for i in np.ndindex(found.shape):
        try:
            found[i] = function(*(float(lane[i]) for lane in lanes))
        except (ValueError, OverflowError, ZeroDivisionError):
            continue
    return found


class MemberReader(Reader):
    """Reads the description for one member: texts that depend on parameters are looked up in their lanes."""

    def __init__(self, reader: Reader, lanes: BatchNumbers, member: int = 0) -> None:
        super().__init__(reader.space, reader.parameters, [])
        self.lanes, self.member = lanes, member
        self._others: dict[tuple[object, object], float] = {}

    def value(self, value: Value, dimension: Dimension | None, where: str) -> float:
        """Return a value of the member in SI."""
        if type(value) is float:
            return value
        if isinstance(value, str) and self.lanes.reach.mentions(value):
            return float(self.lanes.of(value)[self.member])
        key = value, dimension
        if key not in self._others:
            self._others[key] = super().value(value, dimension, where)
        return self._others[key]
