"""What a motion tells: sentences, plots and peak values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...errors import LinkworkError
from ...model.aliases import SUFFIXES
from ...results.dynamics import DynamicMotion
from ...results.series import unit_after
from .charts import Chart, Curve
from .figures import ROUNDING, number, sizes_of, without_rounding
from .parts import Table
from .units import spaced

if TYPE_CHECKING:
    from ...results.motion import Motion
    from ...results.series import Series

Array = NDArray[np.float64]
Found = TypeVar("Found")
Peak = tuple[str, float, str, float]
"""What, its largest value, the unit, and when [s]."""

MOST_EVENTS = 12

TITLES = (("Angles", "Positions"), ("Angular velocities", "Velocities"), ("Angular accelerations", "Accelerations"))
"""Of the plots of turning and of sliding coordinates and their derivatives."""

FLATTENED = 0.3
"""A curve that moves through less than this part of the largest is flattened beside it."""


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
    coordinates = _coordinates(motion, facts)
    if isinstance(motion, DynamicMotion):
        closed = motion.violation <= 1e-6
        words = f"Joints and drivers hold to {motion.violation:.1e} of the mechanism's size after every step"
        facts.say(words, "good" if closed else "bad")
        if motion.start is not None:
            facts.say(str(motion.start))
        _dynamics(motion, facts)
    sizes = sizes_of(facts.charts, motion.plan.length)
    facts.charts = [without_rounding(chart, sizes) for chart in facts.charts]
    facts.tables.insert(1, _ranges(coordinates, sizes))
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


def _coordinates(motion: Motion, facts: Facts) -> list[tuple[Curve, str]]:
    """Plot the joint coordinates, their velocities and accelerations; return the coordinates with their units."""
    series = [s for name in motion.model.joints for s in motion.joint(name).series.values()]
    if not series:
        series = [motion.measure(f"{body}.{label}") for body in motion.bodies for label in motion.model.space.labels]
    shown: list[tuple[Curve, str]] = []
    for order, (turning, sliding) in enumerate(TITLES):
        known = [s for s in series if order <= motion.order and np.isfinite(s.values[:, order]).all()]
        for title, angles in ((turning, True), (sliding, False)):
            curves = tuple(_curve(s, order) for s in known if (s.unit == "rad") is angles)
            unit = "deg" if angles and order == 0 else unit_after("rad" if angles else "m", order)
            facts.charts += on_own_scales(title, spaced(unit), curves)
            shown += [(c, unit) for c in curves if order == 0]
    return shown


def _curve(series: Series, order: int) -> Curve:
    """Return a coordinate or a derivative of it as a curve; angles in degrees."""
    values = series.values[:, order]
    in_degrees = order == 0 and series.unit == "rad"
    return Curve(series.name + SUFFIXES[order], np.degrees(values) if in_degrees else values)


def _ranges(coordinates: Iterable[tuple[Curve, str]], sizes: Mapping[str, float]) -> Table:
    rows = [(c.name, number(c.values.min(), sizes[u]), number(c.values.max(), sizes[u]), u) for c, u in coordinates]
    return Table("Range of motion", ("coordinate", "least", "largest", "unit"), tuple(rows), (1, 2))


def on_own_scales(title: str, unit: str, curves: tuple[Curve, ...]) -> list[Chart]:
    """Return plots of curves of one unit: those that the larger ones would flatten get a plot of their own."""
    moves = [float(np.ptp(c.values)) for c in curves]
    groups: list[list[int]] = []
    for k in sorted(range(len(curves)), key=lambda k: -moves[k]):
        still = moves[k] <= ROUNDING * max(moves)
        if groups and (still or moves[k] >= FLATTENED * moves[groups[-1][0]]):
            groups[0 if still else -1].append(k)
        else:
            groups.append([k])
    endings = ("" if n == 0 else " of smaller range" for n in range(len(groups)))
    return [Chart(title + e, unit, tuple(curves[k] for k in sorted(g))) for e, g in zip(endings, groups, strict=True)]


def _dynamics(motion: DynamicMotion, facts: Facts) -> None:
    _attempt(facts, "Energies", lambda: _energy(motion, facts))
    drives = _attempt(facts, "Drive efforts", lambda: _drives(motion, facts)) or []
    joints = _attempt(facts, "Joint forces", lambda: _joint_forces(motion, facts)) or []
    loads = _attempt(facts, "Applied forces", lambda: _loads(motion, facts)) or []
    ground = _attempt(facts, "The force on the ground", lambda: _shaking(motion, facts)) or []
    sizes = sizes_of(facts.charts, motion.plan.length)
    peaks = [*joints, *ground, *drives, *loads]
    if peaks:
        headings = ("quantity", "peak", "unit", "at t [s]")
        rows = tuple((what, number(value, sizes[unit]), unit, number(when)) for what, value, unit, when in peaks)
        facts.tables.append(Table("Peak values", headings, rows, (1, 3)))
    if motion.model.drivers:
        _attempt(facts, "The summary of the drivers", lambda: _driver_table(motion, facts, sizes))


def _energy(motion: DynamicMotion, facts: Facts) -> None:
    energy = motion.energy
    curves: tuple[Curve, ...] = (
        Curve("kinetic", energy.kinetic),
        Curve("potential", energy.potential),
        Curve("kinetic + potential", energy.total),
    )
    if not energy.conservative:
        curves += (Curve("work done on it", energy.work),)
    facts.charts.append(Chart("Energy", "J", curves))
    facts.say(str(energy), "bad" if energy.relative_drift > 1e-4 else "good")


def _joint_forces(motion: DynamicMotion, facts: Facts) -> list[Peak]:
    forces, torques = [], []
    for joint in motion.model.joints.values():
        if joint.a.body == joint.b.body:
            continue
        found = motion.joint(joint.name)
        forces.append(Curve(f"{joint.name} ({joint.a.body} on {joint.b.body})", found.magnitude))
        torques.append(Curve(joint.name, found.torque if found.torque.ndim == 1 else _sizes(found.torque)))
    if not forces:
        return []
    facts.charts.append(Chart("Joint forces", "N", tuple(forces), "Magnitudes."))
    largest = max(float(np.abs(c.values).max(initial=0.0)) for c in forces)
    worth = [c for c in torques if np.abs(c.values).max(initial=0.0) > ROUNDING * largest * motion.plan.length]
    facts.charts += [Chart("Joint torques", "N m", tuple(worth))] if worth else []
    for line in motion.determinacy.sentences():
        facts.say(line, "note")
    rows = [_peak(motion, f"force in {c.name}", c.values, "N") for c in forces]
    return rows + [_peak(motion, f"torque in {c.name}", c.values, "N m") for c in worth]


def _drives(motion: DynamicMotion, facts: Facts) -> list[Peak]:
    efforts = [motion.driver(name) for name in motion.model.drivers]
    panels: dict[str, list[Curve]] = {}
    for found in efforts:
        panels.setdefault(spaced(found.unit), []).append(Curve(found.name, found.effort))
    for unit, curves in panels.items():
        facts.charts.append(Chart("Drive torques" if unit == "N m" else "Drive forces", unit, tuple(curves)))
    powers = tuple(Curve(found.name, found.power) for found in efforts)
    facts.charts += [Chart("Drive power", "W", powers)] if powers else []
    rows = [_peak(motion, f"effort of {f.name}", f.effort, spaced(f.unit)) for f in efforts]
    return rows + [_peak(motion, f"power of {f.name}", f.power, "W") for f in efforts]


def _driver_table(motion: DynamicMotion, facts: Facts, sizes: Mapping[str, float]) -> None:
    rows = []
    for load in motion.kinetostatics().drivers:
        unit = spaced(load.unit)
        effort = [number(v, sizes[unit]) for v in (load.mean, load.rms, load.fluctuation)]
        power = [number(v, sizes["W"]) for v in (load.mean_power, load.peak_power)]
        rows.append((load.name, unit, *effort, *power))
        if load.flywheel is not None and load.flywheel.energy > ROUNDING * sizes.get("J", 0.0):
            wheel = load.flywheel
            facts.say(
                f"A flywheel of {wheel.inertia:.3g} kg m² on '{load.name}' would keep its speed within "
                f"{100 * wheel.fluctuation:g} % (excess energy {wheel.energy:.3g} J; the run is taken as whole cycles)"
            )
    headings = ("driver", "unit", "mean", "rms", "range", "mean power [W]", "peak power [W]")
    facts.tables.append(Table("Drivers over the run", headings, tuple(rows), (2, 3, 4, 5, 6)))


def _loads(motion: DynamicMotion, facts: Facts) -> list[Peak]:
    panels: dict[str, list[Curve]] = {}
    for name in motion.model.forces:
        found = motion.force(name)
        for k, (label, unit) in enumerate(zip(found.labels, found.units, strict=True)):
            whole = name if len(found.labels) == 1 else f"{name}, {label}"
            panels.setdefault(spaced(unit), []).append(Curve(whole, found.values[:, k]))
    titles = {"N": "Applied forces", "N m": "Applied torques"}
    facts.charts += [Chart(titles.get(unit, "Applied loads"), unit, tuple(c)) for unit, c in panels.items()]
    return [_peak(motion, c.name, c.values, unit) for unit, curves in panels.items() for c in curves]


def _shaking(motion: DynamicMotion, facts: Facts) -> list[Peak]:
    force = motion.shaking_force
    curves = [Curve(label, force[:, k]) for k, label in enumerate(motion.model.space.labels)]
    facts.charts.append(Chart("Force on the ground", "N", (*curves, Curve("magnitude", _sizes(force)))))
    return [_peak(motion, "force on the ground", _sizes(force), "N")]


def _freedom(motion: Motion, facts: Facts) -> None:
    """Say what can move and what is redundant, at the first position."""
    from ...coordinates.plan import plan_of
    from ...solve.mobility import mobility

    try:
        found = str(mobility(plan_of(motion.model), float(motion.time[0])))
    except LinkworkError:
        return
    for line in found.splitlines():
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


def _peak(motion: Motion, what: str, values: Array, unit: str) -> Peak:
    """Return the row of the largest value of either sign."""
    known = np.where(np.isfinite(values), np.abs(values), -1.0)
    k = int(np.argmax(known))
    return what, float(values[k]), unit, float(motion.time[k])
