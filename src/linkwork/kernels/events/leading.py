"""Frictions that are led: joints, drivers and closed contacts among themselves prescribe the slip.

The row of such a friction, which would stick, says nothing that the others do not say, or contradicts them. It does not
count: the joint slides the way it is led, from the instant at which that begins, and while it is led to stand still its
friction bears nothing, what leads it all.
"""

from math import sqrt

from ..compiler.jit import inline
from ..dynamics.dynamics import accelerate
from ..dynamics.switches import (
    FREE,
    FRICTION,
    HELD,
    LEAD,
    LED,
    LOOSE,
    SMOOTH,
    STICK,
    count_rows,
    holds,
    set_mode,
    slip_growth,
    slip_of,
    stillness,
    way,
)
from ..kinematics.motion import factor
from ..tables import fields as tb
from .pushing import PUSHED, push_of_all

SOON = 1e-4
"""Share of the longest step after which it is looked where a motion that begins smoothly goes."""


@inline
def may_be_led(H, i):
    """Return whether switch i is friction that may stick at the present state."""
    mode = tb.modes(H)[i]
    return tb.switches(H)[i].kind == FRICTION and mode != SMOOTH and mode != FREE and tb.switching(H)[i, LOOSE] == 1.0


@inline
def cancels(H):
    """Return how many of the rows that count follow from the others."""
    factor(H, 0.0)
    return tb.info(H)[2]


@inline
def let_all_count(H, on):
    """Let the rows of all frictions that may be led count, or not; return how many these are."""
    switches, count = tb.switches(H), 0
    for i in range(switches.size):
        if may_be_led(H, i):
            count_rows(H, switches[i], on)
            count += 1
    return count


@inline
def find_led(H):
    """Fill column LED: whether the rows of a friction follow from those that count besides frictions."""
    switches, modes, table = tb.switches(H), tb.modes(H), tb.switching(H)
    for i in range(switches.size):
        table[i, LED] = 0.0
    if let_all_count(H, True) > 0 and cancels(H) > 0.0:
        let_all_count(H, False)
        others = cancels(H)
        for i in range(switches.size):
            if may_be_led(H, i):
                count_rows(H, switches[i], True)
                rows = 2.0 if switches[i].second >= 0 else 1.0
                table[i, LED] = 1.0 if cancels(H) == others + rows else 0.0
                count_rows(H, switches[i], False)
    for i in range(switches.size):
        if may_be_led(H, i):
            count_rows(H, switches[i], holds(switches[i], modes[i]))


@inline
def let_go(H):
    """Let frictions that stick and are led stand without bearing anything, others stick; return whether any changed."""
    changed = False
    for i in range(tb.switches(H).size):
        if may_be_led(H, i):
            led = tb.switching(H)[i, LED] == 1.0
            if tb.modes(H)[i] == (STICK if led else HELD):
                set_mode(H, i, HELD if led else STICK)
                changed = True
    return changed


@inline
def led_now(H, i):
    """Return the mode in which friction i is led at this moment, as its slip is or as it grows: HELD if it does not."""
    switch = tb.switches(H)[i]
    u, v = slip_of(H, switch)
    if sqrt(u * u + v * v) > 0.5 * stillness(H, switch):
        return way(switch, u, v)
    u, v = slip_growth(H, switch)
    if tb.rows(H)[switch.row].scale * sqrt(u * u + v * v) > PUSHED * push_of_all(H):
        return way(switch, u, v)
    return HELD


@inline
def find_lead(H, again):
    """Fill column LEAD of frictions that are led, or `again` of those held still; return whether any is held still."""
    table, still = tb.switching(H), False
    for i in range(tb.switches(H).size):
        if table[i, LED] == 1.0 and (not again or table[i, LEAD] == HELD):
            table[i, LEAD] = led_now(H, i)
            still = still or table[i, LEAD] == HELD
    return still


@inline
def follow_lead(H, t):
    """Let frictions that are led slide the way they are, at this moment or soon, or stand still.

    Returns whether any changes; else the accelerations are those of this moment.
    """
    modes, table, changed = tb.modes(H), tb.switching(H), False
    if find_lead(H, False):
        accelerate(H, t + SOON * tb.control(H)[0].longest)
        find_lead(H, True)
        accelerate(H, t)
    for i in range(modes.size):
        if table[i, LED] == 1.0 and modes[i] != table[i, LEAD]:
            set_mode(H, i, table[i, LEAD])
            changed = True
    return changed


@inline
def count_sticking(H):
    """Return how many frictions stick."""
    count = 0
    for i in range(tb.modes(H).size):
        if may_be_led(H, i) and holds(tb.switches(H)[i], tb.modes(H)[i]):
            count += 1
    return count


@inline
def pull_apart(H, t):
    """Let frictions that stick, and soon cannot all do so, slide the way their rows open; return whether any does.

    Each alone may stick, as in slides one upon the other of which a driver moves the last: as long as it moves nothing
    its rows and theirs agree. Those that stick on are found from here. If none opens, the accelerations are those of
    this moment.
    """
    if count_sticking(H) < 2 or cancels(H) == 0:
        return False
    switches, least, apart = tb.switches(H), PUSHED * push_of_all(H), False
    accelerate(H, t + SOON * tb.control(H)[0].longest)
    for i in range(switches.size):
        if may_be_led(H, i) and holds(switches[i], tb.modes(H)[i]):
            u, v = slip_growth(H, switches[i])
            if tb.rows(H)[switches[i].row].scale * sqrt(u * u + v * v) > least:
                set_mode(H, i, way(switches[i], u, v))
                apart = True
    if not apart:
        accelerate(H, t)
    return apart
