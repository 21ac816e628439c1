"""Printing: colours on a terminal, plain and unbroken lines in a pipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from linkwork.errors import LinkworkError
from linkwork.words import figure

from .wording import typed

if TYPE_CHECKING:
    from pathlib import Path

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
    """Print a text, wrapped at words on a terminal; what it says of Python in the words of the command line."""
    from rich.text import Text

    out = console(stderr=stderr)
    out.print(Text(typed(text), style=style), soft_wrap=not out.is_terminal)


def heading(text: str) -> None:
    """Print a heading with an empty line before it."""
    say()
    say(text, "bold")


def complain(text: str) -> None:
    """Print an error on standard error, in red."""
    say(text, "red", stderr=True)


def check_files(picture: Path | None, csv: Path | None = None, report: Path | None = None) -> None:
    """Raise before anything is computed when a file cannot be written."""
    from linkwork.base.whole_file import check_target
    from linkwork.draw.scene import checked_ending

    if picture is not None:
        checked_ending(picture)
    if report is not None and report.suffix.lower() not in (".html", ".htm"):
        raise LinkworkError(f"'{report}': a report is an HTML file; give it the ending .html.")
    for path in (csv, report):
        if path is not None:
            check_target(path)


def make_folder(folder: Path) -> None:
    """Make a folder where there is none; raises LinkworkError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LinkworkError(f"The folder '{folder}' cannot be made: {error.strerror}.") from None


def written(path: object) -> None:
    """Say that a file was written."""
    say(f"wrote {path}", "green")


def wrote(path: Path | None, write: Callable[[Path], object]) -> None:
    """Write a file that was asked for, and say so."""
    if path is not None:
        write(path)
        written(path)


def table(columns: Sequence[str], *, right: Iterable[int] = (), title: str = "") -> Table:
    """Return an empty table with these headings; the columns in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    numbers = set(right)
    made = Table(box=SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for k, name in enumerate(columns):
        side: Literal["right", "left"] = "right" if k in numbers else "left"
        made.add_column(_escaped(name), justify=side, no_wrap=k in numbers or k == 0)
    return made


def show(made: Table) -> None:
    """Print a table."""
    console().print(made)


def show_columns(columns: Sequence[Sequence[str]]) -> None:
    """Print columns of numbers, each with its heading first; as many tables below each other as fit.

    The first column is repeated in every table.
    """
    first, *others = columns
    left = console().width - _width(first)
    group: list[Sequence[str]] = []
    for column in others:
        if group and sum(_width(c) for c in [*group, column]) > left:
            _show_group([first, *group])
            group = []
        group.append(column)
    _show_group([first, *group])


def _width(column: Sequence[str]) -> int:
    return 3 + max(len(line) for cell in column for line in cell.split("\n"))


def _show_group(columns: Sequence[Sequence[str]]) -> None:
    made = table([c[0] for c in columns], right=range(len(columns)))
    for cells in zip(*(c[1:] for c in columns), strict=True):
        row(made, *cells)
    show(made)


def row(made: Table, *cells: str) -> None:
    """Add a row of plain texts."""
    made.add_row(*(_escaped(c) for c in cells))


@cache
def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def number(value: float) -> str:
    """Return a number with six figures; a value that was not computed is a dash."""
    return figure(value, floor=5e-13)
