"""Drivers that say what joints and other drivers say already, wherever the mechanism goes: over-driven motions."""

from __future__ import annotations

from ..arrays import Array
from ..base.zero import SHARE
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import independent_rows, numerical_rank
from ..errors import LinkworkError
from ..kernels.tables.statuses import DONE
from ..words import listed
from .engine import Engine, scaled_jacobian
from .finite import free_velocities, places_reached

FURTHER = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
"""Where drivers are seen to disagree further on, as shares of the time that is left."""

AGREE = "Leave out a driver, or give them functions that agree."
"""What to do about too many drivers."""


def repeated_drivers(full: Plan, q: Array, t: float) -> list[list[int]]:
    """Return sets of drivers, as numbers of equations, of which one says what the others and the joints do.

    Drivers that depend on each other at q alone stand at a dead point or a singular position. So dependence is looked
    for beside q, at the places that the mechanism reaches without its drivers; where it reaches none, at q itself.
    """
    rows = [i for i, e in enumerate(full.equations) if e.release is None]
    joints, drivers = ([i for i in rows if full.equations[i].driver == driven] for driven in (False, True))
    if not drivers:
        return []
    found: list[list[int]] | None = None
    plan = full.undriven.positions
    for there in places_reached(plan, q, t, free_velocities(plan, q, t)[0]):
        J = scaled_jacobian(full, there, t)
        if found is None:
            found = _dependent(J, joints, drivers)
        rank = numerical_rank(J[joints])
        found = [own for own in found if numerical_rank(J[[*joints, *own]]) < rank + len(own)]
        if not found:
            return []
    return _dependent(scaled_jacobian(full, q, t), joints, drivers) if found is None else found


def _dependent(J: Array, joints: list[int], drivers: list[int]) -> list[list[int]]:
    """Return the drivers whose rows depend on those of joints and of drivers before them, each with these drivers."""
    order = [*joints, *drivers]
    kept, shares = independent_rows(J[order])
    found = []
    for row, coefficients in shares.items():
        own = [order[k] for k, c in zip(kept, coefficients, strict=False) if abs(c) > SHARE and k >= len(joints)]
        if row >= len(joints):
            found.append([*own, order[row]])
    return found


def clash(full: Plan, q: Array, t: float, end: float) -> str:
    """Return in words which drivers ask for one motion and disagree from time t to `end` on [s]; "" where none do.

    Where the joints close with all but one of them further on, and with that one not, that one is what disagrees.
    """
    if not any(e.driver for e in full.equations):
        return ""
    joints = [i for i, e in enumerate(full.equations) if not (e.driver or e.level)]
    for own in repeated_drivers(full, q, t):
        fewer, more = (
            make_plan(full.resolved, [full.equations[i] for i in sorted([*joints, *some])], full.writer)
            for some in (own[:-1], own)
        )
        times = [t + share * (end - t) for share in FURTHER]
        if any(_closes(fewer, q, then) and not _closes(more, q, then) for then in times):
            names = [f"'{full.equations[i].owner}'" for i in own]
            drive = "drive one motion and do not agree" if len(own) > 1 else "drives what joints hold elsewhere"
            return f"{listed(names)} {drive}"
    return ""


def _closes(plan: Plan, q: Array, t: float) -> bool:
    """Return whether joints and drivers close near q at another time."""
    try:
        return Engine(plan).close(q, t)[0] == DONE
    except LinkworkError:  # a function without a value there
        return False
