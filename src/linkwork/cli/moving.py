"""``linkwork run``: move a mechanism, show a readable table, write files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import LinkworkError, MotionError, SingularityError
from . import ERROR, INTERRUPTED, OK, STOPPED
from .models import open_model
from .output import complain, counted, number, row, say, show, table, written

if TYPE_CHECKING:
    from ..model.mechanism import Mechanism
    from ..results.motion import Motion
    from ..results.series import Series

MOST_COLUMNS = 7
"""Quantities shown when the user names none."""


@dataclass(frozen=True)
class Wanted:
    """What the user asked for, in the order of the command's options."""

    start: float
    stop: float
    steps: int
    csv: Path | None = None
    plot: Path | None = None
    quantities: tuple[str, ...] = ()
    rows: int = 11
    newton: str = "mixed"
    predictor: str = "hermite"
    derivatives: int = 3


def move_and_show(file: str, wanted: Wanted) -> int:
    """Move the model, print the table and write the files; return the exit code.

    A motion that stops before its end is shown and written as far as it came.
    """
    model = open_model(file)
    _check_wishes(model, wanted)
    motion, problem, code = moved(model, wanted)
    if motion is not None and len(motion) > 0:
        report(motion, wanted)
    if problem:
        complain(problem)
    if problem and motion is not None:
        complain(f"Kept: {_kept(motion)}.")
    return code


def moved(model: Mechanism, wanted: Wanted) -> tuple[Motion | None, str, int]:
    """Return the motion as far as it came, what stopped it, and the exit code."""
    import numpy as np

    times = np.linspace(wanted.start, wanted.stop, wanted.steps + 1)
    try:
        motion = model.move(
            times, newton=wanted.newton, predictor=wanted.predictor, derivatives=wanted.derivatives
        )
    except MotionError as stop:
        partial = _motion_of(stop)
        return partial, str(stop), STOPPED if partial is not None else ERROR
    except SingularityError as stop:
        return _motion_of(stop), str(stop), STOPPED
    except KeyboardInterrupt as stop:
        return _motion_of(stop), "Interrupted.", INTERRUPTED
    return motion, "", OK


def _motion_of(stop: BaseException) -> Motion | None:
    from ..results.motion import Motion

    partial = getattr(stop, "motion", None)
    return partial if isinstance(partial, Motion) else None


def _check_wishes(model: Mechanism, wanted: Wanted) -> None:
    """Raise before anything is computed when a name is wrong or a file cannot be written."""
    from ..results.tables import check_target

    if not wanted.stop > wanted.start:
        raise LinkworkError(f"--to ({wanted.stop:g} s) must be later than --from ({wanted.start:g} s).")
    writer = model.plan().writer
    for quantity in wanted.quantities:
        writer.quantities.measure(quantity)
    for path in (wanted.csv, wanted.plot):
        if path is not None:
            check_target(path)


def report(motion: Motion, wanted: Wanted) -> None:
    """Print the table, the counts and the events of a motion, and write its files."""
    show(motion_table(motion, wanted.quantities, wanted.rows))
    if motion.complete:
        say(motion.status)
    say(counts_line(motion))
    for event in motion.events:
        say(f"Note: {event}.", "yellow")
    if wanted.csv is not None:
        motion.to_csv(wanted.csv)
        written(f"{wanted.csv} ({_kept(motion)})")
    if wanted.plot is not None:
        motion.plot(*wanted.quantities, path=wanted.plot)
        written(wanted.plot)


def counts_line(motion: Motion) -> str:
    """Return the work done and the largest violation in a sentence."""
    c = motion.counts
    return (
        f"{counted(c.get('steps', 0), 'step')}, {counted(c.get('iterations', 0), 'Newton iteration')}, "
        f"{counted(c.get('factorisations', 0), 'factorisation')}, {counted(c.get('splits', 0), 'split step')}; "
        f"violation {motion.violation:.1e}."
    )


def _kept(motion: Motion) -> str:
    if len(motion) == 0:
        return "nothing; it did not get past its first position"
    first, last = motion.time[0], motion.time[-1]
    return f"{counted(len(motion), 'position')}, t = {first:g} s to {last:g} s"


def motion_table(motion: Motion, quantities: tuple[str, ...] = (), rows: int = 11) -> object:
    """Return a table of evenly spread positions.

    Quantities that the user names come with their derivatives; otherwise the first joint
    coordinates are shown, values only.
    """
    import numpy as np

    orders = range(min(motion.order, 2) + 1) if quantities else range(1)
    series = [motion.measure(q) for q in (quantities or default_quantities(motion))]
    columns = [(s, k) for s in series for k in orders]
    made = table(["t [s]", *(_title(s, k) for s, k in columns)], right=range(len(columns) + 1))
    count = len(motion)
    shown = range(count) if not 0 < rows < count else np.unique(np.linspace(0, count - 1, rows).round().astype(int))
    for i in shown:
        row(made, number(motion.time[i]), *(number(s.values[i, k]) for s, k in columns))
    return made


def default_quantities(motion: Motion) -> list[str]:
    """Return driven quantities first, then joint coordinates, as many as fit on a line."""
    names = [d.quantity for d in motion.model.drivers.values()]
    for joint in motion.model.joints.values():
        names += [f"{joint.name}.{c}" for c in joint.coordinates()]
    alone = {f"{n}.{c}" for n in names if n in motion.model.joints for c in motion.model.joints[n].coordinates()}
    return [n for n in dict.fromkeys(names) if n not in alone][:MOST_COLUMNS]


def _title(series: Series, order: int) -> str:
    from ..results.series import SUFFIXES, unit_after

    return f"{series.name}{SUFFIXES[order]} [{unit_after(series.unit, order) or '1'}]"
