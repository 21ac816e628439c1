"""Equations of velocities are linear in the rates, couplings in all they measure: a look at the tree of a text."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import ExpressionError
from ..expressions.nodes import Binary, Name, Node, Unary
from ..words import quoted


def check_linear(node: Node, rates: Collection[str], text: str) -> None:
    """Raise ExpressionError where an expression is not linear in the names `rates`.

    Examples
    --------
    >>> from linkwork.expressions import parse
    >>> check_linear(parse("2*a*v - b"), {"v"}, "2*a*v - b")
    >>> check_linear(parse("v^2"), {"v"}, "v^2")
    Traceback (most recent call last):
    ...
    linkwork.errors.ExpressionError: 'v^2' is not linear in 'v': an equation of velocities may hold rates only in sums, and times what depends on positions and time.
    """  # noqa: E501
    if _degree(node, rates) > 1:
        listed = quoted(sorted(rates))
        raise ExpressionError(
            f"'{text}' is not linear in {listed}: an equation of velocities may hold rates only in sums, and times "
            f"what depends on positions and time."
        )


def check_proportions(node: Node, quantities: Collection[str], text: str) -> None:
    """Raise ExpressionError where an expression is not a sum of quantities with constant factors."""
    if _degree(node, quantities) > 1:
        listed = quoted(sorted(quantities))
        raise ExpressionError(
            f"'{text}' is not linear in {listed}: a coupling holds them in sums, with constant factors. Write other "
            f"equations as a constraint."
        )


def _degree(node: Node, rates: Collection[str]) -> int:
    """Return 0 where no rate is in it, 1 where it is linear in them, else 2."""
    if isinstance(node, Name):
        return int(node.name in rates)
    below = [_degree(child, rates) for child in node.children()]
    if not any(below):
        return 0
    if isinstance(node, Unary):
        return below[0]
    if isinstance(node, Binary) and node.operator in ("+", "-"):
        return max(below)
    if isinstance(node, Binary) and node.operator == "*":
        return min(sum(below), 2)
    if isinstance(node, Binary) and node.operator == "/":
        return 2 if below[1] else below[0]
    return 2
