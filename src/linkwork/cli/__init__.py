"""The command line: ``linkwork demo``, ``linkwork run FILE`` and the others.

Importing this package loads nothing heavy; each command loads what it needs when it runs.

Exit codes: 0 all went well; 1 an error, said in a sentence; 2 a motion stopped before its end
(dead point, end of reach) and what was computed is kept; 130 interrupted from the keyboard.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

OK, ERROR, STOPPED, INTERRUPTED = 0, 1, 2, 130
_USAGE = 2
"""Exit code of the command-line parser for a wrong call; ours is `ERROR`."""


class Stopped(SystemExit):
    """A command that did a part of its work and says so by its exit code."""

    def __init__(self, code: int) -> None:
        self.exit_code = code
        super().__init__(code)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        Default: those of the process.
    """
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
    from .output import complain

    if isinstance(done, Stopped):
        return done.exit_code
    if done.code == INTERRUPTED:
        complain("Interrupted. Nothing more was written.")
    if done.code == _USAGE:
        return ERROR
    return done.code if isinstance(done.code, int) else OK
