"""Units of equations given as expressions: a factor in front of one must not make it count more or less.

The residual of such an equation is compared with those of joints by what a displacement as large as the mechanism, or
a turn by one radian, changes it by.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import DIMENSIONS
from ..kernels.kinematics.motion import evaluate, linearise

if TYPE_CHECKING:
    from ..model.equations import Equation
    from .plan import Plan

AROUND = 0.1
"""Share of such a displacement to both sides within which slopes are looked at: one may vanish where bodies stand."""


def has_own_unit(equation: Equation) -> bool:
    """Return whether an equation is an expression in a unit of its own."""
    return equation.program is not None and not equation.length


def with_row_units(plan: Plan) -> Plan:
    """Return the plan with the scales of its expressions, by their slopes around the poses where bodies are placed."""
    own = [k for k, i in enumerate(plan.order) if has_own_unit(plan.equations[i])]
    if not own:
        return plan
    rows, largest = plan.tables["rows"].copy(), _slopes(plan)
    for k in own:
        size = float(largest[rows["first"][k] : rows["last"][k]].max(initial=0.0))
        rows["scale"][k] = 1.0 / size if size > 0.0 else 1.0
    return replace(plan, tables={**plan.tables, "rows": rows})


def _slopes(plan: Plan) -> Array:
    """Return the largest change of every term's row with its measure around the poses of the bodies."""
    work, placed, measures = plan.bundle(), plan.resolved.placed_poses, plan.tables["terms"]["measure"]
    lengths = np.array([DIMENSIONS.get(gauge.kind) == "length" for gauge in plan.gauges[: len(work.measured)]], bool)
    units = np.where(lengths, plan.length, 1.0)
    evaluate(work.H, 0.0, placed)
    here, largest = work.measured[:, 0].copy(), np.zeros(len(measures))
    for side in (0.0, AROUND, -AROUND):
        work.measured[:, 0] = here + side * units
        linearise(work.H, 0.0, placed)
        change = np.abs(work.coef) * units[measures]
        largest = np.fmax(largest, np.where(np.isfinite(change), change, 0.0))
    return largest
