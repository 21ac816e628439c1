"""Where the joints hold the bodies, and whether joints that depend on it, such as teeth, fit there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..base.angles import nearest_turn
from ..base.rotation import matrices
from ..coordinates.plan import Plan, make_plan
from ..coordinates.rank import null_space
from ..errors import AssemblyError
from ..joints import Joint
from ..joints.base import Misfit
from ..model.equations import Equation, Writer
from ..model.placed import ends_at
from ..model.resolve import Hint, Resolved
from .engine import Engine, scaled_jacobian
from .freedoms import gauge_gradients
from .hints import Hints
from .nearest import Search


def settled_hints(resolved: Resolved, equations: list[Equation], writer: Writer) -> list[Hint]:
    """Return the hints brought to the nearest position in which `equations` hold; as they are where there is none."""
    plan = make_plan(resolved, [e for e in equations if e.level == 0], writer)
    hints = Hints.of(plan)
    q, _ = Search(Engine(plan), hints, 0.0, np.ones(plan.weight.shape), 1e-12, 0).run()
    return hints_at(resolved, hints.begin if q is None else q)


def hints_at(resolved: Resolved, q: Array) -> list[Hint]:
    """Return the hints with the bodies at poses q (bodies, 7)."""
    turned = matrices(q[:, 3:])
    found = []
    for b, (solid, hint) in enumerate(zip(resolved.solids, resolved.hints, strict=True)):
        angle = hint.angle
        if resolved.space.planar:
            angle = float(nearest_turn(2.0 * np.arctan2(q[b, 6], q[b, 3]), hint.angle))
        found.append(replace(hint, position=q[b, :3] - turned[b] @ solid.com, axes=turned[b], angle=angle))
    return found


HELD = 1e-6
"""Largest share of a measure's own slope with which a free motion may change what must be held."""


def check_fit(plan: Plan, q: Array, t: float) -> None:
    """Raise AssemblyError where a joint does not fit the closed poses q (bodies, 7) at time t."""
    meshed = [joint for joint in plan.model.joints.values() if joint.PLACED]
    if not meshed:
        return
    hints = hints_at(plan.resolved, q)
    for joint in meshed:
        read = plan.writer.read(joint)
        try:
            problem = read.misfit(ends_at(read, plan.writer.frames, hints))
        except Misfit as misfit:
            problem = str(misfit)
        problem = problem or _loose(plan, joint, q, t)
        if problem:
            raise AssemblyError(
                f"'{plan.name}' is closed, but {joint.called} ({joint.a.body} - {joint.b.body}): {problem}"
            )


def _loose(plan: Plan, joint: Joint, q: Array, t: float) -> str:
    """Return a sentence where the joints let something move that this one needs held."""
    gauges = {name: plan.writer.gauge(measure, joint.AXIS) for name, measure in joint.held().items()}
    held = {name: gauge for name, gauge in gauges.items() if gauge.bodies}
    if not held:
        return ""
    free = null_space(scaled_jacobian(plan, q, t)[[not e.driver for e in plan.equations]]).T
    slopes = gauge_gradients(plan, list(held.values()), q) * plan.units
    for name, slope in zip(held, slopes, strict=True):
        if np.abs(free @ slope).max(initial=0.0) > HELD * np.linalg.norm(slope):
            return (
                f"nothing keeps {name} as it is. Hold both bodies with joints of their own, on the ground "
                f"or on a carrier."
            )
    return ""
