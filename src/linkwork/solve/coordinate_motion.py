"""Driven motions in other coordinates: positions by Newton's method from a predicted one, then the derivatives.

The prediction is Taylor's, z + h v + h^2/2 v' + h^3/6 v''. A step whose corrections are more than a share of its way is
split, so that Newton's method cannot leap to another branch; full turns are counted from step to step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.angles import angles_at
from ..coordinates.scales import Scales
from ..coordinates.tracked import touching
from ..formulations.on_coordinates import Coordinates
from ..kernels.kinematics.motion import evaluate
from ..kernels.tables.statuses import BLOCKED, DONE
from ..results.iterates import Iterates
from ..results.motion import Motion
from ..results.own_coordinates import CoordinateMotion
from .coordinate_newton import TIGHT, Counts, Factored, History, Newton

if TYPE_CHECKING:
    from .assembly import Assembly
    from .coordinate_assembly import Closed


TAYLOR = {"none": 0, "velocity": 1, "acceleration": 2, "hermite": 3}
"""Derivatives that a prediction is made of."""

SHARE = {"none": 1.5, "velocity": 0.5, "acceleration": 0.2, "hermite": 0.1}
"""How far, relative to the way of a step, its end may lie from the prediction."""

LITTLE = 0.02
"""What a correction may always be: a mechanism that starts from rest has no way yet [rad, or lengths]."""

TURN = 0.7
"""How far a body may turn in a step, so that no full turn is missed [rad]."""


@dataclass
class Place:
    """The state at one time: coordinates and derivatives, poses and motion of the bodies, angles over full turns.

    `left` is how far velocities are from their right side, `worst` the largest residual, both relative; `touched` are
    the parameters of the contacts (contacts, 2), counted over full rounds.
    """

    t: float
    z: Array
    rates: list[Array]
    factored: Factored
    poses: Array
    motion: Array
    turned: Array
    angles: Array
    left: float
    worst: float
    touched: Array


class CoordinateSweep:
    """A driven mechanism moved through times in some coordinates."""

    def __init__(self, closed: Closed, begin: Assembly, times: Array, newton: str, predictor: str, order: int) -> None:
        self.coordinates, self.times, self.name = closed.coordinates, times, closed.name
        self.newton, self.predictor, self.order = newton, predictor, order
        self.plan, self.solver = self.coordinates.plan, Newton(self.coordinates)
        self.gauges = [gauge for _, gauge in self.plan.counted]
        self.places: list[Place] = []
        self.iterates: list[Iterates] = []
        self.status = DONE
        angles = np.array([begin.counted[gauge] for gauge in self.gauges])
        self._work = self.plan.bundle() if touching(self.plan) else None
        self.here = self._place(float(times[0]), closed.z, closed.poses, begin.turned, angles)

    @property
    def counts(self) -> Counts:
        """What was counted."""
        return self.solver.counts

    def _place(self, t: float, z: Array, poses: Array, turned: Array, angles: Array) -> Place:
        """Return the state at z; the angles given tell which turn they are in."""
        self._count(angles)
        need = max(self.order, TAYLOR[self.predictor])
        rates, factored, left = self.solver.derivatives(t, z, need)
        worst = self.solver.worst(self.coordinates.closure(t, z)[0])
        motion = self.coordinates.motion(z, rates[: self.order])
        return Place(t, z, rates, factored, poses, motion, turned, angles, left, worst, self._touched(t, poses, angles))

    def _touched(self, t: float, poses: Array, angles: Array) -> Array:
        """Return the parameters of the contacts, looked for from where they were last."""
        if self._work is None:
            return np.zeros((0, 2))
        self._work.near[[place for place, _ in self.plan.counted]] = angles
        evaluate(self._work.H, t, poses)
        return self._work.contacts[: len(self._work.contacts) // 2, :2].copy()

    def _count(self, angles: Array) -> None:
        self.coordinates.work.near[[place for place, _ in self.plan.counted]] = angles

    def go(self, tolerance: float, keep: bool, progress: Callable[[float], None] | None) -> None:
        """Move through the times as far as there is a way; `keep` the iterates at the times asked for."""
        self.places.append(self.here)
        shortest = 10.0 * Scales.of(self.plan, self.times).shortest
        span = float(self.times[-1] - self.times[0]) or 1.0
        for target in self.times[1:].tolist():
            note = self._carry(target, tolerance, shortest)
            if self.status != DONE:
                return
            self.places.append(self.here)
            if keep:
                self.iterates.append(note.result(self.name, self.coordinates, target))
                self.coordinates.begin_at(self.here.poses)
            if progress is not None:
                progress((target - float(self.times[0])) / span)

    def _carry(self, target: float, tolerance: float, shortest: float) -> History:
        """Carry the state to a time in as many steps as it takes; return the iterates of the last one."""
        h, note = target - self.here.t, History()
        while self.here.t < target - 0.5 * shortest:
            h = min(h, target - self.here.t)
            note = History()
            there = self._attempt(h, tolerance, note)
            if there is not None:
                self.here, h = there, 2.0 * h
                self.counts.steps += 1
                continue
            self.counts.splits += 1
            h *= 0.5
            self._count(self.here.angles)
            if h < shortest:
                self.status = BLOCKED
                break
        return note

    def _attempt(self, h: float, tolerance: float, note: History) -> Place | None:
        """Return the state after h, or None where the step is too long."""
        here, terms = self.here, TAYLOR[self.predictor]
        spin = self.coordinates.motion(here.z, here.rates[:1])[:, 0, 3:] if here.rates else np.zeros((1, 3))
        if h * np.abs(spin).max(initial=0.0) > TURN:
            return None
        factors = (h, h**2 / 2, h**3 / 6)
        way = np.zeros(len(self.coordinates.units))
        for factor, rate in zip(factors[:terms], here.rates, strict=False):
            way += factor * rate
        allowed = SHARE[self.predictor] * max(self.solver.size(way), h * self._speed()) + LITTLE
        z = self._correct(here.t + h, self.coordinates.moved(here.z, way), tolerance, allowed, note)
        if z is None:
            return None
        poses = self.coordinates.bodies(z, np.zeros(len(way)))[0].copy()
        turned = nearest_turn(2.0 * np.arctan2(poses[:, 6], poses[:, 3]), here.turned)
        angles = nearest_turn(angles_at(self.plan, self.gauges, poses, here.t + h, turned), here.angles)
        return self._place(here.t + h, z, poses, turned, angles)

    def _speed(self) -> float:
        return self.solver.size(self.here.rates[0]) if self.here.rates else 0.0

    def _correct(self, t: float, z: Array, tolerance: float, allowed: float, note: History) -> Array | None:
        """Return the closed position near a predicted one, or None where it is too far.

        Standard: a factorisation for every iteration; modified: that of the last position; mixed: a new one where the
        last does not contract well.
        """
        factored, moved, last = self.here.factored, 0.0, np.inf
        renew, stalled = self.newton == "standard", False
        for iteration in range(25):
            Phi, J = self.coordinates.closure(t, z)
            note.note(z, Phi, 1.0)
            worst = self.solver.worst(Phi)
            if worst <= tolerance and (worst <= TIGHT or stalled or self.newton != "mixed"):
                return z
            if not worst < 1e3:
                return None
            factored = self.solver.factor(J) if renew else factored
            step = factored.solve(-Phi)
            z = self.coordinates.moved(z, step)
            self.counts.iterations += 1
            self.counts.solves += 1
            now = self.solver.size(step)
            moved += now
            if moved > allowed or (iteration > 2 and now > 0.9 * last and worst > tolerance):
                return None
            stalled = now > 0.3 * last
            renew = self.newton == "standard" or (self.newton == "mixed" and now > 0.1 * last)
            last = now
        return None

    def result(self, sentence: str, complete: bool) -> Motion:
        """Return what was computed so far."""
        places = self.places
        angles = np.array([p.angles for p in places]).reshape(len(places), -1)
        return Motion(
            self.plan.name,
            np.array([p.t for p in places]),
            sentence,
            complete,
            max(p.worst for p in places),
            asdict(self.counts),
            self.order,
            self.plan.model,
            self.plan,
            np.array([p.poses for p in places]),
            np.array([p.motion[:, : max(2, self.order)] for p in places]),
            (),
            np.array([p.turned for p in places]) if self.plan.freedoms == 3 else None,
            dict(zip(self.gauges, angles.T, strict=True)),
            tuple(self.iterates),
            own_motion(self.name, self.coordinates, [p.z for p in places], [p.rates[: self.order] for p in places]),
            {name: np.array([p.touched[i] for p in places]) for i, name in enumerate(touching(self.plan))},
        )


def own_motion(
    name: str, coordinates: Coordinates, values: Sequence[Array], rates: Sequence[Sequence[Array]]
) -> CoordinateMotion:
    """Return values of coordinates and their derivatives over time; those not computed are not a number."""
    known = np.full((3, len(values), len(coordinates.rate_parts)), np.nan)
    for k, found in enumerate(rates):
        for n, rate in enumerate(found):
            known[n, k] = rate
    names = tuple(coordinates.names), tuple(coordinates.rate_names or coordinates.names)
    return CoordinateMotion(name, *names, np.array(values), *known)
