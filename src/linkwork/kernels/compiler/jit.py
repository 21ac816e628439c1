"""The decorators of compiled code: `inline` for helpers, `kernel` for what Python calls (`stage`: see `stages`).

Decorating costs nothing and does not load numba. Compiled code comes with an installed package (`prebuilt`); in a
checkout what has been compiled before is loaded from our own cache (`machine_code`). For neither numba is needed;
otherwise the decorated object tells numba, by its attribute ``_numba_type_``, what it is, and numba is loaded
then (`lowering`, `emitting`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, partial, update_wrapper, wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np


def _compiler_is_on() -> bool:
    """Return whether kernels are compiled: what ``NUMBA_DISABLE_JIT`` says, without loading numba to ask it."""
    if Path(".numba_config.yaml").exists() and find_spec("numba"):  # its settings for the working directory
        from numba import config

        return not getattr(config, "DISABLE_JIT", 0)
    try:
        return int(os.environ.get("NUMBA_DISABLE_JIT", "0")) == 0
    except ValueError:
        return True


JIT = _compiler_is_on()


class Compiled:
    """A function that is compiled when it is first needed."""

    __name__: str
    __qualname__: str

    whole: ClassVar[bool] = False
    """Whether its code is copied into its callers however long it is."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        update_wrapper(cast(Any, self), function)

    def __reduce__(self) -> str:
        return self.__qualname__  # there is one of it: a copy is the same, and a pickle its name

    @cached_property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        from .emitting import dispatcher

        return dispatcher(self.py_func, self.whole)

    @cached_property
    def _numba_type_(self) -> Any:
        """What the function is to a kernel that calls it: a function to copy into itself."""
        from .lowering import copied

        return copied(self.dispatcher)


class Helper(Compiled):
    """A compiled helper without a door for Python: a call says so."""

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"'{self.py_func.__name__}' is called by other kernels only; from Python use its .py_func")


class Fused(Helper):
    """A helper that becomes part of its callers: see `fused`."""

    whole: ClassVar[bool] = True


class Written:
    """A function for kernels that is written in the language of the compiler: `make` of `lowering` writes it."""

    def __init__(self, make: str, *details: Any) -> None:
        self._make, self._details = make, details

    def __deepcopy__(self, memo: Any) -> Written:
        return self

    @cached_property
    def _numba_type_(self) -> Any:
        from . import lowering

        return lowering.written(getattr(lowering, self._make)(*self._details))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function`, which Python calls with what `signed` says."""
    if not JIT:
        return _interpreted(function)
    from .doors import Door

    return Door(function)


def signed(door: Any, words: str, **others: Any) -> Any:
    """Say what a kernel is called with, and after ``->`` what it returns, if anything; return the kernel.

    i, f: an integer, a number; h: a handle, h[n]: many; f[n,3], i[n]: an array of numbers or integers with its sizes.
    A size is a number, a name for one that must be the same everywhere, "." for any, or "field.axis" for one of the
    mechanism that the handle leads to. A name in `others` stands for records, ``rows[n]``, or for a named tuple (its
    class, and a letter for each of its fields).
    """
    if JIT:
        from .arguments import Arguments

        door.arguments = Arguments(door.__name__, words, others)
    return door


def holding(kernel: Any, *args: Any) -> Any:
    """Return a kernel with its first arguments, looked at once and kept: call it with the others, many times."""
    if not JIT:
        return partial(kernel, *args)
    from .doors import Held

    return Held(kernel, args)


def inline(function: Callable[..., Any]) -> Any:
    """Compile a helper that only other kernels call; it needs neither a cache nor a door of its own."""
    return Helper(function) if JIT else function


def fused(function: Callable[..., Any]) -> Any:
    """Compile a helper that is copied into its callers whatever its length, for the innermost ones of all.

    The compiler would call it by address: what it writes to memory would then be read back by the next one.
    """
    return Fused(function) if JIT else function


@inline
def natural(index):
    """Return an index that is never negative as such: a signed one is looked at, and may count from the end."""
    return np.uint64(index)


def _two_polynomials(table: Any, row: int, count: int, w: float) -> tuple[float, ...]:
    sums = (0.0,) * 10
    for n in range(count - 1, -1, -1):
        sums = tuple(s * w + below for s, below in zip(sums, (*table[row, n, :2], *sums), strict=False))
    return sums


two_polynomials: Any = Written("two_polynomials") if JIT else _two_polynomials
"""two_polynomials(table, row, count, w): the sums over n < count, five at least, of table[row, n, 0 .. 1] w^n.

By Horner's rule, both polynomials by turns: their values, then their derivatives by w divided by 1, 2, 6 and 24.
"""


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` for running without the compiler: table entries read as ``rows[i].first``."""

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*(as_records(a) for a in args))

    return call


def as_records(value: Any) -> Any:
    structured = isinstance(value, np.ndarray) and value.dtype.names is not None
    return value.view(np.recarray) if structured else value
