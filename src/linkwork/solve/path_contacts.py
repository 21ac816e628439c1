"""Contacts, stops, clutches and pawls on a way of equilibria: which are closed, and where one closes or opens.

With gaps g and forces f, g >= 0, f >= 0, g f = 0. While a set of rows is closed the way is smooth. It has a corner
where the gap of another row, or the force of a closed one, vanishes: there every set of the rows that touch is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.angles import body_angles
from ..coordinates.plan import Plan
from .equilibrium import resting
from .one_sided import OneSidedRows
from .start import Start, turned_on
from .still import Still
from .working_set import PULLS, verdict

MOST = 6
"""Rows that touch at a corner of which every set is tried."""

FAR = 1e12
"""Largest margin: one that is far from its curve has no end."""


@dataclass(frozen=True)
class Hold:
    """What the one-sided rows do at a position.

    Attributes
    ----------
    closed : frozenset of int
        Rows held like joints.
    lifted : frozenset of int
        Rows that have been open: what rolled in them is free to come back anywhere.
    angles : array
        Of all gauges of the rows and the joints over full turns [rad].
    turned : array, shape (bodies,)
        Angles of the bodies over full turns [rad].
    """

    closed: frozenset[int]
    lifted: frozenset[int]
    angles: Array = field(repr=False)
    turned: Array = field(repr=False)

    def having(self, closed: Iterable[int], count: int) -> Hold:
        """Return this with other rows closed, of so many."""
        kept = frozenset(closed)
        return replace(self, closed=kept, lifted=self.lifted | (frozenset(range(count)) - kept))


@dataclass(frozen=True)
class Seen:
    """A position with the forces at it and the one-sided rows."""

    at: Still
    hold: Hold
    rows: OneSidedRows

    @property
    def margins(self) -> Array:
        """Gaps of the open rows and forces of the closed ones, in units of what counts as none."""
        if not len(self.rows):
            return np.zeros(0)
        gaps = self.rows.gaps(self.at.poses)
        found = np.array([gap / self.rows.touching(k) for k, gap in enumerate(gaps)])
        forces = self.forces
        none = PULLS * max([self.at.size, *(abs(force) for force in forces.values()), 1e-300])
        for k, force in forces.items():
            found[k] = force / none
        return np.asarray(np.clip(found, -FAR, FAR))

    @property
    def forces(self) -> dict[int, float]:
        """Of the closed rows, negative where one pulls."""
        places = self.rows.places(self.at.plan, self.hold.closed)
        return {k: float(self.rows.rows[k].side * self.at.here.lam[i]) for k, i in places.items()}

    @property
    def weak(self) -> list[int]:
        """Rows with neither a gap nor a force."""
        return [k for k, margin in enumerate(self.margins) if abs(margin) <= 1.0]

    @property
    def touching(self) -> list[int]:
        """Rows without a gap, those without a force first."""
        weak = self.weak
        return [*weak, *(k for k in sorted(self.hold.closed) if k not in weak)]

    @property
    def kind(self) -> str:
        """What the position is in the motions that the rows allow: "stable", "unstable" or "indifferent"."""
        return verdict(self.rows, self.at, self.hold.closed - set(self.weak), self.weak).kind

    @property
    def start(self) -> Start:
        """The state of rest, with its full turns."""
        here = resting(self.rows.plan, self.at.poses, self.rows.t)
        return turned_on(here, self.hold.turned, self.rows.turns)

    def names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the names of some rows."""
        return tuple(self.rows.rows[k].name for k in numbers)

    def having(self, closed: Iterable[int]) -> Hold:
        """Return the state of the rows with others closed."""
        return self.hold.having(closed, len(self.rows))

    def fits(self, closed: Iterable[int]) -> bool:
        """Return whether rows are independent of the joints and of each other: each then has one force."""
        among = sorted(closed)
        return self.rows.independent(self.at.poses, among) == set(among)


class WayContacts:
    """The one-sided rows of a mechanism whose parameter changes.

    Clutches hold where they are where the way begins, pawls at the tooth before that.

    Parameters
    ----------
    begin : Start
    t : float
        [s]
    """

    def __init__(self, begin: Start, t: float) -> None:
        self.begin, self.t = begin, t

    def first(self, plan: Plan) -> Hold:
        """Return the state of the rows where the way begins, all of them open."""
        rows = OneSidedRows(plan, self.begin, self.t)
        gaps = rows.gaps(self.begin.poses)
        apart = (k for k, gap in enumerate(gaps) if gap > rows.touching(k))
        return Hold(frozenset(), frozenset(apart), rows.near(rows.every), self.begin.turned)

    def rows(self, plan: Plan, hold: Hold) -> OneSidedRows:
        """Return the rows of a plan, angles counted over the turns of a position near by."""
        rows = OneSidedRows(plan, self.begin, self.t)
        rows.note(rows.every, hold.angles)
        rows.lifted = set(hold.lifted)
        return rows

    def see(self, rows: OneSidedRows, poses: Array, hold: Hold) -> Seen:
        """Return the forces at poses in which the joints and the closed rows are closed."""
        at = rows.look(poses, hold.closed)
        rows.note(at.plan, at.near)
        rows.follow(poses)
        turned = nearest_turn(body_angles(at.plan, poses, self.t), hold.turned)
        return Seen(at, replace(hold, angles=rows.near(rows.every), turned=turned), rows)


def sets_of(seen: Seen) -> Iterator[list[frozenset[int]]]:
    """Yield the sets of closed rows to be tried at a corner: first those that keep what presses closed, then all."""
    for among in dict.fromkeys((tuple(seen.weak[:MOST]), tuple(seen.touching[:MOST]))):
        kept = seen.hold.closed - set(among)
        chosen = (kept | set(some) for count in range(len(among) + 1) for some in combinations(among, count))
        yield [frozenset(one) for one in chosen if seen.fits(one)]
