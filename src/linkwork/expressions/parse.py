"""Reading an expression.

A tokenizer and a precedence-climbing (Pratt) parser of our own: text from a model file is
never handed to Python. The result is a tree of `nodes`.

A unit follows a number, a closing parenthesis or a constant, and takes further units with
it: ``5 N*m``, ``2 kg m^2``, ``9.81 m/s^2``, ``3 N/(m/s)``, ``5 1/s``; also as engineers write
them: ``5 Nm``, ``2 kg m2``, ``60°``, ``5 N·m``, ``1500 min⁻¹``. The letter ``t`` is a tonne
only directly after a number; in ``2 rad/s*t`` it is the time.

A name with spaces or dashes stands in quotes: ``2*'pin 1'.angle``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn

from linkwork.errors import ExpressionError, nearest

from .naming import DOTTED, canonical
from .nodes import (
    BINDING,
    CONSTANTS,
    UNARY_BINDING,
    UNIT_BINDING,
    Binary,
    Call,
    Compare,
    Name,
    Node,
    Number,
    Quantity,
    Unary,
    UnitFactor,
    depth,
)
from .units import PER_MINUTE, UNITS, spelled
from .vocabulary import FUNCTIONS, MEASURES

MAX_LENGTH = 10_000
MAX_DEPTH = 150

_LOGIC = ("and", "or")
_INSTEAD = {
    "=": "for 'equal' write the difference, which is 0 there.",
    "&": "write (a > 1)*(b > 2) for 'both'.",
    "|": "write max(a > 1, b > 2) for 'either'.",
    "!": "write 1 - (a > 1) for 'not'.",
}
"""What to write instead of a sign of other languages."""

_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<name>{DOTTED}|°)
  | (?P<sign>\*\*|<=|>=|[-+*/^()<>,·⋅−])
  | (?P<power>⁻[¹²³])
  | (?P<end>$)
  )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int


def parse(text: str, measures: Collection[str] = MEASURES) -> Node:
    """Return the tree of an expression.

    Parameters
    ----------
    text : str
        For example ``"30 mm + 2*r*sin(A.angle)"``.
    measures : collection of str
        Functions of bodies and points that are legal besides `FUNCTIONS`. They take any
        number of arguments, and get their value from the variable of the same text.

    Raises
    ------
    ExpressionError
        With the column and the reason.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"The expression '{text[:40]}...' has {len(text)} characters; at most {MAX_LENGTH} are read."
        )
    return _Parser(text, measures).expression()


_SIGNS = {"**": "^", "·": "*", "⋅": "*", "−": "-"}
"""Other ways to write an operator."""


def _tokens(match: re.Match[str]) -> list[_Token]:
    """Return what was found: one token, or those of a raised exponent."""
    kind = str(match.lastgroup)
    text, column = match[kind], match.start(kind)
    if kind == "power":
        exponent = str("¹²³".index(text[1]) + 1)
        return [_Token("sign", "^", column), _Token("sign", "-", column), _Token("number", exponent, column)]
    if kind == "name":
        text = unit if (unit := spelled(text)) in UNITS else canonical(text)
    return [_Token(kind, _SIGNS.get(text, text), column)]


class _Parser:
    def __init__(self, text: str, measures: Collection[str]) -> None:
        self.text = text
        self.measures = measures
        self.level = 0
        self.tokens = self.tokenize()
        self.position = 0

    # ---- tokens

    def tokenize(self) -> list[_Token]:
        """Cut the text into numbers, names and signs."""
        tokens: list[_Token] = []
        position = 0
        while not tokens or tokens[-1].kind != "end":
            match = _TOKEN.match(self.text, position)
            if match is None:
                position += len(self.text[position:]) - len(self.text[position:].lstrip())
                sign = self.text[position]
                self.fail(
                    f"'{sign}' has no meaning here" + (f"; {_INSTEAD[sign]}" if sign in _INSTEAD else "."), position
                )
            tokens += _tokens(match)
            position = match.end()
        return tokens

    @property
    def token(self) -> _Token:
        return self.tokens[self.position]

    def advance(self) -> _Token:
        """Return the current token and go on to the next one."""
        token = self.token
        self.position += 1
        return token

    def at(self, *signs: str) -> bool:
        """Return whether the current token is one of the signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def expect(self, sign: str) -> None:
        """Take a sign that must be here."""
        if not self.at(sign):
            found = f"'{self.token.text}'" if self.token.text else "the end"
            self.fail(f"'{sign}' is expected here, not {found}.")
        self.advance()

    def fail(self, reason: str, column: int | None = None) -> NoReturn:
        """Raise the error with the text and a caret below the column."""
        column = self.token.column if column is None else column
        first = max(0, column - 50)
        excerpt = self.text[first : column + 30].replace("\n", " ")
        raise ExpressionError(
            f"'{_shortened(self.text)}' cannot be read: {reason}\n"
            f"    {excerpt}\n    {' ' * (column - first)}^ column {column + 1}"
        )

    # ---- grammar

    def expression(self) -> Node:
        """Return the tree of the whole text."""
        if self.token.kind == "end":
            self.fail("it is empty.")
        node = self.climb(0)
        if self.token.kind != "end":
            self.fail(self.leftover())
        if depth(node) > MAX_DEPTH:
            self.fail(f"it is nested too deeply; at most {MAX_DEPTH} levels are read.", 0)
        return node

    def leftover(self) -> str:
        """Return why the current token cannot follow what was read."""
        token = self.token
        if token.text == ")":
            return "this ')' has no '('."
        if token.text in _LOGIC:
            return self.logic(token)
        if token.kind == "name" and self.follows_value() and token.text not in FUNCTIONS:
            hint = nearest(token.text, list(UNITS))
            return f"'{token.text}' is not a unit. {hint} (Or an operator is missing before it.)"
        return f"an operator is missing before '{token.text}'."

    def logic(self, token: _Token) -> str:
        """Return how two conditions are joined."""
        before, after = self.text[: token.column].strip(), self.text[token.column + len(token.text) :].strip()
        both, either = f"({before})*({after})", f"max({before}, {after})"
        wanted = both if token.text == "and" else either
        return f"conditions are numbers, 1 or 0; write {wanted} for '{token.text}'."

    def climb(self, floor: int) -> Node:
        """Return the expression whose operators bind more tightly than `floor`."""
        self.level += 1
        if self.level > MAX_DEPTH:
            self.fail(f"it is nested too deeply; at most {MAX_DEPTH} levels are read.")
        left = self.prefix(floor)
        while True:
            if floor < UNIT_BINDING and self.at_unit():
                left = Quantity(left, self.unit_factors())
            elif self.at(*BINDING) and BINDING[self.token.text] > floor:
                left = self.infix(left)
            else:
                break
        self.level -= 1
        return left

    def infix(self, left: Node) -> Node:
        """Return `left` combined with what follows the operator."""
        operator = self.advance().text
        binding = BINDING[operator]
        start = self.token
        right = self.climb(binding - 1 if operator == "^" else binding)
        if operator == "/" and isinstance(right, Quantity) and start.text != "(":
            self.check_fraction(left, right, start.column)
        if operator[0] not in "<>":
            return Binary(operator, left, right)
        if self.at("<", "<=", ">", ">="):
            self.fail("comparisons do not chain; write (a < b)*(b < c) for 'both'.")
        return Compare(operator, left, right)

    def check_fraction(self, left: Node, right: Quantity, column: int) -> None:
        """Fail for ``1/4 in``, which reads as a quarter inch but divides by four inches."""
        if not isinstance(left, Quantity):
            unit = str(right).removeprefix(str(right.operand)).strip()
            self.fail(
                f"is '{unit}' the unit of the fraction or of its denominator? "
                f"Write '({left}/{right.operand}) {unit}' or '{left}/({right})'.",
                column,
            )

    def prefix(self, floor: int) -> Node:
        """Return what can start an expression: a value, a sign, or a parenthesis."""
        token = self.advance()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "name":
            return self.call(token) if self.at("(") else Name(token.text)
        if token.text == "(":
            node = self.climb(0)
            self.expect(")")
            return node
        if token.text in ("-", "+"):
            operand = self.climb(max(UNARY_BINDING, floor))
            return Unary("-", operand) if token.text == "-" else operand
        found = f"'{token.text}'" if token.text else "the end"
        return self.fail(f"a number, name or '(' is expected here, not {found}.", token.column)

    def number(self, token: _Token) -> Number:
        """Return the number, if a float can hold it."""
        value = float(token.text)
        if value == float("inf"):
            self.fail(f"the number {token.text} is too large.", token.column)
        return Number(value)

    def call(self, token: _Token) -> Call:
        """Return a function call; the name was taken, the parenthesis is next."""
        name = token.text
        if name not in FUNCTIONS and name not in self.measures:
            legal = [*FUNCTIONS, *self.measures]
            self.fail(f"there is no function '{name}'. {nearest(name, legal)}", token.column)
        self.advance()
        arguments = []
        while not self.at(")"):
            arguments.append(self.climb(0))
            if not self.at(","):
                break
            self.advance()
        self.expect(")")
        self.check_arity(token, len(arguments))
        return Call(name, tuple(arguments))

    def check_arity(self, token: _Token, count: int) -> None:
        """Fail when a function has the wrong number of arguments."""
        if token.text in self.measures:
            return
        function = FUNCTIONS[token.text]
        if count == function.arity or (function.arity < 0 and count >= -function.arity):
            return
        wanted = f"{function.arity}" if function.arity > 0 else f"{-function.arity} or more"
        what = "argument" if wanted == "1" else "arguments"
        self.fail(f"{token.text} takes {wanted} {what}, not {count} ({function.doc}).", token.column)

    # ---- units

    def follows_value(self) -> bool:
        """Return whether the token before is one that a unit may follow."""
        before = self.tokens[self.position - 1]
        return before.kind == "number" or before.text == ")" or before.text in CONSTANTS

    def at_unit(self) -> bool:
        """Return whether a unit starts here, or one over another: ``1500 1/min``."""
        return self.follows_value() and (self.is_unit(self.position) or self.at_reciprocal())

    def at_reciprocal(self) -> bool:
        """Return whether ``1/`` and a unit stand here."""
        ahead = self.tokens[self.position : self.position + 2]
        return [token.text for token in ahead] == ["1", "/"] and self.is_unit(self.position + 2)

    def is_unit(self, position: int) -> bool:
        """Return whether the token is a unit and not a function such as min(...)."""
        token = self.tokens[position]
        return token.kind == "name" and token.text in UNITS and self.tokens[position + 1].text != "("

    def unit_factors(self) -> tuple[UnitFactor, ...]:
        """Return the units from here on."""
        factors = [self.reciprocal() if self.at_reciprocal() else self.unit_factor(" ")]
        while True:
            joiner = self.token.text if self.at("*", "/") else " "
            ahead = self.position + (joiner != " ")
            if self.is_unit(ahead) and self.tokens[ahead].text != "t":
                if joiner == " " and any(f.joiner == "/" for f in factors):
                    self.fail("a unit after '/' is ambiguous; write '*' or '/(...)'.")
                self.position = ahead
                factors.append(self.unit_factor(joiner))
            elif joiner == "/" and (group := self.unit_group(ahead)):
                factors.extend(group)
            else:
                alone = factors == [UnitFactor(" ", "min", -1)]
                return (UnitFactor(" ", PER_MINUTE),) if alone else tuple(factors)

    def reciprocal(self) -> UnitFactor:
        """Return one over a unit."""
        self.position += 2
        unit = self.unit_factor(" ")
        return UnitFactor(" ", unit.name, -unit.exponent)

    def unit_factor(self, joiner: str) -> UnitFactor:
        """Return one unit with its exponent."""
        name = self.advance().text
        if not self.at("^"):
            return UnitFactor(joiner, name)
        self.advance()
        negative = self.at("-")
        if negative:
            self.advance()
        token = self.advance()
        if token.kind != "number" or not token.text.isdigit() or not 0 < int(token.text) < 10:
            self.fail("the exponent of a unit is a whole number below 10.", token.column)
        return UnitFactor(joiner, name, -int(token.text) if negative else int(token.text))

    def unit_group(self, position: int) -> list[UnitFactor]:
        """Return the factors of ``/(unit unit ...)``, or nothing when it is no such thing."""
        if self.tokens[position].text != "(" or not self.is_unit(position + 1):
            return []
        restart = self.position
        self.position = position + 1
        inside = self.unit_factors()
        if not self.at(")"):
            self.position = restart
            return []
        self.advance()
        return [UnitFactor("*" if f.joiner == "/" else "/", f.name, f.exponent) for f in inside]


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
