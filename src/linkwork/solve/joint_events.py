"""What happens in joints while a driven mechanism moves, such as a pin that enters a slot: when, in words.

An event is a number that goes through zero. It is looked at more often than the sweep took steps, so that none is
missed whatever times are reported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..coordinates.switches import passages
from ..expressions import Constant, evaluate
from ..results.motion import Motion
from .passages import Follow, Path

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..model.state import Event


OFTEN = 4
"""Looks for each step of the sweep."""

NEAREST = 4e-15
"""How near the time of an event is, relative to the time [s]: some units of rounding."""


def joint_events(plan: Plan, times: Array, steps: int, follow: Follow) -> list[tuple[float, str]]:
    """Return what happened in joints between the first and the last of these times: time [s] and words."""
    watched = passages(plan.equations)
    if not watched or len(times) < 2:
        return []
    path = follow(np.union1d(times, np.linspace(times[0], times[-1], OFTEN * max(steps, 1) + 1)))
    if path is None:
        return []
    found: list[tuple[float, str]] = []
    for joint, event in watched:
        values = _values(plan, event, path)
        for k in np.flatnonzero((event.direction * values[:-1] < 0) & (event.direction * values[1:] >= 0)):
            t = _zero(partial(_value, plan, event, follow), path.times[k], path.times[k + 1])
            found.append((t, f"t = {t:.9g} s: joint '{joint}': {event.text}"))
    return sorted(found)


def _values(plan: Plan, event: Event, path: Path) -> Array:
    """Return the number of an event along a part of a motion."""
    motion = Motion(plan.name, path.times, "", True, 0.0, {}, 1, plan.model, plan, path.poses, path.motions)
    seen = motion.observe([gauge for gauge, _ in event.inputs])
    names = {row: name for name, row in event.program.rows.items()}
    node = event.program.node
    assert node is not None
    values = []
    for k, t in enumerate(path.times.tolist()):
        known = {names[1 + i]: Constant(float(seen[k, i, order])) for i, (_, order) in enumerate(event.inputs)}
        values.append(evaluate(node, None, {"t": Constant(t), **known}))
    return np.array(values)


def _value(plan: Plan, event: Event, follow: Follow, t: float) -> float:
    """Return the number of an event at a time; zero where the motion cannot be followed to it."""
    path = follow(np.array([t]))
    return 0.0 if path is None else float(_values(plan, event, path)[0])


def _zero(value: Callable[[float], float], low: float, high: float) -> float:
    """Return when a number vanishes between two times [s]; the second where it does so there, up to rounding."""
    from scipy.optimize import brentq

    if value(low) * value(high) >= 0.0:
        return float(high)
    return float(brentq(value, low, high, xtol=NEAREST * max(1.0, abs(high)), rtol=NEAREST))
