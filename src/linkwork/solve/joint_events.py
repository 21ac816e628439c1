"""What happens in joints while a driven mechanism moves, such as a pin that enters a slot: when, in words.

An event is a number that goes through zero. It is looked at more often than the sweep took steps, so that none is
missed whatever times are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..arrays import Array
from ..coordinates.plan import Plan
from ..coordinates.switches import passages
from ..expressions import Constant, Program, evaluate
from ..joints.cable import Cable
from ..model.combined import Combined
from ..model.state import Event
from ..results.combined import limits_along
from ..results.motion import Motion
from .passages import Path

OFTEN = 4
"""Looks for each step of the sweep."""

NEAREST = 4e-15
"""How near the time of an event is, relative to the time [s]: some units of rounding."""

CLOSE = 1e-7
"""How near the time of an end is, relative to the time [s]: its margin is wider."""

LEGS = 8
"""Steps in which the motion is followed to a time between two looks."""

Along = Callable[[Motion], Array]
"""The number of an event along a motion, (times,)."""


@dataclass(frozen=True)
class Look:
    """A part of a driven motion, to be read at any of its times.

    Attributes
    ----------
    plan : Plan
    turned : array, shape (1, bodies)
        By how much planar bodies were turned, in full turns, where the motion began [rad].
    follow : callable
        Follows the motion through rising times as far as it gets.
    """

    plan: Plan
    turned: Array
    follow: Callable[[Array], Path]

    def value(self, along: Along, since: float, t: float) -> float:
        """Return the number of an event at a time, followed from an earlier one; zero where that cannot be done."""
        motion = self.at(np.linspace(since, t, LEGS + 1)[1:]) if t > since else self.at(np.array([t]))
        return float(along(motion)[-1]) if t in motion.time else 0.0

    def at(self, times: Array) -> Motion:
        """Return the motion at the first of these times that it can be followed to."""
        path = self.follow(times)
        plan, bodies = self.plan, path.poses.shape[1]
        turned = path.angles[:, :bodies] + self.turned if plan.freedoms == 3 else None
        counted = {gauge: path.angles[:, bodies + i] for i, (_, gauge) in enumerate(plan.counted)}
        return Motion.of(plan, path.times, path.poses, path.motions, 3, turned=turned, counted=counted)


def joint_events(look: Look, times: Array, steps: int) -> list[tuple[float, str]]:
    """Return what happened in joints between the first and the last of these times: time [s] and words."""
    crossed, ends = passages(look.plan.equations), list(_ends(look.plan))
    if not (crossed or ends) or len(times) < 2:
        return []
    asked = np.union1d(times, np.linspace(times[0], times[-1], OFTEN * max(steps, 1) + 1))
    motion = look.at(asked)
    if len(motion) < 2:
        return []
    found: list[tuple[float, str]] = []
    for joint, event in crossed:
        along: Along = partial(_values, event)
        values = event.direction * along(motion)
        for k in np.flatnonzero((values[:-1] < 0) & (values[1:] >= 0)):
            between = motion.time[k], motion.time[k + 1]
            t = _zero(partial(look.value, along, between[0]), *between)
            found.append((t, f"t = {t:.9g} s: joint '{joint}': {event.text}"))
    for joint, words, along in ends:
        end = _first_end(look, along, asked, along(motion))
        if end is not None:
            found.append((end, f"t = {end:.5g} s: joint '{joint}': {words}"))
    return sorted(found)


def _ends(plan: Plan) -> Iterator[tuple[str, str, Along]]:
    """Return what ends the meaning of the lengths of cables: the joint, words, and what falls to zero there."""
    for name, joint in plan.model.joints.items():
        length = plan.writer.combinations.find(f"{name}.length") if isinstance(joint, Cable) else None
        for limit, words in length.limits if length is not None else ():
            assert length is not None
            yield name, words, partial(_left, length, limit)


def _left(length: Combined, limit: Program, motion: Motion) -> Array:
    """Return how far a length is from losing its meaning for one reason along a motion."""
    return limits_along(motion, length, [limit])[0]


def _values(event: Event, motion: Motion) -> Array:
    """Return the number of an event along a motion."""
    seen = motion.observe([gauge for gauge, _ in event.inputs])
    names = {row: name for name, row in event.program.rows.items()}
    node = event.program.node
    assert node is not None
    values = []
    for k, t in enumerate(motion.time.tolist()):
        known = {names[1 + i]: Constant(float(seen[k, i, order])) for i, (_, order) in enumerate(event.inputs)}
        values.append(evaluate(node, None, {"t": Constant(t), **known}))
    return np.array(values)


def _first_end(look: Look, along: Along, times: Array, values: Array) -> float | None:
    """Return when a number falls to zero first [s], be it for a moment between two looks; None where it does not.

    There are fewer values than times where the motion cannot be followed to the end: it may be the fall that ends it.
    """
    for k in range(1, len(values)):
        value = partial(look.value, along, times[k - 1])
        if values[k] < 0.0 <= values[k - 1]:
            return _fall(value, times[k - 1], times[k])
        if k + 1 == len(values) < len(times) and 0.0 < values[k] < values[k - 1] - values[k]:
            return _fall(partial(look.value, along, times[k]), times[k], times[k + 1])
        if values[k] >= 0.0 and _dips(times[k - 1 : k + 2], values[k - 1 : k + 2]):
            lowest = _lowest(value, times[k - 1], times[k + 1])
            if not value(lowest) > 0.0:
                return _fall(value, times[k - 1], lowest)
    return None


def _dips(times: Array, values: Array) -> bool:
    """Return whether a positive number, lowest at the second of three times, may fall below zero beside it.

    A parabola through the values falls by a quarter of this bend at most, by an eighth where the times are even.
    """
    if len(values) < 3 or values[1] > min(values[0], values[2]):
        return False
    bend = np.diff(np.diff(values) / np.diff(times))[0] * np.diff(times).max()
    return bool(values[1] < bend)


def _lowest(value: Callable[[float], float], low: float, high: float) -> float:
    """Return when a number is lowest between two times [s]."""
    from scipy.optimize import minimize_scalar

    return float(minimize_scalar(value, bounds=(low, high), method="bounded", options={"xatol": 1e-9 * (high - low)}).x)


def _fall(value: Callable[[float], float], low: float, high: float) -> float:
    """Return when a positive number falls to zero, or cannot be followed any more, between two times [s]."""
    while high - low > CLOSE * max(1.0, abs(high)):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if value(middle) > 0.0 else (low, middle)
    return high


def _zero(value: Callable[[float], float], low: float, high: float) -> float:
    """Return when a number vanishes between two times [s]; one of these where it does so there, up to rounding."""
    from scipy.optimize import brentq

    first, last = value(low), value(high)
    if first * last >= 0.0:
        return float(low if abs(first) < abs(last) else high)
    return float(brentq(value, low, high, xtol=NEAREST * max(1.0, abs(high)), rtol=NEAREST))
