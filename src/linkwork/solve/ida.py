"""An outside check of simulations: the same equations of motion, integrated by SUNDIALS' solver IDA.

Needs scikit-sundae (``pip install linkwork[check]``). The equations are those of Linkwork, in their index 1 form with
the multipliers eliminated: 0 = y' - f(t, y), y the positions and velocities of all bodies. What integrates them, a
variable-order BDF method with its own error control, Newton iteration and interpolation, is not Linkwork's: where both
agree, the integration is right. Nothing keeps the joints closed here; how far they open tells how good IDA's run was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.angles import nearest_turn
from ..coordinates.masses import mass_weights
from ..coordinates.plan import plan_of
from ..errors import LinkworkError, ModelError
from ..kernels.geometry.measures import ANGLE, HEADING
from ..kernels.steps.rates import rates
from ..results.dynamics import DynamicMotion
from .assembly import Assembly
from .masses import check_masses
from .settings import output_times
from .simulate import simulate
from .start import Start, consistent_start
from .watching import watched_plan

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.description import Description


MISSING = "IDA comes with scikit-sundae, which is not installed. Install it with: pip install 'linkwork[check]'"


@dataclass(frozen=True)
class IdaCheck:
    """A simulation and IDA's answer.

    Attributes
    ----------
    status : str
        The comparison as a sentence.
    difference : float
        Largest difference of a position, relative to the mechanism's size (turns in radians).
    speed_difference : float
        Largest difference of a velocity, relative to the largest one (turns compared with turns).
    motion : DynamicMotion
        Linkwork's run.
    time : array
    poses : array, shape (times, bodies, 7)
        IDA's centres of mass and Euler parameters.
    twists : array, shape (times, bodies, 6)
        IDA's velocities of the centres of mass and angular velocities.
    """

    status: str
    difference: float
    speed_difference: float
    motion: DynamicMotion = field(repr=False)
    time: Array = field(repr=False)
    poses: Array = field(repr=False)
    twists: Array = field(repr=False)

    def __str__(self) -> str:
        return self.status

    __repr__ = __str__


def check_with_ida(
    model: Description,
    until: float | ArrayLike,
    *,
    points: int = 201,
    relative_tolerance: float = 1e-9,
    start: Start | Assembly | Array | None = None,
    **settings: object,
) -> IdaCheck:
    """Simulate a mechanism with Linkwork and with IDA, and compare.

    Parameters
    ----------
    model : Mechanism
        Without rigid contacts and dry friction: IDA knows no changes of mode.
    until : float or array_like
        As for ``simulate``.
    points : int
        As for ``simulate``.
    relative_tolerance : float
        Of IDA.
    start : Start, Assembly or array, optional
        Where to begin instead of at the hints.
    **settings : optional
        Options of ``simulate``.

    Returns
    -------
    IdaCheck
    """
    ida = _solver()
    times = output_times(until, points)
    plan = plan_of(model)
    check_masses(plan)
    if watched_plan(plan).switches:
        raise ModelError(f"'{model.name}' has rigid contacts or dry friction, which IDA cannot follow.")
    begin = consistent_start(plan, float(times[0]), start)
    poses, twists = _Equations(plan, begin).integrate(ida, times, relative_tolerance)
    motion = simulate(model, times, start=begin, **settings)  # type: ignore[arg-type]
    return _compare(model, plan, motion, times, poses, twists)


def _solver() -> Any:
    """Return the class that wraps IDA."""
    try:
        from sksundae.ida import IDA
    except ImportError:
        raise LinkworkError(MISSING) from None
    return IDA


class _Equations:
    """The equations of motion of a plan as IDA asks for them."""

    def __init__(self, plan: Plan, begin: Start) -> None:
        self.plan = plan
        self.work: Bundle = plan.bundle(begin.poses)
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

    def rate(self, t: float, y: Array) -> Array:
        """Return f(t, y)."""
        self.state[:-1] = y
        if rates(self.work.H, float(t), self.state, self.slope) != 0:
            self.slope[:] = np.nan
        self.plan.programs.reraise()
        return self.slope[:-1]

    def _count_turns(self, t: float) -> None:
        """Let angles count over full turns from where they are: IDA looks at most one report time ahead."""
        self.rate(t, self.state[:-1].copy())
        now = self.work.measured[:, 0]
        near = self.work.near[: len(now)]
        near[:] = np.where(self.angles, nearest_turn(now, near), near)

    def integrate(self, ida: Any, times: Array, tolerance: float) -> tuple[Array, Array]:
        """Return poses and twists at the times."""
        self._count_turns(float(times[0]))

        def residual(t: float, y: Array, slope: Array, out: Array) -> None:
            out[:] = slope - self.rate(t, y)

        y = self.state[:-1].copy()
        size = np.ones_like(y)
        size[: self._positions] = self.plan.length
        solver = ida(residual, rtol=tolerance, atol=1e-2 * tolerance * size, max_num_steps=100_000)
        solver.init_step(float(times[0]), y, self.rate(float(times[0]), y).copy())
        found = [y]
        for t in times[1:]:
            answer = solver.step(float(t))
            if not answer.success:
                raise LinkworkError(f"IDA stopped before t = {t:g} s: {answer.message}")
            found.append(np.array(answer.y))
            self.state[:-1] = found[-1]
            self._count_turns(float(t))
        return self._as_arrays(np.array(found))

    @property
    def _positions(self) -> int:
        """Number of positions in the state."""
        return len(self.work.q) * len(self.pose)

    def _as_arrays(self, states: Array) -> tuple[Array, Array]:
        bodies, n = len(self.work.q), self._positions
        poses, twists = np.zeros((len(states), bodies, 7)), np.zeros((len(states), bodies, 6))
        poses[:, :, self.pose] = states[:, :n].reshape(len(states), bodies, -1)
        twists[:, :, self.twist] = states[:, n:].reshape(len(states), bodies, -1)
        poses[:, :, 3:] /= np.linalg.norm(poses[:, :, 3:], axis=2, keepdims=True)
        return poses, twists


def _compare(
    model: Description, plan: Plan, motion: DynamicMotion, times: Array, poses: Array, twists: Array
) -> IdaCheck:
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
    difference, speed = float(max(shift, turn)), float(max(speeds, default=0.0))
    status = (
        f"'{model.name}' from {times[0]:g} to {times[-1]:g} s: Linkwork and IDA differ by {difference:.1e} of the "
        f"mechanism's size and {speed:.1e} of its speed."
    )
    return IdaCheck(status, difference, speed, motion, times, poses, twists)
