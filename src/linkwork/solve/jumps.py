"""Where small motions about a state are not alike both ways: contacts about to lift, friction that sticks, bent laws.

A closed contact that presses is a joint to small motions; one that is open is none. What jumps is told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import Lift, Slide
from ..base.poses import moved
from ..coordinates.plan import make_plan
from ..coordinates.switches import Switch, course_changes
from ..forces.one_way import OneWay
from ..kernels.dynamics.switches import CLOSED, FREE, STICK
from ..words import quoted
from .one_sided import OneSidedRows
from .simulate import simulate
from .slipping import Grips, rolling
from .start import Start, consistent_start
from .tangents import StateTangents
from .working_set import WorkingSet

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.equations import Equation
    from ..results.dynamics import DynamicMotion


PRESSES = 1e-9
"""Force of a contact, as a share of the largest multiplier, above which it presses."""

MOVES = 1e-6
"""Inertia forces, as a share of the largest multiplier, from which on a state at rest begins to move."""

BESIDE, BENT = 1e-6, 1e-3
"""A displacement, as a share of the mechanism's size, and the share of a law's slope that jumps there."""


def as_switched(plan: Plan, poses: Array, twists: Array, t: float, near: Array) -> tuple[Plan, tuple[str, ...]]:
    """Return the plan with the contacts that press at a state as joints, without the open ones; and what jumps."""
    switches = plan.switches
    if not switches:
        return plan, ()
    turns = {gauge: float(near[i]) for i, gauge in plan.counted}
    start = replace(consistent_start(plan, t, None), poses=poses, twists=twists, counted=turns)
    run = simulate(plan, [t], start=replace(start, motion=replace(start.motion, time=np.array([t]))))
    states = [_state(switch, run, i) for i, switch in enumerate(switches)]
    if not np.any(twists):
        rows = OneSidedRows(plan, start, t)
        shut = {row.name for k, row in enumerate(rows.rows) if rows.gaps(poses)[k] <= rows.touching(k)}
        both = zip(switches, states, strict=True)
        states = ["touches" if state == "open" and _named(s) in shut else state for s, state in both]
        states = _gripped(plan, states, run, start)
    equations = _held(plan.equations, switches, states)
    same = [id(e) for e in equations] == [id(e) for e in plan.equations]
    return plan if same else make_plan(plan.resolved, equations, plan.writer), _told(switches, states)


def switch_states(run: DynamicMotion) -> list[tuple[str, str, float]]:
    """Return name, state and force [N, N m] of every contact and friction at the first instant of a motion."""
    if run.modes is None or not len(run):
        return []
    found = []
    for i, switch in enumerate(run.plan.switches):
        force = abs(float(run.forces.multipliers[0, _place(switch, run)]))
        found.append((_named(switch), _state(switch, run, i), force))
    return found


def _place(switch: Switch, run: DynamicMotion) -> int:
    """Return the number of the equation of a switch."""
    same = [k for k, e in enumerate(run.plan.equations) if e is switch.equation]
    owned = [k for k, e in enumerate(run.plan.equations) if e.owner == switch.equation.owner and not e.driver]
    return (same or owned)[0]


def _state(switch: Switch, run: DynamicMotion, i: int) -> str:
    """Return what a switch does: "presses", "touches", "open"; "sticks", "slides", "free"."""
    assert run.modes is not None
    mode, lam = run.modes[0, i], run.forces.multipliers[0]
    if switch.slides:
        return "sticks" if mode == STICK else "free" if mode == FREE else "slides"
    if mode != (STICK if isinstance(switch.force, OneWay) else CLOSED):
        return "open"
    return "presses" if abs(lam[_place(switch, run)]) > PRESSES * np.abs(lam).max(initial=0.0) else "touches"


def _gripped(plan: Plan, states: list[str], run: DynamicMotion, start: Start) -> list[str]:
    """Return the states at rest, "limit" of contacts that ask for all that friction holds of what rolls."""
    both = list(zip(plan.switches, states, strict=True))
    rubbing = [isinstance(s.force, Slide) and state in ("sticks", "slides") for s, state in both]
    left = run.plan.tables["masses"]["mass"][:, None] * run.motions[0, :, 1, :3]
    if not any(rubbing) or np.abs(left).max(initial=0.0) > MOVES * np.abs(run.forces.multipliers[0]).max(initial=0.0):
        return states
    work = WorkingSet(plan, start, float(run.time[0]))
    at = work.look(work.first)
    limits = Grips(plan, at, start).limits()
    found = {name: "limit" if name in limits else "sticks" for name in rolling(at.plan)}
    return [found.get(s.joint, state) if own else state for (s, state), own in zip(both, rubbing, strict=True)]


def _held(equations: list[Equation], switches: list[Switch], states: list[str]) -> list[Equation]:
    """Return the equations that small motions keep to."""
    kept = list(equations)
    for switch, state in zip(switches, states, strict=True):
        if isinstance(switch.force, Lift) and state != "presses":
            kept = [e for e in kept if e.driver or e.owner != switch.joint]
        elif isinstance(switch.force, Slide) and state == "slides":
            kept = [e for e in kept if e is not switch.equation and e is not switch.second]
        elif not switch.own and state == "presses":
            kept.append(switch.equation)
    return kept


def _told(switches: list[Switch], states: list[str]) -> tuple[str, ...]:
    """Return sentences on what is held, what is left out, and what jumps."""
    found: dict[str, list[str]] = {}
    for switch, state in zip(switches, states, strict=True):
        found.setdefault(f"{state} own" if switch.slides and switch.own else state, []).append(_named(switch))
    names = {state: quoted(dict.fromkeys(own)) for state, own in found.items()}
    return tuple(words.format(names=names[state]) for state, words in WORDS.items() if state in names)


def _named(switch: Switch) -> str:
    return switch.joint if switch.own else switch.equation.owner


WORDS = {
    "presses": "Closed contacts that press are held like joints: {names}.",
    "open": "Open contacts are left out: {names}.",
    "touches": (
        "Contacts touch without a force: {names}. They hold one way and open the other, a jump that linear equations "
        "do not tell. They are left out; press them on, or take a state beside this one."
    ),
    "sticks": (
        "Friction sticks, a jump: {names}. Up to its limit nothing moves, beyond it the force stays; the linear "
        "equations leave it out. m.friction_range(...) tells the limit."
    ),
    "slides": "Friction that slides is left out: {names}.",
    "limit own": (
        "Contacts at the limit of friction: {names}. They roll one way and slide the other, a jump that linear "
        "equations do not tell. They are held rolling."
    ),
    "slides own": "What slides in contacts is left out: {names}.",
}


def can_bend(plan: Plan) -> bool:
    """Return whether the slope of a force jumps somewhere."""
    if "bends" not in plan.cache:
        plan.cache["bends"] = bool(course_changes(plan.loads, [], []))
    return bool(plan.cache["bends"])


def bent_laws(plan: Plan, tangents: StateTangents, motions: Array, t: float) -> tuple[str, ...]:
    """Return a sentence on forces whose slope along motions (n, k) jumps at the state: the end of a stop, a knee.

    The slopes on both sides of a knee differ by as much at a tenth of the distance; where there is none, by less.
    """
    bent: set[str] = set()
    for x in motions.T:
        step = BESIDE * plan.length * x / max(float(np.abs(x).max()), 1e-300)
        far, size = _slopes_apart(plan, tangents, step, t)
        near, _ = _slopes_apart(plan, tangents, 0.1 * step, t)
        knees = (10.0 * near > 0.5 * far) & (far > BENT * size)
        bent |= {plan.loads[i].owner for i in np.flatnonzero(knees)}
    if not bent:
        return ()
    names = quoted(sorted(bent))
    told = f"The slope of {names} jumps at this state, as where a stop begins: small motions one way and the other"
    return (f"{told} differ, and the linear equations take one of them.",)


def _slopes_apart(plan: Plan, tangents: StateTangents, step: Array, t: float) -> tuple[Array, Array]:
    """Return how much the changes of loads over a step differ on both sides of a state, and how large they are."""
    still = np.zeros((len(tangents.work.q), 6))
    values = []
    for k in (-2, -1, 1, 2):
        poses = moved(tangents.work.q.copy(), k * step, plan.freedoms)
        values.append(StateTangents(plan, poses, still, t, tangents.work.near, static=True).work.values.copy())
    before, after = values[1] - values[0], values[3] - values[2]
    return np.abs(after - before), np.maximum(np.abs(after), np.abs(before))
