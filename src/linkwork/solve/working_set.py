"""Which one-sided rows are closed while a position of rest, or a steady motion, is looked for: an active set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.poses import moved
from ..coordinates.angles import body_angles
from ..coordinates.plan import Plan
from .one_sided import OneSidedRows
from .start import Start
from .still import Still
from .tangents import StateTangents
from .verdict import Verdict, judged

PULLS = 1e-9
"""Force of a contact, as a share of the forces that act, up to which it neither pulls nor presses."""

AHEAD = 1e-3
"""Share of a step by which a contact that touches must come nearer for the step to be one into it."""


class Loaded(Protocol):
    """A position with the forces of the rows that are closed there: at rest, or at speed.

    Attributes
    ----------
    plan : Plan
        With the rows that are closed.
    poses : array, shape (bodies, 7)
    near : array
        Angles of the plan's gauges over full turns [rad].
    here : StateTangents
        With the multipliers of its rows.
    size : float
        Of the forces that act [N].
    """

    plan: Plan
    poses: Array
    near: Array
    here: StateTangents
    size: float


class WorkingSet:
    """The closed ones of all one-sided rows; independent of the joints and of each other.

    Attributes
    ----------
    rows : OneSidedRows
    closed : set of int
    turned : array, shape (bodies,)
        Angles of the bodies over the full turns made on the way [rad].
    """

    def __init__(self, plan: Plan, begin: Start, t: float) -> None:
        self.t, self.rows, self.turned = t, OneSidedRows(plan, begin, t), begin.turned
        gaps = self.rows.gaps(begin.poses)
        shut = [k for k, gap in enumerate(gaps) if gap <= self.rows.touching(k)]
        self.rows.lifted = set(range(len(gaps))) - set(shut)
        self.closed = self.rows.independent(begin.poses, shut)
        overlap = any(gap < -self.rows.touching(k) for k, gap in enumerate(gaps))
        self.first = self.close(begin.poses) if overlap else begin.poses

    @property
    def plan(self) -> Plan:
        """The plan with the rows that are closed."""
        return self.rows.plan_with(self.closed)

    def look(self, poses: Array) -> Still:
        """Return forces and allowed motions at poses."""
        found = self.rows.look(poses, self.closed)
        self.note(found)
        return found

    def note(self, at: Loaded) -> None:
        """Note the full turns of all angles at a position a step away."""
        self.rows.note(at.plan, at.near)
        self.rows.follow(at.poses)
        self.turned = nearest_turn(body_angles(self.plan, at.poses, self.t), self.turned)

    def close(self, poses: Array) -> Array:
        """Return the closed position nearest to poses."""
        return self.rows.close(self.plan, poses)

    def moved(self, poses: Array, x: Array) -> Array:
        """Return the closed position after a displacement."""
        return self.close(moved(poses, x, self.plan.freedoms))

    def forces(self, at: Loaded) -> dict[int, float]:
        """Return the force of every closed row, negative where it pulls."""
        places = self.rows.places(at.plan, self.closed)
        return {k: float(self.rows.rows[k].side * at.here.lam[i]) for k, i in places.items()}

    def pressing(self, at: Loaded) -> dict[int, float]:
        """Return the forces of the closed rows that press."""
        forces = self.forces(at)
        return {k: force for k, force in forces.items() if force > self._none(at, forces)}

    @staticmethod
    def _none(at: Loaded, forces: dict[int, float]) -> float:
        """Return what counts as no force of a contact."""
        return PULLS * max([at.size, *(abs(force) for force in forces.values())])

    def let_go(self, at: Loaded) -> bool:
        """Open the closed row that pulls most; return whether one does."""
        forces = self.forces(at)
        worst = min(forces, key=forces.__getitem__, default=-1)
        if worst < 0 or forces[worst] >= -self._none(at, forces):
            return False
        self.open({worst})
        self.rows.lifted.add(worst)
        return True

    def open(self, numbers: set[int]) -> None:
        """Open rows; none of them slides any more."""
        self.closed -= numbers
        for k in numbers:
            self.rows.slips.pop(self.rows.rows[k].name, None)

    def roll_on(self, poses: Array) -> None:
        """Let contacts that were open and are closed roll from where they are at poses."""
        for k in self.closed & self.rows.lifted:
            self.rows.stick(self.rows.rows[k].name, poses)
        self.rows.lifted -= self.closed

    def touching(self, at: Loaded) -> list[int]:
        """Return the rows that touch and do not press."""
        pressing, gaps = self.pressing(at), self.rows.gaps(at.poses)
        return [k for k, gap in enumerate(gaps) if k not in pressing and gap <= self.rows.touching(k)]

    def slopes(self, poses: Array, among: list[int]) -> Array:
        """Return the gradients (rows, bodies * d) of the gaps of some rows that touch."""
        return slopes(self.rows, poses, among)

    def verdict(self, at: Still) -> Verdict:
        """Return what a position of balance is."""
        return verdict(self.rows, at, self.pressing(at), self.touching(at))

    def meet(self, at: Loaded, x: Array) -> Array | None:
        """Close the row that a displacement closes first; return the poses there, or None where it closes none."""
        open_rows = [k for k in range(len(self.rows)) if k not in self.closed]
        if not open_rows:
            return None
        least = np.array([self.rows.touching(k) for k in range(len(self.rows))])

        def gaps(share: float) -> Array:
            return self.rows.gaps(self.moved(at.poses, share * x))

        end = gaps(1.0)
        hit = [k for k in open_rows if end[k] < -least[k]]
        if not hit:
            return None
        here, ahead = gaps(0.0), gaps(AHEAD)
        into = [k for k in hit if here[k] <= least[k] and ahead[k] < here[k]]
        share, first = 0.0, min(into, key=lambda k: ahead[k] - here[k], default=-1)
        if not into:
            from scipy.optimize import brentq

            begin = AHEAD if min(here[k] - least[k] for k in hit) <= 0.0 else 0.0
            share = float(brentq(lambda s: float(gaps(s)[hit].min()), begin, 1.0, xtol=1e-10))
            first = min(hit, key=lambda k: gaps(share)[k])
        poses = self.moved(at.poses, share * x)
        self.closed.add(first)
        return self.close(poses)


def slopes(rows: OneSidedRows, poses: Array, among: list[int]) -> Array:
    """Return the gradients (rows, bodies * d) of the gaps of some rows that touch."""
    at = rows.look(poses, among)
    places = rows.places(at.plan, among)
    return np.array([rows.rows[k].side * at.here.terms.J[places[k]] for k in among]).reshape(-1, at.plan.coordinates)


def verdict(rows: OneSidedRows, at: Still, pressing: Iterable[int], touching: list[int]) -> Verdict:
    """Return what a position of balance is: rows that press are joints, others that touch hold on one side."""
    if not touching:
        return judged(at, np.zeros((0, len(at.N))))
    return judged(rows.look(at.poses, pressing), slopes(rows, at.poses, touching))
