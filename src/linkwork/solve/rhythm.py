"""Whether drivers, forces and events swing or turn more often in a run than anybody could follow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Array
from ..coordinates.plan import Plan
from ..coordinates.switches import COURSE
from ..errors import ModelError
from ..kernels.programs.interpret import interpret
from ..model.state import Event

MOST = 1e6
"""Cycles in one run: those of a driver take a millisecond each, so that these take a quarter of an hour or more."""

LOOKS = 15
"""Times at which the functions are looked at."""

ANYWHERE = 0.382
"""What is measured while a force is looked at [m, rad, 1/s]: a number at which nothing special happens."""


def check_rhythm(plan: Plan, times: Array) -> None:
    """Raise ModelError when something goes through more cycles from the first to the last time than can be followed.

    The cycles of a function f are counted by sqrt(f''' / f'), which is w for sin(w t) at any time, and those of a
    driven angle by f' too; the median of a few times stands for all. Functions in Python are called by the run alone:
    they may fail, or remember.
    """
    first, last = float(times[0]), float(times[-1])
    key, kept = (first, last), plan.cache.get("rhythm")
    if kept == key:
        return
    looks = first + (last - first) * (np.arange(LOOKS) + 0.382) / LOOKS
    for what, pace in (*_drivers(plan, looks), *_watched_and_applied(plan, looks)):
        cycles = (last - first) * pace / (2 * np.pi)
        if cycles > MOST:
            raise ModelError(
                f"{what} goes through about {cycles:.2g} cycles from {first:g} s to {last:g} s: more than "
                f"{MOST:g} cannot be followed in any sensible time. Ask for a shorter time (a cycle tells as much as "
                f"all of them), or look at the unit of its frequency."
            )
    plan.cache["rhythm"] = key


def _drivers(plan: Plan, looks: Array) -> Iterator[tuple[str, float]]:
    """Yield every driver with its pace [rad/s]."""
    driven = bool((plan.tables["rows"]["function"] >= 0).any())
    if not driven or any(program.callables for program in plan.programs.programs):
        return
    values = [plan.function_values(float(t)) for t in looks]
    angles = {e.owner: not e.is_length for e in plan.equations if e.driver}
    for name in values[0]:
        yield f"Driver '{name}'", _pace(np.array([look[name] for look in values]), angles.get(name, False))


def _watched_and_applied(plan: Plan, looks: Array) -> Iterator[tuple[str, float]]:
    """Yield every force that has an expression, and every event, with its pace while nothing moves [rad/s]."""
    loads = zip((f"Force '{load.owner}'" for load in plan.loads), plan.tables["loads"]["program"], strict=True)
    own = plan.tables["monitors"]["program"]
    watched = zip(map(_said, plan.events), own[len(own) - len(plan.events) :], strict=True)
    for what, number in (*loads, *watched):
        if number >= 0 and not plan.programs.programs[number].callables:
            yield what, _pace(_jets(plan, int(number), looks), False)


def _said(watched: tuple[Event, int]) -> str:
    """Return what is watched in words: what the user wrote, or where a force changes its course."""
    event, does = watched
    return f"{event.text[0].upper()}{event.text[1:]}," if does == COURSE else f"'{event.text}'"


def _jets(plan: Plan, number: int, looks: Array) -> Array:
    """Return value and three derivatives by time of a program while nothing moves (times, 4); not finite: none."""
    work = plan.bundle()
    work.variables[1:] = ANYWHERE, 0.0, 0.0, 0.0
    found = np.zeros((len(looks), 4))
    for k, t in enumerate(looks):
        work.variables[0] = t, 1.0, 0.0, 0.0
        interpret(work.H, number, 3)
        found[k] = work.stack[0]
    return found


def _pace(values: Array, angle: bool) -> float:
    """Return how fast a function goes through its cycles [rad/s], from values and three derivatives (times, 4)."""
    with np.errstate(all="ignore"):
        rate, third = np.abs(values[:, 1]), np.abs(values[:, 3])
        swings = np.sqrt(np.divide(third, rate, out=np.zeros_like(rate), where=rate > 0.0))
    found = np.maximum(swings, rate) if angle else swings
    found = found[np.isfinite(found)]
    return float(np.median(found)) if len(found) else 0.0
