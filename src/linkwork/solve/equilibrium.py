"""Static equilibrium: positions in which a mechanism stays at rest under its forces.

With N the motions that the rows allow and F the forces on the bodies, a position at rest is in balance where
N^T F = 0 (virtual work). The reduced stiffness K = -N^T dF, dF the change of F along N with the multipliers held, tells
Newton's step K p = N^T F, and in its eigenvalues whether the position is stable. Where K is not positive the step goes
down the hill instead: along each of its directions with the absolute value of the stiffness there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..coordinates.angles import nearest_turn
from ..coordinates.plan import plan_of
from ..coordinates.rank import null_space
from ..errors import ModelError, MotionError
from ..formulations.poses import moved
from ..results.equilibrium import Equilibrium
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly, assemble
from .masses import check_masses
from .simulate import simulate
from .start import Start, consistent_start
from .tangents import StateTangents

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

LIMIT = 300
"""Most steps."""

FARTHEST = 0.3
"""Longest step: turns [rad], and shifts as a share of the mechanism's size."""

BALANCED = 1e-12
"""Force left over, as a share of the forces that act, that counts as none."""

ACROSS = 1e-2
"""Share with which forces count that joints take up."""

INDIFFERENT = 1e-9
"""Stiffness in a direction, as a share of that which the forces at hand would give, that counts as none."""


def equilibrium(
    plan: Plan,
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
    *,
    search: str = "stable",
) -> Equilibrium:
    """Find a position of static equilibrium.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    at : Start, Assembly, Motion or array, optional
        Where to begin: as in `linearise`. Default: where the hints put the mechanism.
    t : float
        Time at which forces and drivers are read [s].
    search : str
        ``"stable"``: down the hill from there, to a stable position; ``"nearest"``: by Newton's steps to the nearest
        position of balance, stable or not.

    Returns
    -------
    Equilibrium

    Raises
    ------
    MotionError
        When none is found: the sentence says which motion is pushed by which force.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> round(m.equilibrium().motion.measure("pin.angle").values[0, 0], 9)
    -1.570796327
    """
    if search not in ("stable", "nearest"):
        raise ModelError(f"search is 'stable' or 'nearest', not {search!r}.")
    check_masses(plan)
    held = _held(plan, float(t))
    begin = consistent_start(held, float(t), at)
    return _Search(held, begin, float(t), search == "nearest").result()


def _held(plan: Plan, t: float) -> Plan:
    """Return the plan with every driver held at its value at time t."""
    if not plan.model.drivers:
        return plan
    values, model = plan.function_values(t), plan.model.without_drivers()
    for driver in plan.model.drivers.values():
        model.drive(driver.quantity, float(values[driver.name][0]))
    return plan_of(model)


class _Search:
    """A search for a position of equilibrium."""

    def __init__(self, plan: Plan, begin: Start, t: float, nearest: bool) -> None:
        self.plan, self.begin, self.t, self.nearest = plan, begin, t, nearest
        self.units = np.sqrt(plan.weight).ravel()
        self.steps = 0
        self._look(begin.poses, begin.angles(plan))

    def _look(self, poses: Array, near: Array) -> None:
        """Find forces and allowed motions at a position."""
        self.poses = poses
        self.here = StateTangents(self.plan, poses, np.zeros((len(poses), 6)), self.t, near, static=True)
        counted, wrapped = self.here.work.soft >= 0.0, [i for i, _ in self.plan.counted]
        self.near = near.copy()
        self.near[wrapped] = nearest_turn(self.here.work.M[wrapped, 0], near[wrapped])
        J = self.here.terms.J[counted]
        self.N = self.units[:, None] * null_space(J * self.units)
        force = self.here.terms.force
        self.push = self.N.T @ force
        # forces that act along the motions; where none does, what rounding leaves of the others is no force
        self.size = float((np.abs(self.N.T) @ np.abs(force)).sum() + ACROSS * np.linalg.norm(self.units * force))

    def stiffness(self) -> Array:
        """Return the reduced stiffness."""
        return -self.N.T @ self.here.along(self.N, np.zeros_like(self.N)).forces

    @property
    def open(self) -> float:
        """What is left of the balance, as a share of the forces that act."""
        return float(np.abs(self.push).max(initial=0.0)) / max(self.size, 1e-300)

    def _step(self, K: Array) -> Array:
        """Return the displacement wanted, along N."""
        if self.nearest:
            return np.asarray(np.linalg.lstsq(K, self.push, rcond=1e-12)[0])
        values, vectors = np.linalg.eigh(0.5 * (K + K.T))
        parts, floor = vectors.T @ self.push, 1e-3 * max(self.size, 1e-300)
        if values.min(initial=0.0) > 1e-9 * np.abs(values).max(initial=0.0):
            return np.asarray(np.linalg.solve(K, self.push))
        return np.asarray(vectors @ (parts / np.maximum(np.abs(values), floor)))

    def _limited(self, p: Array) -> Array:
        """Return a step no longer than the longest."""
        x = self.N @ p
        d = self.plan.freedoms
        parts = np.abs(x.reshape(-1, d))
        shifts = 2 if d == 3 else 3
        longest = max(parts[:, :shifts].max(initial=0.0) / self.plan.length, parts[:, shifts:].max(initial=0.0))
        return p * min(1.0, FARTHEST / longest) if longest > 0.0 else p

    def _moved(self, x: Array) -> Array:
        return assemble(self.plan, self.t, start=moved(self.poses, x, self.plan.freedoms)).poses

    def go(self) -> bool:
        """Go to a position of equilibrium; return whether one was found."""
        best = np.inf
        for _ in range(LIMIT):
            K = self.stiffness()
            if self.open <= BALANCED and self.open >= 0.5 * best:
                return True
            best = min(best, self.open)
            p = self._limited(self._step(K))
            if not self._take(p):
                return self.open <= 1e3 * BALANCED
            self.steps += 1
        return False

    def _take(self, p: Array) -> bool:
        """Take a step, shortened where the force along it turns against it as strongly as it pushed before."""
        before, x, near, poses = float(self.push @ p), self.N @ p, self.near, self.poses
        if not before > 0.0 and not self.nearest:
            return False
        for _ in range(30):
            self._look(self._moved(x), near)
            after = float((self.N @ np.linalg.lstsq(self.N, x, rcond=None)[0]) @ self.here.terms.force)
            if self.nearest or after > -0.9 * before or self.open <= BALANCED:
                return True
            x = 0.5 * x
            self.poses = poses
            before *= 0.5
        return False

    def result(self) -> Equilibrium:
        found = self.go()
        if not found:
            raise MotionError(self._failure())
        start = replace(consistent_start(self.plan, self.t, self.poses), twists=np.zeros((len(self.poses), 6)))
        K = self.stiffness()
        values = np.asarray(np.linalg.eigvalsh(0.5 * (K + K.T)), np.float64)
        return Equilibrium(
            name=self.plan.name,
            kind=_kind(values, self.size),
            motion=simulate(self.plan, [self.t], start=start),
            start=start,
            stiffness=values,
            open=self.open,
            steps=self.steps,
        )

    def _failure(self) -> str:
        """Return the sentence of a search that found nothing: which motion is pushed."""
        k = int(np.argmax(np.abs(self.push))) if self.push.size else 0
        x = (self.N @ self.push).reshape(-1, self.plan.freedoms)
        moving = [
            s.name for b, s in enumerate(self.plan.resolved.solids) if np.abs(x[b]).max() > 1e-3 * np.abs(x).max()
        ]
        return (
            f"'{self.plan.name}': no position of equilibrium was found in {self.steps} steps; a force of "
            f"{abs(self.push[k]):.4g} N (or N m) still pushes {quoted(moving)}. Is there a force or a stop that holds "
            f"this motion? Place the bodies nearer to where they should rest, or try search='nearest'."
        )


def _kind(values: Array, size: float) -> str:
    """Return what a position of equilibrium is, by its stiffnesses."""
    scale = INDIFFERENT * max(size, float(np.abs(values).max(initial=0.0)))
    if (values < -scale).any():
        return "unstable"
    return "indifferent" if (values <= scale).any() else "stable"
