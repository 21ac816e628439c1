"""The rates of a state, and what its components are measured against."""

from ..compiler.jit import inline
from ..compiler.stages import matrix_at, stage
from ..dynamics.dynamics import accelerate
from ..dynamics.energy import dissipated_power
from ..tables import fields as tb
from .state import pack_rates, unpack

SHIFT, TURN, SPEEDS = 0, 1, 2
"""Kinds of component of the state: a length, an angle or Euler parameter, a velocity; all others are angular
velocities."""


@inline
def unit_of(H, i):
    """Return what errors of component i of the state are measured against."""
    control, part = tb.control(H)[0], tb.parts(H)[i]
    if part == TURN:
        return 0.5
    return control.length if part == SHIFT else control.speed if part == SPEEDS else control.spin


@stage("iifss")
def rates(H, t, state, into):
    """Write the rates of the state at an address, at time t, to another address; return 0 or a status."""
    n = tb.s(H).size
    unpack(H, state)
    status = accelerate(H, t)
    pack_rates(H, dissipated_power(H), matrix_at(into, 1, n)[0])
    tb.counts(H)[0].evaluations += 1
    return status
