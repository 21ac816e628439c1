"""Rigid contacts, friction, contacts of joints that let go, and events as tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Ints
from ..base.measure import Lift, Slide
from ..expressions import Program
from ..forces.base import Force, number
from ..forces.friction import Friction
from ..forces.one_way import OneWay
from ..forces.ratchet import Ratchet
from ..forces.rigid_contact import RigidContact
from ..kernels.contacts.feet import FLAT
from ..kernels.events.monitors import OBSERVED
from ..kernels.tables.records import MONITOR, SWITCH
from ..model.equations import Equation, Gauge, Site, triple
from ..model.state import Event, Input
from .loads import input_rows

if TYPE_CHECKING:
    from ..joints import Joint
    from ..model.equations import Writer
    from ..model.loads import ResolvedLoad
    from .plan import Plan

CONTACT, FRICTION, ONE_WAY = 0, 1, 2
STOP, RECORD, SWITCHED, COURSE = 1, 2, 3, 4
"""What is done when a monitor goes through zero."""

MODE, WALL = -1, -2
"""What stands for the program of a monitor: see `kernels.monitors`."""


@dataclass(frozen=True)
class Switch:
    """A rigid contact, a one-way clutch, a ratchet, friction along one coordinate of a joint, or a contact of a joint.

    Attributes
    ----------
    force : Friction, RigidContact, OneWay, Ratchet, Lift or Slide
        With numbers in SI units.
    equation : Equation
        Holds while the contact is closed or the joint sticks.
    gauge : Gauge or None
        What is limited, or the coordinate that slides; None: the row itself, made of several measures.
    turns : bool
        Whether the coordinate is an angle.
    joint : str
        Of a friction or a contact of a joint: the joint.
    body : int
        Of a friction: the body that feels the joint's force.
    point : Site or None
        Of a friction: a point of the joint.
    second : Equation or None
        Of what rolls in space: the other direction in which it slides.
    normal : Equation or None
        Of what rolls: the equation of its contact, whose force presses.
    """

    force: Friction | RigidContact | OneWay | Ratchet | Lift | Slide
    equation: Equation
    gauge: Gauge | None
    turns: bool = False
    joint: str = ""
    body: int = -1
    point: Site | None = None
    second: Equation | None = None
    normal: Equation | None = None

    @property
    def own(self) -> bool:
        """Whether its equations are those of a joint; else they are added."""
        return isinstance(self.force, Lift | Slide)

    @property
    def slides(self) -> bool:
        """Whether it is friction, which sticks or slides; else it closes and opens."""
        return isinstance(self.force, Friction | Slide)

    @property
    def name(self) -> str:
        """The user's name for what changes: a joint, a contact or a clutch."""
        return self.joint or self.equation.owner


def switch_list(writer: Writer, equations: Sequence[Equation]) -> list[Switch]:
    """Return the switches of a model: its forces that act by events, and joints that let go."""
    return [*force_switches(writer), *joint_switches(equations)]


def added(switches: Sequence[Switch]) -> list[Equation]:
    """Return the equations that switches add to those of the joints."""
    return [switch.equation for switch in switches if not switch.own]


def switched_rows(plan: Plan) -> Ints:
    """Return the rows of the table that count in some modes alone."""
    table = plan.tables["switches"]
    return np.concatenate([table["row"], table["second"][table["second"] >= 0]])


def joint_switches(equations: Sequence[Equation]) -> list[Switch]:
    """Return the switches of joints whose contacts lift off or slide, every contact before its friction."""
    found: list[Switch] = []
    for owner in dict.fromkeys(e.owner for e in equations if e.release is not None):
        rows = [e for e in equations if e.owner == owner and not e.driver]
        found += [Switch(e.release, e, None, joint=owner) for e in rows if isinstance(e.release, Lift)]
        slips = [e for e in rows if isinstance(e.release, Slide)]
        if slips:
            assert isinstance(slips[0].release, Slide)
            second = slips[1] if len(slips) > 1 else None
            body = min(rows[0].bodies)
            found.append(
                Switch(slips[0].release, slips[0], None, joint=owner, body=body, second=second, normal=rows[0])
            )
    return found


def force_switches(writer: Writer) -> list[Switch]:
    """Return the switches of rigid contacts, clutches and frictions in joints."""
    found: list[Switch] = []
    for force in writer.forces_of(Force):
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
    table["contact"] = table["second"] = -1
    used: set[int] = set()
    for i, switch in enumerate(switches):
        row = next(k for k, e in enumerate(equations) if k not in used and e == switch.equation)
        used.add(row)
        entry, force = table[i], switch.force
        entry["row"], entry["measure"] = row, -1 if switch.gauge is None else gauges[switch.gauge]
        entry["own"] = switch.own
        if isinstance(force, Slide):
            _fill_slide(entry, switch, force, equations)
            entry["contact"] = next((k for k in range(i) if switches[k].equation is switch.normal), -1)
        elif isinstance(force, Friction):
            _fill_friction(entry, switch, force, equations)
            entry["point"] = features[switch.point] if switch.point else 0
        else:
            _fill_limit(entry, force)
    return table


def _fill_limit(entry: np.void, force: RigidContact | Lift | Ratchet | OneWay) -> None:
    """Fill the entry of what holds on one side."""
    entry["kind"] = ONE_WAY if isinstance(force, OneWay) else CONTACT
    if isinstance(force, Lift):
        entry["side"], entry["restitution"] = force.side, force.restitution
    elif isinstance(force, RigidContact):
        entry["side"] = 1.0 if force.side == "above" else -1.0
        entry["limit"], entry["restitution"] = force.limit, force.restitution
    else:
        entry["side"] = 1.0 if force.free == "forward" else -1.0
        if isinstance(force, Ratchet):
            entry["limit"], entry["pitch"] = force.first, force.step


def _fill_slide(entry: np.void, switch: Switch, force: Slide, equations: Sequence[Equation]) -> None:
    """Fill the entry of what rolls or slides: the row of its contact alone presses."""
    places = {id(e): k for k, e in enumerate(equations)}
    entry["kind"], entry["radius"], entry["body"] = FRICTION, 1.0, switch.body
    entry["first"] = places[id(switch.normal)]
    entry["last"] = entry["first"] + 1
    entry["second"] = -1 if switch.second is None else places[id(switch.second)]
    entry["mu"], entry["mu_static"] = force.mu, force.mu_static


def _fill_friction(entry: np.void, switch: Switch, force: Friction, equations: Sequence[Equation]) -> None:
    """Fill the entry of a friction in a joint: all rows of the joint press."""
    own = [k for k, e in enumerate(equations) if e.owner == switch.joint and not e.driver]
    entry["kind"], entry["first"], entry["last"], entry["body"] = FRICTION, min(own), max(own) + 1, switch.body
    entry["mu"], entry["mu_static"] = force.mu, number(force.mu if force.mu_static is None else force.mu_static)
    entry["radius"] = number(force.radius) if switch.turns else 1.0
    entry["bearing"], entry["preload"] = force.bearing or 0.0, force.preload
    entry["smooth"] = force.smooth or 0.0


Law = tuple[str, Program | None, tuple[Input, ...], tuple[str, ...]]
"""Whose program it is, the program, its inputs, and what it observes in place of them."""


def course_changes(
    loads: Sequence[ResolvedLoad], events: Sequence[Event], equations: Sequence[Equation]
) -> list[Event]:
    """Return where forces, equations and comparisons within the events change their course, as events of their own.

    Times at which equations do so are known before a run.
    """
    laws: list[Law] = [(f"the force '{load.owner}'", load.law.program, load.law.inputs, ()) for load in loads]
    laws += [(f"'{event.text}'", event.program, event.inputs, event.observed) for event in events if event.logical]
    changes = [(course, law) for law in laws if law[1] for course in law[1].courses]
    for e in equations:
        law = (f"the joint '{e.owner}'", e.program, e.inputs, ())
        changes += [(course, law) for course in (e.program.courses if e.program else ()) if not course.timed]
    found: dict[object, Event] = {}
    for course, (owner, _, inputs, observed) in changes:
        text = f"{owner}, where {course.program.text} passes {', '.join(f'{level:g}' for level in course.levels)}"
        event = Event(text, course.program, inputs, -1, course.levels, observed)
        found.setdefault((course.program.text, course.levels, inputs, observed), event)
    return list(found.values())


def passages(equations: Sequence[Equation]) -> list[tuple[str, Event]]:
    """Return what happens in joints, such as a pin that enters a slot: the joint, and an event in its words."""
    found: list[tuple[str, Event]] = []
    for e in equations:
        for course in e.program.courses if e.program and e.passing else ():
            for words, direction in zip(e.passing, (1, -1), strict=True):
                found.append((e.owner, Event(words, course.program, e.inputs, direction)))
    return found


def endings(equations: Sequence[Equation]) -> list[tuple[str, Event]]:
    """Return where equations of joints have no meaning any more: the joint, and an event in words."""
    return [
        (e.owner, Event(f"{words} (joint '{e.owner}')", program, e.inputs, -1))
        for e in equations
        for program, words in e.valid
    ]


def has_walls(switch: Switch) -> bool:
    """Return whether what touches a curve, and may lift off, can meet another place of it.

    On a closed curve that bulges everywhere a roller or a face cannot, nor on an open one that turns by less than half
    a turn; nor can a roller in a ring, nor a point.
    """
    contact = switch.equation.contact
    if not isinstance(switch.force, Lift) or contact is None or contact.roll or contact.kind == "curve":
        return False
    curve = contact.curve
    if contact.kind == "point" and (contact.radius == 0.0 or (curve.round is not None and curve.round.circle)):
        return False
    bend = curve.side * contact.side * curve.curvature(curve.spread())[0] * curve.size
    return bool((bend > FLAT).any()) or not (curve.closed or abs(curve.angles[1]) < np.pi)


def monitor_table(
    switches: Sequence[Switch],
    events: Sequence[tuple[Event, int]],
    gauges: Mapping[Gauge, int],
    first_program: int,
    first_input: int,
) -> tuple[NDArray[np.void], list[tuple[int, int, int]], Array]:
    """Return the table of monitors, switches first and walls last, the inputs of the events, and their levels."""
    walls = [i for i, switch in enumerate(switches) if has_walls(switch)]
    table = np.zeros(len(switches) + len(events) + len(walls), MONITOR)
    inputs: list[tuple[int, int, int]] = []
    levels: list[float] = []
    observed = observed_by(events)
    for i in range(len(switches)):
        table[i] = (i, MODE, 0, 0, -1, SWITCHED, 0, 0)
    for k, (event, action) in enumerate(events):
        first, lowest = first_input + len(inputs), len(levels)
        inputs.extend(input_rows(event.inputs, gauges))
        inputs.extend((observed.index(text), OBSERVED, 0) for text in event.observed)
        levels += [-1e300, *event.levels, 1e300] if event.levels else []
        highest = len(levels) - 1 if event.levels else 0
        last = first_input + len(inputs)
        row = (-1, first_program + k, first, last, event.direction, action, lowest, highest)
        table[len(switches) + k] = row
    for k, i in enumerate(walls):
        table[len(switches) + len(events) + k] = (i, WALL, 0, 0, -1, SWITCHED, 0, 0)
    return table, inputs, np.array(levels)


def observed_by(events: Sequence[tuple[Event, int]]) -> list[str]:
    """Return the quantities that events have results tell, in the order of their table."""
    return list(dict.fromkeys(text for event, _ in events for text in event.observed))


def watched_by(events: Sequence[tuple[Event, int]]) -> list[Gauge]:
    """Return what events measure."""
    return [gauge for event, _ in events for gauge, _ in event.inputs]


def event_programs(events: Sequence[tuple[Event, int]]) -> list[Program]:
    """Return the programs of the events."""
    return [event.program for event, _ in events]
