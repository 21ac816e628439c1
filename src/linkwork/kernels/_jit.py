"""The one door to numba: the `kernel` decorator, its cache and its progress line.

numba's on-disk cache stamps a compiled function with the digest of its *own* source
file. A kernel that calls another file's kernel therefore keeps the old code when that
other file changes (numba issues 1833, 9483). Here the stamp is the digest of *all*
kernel sources, so that a change anywhere recompiles and nothing else does.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from time import perf_counter
from typing import Any

import numba
import numpy as np
from numba import from_dtype, types
from numba.core import caching
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

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


class _Cache(caching.FunctionCache):
    _impl_class = _Impl


# Kernels allocate nothing, so numba need not count references: that alone halves the run time of
# small kernels, whose arrays would otherwise be counted at every call. "contract" allows fused
# multiply-add, which rounds once instead of twice; nothing else of fastmath is allowed.
_FLAGS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "fastmath": {"contract"}}
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Inside(CPUDispatcher):
    """A compiled helper without a door for Python: a call says so instead of crashing."""

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"'{self.py_func.__name__}' is called by other kernels only; from Python use its .py_func")


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` at its first call and keep the result on disk."""
    if not JIT:
        return _interpreted(function)
    dispatcher = numba.njit(**_FLAGS)(function)
    dispatcher._cache = _Cache(function)
    return dispatcher


def inline(function: Callable[..., Any]) -> Any:
    """Compile a helper that only other kernels call; it needs neither a cache nor a door of its own."""
    if not JIT:
        return function
    dispatcher = numba.njit(**_FLAGS, **_INSIDE)(function)
    dispatcher.__class__ = _Inside
    return dispatcher


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` for running without the compiler: table entries read as ``rows[i].first``."""

    @wraps(function)
    def call(*args: Any) -> Any:
        return function(*(_as_records(a) for a in args))

    return call


def _as_records(value: Any) -> Any:
    structured = isinstance(value, np.ndarray) and value.dtype.names is not None
    return value.view(np.recarray) if structured else value


def opener(offset: int, dtype: np.dtype[Any], ndim: int) -> Any:
    """Return a function that opens the array whose address and shape stand at H[offset:] of a handle H."""
    if not JIT:
        return partial(_opened, offset, dtype, ndim)
    element = from_dtype(dtype)
    array_type = types.Array(element, ndim, "C")

    @intrinsic
    def view(typing_context, handle):
        def generate(context, builder, signature, args):
            data = arrayobj.make_array(signature.args[0])(context, builder, args[0]).data

            def entry(k):
                place = context.get_constant(types.intp, offset + k)
                return builder.load(builder.gep(data, [place]))

            shape = [entry(1 + k) for k in range(ndim)]
            size = context.get_abi_sizeof(context.get_data_type(element))
            strides = [context.get_constant(types.intp, size)]
            for extent in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], extent))
            array = arrayobj.make_array(array_type)(context, builder)
            pointer = builder.inttoptr(entry(0), context.get_data_type(element).as_pointer())
            item = context.get_constant(types.intp, size)
            arrayobj.populate_array(array, pointer, shape, strides, item, meminfo=None)
            return array._getvalue()

        return array_type(handle), generate

    return view


def _opened(offset: int, dtype: np.dtype[Any], ndim: int, handle: Any) -> Any:
    """Open an array of a handle without the compiler."""
    shape = tuple(int(n) for n in handle[offset + 1 : offset + 1 + ndim])
    size = dtype.itemsize * int(np.prod(shape))
    memory: Any = (ctypes.c_char * size).from_address(int(handle[offset])) if size else b""
    return _as_records(np.frombuffer(memory, dtype).reshape(shape))


@contextmanager
def announce(entry: Any, what: str) -> Iterator[None]:
    """Say on standard error that `entry` is being compiled, when it is.

    A first call that finds its code in the cache is silent. `what` names the job in the
    user's words. Set ``LINKWORK_QUIET=1`` to silence the line.
    """
    if not JIT or entry.signatures or _is_cached(entry) or os.environ.get("LINKWORK_QUIET"):
        yield
        return
    line = f"Linkwork: compiling {what}, once per machine ..."
    print(line, end="", file=sys.stderr, flush=True)  # noqa: T201
    start = perf_counter()
    try:
        yield
    finally:
        print(f" {perf_counter() - start:.1f} s", file=sys.stderr, flush=True)  # noqa: T201


def _is_cached(entry: Any) -> bool:
    """Return whether the disk cache holds current code for `entry`."""
    try:
        cache_file = entry._cache._cache_file
        return bool(cache_file._load_index())
    except (AttributeError, OSError):
        return False
