"""A Python number that carries its first three derivatives.

It computes with Taylor coefficients and the recurrences of automatic differentiation,
unlike the compiled jets (derivatives, Faà di Bruno), so that each can check the other.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Sequence
from typing import Any

from linkwork.expressions.arithmetic import Arithmetic

ORDER = 4
_FACTORIAL = (1.0, 1.0, 2.0, 6.0)
Series = list[float]


class NoPlainNumber(TypeError):
    """A jet was asked to become a plain number, which would lose its derivatives."""


class Jet(Arithmetic):
    """A number x(t) with x', x'' and x'''.

    Parameters
    ----------
    value, first, second, third : float
        The value and the derivatives.
    """

    __slots__ = ("series",)

    def __init__(self, value: float, first: float = 0.0, second: float = 0.0, third: float = 0.0) -> None:
        derivatives = (value, first, second, third)
        self.series: Series = [float(d) / f for d, f in zip(derivatives, _FACTORIAL, strict=True)]

    @classmethod
    def variable(cls, t: float) -> Jet:
        """Return the independent variable at t."""
        return cls(t, 1.0)

    @classmethod
    def from_series(cls, series: Sequence[float]) -> Jet:
        """Return the jet with the given Taylor coefficients."""
        jet = cls(0.0)
        jet.series = list(series)
        return jet

    @property
    def value(self) -> float:
        """The number itself."""
        return self.series[0]

    @property
    def derivatives(self) -> tuple[float, float, float, float]:
        """Value, first, second and third derivative."""
        a, b, c, d = (s * f for s, f in zip(self.series, _FACTORIAL, strict=True))
        return (a, b, c, d)

    def __repr__(self) -> str:
        return "Jet({}, {}, {}, {})".format(*(f"{d:g}" for d in self.derivatives))

    def __float__(self) -> float:
        raise NoPlainNumber("a number with derivatives cannot become a plain float")

    __int__ = __index__ = __complex__ = __float__
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self.value != 0.0

    def __eq__(self, other: object) -> Any:
        return self.value == _value(other)

    def __ne__(self, other: object) -> Any:
        return self.value != _value(other)

    def _operate(self, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(x, (Jet, numbers.Real)) for x in (left, right)):
            return NotImplemented
        if operator in _COMPARISONS:
            return _COMPARISONS[operator](_value(left), _value(right))
        return Jet.from_series(_OPERATIONS[operator](_series(left), _series(right)))

    def _apply(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if not all(isinstance(x, (Jet, numbers.Real)) for x in arguments):
            return NotImplemented
        return Jet.from_series(_FUNCTIONS[name](*(_series(a) for a in arguments)))


def _value(x: Any) -> Any:
    return x.value if isinstance(x, Jet) else x


def _series(x: Any) -> Series:
    return x.series if isinstance(x, Jet) else [float(x), 0.0, 0.0, 0.0]


def _add(a: Series, b: Series) -> Series:
    return [x + y for x, y in zip(a, b, strict=True)]


def _sub(a: Series, b: Series) -> Series:
    return [x - y for x, y in zip(a, b, strict=True)]


def _mul(a: Series, b: Series) -> Series:
    return [sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(ORDER)]


def _div(a: Series, b: Series) -> Series:
    q: Series = []
    for k in range(ORDER):
        q.append((a[k] - sum(q[i] * b[k - i] for i in range(k))) / b[0])
    return q


def _pow(a: Series, b: Series) -> Series:
    if any(b[1:]):
        return _exp(_mul(b, _log(a)))
    p = b[0]
    if p == int(p) and 0 <= p <= 64:  # exact also at 0, where the recurrence divides by 0
        result = [1.0, 0.0, 0.0, 0.0]
        for _ in range(int(p)):
            result = _mul(result, a)
        return result
    y = [math.pow(a[0], p)]
    for k in range(1, ORDER):
        y.append(sum((p * i - (k - i)) * a[i] * y[k - i] for i in range(1, k + 1)) / (k * a[0]))
    return y


def _integral(value: float, slope: Callable[[int, Series], float]) -> Series:
    """Return y with y_0 = value and k y_k = slope(k, y), the recurrence of y' = slope."""
    y = [value]
    for k in range(1, ORDER):
        y.append(slope(k, y) / k)
    return y


def _exp(a: Series) -> Series:
    return _integral(math.exp(a[0]), lambda k, y: sum(i * a[i] * y[k - i] for i in range(1, k + 1)))


def _derivative(a: Series) -> Series:
    return [(k + 1) * a[k + 1] for k in range(ORDER - 1)] + [0.0]


def _from_rate(value: float, rate: Series) -> Series:
    """Return the series with the given value whose derivative is `rate`."""
    return [value] + [rate[k] / (k + 1) for k in range(ORDER - 1)]


def _log(a: Series) -> Series:
    return _from_rate(math.log(a[0]), _div(_derivative(a), a))


def _circular(a: Series, s0: float, c0: float, sign: float) -> tuple[Series, Series]:
    """Return sine and cosine (sign -1), or their hyperbolic cousins (sign +1)."""
    s, c = [s0], [c0]
    for k in range(1, ORDER):
        s.append(sum(i * a[i] * c[k - i] for i in range(1, k + 1)) / k)
        c.append(sign * sum(i * a[i] * s[k - i] for i in range(1, k + 1)) / k)
    return s, c


def _sincos(a: Series) -> tuple[Series, Series]:
    return _circular(a, math.sin(a[0]), math.cos(a[0]), -1.0)


def _hyperbolic(a: Series) -> tuple[Series, Series]:
    return _circular(a, math.sinh(a[0]), math.cosh(a[0]), 1.0)


def _sqrt(a: Series) -> Series:
    if not any(a):
        return [0.0] * ORDER
    y = [math.sqrt(a[0])]
    for k in range(1, ORDER):
        y.append((a[k] - sum(y[i] * y[k - i] for i in range(1, k))) / (2.0 * y[0]))
    return y


_ONE: Series = [1.0, 0.0, 0.0, 0.0]


def _asin(a: Series) -> Series:
    return _from_rate(math.asin(a[0]), _div(_derivative(a), _sqrt(_sub(_ONE, _mul(a, a)))))


def _acos(a: Series) -> Series:
    return [math.acos(a[0])] + [-x for x in _asin(a)[1:]]


def _atan2(y: Series, x: Series) -> Series:
    turning = _sub(_mul(x, _derivative(y)), _mul(y, _derivative(x)))
    return _from_rate(math.atan2(y[0], x[0]), _div(turning, _add(_mul(x, x), _mul(y, y))))


def _sign(a: Series) -> Series:
    return [float((a[0] > 0) - (a[0] < 0)), 0.0, 0.0, 0.0]


def _abs(a: Series) -> Series:
    return [abs(a[0])] + [_sign(a)[0] * x for x in a[1:]]


def _mod(a: Series, b: Series) -> Series:
    n = math.floor(a[0] / b[0])
    return [x - n * y for x, y in zip(a, b, strict=True)]


_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_OPERATIONS: dict[str, Callable[[Series, Series], Series]] = {
    "+": _add,
    "-": _sub,
    "*": _mul,
    "/": _div,
    "^": _pow,
}
_FUNCTIONS: dict[str, Callable[..., Series]] = {
    "-": lambda a: [-x for x in a],
    "sin": lambda a: _sincos(a)[0],
    "cos": lambda a: _sincos(a)[1],
    "tan": lambda a: _div(*_sincos(a)),
    "asin": _asin,
    "acos": _acos,
    "atan": lambda a: _atan2(a, _ONE),
    "atan2": _atan2,
    "sinh": lambda a: _hyperbolic(a)[0],
    "cosh": lambda a: _hyperbolic(a)[1],
    "tanh": lambda a: _div(*_hyperbolic(a)),
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "abs": _abs,
    "sign": _sign,
    "min": lambda a, b: b if b[0] < a[0] else a,
    "max": lambda a, b: b if b[0] > a[0] else a,
    "mod": _mod,
}
