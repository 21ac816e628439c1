"""Running the programs of a plan: functions of time, expressions of rows, forces and events."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..tables import fields as tb
from .opcodes import CONST, POLY, VAR
from .program import NOT_QUICK, load, quick_at, run_program, store


def quick(ops: np.ndarray[Any, Any]) -> bool:
    """Return whether a program, rows of operation and argument, needs no interpreter: a constant or polynomial."""
    kinds = ops[:, 0].tolist()
    return kinds in ([CONST], [VAR, POLY])


@stage("iiii")
def interpret(H, number, order):
    """Run program `number` on the variables; the jet is left in stack[0]. Returns 0, or why it failed.

    Entries beyond `order` need not be finite.
    """
    spans = tb.spans(H)
    return run_program(tb.ops(H), spans[number, 0], spans[number, 1], tb.consts(H), tb.variables(H), tb.stack(H), order)


@inline
def load_time(t, variables):
    """Make the jet of time variable 0."""
    store(variables, 0, (t, 1.0, 0.0, 0.0))


@inline
def function_at(H, i, t):
    """Write the jet of function i of time into F[i]; return the status. Constants and polynomials are quick."""
    ops, consts, spans, F = tb.ops(H), tb.consts(H), tb.spans(H), tb.F(H)
    status = quick_at(ops, spans[i, 0], spans[i, 1], consts, t, F, i)
    if status != NOT_QUICK:
        return status
    load_time(t, tb.variables(H))
    status = interpret(H, i, 3)
    store(F, i, load(tb.stack(H), 0))
    return status
