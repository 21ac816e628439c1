"""Full turns at a late start: drivers lead a mechanism from where it is placed to where they are by then.

Teeth, couplings, racks and drums know how often a wheel has turned, a Geneva wheel by how many slots, and where the
bodies are depends on it: a sun that three planets drive stands elsewhere after a turn of the carrier. A mechanism whose
drivers are not where its bodies are placed is therefore not closed there at once but led, so that every turn is counted
on the way:

    measure = placed + s (driver - placed),  s from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..base.measure import WRAPPED
from ..coordinates.dials import joint_angles
from ..coordinates.plan import Plan, plan_of
from ..errors import LinkworkError
from ..expressions.nodes import names
from ..functions import constant, speed
from ..model.equations import Equation, Gauge
from ..model.placed import placed_value
from ..results.motion import Motion

AWAY = 1e-3
"""Where drivers are farther from where the bodies are placed they lead [rad, or lengths of the mechanism]."""


def led(plan: Plan, t: float, hold: Sequence[str]) -> Motion | None:
    """Return the motion from where the bodies are placed to where the drivers are at time t [s].

    None where turns do not matter, where the drivers are next to where the bodies are placed, and where no motion
    leads from there.
    """
    from .kinematics import move

    if plan.positions is not plan or not any(remembers(e) for e in plan.equations):
        return None
    if any(_timed(e) for e in plan.equations):
        return None
    ways = _ways(plan, t)
    if not any(far for _, _, far in ways.values()):
        return None
    twin = plan.model.copy()
    for name, (begin, end, _) in ways.items():
        twin.drivers[name] = replace(twin.drivers[name], function=speed(end - begin, begin))
    for name in set(twin.drivers) - set(ways):
        there = float(plan.function_values(t)[name][0])
        twin.drivers[name] = replace(twin.drivers[name], function=constant(there))
    try:
        return move(plan_of(twin), [0.0, 1.0], derivatives=0, hold=hold, undriven="hold")
    except LinkworkError:
        return None


def remembers(equation: Equation) -> bool:
    """Return whether an equation of a joint depends on full turns, or on how many slots have passed."""
    turns = not equation.wrap and any(g.kind in WRAPPED for g in equation.gauges)
    return not equation.driver and (turns or bool(equation.passing))


def _timed(equation: Equation) -> bool:
    """Return whether a joint moves by itself: then there is no way but that of the time."""
    node = None if equation.program is None else equation.program.node
    return node is not None and "t" in names(node)


def _ways(plan: Plan, t: float) -> dict[str, tuple[float, float, bool]]:
    """Return where drivers of single measures begin and end, and whether that is far, by name."""
    values, found = plan.function_values(t), {}
    for e in plan.equations:
        if e.driver and e.single and np.isfinite(values[e.owner][0]):
            begin = placed_value(e.gauges[0], plan.resolved.places, plan.resolved.space.normal) - e.offset
            end = float(values[e.owner][0])
            found[e.owner] = begin, end, abs(end - begin) > AWAY * (plan.length if e.is_length else 1.0)
    return found


def angles_at_end(plan: Plan, motion: Motion) -> dict[Gauge, float]:
    """Return the angles at the end of a motion over full turns, by their gauges.

    Those of a mechanism that differs from that of the motion in numbers only stand in the same order.
    """
    own, others = angles_of(plan), angles_of(motion.plan)
    if [_sites(gauge) for gauge in own] != [_sites(gauge) for gauge in others]:
        own = others
    return dict(zip(own, motion.angles(others)[-1].tolist(), strict=True))


def angles_of(plan: Plan) -> list[Gauge]:
    """Return the angles that forces and equations measure, and those of joints."""
    return list(dict.fromkeys([*(gauge for _, gauge in plan.counted), *joint_angles(plan.writer)]))


def _sites(gauge: Gauge) -> tuple[int, ...]:
    """Return the bodies between which a gauge measures."""
    return tuple(site.body for site in gauge.sites)
