"""Mechanisms led by coordinates: the motions R with [J; G] R = [0; 1], found group by group in compiled code.

Rows of joints that are redundant are left out, so that there are as many rows and coordinates as freedoms of bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Flags, Ints
from ..coordinates.groups import Rows, counted_rows, leading
from ..coordinates.masses import mass_weights
from ..coordinates.plan import make_plan
from ..coordinates.rank import normalised, pivot_columns
from ..model.equations import Equation
from .independent import CLEAR, Named, candidates, choose, from_pose, has_turns

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import Gauge
    from .states import States
    from .tangents import StateTangents


EASY, FIT = 0.03, CLEAR[-1]
"""Smallest pivot, rows counted by their own size, from which on coordinates are taken without a closer look: those that
were guessed, those that were given."""

USUAL = 60.0
"""Rate of a coordinate, its unit counted by the mechanism's size, that is neither large nor, as its inverse, small."""


@dataclass(frozen=True)
class Lead:
    """Which rows and coordinates lead.

    Attributes
    ----------
    names : Named
        The coordinates.
    rates : Named
        Those whose rates are independent: fewer where something rolls.
    dropped : tuple of frozenset of int
        Equations, of positions and of all, that are left out because others say the same.
    """

    names: Named
    rates: Named
    dropped: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


def guessed(plan: Plan, given: Named | None) -> Lead | None:
    """Return the coordinates given, or the first that fit, as far as which joint holds which bodies tells; or None."""
    if given and has_turns(plan, given):
        return None
    among = given or candidates(plan)
    places = leading(plan, 0, among.gauges)
    if places is None or (given and len(places) != len(given.names)):
        return None
    names = among.chosen(places)
    rates = leading(plan, 1, names.gauges)
    return None if rates is None else Lead(names, names.chosen(rates))


def chosen(plan: Plan, here: StateTangents, among: Named, given: bool) -> Lead:
    """Return coordinates that tell all motions apart at a state, from its singular values; raises ModelError."""
    level = np.array([equation.level for equation in plan.equations], np.int64)
    counted, J = counted_rows(plan), here.terms.J[plan.position_in_table]
    positions, units = counted & (level == 0), plan.units
    names = choose(plan, here.work.q, J[positions], from_pose(plan, among, here.work.q), given)
    rates = choose(plan, here.work.q, J[counted], names, False) if (level[counted] == 1).any() else names
    return Lead(names, rates, (_redundant(J * units, positions, names), _redundant(J * units, counted, rates)))


def _redundant(J: Array, counted: Flags, led: Named) -> frozenset[int]:
    """Return the rows that say what others do, so many that the rest and the coordinates are as many as freedoms."""
    rows = np.flatnonzero(counted)
    wanted = J.shape[1] - len(led.names)
    kept = pivot_columns(normalised(J[rows]).T, 0.0, wanted)
    return frozenset(int(row) for row in np.delete(rows, kept))


class System:
    """A mechanism with coordinates as further rows, which do not count in its dynamics.

    Parameters
    ----------
    own : Plan
    lead : Lead
    seen : sequence of Gauge
        Further quantities to be measured.
    """

    def __init__(self, own: Plan, lead: Lead, seen: Sequence[Gauge]) -> None:
        self.own, self.lead, count = own, lead, len(own.equations)
        rows = [Equation(n, False, n, (g,)) for n, g in zip(lead.names.names, lead.names.gauges, strict=True)]
        self.plan = make_plan(own.resolved, [*own.equations, *rows], own.writer, beside=tuple(seen))
        table = self.plan.position_in_table
        self.z = table[count:].copy()
        self.w = np.array([self.z[lead.names.names.index(name)] for name in lead.rates.names], np.int64)
        counted = counted_rows(own)
        level = np.array([equation.level for equation in own.equations], np.int64)
        self.position = Rows(self.plan, self._rows(table, counted & (level == 0), lead.dropped[0], self.z))
        self.velocity = self.position
        if (level[counted] == 1).any():
            self.velocity = Rows(self.plan, self._rows(table, counted, lead.dropped[1], self.w))

    @staticmethod
    def _rows(table: Ints, counted: Flags, dropped: frozenset[int], led: Ints) -> list[int]:
        own = [int(table[i]) for i in np.flatnonzero(counted) if int(i) not in dropped]
        return [*own, *(int(row) for row in led)]

    def near(self, states: States) -> Array:
        """Return angles over full turns (states, angles) [rad], from those of the gauges of the mechanism itself."""
        found = np.tile(self.plan.first_bundle.near, (len(states.times), 1))
        self.take_turns(states, found)
        return found

    def take_turns(self, states: States, near: Array) -> None:
        """Fill angles over full turns (states, angles) [rad] that gauges of the mechanism itself know."""
        here, there = self._same_angles
        if here.size:
            near[:, here] = states.near[:, there]

    @cached_property
    def _same_angles(self) -> tuple[Ints, Ints]:
        """Places of angles on which something depends here, and of the same angles in the mechanism itself."""
        place, size = {gauge: i for i, gauge in self.own.counted}, len(self.plan.tables["measures"])
        both = [(k, place[gauge]) for k, gauge in self.plan.counted if k < size and gauge in place]
        here, there = np.array(both, np.int64).reshape(-1, 2).T.copy()
        return here, there

    def bundle(self) -> Bundle:
        """Return the tables with fresh work arrays: masses are the weights, coordinates do not count."""
        work = self.plan.bundle()
        work.soft[self.z] = -1.0
        mass_weights(self.plan, work)
        return work

    @property
    def complete(self) -> bool:
        """Whether rows and coordinates are as many as freedoms of bodies, and can lead them."""
        return self.position.complete and self.velocity.complete

    @cached_property
    def scales(self) -> Array:
        """What rows of coordinates are counted by: 1 of lengths, the length of the mechanism of angles [m]."""
        return np.array([1.0 if unit == "m" else self.plan.length for unit in self.lead.names.units])
