"""The commands and their options. Each one hands over to a module of its own, loaded when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .values import seconds

app = typer.Typer(
    name="linkwork",
    help="Mechanisms in the plane and in space: describe, check, assemble, move, simulate, draw, report.",
    epilog="Start with: linkwork demo. FILE is a model file (TOML) or a name from: linkwork gallery.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A model file, or a name from the gallery.")]
# Square brackets are marks of rich in a help text unless a backslash stands before them.
Time = Annotated[
    float,
    typer.Option("--time", "-t", parser=seconds, metavar="TIME", help=r"Time at which the drivers are read \[s]."),
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
Csv = Annotated[Path | None, typer.Option("--csv", help="Write all results to this CSV file.")]
Plot = Annotated[Path | None, typer.Option("--plot", help="Plot the quantities to this PNG, SVG or PDF file.")]
Report = Annotated[Path | None, typer.Option("--report", help="Write a report with moving drawing to this HTML file.")]
Quantity = Annotated[
    list[str] | None,
    typer.Option("--quantity", "-q", help="Show this quantity with its derivatives, such as A.angle. Repeatable."),
]
Rows = Annotated[int, typer.Option("--rows", min=0, help="Rows of the table shown; 0 = every position.")]


def _version(wanted: bool) -> None:
    if wanted:
        from linkwork import __version__

        from .output import say

        say(f"linkwork {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and leave.")
    ] = False,
) -> None:
    """Take the options before the command; the help text is the program's own."""


@app.command()
def demo(
    folder: Annotated[Path, typer.Option("--into", help="Folder for pictures and tables.")] = Path("demo-output"),
) -> None:
    """Assemble, examine, move and draw built-in mechanisms; writes pictures and a table."""
    from .demo import demo as run

    run(folder)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the mechanism.")],
    source: Annotated[str, typer.Option("--from", help="Start from this gallery mechanism.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; default: NAME.toml.")] = None,
    force: Force = False,
) -> None:
    """Write a model file to start from."""
    from .new import new as run

    run(name, source, output, force)


@app.command()
def check(file: File) -> None:
    """List every fault of a model, with line numbers; exit code 1 when there is one."""
    from .check import check as run

    if not run(file):
        raise typer.Exit(1)


@app.command()
def mobility(file: File, time: Time = 0.0) -> None:
    """Say what can move, and which constraints are redundant."""
    from .models import open_model
    from .output import say

    say(str(open_model(file).mobility(time)))


@app.command()
def equations(
    file: File,
    time: Time = 0.0,
    matrix: Annotated[
        list[str] | None,
        typer.Option("--matrix", "-m", help="Show this one: Phi, Phi_q, nu, gamma, M, Q, R, T, A, lam. Repeatable."),
    ] = None,
    coordinates: Annotated[
        str, typer.Option("--coordinates", help="reference, or a formulation in coordinates of its own.")
    ] = "reference",
    latex: Annotated[bool, typer.Option("--latex", help="Equations in symbols, as LaTeX; needs SymPy.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
) -> None:
    """Show the matrices of the equations with names, or the equations of a small model as LaTeX."""
    from .equations import Asked, show_equations

    show_equations(file, Asked(time, tuple(matrix or ()), coordinates, latex, output))


@app.command()
def run(
    file: File,
    start: Start = 0.0,
    stop: Until = None,
    points: Points = None,
    steps: Steps = None,
    csv: Csv = None,
    plot: Plot = None,
    report: Report = None,
    quantity: Quantity = None,
    rows: Rows = 11,
    newton: Annotated[str, typer.Option("--newton", help="mixed, standard or modified.")] = "mixed",
    predictor: Annotated[str, typer.Option("--predictor", help="hermite, acceleration, velocity or none.")] = "hermite",
    derivatives: Annotated[
        int,
        typer.Option("--derivatives", min=0, max=3, help="0 positions, 1 velocities, 2 accelerations, 3 jerk."),
    ] = 3,
    undriven: Annotated[
        str | None,
        typer.Option("--undriven", help="Freedoms without a driver: raise (an error) or hold (move least)."),
    ] = None,
) -> None:
    """Move a driven mechanism, or simulate one with free degrees of freedom; exit code 2 when it stops early."""
    from . import Stopped
    from .moving import Wanted, move_and_show
    from .values import points_of

    count, shown = points_of(points, steps, 201) - 1, tuple(dict.fromkeys(quantity or ()))
    wanted = Wanted(start, stop, count, csv, plot, shown, rows, newton, predictor, derivatives, undriven, report)
    code = move_and_show(file, wanted)
    if code:
        raise Stopped(code)


@app.command()
def simulate(
    file: File,
    start: Start = 0.0,
    until: Until = None,
    points: Points = None,
    steps: Steps = None,
    tolerance: Annotated[
        float | None, typer.Option("--tolerance", help="Error allowed in a step, relative; default: the method's own.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method", help="dop853 (default), rk45, generalised-alpha (stiff); with --step: rk4, heun, euler."
        ),
    ] = None,
    formulation: Annotated[
        str, typer.Option("--formulation", help="auto, reference, relative, natural ...: see linkwork compare.")
    ] = "auto",
    step: Annotated[
        float | None, typer.Option("--step", parser=seconds, metavar="TIME", help=r"Fixed step \[s].")
    ] = None,
    stabilisation: Annotated[
        str, typer.Option("--stabilisation", help="projection, correction, baumgarte or none.")
    ] = "projection",
    stop_when: Annotated[
        str | None, typer.Option("--stop-when", help="End the run when this happens, such as 'A.angle > 90 deg'.")
    ] = None,
    csv: Csv = None,
    plot: Plot = None,
    report: Report = None,
    quantity: Quantity = None,
    rows: Rows = 11,
) -> None:
    """Simulate a mechanism under its forces: motion, energy, joint forces; exit code 2 when it stops early.

    A mechanism of the gallery is taken without its drivers.
    """
    from . import Stopped
    from .dynamics import Dynamics, simulate_and_show
    from .values import points_of

    given = {"tolerance": tolerance, "method": method, "formulation": formulation, "step": step}
    given |= {"stabilisation": stabilisation, "stop_when": stop_when}
    settings = {name: value for name, value in given.items() if value is not None}
    shown = tuple(dict.fromkeys(quantity or ()))
    wanted = Dynamics(until, points_of(points, steps, 201), csv, plot, report, shown, rows, settings, start)
    code = simulate_and_show(file, wanted)
    if code:
        raise Stopped(code)


@app.command()
def compare(
    file: File,
    until: Annotated[
        float, typer.Option("--until", "--to", parser=seconds, metavar="TIME", help=r"Last time \[s].")
    ] = 0.1,
    formulation: Annotated[
        list[str] | None,
        typer.Option("--formulation", "-f", help="Compare these, the others with the first; default: all. Repeatable."),
    ] = None,
    tolerance: Annotated[float, typer.Option("--tolerance", help="Error allowed in a step, relative.")] = 1e-9,
) -> None:
    """Simulate in several formulations and show how well they agree and what each costs.

    A mechanism of the gallery is taken without its drivers.
    """
    from .models import open_undriven
    from .output import say

    say(str(open_undriven(file).compare(until, formulation, points=11, tolerance=tolerance)))


@app.command()
def inverse(
    file: File,
    start: Start = 0.0,
    until: Until = None,
    points: Points = None,
    steps: Steps = None,
    csv: Csv = None,
    plot: Plot = None,
    report: Report = None,
    quantity: Quantity = None,
    rows: Rows = 11,
) -> None:
    """Find what the drivers must do and what the joints must bear; exit code 2 when the motion stops early."""
    from . import Stopped
    from .dynamics import Dynamics, inverse_and_show
    from .values import points_of

    shown = tuple(dict.fromkeys(quantity or ()))
    wanted = Dynamics(until, points_of(points, steps, 201), csv, plot, report, shown, rows, start=start)
    code = inverse_and_show(file, wanted)
    if code:
        raise Stopped(code)


@app.command()
def draw(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", help="Picture to write, SVG or PNG by its ending.")],
    time: Time = 0.0,
) -> None:
    """Assemble a mechanism and draw it."""
    from .models import open_model
    from .output import written

    open_model(file).draw(output, t=time)
    written(output)


@app.command()
def joints(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="Show this joint in full.")] = None,
) -> None:
    """List the joints: freedoms they remove in the plane and in space, and their coordinates."""
    from .joints import joint_details, joint_table

    joint_details(kind) if kind else joint_table()


@app.command()
def forces(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="Show this force in full.")] = None,
) -> None:
    """List the forces: springs, motors, stops, contacts and others."""
    from .forces import force_details, force_table

    force_details(kind) if kind else force_table()


@app.command()
def gallery() -> None:
    """List the built-in mechanisms."""
    from .listing import gallery_table

    gallery_table()


@app.command()
def warmup() -> None:
    """Compile everything once, so that later runs start at once."""
    from .warmup import warmup as run

    run()
