"""``linkwork equilibrium-path``, ``steady``, ``response`` and ``root-locus``: what changes with a load or a speed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwork.errors import LinkworkError, check_word

from .models import open_undriven
from .options import Source
from .output import check_files, number, row, say, show, table, wrote
from .statics import Linear, linear_of

if TYPE_CHECKING:
    from linkwork.mechanism import Mechanism

    from .app_statics import Locus, Way

ROWS = 15
"""Rows of a table on the screen; files have all."""


def _coordinates(model: Mechanism) -> tuple[str, ...]:
    """Return the coordinates of the joints."""
    return tuple(f"{joint.name}.{part}" for joint in model.joints.values() for part in joint.coordinates())


def _some(count: int) -> list[int]:
    """Return numbers of rows to be shown of so many, evenly spread."""
    from math import ceil

    every = max(1, ceil((count - 1) / (ROWS - 1)))
    return sorted({*range(0, count, every), count - 1})


def show_path(source: Source, asked: Way, plot: Path | None, csv: Path | None) -> None:
    """Print a way of equilibria, plot it over the first quantity and write its table."""
    check_files(plot, csv)
    model = open_undriven(source)
    ends = [asked.first, asked.last]
    way = model.equilibrium_path(asked.parameter, ends, t=asked.time, points=asked.points, branch=asked.branch)
    say(str(way))
    quantities = asked.seen or _coordinates(model)[:3]
    frame = way.to_dataframe(quantities)
    made = table(list(frame.columns), right=[0, *range(3, len(frame.columns))])
    for k in _some(len(frame)):
        row(made, *(value if isinstance(value, str) else number(float(value)) for value in frame.iloc[k]))
    show(made)
    if plot is not None:
        if not quantities:
            raise LinkworkError("--plot needs a quantity to plot over: -q slider.x.")
        wrote(plot, lambda path: way.plot(path, over=quantities[0]))
    wrote(csv, lambda path: way.to_csv(path, quantities))


def show_steady(
    source: Source, speeds: tuple[str, ...], quantities: tuple[str, ...], time: float, output: Path | None
) -> None:
    """Print a steady motion, where it is and its small motions."""
    check_files(output)
    model, rates = open_undriven(source), {}
    for text in speeds:
        name, sign, value = text.partition("=")
        if not sign:
            raise LinkworkError(
                f"--speed {text}: write a coordinate and its rate, as spin.angle=6 or 'A.angle=50 rpm'."
            )
        rates[name.strip()] = value
    found = model.steady(rates, t=time)
    say(str(found))
    made = table(["quantity", "value"], right=(1,))
    for name in quantities or _coordinates(model):
        row(made, name, number(float(found[name])))
    show(made)
    for mode in found.linear.modes:
        say(str(mode))
    wrote(output, lambda path: found.motion.draw(path, forces=True))


def show_response(
    source: Source, asked: Linear, frequencies: tuple[float, ...], plot: Path | None, csv: Path | None
) -> None:
    """Print gain and phase, and draw a Bode plot."""
    import numpy as np

    check_files(plot, csv)
    linear = linear_of(source, asked)
    if not linear.inputs:
        raise LinkworkError("A response needs an input: --input with the name of a force or a driver.")
    found = linear.frequency_response(list(frequencies) or None)
    say(str(found))
    if frequencies:
        made = table(["frequency [Hz]", "output", "input", "gain", "phase [deg]"], right=(0, 3, 4))
        for k, f in enumerate(found.frequencies):
            for i, output in enumerate(found.outputs):
                for n, given in enumerate(found.inputs):
                    phase = float(np.degrees(found.phase[k, i, n]))
                    row(made, number(float(f)), output, given, number(float(found.gain[k, i, n])), number(phase))
        show(made)
    wrote(plot, found.bode)
    wrote(csv, found.to_csv)


def show_locus(source: Source, asked: Locus, plot: Path | None, csv: Path | None) -> None:
    """Print where modes begin and cease to grow and critical speeds, and plot the eigenvalues."""
    import numpy as np

    from linkwork.results.root_locus import check_speed
    from linkwork.solve.members import parameter_values

    check_files(plot, csv)
    check_word("--about", asked.about, ("start", "equilibrium"))
    model = open_undriven(source)
    first, last = parameter_values(model.plan(), asked.parameter, [asked.first, asked.last])
    values, orders = np.linspace(first, last, asked.points), tuple(asked.order or ())
    if orders:
        check_speed(model.plan(), asked.parameter)
    locus = model.root_locus(asked.parameter, values, at=asked.about, t=asked.time)
    say(str(locus))
    for critical in locus.critical_speeds(orders) if orders else ():
        say(f"  {critical}")
    wrote(plot, lambda path: locus.campbell(path, orders=orders) if orders else locus.plot(path))
    wrote(csv, locus.to_csv)
