"""Monitors: numbers whose change of sign is an event, the user's or that of a switch."""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .interpret import interpret, load_time
from .rows import value_of
from .switches import switch_value

NOTHING, STOP, RECORD, SWITCHED = 0, 1, 2, 3
"""What an event asks for."""


@inline
def program_value(H, t, monitor):
    """Return the value of an event's expression."""
    M, variables, inputs = tb.M(H), tb.variables(H), tb.inputs(H)
    load_time(t, variables)
    for k in range(monitor.first, monitor.last):
        n, m = 1 + k - monitor.first, inputs[k, 0]
        variables[n, 0] = M[m, 1] if inputs[k, 1] == 1 else value_of(H, m, M)
        variables[n, 1], variables[n, 2], variables[n, 3] = 0.0, 0.0, 0.0
    interpret(H, monitor.program, 0)
    return tb.stack(H)[0, 0]


@inline
def monitor_value(H, t, i):
    """Return the value of monitor i at the state of the last `accelerate`."""
    monitor = tb.monitors(H)[i]
    return program_value(H, t, monitor) if monitor.program >= 0 else switch_value(H, monitor.switch)


@stage("iif", optional=True)
def watch(H, t):
    """Fill guards[1] with the value of every monitor at the state of the last `accelerate`."""
    guards = tb.guards(H)
    for i in range(guards.shape[1]):
        guards[1, i] = monitor_value(H, t, i)
    return 0


@inline
def watch_present(H, t):
    """Note the monitors at the present state; a mode that has just been chosen lasts, whatever rounding says."""
    guards, monitors = tb.guards(H), tb.monitors(H)
    watch(H, t)
    for i in range(guards.shape[1]):
        guards[0, i] = guards[1, i] if monitors[i].program >= 0 else max(guards[1, i], 0.0)


@inline
def armed(H, i, value):
    """Return whether monitor i, at this value, is on the side from which it can fall through zero."""
    return value > 0.0 or (value == 0.0 and tb.monitors(H)[i].program < 0)


@inline
def triggered(H, i, before, after):
    """Return whether monitor i went through zero in the direction that counts."""
    direction = tb.monitors(H)[i].direction
    if direction >= 0 and before < 0.0 and after >= 0.0:
        return True
    if direction > 0 or not armed(H, i, before):
        return False
    return after <= 0.0 if before > 0.0 else after < 0.0


@inline
def first_trigger(H):
    """Return the monitor that went through zero first, judged by straight lines, or -1."""
    guards = tb.guards(H)
    found, earliest = -1, 2.0
    for i in range(guards.shape[1]):
        a, b = guards[0, i], guards[1, i]
        if triggered(H, i, a, b):
            share = a / (a - b) if a != b else 1.0
            if share < earliest:
                found, earliest = i, share
    return found
