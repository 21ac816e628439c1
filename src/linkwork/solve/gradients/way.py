"""What both ways along a run have in common: panels that are long, and shorter where the motion asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from .held import TurnedError
from .panels import SAFE, Asked, cut

if TYPE_CHECKING:
    from ..run import Run
    from .reads import Reads

CUTS = 20
"""Panels that are cut at most."""


class Way:
    """The derivatives of what is read of a run.

    Parameters
    ----------
    reads : Reads
    run : Run
        That has kept its states.
    begin : array, shape (2 n, variables)
        Change of the state at the start.
    """

    def __init__(self, reads: Reads, run: Run, begin: Array) -> None:
        self.reads, self.run, self.begin = reads, run, begin

    def slopes(self, steps: float) -> tuple[Array, Array]:
        """Return the derivatives (variables,) with so many steps of the run to a panel, and how well they are known."""
        ends = planned = self.reads.ends(self.run, steps)
        for _ in range(CUTS):
            asked, held = self.reads.asked(planned, ends)
            try:
                found = held + asked.at_start @ self.begin + (self.over(ends, asked) if len(ends) > 1 else 0.0)
            except TurnedError as turned:
                ends = cut(ends, turned.time)
            else:
                return found[0], SAFE * np.abs(found[1] - found[0])
        raise TurnedError("the mechanism passes a singular position", ends[0])

    def over(self, ends: Array, asked: Asked) -> Array:
        """Return what is read at the nodes of panels (2, variables), by both methods.

        Raises TurnedError where a panel is too long.
        """
        raise NotImplementedError
