"""``linkwork gradient``: which number of a design moves a result most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .models import open_model, open_undriven
from .options import Source
from .output import row, say, show, table, wrote

if TYPE_CHECKING:
    from .app import Derivatives

DRIVEN = ("move", "inverse", "assemble")
"""Analyses that follow the drivers of a mechanism of the gallery."""


def show_gradient(source: Source, asked: Derivatives, output: Path | None) -> None:
    """Print the table of derivatives, ranked, and write it or its plot to a file."""
    from linkwork.results.gradient import HEAD

    model = (open_model if asked.analysis in DRIVEN else open_undriven)(source)
    found = model.gradient(asked.of, asked.by or None, analysis=asked.analysis, **_times(asked))
    say(found.heading)
    made = table(list(HEAD), right=(1, 2, 3))
    for line in found.rows():
        row(made, *line)
    show(made)
    for note in found.notes:
        say(note)
    wrote(output, lambda path: found.to_csv(path) if path.suffix == ".csv" else found.plot(path))


def _times(asked: Derivatives) -> dict[str, Any]:
    """Return the times of the analysis; those of an instant have none."""
    if asked.until is None:
        return {}
    if asked.analysis == "simulate":
        return {"times": asked.until, "points": asked.points}
    import numpy as np

    return {"times": np.linspace(0.0, asked.until, asked.points)}
