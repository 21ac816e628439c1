"""The functions that an expression may call."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

RISES = (
    "step",
    "step5",
    "haversine",
    "cycloidal",
    "poly345",
    "poly4567",
    "modified_trapezoid",
    "modified_sine",
)

CONTACTS = ("impact", "bistop")
"""One-sided and two-sided stops, expanded to simpler functions; see `contact`."""

# Functions of bodies and points, measured on the mechanism; see `parse`.
MEASURES = ("distance", "angle", "rate")


@dataclass(frozen=True)
class Function:
    """One function of the expression language.

    Attributes
    ----------
    arity : int
        Number of arguments; -2 means two or more.
    opcode : str
        Its name in the interpreter.
    dimensions : str
        The rule for dimensions, see `dimensions`.
    value : callable or None
        The function on numbers; None when it belongs to functions of time only.
    doc : str
        One line.
    """

    arity: int
    opcode: str
    dimensions: str
    value: Callable[..., float] | None
    doc: str


def _sign(x: float) -> float:
    return float((x > 0) - (x < 0))


def _mod(x: float, y: float) -> float:
    return x - y * math.floor(x / y)


FUNCTIONS: dict[str, Function] = {
    "sin": Function(1, "SIN", "of angle", math.sin, "sine of an angle in radians"),
    "cos": Function(1, "COS", "of angle", math.cos, "cosine of an angle in radians"),
    "tan": Function(1, "TAN", "of angle", math.tan, "tangent of an angle in radians"),
    "asin": Function(1, "ASIN", "to angle", math.asin, "angle whose sine is x"),
    "acos": Function(1, "ACOS", "to angle", math.acos, "angle whose cosine is x"),
    "atan": Function(1, "ATAN", "to angle", math.atan, "angle whose tangent is x"),
    "atan2": Function(2, "ATAN2", "ratio to angle", math.atan2, "angle of the point (x, y): atan2(y, x)"),
    "sinh": Function(1, "SINH", "of number", math.sinh, "hyperbolic sine"),
    "cosh": Function(1, "COSH", "of number", math.cosh, "hyperbolic cosine"),
    "tanh": Function(1, "TANH", "of number", math.tanh, "hyperbolic tangent"),
    "exp": Function(1, "EXP", "of number", math.exp, "exponential"),
    "log": Function(1, "LOG", "of number", math.log, "natural logarithm"),
    "sqrt": Function(1, "SQRT", "root", math.sqrt, "square root"),
    "abs": Function(1, "ABS", "same", abs, "absolute value"),
    "sign": Function(1, "SIGN", "sign", _sign, "-1, 0 or 1"),
    "min": Function(-2, "MIN", "same", min, "smallest of its arguments"),
    "max": Function(-2, "MAX", "same", max, "largest of its arguments"),
    "mod": Function(2, "MOD", "same", _mod, "x - y floor(x / y)"),
    "if": Function(3, "SELECT", "if", lambda c, a, b: a if c else b, "if(condition, then, otherwise)"),
    **{
        name: Function(5, "RISE", "rise", None, f"{name}(x, x0, h0, x1, h1): rise from h0 at x0 to h1 at x1")
        for name in RISES
    },
    "impact": Function(
        7, "", "contact", None, "impact(x, v, x1, k, e, cmax, d): push of a stop at x1 on x < x1, as in Adams"
    ),
    "bistop": Function(
        8, "", "contact", None, "bistop(x, v, x1, x2, k, e, cmax, d): push of stops at x1 and x2 on x, as in Adams"
    ),
}
