"""Coordinates whose equations are rows of the bodies: J = Phi_q T, with the twists t = T v of the bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..base.poses import freedoms_of, moved, twists_of
from ..coordinates.names import coordinate_names, equation_meanings
from ..kernels.geometry.features import move_features
from ..kernels.kinematics.given import rates_wanted
from ..kernels.kinematics.motion import evaluate, linearise
from .base import SHIFT, SPEED, SPIN, TURN
from .on_coordinates import Coordinates
from .terms import dense_rows

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle


class OnBodyRows(Coordinates):
    """Coordinates in which the rows of the plan are evaluated at the poses of the bodies.

    Attributes
    ----------
    full : Plan
    work : Bundle
        Work arrays of the full plan.
    table_rows : array of int
        Which rows of its table remain, in the user's order.
    """

    full: Plan
    work: Bundle
    table_rows: NDArray[np.int64]

    def columns(self, z: Array) -> Array:
        """Return T (bodies * d, n) of the twists t = T v."""
        raise NotImplementedError

    def _at(self, t: float, z: Array) -> Array:
        """Fill features, measures and residuals at the poses of z; return the poses."""
        q, work = np.ascontiguousarray(self.bodies(z, np.zeros(len(self.rate_parts)))[0]), self.work
        self.full.at_time(work, t)
        evaluate(work.H, float(t), q)
        self.full.programs.reraise()
        return q

    def closure(self, t: float, z: Array) -> tuple[Array, Array]:
        """Return Phi and Phi_z."""
        q = self._at(t, z)
        linearise(self.work.H, float(t), q)
        J = dense_rows(self.full, self.work)[self.table_rows]
        return self.work.Phi[self.table_rows].copy(), J @ self.columns(z)

    def wanted(self, t: float, z: Array, rates: Sequence[Array]) -> Array:
        """Return the right side of the next derivative."""
        q, work, order = self._at(t, z), self.work, len(rates) + 1
        linearise(work.H, float(t), q)
        V = self.motion(z, [*rates, np.zeros(len(self.rate_parts))])
        for n in range(1, order + 1):
            move_features(work.bodies, work.features, q, V, n, work.X)
        rates_wanted(work.H, float(t), order)
        self.full.programs.reraise()
        return np.array(work.rhs[self.table_rows])


class ReferenceCoordinates(OnBodyRows):
    """Poses of the bodies, centre of mass and Euler parameters; velocities are twists, so that T = 1."""

    def __init__(self, plan: Plan) -> None:
        self.plan = self.full = plan
        self.work = plan.bundle()
        self.table_rows = plan.position_in_table
        self.words = list(equation_meanings(plan))
        self.row_degrees = np.array([e.is_length for e in plan.equations], int)
        bodies = [solid.name for solid in plan.resolved.solids]
        self.names = [f"{body}.{part}" for body in bodies for part in ("x", "y", "z", "e0", "e1", "e2", "e3")]
        self.rate_names = list(coordinate_names(plan))
        self.parts = [SHIFT, SHIFT, SHIFT, TURN, TURN, TURN, TURN] * len(bodies)
        self.rate_parts = ([SPEED, SPEED, SPIN] if plan.freedoms == 3 else [SPEED] * 3 + [SPIN] * 3) * len(bodies)
        self.units = plan.units * plan.length

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return poses and twists as they are, one after another."""
        return q.ravel().copy(), freedoms_of(V, self.full.freedoms)

    def bodies(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7) and twists (bodies, 6)."""
        return z.reshape(-1, 7), twists_of(v, self.full.freedoms)

    def moved(self, z: Array, dz: Array) -> Array:
        """Return poses moved along twists."""
        return moved(z.reshape(-1, 7), dz, self.full.freedoms).ravel()

    def columns(self, z: Array) -> Array:
        """Return the unit matrix: velocities are twists."""
        return np.eye(len(self.rate_parts))

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return the unit matrix and no bias."""
        return self.columns(z), np.zeros(len(self.rate_parts))

    def motion(self, z: Array, rates: Sequence[Array]) -> Array:
        """Return twists and their derivatives (bodies, 3, 6)."""
        V = np.zeros((len(self.full.resolved.solids), 3, 6))
        for n, rate in enumerate(rates):
            V[:, n] = twists_of(rate, self.full.freedoms)
        return V
