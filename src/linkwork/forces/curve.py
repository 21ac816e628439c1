"""Characteristic curves: functions of one argument, called x."""

from __future__ import annotations

from typing import Any

from ..base.load import MEASURED, Law
from ..expressions.nodes import Name, Node, names, rewritten
from ..functions import TimeFunction
from .base import combined, number

ARGUMENTS = ("x", "t", "time")
"""What the argument is called: x in a text; t in a table, polynomial or Python function, which are functions of t."""


def at(curve: TimeFunction, argument: Node) -> TimeFunction:
    """Return the curve at an argument."""

    def rule(node: Node) -> Node | None:
        return argument if isinstance(node, Name) and node.name in ARGUMENTS else None

    return TimeFunction(rewritten(curve.node, rule), None, curve.requirements)


def curve_fault(curve: TimeFunction | None) -> str:
    """Return a sentence when a curve mentions both its argument x and the time."""
    used = [] if curve is None else [name for name in names(curve.node) if name in ARGUMENTS]
    if "x" in used and len(used) > 1:
        return f"its curve '{curve}' mentions both x and {used[-1]}. A curve is a function of x alone."
    return ""


def sprung(spring: Any, free: float) -> Law:
    """Return the law of a spring with its damper and actuator, straight or along a curve, about a free measure."""
    resisting = None if spring.curve is None else -at(spring.curve, MEASURED - free)
    straight = number(spring.preload), -number(spring.stiffness), free, -number(spring.damping)
    return Law(*straight, combined(resisting, spring.actuator))
