"""Consistent start: positions and velocities that the joints and drivers allow, nearest to the hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of, twists_of
from ..base.rotation import matrices
from ..coordinates.angles import angles_at
from ..coordinates.plan import Plan
from ..coordinates.tracked import touching
from ..errors import ModelError
from ..model.equations import Gauge
from ..results.motion import Motion
from ..words import quoted
from .assembly import Assembly, assembled_at, held_freedoms, with_turns
from .contradicting import check_velocities
from .engine import Engine
from .given import Given, check_bodies, state_of
from .leading import angles_at_end
from .velocities import CHANGED, Velocities, complied, consistent_velocities


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
        Angles of joints, forces and equations over full turns [rad].
    turned : array, shape (bodies,)
        Angles of the bodies about the normal over full turns, as far as they are known [rad].
    note : str
        What the status of a run from here has to say of it: how far a state given was moved.
    holds : bool
        Whether it is the state of an equilibrium, in which drivers are held where they are at its time.
    """

    status: str
    assembly: Assembly
    speed_change: float
    motion: Motion
    poses: Array = field(repr=False)
    twists: Array = field(repr=False)
    counted: Mapping[Gauge, float] = field(default_factory=dict, repr=False)
    turned: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    note: str = field(default="", repr=False)
    holds: bool = field(default=False, repr=False)

    def __str__(self) -> str:
        return self.status

    __repr__ = __str__

    def __getitem__(self, quantity: str) -> Any:
        """Return a quantity at this start, by its name, in SI units: ``found["A.angle"]``."""
        return self.motion[quantity][0]

    def angles(self, plan: Plan) -> Array:
        """Return the angles that a plan measures, full turns and all, in the order of its gauges [rad]."""
        found = np.zeros(len(plan.gauges))
        places, values, others = self._known(plan) if self.motion.plan is not plan else self._own_angles
        found[places] = values
        if others:
            t, gauges = float(self.motion.time[0]), [gauge for _, gauge in others]
            found[[i for i, _ in others]] = angles_at(plan, gauges, self.poses, t, self.turned)
        return found

    def places(self, plan: Plan) -> Array:
        """Return where the contacts of a plan are on their curves (contacts, 2); not a number where not known."""
        known = self.motion.places
        found = [known[name][-1] if name in known else (np.nan, np.nan) for name in touching(plan)]
        return np.array(found).reshape(-1, 2)

    def _known(self, plan: Plan) -> tuple[list[int], list[float], list[tuple[int, Gauge]]]:
        """Return the places of angles that are known, these [rad], and all others that a plan measures."""
        known = [(i, self.counted[gauge]) for i, gauge in plan.counted if gauge in self.counted]
        others = [(i, gauge) for i, gauge in plan.counted if gauge not in self.counted]
        return [i for i, _ in known], [angle for _, angle in known], others

    @cached_property
    def _own_angles(self) -> tuple[list[int], list[float], list[tuple[int, Gauge]]]:
        return self._known(self.motion.plan)


def consistent_start(
    plan: Plan,
    t: float = 0.0,
    start: Start | Motion | Assembly | Array | None = None,
    *,
    hold: Sequence[str] = (),
) -> Start:
    """Assemble at time t and make the hinted velocities consistent.

    Velocities that were hinted at (``place(velocity=..., rate=...)``) are kept where the joints allow; the
    other bodies follow. Hints that contradict each other or the joints are changed as little as possible.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables.
    t : float
        [s]
    start : Start, Motion, Assembly or array, optional
        Where to begin instead of at the placement hints: a consistent state, the last state of a motion, or poses.
        A state of other lengths is closed again, from the same origins of the bodies with the same velocities.
    hold : sequence of str
        Bodies, or single coordinates of them, that must be exactly where their hints say, as in `assemble`; their
        hinted velocities are kept exactly too. Contacts that may lift off start open where that keeps them clear.

    Returns
    -------
    Start
    """
    start = state_of(start)
    if hold and isinstance(start, Start | Motion):
        raise ModelError("hold says which hints must be kept exactly; a start that is a state is kept as it is.")
    if isinstance(start, Start | Motion | Assembly):
        check_bodies(plan.model, start if isinstance(start, Motion) else start.motion)
    if isinstance(start, Start):
        return _of_these_numbers(plan, t, start, start.motion.plan)
    if isinstance(start, Motion):
        return _of_these_numbers(plan, t, _end_of(plan, start), start.plan)
    assembly = assembled_at(plan, t, start, hold, open_contacts=bool(hold))
    check_velocities(plan, assembly.poses, t)
    found = consistent_velocities(plan, assembly.poses, t, held_freedoms(plan, hold))
    status = assembly.status + _speed_notes(found) + _loose(plan)
    return started(plan, t, status, assembly, found.twists, found.change)


def _of_these_numbers(plan: Plan, t: float, state: Start, other: Plan) -> Start:
    """Return a state of the plan `other` as one of `plan`: as it is where it closes the joints, else closed again."""
    if other is plan:
        return state
    poses, twists = same_origins(plan, other, state.poses, state.twists)
    here = replace(state, poses=poses, twists=twists)
    if _is_closed(plan, here, t):
        return replace(here, twists=nearest_velocities(plan, poses, t, twists)) if plan.model.drivers else here
    assembly = assembled_at(plan, t, here, open_contacts=True)
    away = float(np.abs(assembly.poses[:, :3] - poses[:, :3]).max(initial=0.0))
    note = (
        f" The state to start from is one of other lengths or placements, or of another time, in which the joints are "
        f"open: it was closed again, {away:.3g} m away."
    )
    twists = nearest_velocities(plan, assembly.poses, t, twists)
    return replace(started(plan, t, assembly.status + note, assembly, twists, 0.0), note=note)


def started(plan: Plan, t: float, status: str, assembly: Assembly, twists: Array, change: float) -> Start:
    """Return the state of an assembly with velocities."""
    one = Motion.single(plan, t, assembly.poses, assembly.violation, status, twists)
    one = replace(one, turned=assembly.motion.turned, counted=assembly.motion.counted)
    return Start(status, assembly, change, one, assembly.poses, twists, assembly.counted, assembly.turned)


def at_state(
    plan: Plan, t: float, poses: Array, twists: Array, status: str, counted: Mapping[Gauge, float] | None = None
) -> Start:
    """Return poses and velocities that the joints allow as a state to start from, with angles over full turns."""
    assembly = Assembly(status, 0.0, 0, 0, 0.0, Motion.single(plan, t, poses, 0.0, status), poses)
    return replace(started(plan, t, status, assembly, twists, 0.0), counted=counted or {})


def turned_on(state: Start, turned: Array, counted: Mapping[Gauge, float]) -> Start:
    """Return a state with the full turns of its bodies and angles, told by all of its parts."""
    given = Given(state.poses, turned, counted)
    place = with_turns(state.assembly.motion, turned, counted)
    assembly = replace(state.assembly, motion=place, given=given)
    motion = with_turns(state.motion, turned, counted)
    return replace(state, assembly=assembly, motion=motion, counted=dict(counted), turned=turned)


def _speed_notes(found: Velocities) -> str:
    """Return sentences on velocities that were changed, and on those that nothing determines."""
    notes = ""
    if found.change > CHANGED:
        share = f"{100 * found.change:.2g} %"
        notes += f" Hinted velocities were changed by up to {share} of the largest, to suit the joints."
    if found.carried:
        names = quoted(found.carried)
        notes += (
            f" Joints, drivers and hints do not say how {names} should start: carried along, without spin "
            f"where possible. Give rate= or velocity= to start otherwise."
        )
    if found.released:
        names = quoted(found.released)
        notes += f" Hinted velocities let {names} start sliding or open."
    return notes


def _end_of(plan: Plan, motion: Motion) -> Start:
    """Return the last state of a motion as a start."""
    status = f"From the end of a motion at t = {motion.time[-1]:g} s."
    poses, twists = motion.poses[-1].copy(), motion.motions[-1, :, 0].copy()
    single = Motion.single(plan, float(motion.time[-1]), poses, motion.violation, status)
    single = replace(single, places={joint: places[-1:] for joint, places in motion.places.items()})
    still = Assembly(status, motion.violation, 0, 0, 0.0, single, poses)
    turned = motion.body_angles()[-1]
    return Start(status, still, 0.0, single, poses, twists, angles_at_end(plan, motion), turned)


def _loose(plan: Plan) -> str:
    """Return a sentence on bodies that no joint holds."""
    joined = set().union(*(e.bodies for e in plan.equations))
    names = [f"'{s.name}'" for b, s in enumerate(plan.resolved.solids) if b not in joined]
    return (
        f" No joint holds {', '.join(names)}: {'they move' if len(names) > 1 else 'it moves'} freely." if names else ""
    )


# ---- states of a mechanism with other numbers ----------------------------------------------------


CLOSED = 1e-9
"""Residual of a joint, lengths relative to that of the mechanism, up to which a state of a run is closed."""


def same_origins(plan: Plan, other: Plan, q: Array, twists: Array) -> tuple[Array, Array]:
    """Return a state of the plan `other` for `plan`: the same origins and axes of bodies, with the same velocities.

    States are those of centres of mass, r = o + R c and v = v_o + w x R c; where c differs, both are shifted.
    """
    here, there = (np.array([s.com for s in p.resolved.solids]).reshape(-1, 3) for p in (plan, other))
    offsets = np.einsum("bij,bj->bi", matrices(q[:, 3:]), here - there)
    moved, turning = q.copy(), twists.copy()
    moved[:, :3] += offsets
    turning[:, :3] += np.cross(twists[:, 3:], offsets)
    return moved, turning


def _is_closed(plan: Plan, state: Start, t: float) -> bool:
    """Return whether all joints and drivers are closed in a state, but for contacts, which may be open.

    Angles count their full turns: of a drum that has wound up a rope, or a wheel that has rolled.
    """
    positions = plan.positions
    engine = Engine(positions)
    engine.work.near[:] = state.angles(positions)
    residuals = engine.scaled(engine.residuals(state.poses, t))
    return bool(
        max((r for r, e in zip(residuals, positions.equations, strict=True) if e.release is None), default=0.0) < CLOSED
    )


def nearest_velocities(plan: Plan, q: Array, t: float, twists: Array) -> Array:
    """Return the velocities (bodies, 6) at poses q nearest to `twists` that joints and drivers allow.

    Contacts that may open or slide go on as they do.
    """
    work = plan.bundle(q)
    releasing = [e.release is not None for e in plan.equations]
    work.soft[plan.position_in_table[releasing]] = -1.0
    work.weight[:] = plan.weight
    work.turning[:] = plan.turning_of(work.weight)
    work.x[:] = freedoms_of(twists, plan.freedoms).reshape(work.x.shape)
    complied(plan, work, t)
    return twists_of(work.x.ravel().copy(), plan.freedoms)
