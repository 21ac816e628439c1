"""One expression for each kind of measure, on points and vectors; derivatives follow by differentiation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from .numbers import Expr, library

Vectors = Sequence[Any]
"""Points and vectors, each a column of three expressions."""


def component(f: Vectors, axis: int) -> Expr:
    """Return e_k . (p_b - p_a)."""
    return f[1][axis] - f[0][axis]


def along(f: Vectors, axis: int) -> Expr:
    """Return u . (p_b - p_a)."""
    return f[0].dot(f[2] - f[1])


def dot(f: Vectors, axis: int) -> Expr:
    """Return u . v."""
    return f[0].dot(f[1])


def distance(f: Vectors, axis: int) -> Expr:
    """Return |p_b - p_a|."""
    difference = f[1] - f[0]
    return library().sqrt(difference.dot(difference))


def tilt(f: Vectors, axis: int) -> Expr:
    """Return s(u . w) (u . v): the component along v of the angle between u and w."""
    return arc()(0, f[0].dot(f[2])) * f[0].dot(f[1])


def angle(f: Vectors, axis: int) -> Expr:
    """Return the angle of v from u towards n."""
    return library().atan2(f[1].dot(f[2]), f[0].dot(f[2]))


def pitch(f: Vectors, axis: int) -> Expr:
    """Return asin(u . v)."""
    return library().asin(f[0].dot(f[1]))


def heading(f: Vectors, axis: int) -> Expr:
    """Return the angle of the way from p_a to p_b, from u towards n."""
    way = f[3] - f[2]
    return library().atan2(f[1].dot(way), f[0].dot(way))


def triple(f: Vectors, axis: int) -> Expr:
    """Return (u x v) . (p_b - p_a)."""
    return f[0].cross(f[1]).dot(f[3] - f[2])


FORMULAS: dict[str, tuple[int, Callable[[Vectors, int], Expr]]] = {
    "component": (2, component),
    "along": (3, along),
    "dot": (2, dot),
    "distance": (2, distance),
    "tilt": (3, tilt),
    "angle": (3, angle),
    "pitch": (2, pitch),
    "heading": (4, heading),
    "triple": (4, triple),
}
"""Every kind of measure: number of its points and vectors, and its expression."""


@cache
def derived(kind: str, axis: int) -> tuple[tuple[Expr, ...], Expr, tuple[Expr, ...], dict[tuple[int, int], Expr]]:
    """Return the symbols of the points and vectors of a kind, its value, gradient and second derivatives."""
    sp = library()
    count, formula = FORMULAS[kind]
    columns = [sp.Matrix(sp.symbols(f"f{k}x f{k}y f{k}z", real=True)) for k in range(count)]
    symbols = tuple(s for column in columns for s in column)
    value = formula(columns, axis)
    gradient = tuple(sp.diff(value, s) for s in symbols)
    second = {
        (i, j): entry
        for i, slope in enumerate(gradient)
        for j in range(i, len(symbols))
        if (entry := sp.diff(slope, symbols[j])) != 0
    }
    return symbols, value, gradient, second


@cache
def arc() -> Any:
    """Return the SymPy function s: ``s(0, c)`` = acos(c) / sqrt(1 - c^2), which is regular at c = 1; ``s(n, c)`` is
    its derivative of order n.

    It turns the sine of an angle into the angle. SymPy's own quotient would be 0/0 where axes are parallel, which is
    where hinges are.
    """  # noqa: D205
    sp = library()

    class s(sp.Function):  # type: ignore[misc, name-defined]
        nargs = 2

        def fdiff(self, argindex: int = 1) -> Expr:
            return s(self.args[0] + 1, self.args[1])

        def _latex(self, printer: Any, exp: str | None = None) -> str:
            text = f"s{chr(39) * int(self.args[0])}\\left({printer._print(self.args[1])}\\right)"
            return text if exp is None else f"{{{text}}}^{{{exp}}}"

        def _sympystr(self, printer: Any) -> str:
            return f"s{chr(39) * int(self.args[0])}({printer._print(self.args[1])})"

    return s


def arc_value(order: Any, c: Any) -> Any:
    """Return the function s or its derivative in numbers.

    s(c) = 2F1(1, 1; 3/2; (1 - c) / 2), of which every derivative is a hypergeometric function again.
    """
    from scipy.special import hyp2f1, poch

    n = int(order)
    factor = (-0.5) ** n * poch(1.0, n) ** 2 / poch(1.5, n)
    return factor * hyp2f1(1.0 + n, 1.0 + n, 1.5 + n, 0.5 * (1.0 - c))
