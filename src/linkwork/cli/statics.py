"""``linkwork equilibrium``, ``linkwork linearise`` and ``linkwork modes``: positions of rest and small motions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from linkwork.errors import LinkworkError, check_word
from linkwork.words import counted

from .models import open_undriven
from .options import Source
from .output import check_files, heading, make_folder, number, row, say, show, table, written, wrote

if TYPE_CHECKING:
    from linkwork.mechanism import Mechanism
    from linkwork.results.equilibrium import Equilibrium
    from linkwork.results.linear import Linearisation

    from .app_statics import Rest

STATES = ("equilibrium", "nearest", "start")
"""What small motions are about: a stable position of equilibrium, the nearest one, or the state the hints say."""


@dataclass(frozen=True)
class Linear:
    """What the user asked for about a state; without inputs or outputs: those that the model names."""

    about: str
    time: float
    coordinates: tuple[str, ...] = ()
    inputs: Sequence[str] | None = None
    outputs: Sequence[str] | None = None


def show_equilibrium(source: Source, asked: Rest, picture: Path | None, report: Path | None) -> None:
    """Find a position of equilibrium, or those that several starts lead to, and print it."""
    check_files(picture, report=report)
    if asked.starts and asked.nearest:
        raise LinkworkError("--starts lists all positions that are found, stable or not: leave out --nearest.")
    model = open_undriven(source)
    if asked.starts:
        found = model.equilibria(t=asked.time, count=asked.starts)
    else:
        found = (model.equilibrium(t=asked.time, search="nearest" if asked.nearest else "stable"),)
    for one in found:
        _show_position(model, one)
    wrote(picture, found[0].draw)
    wrote(report, found[0].report)


def _show_position(model: Mechanism, found: Equilibrium) -> None:
    """Print where the joints are and what they and the drivers bear."""
    say(str(found))
    made = table(["quantity", "value"], right=(1,))
    for joint in model.joints.values():
        for coordinate in joint.coordinates():
            row(made, f"{joint.name}.{coordinate}", number(float(found[f"{joint.name}.{coordinate}"])))
    for joint in model.joints.values():
        if joint.a.body != joint.b.body:
            row(made, f"{joint.name}.force.size", number(float(found[f"{joint.name}.force.size"])))
    for driver in model.drivers.values():
        row(made, f"{driver.name}.effort", number(float(found[f"{driver.name}.effort"])))
    show(made)
    if found.contacts:
        made = table(["contact", "state", "gap [m, rad]", "force [N, N m]"], right=(2, 3))
        for one in found.contacts:
            row(made, one.name, one.state, number(one.gap), number(one.force))
        show(made)


def show_friction_range(source: Source, load: str, time: float, at_rest: bool) -> None:
    """Print the range of a load that friction holds."""
    model = open_undriven(source, [load])
    at = model.equilibrium(t=time).start if at_rest else None
    say(str(model.friction_range(load, at, time)))


def linear_of(source: Source, asked: Linear) -> Linearisation:
    """Return the linear equations that were asked for."""
    check_word("--about", asked.about, STATES)
    model = open_undriven(source, asked.inputs or (), asked.outputs or ())
    start = None
    if asked.about != "start":
        start = model.equilibrium(t=asked.time, search="stable" if asked.about == "equilibrium" else "nearest").start
    return model.linearise(
        start, asked.time, coordinates=asked.coordinates or None, inputs=asked.inputs, outputs=asked.outputs
    )


def show_linear(source: Source, asked: Linear, output: Path | None) -> None:
    """Print the matrices of the linear equations, or write them to a file of NumPy."""
    linear = linear_of(source, asked)
    if output is not None:
        wrote(output, linear.to_npz)
        for note in linear.notes:
            say(note)
        return
    say(str(linear))
    for name, rows, columns in (
        ("A", linear.states, linear.states),
        ("B", linear.states, linear.inputs),
        ("C", linear.outputs, linear.states),
        ("D", linear.outputs, linear.inputs),
    ):
        if not rows or not columns:
            continue
        heading(name)
        made = table(["", *columns], right=range(1, 1 + len(columns)))
        for label, values in zip(rows, getattr(linear, name), strict=True):
            row(made, label, *(number(float(value)) for value in values))
        show(made)


def show_modes(source: Source, asked: Linear, folder: Path | None, report: Path | None) -> None:
    """Print the modes, draw each into a folder, and write a page on which they move."""
    check_files(None, report=report)
    linear = linear_of(source, asked)
    about = {"nearest": "nearest equilibrium"}.get(asked.about, asked.about)
    say(f"'{linear.name}': {counted(len(linear.modes), 'mode')} about its {about}.")
    made = table(["mode", "frequency [Hz]", "damping ratio", "time constant [s]", "shape"], right=(1, 2, 3))
    for mode in linear.modes:
        shape = str(mode).partition("; ")[2].removesuffix(".")
        free = mode.kind == "free motion"
        values = ["-"] * 3 if free else [number(v) for v in (mode.frequency, mode.damping_ratio, mode.time_constant)]
        row(made, str(mode.number), *values, f"free: {shape}" if free else shape)
    show(made)
    for note in linear.notes:
        say(note)
    if folder is not None:
        make_folder(folder)
        for mode in linear.modes:
            path = folder / f"mode-{mode.number}.svg"
            mode.draw(path)
            written(path)
    wrote(report, linear.report)
