"""The derivative of an expression by one of its names, as an expression."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.errors import ExpressionError

from .nodes import Binary, Call, Compare, Name, Node, Number, Quantity, Unary, lift, walk

ZERO, ONE = Number(0.0), Number(1.0)

_SLOPES: dict[str, Callable[[Node], Node]] = {
    "sin": lambda x: Call("cos", (x,)),
    "cos": lambda x: -Call("sin", (x,)),
    "tan": lambda x: 1 / Call("cos", (x,)) ** 2,
    "asin": lambda x: 1 / Call("sqrt", (1 - x**2,)),
    "acos": lambda x: -1 / Call("sqrt", (1 - x**2,)),
    "atan": lambda x: 1 / (1 + x**2),
    "sinh": lambda x: Call("cosh", (x,)),
    "cosh": lambda x: Call("sinh", (x,)),
    "tanh": lambda x: 1 - Call("tanh", (x,)) ** 2,
    "exp": lambda x: Call("exp", (x,)),
    "log": lambda x: 1 / x,
    "sqrt": lambda x: 1 / (2 * Call("sqrt", (x,))),
    "abs": lambda x: Call("sign", (x,)),
}
"""Functions of one argument: their slopes."""


def derivative(node: Node, name: str) -> Node:
    """Return the derivative of an expression by a name.

    Raises
    ------
    ExpressionError
        When it calls a function whose derivative is not known as an expression: a table, a Python function, a step.
    """
    if not any(isinstance(item, Name) and item.name == name for item in walk(node)):
        return ZERO
    match node:
        case Name():
            return ONE
        case Unary():
            return Unary("-", derivative(node.operand, name))
        case Quantity():
            return Quantity(derivative(node.operand, name), node.factors)
        case Compare():
            return ZERO
        case Binary():
            return _of_binary(node, name)
        case Call():
            return _of_call(node, name)
    raise ExpressionError(f"'{node}' has no derivative that could be written down.")


def _sum(a: Node, b: Node, sign: str = "+") -> Node:
    if b == ZERO:
        return a
    if a == ZERO:
        return b if sign == "+" else -b
    return Binary(sign, a, b)


def _product(a: Node, b: Node) -> Node:
    if ZERO in (a, b):
        return ZERO
    return b if a == ONE else a if b == ONE else a * b


def _of_binary(node: Binary, name: str) -> Node:
    """Return the derivative of a sum, product, quotient or power."""
    u, v = node.left, node.right
    du, dv = derivative(u, name), derivative(v, name)
    match node.operator:
        case "+" | "-":
            return _sum(du, dv, node.operator)
        case "*":
            return _sum(_product(du, v), _product(u, dv))
        case "/":
            first = ZERO if du == ZERO else du / v
            return first if dv == ZERO else _sum(first, _product(u, dv) / v**2, "-")
    if dv == ZERO:  # u^v, v a number
        below = v.value - 1 if isinstance(v, Number) else v - 1
        return _product(_product(v, u if below == 1 else Binary("^", u, lift(below))), du)
    return _product(node, _sum(_product(dv, Call("log", (u,))), ZERO if du == ZERO else _product(v, du) / u))


def _of_call(node: Call, name: str) -> Node:
    """Return the derivative of a function; choices are those of the function."""
    slopes = [derivative(a, name) for a in node.arguments]
    if node.name in _SLOPES:
        return _product(slopes[0], _SLOPES[node.name](node.arguments[0]))
    match node.name:
        case "atan2":
            y, x = node.arguments
            return Binary("/", _sum(_product(slopes[0], x), _product(y, slopes[1]), "-"), x**2 + y**2)
        case "if":
            return Call("if", (node.arguments[0], slopes[1], slopes[2]))
        case "sign":
            return ZERO
    raise ExpressionError(f"'{node}' has no derivative that could be written down: {node.name} does not take part.")
