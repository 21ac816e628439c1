"""``linkwork free-body``: what acts on a body at a time, in words, numbers and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.errors import LinkworkError
from linkwork.words import quoted

from .models import gallery_entry, open_model
from .moving import falls_freely
from .options import Source
from .output import say, written

if TYPE_CHECKING:
    from linkwork.results.dynamics import DynamicMotion

    from .app import Cut

POINTS = 101
"""Times computed up to the one asked for: a motion is followed from its start."""


def cut_free(source: Source, asked: Cut) -> None:
    """Print what acts on a body, or on every body, and draw it."""
    from linkwork.draw.scene import checked_ending

    if asked.at < 0:
        raise LinkworkError(f"--at is {asked.at:g} s; a motion is followed from t = 0 s on.")
    if asked.output is not None:
        checked_ending(asked.output)
    motion = _motion(source, asked.at)
    if asked.output is not None and not asked.body:
        raise LinkworkError(f"--output draws one body: name it with --body. Bodies: {quoted(motion.bodies)}.")
    for body in [asked.body] if asked.body else motion.bodies:
        cut = motion.free_body(body, at=len(motion) - 1)
        say(cut.text())
        if asked.equations:
            say(str(cut.equations(asked.about)))
        if asked.output is not None:
            cut.draw(asked.output, equations=asked.equations, about=asked.about)
            written(asked.output)


def _motion(source: Source, at: float) -> DynamicMotion:
    """Return the motion up to a time, with forces."""
    import numpy as np

    model, entry = open_model(source), gallery_entry(source.file)
    times = np.linspace(0.0, at, POINTS) if at > 0 else np.zeros(1)
    held = "raise" if entry is None else entry.undriven
    if held == "raise" and falls_freely(model, 0.0):
        return model.simulate(times)
    return model.inverse(times, undriven=held)
