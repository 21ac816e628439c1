"""``linkwork demo``: the main job on built-in mechanisms, from assembly to pictures."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from linkwork.words import counted

from .models import gallery_entry, typed
from .moving import counts_line, show_motion
from .options import Wanted
from .output import console, heading, make_folder, say, written

if TYPE_CHECKING:
    from linkwork.gallery import Entry
    from linkwork.results.motion import Motion

EXAMINED = ("four-bar", "slider-crank", "peaucellier", "spatial four-bar", "bennett")
"""Mechanisms whose mobility is shown, those of them that the gallery has."""

MOVED = "four-bar"
STEPS = 360

SIMULATED, UNTIL = "andrews squeezer", 0.05
"""Mechanism that is simulated without its drivers, and for how long [s]."""


def demo(folder: Path) -> None:
    """Assemble several mechanisms, say what can move, move one, simulate one, write what came out."""
    begin = perf_counter()
    make_folder(folder)
    entries = chosen()
    say(f"Linkwork demonstration: {counted(len(entries), 'mechanism')} of the gallery.", "bold")
    pictures = [examine(entry, folder) for entry in entries]
    moved = move_one(folder)
    simulated = simulate_one(folder)
    say()
    for path in [*pictures, *moved, *simulated]:
        written(path)
    say(f"Done in {perf_counter() - begin:.1f} s. Next: linkwork gallery; linkwork new mine; linkwork --help")


def chosen() -> list[Entry]:
    """Return the mechanisms to examine; the first of the gallery when it has none of ours."""
    from linkwork import gallery

    known = {typed(name): name for name in gallery.names()}
    names = [known[typed(name)] for name in EXAMINED if typed(name) in known]
    return [gallery.info(name) for name in names or gallery.names()[:4]]


def examine(entry: Entry, folder: Path) -> Path:
    """Assemble one mechanism, print its mobility and draw it; return the picture."""
    path = folder / f"{typed(entry.name)}.svg"
    model = entry.build()
    heading(entry.summary)
    progress("assembling, counting freedoms and drawing")
    assembly = model.assemble()
    report = model.mobility()
    model.draw(path)
    say(str(assembly))
    say(str(report))
    return path


def move_one(folder: Path) -> list[Path]:
    """Move one mechanism over a cycle, show a small table, and write table and pictures."""
    from linkwork import gallery

    entry = gallery.info(MOVED if MOVED in gallery.names() else gallery.names()[0])
    heading(f"{entry.name}, moved over one cycle of {entry.duration:g} s")
    progress(f"finding {STEPS + 1} positions with velocity, acceleration and jerk")
    motion = entry.build().move(entry.times(STEPS + 1), undriven=entry.undriven)
    show_motion(motion, Wanted(rows=9))
    say(motion.status)
    say(counts_line(motion))
    return write_motion(motion, folder, typed(entry.name))


def simulate_one(folder: Path) -> list[Path]:
    """Simulate one mechanism under its forces, show what its joints bear, and write the report."""
    from .dynamics import show_dynamics

    entry = gallery_entry(SIMULATED)
    if entry is None:
        return []
    model = entry.build(driven=False)
    heading(f"{entry.name}, simulated for {UNTIL:g} s under its forces")
    progress("integrating the equations of motion and finding the joint forces")
    run = model.simulate(UNTIL)
    show_dynamics(run, Wanted(rows=6))
    path = folder / f"{typed(entry.name)}-report.html"
    progress("writing the report")
    run.report(path)
    return [path]


def write_motion(motion: Motion, folder: Path, name: str) -> list[Path]:
    """Write table, drawing and plot of a motion; return the files."""
    table, drawing, plot = (folder / f"{name}-motion{end}" for end in (".csv", ".svg", ".png"))
    progress("writing the table and pictures of the motion")
    motion.to_csv(table)
    motion.draw(drawing)
    motion.plot(path=plot)
    return [table, drawing, plot]


def progress(what: str) -> None:
    """Say on a terminal what is being done; lines about compiling then follow by themselves."""
    if console(stderr=True).is_terminal:
        say(f"... {what}", "dim", stderr=True)
