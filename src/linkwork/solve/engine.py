"""The door from Python to the kernels: one set of argument types, names instead of indices."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.poses import moved
from ..base.rotation import matrix_quaternion, turned
from ..coordinates.plan import Plan
from ..coordinates.rank import solve_min_norm
from ..errors import LinkworkError
from ..formulations.terms import every_row
from ..kernels.geometry.measures import TILT
from ..kernels.kinematics.assembly import close
from ..kernels.kinematics.motion import evaluate, linearise
from ..kernels.kinematics.start import comply
from ..model.resolve import Resolved
from .contacts import contact_trouble

ROUNDING = 1e-15
"""Scaled residual that is rounding."""

REFINED = 3
"""Most steps by which closed positions are brought down to that."""


def scaled_jacobian(plan: Plan, q: Array, t: float) -> Array:
    """Return Phi_q with turns weighed by the size of the bodies, so that its columns compare."""
    return Engine(plan).jacobian(q, t) * plan.units


def poses_of(resolved: Resolved, positions: Array, axes: Array, centres: Array) -> Array:
    """Return poses (..., bodies, 7) of the centres of mass from positions and axes of the body origins.

    `centres` (..., bodies, 3) are the centres of mass in body axes.
    """
    q = np.concatenate([positions + turned(axes, centres), matrix_quaternion(axes)], axis=-1)
    if resolved.space.planar:
        q[..., [2, 4, 5]] = 0.0  # exactly in the plane: nothing would ever correct it
        q[..., 3:] /= np.sqrt((q[..., 3:] ** 2).sum(axis=-1, keepdims=True))
    return q


class Engine:
    """A plan with its work arrays."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.work = plan.bundle()
        self.iterations = 0
        self.factorisations = 0

    def residuals(self, q: Array, t: float) -> Array:
        """Return Phi(q, t) in the user's order of equations [m, rad]."""
        p, w = self.plan, self.work
        p.at_time(w, t)
        w.contacts[:] = np.nan  # of another position: they are looked for anew
        evaluate(w.H, float(t), q)
        p.programs.reraise()
        if not np.isfinite(w.Phi).all():
            bad = p.equations[int(p.order[np.flatnonzero(~np.isfinite(w.Phi))[0]])]
            if lost := contact_trouble(p, w):
                raise LinkworkError(f"At t = {t:g} s {lost}")
            raise LinkworkError(f"'{bad.owner}' gives no finite number at t = {t:g} s ({bad.meaning}).")
        return np.asarray(w.Phi[p.position_in_table])

    def jacobian(self, q: Array, t: float) -> Array:
        """Return Phi_q (equations, coordinates) in the user's order; coordinates body by body."""
        self.residuals(q, t)
        linearise(self.work.H, float(t), q)
        return every_row(self.plan, self.work)[self.plan.position_in_table]

    def close(
        self,
        q: Array,
        t: float,
        *,
        weight: Array | None = None,
        soft: Array | None = None,
        shift: Array | None = None,
        tol: float = 1e-12,
        patience: float = 1e-6,
        limit: int = 100,
    ) -> tuple[int, Array]:
        """Close the joints from pose q; return the kernel's status and the new pose.

        soft, shift : one entry an equation, in the user's order: weight 1/soft of its square;
        residual wanted instead of zero.
        """
        p, w = self.plan, self.work
        w.q[:] = q
        w.weight[:] = p.weight if weight is None else weight
        w.turning[:] = p.turning_of(w.weight)
        w.soft[:] = 1.0 if soft is None else soft[p.order]
        w.shift[:] = 0.0 if shift is None else shift[p.order]
        w.array("counts")[:], w.contacts[:] = 0, np.nan
        status = close(w.H, float(t), p.length, float(tol), patience, limit)
        w.shift[:] = 0.0
        p.programs.reraise()
        self.iterations += int(w.counts.iterations)
        self.factorisations += int(w.counts.factorisations)
        return int(status), w.q.copy()

    def refined(self, q: Array, t: float, shift: Array | float = 0.0) -> Array:
        """Return closed poses with residuals brought down to rounding.

        Next to singular positions a residual of the tolerance leaves forces open by some percent, and the normal
        equations of `close` have no digits left there: the matrix itself has.
        """
        share = np.sqrt(self.plan.weight).ravel()
        left = shift - self.residuals(q, t)
        for _ in range(REFINED):
            size = self.scaled(left).max(initial=0.0)
            if not size > ROUNDING:
                break
            step = solve_min_norm(self.jacobian(q, t), left, self.row_scale, share)
            nearer = moved(q, step, self.plan.freedoms)
            left = shift - self.residuals(nearer, t)
            if not self.scaled(left).max() < size:
                break
            q = nearer
        return q

    def comply(self, q: Array, t: float, x: Array, weight: Array) -> Array:
        """Return the displacement (bodies, d) that J x = -Phi allows at q, nearest to x in the metric 1 / weight."""
        p, w = self.plan, self.work
        w.q[:], w.x[:], w.weight[:] = q, x, weight
        w.turning[:] = p.turning_of(w.weight)
        w.soft[:] = 1.0
        comply(w.H, float(t), 0)
        p.programs.reraise()
        return w.x.copy()

    def opposed(self, q: Array, t: float) -> bool:
        """Return whether axes that must point the same way point opposite ways, where their tilt vanishes too."""
        self.residuals(q, t)
        tilts = self.work.measures[self.work.measures["kind"] == TILT]
        u, w = self.work.X[tilts["f0"], 0], self.work.X[tilts["f2"], 0]
        return bool((np.einsum("ij,ij->i", u, w) < 0).any())

    @property
    def row_scale(self) -> Array:
        """What makes rows comparable: lengths are taken relative to the mechanism's length scale."""
        return np.asarray(self.work.rows["scale"][self.plan.position_in_table])

    def scaled(self, residuals: Array) -> Array:
        """Return residuals made comparable."""
        return np.abs(residuals) * self.row_scale
