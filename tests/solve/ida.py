"""An outside check of simulations: the same equations of motion, integrated by SUNDIALS' solver IDA.

Needs scikit-sundae. The equations are those of Linkwork, in their index 1 form with the multipliers eliminated:
0 = y' - f(t, y), y the positions and velocities of all bodies. What integrates them, a variable-order BDF method with
its own error control, Newton iteration and interpolation, is not Linkwork's: where both agree, it is right.
Nothing keeps the joints closed here; how far they open tells how good IDA's run was.
"""

from typing import NamedTuple

import numpy as np

from linkwork.base.angles import nearest_turn
from linkwork.coordinates.masses import mass_weights
from linkwork.coordinates.plan import plan_of
from linkwork.kernels.geometry.measures import ANGLE, HEADING
from linkwork.kernels.steps.rates import rates
from linkwork.results.dynamics import DynamicMotion
from linkwork.solve.settings import output_times
from linkwork.solve.start import consistent_start

TOLERANCE = 1e-9
"""Relative tolerance of IDA."""


class Difference(NamedTuple):
    """How far a simulation is from IDA's."""

    position: float
    """Largest difference of a position, relative to the mechanism's size (turns in radians)."""
    speed: float
    """Largest difference of a velocity, relative to the largest one (turns compared with turns)."""
    motion: DynamicMotion
    """Linkwork's run."""


def beside_ida(model, until, *, points=201, **settings):
    """Simulate a mechanism without contacts and friction by Linkwork and by IDA."""
    from sksundae.ida import IDA

    times = output_times(until, points)
    plan = plan_of(model)
    begin = consistent_start(plan, float(times[0]), None)
    poses, twists = _Equations(plan, begin).integrate(IDA, times)
    motion = model.simulate(times, start=begin, **settings)
    return _compare(plan, motion, poses, twists)


class _Equations:
    """The equations of motion of a plan as IDA asks for them."""

    def __init__(self, plan, begin):
        self.plan = plan
        self.work = plan.bundle(begin.poses)
        self.work.V[:, 0] = begin.twists
        mass_weights(plan, self.work)
        planar = plan.freedoms == 3
        self.pose, self.twist = ([0, 1, 3, 6], [0, 1, 5]) if planar else (list(range(7)), list(range(6)))
        self.state = np.zeros(self.work.s.size)
        self.state[:-1] = np.concatenate([begin.poses[:, self.pose].ravel(), begin.twists[:, self.twist].ravel()])
        self.slope = np.zeros(self.work.s.size)
        self.angles = np.isin(self.work.measures["kind"], (ANGLE, HEADING))
        self.work.near[:] = begin.angles(plan)
        self._count_turns(0.0)

    def rate(self, t, y):
        """Return f(t, y)."""
        self.state[:-1] = y
        if rates(self.work.H, float(t), self.state, self.slope) != 0:
            self.slope[:] = np.nan
        self.plan.programs.reraise()
        return self.slope[:-1]

    def _count_turns(self, t):
        """Let angles count over full turns from where they are: IDA looks at most one report time ahead."""
        self.rate(t, self.state[:-1].copy())
        now = self.work.measured[:, 0]
        near = self.work.near[: len(now)]
        near[:] = np.where(self.angles, nearest_turn(now, near), near)

    def integrate(self, ida, times):
        """Return poses and twists at the times."""
        self._count_turns(float(times[0]))

        def residual(t, y, slope, out):
            out[:] = slope - self.rate(t, y)

        y = self.state[:-1].copy()
        size = np.ones_like(y)
        size[: self._positions] = self.plan.length
        solver = ida(residual, rtol=TOLERANCE, atol=1e-2 * TOLERANCE * size, max_num_steps=100_000)
        solver.init_step(float(times[0]), y, self.rate(float(times[0]), y).copy())
        found = [y]
        for t in times[1:]:
            answer = solver.step(float(t))
            if not answer.success:
                raise RuntimeError(f"IDA stopped before t = {t:g} s: {answer.message}")
            found.append(np.array(answer.y))
            self.state[:-1] = found[-1]
            self._count_turns(float(t))
        return self._as_arrays(np.array(found))

    @property
    def _positions(self):
        """Number of positions in the state."""
        return len(self.work.q) * len(self.pose)

    def _as_arrays(self, states):
        bodies, n = len(self.work.q), self._positions
        poses, twists = np.zeros((len(states), bodies, 7)), np.zeros((len(states), bodies, 6))
        poses[:, :, self.pose] = states[:, :n].reshape(len(states), bodies, -1)
        twists[:, :, self.twist] = states[:, n:].reshape(len(states), bodies, -1)
        poses[:, :, 3:] /= np.linalg.norm(poses[:, :, 3:], axis=2, keepdims=True)
        return poses, twists


def _compare(plan, motion, poses, twists):
    """Return the largest differences."""
    shift = np.abs(motion.poses[:, :, :3] - poses[:, :, :3]).max() / plan.length
    cosine = np.abs(np.einsum("tbi,tbi->tb", motion.poses[:, :, 3:], poses[:, :, 3:]))[:, :, None]
    sign = np.sign(np.einsum("tbi,tbi->tb", motion.poses[:, :, 3:], poses[:, :, 3:]))[:, :, None]
    half = np.linalg.norm(motion.poses[:, :, 3:] - sign * poses[:, :, 3:], axis=2)
    turn = 2.0 * half.max() if cosine.min() > 0.5 else np.pi
    own = motion.motions[:, :, 0]
    speeds = [
        np.abs(own[..., part] - twists[..., part]).max() / max(np.abs(own[..., part]).max(), 1e-300)
        for part in (slice(0, 3), slice(3, 6))
        if np.abs(own[..., part]).max() > 0
    ]
    return Difference(float(max(shift, turn)), float(max(speeds, default=0.0)), motion)
