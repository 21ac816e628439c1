"""Whether joints that act between bodies which others hold, such as teeth, fit where these are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..base.zero import RANK
from ..coordinates.plan import make_plan
from ..errors import AssemblyError
from ..joints import Joint
from ..joints.base import Misfit
from ..model.equations import Equation
from ..model.placed import ends_at
from ..model.write_rows import RowWriter
from .engine import Engine
from .settling import hints_at

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

Array = NDArray[np.float64]

HELD = 1e-6
"""Largest share of a measure's own slope with which a free motion may change what must be held."""


def check_fit(plan: Plan, q: Array, t: float) -> None:
    """Raise AssemblyError where a joint does not fit the closed poses q (bodies, 7) at time t."""
    meshed = [joint for joint in plan.model.joints.values() if joint.PLACED]
    if not meshed:
        return
    hints = hints_at(plan.resolved, q)
    for joint in meshed:
        where = f"{joint.KIND.replace('_', ' ')} joint '{joint.name}'"
        read = RowWriter(plan.writer, joint, where).joint
        try:
            problem = read.misfit(ends_at(read, plan.writer.frames, hints))
        except Misfit as misfit:
            problem = str(misfit)
        problem = problem or _loose(plan, joint, q, t)
        if problem:
            raise AssemblyError(f"'{plan.name}' is closed, but {where} ({joint.a.body} - {joint.b.body}): {problem}")


def _loose(plan: Plan, joint: Joint, q: Array, t: float) -> str:
    """Return a sentence where the joints let something move that this one needs held."""
    gauges = {name: plan.writer.gauge(measure, joint.AXIS) for name, measure in joint.held().items()}
    equations = [Equation(joint.name, False, name, (gauge,)) for name, gauge in gauges.items() if gauge.bodies]
    if not equations:
        return ""
    share = np.sqrt(plan.weight).ravel()
    joints = Engine(plan).jacobian(q, t)[[not e.driver for e in plan.equations]] * share
    _, sizes, modes = np.linalg.svd(joints)
    free = modes[int((sizes > RANK * sizes.max(initial=1.0)).sum()) :]
    slopes = Engine(make_plan(plan.resolved, equations, plan.writer)).jacobian(q, t) * share
    for equation, slope in zip(equations, slopes, strict=True):
        if np.abs(free @ slope).max(initial=0.0) > HELD * np.linalg.norm(slope):
            return (
                f"nothing keeps {equation.meaning} as it is. Hold both bodies with joints of their own, on the ground "
                f"or on a carrier."
            )
    return ""
