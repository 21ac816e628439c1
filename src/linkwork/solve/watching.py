"""Events of a simulation: what the user asked to stop at or to record, contacts, frictions, singular positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED, Lift, Slide
from ..coordinates.curve_courses import curve_courses
from ..coordinates.plan import Plan, make_plan
from ..coordinates.switches import COURSE, RECORD, STOP, Switch, added, course_changes, endings, passages
from ..errors import ExpressionError, LinkworkError, ModelError, MotionError
from ..expressions.nodes import Compare, Node, walk
from ..forces.base import number
from ..forces.end_stop import EndStop
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..kernels.dynamics.switches import HELD, PASSED, STICK
from ..kernels.events.jolts import JOLTED
from ..kernels.steps.singular import SINGULAR
from ..kernels.tables.bundle import Bundle
from ..kernels.tangents.forces import LOADED
from ..kernels.tangents.varying import lacks_direction
from ..model.state import Event
from ..results.motion import Motion
from ..results.reading import Computed, read
from ..words import counted
from .observing import observed_event
from .tangents import Parts

STILL_ADVICE = (
    "A force that turns against every motion, such as one with sign(rate(...)), holds nothing: use friction, which can "
    "stick, or a steep but smooth function such as tanh."
)
"""What to try where time stands still."""


@dataclass(frozen=True)
class Watched:
    """A plan with what it watches.

    Attributes
    ----------
    plan : Plan
    switches : list of Switch
    events : list of (str, Event)
        The user's names of the events; ``""`` for those that stop the run.
    courses : list of Event
        Where forces change their course: steps end there.
    passages : list of (str, Event)
        What happens in joints, by their names.
    endings : list of (str, Event)
        Where equations of joints have no meaning any more, by their names: runs stop there.
    """

    plan: Plan
    switches: list[Switch]
    events: list[tuple[str, Event]]
    courses: list[Event] = field(default_factory=list)
    passages: list[tuple[str, Event]] = field(default_factory=list)
    endings: list[tuple[str, Event]] = field(default_factory=list)

    @cached_property
    def stiff_plan(self) -> Plan:
        """The same plan with rows for the stiffness and damping of forces, for implicit integration."""
        plan = self.plan
        equations = plan.equations[: len(plan.equations) - len(added(self.switches))]
        return make_plan(plan.resolved, equations, plan.writer, self.switches, self.actions, stiff=True)

    @property
    def actions(self) -> list[tuple[Event, int]]:
        """Every event with what it asks for."""
        asked = [(event, RECORD if name else STOP) for name, event in self.events]
        asked += [(event, RECORD) for _, event in self.passages] + [(event, STOP) for _, event in self.endings]
        return [*asked, *((event, COURSE) for event in self.courses)]

    def cause(self, number: int) -> str:
        """Return a sentence on monitor `number`, of an event or of a force that changes its course; -1: on none."""
        found = [*(f"'{event.text}'" for _, event in self.told), *(event.text for event in self.courses)]
        known = f"It is {found[number - len(self.switches)]}, to and fro. " if number >= 0 else ""
        return known + STILL_ADVICE

    @property
    def told(self) -> list[tuple[str, Event]]:
        """Events that are told when they happen, in the order of their monitors."""
        return [*self.events, *self.passages, *self.endings]

    @property
    def first_course(self) -> int:
        """Number of the first monitor of a force that changes its course."""
        return len(self.switches) + len(self.told)


def watched_plan(plan: Plan, stop_when: str | None = None, record_when: Mapping[str, str] | None = None) -> Watched:
    """Return the plan of a model with its switches and events; the plain plan, given if at hand, without any."""
    check_events(stop_when, record_when)
    wanted = [("", stop_when)] if stop_when is not None else []
    wanted += list((record_when or {}).items())
    key = ("watched", tuple(wanted))
    if key not in plan.cache:
        plan.cache[key] = _watched(plan, wanted)
    return plan.cache[key]  # type: ignore[return-value]


def check_events(stop_when: object, record_when: object) -> None:
    """Raise ModelError when events are not given as texts."""
    if stop_when is not None and not isinstance(stop_when, str):
        raise ModelError(
            f"stop_when is a text such as 'A.angle > 1' or 't > 0.5', not {_shown(stop_when)}. "
            f"Compiled code watches it at every step."
        )
    if record_when is None:
        return
    if not isinstance(record_when, Mapping):
        raise ModelError(
            f"record_when gives each event a name: record_when={{'top': 'rate(A.angle)'}}, not {_shown(record_when)}."
        )
    for name, text in record_when.items():
        if not (isinstance(name, str) and name and isinstance(text, str)):
            raise ModelError(
                f"record_when takes names with texts, such as {{'top': 'rate(A.angle)'}}; it has "
                f"{_shown(name)}: {_shown(text)}."
            )


def _shown(value: object) -> str:
    return "a function" if callable(value) else repr(value)


def _watched(plan: Plan, wanted: list[tuple[str, str]]) -> Watched:
    switches = plan.switches
    events = [(name, _event(plan, switches, name, text)) for name, text in wanted]
    courses = course_changes(plan.loads, [event for _, event in events], plan.equations)
    courses += curve_courses(plan.equations)
    watched = Watched(plan, switches, events, courses, passages(plan.equations), endings(plan.equations))
    if not switches and not watched.actions:
        return watched
    made = make_plan(plan.resolved, plan.equations, plan.writer, switches, watched.actions)
    return replace(watched, plan=replace(made, settled=plan.settled))


def _event(plan: Plan, switches: list[Switch], name: str, text: str) -> Event:
    """Return an event on positions and velocities, or on what results tell; these know the forces of switches too."""
    try:
        return plan.writer.event(text)
    except ExpressionError as error:
        what = f"'{plan.name}', " + (f"record_when '{name}'" if name else "stop_when")
        try:
            seen = make_plan(plan.resolved, plan.equations, plan.writer, switches) if switches else plan
            found = observed_event(seen, text)
        except ModelError as better:
            raise ModelError(f"{what}: {better}") from None
        if found is None:
            raise ModelError(f"{what}: {error}") from None
        return found


def check_gaps(watched: Watched, values: Array) -> None:
    """Raise when a rigid contact is violated at the start; `values` are the measures there, angles over full turns."""
    for switch, entry in zip(watched.switches, watched.plan.tables["switches"], strict=True):
        force = switch.force
        if isinstance(force, RigidContact):
            value = float(values[entry["measure"]]) if switch.gauge else _length_at(watched, force, values)
            if entry["side"] * (value - entry["limit"]) < -1e-9 * watched.plan.length:
                name = watched.plan.name
                raise LinkworkError(
                    f"'{name}': at the start {force.quantity} is {value:g}, on the wrong side of the limit "
                    f"{entry['limit']:g} of the contact '{force.name}'. Place the bodies clear of each other."
                )


def _length_at(watched: Watched, contact: RigidContact, values: Array) -> float:
    """Return the length that a contact limits, made of several measures, by the values of all measures."""
    found = watched.plan.writer.combinations.find(contact.quantity)
    assert found is not None
    place = {gauge: i for i, gauge in enumerate(watched.plan.gauges)}
    return found.at([float(values[place[gauge]]) for gauge in found.gauges.values()])


def check_stops(plan: Plan, values: Array) -> None:
    """Raise when an angle starts outside its end stops and a full turn away from between them.

    `values` are the measures at the start, angles over the full turns in which they are counted.
    """
    stops = {force.name: force for force in plan.writer.forces_of(EndStop)}
    for load, entry in zip(plan.loads, plan.tables["loads"], strict=True):
        if load.owner not in stops or load.gauge is None or load.gauge.kind not in WRAPPED:
            continue
        stop, angle = stops[load.owner], float(values[entry["measure"]])
        limits = [None if at is None else number(at) for at in (stop.lower, stop.upper)]
        turns = _turns_inside(angle, *limits)
        if turns:
            where = " and ".join(f"{np.degrees(at):g}" for at in limits if at is not None)
            raise ModelError(
                f"'{plan.name}': at the start {stop.quantity} is {np.degrees(angle):g} degrees, counted "
                f"from where its bodies are placed, and the end stop '{stop.name}' acts at {where} degrees: "
                f"{counted(abs(turns), 'full turn')} away. Place a body so that it is "
                f"{np.degrees(angle + turns * 2 * np.pi):g} degrees, or give the stops where it is."
            )


def _turns_inside(angle: float, low: float | None, high: float | None) -> int:
    """Return by how many full turns an angle should differ to be inside its stops; 0: it is, or none brings it there.

    One stop alone is taken to be on this side of an angle that is beyond it by less than half a turn.
    """
    reach = 2 * np.pi
    if low is not None and angle < low and (high is not None or low - angle > np.pi):
        turns = int(np.ceil((low - angle) / reach))
    elif high is not None and angle > high and (low is not None or angle - high > np.pi):
        turns = -int(np.ceil((angle - high) / reach))
    else:
        return 0
    there = angle + turns * reach
    return turns if (low is None or there >= low) and (high is None or there <= high) else 0


def log_words(watched: Watched, running: Plan, log: Array) -> tuple[str, ...]:
    """Return the events of a run in words, in order of time; `running` is the plan of its formulation."""
    words = []
    for t, monitor, mode in sorted(log.tolist()):
        said = _jolt(running, int(mode)) if monitor == JOLTED else _words(watched, int(monitor), mode)
        words.append(f"t = {t:.9g} s: {said}")
    return tuple(words)


def _jolt(running: Plan, row: int) -> str:
    """Return who asked for another velocity at once, and what that means for forces."""
    owner = running.equations[running.order[row]].owner
    return f"velocities jump, as '{owner}' asks: a blow, which forces leave out; a rounded corner has none"


def log_records(watched: Watched, log: Array) -> dict[str, Array]:
    """Return the times of the events that were to be recorded, by name [s]."""
    numbers = {name: len(watched.switches) + k for k, (name, _) in enumerate(watched.events) if name}
    return {name: np.sort(log[log[:, 1] == number, 0]) for name, number in numbers.items()}


def log_changes(watched: Watched, log: Array) -> dict[str, dict[str, Array]]:
    """Return the times at which contacts and joints changed, by name and by what they did [s]."""
    found: dict[str, dict[str, list[float]]] = {}
    first = len(watched.switches) + len(watched.events)
    for t, monitor, mode in sorted(log.tolist()):
        if first <= monitor < first + len(watched.passages):
            name, event = watched.passages[int(monitor) - first]
            found.setdefault(name, {}).setdefault(event.text, []).append(t)
        if 0 <= monitor < len(watched.switches):
            switch = watched.switches[int(monitor)]
            found.setdefault(switch.name, {}).setdefault(_does(switch, mode), []).append(t)
    return {name: {does: np.array(times) for does, times in own.items()} for name, own in found.items()}


def _does(switch: Switch, mode: float) -> str:
    """Return what a contact or a joint with friction does in a mode."""
    if isinstance(switch.force, RigidContact | Lift):
        if mode == PASSED:
            return "meets another place of its curve"
        return "closes" if mode else "rebounds or opens"
    if isinstance(switch.force, Slide) and mode != HELD:
        return "rolls" if mode == 0 else "slides" if switch.second else "slides forward" if mode > 0 else "slides back"
    if isinstance(switch.force, OneWay):
        return "locks" if mode == 0 else "runs free"
    if isinstance(switch.force, Ratchet):
        return "passes a tooth" if mode == PASSED else "locks" if mode else "runs free"
    known = {STICK: "sticks", HELD: "is held still"}
    return known.get(mode, "slides forward" if mode > 0 else "slides back")


def _words(watched: Watched, number: int, mode: float) -> str:
    if number == int(SINGULAR):
        return "singular position passed; the joints lose rank there and momentum carries the motion through"
    if number < len(watched.switches):
        switch = watched.switches[number]
        if isinstance(switch.force, RigidContact | Lift | Slide):
            return f"contact '{switch.name}' {_does(switch, mode)}"
        if isinstance(switch.force, OneWay):
            return f"clutch '{switch.name}' {_does(switch, mode)}"
        if isinstance(switch.force, Ratchet):
            return f"ratchet '{switch.name}' {_does(switch, mode)}"
        return f"joint '{switch.joint}' {_does(switch, mode)} (friction '{switch.equation.owner}')"
    number -= len(watched.switches)
    name, event = watched.told[number]
    if number >= len(watched.events):
        return f"joint '{name}': {event.text}"
    said = f"'{name}' ({event.text})" if name else f"stopped because {event.text}"
    return said + _value_words(watched.plan, event, mode)


def _value_words(plan: Plan, event: Event, value: float) -> str:
    """Return what a force or an energy is that an event compares with a number: it may have jumped past that."""
    node = plan.writer.quantities.parsed(event.text)
    if not event.observed or not isinstance(node, Compare):
        return ""
    for side, other, sign in ((node.left, node.right, 1.0), (node.right, node.left, -1.0)):
        limit, (term,) = read(plan, str(other))[0], read(plan, str(side))
        if isinstance(limit, Computed) and limit.program.fixed is not None:
            return f", {term.text} = {sign * value + limit.program.fixed:.6g} {term.unit}".removesuffix(" 1")
    return ""


def already(watched: Watched, values: Array) -> str:
    """Return a sentence on conditions to stop that hold at the start, or nothing; `values` are those of the monitors.

    Raises ModelError for a condition that has no value there.
    """
    found = []
    for (name, event), value in zip(watched.events, values[len(watched.switches) :], strict=False):
        if not np.isfinite(value):
            raise ModelError(
                f"'{event.text}' has no value at the start: {value:g}. Ask for something that always has one."
            )
        if not name and event.direction * value > 0.0:
            found.append(f" '{event.text}' holds at the start already; it ends the run when it comes true again.")
    return "".join(found)


def undirected(plan: Plan, work: Bundle, t: float) -> str:
    """Return a sentence on forces along the distance of points that coincide at the state measured last, or nothing."""
    found = [
        f" The points of '{load.owner}' coincide: its {work.values[i]:g} N have no direction, and move nothing. Place "
        f"the points apart."
        for i, load in enumerate(plan.loads)
        if lacks_direction(work.H, t, i)
    ]
    return "".join(found)


def check_directed(plan: Plan, work: Bundle, t: float, parts: Parts) -> None:
    """Raise MotionError where a force has no direction, no value or no slope at the state measured last."""
    if said := undirected(plan, work, t) + _steep(plan, work, parts):
        raise MotionError(f"'{plan.name}': forces have no derivatives at this position.{said}")


def _steep(plan: Plan, work: Bundle, parts: Parts) -> str:
    """Return sentences on forces whose value or slope is infinite or no number."""
    changes = np.abs(parts.by_shifts) + np.abs(parts.by_speeds)
    if np.isfinite(changes).all():
        return ""
    table, found = parts.elements.table, dict[str, str]()
    for element, own in zip(table, np.split(changes, table["place"][1:]), strict=True):
        if element["kind"] == LOADED and not np.isfinite(own).all():
            name, value = plan.loads[element["number"]].owner, float(work.values[element["number"]])
            what = "its slope is infinite, or no number" if np.isfinite(value) else f"its value is {value:g}"
            found[name] = (
                f" Of '{name}' {what}. Take a state beside this one, or write the force so that it is smooth here, as "
                f"with tanh."
            )
    return "".join(found.values())


def valueless(watched: Watched, motion: Motion) -> str:
    """Return sentences on events that have no value at stored times, or nothing: around these they are not seen."""
    said = ""
    for _, event in watched.events:
        for part in _compared(watched.plan.writer.quantities.parsed(event.text)):
            values = read(watched.plan, str(part))[0].values(motion)[:, 0]
            if len(lost := np.flatnonzero(~np.isfinite(values))):
                said += (
                    f" '{event.text}' has no value at {len(lost)} of {len(motion)} stored times, the first t = "
                    f"{motion.time[lost[0]]:.9g} s: '{part}' is not a number there, and what happens around it is not "
                    f"seen. Ask for something that always has a value."
                )
                break
    return said


def _compared(node: Node) -> list[Node]:
    """Return what an event compares, or its whole expression."""
    found = [side for part in walk(node) if isinstance(part, Compare) for side in (part.left, part.right)]
    return found or [node]
