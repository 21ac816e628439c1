"""Characteristic curves: functions of one argument, called x."""

from __future__ import annotations

from ..expressions.nodes import Name, Node, names, rewritten
from ..functions import TimeFunction

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
