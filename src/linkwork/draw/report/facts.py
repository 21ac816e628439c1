"""What a motion tells: sentences, plots and peak values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from ...errors import LinkworkError
from ...model.aliases import SUFFIXES
from ...results.dynamics import DynamicMotion
from ...results.motion import Motion
from ...results.panels import ROUNDING, Largest, charted, largest_of, panels_of
from ...results.reading import curves_of
from ...results.series import Series, unit_after
from .charts import Chart, Curve
from .figures import number, sizes_of, without_rounding
from .parts import Table
from .units import spaced

Found = TypeVar("Found")

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


def facts_of(motion: Motion, quantities: Sequence[str] = ()) -> Facts:
    """Return what a motion tells; with plots of further quantities."""
    facts = Facts()
    facts.say(motion.status, "good" if motion.complete else "bad")
    coordinates = _coordinates(motion, facts)
    _quantities(motion, facts)
    if isinstance(motion, DynamicMotion):
        closed = motion.violation <= 1e-6
        words = f"Joints and drivers hold to {motion.violation:.1e} of the mechanism's size"
        facts.say(words + " after every step" * (len(motion) > 1), "good" if closed else "bad")
        if motion.start is not None:
            facts.say(str(motion.start))
        _dynamics(motion, facts)
    _asked(motion, quantities, facts)
    sizes = sizes_of(facts.charts, motion.plan.length)
    facts.charts = [without_rounding(chart, sizes) for chart in facts.charts]
    if len(motion) == 1:
        facts.tables, facts.charts = [_instant(facts.charts, sizes)], []
    else:
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


def _instant(charts: Sequence[Chart], sizes: Mapping[str, float]) -> Table:
    """Return what would be plotted over time as one table, for a motion of one instant; rates only where it moves."""
    rates = {title for pair in TITLES[1:] for title in pair}
    told = [chart for chart in charts if chart.title not in rates or any(c.values.any() for c in chart.curves)]
    rows = [(c.title, v.name, number(v.values[0], sizes[c.unit]), c.unit) for c in told for v in c.curves]
    return Table("At this instant", ("quantity", "of", "value", "unit"), tuple(rows), (2,))


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


def _quantities(motion: Motion, facts: Facts) -> None:
    """Plot what the registry says is shown, and list the largest values."""
    peaks: list[Largest] = []
    for quantity in charted(motion):
        title = next(iter(quantity.CHARTS.values()))
        for panel in _attempt(facts, title, lambda q=quantity: panels_of(motion, q)) or []:  # type: ignore[misc]
            curves = tuple(Curve(c.name, c.values) for c in panel.curves)
            facts.charts.append(Chart(panel.title, spaced(panel.unit), curves, "Sizes." if panel.sizes else ""))
            peaks += largest_of(motion, panel.peaks)
    sizes = sizes_of(facts.charts, motion.plan.length)
    if peaks:
        headings = ("quantity", "peak", "unit", "at t [s]")
        rows = [(p.what, number(p.value, sizes[spaced(p.unit)]), spaced(p.unit), number(p.time)) for p in peaks]
        facts.tables.append(Table("Peak values", headings, tuple(rows), (1, 3)))


def _dynamics(motion: DynamicMotion, facts: Facts) -> None:
    """Say how well energy is kept and which forces are unique, and list what the drivers give."""
    energy = _attempt(facts, "Energies", lambda: motion.energy) if len(motion) > 1 else None
    if energy is not None:
        facts.say(str(energy), "bad" if energy.relative_drift > 1e-4 else "good")
    if motion.model.joints:
        for line in _attempt(facts, "Joint forces", lambda: motion.determinacy.sentences()) or []:
            facts.say(line, "note")
    if motion.model.drivers and len(motion) > 1:
        sizes = sizes_of(facts.charts, motion.plan.length)
        _attempt(facts, "The summary of the drivers", lambda: _driver_table(motion, facts, sizes))


def _asked(motion: Motion, quantities: Sequence[str], facts: Facts) -> None:
    """Plot what the user asked for, a plot for each unit."""
    panels: dict[str, list[Curve]] = {}
    for found in (c for text in quantities for c in curves_of(motion, text, size=True)):
        panels.setdefault(spaced(found.unit), []).append(Curve(found.name, found.values))
    facts.charts = [*(Chart("As asked for", unit, tuple(curves)) for unit, curves in panels.items()), *facts.charts]


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


def _freedom(motion: Motion, facts: Facts) -> None:
    """Say what can move and what is redundant, at the first position."""
    from ...coordinates.plan import plan_of
    from ...solve.mobility import mobility

    try:
        found = str(mobility(plan_of(motion.model), float(motion.time[0]), start=motion.poses[0]))
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
