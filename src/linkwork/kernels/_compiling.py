"""Compiling ahead, with a progress line, on two cores when there are two."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter
from typing import Any

from ._jit import JIT
from ._stages import Stage, callees, load, needed_by, prepare

FEW = 4
"""So many stages are compiled here; for more, a second process takes its share."""


@contextmanager
def announce(entry: Any, what: str, also: tuple[Any, ...] = ()) -> Iterator[None]:
    """Compile `entry`, the kernels in `also` and every stage they need, and say so on standard error.

    Code that is found in the cache is loaded silently. `what` names the job in the user's words; a dot
    appears for every part that is done. Set ``LINKWORK_QUIET=1`` to silence the line.
    """
    if not JIT or getattr(entry, "ready", False):
        yield
        return
    entries = (entry, *also)
    stages = list(dict.fromkeys(stage for e in entries for stage in needed_by(e)))
    missing = [s for s in stages if not _is_ready(s.door)]
    doors = [e for e in entries if not isinstance(e, Stage)]
    if not missing and all(_is_ready(door) for door in doors):
        for e in entries:
            prepare(e)
        yield
        return
    line = _Line(f"Linkwork: compiling {what}, once per machine ")
    try:
        _compile(missing, line)
        for e in entries:
            prepare(e)
        yield
    finally:
        line.end()


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


def _compile(missing: list[Stage], line: _Line) -> None:
    """Compile stages, half of them in a second process when there are many."""
    here, there = _shared(missing)
    other = _second_process(there) if there else None
    for item in here:
        load(item)
        line.write(".")
    if other is not None:
        other.wait()
    for item in there:
        load(item)
        line.write(".")


def _shared(missing: list[Stage]) -> tuple[list[Stage], list[Stage]]:
    """Return two shares of about equal work."""
    if len(missing) <= FEW or (os.cpu_count() or 1) < 2:
        return missing, []
    here: list[Stage] = []
    there: list[Stage] = []
    balance = -20_000.0  # starting a process takes its time
    for item in sorted(missing, key=_size, reverse=True):
        if balance < 0:
            here.append(item)
            balance += _size(item)
        else:
            there.append(item)
            balance -= _size(item)
    return here, there


def _size(item: Stage) -> int:
    """Return how much code a stage is made of, helpers included."""
    seen: dict[int, int] = {}

    def visit(part: Any) -> None:
        if id(part) in seen:
            return
        function = part.door.py_func if isinstance(part, Stage) else part.py_func
        seen[id(part)] = 400 + len(function.__code__.co_code)
        for other in callees(part):
            if not isinstance(other, Stage):
                visit(other)

    visit(item)
    return sum(seen.values())


def _second_process(stages: list[Stage]) -> subprocess.Popen[bytes] | None:
    """Start a process that compiles stages into the cache; None when it cannot be started."""
    names = [f"{s.door.py_func.__module__}:{s.door.py_func.__name__}" for s in stages]
    code = f"from linkwork.kernels._compiling import compile_named; compile_named({names!r})"
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.Popen([sys.executable, "-c", code], **quiet)  # type: ignore[call-overload, no-any-return]
    except OSError:
        return None


def compile_named(names: list[str]) -> None:
    """Compile the stages called ``module:name`` into the cache."""
    for name in names:
        module, _, function = name.partition(":")
        load(getattr(import_module(module), function))


def _is_ready(door: Any) -> bool:
    """Return whether a kernel has been compiled before, in this process or on this machine."""
    try:
        return bool(door.signatures) or bool(door._cache._cache_file._load_index())
    except (AttributeError, OSError):
        return False
