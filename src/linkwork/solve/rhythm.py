"""Whether the functions of drivers swing or turn more often in a run than anybody could follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

MOST = 1e6
"""Cycles of a driver in one run: each takes a millisecond, so that these take a quarter of an hour or more."""

LOOKS = 15
"""Times at which the functions are looked at."""


def check_rhythm(plan: Plan, times: Array) -> None:
    """Raise ModelError when a driver goes through more cycles between the first and the last time than can be followed.

    The cycles of a function f are counted by sqrt(f''' / f'), which is w for sin(w t) at any time, and those of a
    driven angle by f' too; the median of a few times stands for all.
    """
    first, last = float(times[0]), float(times[-1])
    key, kept = (first, last), plan.cache.get("rhythm")
    if kept == key:
        return
    driven = bool((plan.tables["rows"]["function"] >= 0).any())
    if any(program.callables for program in plan.programs.programs):
        driven = False  # functions in Python are called by the run alone: they may fail, or remember
    looks = [plan.function_values(first + (last - first) * (k + 0.382) / LOOKS) for k in range(LOOKS * driven)]
    angles = {e.owner: not e.is_length for e in plan.equations if e.driver}
    for name in looks[0] if driven else ():
        cycles = (last - first) * _pace(np.array([look[name] for look in looks]), angles.get(name, False)) / (2 * np.pi)
        if cycles > MOST:
            raise ModelError(
                f"Driver '{name}' goes through about {cycles:.2g} cycles from {first:g} s to {last:g} s: more than "
                f"{MOST:g} cannot be followed in any sensible time. Ask for a shorter time (a cycle tells as much as "
                f"all of them), or look at the unit of its frequency."
            )
    plan.cache["rhythm"] = key


def _pace(values: Array, angle: bool) -> float:
    """Return how fast a function goes through its cycles [rad/s], from values and three derivatives (times, 4)."""
    with np.errstate(all="ignore"):
        rate, third = np.abs(values[:, 1]), np.abs(values[:, 3])
        swings = np.sqrt(np.divide(third, rate, out=np.zeros_like(rate), where=rate > 0.0))
    found = np.maximum(swings, rate) if angle else swings
    found = found[np.isfinite(found)]
    return float(np.median(found)) if len(found) else 0.0
