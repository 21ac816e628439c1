"""Consistent velocities: those that joints and drivers allow, nearest to the hints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from ..arrays import Array, Flags
from ..base.poses import freedoms_of, twists_of
from ..base.rotation import matrices
from ..coordinates.plan import Plan
from ..errors import AssemblyError, LinkworkError
from ..kernels.kinematics.start import comply
from ..kernels.tables.bundle import Bundle
from .lifted import opened

KNOWN = 1e-8
"""Share of a correction that a hinted velocity takes, compared with a velocity nobody hinted at."""

CHANGED = 1e-6
"""Change of a hinted velocity, relative to the largest, that counts as one."""

SPIN = 1e-3
"""Share that an angular velocity takes in another metric, to see whether the metric decides."""

ARBITRARY = 1e-6
"""Difference of velocities in two metrics, relative to the largest, that shows that nothing determines them."""


@dataclass(frozen=True)
class Velocities:
    """Consistent velocities.

    Attributes
    ----------
    twists : array, shape (bodies, 6)
    change : float
        Largest change of a hinted velocity, relative to the largest velocity.
    carried : list of str
        Bodies that are carried along, although neither joints, drivers nor hints say how: without spin if possible.
    released : list of str
        Joints whose contacts slide or open, since the hints say so.
    """

    twists: Array
    change: float
    carried: list[str]
    released: list[str] = field(default_factory=list)


def consistent_velocities(plan: Plan, q: Array, t: float, held: Flags) -> Velocities:
    """Return velocities at poses q that follow the hints; `held` (bodies, d) says which hinted ones must not change.

    Contacts that may open stay closed, and what may slide rolls, unless the hints say otherwise.
    """
    parts, released = _releases(plan), opened(plan, q, t)
    off = [row for rows in parts.values() for row in rows]
    found = _follow(plan, q, t, held, off)
    for (owner, _), rows in parts.items():
        fewer = [row for row in off if row not in rows]
        tried = None if owner in released else _tried(plan, q, t, held, fewer)
        if tried is not None and tried.change <= max(found.change, CHANGED):
            off, found = fewer, tried
        elif owner not in released:
            released.append(owner)
    return replace(found, released=released)


def _releases(plan: Plan) -> dict[tuple[str, type], list[int]]:
    """Return the rows of the table that may let go, by joint: those of its contact, then those of its rolling."""
    found: dict[tuple[str, type], list[int]] = {}
    for equation, row in zip(plan.equations, plan.position_in_table.tolist(), strict=True):
        if equation.release is not None:
            found.setdefault((equation.owner, type(equation.release)), []).append(row)
    return found


def _tried(plan: Plan, q: Array, t: float, held: Flags, off: list[int]) -> Velocities | None:
    """Return the velocities without the rows `off`, or None where those that are held contradict the others."""
    try:
        return _follow(plan, q, t, held, off)
    except AssemblyError:
        return None


def _follow(plan: Plan, q: Array, t: float, held: Flags, off: list[int]) -> Velocities:
    """Return velocities that follow the hints and all rows but those `off`."""
    hinted = hinted_freedoms(plan)
    nearest = partial(_nearest, plan, q, t, held, off)
    found = nearest(hinted, hinted)
    largest = _size(plan, found).max(initial=0.0)
    if largest > 0.0:
        turns = np.arange(plan.freedoms) >= len(plan.resolved.space.labels)
        other = nearest(hinted, hinted, np.where(turns & ~hinted, SPIN, 1.0))
        carried = _size(plan, other - found).max(axis=1, initial=0.0) > ARBITRARY * largest
        if carried.any():
            found = nearest(hinted, hinted | (carried[:, None] & turns))
    else:
        carried = np.zeros(len(q), bool)
    wanted = _wanted(plan, _centre_offsets(plan, q), found)
    largest = max(_size(plan, found).max(initial=0.0), _size(plan, np.where(hinted, wanted, 0.0)).max(initial=0.0))
    change = _size(plan, np.where(hinted, wanted - found, 0.0)).max(initial=0.0)
    names = [plan.resolved.solids[b].name for b in np.flatnonzero(carried)]
    return Velocities(twists_of(found.ravel(), plan.freedoms), float(change / largest) if largest > 0 else 0.0, names)


def _size(plan: Plan, x: Array) -> Array:
    """Return sizes of velocities (bodies, d) [m/s], turns at the radius of the body."""
    return np.asarray(np.abs(x) / np.sqrt(plan.weight))


def _nearest(
    plan: Plan,
    q: Array,
    t: float,
    held: Flags,
    off: list[int],
    hinted: Flags,
    known: Flags,
    share: Array | float = 1.0,
) -> Array:
    """Return consistent velocities (bodies, d) nearest to those wanted where they are `known`: hinted, or zero.

    A known one takes a share KNOWN of each correction; going back to what was wanted and correcting again makes its
    share vanish where all can be met. `share` is that of the others; rows `off` do not count.
    """
    work = plan.bundle(q)
    work.soft[off] = -1.0
    offsets = _centre_offsets(plan, q)
    work.weight[:] = plan.weight * np.where(hinted & held, 0.0, np.where(known, KNOWN, share))
    work.turning[:] = plan.turning_of(work.weight)
    found, wanted = np.zeros_like(work.x), np.zeros_like(work.x)
    for _ in range(4):
        wanted = np.where(hinted, _wanted(plan, offsets, found), 0.0)
        work.x[:] = np.where(known, wanted, found)
        residual = complied(plan, work, t)
        found = work.x.copy()
    if held.any():
        _check_held(plan, residual, float(np.abs([found, wanted]).max(initial=0.0)))
    return found


def complied(plan: Plan, work: Bundle, t: float) -> float:
    """Bring the velocities work.x to the joints and drivers by the least change; return the residual left."""
    residual = float(comply(work.H, float(t), 1))
    plan.programs.reraise()
    if not (residual >= 0.0 and np.isfinite(work.x).all()):
        raise LinkworkError(f"'{plan.name}': no finite velocities at t = {t:g} s.")
    return residual


def _check_held(plan: Plan, residual: float, largest: float) -> None:
    """Raise AssemblyError when velocities of held bodies contradict the joints or the drivers."""
    if residual > 1e-9 * max(largest, 1e-300):
        raise AssemblyError(
            f"'{plan.name}': the hinted velocities of the bodies held contradict the joints or the "
            f"drivers, by {residual:.3g} m/s or rad/s. Hold fewer of them, or give velocities that belong together."
        )


def hinted_freedoms(plan: Plan) -> Flags:
    """Return which freedoms (bodies, d) have a hinted velocity."""
    known = np.zeros((len(plan.resolved.solids), plan.freedoms), bool)
    shifts = len(plan.resolved.space.labels)
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
    twists = twists_of(found.ravel(), plan.freedoms)
    for b, hint in enumerate(plan.resolved.hints):
        if hint.has_rate:
            twists[b, 3:] = hint.rate
        if hint.has_velocity:
            twists[b, :3] = hint.velocity + np.cross(twists[b, 3:], offsets[b])
    return freedoms_of(twists, plan.freedoms).reshape(found.shape)
