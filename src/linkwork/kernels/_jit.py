"""The one door to numba: the `kernel` decorator, its cache and its progress line.

numba's on-disk cache stamps a compiled function with the digest of its *own* source
file. A kernel that calls another file's kernel therefore keeps the old code when that
other file changes (numba issues 1833, 9483). Here the stamp is the digest of *all*
kernel sources, so that a change anywhere recompiles and nothing else does.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import numba
from numba.core import caching

JIT = not numba.config.DISABLE_JIT
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


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_stamped(c) for c in caching.CompileResultCacheImpl._locator_classes]  # noqa: RUF012


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Impl


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` at its first call and keep the result on disk."""
    if not JIT:
        return function
    dispatcher = numba.njit(error_model="numpy", _nrt=False)(function)
    dispatcher._cache = _Cache(function)
    return dispatcher


def inline(function: Callable[..., Any]) -> Any:
    """Compile a small helper that only other kernels call; it needs no cache of its own."""
    if not JIT:
        return function
    return numba.njit(error_model="numpy", _nrt=False)(function)


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
