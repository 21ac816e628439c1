"""Times at which functions of time change their course: known from their text, or sought where no even rise tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..expressions.program import Course, Program
from ..results.series import run_along

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

LEAST, MOST = 1025, 2**20 + 1
"""Times at which a course is looked at: at first, and at most."""

FINE = 0.05
"""Way between two of these times, as a share of the range of values, that tells all crossings of a level."""

HALVINGS = 80
"""Halvings of an interval of time, after which its ends are neighbouring numbers."""


def change_times(plan: Plan, first: float, last: float) -> Array:
    """Return the times at which functions of time change their course [s].

    Those of equations and drivers that follow from no even rise are sought from `first` to `last`; those of forces are
    met on the way. At `first` itself equations alone count: velocities may be others from there on.
    """
    asked = {id(program) for e in plan.equations for program in (e.program, e.function)}
    every = [(time, id(program) in asked) for program in plan.programs.programs for time in program.edges]
    told = [time for time, own in every if own or time > first]
    sought = [_crossings(course, first, last) for e in plan.equations for course in e.timed]
    return np.concatenate([np.array(told), *sought])


def _crossings(course: Course, first: float, last: float) -> Array:
    """Return the times at which a course goes through one of its levels."""
    times, values = _looked_at(course.program, first, last)
    found = [np.zeros(0)]
    for level in course.levels:
        beyond = values > level
        there = np.flatnonzero((beyond[1:] != beyond[:-1]) & np.isfinite(values[1:]) & np.isfinite(values[:-1]))
        low, high, above = times[there], times[there + 1], beyond[there + 1]
        for _ in range(HALVINGS if len(there) else 0):
            middle = 0.5 * (low + high)
            same = (run_along(middle, course.program, [], 1)[:, 0] > level) == above
            low, high = np.where(same, low, middle), np.where(same, middle, high)
        found += [high, times[:1][values[:1] == level]]
    return np.concatenate(found)


def _looked_at(program: Program, first: float, last: float) -> tuple[Array, Array]:
    """Return times so close that no crossing hides between two of them, and the values there."""
    count = LEAST
    while True:
        times = np.linspace(first, last, count)
        values, rates = run_along(times, program, [], 2).T
        finite = np.isfinite(values) & np.isfinite(rates)
        if not finite.any():
            return times, values
        way = float(np.abs(rates[finite]).max()) * (last - first) / (count - 1)
        if way <= FINE * float(np.ptp(values[finite])) or count >= MOST:
            return times, values
        count = min(2 * count - 1, MOST)
