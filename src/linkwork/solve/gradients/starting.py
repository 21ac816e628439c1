"""How the state at the start changes with the design: from starts beside it, all found together where they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...base.poses import between, freedoms_of
from ...errors import LinkworkError
from ..start import Start, consistent_start
from .beside import State
from .varied import FINE, LARGE, Designs

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

ASIDE = ((0.0, 1.0, 2.0, 3.0), (-11.0 / 6.0, 3.0, -1.5, 1.0 / 3.0))
"""Of differences of third order to the right, for what cannot be less."""

STARTS = tuple(LARGE * offset for offset in FINE[0])
"""Where starts beside the design are looked for, as shares of the sizes of the variables."""

Starts = dict[float, State]


def start_slopes(
    designs: Designs, begin: Start, t: float, start: Any, hold: Sequence[str], found: Sequence[Starts] | None = None
) -> Array:
    """Return how poses and velocities at the start change, shape (2 n, variables).

    `found` are starts that are known already, by offsets in `STARTS`, for every variable.
    """
    columns = []
    for design, size, known in zip(designs.all, designs.sizes, found or [{}] * len(designs.all), strict=True):
        h = LARGE * size

        def state(offset: float, known: Starts = known, name: str = design.name, h: float = h) -> State:
            if LARGE * offset in known:
                return known[LARGE * offset]
            plan = designs.beside({name: offset * h}) if offset else designs.plan
            found = consistent_start(plan, t, start, hold=hold)
            return found.poses, found.twists

        columns.append(_slope(designs.plan, begin, state) / h)
    return np.array(columns).T.reshape(2 * designs.plan.coordinates, len(columns))


def _slope(plan: Plan, begin: Start, state: Callable[[float], State]) -> Array:
    d = plan.freedoms
    for offsets, weights in (FINE, ASIDE):
        try:
            states = [state(offset) for offset in offsets]
        except LinkworkError:
            if offsets == ASIDE[0]:
                raise
            continue
        total = np.zeros(2 * plan.coordinates)
        for weight, (poses, twists) in zip(weights, states, strict=True):
            u, w = between(begin.poses, poses, d), freedoms_of(twists - begin.twists, d)
            total += weight * np.concatenate([u, w])
        return total
    raise LinkworkError("There is no start beside the design.")
