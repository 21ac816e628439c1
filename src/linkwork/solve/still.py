"""A position at rest: the forces that push the motions that joints allow, and the stiffness against them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ..arrays import Array
from ..base.poses import shift_count
from ..coordinates.plan import Plan
from ..coordinates.rank import allowed_motions
from ..kernels.tangents.reducing import ACROSS
from .sliding import Inclined, Slip
from .tangents import Parts, StateTangents
from .watching import check_directed

YIELDING = 1e-3
"""Share of the mechanism's size: the forces of such a displacement count too."""

INDIFFERENT = 1e-9
"""Stiffness in a direction, as a share of that which the forces at hand would give over the size of the mechanism, that
counts as none."""


LOST = 1e-13
"""Stiffness beside a larger one, as a share of it, that rounding takes."""

HARD = 1e3
"""Forces of such a displacement, as a multiple of those that act, from which on stiffness is looked at closely."""


class Still:
    """Forces and allowed motions at a position.

    Parameters
    ----------
    plan : Plan
    poses : array, shape (bodies, 7)
        In which the joints are closed.
    t : float
        [s]
    near : array
        Angles of the plan's gauges over full turns [rad].
    slips : mapping of str to Slip
        Contacts that slide, by the names of their joints; the plan has their rows of rolling.

    Attributes
    ----------
    onward : array, shape (k, bodies * d)
        Gradients of what does not fall while contacts stick or slide on.
    N : array, shape (bodies * d, freedoms)
        Motions that the joints allow, of size one in units that make shifts and turns comparable.
    push : array, shape (freedoms,)
        Forces along them.
    K : array, shape (freedoms, freedoms)
        Their stiffness, the change of -push with displacements. It is symmetric where the forces have a potential.
    size : float
        Of the forces that act, and of those of a small displacement.
    acting : float
        Of the forces that act alone.
    """

    def __init__(
        self, plan: Plan, poses: Array, t: float, near: Array, slips: Mapping[str, Slip] = MappingProxyType({})
    ) -> None:
        self.plan, self.poses = plan, poses
        self.here = StateTangents(plan, poses, np.zeros((len(poses), 6)), t, near, static=True)
        counted, units = self.here.work.soft >= 0.0, plan.units
        self.near = self.here.turns(near)
        terms, force = self.here.terms, self.here.terms.force
        inclined = Inclined(plan, terms.J, slips)
        self.N, self.onward = allowed_motions(terms.J[counted & inclined.holds], units), inclined.onward
        self._idle = inclined.idle(self.N, units) if slips else self.N
        if slips:
            self.here.lam[:] = self.here.work.lam[:] = inclined.multipliers(force, units, terms.scale)
        self.push = self._idle.T @ force
        self.K = -self._idle.T @ self.here.along(self.N, np.zeros_like(self.N)).forces
        check_directed(plan, self.here.work, t, self.here.parts)
        # forces that act along the motions; where none does, what rounding leaves of the others, or of a small
        # displacement, is no force
        self._across = float(ACROSS * np.linalg.norm(units * force))
        self._felt = self._gross()
        self.acting = self.size = float((np.abs(self.N.T) @ self._felt).sum()) + self._across
        self.size += YIELDING * plan.length * self._hardest()

    def _gross(self) -> Array:
        """Return the sizes of weights and loads on the bodies (bodies * d,), added up whatever their signs.

        A spring that balances a weight does not make either of them nothing.
        """
        weights, shifts = np.zeros((len(self.poses), self.plan.freedoms)), shift_count(self.plan.freedoms)
        weights[:, :shifts] = self.here.work.masses["mass"][:, None] * self.plan.tables["gravity"][:shifts]
        found = np.abs(weights).ravel()
        for i in range(len(self.plan.loads)):
            found += np.abs(self.here.work.values[i] * self.here.unit_load([i]))
        return found

    def _hardest(self) -> float:
        """Return the largest stiffness; where it is far above the forces that act, that of the force laws alone.

        Next to a singular position multipliers grow without an end, and what they do to K is no stiffness of anything.
        """
        found = float(np.abs(self.K).max(initial=0.0))
        if YIELDING * self.plan.length * found <= HARD * self.size:
            return found
        work = self.here.work
        lam, work.lam[:] = work.lam.copy(), 0.0
        laws = Parts(self.plan, work).find(self.here.t).along(self.N, np.zeros_like(self.N)).forces
        work.lam[:] = lam
        return min(found, float(np.abs(self.N.T @ laws).max(initial=0.0)))

    @property
    def open(self) -> float:
        """What is left of the balance along each direction of the stiffness, as a share of the forces that act there.

        A stiff spring elsewhere does not make what is left along a soft direction small.
        """
        values, vectors = self.directions
        hardest = float(np.abs(values).max(initial=0.0))
        acting = np.abs((self.N @ vectors).T) @ self._felt + self._across
        yielding = YIELDING * self.plan.length * (np.abs(values) + LOST * hardest)
        sizes = np.maximum(np.minimum(acting + yielding, self.size), 1e-300)
        return float((np.abs(vectors.T @ self.push) / sizes).max(initial=0.0))

    @property
    def nothing(self) -> float:
        """Stiffness that counts as none [N/m]: beside that which the forces at hand would give, and the largest."""
        hardest = float(np.abs(self.K).max(initial=0.0))
        return max(INDIFFERENT * self.acting / self.plan.length, 10.0 * LOST * hardest)

    @property
    def conservative(self) -> bool:
        """Whether the forces have a potential next to this position: following loads, lift and sliding have none."""
        return not len(self.onward) and float(np.abs(self.K - self.K.T).max(initial=0.0)) <= self.nothing

    @cached_property
    def directions(self) -> tuple[Array, Array]:
        """Stiffnesses across whose directions no other stiffness acts, of the symmetric part, and these directions."""
        values, vectors = np.linalg.eigh(0.5 * (self.K + self.K.T))
        return np.asarray(values), np.asarray(vectors)

    def stiffness(self, motions: Array) -> Array:
        """Return the reduced stiffness along allowed motions (bodies * d, k)."""
        return -motions.T @ self.here.along(motions, np.zeros_like(motions)).forces

    @cached_property
    def stiffnesses(self) -> Array:
        """Eigenvalues of the reduced stiffness, their real parts, lowest first."""
        return self.directions[0] if self.conservative else np.sort(np.linalg.eigvals(self.K).real)

    @property
    def inertia(self) -> Array:
        """Mass matrix of the allowed motions (freedoms, freedoms)."""
        return np.asarray(self._idle.T @ self.here.terms.times_mass(self.N))

    @property
    def damping(self) -> Array:
        """Their damping, the change of -push with velocities (freedoms, freedoms)."""
        return -self._idle.T @ self.here.along(np.zeros_like(self.N), self.N).forces
