"""Ctrl-C while compiled code runs.

Python raises KeyboardInterrupt at the next instruction of its own. During a run that is often the first one of a
function called back from compiled code, where nothing can catch it: Python prints it and goes on, with a value that was
never set. While it is `held`, an interruption is noted instead and raised where it can be: in the user's own code, or
between two pieces of the run.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class _Noted:
    """What is known about interruptions."""

    pending = False
    within = 0  # how many functions of the user are at work, one inside the other


def _note(number: int, frame: FrameType | None) -> None:
    again, _Noted.pending = _Noted.pending, True
    if again or _Noted.within > 0:
        raise KeyboardInterrupt


@contextmanager
def held() -> Iterator[None]:
    """Hold interruptions back until `check`, or the end of the block; a second one comes through at once."""
    own = threading.current_thread() is threading.main_thread()
    if not own or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # signals come to the main thread only; a handler of the user's is left in place
        return
    _Noted.pending, _Noted.within = False, 0
    signal.signal(signal.SIGINT, _note)
    try:
        yield
        check()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _Noted.pending = False


def check() -> None:
    """Raise KeyboardInterrupt if one was noted."""
    if _Noted.pending:
        raise KeyboardInterrupt


class _CalledBack:
    """Lets an interruption stop a function of the user, who may have written one that never ends."""

    def __enter__(self) -> None:
        check()
        _Noted.within += 1

    def __exit__(self, *error: object) -> None:
        _Noted.within -= 1


called_back = _CalledBack()
"""``with called_back:`` around the user's code, inside a block that catches everything."""
