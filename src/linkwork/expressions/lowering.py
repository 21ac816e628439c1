"""Reducing an expression before it is compiled.

Every node is seen as a polynomial of something (its base) with fixed coefficients. That
folds constants, turns ``10 deg + 2 rad/s*t`` into one polynomial of t, and leaves only
what really is an operation. Sums are merged and monomials multiplied; ``(t - 5)^3`` is
not multiplied out, because that would lose digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from linkwork.errors import ExpressionError

from .constant import Constant, call_value, finite, operate, unknown_name
from .contact import expanded
from .nodes import CONSTANTS, Apply, Binary, Call, Compare, Name, Node, Number, Quantity, Unary
from .vocabulary import CONTACTS, FUNCTIONS, RISES

MAX_DEGREE = 12


@dataclass(frozen=True)
class Polynomial:
    """Coefficients, lowest first, of powers of the base; without a base a constant."""

    base: Node | None
    coefficients: tuple[float, ...]
    IDENTITY: ClassVar[tuple[float, ...]] = (0.0, 1.0)

    @property
    def constant(self) -> float | None:
        """The value, when there is no base."""
        return self.coefficients[0] if self.base is None else None

    @property
    def is_monomial(self) -> bool:
        """Whether only the highest coefficient is not zero."""
        return not any(self.coefficients[:-1])


@dataclass(frozen=True)
class Rise(Node):
    """A rise from (0, 0) to (1, 1) at an argument."""

    kind: str
    argument: Node

    def children(self) -> tuple[Node, ...]:
        """Return the argument."""
        return (self.argument,)

    def __str__(self) -> str:
        return f"{self.kind}({self.argument}, 0, 0, 1, 1)"


def fixed(value: float) -> Polynomial:
    """Return a constant."""
    return Polynomial(None, (value,))


def opaque(node: Node) -> Polynomial:
    """Return a node as itself."""
    return Polynomial(node, Polynomial.IDENTITY)


class Lowering:
    """Finds the polynomial of every node of one expression."""

    def __init__(self, rows: Mapping[str, int], parameters: Mapping[str, Constant]) -> None:
        self.rows = rows
        self.parameters = parameters
        # By identity: equal nodes are cheap to do twice, hashing deep trees is not. The
        # node is kept with the result so that its identity is not given away again.
        self._known: dict[int, tuple[Node, Polynomial]] = {}

    def polynomial(self, node: Node) -> Polynomial:
        """Return the polynomial of `node`."""
        if id(node) not in self._known:
            self._known[id(node)] = (node, self._reduce(node))
        return self._known[id(node)][1]

    def _reduce(self, node: Node) -> Polynomial:
        match node:
            case Number():
                return fixed(node.value)
            case Name():
                return self._name(node)
            case Unary():
                return _scaled(self.polynomial(node.operand), -1.0, node)
            case Quantity():
                return _scaled(self.polynomial(node.operand), node.unit.size, node)
            case Binary():
                return self._binary(node)
            case Call():
                return self._call(node)
            case Apply() | Rise():
                return opaque(node)
        raise ExpressionError(f"'{node}' cannot be compiled.")

    def _name(self, node: Name) -> Polynomial:
        if node.name in self.rows:
            # All spellings of one variable must compare equal.
            return opaque(Name("t")) if node.name == "time" else opaque(node)
        if node.name in self.parameters:
            return fixed(self.parameters[node.name].value)
        if node.name in CONSTANTS:
            return fixed(CONSTANTS[node.name])
        legal = [*self.rows, *self.parameters]
        raise ExpressionError(unknown_name(node.name, legal, "variable or parameter"))

    def _binary(self, node: Binary) -> Polynomial:
        left, right = self.polynomial(node.left), self.polynomial(node.right)
        if left.constant is not None and right.constant is not None:
            return fixed(operate(node.operator, left.constant, right.constant, node))
        if isinstance(node, Compare):
            return opaque(node)
        if node.operator in "+-":
            return _sum(left, right, 1.0 if node.operator == "+" else -1.0, node)
        if node.operator == "*":
            return _product(left, right, node)
        if node.operator == "/":
            return opaque(node) if right.constant is None else _quotient(left, right.constant, node)
        return self._power(node, right.constant)

    def _power(self, node: Binary, exponent: float | None) -> Polynomial:
        if exponent is None:
            return self.polynomial(Call("exp", (Binary("*", node.right, Call("log", (node.left,))),)))
        if exponent == 0:
            return fixed(1.0)
        if not (exponent.is_integer() and 1 <= exponent <= MAX_DEGREE):
            return opaque(node)
        left = self.polynomial(node.left)
        base = left.base if left.coefficients == Polynomial.IDENTITY else node.left
        return Polynomial(base, (0.0,) * int(exponent) + (1.0,))

    def _call(self, node: Call) -> Polynomial:
        if node.name not in FUNCTIONS:
            if str(node) in self.rows:
                return opaque(node)
            raise ExpressionError(unknown_name(str(node), list(self.rows), "measure"))
        if node.name in RISES:
            return self._rise(node)
        if node.name in CONTACTS:
            return self.polynomial(expanded(node))
        values = [self.polynomial(a).constant for a in node.arguments]
        if node.name == "if" and values[0] is not None:
            return self.polynomial(node.arguments[1 if values[0] else 2])
        numbers = [v for v in values if v is not None]
        return fixed(call_value(node, numbers)) if len(numbers) == len(values) else opaque(node)

    def _rise(self, node: Call) -> Polynomial:
        """Return h0 + (h1 - h0) rise((x - x0) / (x1 - x0))."""
        x, x0, h0, x1, h1 = node.arguments
        if self.polynomial(x1 - x0).constant == 0.0:
            raise ExpressionError(f"'{node}' has no room to rise: x0 and x1 are both '{x1}'.")
        return self.polynomial(h0 + (h1 - h0) * Rise(node.name, (x - x0) / (x1 - x0)))


def _trimmed(base: Node | None, coefficients: list[float], node: Node) -> Polynomial:
    """Return the polynomial without vanishing highest powers."""
    for value in coefficients:
        finite(value, node)
    while len(coefficients) > 1 and coefficients[-1] == 0.0:
        coefficients.pop()
    return Polynomial(base if len(coefficients) > 1 else None, tuple(coefficients))


def _scaled(a: Polynomial, factor: float, node: Node) -> Polynomial:
    return _trimmed(a.base, [c * factor for c in a.coefficients], node)


def _quotient(a: Polynomial, divisor: float, node: Node) -> Polynomial:
    return _trimmed(a.base, [operate("/", c, divisor, node) for c in a.coefficients], node)


def _sum(a: Polynomial, b: Polynomial, sign: float, node: Node) -> Polynomial:
    if a.base is not None and b.base is not None and a.base != b.base:
        return opaque(node)
    pairs = zip_longest(a.coefficients, b.coefficients, fillvalue=0.0)
    base = b.base if a.base is None else a.base
    return _trimmed(base, [x + sign * y for x, y in pairs], node)


def _product(a: Polynomial, b: Polynomial, node: Node) -> Polynomial:
    if b.constant is not None:
        return _scaled(a, b.constant, node)
    if a.constant is not None:
        return _scaled(b, a.constant, node)
    if not b.is_monomial:
        a, b = b, a
    degree = len(a.coefficients) + len(b.coefficients) - 2
    if a.base != b.base or not b.is_monomial or degree > MAX_DEGREE:
        return opaque(node)
    shift = [0.0] * (len(b.coefficients) - 1)
    return _trimmed(a.base, shift + [c * b.coefficients[-1] for c in a.coefficients], node)
