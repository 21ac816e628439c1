"""The options that several commands share, each declared once, and groups of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from .values import points_of, seconds

if TYPE_CHECKING:
    from linkwork.arrays import Array

File = Annotated[str, typer.Argument(metavar="FILE", help="A model file, or a name from the gallery.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Give a design parameter this value: 'L=300 mm'. Repeatable."),
]
# Square brackets are marks of rich in a help text unless a backslash stands before them.
Time = Annotated[
    float,
    typer.Option("--time", "-t", parser=seconds, metavar="TIME", help=r"Time at which the drivers are read \[s]."),
]
About = Annotated[
    str,
    typer.Option(
        "--about", help="State: equilibrium (a stable one), nearest (stable or not), or start (as placed, with speeds)."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Start = Annotated[
    float, typer.Option("--from", parser=seconds, metavar="TIME", help=r"First time, such as 0.5 or '500 ms' \[s].")
]
Until = Annotated[
    float | None,
    typer.Option(
        "--until",
        "--to",
        parser=seconds,
        metavar="TIME",
        help=r"Last time \[s]; default: 1 s after the first, or one cycle of a gallery mechanism.",
    ),
]
Points = Annotated[int | None, typer.Option("--points", min=2, help="Times reported; default: 201.")]
Steps = Annotated[int | None, typer.Option("--steps", min=1, help="Instead of --points: steps between the times.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write all results and the quantities named to this CSV file.")]
Plot = Annotated[Path | None, typer.Option("--plot", help="Plot the quantities to this PNG, SVG or PDF file.")]
Report = Annotated[Path | None, typer.Option("--report", help="Write a report with moving drawing to this HTML file.")]
Quantity = Annotated[
    list[str] | None,
    typer.Option(
        "--quantity",
        "-q",
        help="Show this quantity, or expression of quantities, with its derivatives: A.angle, 'B.force.x*1 m'. "
        "See: linkwork quantities. Repeatable.",
    ),
]
Over = Annotated[
    str | None, typer.Option("--over", metavar="QUANTITY", help="Plot over this quantity instead of time: A.angle.")
]
Degrees = Annotated[bool, typer.Option("--degrees", help="Angles and their rates in degrees, also in files.")]
Rows = Annotated[int, typer.Option("--rows", min=0, help="Rows of the table shown; 0 = every position.")]


@dataclass(frozen=True)
class Source:
    """Where a mechanism comes from: a file or the gallery, with design parameters changed."""

    file: File
    values: Set = None


@dataclass(frozen=True)
class Wanted:
    """What the user wants of a motion: its times, what is shown and what is written."""

    start: Start = 0.0
    until: Until = None
    points: Points = None
    steps: Steps = None
    csv: Csv = None
    plot: Plot = None
    report: Report = None
    quantity: Quantity = None
    rows: Rows = 11
    over: Over = None
    degrees: Degrees = False

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities named, each once."""
        return tuple(dict.fromkeys(self.quantity or ()))

    def times(self, file: str) -> Array:
        """Return the times [s]."""
        import numpy as np

        from linkwork.errors import LinkworkError

        from .models import gallery_entry, last_time

        until = last_time(self.until, self.start, gallery_entry(file))
        if not until > self.start:
            raise LinkworkError(f"--until is {until:g} s; a motion ends after it starts, at {self.start:g} s.")
        return np.linspace(self.start, until, points_of(self.points, self.steps, 201))


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for the parser: where it takes a group of options, their fields are options one by one.

    The parser reads signature and annotations, and would follow ``__wrapped__`` to those of the command itself.
    """
    groups = {name: hint for name, hint in get_type_hints(command).items() if is_dataclass(hint)}
    options: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        options += _options_of(groups[parameter.name]) if parameter.name in groups else [parameter]

    @wraps(command)
    def call(**given: Any) -> None:
        made = {
            name: group(**{f.name: given.pop(f.name) for f in fields(group)})  # type: ignore[operator]
            for name, group in groups.items()
        }
        command(**made, **given)

    call.__signature__ = signature(call).replace(  # type: ignore[attr-defined]
        parameters=[option.replace(kind=Parameter.KEYWORD_ONLY) for option in options]
    )
    call.__annotations__ = {option.name: option.annotation for option in options}
    del call.__wrapped__
    return call


def _options_of(group: Any) -> list[Parameter]:
    """Return the fields of a group as options with their defaults."""
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]
