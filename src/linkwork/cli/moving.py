"""``linkwork run``: move a mechanism, show a readable table, write files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from linkwork.errors import LinkworkError, MotionError, SingularityError
from linkwork.words import counted

from . import ERROR, INTERRUPTED, OK, STOPPED
from .models import gallery_entry, open_model
from .options import Source, Wanted
from .output import check_files, complain, number, say, show_columns, written, wrote

if TYPE_CHECKING:
    from linkwork.mechanism import Mechanism
    from linkwork.results.motion import Motion

MOST_COLUMNS = 7
"""Quantities shown when the user names none."""


def move_and_show(source: Source, wanted: Wanted, options: dict[str, Any], undriven: str | None) -> int:
    """Move the model, print the table and write the files; return the exit code.

    A motion that stops before its end is shown and written as far as it came. A mechanism with masses and free
    degrees of freedom is simulated.
    """
    if undriven not in (None, "raise", "hold"):
        raise LinkworkError(f"--undriven is 'raise' or 'hold', not '{undriven}'.")
    model, times, entry = open_model(source), wanted.times(source.file), gallery_entry(source.file)
    check_files(wanted.plot, wanted.csv, wanted.report)
    held = undriven or (entry.undriven if entry else "raise")
    free = undriven is None and held == "raise" and falls_freely(model, wanted.start)
    check_quantities(model, wanted, has_forces=free)
    if free:
        from .dynamics import simulate_freely

        return simulate_freely(model, times, wanted)
    return shown(lambda: model.move(times, undriven=held, **options), lambda motion: report(motion, wanted))


def shown(compute: Callable[[], Motion], show: Callable[[Motion], None]) -> int:
    """Compute a motion, show it as far as it came and say what stopped it; return the exit code."""
    motion, problem, code = _attempted(compute)
    if motion is not None and len(motion) > 0:
        show(motion)
    if problem:
        complain(problem)
    if problem and motion is not None:
        complain(f"Kept: {kept(motion)}.")
    return code


def falls_freely(model: Mechanism, t: float) -> bool:
    """Return whether drivers leave something free to move, and every body has a mass to move with."""
    from linkwork.errors import ModelError
    from linkwork.solve.masses import check_masses

    try:
        check_masses(model.plan())
    except ModelError:
        return False
    return not model.assemble(t).determined


def _attempted(compute: Callable[[], Motion]) -> tuple[Motion | None, str, int]:
    """Return a motion as far as it came, what stopped it, and the exit code."""
    try:
        motion = compute()
    except MotionError as stop:
        partial = _motion_of(stop)
        return partial, str(stop), STOPPED if partial is not None else ERROR
    except SingularityError as stop:
        return _motion_of(stop), str(stop), STOPPED
    except KeyboardInterrupt as stop:
        return _motion_of(stop), "Interrupted.", INTERRUPTED
    return motion, "", OK


def _motion_of(stop: BaseException) -> Motion | None:
    from linkwork.results.motion import Motion

    partial = getattr(stop, "motion", None)
    return partial if isinstance(partial, Motion) else None


def check_quantities(model: Mechanism, wanted: Wanted, *, has_forces: bool) -> None:
    """Raise before anything is computed when there is no such quantity; say how it is called where that is known."""
    from linkwork.results.reading import check

    plan = model.plan()
    for quantity in (*wanted.quantities, *([wanted.over] if wanted.over else [])):
        check(plan, quantity, has_forces)


def report(motion: Motion, wanted: Wanted) -> None:
    """Print the table, the counts and the events of a motion, and write its files."""
    show_motion(motion, wanted)
    if motion.complete:
        say(motion.status)
    say(counts_line(motion))
    show_events(motion.events)
    write_files(motion, wanted)


def show_events(events: Iterable[str], most: int = 20) -> None:
    """Print what happened on the way."""
    listed = list(events)
    for event in listed[:most]:
        say(f"Note: {event}.", "yellow")
    if len(listed) > most:
        say(f"Note: and {len(listed) - most} more events.", "yellow")


def write_files(motion: Motion, wanted: Wanted) -> None:
    """Write the files asked for, each as a whole or not at all."""
    named = [quantity for quantity in wanted.quantities if _has(motion, quantity)]
    if wanted.csv is not None:
        motion.to_csv(wanted.csv, "*", *named, degrees=wanted.degrees)
        written(f"{wanted.csv} ({kept(motion)})")
    wrote(wanted.plot, lambda path: motion.plot(*named, path=path, over=wanted.over, degrees=wanted.degrees))
    wrote(wanted.report, lambda path: motion.report(path, quantities=named))


def counts_line(motion: Motion) -> str:
    """Return the work done and the largest violation in a sentence."""
    c = motion.counts
    return (
        f"{counted(c.get('steps', 0), 'step')}, {counted(c.get('iterations', 0), 'Newton iteration')}, "
        f"{counted(c.get('factorisations', 0), 'factorisation')}, "
        f"{counted(c.get('splits', 0), 'split step')}; violation {motion.violation:.1e}."
    )


def kept(motion: Motion) -> str:
    """Return how far a motion came, in words."""
    if len(motion) == 0:
        return "nothing; it did not get past its first position"
    first, last = motion.time[0], motion.time[-1]
    return f"{counted(len(motion), 'position')}, t = {first:g} s to {last:g} s"


def show_motion(motion: Motion, wanted: Wanted) -> None:
    """Print a table of evenly spread positions.

    Measured quantities that the user names come with their derivatives; when none is named, the first joint
    coordinates are shown, values only.
    """
    import numpy as np

    from linkwork.results.reading import curves_of

    named = tuple(q for q in wanted.quantities if _has(motion, q))
    texts, orders = (named, 2) if named else (default_quantities(motion), 0)
    across = [c for text in ([wanted.over] if wanted.over else []) for c in curves_of(motion, text)]
    found = [*across, *(c for text in texts for c in curves_of(motion, text, orders))]
    count = len(motion)
    spread = np.linspace(0, count - 1, wanted.rows if 0 < wanted.rows < count else count)
    shown = np.unique(spread.round().astype(int))
    columns = [["t\n[s]", *(number(motion.time[i]) for i in shown)]]
    read = [c.in_degrees() for c in found] if wanted.degrees else found
    columns += [[f"{c.name}\n[{c.unit or '1'}]", *(number(c.values[i]) for i in shown)] for c in read]
    show_columns(columns)


def _has(motion: Motion, quantity: str) -> bool:
    """Return whether a motion has a quantity: what an inverse analysis kept when it was stopped has no forces."""
    from linkwork.results.reading import read

    return motion.has_forces or not any(term.forces for term in read(motion.plan, quantity))


def default_quantities(motion: Motion) -> list[str]:
    """Return driven quantities first, then joint coordinates, as many as fit on a line."""
    names = [d.quantity for d in motion.model.drivers.values()]
    for joint in motion.model.joints.values():
        names += [f"{joint.name}.{c}" for c in joint.coordinates()]
    joints = motion.model.joints
    alone = {f"{n}.{c}" for n in names if n in joints for c in joints[n].coordinates()}
    return [n for n in dict.fromkeys(names) if n not in alone][:MOST_COLUMNS]
