"""Expressions of the user as SymPy expressions: the tree translated node by node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..expressions import Constant, Program
from ..expressions.constant import OPERATORS
from ..expressions.contact import expanded
from ..expressions.nodes import Apply, Binary, Call, Compare, Name, Node, Number, Quantity, Unary, walk
from ..expressions.vocabulary import CONTACTS, RISES
from .numbers import Expr, library


def is_closed(program: Program) -> bool:
    """Return whether a program is a formula, without a table of values or a Python function."""
    return program.node is not None and not any(isinstance(item, Apply) for item in walk(program.node))


class Translator:
    """Translates programs.

    Parameters
    ----------
    time : symbol
    parameters : mapping of str to Constant
    number : callable
        Writes a number.
    named : bool
        Whether parameters stand with their names, in `symbols`, instead of as numbers.
    """

    def __init__(
        self, time: Expr, parameters: Mapping[str, Constant], number: Callable[[float], Expr], named: bool = False
    ) -> None:
        self.sp, self.time, self.parameters, self.number = library(), time, parameters, number
        self.symbols = [self.sp.Symbol(name, real=True) for name in parameters] if named else []

    def node(self, node: Node) -> Expr:
        """Return a tree without variables as an expression."""
        return _Reading(self, {}, "f").of(node)

    def expression(self, program: Program, inputs: Sequence[Expr] = (), unknown: str = "f") -> Expr:
        """Return a program as an expression.

        Parameters
        ----------
        program : Program
        inputs : sequence of expressions
            What stands for its variables 1, 2, ...; variable 0 is the time.
        unknown : str
            Name of the function that stands for a table of values or a Python function.
        """
        assert program.node is not None
        variables = {name: (self.time, *inputs)[row] for name, row in program.rows.items()}
        return _Reading(self, variables, unknown).of(program.node)


class _Reading:
    """Translates one tree."""

    def __init__(self, translator: Translator, variables: Mapping[str, Expr], unknown: str) -> None:
        self.sp, self.number, self.parameters = translator.sp, translator.number, translator.parameters
        self.symbols = {str(symbol): symbol for symbol in translator.symbols}
        self.variables, self.unknown = variables, unknown

    def of(self, node: Node) -> Expr:
        """Return a node as an expression."""
        match node:
            case Number():
                return self.number(node.value)
            case Name():
                return self._name(node.name)
            case Unary():
                return -self.of(node.operand)
            case Quantity():
                return self.of(node.operand) * self._unit(node.unit.size)
            case Compare():
                return self._choice(self._holds(node), self.sp.Integer(1), self.sp.Integer(0))
            case Binary():
                return self._binary(node)
            case Call():
                return self._call(node)
            case Apply():
                return self.sp.Function(self.unknown, real=True)(*(self.of(a) for a in node.arguments))
        raise TypeError(f"{type(node).__name__} has no expression")

    def _name(self, name: str) -> Expr:
        if name in self.variables:
            return self.variables[name]
        if name in self.symbols:
            return self.symbols[name]
        if name in self.parameters:
            return self.number(self.parameters[name].value)
        return {"pi": self.sp.pi, "tau": 2 * self.sp.pi}[name]

    def _unit(self, size: float) -> Expr:
        """Return the size of a unit; a degree and a turn keep their pi."""
        for part in (180, 1, 30):
            if abs(size * part - self.sp.pi.evalf(20)) < 1e-15:
                return self.sp.pi / part
        return self.number(size)

    def _binary(self, node: Binary) -> Expr:
        left, right = self.of(node.left), self.of(node.right)
        return left**right if node.operator == "^" else OPERATORS[node.operator](left, right)

    def _holds(self, node: Compare) -> Any:
        left, right = self.of(node.left), self.of(node.right)
        relation = {"<": self.sp.Lt, "<=": self.sp.Le, ">": self.sp.Gt, ">=": self.sp.Ge}[node.operator]
        return relation(left, right)

    def _choice(self, condition: Any, then: Expr, otherwise: Expr) -> Expr:
        return self.sp.Piecewise((then, condition), (otherwise, True))

    def _call(self, node: Call) -> Expr:
        if str(node) in self.variables:
            return self.variables[str(node)]
        if node.name in CONTACTS:
            return self.of(expanded(node))
        if node.name == "if":
            condition, then, otherwise = node.arguments
            holds = self._holds(condition) if isinstance(condition, Compare) else self.sp.Ne(self.of(condition), 0)
            return self._choice(holds, self.of(then), self.of(otherwise))
        arguments = [self.of(a) for a in node.arguments]
        if node.name in RISES:
            x, x0, h0, x1, h1 = arguments
            return h0 + (h1 - h0) * rise(node.name, (x - x0) / (x1 - x0))
        if node.name in ("min", "max"):
            relation = self.sp.Le if node.name == "min" else self.sp.Ge
            found = arguments[0]
            for other in arguments[1:]:
                found = self._choice(relation(found, other), found, other)
            return found
        if node.name == "mod":
            x, y = arguments
            return x - y * self.sp.floor(x / y)
        return getattr(self.sp, {"abs": "Abs"}.get(node.name, node.name))(*arguments)


def rise(kind: str, x: Expr) -> Expr:
    """Return a rise from 0 at x = 0 to 1 at x = 1, constant outside."""
    sp = library()
    inside = {
        "step": lambda: x**2 * (3 - 2 * x),
        "step5": lambda: x**3 * (10 - 15 * x + 6 * x**2),
        "poly345": lambda: x**3 * (10 - 15 * x + 6 * x**2),
        "poly4567": lambda: x**4 * (35 - 84 * x + 70 * x**2 - 20 * x**3),
        "haversine": lambda: (1 - sp.cos(sp.pi * x)) / 2,
        "cycloidal": lambda: x - sp.sin(2 * sp.pi * x) / (2 * sp.pi),
        "modified_trapezoid": lambda: _mirrored(_trapezoid, x),
        "modified_sine": lambda: _mirrored(_sine, x),
    }[kind]()
    return sp.Piecewise((sp.Integer(0), x < 0), (inside, x <= 1), (sp.Integer(1), True))


def _mirrored(half: Callable[[Expr], Expr], x: Expr) -> Expr:
    """Return a rise whose second half is the first one turned by half a revolution."""
    sp = library()
    return sp.Piecewise((half(x), x < sp.Rational(1, 2)), (1 - half(1 - x), True))


def _trapezoid(x: Expr) -> Expr:
    """Return the first half of a modified trapezoid: acceleration a sin(4 pi x), a, a cos(4 pi (x - 3/8)).

    a = 8 pi / (2 + pi) makes it reach 1/2 in the middle.
    """
    sp = library()
    a, w, eighth = 8 * sp.pi / (2 + sp.pi), 4 * sp.pi, sp.Rational(1, 8)
    first = a / w * (x - sp.sin(w * x) / w)
    u = x - eighth
    middle = a / w * (x - 1 / w) + a * u**2 / 2
    z = x - 3 * eighth
    last = a / w * (x - 1 / w) + a / 32 + a * z / 4 + a / w**2 * (1 - sp.cos(w * z))
    return sp.Piecewise((first, x < eighth), (middle, x < 3 * eighth), (last, True))


def _sine(x: Expr) -> Expr:
    """Return the first half of a modified sine: acceleration a sin(4 pi x), then a cos(4 pi (x - 1/8) / 3).

    a = 4 pi^2 / (4 + pi) makes it reach 1/2 in the middle.
    """
    sp = library()
    a, w, eighth = 4 * sp.pi**2 / (4 + sp.pi), 4 * sp.pi, sp.Rational(1, 8)
    first = a / w * (x - sp.sin(w * x) / w)
    slow = w / 3
    last = a / w * (x - 1 / w) + a / slow**2 * (1 - sp.cos(slow * (x - eighth)))
    return sp.Piecewise((first, x < eighth), (last, True))
