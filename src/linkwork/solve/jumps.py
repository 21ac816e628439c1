"""Where small motions about a state are not alike both ways: contacts about to lift, friction that sticks, bent laws.

A closed contact that presses is a joint to small motions; one that is open is none. What jumps is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.measure import Lift, Slide
from ..base.zero import ROUNDING
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import allowed_motions
from ..coordinates.slots import FORCE, JOINT, Owner
from ..coordinates.switches import Switch
from ..forces.one_way import OneWay
from ..functions.law import PythonLaw
from ..kernels.dynamics.loads import ALONG
from ..kernels.dynamics.switches import CLOSED, FREE, HELD, STICK
from ..kernels.geometry.measures import DISTANCE
from ..kernels.tables.bundle import Bundle
from ..kernels.tangents.forces import LOADED, TOGETHER
from ..model.equations import Equation
from ..results.dynamics import DynamicMotion
from ..results.series import run_along
from ..words import quoted
from .one_sided import OneSidedRows
from .simulate import simulate
from .slipping import Grips, rolling
from .start import Start, consistent_start
from .working_set import WorkingSet

if TYPE_CHECKING:
    from .tangents import StateTangents

PRESSES = 1e-9
"""Force of a contact, as a share of the largest multiplier, above which it presses."""

MOVES = 1e-6
"""Inertia forces, as a share of the largest multiplier, from which on a state at rest begins to move."""

BESIDE, BENT, JUMP, NONE = 1e-6, 1e-3, 0.25, 1e-11
"""A displacement, as a share of the mechanism's size, the share of a law's slope that jumps there, that of a change
which is left a tenth as far away (a root leaves 0.3), and what rounding makes of its values."""

PLACES = np.array([-2.0, -1.0, -0.2, -0.1, 0.1, 0.2, 1.0, 2.0])
"""Where laws are looked at, in steps from the state."""

JUMPS = (
    "The force of {names} jumps at this state, or its slope is infinite: stiffness and damping leave that out. Use "
    "friction, which can stick, or a steep but smooth function such as tanh; or take a state beside this one."
)

KNEES = (
    "The slope of {names} jumps at this state, as where a stop begins: small motions one way and the other differ, and "
    "the linear equations take one of them."
)

BENDS = (
    "The curvature of the curve in {names} jumps where it is touched at this state: small motions one way and the "
    "other differ, and the linear equations take one of them."
)

DIFFERENCES = (
    "Slopes of {names} are differences of a Python function that takes plain numbers alone, to about ten figures."
)

BLOW = "Contacts are hit at this state: the linear equations are about the velocities after the blow."

PARTING = (
    "Points of {names} coincide and can part in several directions: damping has no derivative here. Taken is that of "
    "points which go straight apart; such that go round each other feel less of it. Take a state beside this one, or "
    "a bushing, which damps along every axis."
)


def as_switched(plan: Plan, poses: Array, twists: Array, t: float, near: Array) -> tuple[Plan, tuple[str, ...], Array]:
    """Return the plan with the contacts that press at a state as joints, without the open ones; what jumps; velocities.

    Where bodies run against contacts, joints or drivers at the state, the velocities are those after the blow.
    """
    switches = plan.switches
    if not switches:
        return plan, (), twists
    turns = {gauge: float(near[i]) for i, gauge in plan.counted}
    start = replace(consistent_start(plan, t, None), poses=poses, twists=twists, counted=turns)
    run = simulate(plan, [t], start=replace(start, motion=replace(start.motion, time=np.array([t]))))
    states = [_state(switch, run, i) for i, switch in enumerate(switches)]
    after = np.array(run.motions[0, :, 0])
    blow = bool(np.abs(after - twists).max() > ROUNDING * np.abs(twists).max())
    if not np.any(twists):
        rows = OneSidedRows(plan, start, t)
        shut = {row.name for k, row in enumerate(rows.rows) if rows.gaps(poses)[k] <= rows.touching(k)}
        both = zip(switches, states, strict=True)
        states = ["touches" if state == "open" and _named(s) in shut else state for s, state in both]
        states = _gripped(plan, states, run, start)
    equations = _held(plan.equations, switches, states)
    same = [id(e) for e in equations] == [id(e) for e in plan.equations]
    told = (*_told(switches, states), *((BLOW,) if blow else ()))
    return plan if same else make_plan(plan.resolved, equations, plan.writer), told, after if blow else twists


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
    return same[0] if same else run.plan.owners.index(Owner(JOINT if switch.own else FORCE, switch.equation.owner))


def _state(switch: Switch, run: DynamicMotion, i: int) -> str:
    """Return what a switch does: "presses", "touches", "open"; "sticks", "slides", "held", "free"."""
    assert run.modes is not None
    mode, lam = run.modes[0, i], run.forces.multipliers[0]
    if switch.slides:
        return {STICK: "sticks", FREE: "free", HELD: "held"}.get(mode, "slides")
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
        elif isinstance(switch.force, Slide) and state in ("slides", "held"):
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


def bent_laws(plan: Plan, work: Bundle, t: float) -> tuple[str, ...]:
    """Return sentences on what jumps at the state measured last, or whose slope does: dry friction, a stop, a curve."""
    jumps, knees = laws_that_jump(plan, work, t)
    met = {JUMPS: jumps, KNEES: knees - jumps, BENDS: _bends(plan, work)}
    return tuple(words.format(names=quoted(sorted(names))) for words, names in met.items() if names)


def laws_that_jump(plan: Plan, work: Bundle, t: float) -> tuple[set[str], set[str]]:
    """Return the names of forces that jump at the state measured last, and of those whose slope does."""
    jumps, knees = set[str](), set[str]()
    for load, entry in zip(plan.loads, plan.tables["loads"], strict=True):
        if load.law.program is None:
            continue
        inputs = plan.tables["inputs"][entry["first"] : entry["last"]]
        own = [_input(plan, work, measure, order) for measure, order, _ in inputs]
        for i, (_, order, length) in enumerate(inputs):
            step = BESIDE * (plan.length if length else 1.0) * (max(1.0, abs(own[i])) if order else 1.0)
            beside = [np.full((len(PLACES), 1), value) for value in own]
            beside[i] = beside[i] + step * PLACES[:, None]
            jump, knee = _corners(run_along(np.full(len(PLACES), t), load.law.program, beside, 1)[:, 0])
            jumps |= {load.owner} if jump else set()
            knees |= {load.owner} if knee else set()
    return jumps, knees


def differenced(plan: Plan) -> tuple[str, ...]:
    """Return a sentence on forces whose Python functions take plain numbers alone, so that slopes are differences."""
    names = sorted(
        load.owner
        for load in plan.loads
        for _, function in (load.law.program.callables if load.law.program else ())
        if isinstance(function, PythonLaw) and not function.takes_jets
    )
    return (DIFFERENCES.format(names=quoted(dict.fromkeys(names))),) if names else ()


def _bends(plan: Plan, work: Bundle) -> set[str]:
    """Return the joints whose contacts, where they were followed to last, lie where the curvature of a curve jumps."""
    found, rows = set[str](), plan.tables["rows"]["relation"]
    for k, equation in ((k, plan.equations[int(i)]) for k, i in enumerate(plan.order)):
        if equation.contact is None or equation.contact.roll:
            continue
        s, other = work.contacts[int(plan.tables["relations"]["contact"][rows[k]]), :2]
        contact = equation.contact
        if contact.curve.jumps_at(s) or (contact.other is not None and contact.other.jumps_at(other)):
            found.add(equation.owner)
    return found


def parting_dampers(plan: Plan, work: Bundle, tangents: Callable[[], StateTangents]) -> tuple[str, ...]:
    """Return a sentence on dampers between points that coincide, at the state measured last, and can part anyhow."""
    loads, kinds, least = plan.tables["loads"], plan.tables["measures"]["kind"], TOGETHER * plan.length
    places = np.flatnonzero((loads["kind"] == ALONG) & (loads["damping"] != 0.0))
    near = [i for i in places if kinds[m := loads["measure"][i]] == DISTANCE and work.measured[m, 0] <= least]
    if not near:
        return ()
    here, d, found = tangents(), plan.freedoms, set[str]()
    parts, counted = here.parts, here.work.soft >= 0.0
    motions = allowed_motions(here.terms.J[counted], np.sqrt(here.plan.weight).ravel())
    blocks = (np.split(x, parts.elements.table["place"][1:]) for x in (parts.by_speeds, *parts.elements.places(d)))
    for element, drag, rows, columns in zip(parts.elements.table, *blocks, strict=True):
        if element["kind"] == LOADED and element["number"] in near:
            sizes = np.linalg.svd(motions[rows].T @ (drag[:, None] * motions[columns]), compute_uv=False)
            if len(sizes) > 1 and sizes[1] > ROUNDING * sizes[0]:
                found.add(plan.loads[element["number"]].owner)
    return (PARTING.format(names=quoted(sorted(found))),) if found else ()


def _input(plan: Plan, work: Bundle, measure: int, order: int) -> float:
    """Return what a law depends on: a measure, an angle over full turns, or its rate."""
    value = float(work.measured[measure, order])
    turns = order == 0 and any(i == measure for i, _ in plan.counted)
    return float(nearest_turn(value, work.near[measure])) if turns else value


def _corners(values: Array) -> tuple[bool, bool]:
    """Return whether a force jumps, and whether its slope does, from values at `PLACES`.

    A tenth as far away the change across a jump is as large, that of a smooth law a tenth; the slopes on both sides of
    a knee differ by as much, those of a smooth law by less.
    """
    size = float(np.abs(values).max())
    if not np.isfinite(size):
        return True, False
    (across, bend, steepest), (near, bent, _) = (_changes(values[which]) for which in ([0, 1, 6, 7], [2, 3, 4, 5]))
    jump = near > max(JUMP * across, BESIDE * size)
    return jump, 10.0 * bent > 0.5 * bend and bend > max(BENT * steepest, NONE * size)


def _changes(values: Array) -> tuple[float, float, float]:
    """Return the change across a state, how much those on its two sides differ, and the larger of these."""
    before, after = float(values[1] - values[0]), float(values[3] - values[2])
    return abs(float(values[2] - values[1])), abs(after - before), max(abs(before), abs(after))
