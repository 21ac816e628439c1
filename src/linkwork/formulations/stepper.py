"""Formulations that take whole steps by themselves: implicit and momentum methods.

A stepper derives from `Stepper` and writes

``step(start, h)``
    from one instant (t, poses q, twists V, accelerations a, multipliers lam) to the next, h later; None where its
    iteration does not converge. `self.terms_at(t, q, V)` gives masses, forces and rows at any state of the step.
``solve(t, terms)``
    accelerations and multipliers of a given state, for the start of a run, after an event, and for the results;
    it may be left out: those of the Schur complement are taken.
``ORDER``
    of convergence.

The class does the rest. With ``step=...`` it takes every step once. Else a step is taken once and again as two halves;
their difference over 2^ORDER - 1 is the error that the halves are left with (Hairer, Norsett and Wanner I, II.4). It
is held to the tolerance and taken off the result, which gains an order, two for a symmetric method (Richardson's
extrapolation); joints are then closed again in the metric of the masses. The cubic through the ends of a step, which
output is read from, is held to the same tolerance in the middle. Instants are frozen and nothing is kept
between steps, so that a rejected step leaves no trace; multipliers in an instant are there as a first guess.

    @formulation("mine")
    class Mine(Stepper):
        def step(self, start, h):
            ...
            return Instant(start.t + h, q, V, a, lam)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..base.poses import between, freedoms_of, moved, twists_of
from ..coordinates.plan import Plan
from ..kernels.compiler.stages import direct
from ..kernels.dynamics import energy
from ..kernels.steps import projecting
from ..kernels.steps.implicit import implicit_step
from ..kernels.steps.stepping import NEXT, NONE
from ..kernels.tables.bundle import Bundle
from ..kernels.tables.statuses import STUCK
from .base import bent_at_places
from .on_bodies import OnBodies
from .terms import BodyTerms


@dataclass(frozen=True)
class Instant:
    """The motion at one time.

    Attributes
    ----------
    t : float
        [s]
    q : array, shape (bodies, 7)
        Poses.
    V : array, shape (bodies, 6)
        Twists.
    a : array, shape (bodies * d,)
        Accelerations.
    lam : array, shape (rows,)
        Multipliers.
    """

    t: float
    q: Array
    V: Array
    a: Array
    lam: Array


class Stepper(OnBodies):
    """Whole steps in Python, with step control; a formulation writes `step`."""

    STEPPER: ClassVar[bool] = True
    ORDER: ClassVar[int] = 2

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply: blows at places lie within its steps."""
        return bent_at_places(plan)

    def step(self, start: Instant, h: float) -> Instant | None:
        """Return the motion h after `start`, or None where no solution was found."""
        raise NotImplementedError

    def solve(self, t: float, terms: BodyTerms) -> tuple[Array, Array]:
        """Return accelerations and multipliers at a state; these: of the Schur complement."""
        return self.work.x.ravel().copy(), self.work.lam.copy()

    # ---- for `step` ----------------------------------------------------------------------------

    @property
    def d(self) -> int:
        """Freedoms of a body: 6, in the plane 3."""
        return int(self.work.x.shape[1])

    def terms_at(self, t: float, q: Array, V: Array) -> BodyTerms:
        """Return masses, forces and rows at a state."""
        work = self.work
        work.q[:], work.V[:, 0] = q, V
        work.near[:] = work.turns[:, 0] + (t - work.control.time) * work.turns[:, 1]  # which turn angles are in
        self.work.counts.evaluations += 1
        return self.body_terms(t)

    # ---- the integrator's side -----------------------------------------------------------------

    def install(self, work: Bundle) -> None:
        """Let the integrator call whole steps: it takes a method without stages for an implicit one."""
        super().install(work)
        self._instants: list[Instant] = []
        work.control.count, work.control.order, work.control.stabilise = 0, self.ORDER + 1, NONE
        self._redirect(implicit_step, self._implicit_step)

    def rates(self, t: float, s: Array, k: Array) -> None:
        """Write velocities and accelerations of a state where steps begin."""
        super().rates(t, s, k)
        self._instants = [self._present(t)]

    def _present(self, t: float) -> Instant:
        work = self.work
        return Instant(t, work.q.copy(), work.V[:, 0].copy(), work.x.ravel().copy(), work.lam.copy())

    def _implicit_step(self, h: float) -> float:
        """Leave state and rates at the end of a step; return its error relative to the tolerance."""
        work, t = self.work, float(self.work.control.time)
        start = next(instant for instant in self._instants if instant.t == t)
        end, error, middle = self._adaptive(start, h) if work.control.adaptive else (self.step(start, h), 0.0, None)
        if end is None or not np.isfinite(end.V).all():
            return -float(STUCK)
        self._conclude(middle, end, h)
        self._instants = [start, end]
        return error

    def _adaptive(self, start: Instant, h: float) -> tuple[Instant | None, float, Instant | None]:
        """Return the end of a step, its error relative to the tolerance, and its middle."""
        whole = self.step(start, h)
        middle = None if whole is None else self.step(start, 0.5 * h)
        halves = None if middle is None else self.step(middle, 0.5 * h)
        if whole is None or middle is None or halves is None:
            return None, 0.0, None
        halves = replace(halves, t=whole.t)  # t + h / 2 + h / 2 may round otherwise
        share = 1.0 / (2.0**self.ORDER - 1.0)
        shift = share * between(whole.q, halves.q, self.d)
        change = share * freedoms_of(halves.V - whole.V, self.d)
        error = max(self._size(shift, change), self._between_error(start, middle, halves))
        return self._extrapolated(halves, shift, change), error, middle

    def _between_error(self, start: Instant, middle: Instant, end: Instant) -> float:
        """Return the error of the cubic that output is read from, relative to the tolerance.

        With the fourth derivative D of the motion it misses the middle of a step by h^4 D / 384; its slope is off by
        h^3 D / (72 sqrt 3) at most.
        """
        d, h = self.d, end.t - start.t
        cubic = 0.5 * between(start.q, end.q, d) + 0.125 * h * freedoms_of(start.V - end.V, d)
        missed = between(start.q, middle.q, d) - cubic
        return self._size(missed, 384.0 / (72.0 * np.sqrt(3.0) * h) * missed)

    def _extrapolated(self, end: Instant, shift: Array, change: Array) -> Instant:
        """Return the end of a step without its leading error, joints closed; as it is next to singular positions."""
        control, work = self.work.control, self.work
        terms = self.terms_at(end.t, moved(end.q, shift, self.d), end.V + twists_of(change, self.d))
        if work.info[1] <= control.near:
            return end
        if direct(projecting.project)(work.H, end.t, control.closed, 0.1) < 0.0:
            return end
        terms = self.terms_at(end.t, work.q.copy(), work.V[:, 0].copy())
        a, lam = self.solve(end.t, terms)
        return replace(end, q=terms.q, V=terms.V, a=a, lam=lam)

    def _size(self, shift: Array, change: Array) -> float:
        """Return the size of an error of positions and velocities relative to the tolerance."""
        control, shifts = self.work.control, 2 if self.d == 3 else 3
        x, v = shift.reshape(-1, self.d), change.reshape(-1, self.d)
        scaled = [x[:, :shifts] / control.length, x[:, shifts:]]
        scaled += [v[:, :shifts] / control.speed, v[:, shifts:] / control.spin]
        size = np.sqrt(sum(float((part**2).sum()) for part in scaled) / (2 * x.size)) / control.tol
        return float(size) if np.isfinite(size) else -1.0

    def _conclude(self, middle: Instant | None, end: Instant, h: float) -> None:
        """Write the new state to s and its rates to K[NEXT]; the work done by Simpson's rule, or the trapezoidal."""
        work, s, k = self.work, self.work.s, self.work.K[NEXT]
        halfway = None if middle is None else self._power(middle)
        power, before = self._power(end), float(work.K[0, -1])
        mean = 0.5 * (before + power) if halfway is None else (before + 4.0 * halfway + power) / 6.0
        self.pack(s)
        s[-1] = work.s0[-1] + h * mean
        k[: -1 - end.a.size], k[-1 - end.a.size : -1], k[-1] = self._pose_rates(), end.a, power
        work.control.gap = max(work.control.gap, float(np.abs(work.Phi * work.rows["scale"]).max(initial=0.0)))

    def _power(self, at: Instant) -> float:
        """Return the power of drivers and of all that has no potential; leaves the bodies in that motion."""
        self.terms_at(at.t, at.q, at.V)
        self.note(at.a, at.lam)
        return float(direct(energy.dissipated_power)(self.work.H))
