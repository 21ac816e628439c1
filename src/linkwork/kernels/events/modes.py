"""Which modes of contacts and frictions fit together: at the start of a run, and after every event.

The modes of all switches follow from each other. They are guessed, accelerations and multipliers are found, and the
switch that contradicts them most changes its mode, until none does: a closed contact that pulls opens, an open one
without a gap that would close is closed; a joint that sticks beyond its limit slides against the force it would need,
one that begins to slide and would be pushed back sticks.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import accelerate
from ..dynamics.switches import (
    BEFORE,
    CLOSED,
    CONTACT,
    FREE,
    GRAZED,
    HELD,
    LED,
    LOOSE,
    ONE_WAY,
    OPEN,
    PASSED,
    SMOOTH,
    STICK,
    STRUCK,
    WAYS,
    count_teeth,
    direction,
    gap_of,
    holds,
    let_touch,
    pace,
    passes_tooth,
    rate_of,
    set_mode,
    slides_dry,
    slip_growth,
    slip_of,
    speed_of,
    start_rubbing,
    switch_value,
    way,
)
from ..steps.stepping import note_speeds
from ..tables import fields as tb
from ..tables.statuses import JAMMED, UNSETTLED
from .impact import impact, touches
from .leading import find_led, follow_lead, let_go, pull_apart
from .pushing import PUSHED, push_of_all

AIMS, AIMED = 60, 1e-13
"""Most rounds in which a slip that begins finds its direction; how far it may turn in the last one [rad]."""


@inline
def turn_over(H, i):
    """Let switch i take the mode that its multiplier or its acceleration asks for."""
    switch, mode = tb.switches(H)[i], tb.modes(H)[i]
    if switch.kind == CONTACT:
        set_mode(H, i, OPEN if mode == CLOSED else CLOSED)
    elif mode == STICK and switch.kind == ONE_WAY:
        set_mode(H, i, switch.side)
    elif mode == HELD:
        u, v = slip_of(H, switch)
        set_mode(H, i, way(switch, u, v))
    elif mode == STICK:
        lam = tb.lam(H)
        set_mode(H, i, way(switch, -lam[switch.row], 0.0 if switch.second < 0 else -lam[switch.second]))
    elif switch.second >= 0:
        start_rubbing(H, i)  # it may have turned beside zero
    else:
        set_mode(H, i, STICK)


@inline
def loosen(H):
    """Note which switches may take either mode at the present state: no gap, no sliding."""
    switches, table, modes = tb.switches(H), tb.switching(H), tb.modes(H)
    for i in range(switches.size):
        switch, mode = switches[i], modes[i]
        slow = speed_of(H, switch) <= pace(H, switch)
        if switch.kind == CONTACT:
            loose = mode == CLOSED or (slow and touches(H, i))
        else:
            loose = mode != SMOOTH and (mode == STICK or mode == HELD or slow)
        table[i, LOOSE] = 1.0 if loose else 0.0


@inline
def contradiction(H, i, least):
    """Return by how much switch i contradicts its mode, as an acceleration [1/s^2], or 0.

    A mode that holds contradicts itself however little; one that does not is left alone below `least`.
    """
    switch, mode, row = tb.switches(H)[i], tb.modes(H)[i], tb.switches(H)[i].row
    scale = tb.rows(H)[row].scale
    if tb.switching(H)[i, LOOSE] == 0.0 or tb.switching(H)[i, LED] == 1.0 or mode == FREE:
        return 0.0
    if holds(switch, mode):
        return scale * tb.S(H)[row] * max(-switch_value(H, i), 0.0)
    c, s = direction(switch, switch.side if switch.kind == CONTACT else mode)
    u, v = slip_growth(H, switch)
    back = -scale * (c * u + s * v)
    return back if back > least else 0.0


@inline
def most_contradicting(H, first):
    """Return the switch that contradicts its mode most (the first that does if `first`), or -1."""
    least = PUSHED * push_of_all(H)
    worst, found = 0.0, -1
    for i in range(tb.switches(H).size):
        wrong = contradiction(H, i, least)
        if wrong > worst and not (first and found >= 0):
            worst, found = wrong, i
    return found


@inline
def loose_slide(H):
    """Return a joint that begins to slide and is not led to, or -1."""
    for i in range(tb.switches(H).size):
        if tb.switching(H)[i, LOOSE] == 1.0 and tb.switching(H)[i, LED] == 0.0 and slides_dry(H, i):
            return i
    return -1


@inline
def find_ways(H, t):
    """Let joints that begin to slide in space do so the way they are accelerated, friction counted; return a status.

    Friction opposes the slip that begins, and this slip follows from friction: d = a(d)/|a(d)|, by substitution.
    """
    switches, modes, status = tb.switches(H), tb.modes(H), 0
    for _ in range(AIMS):
        turned = 0.0
        for i in range(switches.size):
            if switches[i].second < 0 or not slides_dry(H, i) or speed_of(H, switches[i]) > pace(H, switches[i]):
                continue
            u, v = slip_growth(H, switches[i])
            c, s = direction(switches[i], modes[i])
            size = sqrt(u * u + v * v)
            if c * u + s * v > PUSHED * push_of_all(H) * tb.control(H)[0].length:
                turned = max(turned, abs(c * v - s * u) / size)
                modes[i] = way(switches[i], u, v)
        if turned <= AIMED:
            break
        status = accelerate(H, t)
    return status


@stage("iif")
def settle(H, t):
    """Find modes of all switches that fit together, from those at hand; return 0 or a status.

    The worst contradiction is taken first, and after some rounds the first one: Murty's rule, which does not cycle
    where the solution is unique.
    """
    count, together = tb.switches(H).size, True
    loosen(H)
    for k in range(20 + 10 * count):
        status = accelerate(H, t)
        find_led(H)
        if let_go(H):
            continue
        if status == JAMMED and loose_slide(H) >= 0:
            set_mode(H, loose_slide(H), STICK)
            continue
        if status != 0:
            return status
        if follow_lead(H, t):
            continue
        wrong = most_contradicting(H, k > 5 + 2 * count)
        if wrong >= 0:
            turn_over(H, wrong)
        elif together:  # once: what sticks again does so
            together = False
            if not pull_apart(H, t):
                return find_ways(H, t)
        else:
            return find_ways(H, t)
    return UNSETTLED


@inline
def face(H):
    """Let sliding joints slide the way they move."""
    for i in range(tb.switches(H).size):
        if slides_dry(H, i):
            start_rubbing(H, i)


@inline
def note_event(H, monitor, mode):
    """Write an event to the log."""
    counts, log = tb.counts(H)[0], tb.log(H)
    n = counts.events
    if n < log.shape[0]:
        log[n, 0], log[n, 1], log[n, 2] = tb.control(H)[0].time, monitor, mode
        counts.events += 1


@inline
def note_changes(H, cause):
    """Log what every switch that changed, struck or caused the event does now; monitor i is that of switch i.

    Friction that ends because its contact opens is not told, nor the direction in which it slides in space. A contact
    that has just opened and lies open hardly above its limit may touch by rounding: that is none.
    """
    modes, table = tb.modes(H), tb.switching(H)
    for i in range(modes.size):
        if table[i, STRUCK] == GRAZED and modes[i] == table[i, BEFORE]:
            continue
        if modes[i] == FREE or (modes[i] >= WAYS and table[i, BEFORE] >= WAYS):
            continue
        if i == cause or modes[i] != table[i, BEFORE] or table[i, STRUCK] == 1.0:
            note_event(H, i, modes[i])


@inline
def remember_modes(H):
    """Note the modes before a change."""
    modes, table = tb.modes(H), tb.switching(H)
    for i in range(modes.size):
        table[i, BEFORE], table[i, STRUCK] = modes[i], 0.0


@stage("iif")
def first_modes(H, t):
    """Choose the mode of every switch from the state at the start, contacts that close strike; return 0 or a status."""
    switches, modes, table, control = tb.switches(H), tb.modes(H), tb.switching(H), tb.control(H)[0]
    note_speeds(H, 0.0, control.length)
    for i in range(switches.size):
        switch = switches[i]
        u, v = slip_of(H, switch)
        slow = speed_of(H, switch) <= pace(H, switch)
        if switch.kind == CONTACT:
            count_teeth(H, i)
            let_touch(H, i, touches(H, i))
            set_mode(H, i, CLOSED if slow and abs(gap_of(H, i)) == 0.0 else OPEN)
        elif switch.kind == ONE_WAY:
            set_mode(H, i, STICK if slow else switch.side)
        elif switch.smooth > 0.0:
            set_mode(H, i, SMOOTH)
        elif switch.contact >= 0 and modes[switch.contact] == OPEN:
            set_mode(H, i, FREE)
        else:
            set_mode(H, i, STICK if slow else way(switch, u, v))
    if impact(H, -1, t, control.rest, 0) > 0:
        face(H)
    for i in range(switches.size):
        table[i, BEFORE] = modes[i]
    status = settle(H, t)
    for i in range(switches.size):
        if table[i, STRUCK] == 1.0:
            note_event(H, i, modes[i])
    return status


@inline
def change_mode(H, i):
    """End the present mode of switch i: rebound or close, open, stick or slide, and all others with it.

    Returns 0 or a status.
    """
    control, modes = tb.control(H)[0], tb.modes(H)
    remember_modes(H)
    if tb.switches(H)[i].kind == CONTACT and modes[i] == OPEN and passes_tooth(H, i):
        count_teeth(H, i)
        let_touch(H, i, False)
        note_event(H, i, PASSED)
        return settle(H, control.time)
    if tb.switches(H)[i].kind == CONTACT and modes[i] == OPEN:
        impact(H, i, control.time, control.rest, 0)
        face(H)
    else:
        turn_over(H, i)
    status = settle(H, control.time)
    note_changes(H, i)
    return status


@inline
def shortened(H, h):
    """Return a step after a rebound that ends before the next one: half the time to the turning point."""
    switches = tb.switches(H)
    for i in range(switches.size):
        switch = switches[i]
        if switch.kind != CONTACT or tb.modes(H)[i] != OPEN or not touches(H, i):
            continue
        rise = switch.side * rate_of(H, switch)
        fall = -switch.side * slip_growth(H, switch)[0]
        if rise > 0.0 and fall > 0.0:
            h = min(h, 0.5 * rise / fall)
    return h
