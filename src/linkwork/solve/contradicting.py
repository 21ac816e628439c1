"""Equations of velocities, and drivers, that ask for what others rule out: no motion exists, whatever the forces.

A row that depends on others, J_i = sum c_k J_k, must ask for what these ask for: nu_i = sum c_k nu_k in J v = nu.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.zero import SHARE
from ..coordinates.plan import Plan
from ..coordinates.rank import independent_rows
from ..errors import AssemblyError
from ..words import quoted
from .engine import scaled_jacobian
from .finite import may_be_over_driven, over_driven
from .velocities import complied

ODDS = 1e-6
"""Difference of velocities, relative to the largest asked for, that is no rounding."""


def contradictions(plan: Plan, q: Array, t: float) -> dict[int, list[int]]:
    """Return the equations that contradict others at poses q, each with these.

    One of them is of velocities, or a driver of which there are too many: few stand at a dead point there. What may
    let go is left out: it does so where it contradicts others.
    """
    rows = [i for i, e in enumerate(plan.equations) if e.release is None]
    levels = {i for i in rows if plan.equations[i].level}
    drivers = {i for i in rows if plan.equations[i].driver} if may_be_over_driven(plan) else set[int]()
    if not levels and not drivers:
        return {}
    work = plan.bundle(q)
    complied(plan, work, t)
    jacobian = scaled_jacobian(plan, q, t)[rows]
    sizes = np.linalg.norm(jacobian, axis=1)
    asked = work.rhs[plan.position_in_table[rows]] / np.where(sizes > 0.0, sizes, 1.0)
    kept, shares = independent_rows(jacobian)
    found = {}
    for row, coefficients in shares.items():
        others = [k for k, c in zip(kept, coefficients, strict=False) if abs(c) > SHARE]
        odds = abs(asked[row] - coefficients @ asked[kept[: len(coefficients)]])
        own = [rows[row], *(rows[k] for k in others)]
        if not odds > ODDS * np.abs(asked).max():
            continue
        if levels.intersection(own) or (drivers.intersection(own) and over_driven(plan, q, t)):
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
