"""The tree of an expression.

``str(node)`` gives text that parses back to the same node. Nodes combine with the Python
operators and with numpy functions: ``2 * np.sin(parse("t"))`` is a node again.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from linkwork.errors import ExpressionError

from . import units
from .arithmetic import Arithmetic

CONSTANTS = {"pi": math.pi, "tau": math.tau}

# How tightly each operator binds; the parser and the printer share it.
BINDING = {"<": 10, "<=": 10, ">": 10, ">=": 10, "+": 20, "-": 20, "*": 30, "/": 30, "^": 60}
UNARY_BINDING = 40
UNIT_BINDING = 50
ATOM_BINDING = 100


class Node(Arithmetic):
    """Base of all nodes."""

    binding = ATOM_BINDING

    def _operate(self, operator: str, left: Any, right: Any) -> Any:
        if isinstance(left, _LIFTABLE) and isinstance(right, _LIFTABLE):
            kind = Compare if operator[0] in "<>" else Binary
            return kind(operator, lift(left), lift(right))
        return NotImplemented

    def _apply(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if not all(isinstance(a, _LIFTABLE) for a in arguments):
            return NotImplemented
        if name == "-":
            return Unary("-", lift(arguments[0]))
        return Call(name, tuple(lift(a) for a in arguments))

    def __bool__(self) -> bool:
        raise TypeError("an expression is neither true nor false until it has a value; use if(...)")

    def children(self) -> tuple[Node, ...]:
        """Return the operands or arguments."""
        return ()


_LIFTABLE = (Node, numbers.Real)


@dataclass(frozen=True)
class Number(Node):
    """A number, not negative (a minus sign is a `Unary`)."""

    value: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self.value >= 0):
            raise ExpressionError(f"{self.value!r} cannot be part of an expression: it is not finite.")

    def __str__(self) -> str:
        text = repr(float(self.value))
        return text.removesuffix(".0")


@dataclass(frozen=True)
class Name(Node):
    """A constant, parameter or variable, possibly dotted: ``coupler.P.x``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class UnitFactor:
    """A unit with its exponent and the sign before it: a space, ``*`` or ``/``."""

    joiner: str
    name: str
    exponent: int = 1

    def __str__(self) -> str:
        power = "" if self.exponent == 1 else f"^{self.exponent}"
        return f"{self.joiner}{self.name}{power}"


@dataclass(frozen=True)
class Quantity(Node):
    """A value followed by its unit: ``9.81 m/s^2``."""

    operand: Node
    factors: tuple[UnitFactor, ...]
    binding = UNIT_BINDING

    @property
    def unit(self) -> units.Unit:
        """The unit as one: its size and dimension."""
        return units.product((f.name, -f.exponent if f.joiner == "/" else f.exponent) for f in self.factors)

    def children(self) -> tuple[Node, ...]:
        """Return the value."""
        return (self.operand,)

    def __str__(self) -> str:
        plain = isinstance(self.operand, Number | Call) or _is_constant_name(self.operand)
        text = str(self.operand) if plain else f"({self.operand})"
        return text + "".join(str(f) for f in self.factors)


@dataclass(frozen=True)
class Unary(Node):
    """A minus sign."""

    operator: str
    operand: Node
    binding = UNARY_BINDING

    def children(self) -> tuple[Node, ...]:
        """Return the operand."""
        return (self.operand,)

    def __str__(self) -> str:
        return "-" + _wrapped(self.operand, UNARY_BINDING)


@dataclass(frozen=True)
class Binary(Node):
    """A sum, difference, product, quotient or power."""

    operator: str
    left: Node
    right: Node

    @property
    def binding(self) -> int:  # type: ignore[override]
        """How tightly the operator binds."""
        return BINDING[self.operator]

    def children(self) -> tuple[Node, ...]:
        """Return both operands."""
        return (self.left, self.right)

    def __str__(self) -> str:
        level, op = self.binding, self.operator
        if op == "^":  # groups to the right
            return f"{_wrapped(self.left, level + 1)}^{_wrapped(self.right, level)}"
        unit_safe = op in "*/"
        left = _wrapped(self.left, level, unit_safe)
        right = _wrapped(self.right, level + 1, unit_safe)
        return f"{left}{op}{right}" if unit_safe else f"{left} {op} {right}"


@dataclass(frozen=True)
class Compare(Binary):
    """A comparison: 1 when it holds and 0 when not."""

    def __str__(self) -> str:
        level = self.binding + 1
        return f"{_wrapped(self.left, level)} {self.operator} {_wrapped(self.right, level)}"


@dataclass(frozen=True)
class Call(Node):
    """A function with its arguments."""

    name: str
    arguments: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        """Return the arguments."""
        return self.arguments

    def __str__(self) -> str:
        return f"{self.name}({', '.join(str(a) for a in self.arguments)})"


class Applicable(Protocol):
    """What `Apply` applies: a table of values or a Python function."""

    opcode: str

    @property
    def label(self) -> str:
        """What it is, for messages."""

    @property
    def changes(self) -> tuple[float, ...]:
        """The arguments at which its course changes, as far as that is known."""

    @property
    def period(self) -> tuple[float, float] | None:
        """First argument and period, if it repeats."""

    def constants(self) -> list[float]:
        """Return what the opcode finds in the constants."""

    def expression(self, arguments: tuple[Node, ...]) -> Node | None:
        """Return what it computes at present as an expression; None where it has to be looked up or called."""


@dataclass(frozen=True)
class Apply(Node):
    """A table or Python function at its arguments; it has no text that could be parsed."""

    function: Applicable
    arguments: tuple[Node, ...]

    def children(self) -> tuple[Node, ...]:
        """Return the arguments."""
        return self.arguments

    def __str__(self) -> str:
        return f"<{self.function.label}>({', '.join(str(a) for a in self.arguments)})"


def lift(value: Node | numbers.Real | float) -> Node:
    """Return a number as a node; a node as it is."""
    if isinstance(value, Node):
        return value
    number = float(value)
    return Unary("-", Number(-number)) if number < 0 else Number(abs(number))


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and everything below it; deep trees are no problem."""
    pending = [node]
    while pending:
        item = pending.pop()
        yield item
        pending.extend(reversed(item.children()))


def rewritten(node: Node, rule: Callable[[Node], Node | None]) -> Node:
    """Return the tree with every node for which `rule` returns another one replaced by that."""
    found = rule(node)
    if found is not None:
        return found
    changes: dict[str, object] = {}
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        if isinstance(value, Node):
            changes[field.name] = rewritten(value, rule)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[field.name] = tuple(rewritten(v, rule) for v in value)
    return replace(node, **changes) if changes else node  # type: ignore[type-var]


def unfolded(node: Node) -> Node:
    """Return the tree with every Python function replaced by what it computes at present, where that can be told."""

    def rule(item: Node) -> Node | None:
        return item.function.expression(tuple(map(unfolded, item.arguments))) if isinstance(item, Apply) else None

    return rewritten(node, rule)


def names(node: Node) -> list[str]:
    """Return the names used, each once, in order of appearance; constants excepted."""
    found = (item.name for item in walk(node) if isinstance(item, Name))
    return [name for name in dict.fromkeys(found) if name not in CONSTANTS]


def depth(node: Node) -> int:
    """Return the number of levels of the tree."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for item in level for child in item.children()]
    return deepest


def _is_constant_name(node: Node) -> bool:
    return isinstance(node, Name) and node.name in CONSTANTS


def _wrapped(node: Node, level: int, unit_safe: bool = False) -> str:
    """Return the text of an operand, in parentheses where it binds less tightly than needed.

    With `unit_safe` a quantity gets them too: ``(5 N)*m`` must not read as newton metres.
    """
    inner = node.operand if isinstance(node, Unary) else node
    if node.binding < level or (unit_safe and isinstance(inner, Quantity)):
        return f"({node})"
    return str(node)
