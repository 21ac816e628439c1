"""``linkwork equations``: the matrices of a model in words and numbers, or its equations as LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .models import open_model
from .options import Source
from .output import say, written

if TYPE_CHECKING:
    from .app import Equations


def show_equations(source: Source, asked: Equations) -> None:
    """Print the equations of a model, or write them to a file."""
    text = _latex(source, asked) if asked.latex else _tables(source, asked)
    if asked.output is None:
        say(text)
        return
    from linkwork.base.whole_file import write_whole

    write_whole(asked.output, (text + "\n").encode("utf-8"))
    written(asked.output)


def _tables(source: Source, asked: Equations) -> str:
    found = open_model(source).equations(t=asked.time, coordinates=asked.coordinates)
    return "\n\n".join([str(found), *(found.table(name) for name in asked.matrix or ("Phi_q",))])


def _latex(source: Source, asked: Equations) -> str:
    symbols = open_model(source).symbolic()
    return "\n".join(symbols.latex(name) for name in asked.matrix) if asked.matrix else symbols.latex()
