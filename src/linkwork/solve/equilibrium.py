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

from ..arrays import Array
from ..base.poses import largest, moved, shift_count
from ..coordinates.plan import plan_of
from ..errors import ModelError, MotionError
from ..results.equilibrium import Equilibrium
from ..results.motion import Motion
from ..words import listed, quoted
from .assembly import Assembly, assemble
from .equations import left_out
from .masses import check_masses
from .simulate import simulate
from .start import Start, consistent_start
from .still import Still

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


LIMIT = 300
"""Most steps."""

FARTHEST = 0.3
"""Longest step: turns [rad], and shifts as a share of the mechanism's size."""

BALANCED = 1e-12
"""Force left over, as a share of the forces that act, that counts as none."""


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
    >>> round(float(m.equilibrium()["pin.angle"]), 9)
    -1.570796327
    """
    if search not in ("stable", "nearest"):
        raise ModelError(f"search is 'stable' or 'nearest', not {search!r}.")
    check_masses(plan)
    still = held(plan, float(t))
    begin = consistent_start(still, float(t), at)
    return _Search(still, begin, float(t), search == "nearest").result()


def held(plan: Plan, t: float) -> Plan:
    """Return the plan with every driver held at its value at time t."""
    if not plan.model.drivers:
        return plan
    values, model = plan.function_values(t), plan.model.without_drivers()
    for driver in plan.model.drivers.values():
        model.drive(driver.quantity, float(values[driver.name][0]), driver.name)
    return plan_of(model)


def resting(plan: Plan, poses: Array, t: float) -> Start:
    """Return the state of rest at poses."""
    return replace(consistent_start(plan, t, poses), twists=np.zeros((len(poses), 6)))


class _Search:
    """A search for a position of equilibrium."""

    def __init__(self, plan: Plan, begin: Start, t: float, nearest: bool) -> None:
        self.plan, self.begin, self.t, self.nearest = plan, begin, t, nearest
        self.steps = 0
        self._look(begin.poses, begin.angles(plan))

    def _look(self, poses: Array, near: Array) -> None:
        self.at = Still(self.plan, poses, self.t, near)

    def _step(self, K: Array) -> Array:
        """Return the displacement wanted, along N."""
        if self.nearest:
            return np.asarray(np.linalg.lstsq(K, self.at.push, rcond=1e-12)[0])
        values, vectors = np.linalg.eigh(0.5 * (K + K.T))
        parts, floor = vectors.T @ self.at.push, 1e-3 * max(self.at.size, 1e-300)
        if values.min(initial=0.0) > 1e-9 * np.abs(values).max(initial=0.0):
            return np.asarray(np.linalg.solve(K, self.at.push))
        return np.asarray(vectors @ (parts / np.maximum(np.abs(values), floor)))

    def _limited(self, p: Array) -> Array:
        """Return a step no longer than the longest."""
        longest = largest(self.at.N @ p, self.plan.freedoms, self.plan.length)
        return p * min(1.0, FARTHEST / longest) if longest > 0.0 else p

    def _moved(self, poses: Array, x: Array) -> Array:
        return assemble(self.plan, self.t, start=moved(poses, x, self.plan.freedoms)).poses

    def go(self) -> bool:
        """Go to a position of equilibrium; return whether one was found."""
        best = np.inf
        for _ in range(LIMIT):
            K, left = self.at.K, self.at.open
            settled, best = left <= BALANCED and left >= 0.5 * best, min(best, left)
            if not settled and self._take(self._limited(self._step(K))):
                self.steps += 1
                continue
            if self.at.open > 1e3 * BALANCED:
                return False
            if self.nearest or self.at.kind != "unstable":
                return True
            self._leave_the_top(K)
            best = np.inf
        return False

    def _leave_the_top(self, K: Array) -> None:
        """Take a step from a position of balance along the motion in which it is least stable."""
        _, vectors = np.linalg.eigh(0.5 * (K + K.T))
        p = 0.1 * self._limited(self.plan.length * vectors[:, 0] / np.abs(self.at.N @ vectors[:, 0]).max())
        self._look(self._moved(self.at.poses, self.at.N @ p), self.at.near)
        self.steps += 1

    def _take(self, p: Array) -> bool:
        """Take a step, shortened where the force along it turns against it as strongly as it pushed before."""
        before, x, near, poses = float(self.at.push @ p), self.at.N @ p, self.at.near, self.at.poses
        if not before > 0.0 and not self.nearest:
            return False
        for _ in range(30):
            self._look(self._moved(poses, x), near)
            after = float((self.at.N @ np.linalg.lstsq(self.at.N, x, rcond=None)[0]) @ self.at.here.terms.force)
            if self.nearest or after > -0.9 * before or self.at.open <= BALANCED:
                return True
            x = 0.5 * x
            before *= 0.5
        return False

    def result(self) -> Equilibrium:
        found = self.go()
        if not found:
            raise MotionError(self._failure())
        start = resting(self.plan, self.at.poses, self.t)
        return Equilibrium(
            name=self.plan.name,
            kind=self.at.kind,
            motion=simulate(self.plan, [self.t], start=start),
            start=start,
            stiffness=self.at.stiffnesses,
            open=self.at.open,
            steps=self.steps,
            notes=left_out(self.plan),
        )

    def _failure(self) -> str:
        """Return the sentence of a search that found nothing: which motion is pushed, and by what."""
        x = self.at.N @ self.at.push
        x = x / max(float(np.abs(x).max(initial=0.0)), 1e-300)
        parts = np.abs(x.reshape(-1, self.plan.freedoms)).max(axis=1)
        moving = [solid.name for solid, part in zip(self.plan.resolved.solids, parts, strict=True) if part > 1e-3]
        left = "".join(f" {sentence}" for sentence in left_out(self.plan))
        return (
            f"'{self.plan.name}': no position of equilibrium was found in {self.steps} steps: {quoted(moving)} can "
            f"still move, pushed by {self._pushing(x)}, and no spring, stop or weight pushes back as much. Add what "
            f"holds this motion, place the bodies nearer to where they should rest, or try search='nearest'.{left}"
        )

    def _pushing(self, x: Array) -> str:
        """Return the forces that do most work along a displacement."""
        here, plan = self.at.here, self.plan
        shifts = shift_count(plan.freedoms)
        down = plan.tables["masses"]["mass"][:, None] * plan.tables["gravity"][:shifts]
        work = {"the weights": float((down * x.reshape(-1, plan.freedoms)[:, :shifts]).sum())}
        for i, load in enumerate(plan.loads):
            done = float(here.work.values[i] * (here.unit_load([i]) @ x))
            work[f"'{load.owner}'"] = work.get(f"'{load.owner}'", 0.0) + done
        most = max(work.values())
        return listed([name for name, done in work.items() if done > 0.1 * most]) or "no force"
