"""Equations of velocities, and drivers, that ask for what others rule out: no motion exists, whatever the forces.

A row that depends on others, J_i = sum c_k J_k, must ask for what these ask for: nu_i = sum c_k nu_k in J v = nu.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ..arrays import Array
from ..base.zero import SHARE
from ..coordinates.plan import Plan
from ..coordinates.rank import independent_rows
from ..errors import AssemblyError
from ..words import quoted
from .engine import scaled_jacobian
from .over_driven import repeated_drivers
from .velocities import complied

ODDS = 1e-6
"""Difference of velocities, relative to the largest asked for, that is no rounding."""

MET = 1e-9
"""Velocities left over, relative to the largest asked for, with which all rows are met: nothing contradicts."""


def contradictions(plan: Plan, q: Array, t: float) -> dict[int, list[int]]:
    """Return the equations that contradict others at poses q, each with these.

    One of them is of velocities, or a driver that says what others say wherever the mechanism goes: others stand at a
    dead point there. What may let go is left out: it does so where it contradicts others.
    """
    rows = [i for i, e in enumerate(plan.equations) if e.release is None]
    levels = {i for i in rows if plan.equations[i].level}
    if not levels and not any(plan.equations[i].driver for i in rows):
        return {}
    work = plan.bundle(q)
    left = complied(plan, work, t)
    if left <= MET * float(np.abs(work.rhs).max(initial=0.0)):
        return {}
    jacobian = scaled_jacobian(plan, q, t)[rows]
    sizes = np.linalg.norm(jacobian, axis=1)
    asked = work.rhs[plan.position_in_table[rows]] / np.where(sizes > 0.0, sizes, 1.0)
    kept, shares = independent_rows(jacobian)
    found, repeated = {}, cache(lambda: repeated_drivers(plan, q, t))
    for row, coefficients in shares.items():
        others = [k for k, c in zip(kept, coefficients, strict=False) if abs(c) > SHARE]
        odds = abs(asked[row] - coefficients @ asked[kept[: len(coefficients)]])
        own = [rows[row], *(rows[k] for k in others)]
        if not odds > ODDS * np.abs(asked).max():
            continue
        if levels.intersection(own) or any(set(own).issuperset(some) for some in repeated()):
            found[own[0]] = own[1:]
    return found


def check_velocities(plan: Plan, q: Array, t: float) -> None:
    """Raise AssemblyError where equations of velocities, or drivers, contradict others at poses q."""
    for row, others in contradictions(plan, q, t).items():
        equation = plan.equations[row]
        against = quoted(dict.fromkeys(plan.equations[k].owner for k in others)) or "itself"
        raise AssemblyError(
            f"'{plan.name}' has no velocities at t = {t:g} s: '{equation.owner}' ({equation.meaning}) contradicts "
            f"{against} there. Change or leave out one of these, or start it elsewhere."
        )
