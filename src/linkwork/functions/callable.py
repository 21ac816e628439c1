"""A Python function as a function of time.

Whenever it is compiled it is traced: called with a symbol for t. When that works the result is an
ordinary compiled expression. When it does not, because the function branches on t or does not do the
same twice, it is called from the compiled code with a number that carries its derivatives, see `Jet`.
"""

from __future__ import annotations

import ctypes
import math
import numbers
from collections import deque
from collections.abc import Callable, Sequence
from dis import get_instructions
from functools import cached_property
from types import CellType, CodeType
from typing import Any

from linkwork.errors import ExpressionError
from linkwork.expressions.arithmetic import Arithmetic
from linkwork.expressions.nodes import Name, Node, lift

from .jet_number import Jet, NoPlainNumber

Derivatives = tuple[float, float, float, float]


class _NotTraceable(TypeError):
    """The function did with t what a symbol cannot do."""


class _Traced(Arithmetic):
    """A symbol that records what is done with it, and refuses every decision."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, node: Node) -> None:
        self.node = node

    def _operate(self, operator: str, left: Any, right: Any) -> Any:
        return self._record(lambda a, b: self.node._operate(operator, a, b), (left, right))

    def _apply(self, name: str, arguments: tuple[Any, ...]) -> Any:
        return self._record(lambda *a: self.node._apply(name, a), arguments)

    def _record(self, build: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        result = build(*(a.node if isinstance(a, _Traced) else a for a in arguments))
        return result if result is NotImplemented else _Traced(result)

    def _refuse(self, *_: object) -> Any:
        raise _NotTraceable("a symbol has no value")

    __bool__ = __eq__ = __ne__ = __float__ = __int__ = __index__ = _refuse


def trace(function: Callable[..., Any], arguments: Sequence[Node] = (Name("t"),)) -> Node | None:
    """Return the expression that `function` computes of its arguments, or None when it has to be called.

    It is traced twice: one that counts or throws dice would be frozen. One that can remember is not traced at all: it
    would remember symbols.
    """
    if remembers(function):
        return None
    try:
        first, second = _traced_once(function, arguments), _traced_once(function, arguments)
        return first if first == second else None
    except Exception:
        # Whatever a symbol makes of user code is no fault of the user: try numbers instead.
        return None


_STORES = {"STORE_ATTR", "STORE_DEREF", "STORE_GLOBAL", "STORE_SUBSCR"}
"""Instructions by which a function changes what outlives its call."""


_READERS = {"copy", "get", "items", "keys", "values", *dir(frozenset), *dir(tuple)}
_CHANGERS = {name for kind in (list, dict, set, deque) for name in dir(kind)} - _READERS
"""Methods by which a list, dictionary, set or queue that a function holds may change."""


def remembers(function: Callable[..., Any]) -> bool:
    """Return whether a Python function may keep something from one call to the next, as far as its code shows."""
    code = getattr(function, "__code__", None) or getattr(getattr(function, "__func__", None), "__code__", None)
    if code is None:  # a callable object: its state is its memory
        inner = getattr(type(function).__call__, "__code__", None)
        return inner is not None and (bool(getattr(function, "__dict__", None)) or _stores(inner))
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or () if _filled(cell)]
    kept = [*cells, *(getattr(function, "__defaults__", None) or ())]
    held = any(isinstance(value, (list, dict, set, deque)) for value in kept)
    return _stores(code) or (held and not _CHANGERS.isdisjoint(code.co_names))


def _stores(code: CodeType) -> bool:
    return any(instruction.opname in _STORES for instruction in get_instructions(code))


def _filled(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _traced_once(function: Callable[..., Any], arguments: Sequence[Node]) -> Node | None:
    result = unwrapped(function(*(_Traced(node) for node in arguments)))
    if isinstance(result, _Traced):
        return result.node
    if isinstance(result, numbers.Real) and not isinstance(result, bool) and math.isfinite(result):
        return lift(result)
    return None


def unwrapped(result: Any) -> Any:
    """Return the one element of a numpy array of no or one dimension, else `result`."""
    return result.item() if getattr(result, "size", 0) == 1 and hasattr(result, "item") else result


class Called:
    """A Python function that compiled code can call.

    Parameters
    ----------
    function : callable
    """

    opcode = ""
    changes: tuple[float, ...] = ()
    """Arguments at which its course changes, as far as that is known."""
    period: tuple[float, float] | None = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.error: BaseException | None = None

    @property
    def label(self) -> str:
        """The name of the function, for messages."""
        return f"Python function {getattr(self.function, '__name__', 'without a name')}"

    def constants(self) -> list[float]:
        """Return room for the address, which `link` fills in."""
        return [0.0, 0.0]

    def expression(self, arguments: tuple[Node, ...]) -> Node | None:
        """Return what the function computes at present as an expression, or None: it has to be called."""
        return trace(self.function, arguments)

    def _prototype(self) -> Any:
        """Return the C entry point; it dies with the object returned."""
        raise NotImplementedError

    @cached_property
    def _entry(self) -> Any:
        return self._prototype()

    @property
    def address(self) -> int:
        """The address of the C entry point."""
        return int(ctypes.cast(self._entry, ctypes.c_void_p).value or 0)

    def keep(self, error: BaseException, where: str) -> None:
        """Keep an error: nothing can pass through compiled code; `reraise` raises it afterwards."""
        error.add_note(f"raised by the {self.label} at {where}")
        self.error = error

    def reraise(self) -> None:
        """Raise what the function raised in its last failing call, once."""
        error, self.error = self.error, None
        if error is not None:
            raise error


class PythonFunction(Called):
    """A Python function of one argument.

    Parameters
    ----------
    function : callable
        f(t); takes a `Jet` unless the derivatives are given.
    derivatives : tuple of callable
        Empty, or the first, second and third derivative as functions of a plain number.
    """

    opcode = "CALL"

    def __init__(
        self,
        function: Callable[[Any], Any],
        derivatives: tuple[Callable[[float], float], ...] = (),
    ) -> None:
        super().__init__(function)
        self.derivatives = derivatives

    def expression(self, arguments: tuple[Node, ...]) -> Node | None:
        """Return what it computes as an expression; None also where its derivatives are given."""
        return None if self.derivatives else super().expression(arguments)

    def jet(self, t: float) -> Derivatives:
        """Return the value and three derivatives at t."""
        if self.derivatives:
            a, b, c, d = (float(f(t)) for f in (self.function, *self.derivatives))
            result = (a, b, c, d)
        else:
            result = self._differentiated(t)
        if not all(math.isfinite(x) for x in result):
            raise ExpressionError(f"The {self.label} is not finite at t = {t:g}: {result}.")
        return result

    def _differentiated(self, t: float) -> Derivatives:
        try:
            value = unwrapped(self.function(Jet.variable(t)))
        except NoPlainNumber:
            raise ExpressionError(self._advice()) from None
        if isinstance(value, Jet):
            return value.derivatives
        if isinstance(value, numbers.Real) and not isinstance(value, bool):
            return (float(value), 0.0, 0.0, 0.0)
        raise ExpressionError(f"The {self.label} returned {value!r} at t = {t:g}; a number is expected.")

    def _advice(self) -> str:
        return (
            f"The {self.label} turns t into a plain number, and its derivatives are lost. Use numpy "
            "functions (np.sin instead of math.sin), or pass the derivatives: function(f, df, ddf, dddf)."
        )

    def _prototype(self) -> Any:
        from linkwork.kernels.compiler.keyboard import called_back
        from linkwork.kernels.programs.callback import PROTOTYPE

        def entry(t: float, out: Any) -> None:
            try:
                with called_back:
                    out[0], out[1], out[2], out[3] = self.jet(t)
            except BaseException as error:
                out[0] = out[1] = out[2] = out[3] = math.nan
                self.keep(error, f"t = {t!r}")

        return PROTOTYPE(entry)

    def __reduce__(self) -> Any:
        return PythonFunction, (self.function, self.derivatives)


def probe(function: PythonFunction, t: float = 0.0) -> None:
    """Call the function once, so that a use of math.sin is reported where it was written."""
    try:
        function.jet(t)
    except ExpressionError as error:
        if function._advice() in str(error):
            raise
    except Exception:
        # It may be undefined at this t and fine where it is used.
        return
