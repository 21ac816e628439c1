"""What happens in joints while a driven mechanism moves, such as a pin that enters a slot: when, in words.

An event is a number that goes through zero. It is looked at more often than the sweep took steps, so that none is
missed whatever times are reported, and its zero is found by regula falsi with halved weights (Illinois).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..coordinates.switches import passages
from ..expressions import Constant, evaluate
from ..results.motion import Motion
from .passages import Follow, Path

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.mechanism import Mechanism
    from ..model.state import Event

Array = NDArray[np.float64]

OFTEN = 4
"""Looks for each step of the sweep."""

TRIES = 60
"""Most evaluations for one zero."""


def joint_events(model: Mechanism, plan: Plan, times: Array, steps: int, follow: Follow) -> list[tuple[float, str]]:
    """Return what happened in joints between the first and the last of these times: time [s] and words."""
    watched = passages(plan.equations)
    if not watched or len(times) < 2:
        return []
    path = follow(np.union1d(times, np.linspace(times[0], times[-1], OFTEN * max(steps, 1) + 1)))
    if path is None:
        return []
    found: list[tuple[float, str]] = []
    for joint, event in watched:
        values = _values(model, plan, event, path)
        for k in np.flatnonzero((event.direction * values[:-1] < 0) & (event.direction * values[1:] >= 0)):
            ends = (float(path.times[k]), float(values[k])), (float(path.times[k + 1]), float(values[k + 1]))
            t = _zero(model, plan, event, follow, *ends)
            found.append((t, f"t = {t:.9g} s: joint '{joint}': {event.text}"))
    return sorted(found)


def _values(model: Mechanism, plan: Plan, event: Event, path: Path) -> Array:
    """Return the number of an event along a part of a motion."""
    motion = Motion(model.name, path.times, "", True, 0.0, {}, 1, model, plan, path.poses, path.motions)
    seen = motion.observe([gauge for gauge, _ in event.inputs])
    names = {row: name for name, row in event.program.rows.items()}
    node = event.program.node
    assert node is not None
    values = []
    for k, t in enumerate(path.times.tolist()):
        known = {names[1 + i]: Constant(float(seen[k, i, order])) for i, (_, order) in enumerate(event.inputs)}
        values.append(evaluate(node, None, {"t": Constant(t), **known}))
    return np.array(values)


def _zero(
    model: Mechanism,
    plan: Plan,
    event: Event,
    follow: Follow,
    low: tuple[float, float],
    high: tuple[float, float],
) -> float:
    """Return when the number of an event vanishes between two times with their values [s]."""
    (a, f), (b, g) = low, high
    for _ in range(TRIES):
        t = b - g * (b - a) / (g - f) if g != f else b
        if g == 0.0 or abs(t - b) <= 1e-15 * max(1.0, abs(b)):
            break
        path = follow(np.array([t]))
        if path is None:
            break
        value = float(_values(model, plan, event, path)[0])
        if value * g < 0:
            a, f = b, g
        else:
            f *= 0.5
        b, g = t, value
    return b
