"""Consistent start: positions and velocities that the joints and drivers allow, nearest to the hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..coordinates.dials import joint_angles
from ..errors import LinkworkError, ModelError
from ..kernels import _stages
from ..kernels.start import velocities
from ..model.rotation import matrices
from ..results.motion import Motion
from .assembly import Assembly, assemble

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.equations import Gauge
    from ..model.mechanism import Mechanism

Array = NDArray[np.float64]

HELD = 1e-8
"""Share of a correction that a hinted velocity takes, compared with a velocity nobody hinted at."""


@dataclass(frozen=True)
class Start:
    """A state to start from.

    Attributes
    ----------
    status : str
        A sentence on the assembly and on how far hinted velocities had to be changed.
    assembly : Assembly
    speed_change : float
        Largest change of a hinted velocity, relative to the largest velocity.
    motion : Motion
        Position and velocity as a motion of one time.
    counted : dict
        Angles over full turns at the end of the motion it comes from [rad]; empty where there is none.
    turned : array, shape (bodies,), or None
        What planar bodies have turned by until there [rad].
    """

    status: str
    assembly: Assembly
    speed_change: float
    motion: Motion
    poses: Array = field(repr=False)
    twists: Array = field(repr=False)
    counted: Mapping[Gauge, float] = field(default_factory=dict, repr=False)
    turned: Array | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return self.status

    __repr__ = __str__


def consistent_start(model: Mechanism, t: float = 0.0, start: Start | Motion | Assembly | Array | None = None) -> Start:
    """Assemble at time t and make the hinted velocities consistent.

    Velocities that were hinted at (``place(velocity=..., rate=...)``) are kept where the joints allow; the
    other bodies follow. Hints that contradict each other or the joints are changed as little as possible.

    Parameters
    ----------
    model : Mechanism
    t : float
        [s]
    start : Start, Motion, Assembly or array, optional
        Where to begin instead of at the placement hints: a consistent state, the last state of a motion, or poses.

    Returns
    -------
    Start
    """
    if isinstance(start, Start | Motion | Assembly):
        _check_bodies(model, start if isinstance(start, Motion) else start.motion)
    if isinstance(start, Start):
        return start
    if isinstance(start, Motion):
        return _end_of(model, start)
    if isinstance(start, Assembly) and start.motion.plan is model.plan() and start.motion.time[0] == t:
        assembly = start
    else:
        assembly = assemble(model, t, start=start.poses if isinstance(start, Assembly) else start)
    twists, change = _velocities(model.plan(), assembly.poses, t)
    status = assembly.status
    if change > 1e-6:
        status += f" Hinted velocities were changed by up to {100 * change:.2g} % of the largest, to suit the joints."
    status += _loose(model.plan())
    motions = np.zeros((1, len(twists), 3, 6))
    motions[0, :, 0] = twists
    one = Motion(
        model.name,
        np.array([t]),
        status,
        True,
        assembly.violation,
        {},
        1,
        model,
        model.plan(),
        assembly.poses[None],
        motions,
    )
    return Start(status, assembly, change, one, assembly.poses, twists)


def _check_bodies(model: Mechanism, motion: Motion) -> None:
    """Raise ModelError when a motion is not one of the bodies of a mechanism."""
    if motion.model is model:
        return
    own, others = list(model.bodies), list(motion.model.bodies)
    if own != others:
        raise ModelError(
            f"'{model.name}' cannot start from a state of '{motion.name}': its bodies are {', '.join(own[1:])}, not "
            f"{', '.join(others[1:])}. Give a state of this mechanism, or of one that differs in numbers only."
        )


def _end_of(model: Mechanism, motion: Motion) -> Start:
    """Return the last state of a motion as a start."""
    status = f"From the end of a motion at t = {motion.time[-1]:g} s."
    poses, twists = motion.poses[-1].copy(), motion.motions[-1, :, 0].copy()
    single = Motion.single(model, model.plan(), float(motion.time[-1]), poses, motion.violation, status)
    still = Assembly(status, motion.violation, 0, 0, 0.0, single, poses)
    turned = None if motion.turned is None else motion.turned[-1].copy()
    return Start(status, still, 0.0, single, poses, twists, _angles_at_end(model, motion), turned)


def _angles_at_end(model: Mechanism, motion: Motion) -> dict[Gauge, float]:
    """Return the angles at the end of a motion over full turns, by their gauges.

    Those of a mechanism that differs from that of the motion in numbers only stand in the same order.
    """
    own, others = _angles_of(model.plan()), _angles_of(motion.plan)
    if [_sites(gauge) for gauge in own] != [_sites(gauge) for gauge in others]:
        own = others
    return dict(zip(own, motion.angles(others)[-1].tolist(), strict=True))


def _angles_of(plan: Plan) -> list[Gauge]:
    """Return the angles that forces and equations measure, and those of joints."""
    return list(dict.fromkeys([*(gauge for _, gauge in plan.counted), *joint_angles(plan.writer)]))


def _sites(gauge: Gauge) -> tuple[int, ...]:
    """Return the bodies between which a gauge measures."""
    return tuple(site.body for site in gauge.sites)


def _loose(plan: Plan) -> str:
    """Return a sentence on bodies that no joint holds."""
    joined = set().union(*(e.bodies for e in plan.equations))
    names = [f"'{s.name}'" for b, s in enumerate(plan.resolved.solids) if b not in joined]
    return (
        f" No joint holds {', '.join(names)}: {'they move' if len(names) > 1 else 'it moves'} freely." if names else ""
    )


def _velocities(plan: Plan, q: Array, t: float) -> tuple[Array, float]:
    """Return consistent twists (bodies, 6) and the largest relative change of a hinted one."""
    work = plan.bundle(q)
    offsets = _centre_offsets(plan, q)
    known = _hinted_freedoms(plan)
    work.weight[:] = np.where(known, HELD * plan.weight, plan.weight)
    if plan.freedoms == 6:
        work.turning[:] *= np.where(known[:, 3:4, None], HELD, 1.0)
    _stages.prepare(velocities)
    wanted = _wanted(plan, offsets, np.zeros_like(work.x))
    work.x[:] = np.where(known, wanted, 0.0)
    # A hinted body takes a share HELD of each correction; going back to the hints and correcting again
    # makes its share vanish where the hints can be met.
    for _ in range(4):
        residual = velocities(work.H, float(t))
        plan.programs.reraise()
        if not (residual >= 0.0 and np.isfinite(work.x).all()):
            raise LinkworkError(f"'{plan.writer.model.name}': no finite velocities at t = {t:g} s.")
        found = work.x.copy()
        wanted = _wanted(plan, offsets, found)
        work.x[:] = np.where(known, wanted, found)
    scale = np.sqrt(plan.weight)
    change = np.abs(np.where(known, wanted - found, 0.0) / scale).max(initial=0.0)
    largest = max(np.abs(found / scale).max(initial=0.0), np.abs(np.where(known, wanted, 0.0) / scale).max(initial=0.0))
    return _as_twists(plan, found), float(change / largest) if largest > 0 else 0.0


def _hinted_freedoms(plan: Plan) -> NDArray[np.bool_]:
    """Return which freedoms (bodies, d) have a hinted velocity."""
    known = np.zeros((len(plan.resolved.solids), plan.freedoms), bool)
    shifts = 2 if plan.freedoms == 3 else 3
    for b, hint in enumerate(plan.resolved.hints):
        known[b, :shifts] = hint.has_velocity
        known[b, shifts:] = hint.has_rate
    return known


def _centre_offsets(plan: Plan, q: Array) -> Array:
    """Return the vector from origin to centre of mass of every body, in ground axes."""
    centres = np.array([s.com for s in plan.resolved.solids]).reshape(-1, 3)
    return np.asarray(np.einsum("bij,bj->bi", matrices(q[:, 3:]), centres))


def _wanted(plan: Plan, offsets: Array, found: Array) -> Array:
    """Return the hinted velocities of the centres of mass; a rate nobody hinted at is the one found."""
    twists = _as_twists(plan, found)
    for b, hint in enumerate(plan.resolved.hints):
        if hint.has_rate:
            twists[b, 3:] = hint.rate
        if hint.has_velocity:
            twists[b, :3] = hint.velocity + np.cross(twists[b, 3:], offsets[b])
    return twists[:, [0, 1, 5]] if plan.freedoms == 3 else twists


def _as_twists(plan: Plan, x: Array) -> Array:
    """Return freedoms (bodies, d) as twists (bodies, 6)."""
    twists = np.zeros((len(x), 6))
    twists[:, [0, 1, 5] if plan.freedoms == 3 else range(6)] = x
    return twists
