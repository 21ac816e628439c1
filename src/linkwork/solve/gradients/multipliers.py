"""What multiplies the changes of the equations of motion: the derivatives of a number by the design, states held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...coordinates.masses import mass_weights
from ..states import States
from ..tangents import Parts

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .every import Every


def unfit(plan: Plan) -> str:
    """Return why the equations of a plan cannot be swept back, in words; "": they can."""
    reasons = {
        "something rolls or skates, so that velocities are less free than positions": plan.positions is not plan,
        "bodies are so light that their weights are lifted for the solution": bool(plan.tables["sizes"][1] > 0),
        "teeth press on the one flank or the other": teeth_press(plan),
    }
    return next((reason for reason, met in reasons.items() if met), "")


def teeth_press(plan: Plan) -> bool:
    """Return whether forces of some rows have parts with a sign of their own, so that J^T lam is not all of them."""
    return bool((plan.tables["rows"]["press"] > 0).any())


def weighted_parts(plan: Plan) -> Parts:
    """Return the parts of a mechanism, with the masses as weights."""
    work = plan.bundle()
    mass_weights(plan, work)
    return Parts(plan, work)


@dataclass(frozen=True)
class Multipliers:
    """What multiplies the changes of forces (ways, t, n) and of rows (ways, t, 3, rows), everything else held.

    And the change of the number with displacement and velocity at the start (ways, 2 n).
    """

    states: States
    forces: Array
    rows: Array
    begin: Array

    def weighted(self, weights: Array) -> Multipliers:
        """Return the sums of the only way there is with weights (ways, t), as so many ways."""
        return Multipliers(
            self.states,
            weights[:, :, None] * self.forces[0],
            weights[:, :, None, None] * self.rows[0],
            np.broadcast_to(self.begin, (len(weights), self.begin.shape[1])),
        )

    def slopes(self, every: Every, begin: Array) -> Array:
        """Return the derivatives (ways, variables), from the change of the start (2 n, variables)."""
        found, others = self.begin @ begin, np.arange(len(every.names))
        if every.entries is not None and every.entries.covered.any():
            found, others = found + every.entries.of(self), np.flatnonzero(~every.entries.covered)
        if len(others):
            rows, rest = every.partials(self.states, others)
            by_forces = np.einsum("xtn,tnv->xv", self.forces, rest)
            found[:, others] = (self.begin @ begin)[:, others] + by_forces - np.einsum("xtkm,tkmv->xv", self.rows, rows)
        return np.asarray(found)
