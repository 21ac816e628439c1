"""Whether linear equations about a moving state hold on: rates that change, and equations that do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..arrays import Array
from ..base.poses import freedoms_of, largest, moved, shift_count
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan
from ..results.linear import Linearisation
from ..results.motion import Motion
from ..words import quoted
from .independent import Named
from .states import States
from .tangents import StateTangents

AHEAD, CHANGED, SEEN = 1e-5, 1e-3, 1e-6
"""How far a motion goes on [rad, mechanism's size], the share of that by which linear equations change that are not
those of a steady motion (errors are the square of the first), and the part of what swings in a mode."""

SPEEDING = (
    "This motion is not steady: {how}, and eigenvalues are those of this instant "
    "and of the coordinates chosen. For vibrations linearise about an equilibrium, or about a steady motion."
)

PASSING = (
    "The equations change while this motion goes on: eigenvalues are those of this instant, and do not tell whether "
    "it is stable. Name coordinates that turn with it, or whose axes stand still while it does."
)

CARRIED = (
    "Axes of {names} turn with this motion: frequencies are those seen from there. Seen from the ground they differ by "
    "the speed of the turn, and those decide where an unbalance is critical: name coordinates along axes that stand "
    "still for them, such as x and y of a point on the axis of a rotor."
)


def passing(
    made: Linearisation, plan: Plan, led: Named, state: States, equations: Callable[[States], Linearisation]
) -> tuple[str, ...]:
    """Return a sentence where a motion is not steady, or is and its equations change, as turns from a pose passed by.

    `made` are the linear equations of a state, on coordinates `led`, and `equations` those of another one.
    Coordinates on which nothing depends, such as how far a wheel has rolled, may change them.
    """
    now, d = (state.poses[0], state.twists[0], float(state.times[0]), state.near[0]), plan.freedoms
    along, own, sizes = freedoms_of(now[1], d), len(made.units), made.sizes[: len(made.units)]
    pace = largest(along, d, plan.length)
    if not pace or not own:  # what cannot move has the rounding of its joints for velocities
        return ()
    was = made.A[:own, :own] * sizes / sizes[:, None]
    motions, quick = StateTangents(plan, *now).work.V[:, :2].copy(), float(np.abs(was).max(initial=0.0))
    speeds = Motion.of(plan, state.times, state.poses, motions[None], 2)
    if told := _speeding(made, speeds.observe(list(led.gauges))[0], max(quick, pace)):
        return (told,)
    if pace <= ROUNDING * quick:
        return ()
    h = AHEAD / pace
    poses, twists = moved(now[0], h * along, d), now[1] + h * motions[:, 1]
    ahead = equations(States.moving(state.times + h, poses[None], twists[None], state.near))
    change = (ahead.A - made.A)[:own, :own] * sizes / sizes[:, None]
    kept = _felt(was, len(made.coordinates))
    if np.abs(change[np.ix_(kept, kept)]).max(initial=0.0) <= CHANGED * AHEAD * max(quick, pace):
        return _carried(made, ahead.shapes, d)
    return (PASSING,)


def _speeding(made: Linearisation, seen: Array, quick: float) -> str:
    """Return a sentence where rates change at a state, or as its motion goes on; `quick` [1/s] is its scale.

    `seen` (coordinates, 4) are the coordinates there with their derivatives.
    """
    z, own = len(made.coordinates), len(made.units)
    led = [made.coordinates.index(velocity[len("rate(") : -1]) for velocity in made.velocities]
    changes = seen[led, 2]
    jerks = made.A[z:own, :z] @ seen[:, 1] + made.A[z:own, z:own] @ changes
    shares = np.abs([changes, jerks / quick]) / (made.sizes[led] * quick**2)
    if shares.max(initial=0.0) <= ROUNDING:
        return ""
    worst = int(np.argmax(shares.max(axis=0)))
    how = f"changes by {changes[worst]:.4g} {made.units[z + worst]} a second"
    return SPEEDING.format(how=f"{made.velocities[worst]} {how if shares[0, worst] > ROUNDING else 'begins to change'}")


def _carried(made: Linearisation, ahead: Array, d: int) -> tuple[str, ...]:
    """Return a sentence on coordinates that swing about or along axes which turn with a steady motion, but need not.

    The displacements (bodies * d, coordinates) that they lead a little `ahead` are others then, but combinations of
    those at the state: axes that stand still would tell the same motions.
    """
    units = np.where(np.tile(np.arange(d) < shift_count(d), len(ahead) // d), 1.0 / made.plan.length, 1.0)[:, None]
    now, then = made.shapes * units, ahead * units
    mixed = np.linalg.lstsq(now, then, rcond=None)[0]
    if np.abs(now @ mixed - then).max(initial=0.0) > CHANGED * AHEAD * np.abs(now).max(initial=0.0):
        return ()
    turned = np.linalg.norm(then - now, axis=0) > CHANGED * AHEAD * np.linalg.norm(now, axis=0)
    swinging = {name for mode in made.modes if mode.frequency for name, part in mode.shape.items() if abs(part) > SEEN}
    names = [name for name, one in zip(made.coordinates, turned, strict=True) if one and name in swinging]
    return (CARRIED.format(names=quoted(names)),) if names else ()


def _felt(A: Array, z: int) -> list[int]:
    """Return the states without those coordinates, of the first z, on which none of the others depends."""
    kept, least = list(range(len(A))), ROUNDING * float(np.abs(A).max(initial=0.0))
    while idle := [k for k in kept if k < z and np.abs(A[[i for i in kept if i != k], k]).max(initial=0.0) <= least]:
        kept = [k for k in kept if k not in idle]
    return kept
