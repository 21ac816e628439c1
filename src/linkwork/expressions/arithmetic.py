"""Python operators and numpy functions for anything that can be combined in a formula.

Expression nodes, jet numbers, traced values and functions of time share these operators;
each of them says in `_operate` and `_apply` what an operator or a function does.
"""

from __future__ import annotations

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
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "exp": "exp",
    "log": "log",
    "sqrt": "sqrt",
    "absolute": "abs",
    "fabs": "abs",
    "sign": "sign",
    "minimum": "min",
    "maximum": "max",
    "fmin": "min",
    "fmax": "max",
    "remainder": "mod",
}


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

    def __add__(self, other: Any) -> Any:
        return self._operate("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._operate("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._operate("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._operate("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._operate("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._operate("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self._operate("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._operate("/", other, self)

    def __pow__(self, other: Any) -> Any:
        return self._operate("^", self, other)

    def __rpow__(self, other: Any) -> Any:
        return self._operate("^", other, self)

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

    def __lt__(self, other: Any) -> Any:
        return self._operate("<", self, other)

    def __le__(self, other: Any) -> Any:
        return self._operate("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return self._operate(">", self, other)

    def __ge__(self, other: Any) -> Any:
        return self._operate(">=", self, other)
