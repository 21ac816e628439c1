"""The equations of motion at one state and how they change with it, from the kernels that simulate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import twists_of
from ..coordinates.masses import mass_weights
from ..formulations.terms import BodyTerms, body_terms
from ..kernels.dynamics.light_bodies import unlift
from ..kernels.tangents.varying import push_load, vary

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


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
        self.plan, self.t = plan, t
        self.work = plan.bundle(poses)
        self.work.near[: len(near)] = near
        self.work.V[:, 0] = twists
        mass_weights(plan, self.work)
        self.terms: BodyTerms = body_terms(plan, self.work, t)
        unlift(self.work.H, 1.0)
        if static:
            self.work.x[:] = 0.0
            self.work.lam[:] = self.terms.multipliers(np.zeros(plan.coordinates))
        self.acceleration, self.lam = self.work.x.ravel().copy(), self.work.lam.copy()
        self.work.V[:, 1] = twists_of(self.acceleration, plan.freedoms)

    def along(self, shifts: Array, changes: Array) -> Changes:
        """Return what displacements (bodies * d, k) and changes of velocity (bodies * d, k) do."""
        work, count, d = self.work, shifts.shape[1], self.plan.freedoms
        directions = np.zeros((count, len(work.q), 2, 6))
        for k in range(count):
            directions[k, :, 0], directions[k, :, 1] = twists_of(shifts[:, k], d), twists_of(changes[:, k], d)
        features, measures = len(work.X), len(work.measured)
        room = (
            np.zeros((features, 3, 3)),
            np.zeros((features, 3, 3)),
            np.zeros((measures, 5, 3)),
            np.zeros_like(work.coef),
        )
        found = np.zeros((count, measures, 3)), np.zeros((count, len(work.Phi), 3)), np.zeros((count, *work.x.shape))
        vary(work.H, self.t, directions, *room, *found)
        self.plan.programs.reraise()
        measured, rows, forces = found
        return Changes(measured.transpose(1, 2, 0), rows.transpose(1, 2, 0), forces.reshape(count, work.x.size).T)

    def unit_load(self, places: list[int]) -> Array:
        """Return the forces on the bodies (bodies * d,) when the values of some loads grow by one."""
        out = np.zeros_like(self.work.x)
        for i in places:
            push_load(self.work.H, i, out)
        return out.ravel()
