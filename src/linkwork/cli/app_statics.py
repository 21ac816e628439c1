"""The commands of statics and vibration. Each one hands over to a module of its own, loaded when it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from .options import About, Report, Source, Time, grouped

Parameter = Annotated[str, typer.Option("--parameter", "-p", help="Design parameter that is varied.")]
First = Annotated[str, typer.Option("--from", metavar="VALUE", help="First value, SI or with a unit: '20 N'.")]
Last = Annotated[str, typer.Option("--to", metavar="VALUE", help="Last value.")]
Seen = Annotated[list[str] | None, typer.Option("--quantity", "-q", help="Quantity to show: A.angle. Repeatable.")]
Outputs = Annotated[
    list[str] | None,
    typer.Option("--quantity", "-q", help="Quantity that is an output; default: those of the file. Repeatable."),
]
Inputs = Annotated[
    list[str] | None,
    typer.Option("--input", "-i", help="Force or driver that is an input; default: those of the file. Repeatable."),
]
Plot = Annotated[Path | None, typer.Option("--plot", "-o", help="Plot to this SVG, PNG or PDF file.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write all numbers to this CSV file.")]


@dataclass(frozen=True)
class Rest:
    """The position of equilibrium that the user asks for."""

    time: Time = 0.0
    nearest: Annotated[
        bool, typer.Option("--nearest", help="The nearest position of balance, stable or not, instead of a stable one.")
    ] = False
    starts: Annotated[
        int, typer.Option("--starts", min=0, help="All positions that a search from so many random starts finds.")
    ] = 0


@grouped
def equilibrium(
    source: Source,
    asked: Rest,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Draw the position to this file.")] = None,
    report: Report = None,
) -> None:
    """Find where a mechanism rests under its forces: position, joint forces, whether it is stable.

    A mechanism of the gallery is taken without its drivers; those of a file are held where they are.
    """
    from .statics import show_equilibrium

    show_equilibrium(source, asked, output, report)


@grouped
def friction_range(
    source: Source,
    load: Annotated[str, typer.Option("--load", "-l", help="Force, driver or parameter that is varied.")],
    time: Time = 0.0,
    at_rest: Annotated[
        bool, typer.Option("--at-equilibrium", help="Where it rests without friction, instead of where it is placed.")
    ] = False,
) -> None:
    """Tell for which loads dry friction keeps a mechanism at rest, and with how much to spare.

    A mechanism of the gallery is taken without its drivers; those of a file are held where they are.
    """
    from .statics import show_friction_range

    show_friction_range(source, load, time, at_rest)


@grouped
def linearise(
    source: Source,
    time: Time = 0.0,
    about: About = "start",
    coordinate: Annotated[
        list[str] | None, typer.Option("--coordinate", "-c", help="Independent coordinate: A.angle. Repeatable.")
    ] = None,
    given: Inputs = None,
    seen: Outputs = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the matrices to this file of NumPy, .npz.")
    ] = None,
) -> None:
    """Show the linear equations of motion about a state: x' = A x + B u, y = C x + D u.

    A mechanism of the gallery is taken without its drivers, unless one of them is an input.
    """
    from .statics import Linear, show_linear

    asked = Linear(about, time, tuple(coordinate or ()), given or None, seen or None)
    show_linear(source, asked, output)


@grouped
def modes(
    source: Source,
    time: Time = 0.0,
    about: About = "equilibrium",
    folder: Annotated[Path | None, typer.Option("--draw", help="Folder for pictures of the modes.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a page on which the modes move to this HTML file.")
    ] = None,
) -> None:
    """List the small motions of a mechanism: frequency, damping and shape of each.

    A mechanism of the gallery is taken without its drivers.
    """
    from .statics import Linear, show_modes

    show_modes(source, Linear(about, time, (), (), ()), folder, report)


@dataclass(frozen=True)
class Way:
    """A way of equilibria that the user asks for."""

    parameter: Parameter
    first: First
    last: Last
    seen: Seen = None
    time: Time = 0.0
    points: Annotated[int, typer.Option("--points", min=2, help="Most positions.")] = 500
    branch: Annotated[int | None, typer.Option("--branch", min=1, help="Follow this branch from where it begins.")] = (
        None
    )


@grouped
def equilibrium_path(source: Source, asked: Way, plot: Plot = None, csv: Csv = None) -> None:
    """Follow a position of rest while a parameter grows: snap-through, buckling, stops that close and open.

    The plot is over the first quantity.
    """
    from .loads import show_path

    show_path(source, asked, plot, csv)


@grouped
def steady(
    source: Source,
    speed: Annotated[
        list[str] | None,
        typer.Option(
            "--speed", "-s", metavar="NAME=RATE", help="Constant rate: spin.angle=6. Repeatable; none: drivers move it."
        ),
    ] = None,
    seen: Seen = None,
    time: Time = 0.0,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Draw the state to this file.")] = None,
) -> None:
    """Find a steady motion: named coordinates at constant rates, the others at rest; and whether it is stable."""
    from .loads import show_steady

    show_steady(source, tuple(speed or ()), tuple(seen or ()), time, output)


@grouped
def response(
    source: Source,
    given: Inputs = None,
    seen: Outputs = None,
    time: Time = 0.0,
    about: About = "equilibrium",
    frequency: Annotated[
        list[float] | None, typer.Option("--frequency", "-f", help=r"Frequency \[Hz]; default: a range. Repeatable.")
    ] = None,
    plot: Plot = None,
    csv: Csv = None,
) -> None:
    """Tell how quantities swing when forces or drivers do: gain and phase over frequency, a Bode plot.

    A mechanism of the gallery is taken without its drivers, unless one of them is an input.
    """
    from .loads import show_response
    from .statics import Linear

    asked = Linear(about, time, (), given or None, seen or None)
    show_response(source, asked, tuple(frequency or ()), plot, csv)


@dataclass(frozen=True)
class Locus:
    """A root locus that the user asks for."""

    parameter: Parameter
    first: First
    last: Last
    points: Annotated[int, typer.Option("--points", min=2, help="Number of values.")] = 41
    time: Time = 0.0
    about: Annotated[str, typer.Option("--about", help="State at each value: start or equilibrium.")] = "start"
    order: Annotated[
        list[float] | None,
        typer.Option(
            "--order", help="The parameter is a speed: find where so many times this meets a mode. Repeatable."
        ),
    ] = None


@grouped
def root_locus(source: Source, asked: Locus, plot: Plot = None, csv: Csv = None) -> None:
    """Follow the eigenvalues over a parameter: where modes begin to grow, buckling loads, critical speeds.

    With --order the plot is a Campbell diagram.
    """
    from .loads import show_locus

    show_locus(source, asked, plot, csv)


COMMANDS: dict[str, Callable[..., None]] = {
    "equilibrium": equilibrium,
    "equilibrium-path": equilibrium_path,
    "friction-range": friction_range,
    "steady": steady,
    "linearise": linearise,
    "modes": modes,
    "response": response,
    "root-locus": root_locus,
}
"""Name -> command, in the order of the help text."""
