"""What rounding of positions does to accelerations, and whether the steps of a run follow it.

Coordinates are known to 2^-52 of the largest. Where lengths are far apart, or next to a singular position,
accelerations change by much more than that with them: these changes are noise, different at every state. The error of
a step h has h times the noise in it, whatever the method: a tolerance below that lets steps only become shorter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Array
from ..coordinates.masses import mass_weights
from ..kernels.dynamics.dynamics import accelerate
from ..kernels.tables.statuses import ROUGH, RUNNING, WEIGHTLESS
from .masses import hardly_inert
from .stiff import UNSOLVED

if TYPE_CHECKING:
    from ..kernels.tables.bundle import Bundle
    from .run import Run


SAMPLES = 3
"""Neighbouring states that are looked at."""

FOLLOWED = 0.1
"""Noise times step, relative to the tolerance, from which on it is what the steps follow: smooth motions have 1e-4. The
noise of a few states differs tenfold from that of the next few."""


SLOW = 1e-2
"""Share of its time that a run passes in a piece of work at least, unless its motion is quick."""

CREEP = 1e-3
"""A smaller share than that is looked into: what is stiff or quick, with an explicit method, may pass more."""


TURN = 1e-2
"""Turn [rad] at the quickest rate met so far that a piece of work brings a run on at least, unless it is cornered."""


class Roughness(NamedTuple):
    """How much accelerations change with the rounding of positions.

    Attributes
    ----------
    body : str
        Whose acceleration changes most.
    noise : float
        Its change, relative to the largest velocity or angular velocity met so far [1/s].
    share : float
        Error that this makes in a step, relative to the tolerance.
    cornered : bool
        Whether minimal coordinates come to a singular position: there they stop to tell the motion.
    """

    body: str
    noise: float
    share: float
    cornered: bool = False

    @property
    def followed(self) -> bool:
        """Whether the steps follow it."""
        return self.share > FOLLOWED


def check_pace(run: Run, before: float, span: float) -> None:
    """End a run whose last piece of work brought it on but little: its accelerations are wrong, noise or unbounded.

    Where bodies without mass pass a dead point, steps become as short as the little inertia that is left.
    """
    brought = run.time - before
    if run.status != RUNNING or brought > SLOW * span:
        return
    if brought < CREEP * span:
        run.rough = roughness(run)
    if _cornered(run, brought):
        run.rough = run.rough._replace(cornered=True)
    if run.work.control.left_row > UNSOLVED or run.rough.followed or run.rough.cornered:
        run.status = ROUGH
    elif hardly_inert(run.plan, run.work.q, run.time):
        run.status = WEIGHTLESS


def _cornered(run: Run, brought: float) -> bool:
    """Return whether minimal coordinates creep towards a singular position: what they tell is divided by its distance.

    Steps across it, from far enough, go through; a stage next to it leaves an error that makes steps shorter, and ends
    them nearer.
    """
    control = run.work.control
    return run.formulation.COUNTED and control.pivot < control.near and brought * control.spin < TURN


def roughness(run: Run) -> Roughness:
    """Return what rounding does to the accelerations at the state that a run has reached, without contacts."""
    control = run.work.control
    if run.watched.switches:
        return Roughness("", 0.0, 0.0)
    work = _state(run)
    shifts, d = (2 if work.x.shape[1] == 3 else 3), work.x.shape[1]
    unit = np.where(np.arange(d) < shifts, control.speed, control.spin)
    at, known, rng = work.q.copy(), _accelerations(work, run.time), np.random.default_rng(0)
    noise, rounding = np.zeros(len(at)), 2.0**-52 * max(float(control.length), float(np.abs(at[:, :shifts]).max()))
    for _ in range(SAMPLES):
        work.q[:, :shifts] = at[:, :shifts] + rounding * rng.choice([-1.0, 1.0], (len(at), shifts))
        change = np.abs(_accelerations(work, run.time) - known) / unit
        noise = np.maximum(noise, change.max(axis=1))
    worst, step = int(np.argmax(noise)), float(control.last or control.step)
    share = float(noise[worst] * step / control.tol)
    return Roughness(run.plan.resolved.solids[worst].name, float(noise[worst]), share)


def _accelerations(work: Bundle, t: float) -> Array:
    accelerate(work.H, t)
    return work.x.copy()


def _state(run: Run) -> Bundle:
    """Return work arrays of the run's own plan, in reference-point coordinates, at the state that it has reached."""
    work = run.plan.bundle(run.work.q)
    mass_weights(run.plan, work)
    work.V[:, 0] = run.work.V[:, 0]
    places = {gauge: i for i, gauge in run.running.counted}
    for i, gauge in run.plan.counted:
        work.near[i] = run.work.turns[places[gauge], 0]
    return work
