"""Singular positions passed on the way: found where the smallest pivot has a minimum near zero."""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .control import KNOWN
from .dynamics import carry
from .motion import factor, linearise
from .reading import fit, read_state
from .state import place_pose

PIVOT, BEFORE, CANCELLED = 16, 17, 18
"""Entries of `control`: smallest pivot at the last state and at the one before; pivots that always vanish."""

SINGULAR = -1.0
"""Stands in the log in place of a monitor."""

WORTH = 0.3
"""A minimum of the pivot at a step above this is not looked at."""

ZERO = 1e-6
"""A pivot below this is a singular position."""


@inline
def pivot_at(H, t):
    """Return the smallest pivot at time t between the states known, zero where one more pivot vanishes than always."""
    read_state(H, t)
    place_pose(H, tb.past(H)[0])
    carry(H)
    linearise(H, t, tb.q(H).ctypes.data)
    factor(H, 0.0)
    info = tb.info(H)
    return info[1] if info[2] <= tb.control(H)[CANCELLED] else 0.0


@stage("fi", optional=True)
def lowest_pivot(H):
    """Return the time of the smallest pivot between the last three states, or -1e300 when it is not near zero."""
    clock = tb.clock(H)
    fit(H)
    a, b = clock[2], clock[0]
    ratio = 0.6180339887498949
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    fc, fd = pivot_at(H, c), pivot_at(H, d)
    lowest = tb.control(H)[BEFORE]
    for k in range(50):
        if min(fc, fd) < 1e-3 * ZERO:
            break
        if k == 6 and min(fc, fd) > max(0.3 * lowest, 1e-3):
            return -1e300  # a zero would have shown: the interval has shrunk eighteenfold
        if fc < fd:
            b, d, fd = d, c, fc
            c = b - ratio * (b - a)
            fc = pivot_at(H, c)
        else:
            a, c, fc = c, d, fd
            d = a + ratio * (b - a)
            fd = pivot_at(H, d)
    if min(fc, fd) > ZERO:
        return -1e300
    return c if fc < fd else d


@inline
def dips(H):
    """Follow the smallest pivot from state to state; return whether it had a minimum between the last three."""
    control, info = tb.control(H), tb.info(H)
    now = info[1] if info[2] <= control[CANCELLED] else 0.0
    if control[KNOWN] < 2.0:
        control[PIVOT] = 2.0
    low = control[KNOWN] == 3.0 and control[PIVOT] < min(now, WORTH) and control[PIVOT] <= control[BEFORE]
    control[BEFORE] = control[PIVOT]
    control[PIVOT] = now
    return low
