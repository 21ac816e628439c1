"""Python operators and numpy functions for anything that can be combined in a formula.

Expression nodes, jet numbers, traced values and functions of time share these operators;
each of them says in `_operate` and `_apply` what an operator or a function does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# numpy ufunc -> operator, or function of the expression language
_OPERATORS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "true_divide": "/",
    "power": "^",
    "float_power": "^",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
}
_FUNCTIONS = {
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "sign")},
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "remainder": "mod",
    "absolute": "abs",
    "fabs": "abs",
    "minimum": "min",
    "fmin": "min",
    "maximum": "max",
    "fmax": "max",
}


def _both_ways(operator: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """Return the methods of an operator for an object on its left and on its right."""

    def left(self: Any, other: Any) -> Any:
        return self._operate(operator, self, other)

    def right(self: Any, other: Any) -> Any:
        return self._operate(operator, other, self)

    return left, right


class Arithmetic:
    """Operators in terms of `_operate` and `_apply`."""

    def _operate(self, operator: str, left: Any, right: Any) -> Any:
        raise NotImplementedError

    def _apply(self, name: str, arguments: tuple[Any, ...]) -> Any:
        raise NotImplementedError

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Return what a numpy function, such as ``np.sin``, gives for this object."""
        name = ufunc.__name__
        if method != "__call__" or options or any(getattr(x, "ndim", 0) for x in inputs):
            return NotImplemented
        if name in _OPERATORS:
            return self._operate(_OPERATORS[name], *inputs)
        if name in _FUNCTIONS:
            return self._apply(_FUNCTIONS[name], inputs)
        if name == "negative":
            return -self
        if name == "square":
            return self * self
        return NotImplemented

    __add__, __radd__ = _both_ways("+")
    __sub__, __rsub__ = _both_ways("-")
    __mul__, __rmul__ = _both_ways("*")
    __truediv__, __rtruediv__ = _both_ways("/")
    __pow__, __rpow__ = _both_ways("^")
    __lt__, __le__, __gt__, __ge__ = (_both_ways(operator)[0] for operator in ("<", "<=", ">", ">="))

    def __mod__(self, other: Any) -> Any:
        return self._apply("mod", (self, other))

    def __rmod__(self, other: Any) -> Any:
        return self._apply("mod", (other, self))

    def __neg__(self) -> Any:
        return self._apply("-", (self,))

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self._apply("abs", (self,))
