"""``linkwork gradient``: which number of a design moves a result most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.errors import LinkworkError, check_word

from .models import gallery_entry, last_time, open_model, open_undriven
from .options import Source
from .output import check_files, row, say, show, table, wrote
from .statics import STATES
from .values import by_name

if TYPE_CHECKING:
    from linkwork.gallery import Entry

    from .app import Derivatives

MOTIONS = ("move", "inverse")
"""Analyses of whole motions that drivers lead."""

DRIVEN = (*MOTIONS, "assemble")
"""Analyses that follow the drivers of a mechanism of the gallery."""

INSTANTS = ("assemble", "equilibrium", "modes")
"""Analyses of one instant."""


def show_gradient(source: Source, asked: Derivatives, output: Path | None) -> None:
    """Print the table of derivatives, ranked, and write it or its plot to a file."""
    from linkwork.results.gradient import HEAD

    as_table = output is not None and output.suffix.lower() == ".csv"
    check_files(*((None, output) if as_table else (output, None)))
    model = (open_model if asked.analysis in DRIVEN else open_undriven)(source)
    options = _options(asked, gallery_entry(source.file))
    found = model.gradient(asked.of, asked.by or None, analysis=asked.analysis, **options)
    say(found.heading)
    made = table(list(HEAD), right=(1, 2, 3))
    for line in found.rows():
        row(made, *line)
    show(made)
    for note in found.notes:
        say(note)
    wrote(output, found.to_csv if as_table else found.plot)


def _options(asked: Derivatives, entry: Entry | None) -> dict[str, Any]:
    """Return what was asked for of the analysis and its derivatives, as `Mechanism.gradient` takes it."""
    given: dict[str, Any] = {"how": asked.how, **_times(asked, entry), **_state(asked)}
    if entry and asked.analysis in MOTIONS:
        given["undriven"] = entry.undriven
    if asked.tolerances:
        given["tolerances"] = by_name(asked.tolerances, "--tolerance", "L=1 mm")
    return given


def _times(asked: Derivatives, entry: Entry | None) -> dict[str, Any]:
    """Return the times of a motion, or the instant of a state."""
    if asked.analysis in INSTANTS:
        return {} if asked.until is None else {"t": asked.until}
    until = last_time(asked.until, 0.0, entry)
    if asked.analysis == "simulate":
        return {"times": until, "points": asked.points}
    import numpy as np

    return {"times": np.linspace(0.0, until, asked.points)}


def _state(asked: Derivatives) -> dict[str, Any]:
    """Return which state an equilibrium or small motions are about."""
    if asked.about is None:
        return {}
    known = {"equilibrium": STATES[:2], "modes": STATES}.get(asked.analysis)
    if known is None:
        raise LinkworkError(f"--about belongs to -a equilibrium and -a modes; '{asked.analysis}' has no such state.")
    check_word("--about", asked.about, known)
    if asked.about == "start":
        return {"about": "start"}
    return {"search": "nearest" if asked.about == "nearest" else "stable"}
