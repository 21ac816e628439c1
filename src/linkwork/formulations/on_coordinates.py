"""Formulations in coordinates of their own: natural, mixed, relative, independent ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..coordinates.rank import solve_min_norm
from .base import Interpreted
from .terms import Terms

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import Gauge


class Coordinates:
    """A choice of coordinates z with velocities v; one file each in `linkwork.coordinates`.

    Attributes
    ----------
    names : list of str
        Of the coordinates z.
    parts : list of int
        Kind of each coordinate: 0 a length, 1 an angle, Euler parameter or component of a unit vector.
    rate_parts : list of int
        Kind of each velocity: 2 a velocity, 3 an angular one.
    words : list of str
        What each equation keeps.
    units : array, shape (velocities,)
        What makes lengths and turns comparable: the mechanism's length [m], or 1.
    row_degrees : array of int, shape (m,)
        Residuals are lengths to this power: 1, 0 for angles, 2 for scalar products.
    work : Bundle
        Where equations are evaluated; its `near` counts full turns.
    """

    plan: Plan
    work: Bundle

    names: list[str]
    rate_names: list[str] = []  # noqa: RUF012  (where they are not those of the coordinates)
    parts: list[int]
    rate_parts: list[int]
    words: list[str]
    units: Array
    row_degrees: NDArray[np.int64]

    @cached_property
    def row_sizes(self) -> Array:
        """What residuals are measured against, shape (m,): the mechanism's size, its square, or 1."""
        return np.asarray(self.plan.length**self.row_degrees, float)

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return z and v of the bodies' poses (bodies, 7) and twists (bodies, 6)."""
        raise NotImplementedError

    def bodies(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return poses (bodies, 7) and twists (bodies, 6)."""
        raise NotImplementedError

    def rate(self, z: Array, v: Array) -> Array:
        """Return z'; v itself where coordinates are plain numbers."""
        return v

    def moved(self, z: Array, dz: Array) -> Array:
        """Return z moved by a small displacement in the sense of v."""
        return z + dz

    def begin_at(self, poses: Array) -> None:
        """Take the poses (bodies, 7) from which what the coordinates do not tell, the spin of a bar, is followed."""

    def expect(self, angles: Mapping[Gauge, float]) -> None:
        """Say near which values angles that are coordinates shall be taken [rad]: full turns count."""

    def closure(self, t: float, z: Array) -> tuple[Array, Array]:
        """Return the residuals Phi (m,) of positions and their Jacobian (m, velocities)."""
        raise NotImplementedError

    def wanted(self, t: float, z: Array, rates: Sequence[Array]) -> Array:
        """Return the right side (m,) of the derivative after those given: nu of v, gamma of v', and one more."""
        raise NotImplementedError

    def motion(self, z: Array, rates: Sequence[Array]) -> Array:
        """Return twists, accelerations and jerk (bodies, 3, 6) of the bodies for v, v' and v''."""
        raise NotImplementedError

    def twist_map(self, z: Array, v: Array) -> tuple[Array, Array]:
        """Return T (bodies * d, n) and the bias (bodies * d,) of t = T v, t' = T v' + bias."""
        raise NotImplementedError

    def terms(self, t: float, z: Array, v: Array) -> Terms:
        """Return the terms of the equations of motion."""
        raise NotImplementedError


def accelerations(terms: Terms) -> Array:
    """Return v' from the augmented system, with the smallest multipliers where rows are redundant.

    Velocities count in units that give all of them the same inertia, rows in the size of their gradients then. Those
    without inertia, angles that are coordinates as well, count as the heaviest do: equations fix them.
    """
    n, m, inertia = len(terms.Q), len(terms.gamma), np.diag(terms.M)
    largest = inertia.max(initial=1e-300)
    units = 1.0 / np.sqrt(np.where(inertia > 1e-12 * largest, inertia, largest))
    sizes = np.linalg.norm(terms.J * units, axis=1)
    rows = np.divide(1.0, sizes, out=np.ones(m), where=sizes > 0.0)
    system, both = np.block([[terms.M, terms.J.T], [terms.J, np.zeros((m, m))]]), np.concatenate([units, rows])
    return solve_min_norm(system, np.concatenate([terms.Q, terms.gamma]), both, both)[:n]


class OnCoordinates(Interpreted):
    """A formulation in coordinates of its own; it makes `coordinates` in `prepare` and may write its own `solve`."""

    coordinates: Coordinates

    def as_coordinates(self, work: Bundle) -> Coordinates:
        """Return the coordinates with their matrices."""
        self.install(work)
        return self.coordinates

    def solve(self, t: float, terms: Terms, v: Array) -> Array:
        """Return v'."""
        return accelerations(terms)

    @property
    def parts(self) -> list[int]:
        """Kinds of the components of the state."""
        return [*self.coordinates.parts, *self.coordinates.rate_parts]

    def _split(self, s: Array) -> tuple[Array, Array]:
        n = len(self.coordinates.parts)
        return s[:n].copy(), s[n:-1].copy()

    def unpack(self, s: Array) -> None:
        """Write the state to the bodies."""
        self.work.q[:], self.work.V[:, 0] = self.coordinates.bodies(*self._split(s))

    def pack(self, s: Array) -> None:
        """Write the bodies to the state."""
        s[:-1] = np.concatenate(self.coordinates.of_bodies(self.work.q, self.work.V[:, 0]))

    def rates(self, t: float, s: Array, k: Array) -> None:
        """Write velocities and accelerations in these coordinates."""
        z, v = self._split(s)
        terms = self.coordinates.terms(t, z, v)
        a = self.solve(t, terms, v)
        motion = terms.T @ a + terms.bias
        self.work.q[:], self.work.V[:, 0] = terms.bodies.q, terms.bodies.V
        self.note(motion, terms.bodies.multipliers(motion))
        self.work.rhs[:] = terms.bodies.gamma  # the look back is at the bodies, whatever these coordinates left there
        k[:-1] = np.concatenate([self.coordinates.rate(z, v), a])
