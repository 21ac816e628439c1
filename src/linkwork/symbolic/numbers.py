"""The door to SymPy, and numbers as SymPy shows them best."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt, sqrt
from typing import Any

from ..errors import LinkworkError

Expr = Any
"""A SymPy expression; SymPy is loaded only when it is needed."""

MISSING = "Expressions need SymPy, which is not installed: pip install 'linkwork[symbolic]'."


def library() -> Any:
    """Return SymPy; raises LinkworkError with what to install when it is not there."""
    try:
        import sympy
    except ImportError:
        raise LinkworkError(MISSING) from None
    return sympy


def number_writer(exact: bool) -> Callable[[float], Expr]:
    """Return the function that writes a number: with decimals, or `exact` as a fraction or root."""
    sp = library()

    def decimal(value: float) -> Expr:
        return sp.Integer(int(value)) if float(value).is_integer() else sp.Float(value)

    def fraction(value: float) -> Expr:
        near = Fraction(value).limit_denominator(10_000)
        if float(near) == value:
            return sp.Rational(near.numerator, near.denominator)
        root = _root(value)
        if root is not None:
            sign = 1 if value > 0 else -1
            return sign * sp.sqrt(sp.Rational(root.numerator, root.denominator))
        return sp.Rational(repr(float(value)))

    return fraction if exact else decimal


def snapped(value: float) -> float:
    """Return a number without the last rounding error of a sine or cosine: 6e-17 is 0, 0.9999999999999999 is 1."""
    nearest = round(value)
    return float(nearest) if abs(value - nearest) < 1e-15 else value


def _root(value: float) -> Fraction | None:
    """Return the simple fraction whose square root is the size of a number to its last two bits, or None."""
    square = Fraction(value * value).limit_denominator(100)
    close = abs(sqrt(square) - abs(value)) <= 4e-16 * abs(value)
    perfect = isqrt(square.numerator) ** 2 == square.numerator and isqrt(square.denominator) ** 2 == square.denominator
    return square if close and not perfect else None
