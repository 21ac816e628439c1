"""Hertz where radians are meant.

5 Hz is five cycles per second; as the number 5 1/s it would silently pass for 5 rad/s. So a product with Hz is
refused where an angle, or the rate of one, comes of it, unless another factor turns cycles into an angle:
``2*pi*5 Hz*t`` and ``1 rev*5 Hz*t`` are what they say.

1500 1/min are revolutions, and an angular speed as it stands. The textbook's ``2*pi*n`` would count the circle twice,
so it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from linkwork.errors import ExpressionError

from .nodes import CONSTANTS, Binary, Call, Compare, Name, Node, Number, Quantity, Unary, walk
from .units import PER_MINUTE, Dimension, describe
from .vocabulary import FUNCTIONS, RISES

if TYPE_CHECKING:
    from .constant import Constant

_TIME = ("t", "time")


def counted(node: Node, parameters: Mapping[str, Constant]) -> Node | None:
    """Return the factor of `node` that counts cycles and stays a plain number of them, or None."""
    match node:
        case Quantity():
            return node if _in_hertz(node) and not _angular(node, parameters) else None
        case Name():
            known = parameters.get(node.name)
            return node if known is not None and known.cycles else None
        case Unary():
            return counted(node.operand, parameters)
        case Compare():
            return None
        case Binary():
            return _counted_in_pair(node, parameters)
        case Call():
            found = (counted(part, parameters) for part in _values(node))
            return next((item for item in found if item is not None), None)
    return None


def _counted_in_pair(node: Binary, parameters: Mapping[str, Constant]) -> Node | None:
    if node.operator == "*" and any(_angular(part, parameters) for part in node.children()):
        return None
    left = counted(node.left, parameters)
    if left is not None or node.operator in "/^":
        return left
    return counted(node.right, parameters)


def _in_hertz(node: Quantity) -> bool:
    return any(f.name == "Hz" and (f.exponent > 0) == (f.joiner != "/") for f in node.factors)


def _angular(node: Node, parameters: Mapping[str, Constant]) -> bool:
    """Return whether a factor turns cycles into an angle: pi, a unit of angle, or anything measured."""
    match node:
        case Quantity():
            return node.unit.dimension.angle != 0 or _angular(node.operand, parameters)
        case Name():
            known = parameters.get(node.name)
            if known is None:
                return node.name not in _TIME
            return known.dimension is not None and known.dimension.angle != 0
        case Unary():
            return _angular(node.operand, parameters)
        case Binary():
            return any(_angular(part, parameters) for part in node.children())
        case Call():
            return node.name not in FUNCTIONS or "to angle" in FUNCTIONS[node.name].dimensions
    return False


def _values(node: Call) -> tuple[Node, ...]:
    """Return the arguments of which the value of a call is one, or a mean."""
    if node.name == "if":
        return node.arguments[1:]
    if node.name in RISES:
        return (node.arguments[2], node.arguments[4])
    return node.arguments if node.name in FUNCTIONS and FUNCTIONS[node.name].dimensions == "same" else ()


def reject_cycles(node: Node, expected: Dimension | None, parameters: Mapping[str, Constant]) -> None:
    """Raise where cycles would pass for radians: in the result, or in the argument of a sine."""
    if expected is not None and expected.angle == 1 and expected.mass == 0:
        _reject(node, describe(expected), parameters)
    for call in walk(node):
        if isinstance(call, Call) and call.name in FUNCTIONS and FUNCTIONS[call.name].dimensions == "of angle":
            _reject(call.arguments[0], f"an angle in '{call}'", parameters)

    for item in walk(node):
        if isinstance(item, Binary) and item.operator == "*":
            _reject_doubled(item, parameters)


def _reject_doubled(node: Binary, parameters: Mapping[str, Constant]) -> None:
    """Raise where 2 pi multiplies revolutions a minute, which are an angular speed already."""
    for circle, speed in (node.children(), reversed(node.children())):
        found = in_revolutions(speed, parameters)
        if found is not None and any(isinstance(f, Name) and f.name in CONSTANTS for f in _factors(circle)):
            raise ExpressionError(
                f"'{node}' counts the circle twice: '{found}' are revolutions, an angular speed as it stands "
                f"(1 1/min = 1 rpm = 2*pi/60 rad/s). Leave {circle} out, or give the speed in Hz."
            )


def in_revolutions(node: Node, parameters: Mapping[str, Constant]) -> Node | None:
    """Return the factor of `node` that is given in 1/min, or None."""
    for factor in _factors(node):
        if isinstance(factor, Quantity) and any(f.name == PER_MINUTE for f in factor.factors):
            return factor
        if isinstance(factor, Name) and factor.name in parameters and parameters[factor.name].revolutions:
            return factor
    return None


def _factors(node: Node) -> list[Node]:
    """Return the factors of a product, those above the line of a fraction."""
    match node:
        case Unary():
            return _factors(node.operand)
        case Binary(operator="*"):
            return [*_factors(node.left), *_factors(node.right)]
        case Binary(operator="/"):
            return _factors(node.left)
    return [node]


def _reject(node: Node, what: str, parameters: Mapping[str, Constant]) -> None:
    found = counted(node, parameters)
    if found is not None:
        raise ExpressionError(f"{_frequency(node, found, what)} Hz counts whole cycles: {_advice(found)}")


def _frequency(node: Node, found: Node, what: str) -> str:
    given = f"'{found}'" if found == node else f"'{found}' in '{node}'"
    return f"{given} is a frequency; {what} is expected."


def _advice(found: Node) -> str:
    operand = found.operand if isinstance(found, Quantity) else found
    if not isinstance(found, Quantity):
        return f"give '{found}' in rev/s, rpm or rad/s, or write 2*pi*{found} (1 rev = 2 pi rad)."
    if not isinstance(operand, Number) or str(found) != f"{operand} Hz":
        return "write rev/s, rpm or rad/s instead (1 rev = 2 pi rad)."
    return f"write '{operand} rev/s', '{60 * operand.value:.12g} rpm' or '2*pi*{operand} rad/s' (1 rev = 2 pi rad)."
