"""Velocities that jump because a driver or an equation asks for it: a blow that the masses share among the bodies."""

from ..compiler.jit import inline
from ..dynamics.energy import kinetic_energy
from ..steps.projecting import keep_up, worst_residual
from ..steps.rates import rates
from ..steps.state import pack
from ..tables import fields as tb
from ..tables.statuses import JUMPED
from .impact import impact
from .modes import face, note_event

JOLTED = -2.0
"""Stands for a monitor in the log, with the row that asked for another velocity at once."""

APART = 1e-9
"""Gap of a row that opens at once, as a share of the mechanism's size, which no motion can follow."""

JOLT = 1e-7
"""Velocity that a row misses, relative to the quickest turn met so far, beyond what it drifts by in steps."""


@inline
def take_jolt(H):
    """Change the velocities to those that drivers and equations ask for from now on, if they ask for others.

    So does a driver with a kink, or an equation of velocities with a jump. The work of the blow is that of the drivers.
    Returns 0, or JUMPED where another position is asked for: control.cause is the row.
    """
    control, s0 = tb.control(H)[0], tb.s0(H)
    rates(H, control.time, s0.ctypes.data, tb.K(H)[0].ctypes.data)
    gap, row = worst_residual(H, control.time, 0)
    if gap > APART + 10.0 * control.gap:
        control.cause = row
        return JUMPED
    missed, row = worst_residual(H, control.time, 1)
    if not missed > JOLT * control.spin:
        return 0
    before = kinetic_energy(H)
    if tb.switches(H).size > 0:
        impact(H, -1, control.time, control.rest, 1)
        face(H)
    else:
        keep_up(H, control.time, 1e-15, 1)
    pack(H, s0.ctypes.data)
    s0[s0.size - 1] += kinetic_energy(H) - before
    note_event(H, JOLTED, row)
    return 0
