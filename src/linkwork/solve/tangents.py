"""The equations of motion at one state and how they change with it, from the kernels that simulate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.poses import twists_of
from ..coordinates.elements import elements_of
from ..coordinates.masses import mass_weights
from ..formulations.terms import BodyTerms, body_terms
from ..kernels.compiler.stages import direct
from ..kernels.dynamics.balance import leaves
from ..kernels.dynamics.dynamics import accelerate
from ..kernels.dynamics.light_bodies import unlift
from ..kernels.tangents.varying import change_along, push_load, vary
from ..results.balance import MET

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle


@dataclass(frozen=True)
class Changes:
    """What small displacements and changes of velocity do, accelerations and multipliers held; one direction a column.

    Attributes
    ----------
    measures : array, shape (measures, 3, directions)
        Change of each measure of the plan, of its rate and its acceleration.
    rows : array, shape (rows, 3, directions)
        The same of the equations, in the order of the plan's table.
    forces : array, shape (bodies * d, directions)
        Change of Q + J^T lam - M a, with the gyroscopic moments.
    """

    measures: Array
    rows: Array
    forces: Array


class Parts:
    """The changes of a state in all directions, as small matrices of the parts of the mechanism.

    Parameters
    ----------
    plan : Plan
    work : Bundle
        In which the equations of motion are solved.

    Attributes
    ----------
    slopes : array, shape (measures, 5, 4, d)
        Of every measure by the bodies of its features: see `kernels.tangents.slopes`.
    rates : array, shape (blocks, 3, d)
        Change of the rate of each row with displacements, of its acceleration with velocities and with displacements,
        by blocks as the Jacobian is.
    by_shifts, by_speeds : array
        Change of the forces with displacements and with velocities: numbers of `elements.places`.
    count : int
        How many measures, blocks of rows and elements were looked at.
    """

    count = 0

    def __init__(self, plan: Plan, work: Bundle) -> None:
        self.plan, self.work, self.elements = plan, work, elements_of(plan)
        measures, d, terms = len(work.measured), plan.freedoms, len(work.coef)
        self.slopes, self.rates = np.zeros((measures, 5, 4, d)), np.zeros((len(work.J), 3, d))
        self.by_shifts, self.by_speeds = np.zeros((2, self.elements.size))
        self._turns, self._bend, self._slopes = np.zeros((measures, 5, 2, 3)), np.zeros((terms, 3)), np.zeros(terms)
        self._pushed = np.zeros(measures), np.zeros((measures, 2))

    @property
    def tables(self) -> tuple[Any, ...]:
        """What `vary` fills, with the elements and the room for its work."""
        room = self._turns, self.slopes, self._bend, self._slopes, *self._pushed
        return self.elements.table, self.elements.members, *room, self.rates, self.by_shifts, self.by_speeds

    def find(self, t: float) -> Parts:
        """Find the changes at the state at hand."""
        self.count = vary(self.work.H, t, *self.tables)
        self.plan.programs.reraise()
        return self

    def along(self, shifts: Array, changes: Array) -> Changes:
        """Return what displacements (bodies * d, k) and changes of velocity (bodies * d, k) do."""
        work, k = self.work, shifts.shape[1]
        found = np.zeros((3, len(work.measured), k)), np.zeros((3, len(work.Phi), k)), np.zeros(shifts.shape)
        tables = self.elements.table, self.elements.members, self.slopes, self.rates, self.by_shifts, self.by_speeds
        motions = np.ascontiguousarray(shifts), np.ascontiguousarray(changes)
        change_along(work.H, *tables, *motions, *found)
        return Changes(found[0].transpose(1, 0, 2), found[1].transpose(1, 0, 2), found[2])


class StateTangents:
    """A state at which the equations of motion are solved, and their changes from there.

    Parameters
    ----------
    plan : Plan
    poses : array, shape (bodies, 7)
    twists : array, shape (bodies, 6)
    t : float
        [s]
    near : array
        Angles of the plan's gauges over full turns [rad].
    static : bool
        Whether the bodies are held at rest: no accelerations, and the multipliers that come nearest to balance.
    """

    def __init__(self, plan: Plan, poses: Array, twists: Array, t: float, near: Array, *, static: bool = False) -> None:
        work = plan.bundle(poses)
        work.near[: len(near)] = near
        self._solve(plan, work, twists, t, static)

    @classmethod
    def solved(cls, plan: Plan, work: Bundle, t: float, parts: Parts) -> StateTangents:
        """Return a state at which the equations of motion are solved and their changes known, in tables at hand."""
        made = cls.__new__(cls)
        made.plan, made.t, made.work = plan, t, work
        made.acceleration, made.lam = work.x.ravel().copy(), work.lam.copy()
        made.parts = parts
        return made

    def _solve(self, plan: Plan, work: Bundle, twists: Array, t: float, static: bool) -> None:
        self.plan, self.t, self.work = plan, t, work
        work.V[:, 0] = twists
        mass_weights(plan, work)
        if static:
            self.terms = body_terms(plan, work, t)
            work.x[:] = 0.0
            work.lam[:] = self.terms.multipliers(np.zeros(plan.coordinates))
        else:
            direct(accelerate)(work.H, float(t))
            plan.programs.reraise()
            unlift(work.H, 1.0)
            if leaves(work.H, MET):
                work.control.deep = 1.0
                direct(accelerate)(work.H, float(t))
                work.control.deep = 0.0
        self.acceleration, self.lam = work.x.ravel().copy(), work.lam.copy()
        work.V[:, 1] = twists_of(self.acceleration, plan.freedoms)

    @cached_property
    def terms(self) -> BodyTerms:
        """Masses, forces and rows as plain matrices."""
        return body_terms(self.plan, self.plan.bundle(like=self.work), self.t)

    @cached_property
    def parts(self) -> Parts:
        """The changes in all directions."""
        return Parts(self.plan, self.work).find(self.t)

    def along(self, shifts: Array, changes: Array) -> Changes:
        """Return what displacements (bodies * d, k) and changes of velocity (bodies * d, k) do."""
        return self.parts.along(shifts, changes)

    def turns(self, near: Array) -> Array:
        """Return the angles of the plan's gauges over full turns [rad], as measured, next to those noted before."""
        measured, found = self.work.measured, near.copy()
        wrapped = [i for i, _ in self.plan.counted if i < len(measured)]
        found[wrapped] = nearest_turn(measured[wrapped, 0], near[wrapped])
        return found

    def unit_load(self, places: list[int]) -> Array:
        """Return the forces on the bodies (bodies * d,) when the values of some loads grow by one."""
        return unit_load(self.work, places)


def unit_load(work: Bundle, places: list[int]) -> Array:
    """Return the forces on the bodies (bodies * d,) when the values of some loads grow by one, at the state at hand."""
    out = np.zeros_like(work.x)
    for i in places:
        push_load(work.H, i, out)
    return out.ravel()
