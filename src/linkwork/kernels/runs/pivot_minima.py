"""Minima of the smallest pivot along a kinematic motion: next to them a singular position may lie."""

from ..compiler.jit import inline
from ..steps.singular import pivot_of
from ..tables import fields as tb

DIP, PIVOTS, TIMES, FIRST = 7, 8, 11, 14
"""Entries of memory: whether a minimum was met and not yet looked at; the smallest pivots at the last three positions,
the newest first; their times; how many pivots vanish at the first position."""

SEEN = -1.0
"""Stands in memory[DIP] when the minimum was looked at, and the sweep goes on with the budget of steps it had."""

NONE = 1e300
"""Stands for the pivot before the first position."""


@inline
def begin_pivots(H, t):
    """Note the smallest pivot at the first position, of time t."""
    memory, info = tb.memory(H), tb.info(H)
    tb.control(H)[0].cancelled = info[2]
    memory[PIVOTS], memory[PIVOTS + 1], memory[TIMES], memory[FIRST] = info[1], NONE, t, info[2]


@inline
def note_pivot(H, t):
    """Note the smallest pivot at the position of time t, and whether the position before had a smaller one."""
    memory, control = tb.memory(H), tb.control(H)[0]
    control.cancelled = min(control.cancelled, tb.info(H)[2])
    for n in range(2, 0, -1):
        memory[PIVOTS + n] = memory[PIVOTS + n - 1]
        memory[TIMES + n] = memory[TIMES + n - 1]
    memory[PIVOTS], memory[TIMES] = pivot_of(H), t
    if memory[PIVOTS + 1] <= memory[PIVOTS] and memory[PIVOTS + 1] < memory[PIVOTS + 2]:
        memory[DIP] = 1.0
