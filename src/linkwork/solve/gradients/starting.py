"""How the state at the start changes with the design: from starts beside it, all found together where they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...base.poses import between, freedoms_of
from ...errors import LinkworkError
from ..batch_starts import BatchStarts
from ..members import Members
from ..start import Start, consistent_start
from .varied import FINE, LARGE, Designs, Variable

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

ASIDE = ((0.0, 1.0, 2.0, 3.0), (-11.0 / 6.0, 3.0, -1.5, 1.0 / 3.0))
"""Of differences of third order to the right, for what cannot be less."""

State = tuple[Array, Array]
Starts = dict[float, State]


def start_slopes(
    designs: Designs, variables: Sequence[Variable], begin: Start, t: float, start: Any, hold: Sequence[str]
) -> Array:
    """Return how poses and velocities at the start change, shape (2 n, variables)."""
    columns = []
    for i, (variable, size) in enumerate(zip(variables, designs.sizes, strict=True)):
        h = LARGE * size
        if all(_starts_alike(designs.plan, plan) for plan in variable.plans):
            columns.append(np.zeros(2 * designs.plan.coordinates))
            continue
        known: Starts = _together(designs, i, t) if start is None and not hold else {}

        def state(offset: float, known: Starts = known, name: str = variable.design.name, h: float = h) -> State:
            if offset in known:
                return known[offset]
            plan = designs.beside({name: offset * h}) if offset else designs.plan
            found = consistent_start(plan, t, start, hold=hold)
            return found.poses, found.twists

        columns.append(_slope(designs.plan, begin, state) / h)
    return np.array(columns).T.reshape(2 * designs.plan.coordinates, len(columns))


ACTING = ("masses", "loads", "gravity")
"""Tables that no start depends on."""


def _starts_alike(plan: Plan, other: Plan) -> bool:
    """Return whether another plan has the same geometry, drivers and hints, so that it starts alike."""
    same = np.array_equal(plan.weight, other.weight) and np.array_equal(plan.ground, other.ground)
    same = same and _hints(plan) == _hints(other)
    tables = (name for name in plan.tables if name not in ACTING)
    return same and all(plan.tables[name].tobytes() == other.tables[name].tobytes() for name in tables)


def _hints(plan: Plan) -> list[bytes]:
    return [
        np.concatenate([hint.position, hint.axes.ravel(), [hint.angle], hint.velocity, hint.rate]).tobytes()
        for hint in plan.resolved.hints
    ]


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


def _together(designs: Designs, i: int, t: float) -> Starts:
    """Return the starts beside a design variable that differ in numbers only, found in compiled code."""
    design, h = designs.all[i], LARGE * designs.sizes[i]
    values = {design.parameter: [design.begin + offset * h for offset in FINE[0]]}
    try:
        every = list(range(len(FINE[0])))
        starts = BatchStarts(Members(designs.plan, values, len(every)), None, t)  # type: ignore[arg-type]
        tables = starts.tables(every)
        found = starts.started(every, tables, starts.placed(every, tables))
    except LinkworkError:
        return {}
    return {FINE[0][int(k)]: (q, V) for k, q, V in zip(found.which, found.poses, found.twists, strict=True)}
