"""Natural coordinates: basic points and unit vectors shared between bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np

from ..arrays import Array
from ..coordinates.natural import Natural
from ..coordinates.natural_rows import KeptRows, RigidRows, Rows, baumgarte
from .base import SHIFT, SPEED, SPIN, TURN, Options, formulation
from .on_coordinates import Coordinates
from .on_natural import OnNatural
from .terms import Terms, body_terms

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import Gauge


class NaturalCoordinates(Coordinates):
    """Natural coordinates of a plan and their equations of motion, M z'' = Q + J^T lam with a constant M.

    Attributes
    ----------
    natural : Natural
        Which points and vectors, and what follows from them.
    words : list of str
        What each equation keeps: rigid-body conditions first, then the equations of joints and drivers that are left.
    needed : int
        Number of equations counted as by hand; see `Natural.needed`.
    firsts : array of int
        The first row of every condition: the components of one vector are weighed alike.

    Examples
    --------
    >>> from linkwork import gallery
    >>> from linkwork.formulations.natural import NaturalCoordinates
    >>> model = gallery.get("four-bar", driven=False)
    >>> z = NaturalCoordinates(model.plan())
    >>> z.names
    ['B.x', 'B.y', 'C.x', 'C.y']
    >>> position, rate = z.of_bodies(model.assemble().motion.poses[0], 0 * model.assemble().motion.poses[0, :, :6])
    >>> z.rows(0.0, position, rate).J.shape
    (3, 4)
    """

    def __init__(self, plan: Plan, measured: tuple[tuple[str, Gauge], ...] = (), massive: bool = True) -> None:
        self.plan = plan
        self.natural, self._rigid, self._kept = _geometry(plan, measured, massive)
        self.names = list(self.natural.names)
        self.parts = [TURN if p else SHIFT for p in self.natural.parts]
        self.rate_parts = [SPIN if p else SPEED for p in self.natural.parts]
        self.words = [*self._rigid.words, *self._kept.words]
        self.needed = self.natural.needed + len(self.natural.kept)
        self.reach = np.where(np.array(self.natural.parts, bool), 1.0, plan.length)
        kept = np.array([plan.equations[i].is_length for i in self.natural.kept], int)
        self.row_degrees = np.append(self._rigid.degrees, kept)
        self.firsts = np.append(self._rigid.firsts, len(self._rigid.degrees) + np.arange(len(kept)))
        self.units = self.reach
        self.use(plan.bundle())

    def use(self, work: Bundle) -> None:
        """Take the work arrays of a run."""
        self.work = work
        self.near = work.q.copy()

    @property
    def M(self) -> Array:
        """The constant mass matrix, shape (n, n)."""
        return self.natural.M

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return z and z' of the bodies' poses (bodies, 7) and twists (bodies, 6)."""
        return self.natural.of_bodies(q, V)

    def bodies(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7) and twists (bodies, 6)."""
        q, V = self.natural.carried.bodies(z, v, self.near)
        self.near = q
        return q, V

    def rows(self, t: float, z: Array, v: Array) -> Rows:
        """Return all constraint equations at time t [s] with Jacobian and right sides."""
        rigid = self._rigid.evaluate(z, v).stabilised(*baumgarte(self.work))
        rows = rigid.then(self._kept.evaluate(self.work, t, z, v))
        return rows.without_rounding(self.reach, self.row_sizes[: len(rows.Phi)])

    def begin_at(self, poses: Array) -> None:
        """Take the poses from which signs of Euler parameters and spins of bars are followed."""
        self.near = poses.copy()

    def closure(self, t: float, z: Array) -> tuple[Array, Array]:
        """Return Phi and Phi_z, those of points and vectors where they are, together or not."""
        rows = self.rows(t, z, np.zeros_like(z))
        return rows.Phi, rows.J

    def wanted(self, t: float, z: Array, rates: Sequence[Array]) -> Array:
        """Return the right side of the next derivative."""
        if not rates:
            return -self.rows(t, z, np.zeros_like(z)).slip
        rows = self.rows(t, z, rates[0])
        if len(rates) == 1:
            return rows.gamma
        return np.where(rows.J.any(axis=1), self._third(t, rates[0], rates[1]), 0.0)

    def _third(self, t: float, v: Array, a: Array) -> Array:
        """Return the right side of the third derivatives at the state of the last `rows`."""
        return np.concatenate([self._rigid.third(v, a), self._kept.third(self.work, t, a)])

    def motion(self, z: Array, rates: Sequence[Array]) -> Array:
        """Return twists, accelerations and jerk (bodies, 3, 6)."""
        return self.natural.carried.motion(z, rates, self.near)

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return T and bias of the twists of the bodies."""
        return self.natural.carried.twist_map(z, v, self.near)

    def terms(self, t: float, z: Array, v: Array) -> Terms:
        """Return the terms of the equations of motion; no force is quadratic in velocities, for M is constant."""
        self.work.q[:], self.work.V[:, 0] = self.bodies(z, v)
        bodies = body_terms(self.plan, self.work, t)
        rows, (T, bias) = self.rows(t, z, v), self.twist_map(z, v)
        Q = T.T @ bodies.applied.ravel()
        return Terms(self.M, Q, rows.J, rows.Phi, rows.slip, rows.gamma, T, bias, bodies)


def _geometry(
    plan: Plan, measured: tuple[tuple[str, Gauge], ...], massive: bool
) -> tuple[Natural, RigidRows, KeptRows]:
    """Return points, vectors and equations of a plan, chosen once."""
    key = ("natural", measured, massive)
    if key not in plan.cache:
        natural = Natural(plan, measured, massive)
        plan.cache[key] = natural, RigidRows(natural.conditions, natural.dim, natural.n), KeptRows(natural)
    return cast("tuple[Natural, RigidRows, KeptRows]", plan.cache[key])


@formulation("natural")
class NaturalFormulation(OnNatural):
    """Basic points and unit vectors shared between bodies, constant mass matrix, quadratic rigid-body conditions.

    Natural-coordinate chapter, examples 3.1 to 3.14; accelerations by (3.32), projected on the allowable motions.
    """

    WORDS: ClassVar[str] = "natural coordinates: points and unit vectors that bodies share"

    def __init__(self, plan: Plan, options: Options) -> None:
        super().__init__(plan, options)
        self.coordinates = NaturalCoordinates(plan)
