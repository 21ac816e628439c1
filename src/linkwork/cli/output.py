"""Printing: colours on a terminal, plain and unbroken lines in a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPE_WIDTH = 400
"""Columns a table may take when nobody looks at it on a terminal."""


def console(*, stderr: bool = False) -> Console:
    """Return the console of standard output or standard error.

    It writes no colour codes into pipes and files and honours ``NO_COLOR``; in a pipe a line is
    as long as it needs to be, so that other programs can read it.
    """
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = PIPE_WIDTH
    return made


def say(text: str = "", style: str = "", *, stderr: bool = False) -> None:
    """Print a text as it is, wrapped at words on a terminal."""
    from rich.text import Text

    out = console(stderr=stderr)
    out.print(Text(text, style=style), soft_wrap=not out.is_terminal)


def heading(text: str) -> None:
    """Print a heading with an empty line before it."""
    say()
    say(text, "bold")


def complain(text: str) -> None:
    """Print an error on standard error, in red."""
    say(text, "red", stderr=True)


def written(path: object) -> None:
    """Say that a file was written."""
    say(f"wrote {path}", "green")


def table(columns: Sequence[str], *, right: Iterable[int] = (), title: str = "") -> Table:
    """Return an empty table with these headings; the columns in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    numbers = set(right)
    made = Table(box=SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for k, name in enumerate(columns):
        made.add_column(_escaped(name), justify="right" if k in numbers else "left", no_wrap=k in numbers)
    return made


def show(made: Table) -> None:
    """Print a table."""
    console().print(made)


def row(made: Table, *cells: str) -> None:
    """Add a row of plain texts."""
    made.add_row(*(_escaped(c) for c in cells))


@cache
def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def number(value: float) -> str:
    """Return a number with six figures; a value that was not computed is a dash."""
    if value != value:
        return "-"
    return f"{0.0 if abs(value) < 5e-13 else value:.6g}"


def counted(count: int, what: str, many: str = "") -> str:
    """Return a count with its noun: "1 body", "3 bodies"."""
    return f"{count} {what if count == 1 else many or what + 's'}"
