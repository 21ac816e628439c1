"""Compiling ahead, with a progress line, on two cores when there are two."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from time import perf_counter
from typing import Any

from . import _code
from ._doors import Door
from ._jit import JIT
from ._stages import Stage, load, needed_by, prepare

FEW = 3
"""So many stages are compiled here; for more, a second process helps."""


@contextmanager
def announce(entry: Any, what: str, also: tuple[Any, ...] = ()) -> Iterator[None]:
    """Compile `entry`, the kernels in `also` and every stage they need, and say so on standard error.

    A second process helps, and goes on with what is expected (`expect`).

    Code that is found in the cache is loaded silently. `what` names the job in the user's words; a dot
    appears for every part that is done. Set ``LINKWORK_QUIET=1`` to silence the line.
    """
    entries = (entry, *also)
    if not JIT or all(e.ready for e in entries):
        yield
        return
    stages = list(dict.fromkeys(stage for e in entries for stage in needed_by(e)))
    missing = [stage for stage in stages if not stage.find()]
    if not missing and all(_is_kept(e) for e in entries if isinstance(e, Door)):
        for e in entries:
            prepare(e)
        yield
        return
    kept = "once per machine" if _code.can_write() else "for this run only, as it cannot be kept"
    line = _Line(f"Linkwork: compiling {what}, {kept} ")
    try:
        _compile(missing, line)
        for e in entries:
            prepare(e)
        yield
    finally:
        line.end()


_expected: dict[Any, None] = {}  # in order, each once


def expect(*kernels: Any) -> None:
    """Say which kernels will be wanted soon: a second process compiles them and what they need, if one is started."""
    _expected.update(dict.fromkeys(kernels))


class _Line:
    """The progress line."""

    def __init__(self, text: str) -> None:
        self.start = perf_counter()
        self.quiet = bool(os.environ.get("LINKWORK_QUIET"))
        self.write(text)

    def write(self, text: str) -> None:
        """Add to the line."""
        if not self.quiet:
            print(text, end="", file=sys.stderr, flush=True)  # noqa: T201

    def end(self) -> None:
        """End the line with the time it took."""
        self.write(f" {perf_counter() - self.start:.1f} s\n")


def _compile(missing: list[Any], line: _Line) -> None:
    """Compile the kernels in `missing`: this process from the end of the list, a second one from its beginning.

    Each finds in the cache what the other has done. The second process goes on with what is expected, the kernels
    that Python calls first: they take longest.
    """
    doors = [kernel for kernel in _expected if isinstance(kernel, Door)]
    stages = [stage for kernel in _expected for stage in needed_by(kernel) if stage not in missing]
    _work_elsewhere([*missing[:-1], *(k for k in dict.fromkeys([*doors, *stages]) if not _is_kept(k))])
    with _without_collector():
        for item in reversed(missing):
            _make(item)
            line.write(".")


def compile_everything() -> None:
    """Compile every kernel that is not kept yet, so that no later run has to."""
    missing = [kernel for kernel in every_kernel() if not _is_kept(kernel)] if JIT else []
    if missing:
        line = _Line(f"Linkwork: compiling everything, {len(missing)} parts ")
        try:
            _compile(missing, line)
        finally:
            line.end()


def every_kernel() -> list[Any]:
    """Return every stage, and every kernel that Python calls."""
    found: dict[int, Any] = {}
    for module in iter_modules([str(Path(__file__).parent)]):
        for item in vars(import_module(f"{__package__}.{module.name}")).values():
            if isinstance(item, Stage | Door):
                found[id(item)] = item
    return list(found.values())


@contextmanager
def _without_collector() -> Iterator[None]:
    """Compile without looking for garbage: there is little, and looking takes a tenth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


_others: list[subprocess.Popen[bytes]] = []


def _work_elsewhere(stages: list[Any]) -> None:
    """Let a second process compile stages, unless one is at work or there is little to do."""
    busy = any(other.poll() is None for other in _others)
    if len(stages) > FEW and (os.cpu_count() or 1) > 1 and not busy and _code.can_write():
        other = _second_process(stages)
        if other is not None:
            _others.append(other)


def _second_process(stages: list[Any]) -> subprocess.Popen[bytes] | None:
    """Start a process that compiles stages into the cache; None when it cannot be started.

    It looks for modules where this process does, not in the working directory (-P), which may be anybody's.
    """
    if getattr(sys, "frozen", False):  # the executable is a program of its own, not Python
        return None
    names = [f"{s.py_func.__module__}:{s.py_func.__name__}" for s in stages]
    code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import compile_named; compile_named({names!r})"
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.Popen([sys.executable, "-P", "-c", code], **quiet)  # type: ignore[call-overload, no-any-return]
    except OSError:
        return None


def compile_named(names: list[str]) -> None:
    """Compile the stages and kernels called ``module:name`` into the cache."""
    gc.disable()
    for name in names:
        module, _, function = name.partition(":")
        _make(getattr(import_module(module), function))


def _make(item: Any) -> None:
    """Load a kernel, compiled if need be."""
    if isinstance(item, Stage):
        load(item)
    else:
        item.entry(item.arguments)


def _is_kept(item: Any) -> bool:
    """Return whether a kernel has been compiled before, in this process or on this machine."""
    return bool(getattr(item, "entries", ())) or _code.kept(_code.name_of(item.py_func))
