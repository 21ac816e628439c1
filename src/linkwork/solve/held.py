"""Mechanisms as statics takes them: drivers held, frictions in joints left out."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from ..coordinates.plan import Plan, plan_of
from ..expressions.nodes import Number
from ..forces.friction import Friction
from .start import Start


def held(plan: Plan, t: float) -> Plan:
    """Return the plan with every driver held at its value at time t; kept for the next question at that time."""
    drivers = plan.model.drivers
    if all(isinstance(driver.function.node, Number) for driver in drivers.values()):
        return plan
    known = plan.cache.get("held")
    if isinstance(known, tuple) and known[0] == t:
        return cast("Plan", known[1])
    values, model = plan.function_values(t), plan.model.copy()
    model.drivers = {}
    for driver in drivers.values():
        model.drive(driver.quantity, float(values[driver.name][0]), driver.name)
    plan.cache["held"] = t, (found := plan_of(model))
    return found


def as_told(plan: Plan, at: object) -> Plan:
    """Return the plan for a state: with its drivers held where it is the state of an equilibrium, at whose time."""
    return held(plan, float(at.motion.time[0])) if isinstance(at, Start) and at.holds else plan


def without_friction(plan: Plan, some: Collection[str] | None = None) -> Plan:
    """Return the plan without frictions in joints, or some: with them there is a range of positions and of forces."""
    names = [n for n, force in plan.model.forces.items() if isinstance(force, Friction) and (some is None or n in some)]
    if not names:
        return plan
    model = plan.model.copy()
    for name in names:
        del model.forces[name]
    return plan_of(model)
