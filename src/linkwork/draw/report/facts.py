"""What a motion tells: sentences, plots and peak values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...errors import LinkworkError
from ...results.dynamics import DynamicMotion
from .charts import Chart, Curve
from .parts import Table, number

if TYPE_CHECKING:
    from ...results.motion import Motion

Array = NDArray[np.float64]
Found = TypeVar("Found")

SMALL = 1e-9
"""A torque smaller than this part of the largest force times the mechanism's size is not worth a plot."""

MOST_EVENTS = 12


@dataclass
class Facts:
    """Sentences, plots and tables of a report.

    Attributes
    ----------
    sentences : list of (str, str)
        How good or bad (``"good"``, ``"bad"``, ``"note"``), and the sentence.
    """

    sentences: list[tuple[str, str]] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def say(self, text: str, mood: str = "note") -> None:
        """Add a sentence."""
        self.sentences.append((mood, text if text.endswith((".", "!", "?")) else text + "."))


def facts_of(motion: Motion) -> Facts:
    """Return what a motion tells."""
    facts = Facts()
    facts.say(motion.status, "good" if motion.complete else "bad")
    _coordinates(motion, facts)
    if isinstance(motion, DynamicMotion):
        closed = motion.violation <= 1e-6
        words = f"Joints and drivers hold to {motion.violation:.1e} of the mechanism's size"
        facts.say(words, "good" if closed else "bad")
        _dynamics(motion, facts)
    _freedom(motion, facts)
    _events(motion, facts)
    return facts


def _attempt(facts: Facts, what: str, find: Callable[[], Found]) -> Found | None:
    """Return what `find` finds; when it cannot, say why and return None."""
    try:
        return find()
    except LinkworkError as error:
        facts.say(f"{what} could not be found: {error}", "bad")
        return None


def _coordinates(motion: Motion, facts: Facts) -> None:
    """Plot the joint coordinates, and list their ranges."""
    series = [s for name in motion.model.joints for s in motion.joint(name).series.values()]
    if not series:
        series = [motion.measure(f"{body}.{label}") for body in motion.bodies for label in motion.model.space.labels]
    angles = tuple(Curve(s.name, np.degrees(s.value)) for s in series if s.unit == "rad")
    others = tuple(Curve(s.name, s.value) for s in series if s.unit != "rad")
    facts.charts += [Chart("Angles", "deg", angles)] if angles else []
    facts.charts += [Chart("Positions", "m", others)] if others else []
    speeds = [s for s in series if motion.order >= 1 and np.isfinite(s.velocity).all()]
    turning = tuple(Curve(s.name, s.velocity) for s in speeds if s.unit == "rad")
    sliding = tuple(Curve(s.name, s.velocity) for s in speeds if s.unit == "m")
    facts.charts += [Chart("Angular velocities", "rad/s", turning)] if turning else []
    facts.charts += [Chart("Velocities", "m/s", sliding)] if sliding else []
    rows = [(c.name, number(c.values.min()), number(c.values.max()), u) for c, u in _with_units(angles, others)]
    facts.tables.append(Table("Range of motion", ("coordinate", "least", "largest", "unit"), tuple(rows), (1, 2)))


def _with_units(angles: Iterable[Curve], others: Iterable[Curve]) -> list[tuple[Curve, str]]:
    return [*((c, "deg") for c in angles), *((c, "m") for c in others)]


def _dynamics(motion: DynamicMotion, facts: Facts) -> None:
    energy = _attempt(facts, "Energies", lambda: _energy(motion, facts))
    drives = _attempt(facts, "Drive efforts", lambda: _drives(motion, facts)) or []
    joints = _attempt(facts, "Joint forces", lambda: _joint_forces(motion, facts)) or []
    loads = _attempt(facts, "Forces", lambda: _loads(motion, facts)) or []
    rows = [*joints, *drives, *loads, *(energy or [])]
    if rows:
        headings = ("quantity", "peak", "unit", "at t [s]")
        facts.tables.insert(0, Table("Peak values", headings, tuple(rows), (1, 3)))


def _energy(motion: DynamicMotion, facts: Facts) -> list[tuple[str, ...]]:
    energy = motion.energy
    total = energy.kinetic + energy.potential
    curves = (
        Curve("kinetic", energy.kinetic),
        Curve("potential", energy.potential),
        Curve("kinetic + potential", total),
    )
    work = getattr(energy, "work", None)
    if work is not None and np.abs(work).max(initial=0.0) > 0:
        curves += (Curve("work done on it", work),)
    facts.charts.append(Chart("Energy", "J", curves))
    if motion.start is not None:
        size = float(np.ptp(energy.kinetic)) or float(np.abs(total).max(initial=0.0)) or 1.0
        share = motion.drift / size
        words = f"Energy is balanced to {motion.drift:.1e} J, {share:.1e} of the kinetic energy that came and went"
        facts.say(words, "good" if share < 1e-4 else "bad")
    return [_peak(motion, "kinetic energy", energy.kinetic, "J")]


def _joint_forces(motion: DynamicMotion, facts: Facts) -> list[tuple[str, ...]]:
    forces, torques = [], []
    for joint in motion.model.joints.values():
        if joint.a.body == joint.b.body:
            continue
        found = motion.joint(joint.name)
        forces.append(Curve(f"{joint.name} ({joint.a.body} on {joint.b.body})", _sizes(found.force)))
        torques.append(Curve(joint.name, found.torque if found.torque.ndim == 1 else _sizes(found.torque)))
    if not forces:
        return []
    facts.charts.append(Chart("Joint forces", "N", tuple(forces), "Magnitudes."))
    largest = max(float(np.abs(c.values).max(initial=0.0)) for c in forces)
    worth = [c for c in torques if np.abs(c.values).max(initial=0.0) > SMALL * largest * motion.plan.length]
    if worth:
        facts.charts.append(Chart("Joint torques", "N m", tuple(worth)))
    rows = [_peak(motion, f"force in {c.name}", c.values, "N") for c in forces]
    rows += [_peak(motion, f"torque in {c.name}", c.values, "N m") for c in worth]
    for line in str(motion.determinacy).splitlines():
        facts.say(line.strip(), "note")
    return rows


def _drives(motion: DynamicMotion, facts: Facts) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    panels: dict[str, list[Curve]] = {}
    powers = []
    for driver in motion.model.drivers.values():
        found = motion.driver(driver.name)
        unit = "N m" if motion.measure(driver.quantity).unit == "rad" else "N"
        panels.setdefault(unit, []).append(Curve(driver.name, found.effort))
        powers.append(Curve(driver.name, found.power))
        rows.append(_peak(motion, f"effort of {driver.name}", found.effort, unit))
        rows.append(_peak(motion, f"power of {driver.name}", found.power, "W"))
    for unit, curves in panels.items():
        facts.charts.append(Chart("Drive torques" if unit == "N m" else "Drive forces", unit, tuple(curves)))
    facts.charts += [Chart("Drive power", "W", tuple(powers))] if powers else []
    return rows


def _loads(motion: DynamicMotion, facts: Facts) -> list[tuple[str, ...]]:
    powers = []
    for name in motion.model.forces:
        power = np.asarray(motion.force(name).power)
        if power.ndim == 1 and np.abs(power).max(initial=0.0) > 0:
            powers.append(Curve(name, power))
    facts.charts += [Chart("Power of forces", "W", tuple(powers))] if powers else []
    return [_peak(motion, f"power of {c.name}", c.values, "W") for c in powers]


def _freedom(motion: Motion, facts: Facts) -> None:
    """Say what can move and what is redundant, at the first position."""
    try:
        mobility = str(motion.model.mobility(float(motion.time[0])))
    except LinkworkError:
        return
    for line in mobility.splitlines():
        if line.startswith("  "):
            mood, last = facts.sentences.pop()
            facts.sentences.append((mood, f"{last.rstrip('.')} {line.strip()}"))
        else:
            facts.say(line.strip(), "note")


def _events(motion: Motion, facts: Facts) -> None:
    for event in motion.events[:MOST_EVENTS]:
        facts.say(event[:1].upper() + event[1:], "note")
    if len(motion.events) > MOST_EVENTS:
        facts.say(f"And {len(motion.events) - MOST_EVENTS} more events", "note")


def _sizes(vectors: Array) -> Array:
    return np.asarray(np.linalg.norm(vectors, axis=1))


def _peak(motion: Motion, what: str, values: Array, unit: str) -> tuple[str, ...]:
    """Return the row of the largest value of either sign."""
    known = np.where(np.isfinite(values), np.abs(values), -1.0)
    k = int(np.argmax(known))
    return what, number(float(values[k])), unit, number(float(motion.time[k]))
