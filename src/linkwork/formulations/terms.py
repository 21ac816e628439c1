"""The terms of the equations of motion at one state, as plain matrices.

`BodyTerms` are those of free bodies and all rows, in reference-point coordinates; the kernels evaluate them.
`Terms` are those of one choice of coordinates z with velocities v:

    M v' = Q + J^T lam,   J v' = gamma,   Phi = 0,   J v = nu,   twists of the bodies t = T v,  t' = T v' + bias.

A twist is the velocity of the centre of mass and the angular velocity, ground axes, d = 6 numbers a body (in the
plane 3: x, y, turn). Rows stand in the order of the plan's table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of, shift_count
from ..base.rotation import matrices
from ..coordinates.rank import solve_min_norm
from ..kernels.compiler.stages import direct
from ..kernels.dynamics.dynamics import accelerate, appraise
from ..kernels.kinematics.motion import evaluate, linearise, set_time

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle


EXACT = 1e-12
"""What is left of the forces on a body, relative to their sum, that needs no correction."""


@dataclass(frozen=True)
class BodyTerms:
    """Masses, forces and rows of the bodies at one state.

    Attributes
    ----------
    q : array, shape (bodies, 7)
        Centres of mass and Euler parameters.
    V : array, shape (bodies, 6)
        Velocities of the centres of mass, angular velocities, ground axes.
    mass : array, shape (bodies, d, d)
        Mass matrix of each body about its centre of mass, ground axes.
    applied : array, shape (bodies, d)
        Forces and moments about the centres of mass: loads and weights.
    gyroscopic : array, shape (bodies, d)
        -w x I w in space, zero in the plane.
    J : array, shape (rows, bodies * d)
    Phi, slip, gamma : array, shape (rows,)
        Residuals of position and of velocity, right side of the accelerations.
    scale : array, shape (rows,)
        What makes residuals of lengths and of angles comparable: 1 / length [1/m], 1.
    units : array, shape (bodies * d,)
        What makes shifts and turns comparable: 1, 1 / radius [1/m].
    """

    q: Array
    V: Array
    mass: Array
    applied: Array
    gyroscopic: Array
    J: Array
    Phi: Array
    slip: Array
    gamma: Array
    scale: Array
    units: Array

    @property
    def force(self) -> Array:
        """Applied and gyroscopic forces of all bodies, shape (bodies * d,)."""
        return np.asarray((self.applied + self.gyroscopic).ravel())

    def times_mass(self, motion: Array) -> Array:
        """Return the mass matrix of all bodies times (bodies * d, ...) twists or their rates."""
        count, d, _ = self.mass.shape
        product = np.einsum("bij,bj...->bi...", self.mass, motion.reshape(count, d, *motion.shape[1:]))
        return np.asarray(product.reshape(motion.shape))

    @property
    def mass_matrix(self) -> Array:
        """Mass matrix of all bodies, shape (bodies * d, bodies * d)."""
        return block_diagonal(self.mass)

    @property
    def twists(self) -> Array:
        """Twists of all bodies, shape (bodies * d,)."""
        return freedoms_of(self.V, self.mass.shape[1])

    def allowed(self, R: Array, Sc: Array) -> tuple[Array, Array]:
        """Return z'' and the accelerations a = R z'' + S c of the bodies, with R^T M R z'' = R^T (Q - M S c)."""
        z = np.asarray(np.linalg.solve(*reduced_to(R, Sc, self.times_mass, self.force)), np.float64)
        return z, np.asarray(R @ z + Sc)

    def multipliers(self, acceleration: Array) -> Array:
        """Return the multipliers of all rows that go with accelerations (bodies * d,) of the bodies.

        What is left of Newton's and Euler's equations are the forces of the joints: J^T lam = M a - force. Where rows
        are redundant the smallest multipliers are returned: (length x force)^2 and moment^2 are least.
        """
        wrench = self.times_mass(acceleration) - self.force
        return solve_min_norm(self.J.T, wrench, self.units, self.scale) if len(self.J) else np.zeros(0)

    def balanced(self, acceleration: Array, lam: Array) -> Array:
        """Return multipliers changed by the least that balances every body to the rounding of its own forces.

        Rounding of accelerations times a penalty is in multipliers that come from one.
        """
        if not len(lam):
            return lam
        inertial, given = self.times_mass(acceleration), self.force
        for _ in range(2):
            rest = inertial - given - self.J.T @ lam
            terms = np.abs(inertial) + np.abs(given) + np.abs(self.J.T) @ np.abs(lam)
            if not (np.abs(rest) > EXACT * terms).any():
                break
            lam = lam + solve_min_norm(self.J.T, rest, self.units, self.scale)
        return lam


def block_diagonal(blocks: Array) -> Array:
    """Return the matrix (bodies * d, bodies * d) with blocks (bodies, d, d) on its diagonal."""
    count, d, _ = blocks.shape
    matrix = np.zeros((count, d, count, d))
    matrix[np.arange(count), :, np.arange(count), :] = blocks
    return matrix.reshape(count * d, count * d)


def reduced_to(R: Array, Sc: Array, times_mass: Callable[[Array], Array], force: Array) -> tuple[Array, Array]:
    """Return R^T M R and R^T (Q - M S c): M a = Q + J^T lam in the motions a = R z'' + S c that J a = gamma allows."""
    return np.asarray(R.T @ times_mass(R)), np.asarray(R.T @ (force - times_mass(Sc)))


def body_terms(plan: Plan, work: Bundle, t: float) -> BodyTerms:
    """Return the terms at the pose work.q and the velocity work.V[:, 0]; raises what a user's function raised."""
    direct(accelerate)(work.H, float(t))
    plan.programs.reraise()
    appraise(work.H, float(t))
    q, V = work.q.copy(), work.V[:, 0].copy()
    mass, gyroscopic = body_masses(plan, q, V)
    applied = work.force - gyroscopic
    gravity = plan.tables["gravity"]
    shifts = shift_count(plan.freedoms)
    applied[:, :shifts] += plan.tables["masses"]["mass"][:, None] * gravity[:shifts]
    gamma = np.where(work.soft < 0.0, 0.0, work.rhs)
    residuals = work.Phi.copy(), work.y.copy(), gamma
    units = plan.tables["rows"]["scale"], plan.units
    return BodyTerms(q, V, mass, applied, gyroscopic, dense_rows(plan, work), *residuals, *units)


def body_masses(plan: Plan, q: Array, V: Array) -> tuple[Array, Array]:
    """Return mass matrices (bodies, d, d) in ground axes and gyroscopic moments (bodies, d)."""
    table, d = plan.tables["masses"], plan.freedoms
    mass, gyroscopic = np.zeros((len(q), d, d)), np.zeros((len(q), d))
    if d == 3:
        mass[:, 0, 0] = mass[:, 1, 1] = table["mass"]
        mass[:, 2, 2] = table["inertia"][:, 2, 2]
        return mass, gyroscopic
    mass[:, [0, 1, 2], [0, 1, 2]] = table["mass"][:, None]
    R = matrices(q[:, 3:] / np.linalg.norm(q[:, 3:], axis=1, keepdims=True))
    inertia = R @ table["inertia"] @ R.transpose(0, 2, 1)
    mass[:, 3:, 3:] = inertia
    gyroscopic[:, 3:] = np.cross(np.einsum("bij,bj->bi", inertia, V[:, 3:]), V[:, 3:])
    return mass, gyroscopic


def rows_at(plan: Plan, work: Bundle, t: float, q: Array) -> tuple[Array, Array]:
    """Return the residuals and the Jacobian of all rows at poses q: see `dense_rows`."""
    set_time(work.H, float(t))
    evaluate(work.H, float(t), q)
    linearise(work.H, float(t), q)
    return work.Phi.copy(), dense_rows(plan, work)


def dense_rows(plan: Plan, work: Bundle) -> Array:
    """Return the Jacobian of all rows by the twists of the bodies, (rows, bodies * d); rows that do not count are zero.

    Those are the rows of open contacts and sliding joints.
    """
    dense = every_row(plan, work)
    dense[work.soft < 0.0] = 0.0
    return dense


def every_row(plan: Plan, work: Bundle) -> Array:
    """Return the Jacobian of all rows, also of those that do not count, (rows, bodies * d), from its blocks."""
    dense = np.zeros((len(plan.equations) * len(plan.resolved.solids), plan.freedoms))
    dense[plan.block_places] = work.J
    return dense.reshape(len(plan.equations), plan.coordinates)


@dataclass(frozen=True)
class Terms:
    """The equations of motion in one choice of coordinates; see the head of this file.

    Attributes
    ----------
    M : array, shape (n, n)
    Q : array, shape (n,)
        Generalised forces with the terms quadratic in velocities.
    J : array, shape (m, n)
    Phi, slip, gamma : array, shape (m,)
        Residuals of position and of velocity (J v - nu), right side of the accelerations.
    T : array, shape (bodies * d, n)
    bias : array, shape (bodies * d,)
    bodies : BodyTerms
    """

    M: Array
    Q: Array
    J: Array
    Phi: Array
    slip: Array
    gamma: Array
    T: Array
    bias: Array
    bodies: BodyTerms
