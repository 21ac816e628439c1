"""The command line: ``linkwork demo``, ``linkwork run FILE`` and the others, or ``python -m linkwork demo``.

Importing this package loads nothing heavy; each command loads what it needs when it runs.

Exit codes: 0 all went well; 1 an error, said in a sentence; 2 a motion stopped before its end
(dead point, end of reach) and what was computed is kept; 130 interrupted from the keyboard.
"""

from __future__ import annotations

import sys


def _interrupted() -> int:
    """Say that the program was interrupted, with as little as possible; return the exit code."""
    sys.stderr.write("Interrupted. Nothing more was written.\n")
    sys.stderr.flush()
    return INTERRUPTED


def _excepted(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say in a line that the program was interrupted before `main` had begun; all else as usual."""
    if issubclass(kind, KeyboardInterrupt):
        _interrupted()
    else:
        sys.__excepthook__(kind, error, trace)


if sys.argv[:1] and sys.argv[0].endswith(("linkwork", "linkwork.exe", "linkwork/__main__.py")):
    sys.excepthook = _excepted  # first of all: the program, not somebody's own that imports this

TYPE_CHECKING = False
"""As `typing` has it; what is imported here is imported before `main` can see to Ctrl-C."""

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Any, NoReturn

OK, ERROR, STOPPED, INTERRUPTED = 0, 1, 2, 130
_USAGE = 2
"""Exit code of the command-line parser for a wrong call; ours is `ERROR`."""


class Stopped(SystemExit):
    """A command that did a part of its work and says so by its exit code."""

    def __init__(self, code: int) -> None:
        self.exit_code = code
        super().__init__(code)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code; Ctrl-C ends it with a line, whatever the moment."""
    sys.unraisablehook = _not_raised
    try:
        code = run(arguments)
    except KeyboardInterrupt:  # once more, while the program was about to leave
        code = INTERRUPTED
    _leave(code)


def _leave(code: int) -> NoReturn:
    """Leave with an exit code; what Python tidies up at the end is not interrupted."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def _not_raised(what: Any) -> None:
    """End the program when an interruption came where Python cannot raise it and would go on; say all else as usual."""
    if not isinstance(what.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(what)
        return
    import os

    code = _interrupted()
    sys.stdout.flush()
    os._exit(code)


def _by_interruption(error: BaseException | None) -> bool:
    """Return whether an error comes from an interruption: libraries turn one into an error of their own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        Default: those of the process.
    """
    try:
        return _run(arguments)
    except BaseException as error:
        if not _by_interruption(error):
            raise
        return _interrupted()


def _run(arguments: Sequence[str] | None) -> int:
    from linkwork.errors import LinkworkError

    from .app import app
    from .output import complain

    try:
        app(None if arguments is None else list(arguments), prog_name="linkwork")
    except SystemExit as done:
        return _code(done)
    except LinkworkError as error:
        complain(str(error))
        return ERROR
    except MemoryError:
        complain("There is not enough memory for this. Ask for fewer times (--points) or a shorter run.")
        return ERROR
    return OK


def _code(done: SystemExit) -> int:
    """Return our exit code for the one of the parser or of a command."""
    if isinstance(done, Stopped):
        return done.exit_code
    if done.code == INTERRUPTED:  # so the parser passes an interruption on
        raise KeyboardInterrupt
    if done.code == _USAGE:
        return ERROR
    return done.code if isinstance(done.code, int) else OK
