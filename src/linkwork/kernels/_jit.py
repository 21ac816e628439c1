"""The one door to numba: the `kernel` decorator and its cache.

numba's on-disk cache stamps a compiled function with the digest of its *own* source
file. A kernel that calls another file's kernel therefore keeps the old code when that
other file changes (numba issues 1833, 9483). Here the stamp is the digest of *all*
kernel sources, so that a change anywhere recompiles and nothing else does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, cpu, types
from numba.core.registry import CPUDispatcher
from numba.core.types import functions
from numba.np import linalg

JIT = not getattr(numba.config, "DISABLE_JIT", 0)
_FOLDER = Path(__file__).resolve().parent


def sources_digest(folder: Path = _FOLDER) -> str:
    """Return the digest of every kernel source below `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMP = sources_digest()


def _stamped(locator: type) -> type:
    """Return `locator` with its source stamp replaced by the digest of all kernels."""

    class Stamped(locator):  # type: ignore[misc]
        def get_source_stamp(self) -> str:
            return _STAMP

    Stamped.__name__ = f"Stamped{locator.__name__}"
    return Stamped


class _Impl(caching.CompileResultCacheImpl):
    _locator_classes: Any = [_stamped(c) for c in caching.CompileResultCacheImpl._locator_classes]  # noqa: RUF012


class Cache(caching.FunctionCache):
    _impl_class = _Impl


def _remember_signatures() -> None:
    """Let numba remember what it found out about operators and built-in functions.

    For every ``a * b`` it asks some dozen templates whether they fit; the kernels ask the same three hundred questions
    five thousand times. Remembering the answers takes a third off the time of compiling.
    """
    find = functions.BaseFunction.get_call_type
    answers: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or type(self) is not types.Function:
            return find(self, context, args, kws)
        if (self, args) not in answers:
            answers[self, args] = find(self, context, args, kws)
        return answers[self, args]

    setattr(functions.BaseFunction, "get_call_type", get_call_type)  # noqa: B010  (mypy knows it as a method)


def _leave_scipy_out() -> None:
    """Load numba's array functions without scipy.linalg, which they import only to see whether it is there.

    No kernel uses it, and it takes a quarter of the time from the command to the first result. Functions of numba that
    do use it (``np.dot`` ...) look for it themselves when they are compiled.
    """
    look = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look


def _optimise_once() -> None:
    """Let numba leave helpers that only other kernels call as they are, for their callers to take in and optimise.

    It would optimise each by itself first, which takes an eighth of the time of compiling and changes nothing.
    """
    make = cpu.CPUContext.get_executable

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        doors = {fndesc.llvm_cpython_wrapper_name, fndesc.llvm_cfunc_wrapper_name}
        if not any(f.name in doors for f in library._final_module.functions):
            library._optimize_final_module = lambda: None
        return make(self, library, fndesc, env)

    setattr(cpu.CPUContext, "get_executable", get_executable)  # noqa: B010  (mypy knows it as a method)


if JIT:
    _remember_signatures()
    _optimise_once()
    _leave_scipy_out()

# Kernels allocate nothing, so numba need not count references: that alone halves the run time of
# small kernels, whose arrays would otherwise be counted at every call. "contract" allows fused
# multiply-add, which rounds once instead of twice; nothing else of fastmath is allowed.
FLAGS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "fastmath": {"contract"}}
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Inside(CPUDispatcher):
    """A compiled helper without a door for Python: a call says so instead of crashing."""

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"'{self.py_func.__name__}' is called by other kernels only; from Python use its .py_func")


class _Door(CPUDispatcher):
    """A kernel that Python calls: the stages it needs are there before it runs."""

    def __call__(self, *args: Any) -> Any:
        if not self.__dict__.get("ready"):
            from ._stages import prepare

            prepare(self)
        return super().__call__(*args)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` at its first call and keep the result on disk."""
    if not JIT:
        return _interpreted(function)
    dispatcher = numba.njit(**FLAGS, nogil=True)(function)
    dispatcher._cache = Cache(function)
    dispatcher.__class__ = _Door
    return dispatcher


def signed(door: Any, letters: str) -> Any:
    """Say what a kernel is called with, so that it can be compiled ahead; return the kernel.

    i: an integer; f1, f2 ...: an array of numbers with one, two ... indices; i1 ...: of integers.
    """
    if JIT:
        kinds = {"f": types.float64, "i": types.int64}
        door.arguments = tuple(
            types.Array(kinds[word[0]], int(word[1:]), "C") if word[1:] else kinds[word] for word in letters.split()
        )
    return door


def inline(function: Callable[..., Any]) -> Any:
    """Compile a helper that only other kernels call; it needs neither a cache nor a door of its own."""
    if not JIT:
        return function
    dispatcher = numba.njit(**FLAGS, **_INSIDE)(function)
    dispatcher.__class__ = _Inside
    return dispatcher


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` for running without the compiler: table entries read as ``rows[i].first``."""

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*(as_records(a) for a in args))

    return call


def as_records(value: Any) -> Any:
    structured = isinstance(value, np.ndarray) and value.dtype.names is not None
    return value.view(np.recarray) if structured else value
