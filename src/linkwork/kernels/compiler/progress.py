"""Compiling on demand: the line that says so, and what went wrong where nothing could be raised."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Line:
    """A progress line on standard error: a dot for every part that is done. ``LINKWORK_QUIET=1`` silences it."""

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


unfinished: list[Line | BaseException] = []
"""A line to end, and what to raise, when the kernel that Python called returns."""


def finish() -> None:
    """End the progress line and raise what could not be raised while compiled code was running."""
    left = list(unfinished)
    unfinished.clear()
    errors = [item for item in left if isinstance(item, BaseException)]
    for line in left:
        if isinstance(line, Line):
            line.end()
    if errors:
        raise errors[0]


def line() -> Line:
    """Return the progress line, begun now if there is none."""
    from .machine_code import can_write

    for found in unfinished:
        if isinstance(found, Line):
            return found
    kept = "once per machine" if can_write() else "for this run only, as it cannot be kept"
    unfinished.append(new := Line(f"Linkwork: compiling, {kept} "))
    return new


@contextmanager
def compiling() -> Iterator[None]:
    """Compile a kernel within, told on the progress line.

    Without looking for garbage, of which there is little: looking takes a tenth of the time.
    """
    on, shown = gc.isenabled(), line()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
    shown.write(".")
