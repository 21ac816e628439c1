"""The commands and their options. Each one hands over to a module of its own, loaded when it runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from .app_statics import COMMANDS
from .options import Force, Set, Source, Time, Wanted, grouped
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


def _version(wanted: bool) -> None:
    if wanted:
        from linkwork import __version__

        from .output import say

        say(f"linkwork {__version__}")
        raise typer.Exit


def _leave(code: int) -> None:
    """Leave with the exit code of a command that did a part of its work."""
    from . import Stopped

    if code:
        raise Stopped(code)


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
@grouped
def check(source: Source) -> None:
    """List every fault of a model, with line numbers; exit code 1 when there is one."""
    from .check import check as run

    if not run(source):
        raise typer.Exit(1)


@app.command()
@grouped
def mobility(source: Source, time: Time = 0.0) -> None:
    """Say what can move, and which constraints are redundant."""
    from .models import open_model
    from .output import say

    say(str(open_model(source).mobility(time)))


@dataclass(frozen=True)
class Equations:
    """Which equations are shown, and where."""

    time: Time = 0.0
    matrix: Annotated[
        list[str] | None,
        typer.Option("--matrix", "-m", help="Show this one: Phi, Phi_q, nu, gamma, M, Q, R, T, A, lam. Repeatable."),
    ] = None
    coordinates: Annotated[
        str, typer.Option("--coordinates", help="reference, or a formulation in coordinates of its own.")
    ] = "reference"
    latex: Annotated[bool, typer.Option("--latex", help="Equations in symbols, as LaTeX; needs SymPy.")] = False
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None


@app.command()
@grouped
def equations(source: Source, asked: Equations) -> None:
    """Show the matrices of the equations with names, or the equations of a small model as LaTeX."""
    from .equations import show_equations

    show_equations(source, asked)


@app.command()
@grouped
def run(
    source: Source,
    wanted: Wanted,
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
    from .moving import move_and_show

    options = {"newton": newton, "predictor": predictor, "derivatives": derivatives}
    _leave(move_and_show(source, wanted, options, undriven))


@app.command()
@grouped
def simulate(
    source: Source,
    wanted: Wanted,
    tolerance: Annotated[
        float | None, typer.Option("--tolerance", help="Error allowed in a step, relative; default: the method's own.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            help="auto (default), dop853, rk45, esdirk54 (stiff), generalised-alpha; "
            "with --step: rk4, heun, euler, cauchy-euler.",
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
        str | None, typer.Option("--stop-when", help="End the run when this happens, such as 'B.force.x > 50 N'.")
    ] = None,
) -> None:
    """Simulate a mechanism under its forces: motion, energy, joint forces; exit code 2 when it stops early.

    A mechanism of the gallery is taken without its drivers.
    """
    from .dynamics import simulate_and_show

    given = {"tolerance": tolerance, "method": method, "formulation": formulation, "step": step}
    given |= {"stabilisation": stabilisation, "stop_when": stop_when}
    _leave(simulate_and_show(source, wanted, {name: value for name, value in given.items() if value is not None}))


@app.command()
@grouped
def compare(
    source: Source,
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

    say(str(open_undriven(source).compare(until, formulation, points=11, tolerance=tolerance)))


@app.command()
@grouped
def inverse(source: Source, wanted: Wanted) -> None:
    """Find what the drivers must do and what the joints must bear; exit code 2 when the motion stops early."""
    from .dynamics import inverse_and_show

    _leave(inverse_and_show(source, wanted))


for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


@dataclass(frozen=True)
class Derivatives:
    """The number that is derived, and by what."""

    of: Annotated[str, typer.Option("--of", help="Number: 'peak of B.force.size', 'A.angle at 0.3 s' ...")]
    by: Annotated[list[str] | None, typer.Option("--by", help="Number of the design: L, rod.mass. Repeatable.")] = None
    analysis: Annotated[str, typer.Option("--analysis", "-a", help="What it is a number of.")] = "simulate"
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            "--time",
            "-t",
            parser=seconds,
            metavar="TIME",
            help="End of a motion; default: 1 s, or one cycle of a gallery mechanism. Of assemble, equilibrium and "
            r"modes the instant \[s].",
        ),
    ] = None
    points: Annotated[int, typer.Option("--points", min=2, help="Number of times.")] = 201
    tolerances: Annotated[
        list[str] | None,
        typer.Option(
            "--tolerance", metavar="NAME=VALUE", help="By so much a number varies: 'L=1 mm'; default: 1 %. Repeatable."
        ),
    ] = None
    about: Annotated[
        str | None,
        typer.Option(
            "--about", help="Of equilibrium and modes: equilibrium (a stable one) or nearest; of modes also start."
        ),
    ] = None
    how: Annotated[str | None, typer.Option("--how", help="adjoint, direct or repeated; default: the first.")] = None


@app.command()
@grouped
def gradient(
    source: Source,
    asked: Derivatives,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Table (.csv) or tornado plot (.svg, .png, .pdf) to write.")
    ] = None,
) -> None:
    """Show which number of the design moves a result most: derivatives by lengths, masses, stiffnesses, starts."""
    from .sensitivities import show_gradient

    show_gradient(source, asked, output)


@app.command()
@grouped
def draw(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o", help="Picture to write, SVG or PNG by its ending.")],
    time: Time = 0.0,
) -> None:
    """Assemble a mechanism and draw it."""
    from .models import open_model
    from .output import written

    open_model(source).draw(output, t=time)
    written(output)


@dataclass(frozen=True)
class Cut:
    """Which body is cut free, when, and what is told of it."""

    body: Annotated[str, typer.Option("--body", "-b", help="Body to be cut free; default: all, in words.")] = ""
    at: Annotated[float, typer.Option("--at", parser=seconds, metavar="TIME", help=r"Time \[s].")] = 0.0
    about: Annotated[
        str, typer.Option("--about", help="Sum moments about the point where this joint or force acts.")
    ] = ""
    equations: Annotated[bool, typer.Option("--equations", help="Work out the sums of forces and moments.")] = False
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Picture to write, SVG or PNG by its ending.")
    ] = None


@app.command(name="free-body")
@grouped
def free_body(source: Source, asked: Cut) -> None:
    """Cut a body free: list and draw every force, couple and inertia term that acts on it at a time.

    A driven mechanism is moved by its drivers; one with free degrees of freedom is simulated up to this time.
    """
    from .free_body import cut_free

    cut_free(source, asked)


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
def quantities(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="List every name of this mechanism.")] = None,
    values: Set = None,
) -> None:
    """List the quantities that can be shown, plotted and written: positions, forces, energies and others."""
    from .listing import names_of, quantity_table

    names_of(Source(file, values)) if file else quantity_table()


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
