"""Numbers with units: from text such as ``"2*L + 30 mm"`` to an SI float."""

from __future__ import annotations

import math
import numbers
import operator as operators
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from linkwork.errors import ExpressionError, nearest

from .cycles import counted, in_revolutions, reject_cycles
from .dimensions import Checker
from .nodes import CONSTANTS, Binary, Call, Name, Node, Number, Quantity, Unary, lift, walk
from .nodes import names as names_used
from .parse import parse
from .units import NUMBER, UNITS, Dimension, compatible, describe, symbol
from .vocabulary import FUNCTIONS

TIME_NAMES = ("t", "time")

MEANT = (*TIME_NAMES, *CONSTANTS)
"""Names with the same meaning in every expression, whatever is called so in a model."""


@dataclass(frozen=True)
class Constant:
    """An SI value and its dimension, None for a bare number.

    `cycles`: it counts whole cycles per second, in Hz; `revolutions`: it is an angular speed in 1/min.
    """

    value: float
    dimension: Dimension | None = None
    cycles: bool = field(default=False, compare=False)
    revolutions: bool = field(default=False, compare=False)


def to_node(value: float | str | Node, example: str = "30 mm") -> Node:
    """Return a number, text or node as a node; `example` shows in messages what a text looks like.

    Raises
    ------
    ExpressionError
        When it is none of these, or not finite.
    """
    if isinstance(value, Node):
        return value
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ExpressionError(f"{value!r} is not a number, nor text with a number and unit such as '{example}'.")
    if not math.isfinite(value):
        raise ExpressionError(f"{value!r} is not a finite number.")
    return lift(value)


def evaluate(
    value: float | str | Node,
    dimension: Dimension | None = None,
    parameters: Mapping[str, Constant] | None = None,
) -> float:
    """Return the SI value of a number or text.

    Parameters
    ----------
    value : float, int, str or Node
        For example ``0.03``, ``"30 mm"`` or ``"2*L"``. A bare number is in SI units.
    dimension : Dimension, optional
        What is expected; None accepts everything.
    parameters : mapping, optional
        The names that the text may use.

    Raises
    ------
    ExpressionError
        When the text cannot be read, a name is unknown, or the dimension is wrong.
    """
    return evaluate_constant(value, dimension, parameters).value


def evaluate_constant(
    value: float | str | Node,
    dimension: Dimension | None = None,
    parameters: Mapping[str, Constant] | None = None,
) -> Constant:
    """Return the SI value with its dimension; see `evaluate`."""
    scope = {} if parameters is None else parameters
    node = to_node(value, "30 mm" if dimension is None else f"1 {symbol(dimension)}".strip())
    reject_ambiguous_units(node, scope)
    result = value_of(node, scope)
    found = dimension_of(node, scope)
    check_expected(node, found, dimension)
    reject_cycles(node, dimension, scope)
    return Constant(result, found, counted(node, scope) is not None, in_revolutions(node, scope) is not None)


def check_expected(node: Node, found: Dimension | None, expected: Dimension | None) -> None:
    """Raise when a quantity is not what is expected."""
    measured = expected == NUMBER and found is not None and any(found[:3])  # an angle may stand for a number
    if expected is None or (compatible(found, expected) and not measured):
        return
    assert found is not None
    inner = node.operand if isinstance(node, Unary) else node
    direct = isinstance(inner, Quantity) and isinstance(inner.operand, Number)
    number = str(inner.operand) if isinstance(inner, Quantity) and direct else "1"
    example = f"{number} {symbol(expected)}".strip()
    raise ExpressionError(f"'{node}' is {describe(found)}; {describe(expected)} is expected (for example '{example}').")


def value_of(node: Node, parameters: Mapping[str, Constant]) -> float:
    """Return the SI value of a constant expression."""
    match node:
        case Number():
            return node.value
        case Name():
            return name_value(node.name, parameters, node)
        case Unary():
            return -value_of(node.operand, parameters)
        case Quantity():
            return operate("*", value_of(node.operand, parameters), node.unit.size, node)
        case Binary():
            left, right = (value_of(child, parameters) for child in node.children())
            return operate(node.operator, left, right, node)
        case Call():
            check_constant_call(node)
            return call_value(node, [value_of(a, parameters) for a in node.arguments])
    raise ExpressionError(f"'{node}' is not a constant.")


def name_value(name: str, parameters: Mapping[str, Constant], node: Node) -> float:
    """Return the value of a parameter, pi or tau."""
    if name in parameters:
        return parameters[name].value
    if name in CONSTANTS:
        return CONSTANTS[name]
    if name in TIME_NAMES:
        raise ExpressionError(f"'{name}' is the time; a constant cannot depend on it.")
    raise ExpressionError(unknown_name(name, list(parameters), "parameter"))


def unknown_name(name: str, legal: list[str], what: str) -> str:
    """Return the sentence about a name that nothing has."""
    if name in UNITS and not any(name.lower() == other.lower() for other in legal):
        return f"There is no {what} '{name}'. To use the unit, put it after a number, such as '30 {name}'."
    return f"There is no {what} '{name}'. {nearest(name, legal)}"


OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "/": operators.truediv,
    "^": math.pow,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}
"""What the operators do with plain numbers."""


def operate(operator: str, left: float, right: float, node: Node) -> float:
    """Return the value of an operator on two numbers."""
    try:
        value = float(OPERATORS[operator](left, right))
    except ZeroDivisionError:
        raise ExpressionError(f"'{node}' divides by zero.") from None
    except (ValueError, OverflowError):
        raise ExpressionError(f"'{node}' has no finite value.") from None
    return finite(value, node)


def check_constant_call(node: Call) -> None:
    """Raise when a function cannot be part of a constant."""
    if node.name not in FUNCTIONS:
        raise ExpressionError(f"'{node}' is measured on the moving mechanism; it is not a constant.")
    if FUNCTIONS[node.name].value is None:
        raise ExpressionError(f"'{node}' is a function of time; it cannot be part of a constant.")


def call_value(node: Call, arguments: list[float]) -> float:
    """Return the value of a function on numbers."""
    function = FUNCTIONS[node.name].value
    assert function is not None
    try:
        return finite(float(function(*arguments)), node)
    except (ValueError, OverflowError, ZeroDivisionError):
        given = ", ".join(f"{a:g}" for a in arguments)
        raise ExpressionError(f"'{node}' has no finite value: {node.name} of {given}.") from None


def finite(value: float, node: Node) -> float:
    """Return the value if it is finite."""
    if not math.isfinite(value):
        raise ExpressionError(f"'{node}' has no finite value.")
    return value


def dimension_of(node: Node, parameters: Mapping[str, Constant]) -> Dimension | None:
    """Return the dimension of a constant expression; raise when its parts do not go together."""

    def lookup(item: Node) -> Dimension | None:
        known = parameters.get(str(item))
        return None if known is None else known.dimension

    return Checker(lookup, lambda item: value_of(item, parameters)).dimension(node)


def reject_ambiguous_units(node: Node, known: Mapping[str, object]) -> None:
    """Raise when a unit after ``*`` or ``/`` is also the name of something."""
    for item in walk(node):
        if not isinstance(item, Quantity):
            continue
        for factor in item.factors:
            if factor.joiner != " " and factor.name in known:
                operand = Quantity(item.operand, item.factors[:1])
                raise ExpressionError(
                    f"In '{item}', '{factor.name}' may be the unit or the parameter of that name. Write "
                    f"'({operand}){factor.joiner}{factor.name}' for the parameter, or units with spaces "
                    f"and exponents, such as '1 N m' or '1 m s^-2', for the unit."
                )


_LEGAL_NAME = re.compile(r"[^\W\d]\w*\Z")


def resolve_parameters(parameters: Mapping[str, float | str | Constant]) -> dict[str, Constant]:
    """Return every parameter as a constant; they may refer to each other in any order.

    Raises
    ------
    ExpressionError
        For a name that is not legal, a circle of references, or a text with faults.
    """
    resolved: dict[str, Constant] = {}
    for name in parameters:
        _check_name(name)
    for name in parameters:
        _resolve(name, parameters, resolved, [])
    return resolved


def _check_name(name: str) -> None:
    if not _LEGAL_NAME.match(name):
        raise ExpressionError(f"'{name}' cannot name a parameter; use letters, digits and '_'.")
    if name in MEANT or name in FUNCTIONS:
        raise ExpressionError(f"'{name}' cannot name a parameter; it has a meaning in every expression.")


def _resolve(
    name: str,
    parameters: Mapping[str, float | str | Constant],
    resolved: dict[str, Constant],
    pending: list[str],
) -> None:
    """Resolve one parameter after those that it refers to; `pending` is the way here."""
    if name in resolved:
        return
    if name in pending:
        circle = " -> ".join([*pending[pending.index(name) :], name])
        raise ExpressionError(f"The parameters refer to each other in a circle: {circle}.")
    value = parameters[name]
    if isinstance(value, Constant):
        resolved[name] = value
        return
    try:
        node = to_node(value)
        reject_ambiguous_units(node, parameters)
        for other in names_used(node):
            if other in parameters:
                _resolve(other, parameters, resolved, [*pending, name])
        known = {other: resolved[other] for other in parameters if other in resolved}
        missing = [n for n in names_used(node) if n not in parameters and n not in TIME_NAMES]
        if missing:
            raise ExpressionError(unknown_name(missing[0], list(parameters), "parameter"))
        resolved[name] = evaluate_constant(node, None, known)
    except ExpressionError as error:
        text = str(error)
        prefix = "" if text.startswith(("Parameter '", "The parameters")) else f"Parameter '{name}': "
        raise ExpressionError(prefix + text) from None
