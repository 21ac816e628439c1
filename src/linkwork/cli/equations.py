"""``linkwork equations``: the matrices of a model in words and numbers, or its equations as LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .models import open_model
from .output import say, written


@dataclass(frozen=True)
class Asked:
    """What the user asked for."""

    time: float
    matrices: tuple[str, ...]
    coordinates: str
    latex: bool
    output: Path | None


def show_equations(file: str, asked: Asked) -> None:
    """Print the equations of a model, or write them to a file."""
    text = _latex(file, asked) if asked.latex else _tables(file, asked)
    if asked.output is None:
        say(text)
        return
    from linkwork.results.tables import check_target, write_whole

    check_target(asked.output)
    write_whole(asked.output, (text + "\n").encode("utf-8"))
    written(asked.output)


def _tables(file: str, asked: Asked) -> str:
    found = open_model(file).equations(t=asked.time, coordinates=asked.coordinates)
    return "\n\n".join([str(found), *(found.table(name) for name in asked.matrices or ("Phi_q",))])


def _latex(file: str, asked: Asked) -> str:
    symbols = open_model(file).symbolic()
    return "\n".join(symbols.latex(name) for name in asked.matrices) if asked.matrices else symbols.latex()
