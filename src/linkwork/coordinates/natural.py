"""Natural coordinates: the Cartesian components of basic points and unit vectors.

z lists the components of the points and vectors that `natural_elements` chose. Every point and vector of a body is
a linear combination of them with constant coefficients (`natural_frames`), the mass matrix is constant (`natural_mass`)
and the rigid-body conditions are quadratic or linear (`natural_rigid`). García de Jalón and Bayo, *Kinematic and
Dynamic Simulation of Multibody Systems* (1994).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.rotation import matrices
from ..model.equations import Gauge, Site
from .natural_elements import Elements
from .natural_layout import Layout, Linear
from .natural_mass import body_mass
from .natural_motion import FrameMotion
from .natural_rigid import Condition, conditions

if TYPE_CHECKING:
    from .plan import Plan


class Natural:
    """The geometry of a mechanism in natural coordinates.

    `measured` are quantities, by name, that shall follow from the coordinates although no equation needs them. Points
    and vectors come from the joints alone; those that a constant mass matrix needs as well come with `massive`.

    Attributes
    ----------
    names : list of str
        Of the coordinates, "A.x" for the point of joint A, "uA.x" for the unit vector along its axis.
    n : int
        Number of coordinates.
    conditions : list of Condition
        The rigid-body conditions.
    kept : array of int
        Numbers of the equations of joints and drivers that sharing points and vectors does not fulfil.
    M : array, shape (n, n)
        The mass matrix; zero where bodies have no mass, and not a number where points and vectors do not carry it.

    Examples
    --------
    >>> from linkwork import gallery
    >>> from linkwork.coordinates.natural import Natural
    >>> natural = Natural(gallery.get("four-bar", driven=False).plan())
    >>> natural.names
    ['B.x', 'B.y', 'C.x', 'C.y']
    >>> [condition.kind for condition in natural.conditions]
    ['distance', 'distance', 'distance']
    """

    def __init__(self, plan: Plan, measured: Sequence[tuple[str, Gauge]] = (), massive: bool = True) -> None:
        self.plan = plan
        self.elements = Elements(plan, measured, massive)
        self.layout = Layout(self.elements)
        self.dim, self.n, self.names = self.layout.dim, self.layout.n, self.layout.names
        self.conditions: list[Condition] = conditions(self.elements, self.layout)
        self.kept = np.array(self.elements.kept, np.int64)
        self.carried = FrameMotion(self.layout, self.elements.frames, [s.com for s in plan.resolved.solids])

    @property
    def parts(self) -> list[int]:
        """Kind of each coordinate: 0 a length, 1 a component of a unit vector."""
        return [int(self.elements.items[i].vector) for i in self.layout.moving for _ in range(self.dim)]

    @property
    def needed(self) -> int:
        """Number of rigid-body conditions counted as by hand: without those that follow from the same body's others."""
        return sum(c.needed for c in self.conditions)

    @cached_property
    def M(self) -> Array:
        """The constant mass matrix."""
        M = np.zeros((self.n, self.n))
        for b, frame in enumerate(self.elements.frames):
            parts = [self.layout.element(frame.origin), *(self.layout.direction(d) for d in frame.base)]
            Y = np.concatenate([part.A for part in parts])
            if self.elements.carries(b, frame):
                M += Y.T @ body_mass(self.plan, b, frame) @ Y
            else:
                moved = np.flatnonzero(Y.any(axis=0))
                M[np.ix_(moved, moved)] = np.nan
        return M

    def feature(self, site: Site) -> Linear:
        """Return a point or vector of a body or of the ground; its part in the span where it lies out of it."""
        at = self.elements.flat(site.xyz)
        if site.body < 0:
            return Linear(np.zeros((self.dim, self.n)), at)
        frame = self.elements.frames[site.body]
        return self.layout.vector(frame, at) if site.vector else self.layout.point(frame, at)

    # ---- from bodies and to bodies -------------------------------------------------------------

    def of_bodies(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return z and z' of poses (bodies, 7) and twists (bodies, 6)."""
        z, v = np.zeros(self.n), np.zeros(self.n)
        axes = list(matrices(q[:, 3:] / np.linalg.norm(q[:, 3:], axis=1, keepdims=True)))
        for i in self.layout.moving:
            item, at = self.elements.items[i], slice(self.layout.starts[i], self.layout.starts[i] + self.dim)
            b, local = next(iter(item.sites.items()))
            arm = np.zeros(3)
            arm[: self.dim] = local if item.vector else local - self.plan.resolved.solids[b].com[: self.dim]
            arm = axes[b] @ arm
            place, rate = arm, np.cross(V[b, 3:], arm)
            if not item.vector:
                place, rate = place + q[b, :3], rate + V[b, :3]
            z[at], v[at] = place[: self.dim], rate[: self.dim]
        return z, v
