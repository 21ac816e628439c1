"""``linkwork simulate`` and ``linkwork inverse``: motion under forces, and the forces of a motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .models import gallery_entry, open_model, open_undriven
from .moving import check_quantities, show_events, show_motion, shown, write_files
from .options import Source, Wanted
from .output import check_files, number, row, say, show, table

if TYPE_CHECKING:
    from linkwork.arrays import Array
    from linkwork.mechanism import Mechanism
    from linkwork.results.motion import Motion

MOST_PEAKS = 60
"""Largest values that are printed."""


def simulate_and_show(source: Source, wanted: Wanted, settings: dict[str, Any]) -> int:
    """Simulate the model, print what came out and write the files; return the exit code."""
    model = open_undriven(source)
    _check(model, wanted)
    times = wanted.times(source.file)
    return shown(lambda: model.simulate(times, **settings), lambda motion: show_dynamics(motion, wanted))


def inverse_and_show(source: Source, wanted: Wanted) -> int:
    """Find drive efforts and joint forces of a driven model, print and write them; return the exit code."""
    model = open_model(source)
    _check(model, wanted)
    entry = gallery_entry(source.file)
    held = "raise" if entry is None else entry.undriven
    times = wanted.times(source.file)
    return shown(lambda: model.inverse(times, undriven=held), lambda motion: show_dynamics(motion, wanted))


def simulate_freely(model: Mechanism, times: Array, wanted: Wanted) -> int:
    """Simulate a model that ``linkwork run`` found to have free degrees of freedom."""
    say(f"'{model.name}' has degrees of freedom without a driver: simulating its motion under its forces.")
    return shown(lambda: model.simulate(times), lambda motion: show_dynamics(motion, wanted))


def _check(model: Mechanism, wanted: Wanted) -> None:
    """Raise before anything is computed when a name is wrong or a file cannot be written."""
    check_files(wanted.plot, wanted.csv, wanted.report)
    check_quantities(model, wanted, has_forces=True)


def show_dynamics(motion: Motion, wanted: Wanted) -> None:
    """Print table, status, energy, violation and peak forces of a motion, and write its files."""
    from linkwork.results.dynamics import DynamicMotion

    show_motion(motion, wanted)
    if motion.complete:
        say(motion.status)
    if isinstance(motion, DynamicMotion):
        say(str(motion.violations))
        say(str(motion.energy))
        show_peaks(motion)
        for sentence in motion.determinacy.sentences() if motion.model.joints else ():
            say(sentence)
    show_events(motion.events)
    write_files(motion, wanted)


def show_peaks(motion: Motion) -> None:
    """Print the largest values of what the drivers give and the joints bear, and which forces are unique."""
    from linkwork.results.panels import charted, largest_of, panels_of

    told = [curve for quantity in charted(motion) for panel in panels_of(motion, quantity) for curve in panel.peaks]
    made = table(["largest value", "", "", "at t [s]"], right=(1, 3))
    for found in largest_of(motion, told[:MOST_PEAKS]):
        row(made, found.what, number(found.value), found.unit, number(found.time))
    if told:
        show(made)
    if len(told) > MOST_PEAKS:
        say(f"And {len(told) - MOST_PEAKS} more; --report or --csv has them.")
