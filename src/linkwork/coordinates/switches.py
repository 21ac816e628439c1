"""Rigid contacts, joint friction and events as tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..expressions import Program
from ..forces.friction import Friction
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..kernels.tables import MONITOR, SWITCH
from ..model.equations import Equation, Gauge, Site, triple
from ..model.state import Event
from .loads import input_rows

if TYPE_CHECKING:
    from ..joints import Joint
    from ..model.equations import Writer
    from ..model.loads import ResolvedLoad

CONTACT, FRICTION, ONE_WAY = 0, 1, 2
STOP, RECORD, SWITCHED, COURSE = 1, 2, 3, 4
"""What is done when a monitor goes through zero."""


@dataclass(frozen=True)
class Switch:
    """A rigid contact, a one-way clutch, a ratchet, or friction along one coordinate of a joint.

    Attributes
    ----------
    force : Friction, RigidContact, OneWay or Ratchet
        With numbers in SI units.
    equation : Equation
        Holds while the contact is closed or the joint sticks.
    gauge : Gauge or None
        What is limited, or the coordinate that slides; None: a length made of several measures.
    turns : bool
        Whether the coordinate is an angle.
    joint : str
        Of a friction: the joint it acts in.
    body : int
        Of a friction: the body that feels the joint's force.
    point : Site or None
        Of a friction: a point of the joint.
    """

    force: Friction | RigidContact | OneWay | Ratchet
    equation: Equation
    gauge: Gauge | None
    turns: bool = False
    joint: str = ""
    body: int = -1
    point: Site | None = None


def switch_list(writer: Writer) -> list[Switch]:
    """Return the switches of a model."""
    found: list[Switch] = []
    for force in writer.force_list():
        if isinstance(force, RigidContact):
            meaning = f"{force.quantity} at its limit"
            equation = writer.quantity_equation(force.quantity, force.name, meaning, float(force.limit))
            found.append(Switch(force, equation, equation.gauges[0] if equation.single else None))
        elif isinstance(force, Ratchet):
            gauge = writer.named_gauge(force.quantity)
            equation = Equation(force.name, False, f"{force.quantity} held by a tooth", (gauge,), float(force.first))
            found.append(Switch(force, equation, gauge))
        elif isinstance(force, OneWay):
            equation = Equation(force.name, False, f"{force.quantity} locked", (writer.named_gauge(force.quantity),))
            found.append(Switch(force, equation, equation.gauges[0]))
        elif isinstance(force, Friction):
            found.extend(_friction(force, writer.model.joints[force.joint], writer))
    return found


def _friction(force: Friction, joint: Joint, writer: Writer) -> list[Switch]:
    frames = [writer.frames.frame(marker, joint.AXIS) for marker in joint.ends]
    frame = frames[1] if frames[1].body >= 0 else frames[0]
    point = Site(frame.body, False, triple(frame.point))
    switches = []
    for measure in joint.coordinates().values():
        gauge = writer.gauge(measure, joint.AXIS)
        equation = Equation(force.name, False, f"joint '{joint.name}' sticks", (gauge,))
        switches.append(Switch(force, equation, gauge, measure.kind == "angle", joint.name, frame.body, point))
    return switches


def switch_table(
    switches: Sequence[Switch],
    equations: Sequence[Equation],
    gauges: Mapping[Gauge, int],
    features: Mapping[Site, int],
) -> NDArray[np.void]:
    """Return the table of switches; `equations` stand in table order."""
    table = np.zeros(len(switches), SWITCH)
    used: set[int] = set()
    for i, switch in enumerate(switches):
        row = next(k for k, e in enumerate(equations) if k not in used and e == switch.equation)
        used.add(row)
        entry, force = table[i], switch.force
        entry["row"], entry["measure"] = row, -1 if switch.gauge is None else gauges[switch.gauge]
        if isinstance(force, RigidContact):
            entry["kind"], entry["side"] = CONTACT, 1.0 if force.side == "above" else -1.0
            entry["limit"], entry["restitution"] = force.limit, force.restitution
            continue
        if isinstance(force, Ratchet):
            entry["kind"], entry["side"] = CONTACT, 1.0 if force.free == "forward" else -1.0
            entry["limit"], entry["pitch"] = force.first, force.step
            continue
        if isinstance(force, OneWay):
            entry["kind"], entry["side"] = ONE_WAY, 1.0 if force.free == "forward" else -1.0
            continue
        own = [k for k, e in enumerate(equations) if e.owner == switch.joint and not e.driver]
        entry["kind"], entry["first"], entry["last"] = FRICTION, min(own), max(own) + 1
        entry["body"], entry["point"] = switch.body, features[switch.point] if switch.point else 0
        entry["mu"] = force.mu
        entry["mu_static"] = force.mu if force.mu_static is None else force.mu_static
        entry["radius"] = force.radius if switch.turns else 1.0
        entry["bearing"], entry["preload"] = force.bearing or 0.0, force.preload
        entry["smooth"] = force.smooth or 0.0
    return table


def course_changes(loads: Sequence[ResolvedLoad], events: Sequence[Event]) -> list[Event]:
    """Return where forces change their course, and where comparisons within the events do, as events of their own."""
    found: dict[object, Event] = {}
    laws = [(f"the force '{load.owner}'", load.law.program, load.law.inputs) for load in loads if load.law.program]
    logical = [(f"'{event.text}'", event.program, event.inputs) for event in events if event.logical]
    for owner, program, inputs in [*laws, *logical]:
        for course in program.courses if program else ():
            text = f"{owner}, where {course.program.text} passes {', '.join(f'{level:g}' for level in course.levels)}"
            event = Event(text, course.program, inputs, -1, course.levels)
            found.setdefault((course.program.text, course.levels, inputs), event)
    return list(found.values())


def passages(equations: Sequence[Equation]) -> list[tuple[str, Event]]:
    """Return what happens in joints, such as a pin that enters a slot: the joint, and an event in its words."""
    found: list[tuple[str, Event]] = []
    for e in equations:
        for course in e.program.courses if e.program and e.passing else ():
            for words, direction in zip(e.passing, (1, -1), strict=True):
                found.append((e.owner, Event(words, course.program, e.inputs, direction)))
    return found


def monitor_table(
    switches: Sequence[Switch],
    events: Sequence[tuple[Event, int]],
    gauges: Mapping[Gauge, int],
    first_program: int,
    first_input: int,
) -> tuple[NDArray[np.void], list[tuple[int, int, int]], NDArray[np.float64]]:
    """Return the table of monitors, switches first, the inputs of the events, and their levels."""
    table = np.zeros(len(switches) + len(events), MONITOR)
    inputs: list[tuple[int, int, int]] = []
    levels: list[float] = []
    for i in range(len(switches)):
        table[i] = (i, -1, 0, 0, -1, SWITCHED, 0, 0)
    for k, (event, action) in enumerate(events):
        first, lowest = first_input + len(inputs), len(levels)
        inputs.extend(input_rows(event.inputs, gauges))
        levels += [-1e300, *event.levels, 1e300] if event.levels else []
        highest = len(levels) - 1 if event.levels else 0
        last = first_input + len(inputs)
        row = (-1, first_program + k, first, last, event.direction, action, lowest, highest)
        table[len(switches) + k] = row
    return table, inputs, np.array(levels)


def event_programs(events: Sequence[tuple[Event, int]]) -> list[Program]:
    """Return the programs of the events."""
    return [event.program for event, _ in events]
