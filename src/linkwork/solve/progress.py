"""How far a run has come, and how long the rest takes: a line on a terminal, one sentence elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import monotonic

LONG = 20.0
"""Where nobody watches a line [s]: a run that goes on for longer is told once."""


class Pace:
    """The pace of a run over the latter part of the time spent: its first steps are shorter than the others."""

    def __init__(self) -> None:
        self._before = self._since = (0.0, 0.0)

    def left(self, spent: float, fraction: float) -> float:
        """Return how long the rest takes, as it looks once `spent` seconds went by for this fraction of the run [s]."""
        if spent >= 2.0 * self._since[0]:
            self._before, self._since = self._since, (spent, fraction)
        done = fraction - self._before[1]
        return (spent - self._before[0]) * (1.0 - fraction) / done if done > 0.0 else 0.0


def progress_line(
    doing: str, count: int, what: str = "positions", clock: Callable[[], float] = monotonic
) -> Callable[[float], None]:
    """Return a callback that draws a progress line on a terminal when the run is long, or writes one sentence."""
    begin, shown, pace = clock(), [False], Pace()

    def show(fraction: float) -> None:
        spent = clock() - begin
        left = pace.left(spent, fraction)
        if os.environ.get("LINKWORK_QUIET") or (not shown[0] and (fraction >= 1.0 or spent < 1.0)):
            return
        if sys.stderr.isatty():
            if fraction < 1.0:
                text = f"\r{doing}: {100 * fraction:3.0f} % of {count} {what}{time_left(left)}".ljust(61)
                shown[0] = True
            else:
                text = "\r" + " " * 60 + "\r"
        elif not shown[0] and left >= LONG:
            shown[0] = True
            text = f"Linkwork: {doing}, {100 * fraction:.2g} % after {spent:.0f} s{time_left(left)}.\n"
        else:
            return
        sys.stderr.write(text)
        sys.stderr.flush()

    return show


def time_left(left: float) -> str:
    """Return how long the rest takes [s] in words; "" where little is left."""
    if left < 10.0:
        return ""
    if left < 90.0:
        return f", about {left:.0f} s left"
    return f", about {left / 60.0:.0f} min left" if left < 5400.0 else f", about {left / 3600.0:.0f} h left"
