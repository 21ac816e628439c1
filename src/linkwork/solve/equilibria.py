"""All positions of equilibrium that a search from many starts finds."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.poses import between, largest, moved
from ..coordinates.plan import Plan
from ..errors import LinkworkError, ModelError, MotionError, instant
from ..results.equilibrium import Equilibrium
from ..results.motion import Motion
from .assembly import Assembly
from .equilibrium import equilibrium
from .held import held
from .start import Start, consistent_start
from .still import Still

SAME = 1e-6
"""Shifts, as a share of the mechanism's size, and turns, of half a turn, within which two positions are one."""


def equilibria(
    plan: Plan,
    at: Start | Assembly | Motion | Array | None = None,
    t: float = 0.0,
    *,
    count: int = 40,
    seed: int = 0,
) -> tuple[Equilibrium, ...]:
    """Find positions of equilibrium from many starts, stable ones and others.

    Parameters
    ----------
    plan : Plan
        The mechanism in tables. Drivers are held where they are at time t.
    at : Start, Assembly, Motion or array, optional
        A position to scatter the starts around: half a turn and the mechanism's size to all sides.
    t : float
        [s]
    count : int
        Starts; from each the way goes to the nearest position of balance, and down the hill to a stable one.
    seed : int
        Of the random starts.

    Returns
    -------
    tuple of Equilibrium
        Distinct ones, the lowest potential energy first. There may be more than were found.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; those found up to then are its attribute ``found``.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> [found.kind for found in m.equilibria(count=8)]
    ['stable', 'unstable']
    """
    if not isinstance(count, int) or count < 1:
        raise ModelError(f"count is the number of starts, at least 1, not {count!r}.")
    t = instant(t)
    if not isinstance(seed, int) or seed < 0:
        raise ModelError(f"seed= is a whole number from 0 on, not {seed!r}.")
    still = held(plan, t)
    begin = consistent_start(still, t, at)
    rest = Still(still, begin.poses, t, begin.angles(still))
    rng, said = np.random.default_rng(seed), ""
    found: list[Equilibrium] = []
    try:
        for k in range(count):
            near = begin.poses if not k else moved(begin.poses, _scattered(still, rest.N, rng), still.freedoms)
            said = _look(still, near, t, found) or said
    except KeyboardInterrupt as stop:
        stop.found = _sorted(found)  # type: ignore[attr-defined]
        raise
    if not found:
        raise MotionError(f"No position of equilibrium was found from {count} starts. {said}")
    return _sorted(found)


def _look(plan: Plan, near: Array, t: float, found: list[Equilibrium]) -> str:
    """Add the positions of balance near a start that are new to those found; return why there is none, or ""."""
    said = ""
    for search in ("nearest", "stable"):
        try:
            one = equilibrium(plan, near, t, search=search)
        except LinkworkError as error:
            said = str(error)
            continue
        if not any(_size(plan, between(one.poses, other.poses, plan.freedoms)) < SAME for other in found):
            found.append(one)
    return said


def _sorted(found: list[Equilibrium]) -> tuple[Equilibrium, ...]:
    """Return positions, the lowest potential energy first."""
    return tuple(sorted(found, key=lambda one: float(one["energy.potential"])))


def _scattered(plan: Plan, N: Array, rng: np.random.Generator) -> Array:
    """Return a random displacement along allowed motions: up to half a turn, and the mechanism's size."""
    if not N.shape[1]:
        return np.zeros(plan.coordinates)
    x = N @ rng.normal(size=N.shape[1])
    return np.asarray(x * (rng.uniform() / max(_size(plan, x), 1e-300)))


def _size(plan: Plan, x: Array) -> float:
    """Return the size of a displacement: turns as a share of half a turn, shifts as a share of the mechanism's size."""
    return largest(x, plan.freedoms, plan.length / np.pi) / np.pi
