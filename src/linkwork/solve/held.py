"""Mechanisms as statics takes them: drivers held, frictions in joints left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..coordinates.plan import plan_of
from ..forces.friction import Friction

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


def held(plan: Plan, t: float) -> Plan:
    """Return the plan with every driver held at its value at time t."""
    if not plan.model.drivers:
        return plan
    values, model = plan.function_values(t), plan.model.without_drivers()
    for driver in plan.model.drivers.values():
        model.drive(driver.quantity, float(values[driver.name][0]), driver.name)
    return plan_of(model)


def without_friction(plan: Plan) -> Plan:
    """Return the plan without frictions in joints: with them there is a range of positions, and of forces in each."""
    names = [name for name, force in plan.model.forces.items() if isinstance(force, Friction)]
    if not names:
        return plan
    model = plan.model.copy()
    for name in names:
        del model.forces[name]
    return plan_of(model)
