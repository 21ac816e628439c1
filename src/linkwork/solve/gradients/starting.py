"""How the state at the start changes with the design: from starts beside it, all found together where they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...base.poses import between, freedoms_of
from ..members import first_that
from ..start import Start, consistent_start
from .beside import State
from .held import NotSmoothError
from .varied import FINE, LARGE, Designs

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

ASIDE = ((0.0, 1.0, 2.0, 3.0), (-11.0 / 6.0, 3.0, -1.5, 1.0 / 3.0))
OTHER = ((0.0, -1.0, -2.0, -3.0), (11.0 / 6.0, -3.0, 1.5, -1.0 / 3.0))
"""Of differences of third order to the right, for what cannot be less, and to the left, for what cannot be more."""

LOWER = {FINE: (0.0, -0.5, 0.5, 0.0), ASIDE: (-1.5, 2.0, -0.5, 0.0), OTHER: (1.5, -2.0, 0.5, 0.0)}
"""Weights of differences of second order at the same offsets: what they miss more tells how smooth starts are."""

SHORTER = (1.0, 2.0**-5, 2.0**-10)
"""Steps that are tried one after the other, as shares of the first: next to a dead point starts bend strongly."""

ALIKE, ENOUGH = 1e-4, 1e-2
"""Share of a change by which the two orders may differ: to be taken at once (the higher order then misses about the
square of it), and with the best of all steps (1e-4 is left)."""

ROUNDING = 1e-9
"""Errors of starts, as a share of the mechanism's size and of a radian, for a step of the first length."""

STARTS = tuple(LARGE * offset for offset in FINE[0])
"""Where starts beside the design are looked for, as shares of the sizes of the variables."""

Starts = dict[float, State]


def start_slopes(
    designs: Designs, begin: Start, t: float, start: Any, hold: Sequence[str], found: Sequence[Starts] | None = None
) -> Array:
    """Return how poses and velocities at the start change, shape (2 n, variables).

    `found` are starts that are known already, by offsets in `STARTS`, for every variable.

    Raises
    ------
    NotSmoothError
        Where it does not change in proportion, however small the step.
    """
    columns = []
    for design, size, known in zip(designs.all, designs.steps, found or [{}] * len(designs.all), strict=True):
        h = LARGE * size

        def state(offset: float, known: Starts = known, name: str = design.name, h: float = h) -> State:
            if LARGE * offset in known:
                return known[LARGE * offset]
            plan = designs.beside({name: offset * h}) if offset else designs.plan
            found = consistent_start(plan, t, start, hold=hold)
            return found.poses, found.twists

        columns.append(_slope(designs.plan, begin, state, design.name) / h)
    return np.array(columns).T.reshape(2 * designs.plan.coordinates, len(columns))


def _slope(plan: Plan, begin: Start, state: Callable[[float], State], name: str) -> Array:
    """Return the change for a step of the first length, with the shortest step that is needed."""
    best, least = np.zeros(0), np.inf
    for share in SHORTER:
        found, apart = _difference(plan, begin, state, share)
        size = float(np.abs(found).max(initial=0.0)) + ROUNDING * max(plan.length, 1.0) / share
        if apart < least * size:
            best, least = found, apart / size
        if least <= ALIKE:
            return best
    if least > ENOUGH:
        raise NotSmoothError(f"the start, next to a dead point, does not change in proportion to '{name}'")
    return best


def _difference(plan: Plan, begin: Start, state: Callable[[float], State], share: float) -> tuple[Array, float]:
    """Return the change for a step of the first length, from steps that are a share of it.

    And by how much a difference of lower order says something else.
    """
    (offsets, weights), states = first_that(LOWER, lambda way: [state(share * offset) for offset in way[0]])
    d, changes = plan.freedoms, []
    for poses, twists in states:
        changes.append(np.concatenate([between(begin.poses, poses, d), freedoms_of(twists - begin.twists, d)]) / share)
    fine, coarse = (np.array(w) @ np.array(changes) for w in (weights, LOWER[offsets, weights]))
    return fine, float(np.abs(fine - coarse).max(initial=0.0))
