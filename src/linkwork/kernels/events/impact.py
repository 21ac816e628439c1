"""Impacts: Newton's law for the contacts that strike, no impulse that pulls in any contact.

With u the rate of the gap of a touching contact and P its impulse, the bodies' velocities change by dv = M^-1 J^T P,
joints included, and drivers whose velocity jumps, such that

    u(after) >= aim,   P >= 0,   P (u(after) - aim) = 0,

where aim = -e u(before) for a contact that closes and 0 for one that rests. A sticking joint holds up to its static
friction on the impulse it transmits; a sliding one has no impulse of its own along its coordinate.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import accelerate, carry
from ..dynamics.joining import solve_multipliers
from ..dynamics.light_bodies import lifted, unlift
from ..dynamics.switches import (
    AIM,
    CLOSED,
    CONTACT,
    FIRM,
    FRICTION,
    GRAZED,
    ONE_WAY,
    OPEN,
    STICK,
    STRUCK,
    TOUCHING,
    count_rows,
    gap_of,
    held_force,
    hold,
    let_rub,
    normal_force,
    pace,
    rate_of,
)
from ..kinematics.motion import factor
from ..kinematics.rows import residuals
from ..linear.linear import clear, row_times
from ..steps.projecting import add_velocity
from ..tables import fields as tb


@inline
def touches(H, i):
    """Return whether contact switch i has no gap."""
    return tb.modes(H)[i] == CLOSED or gap_of(H, i) <= TOUCHING * tb.control(H)[0].length


@inline
def take_aim(H, struck, rest):
    """Say what rate the gap of every touching contact is to have at least; return whether one strikes.

    Contact `struck` strikes however slowly. Below the speed `rest` there is no rebound.
    """
    switches, table, soft = tb.switches(H), tb.switching(H), tb.soft(H)
    any_strikes = False
    for i in range(switches.size):
        switch = switches[i]
        table[i, AIM], table[i, STRUCK] = -1.0, 0.0
        if switch.kind == FRICTION or (switch.kind == CONTACT and not touches(H, i)):
            continue
        rate = switch.side * rate_of(H, switch)
        table[i, AIM] = 0.0
        if i == struck or rate < -pace(H, switch):
            back = -switch.restitution * rate
            table[i, AIM] = back if back > rest else 0.0
            table[i, STRUCK] = 1.0 if rate < -pace(H, switch) else GRAZED
            any_strikes = True
            soft[switch.row] = 1.0
    return any_strikes


@inline
def transmit(H, t, jolted):
    """Fill x with the change of the velocities and lam with the impulses, for the rows that count.

    Joints let no velocity change but, where they are `jolted`, to what they ask for behind a jump.
    """
    switches, table, soft, rhs, x = tb.switches(H), tb.switching(H), tb.soft(H), tb.rhs(H), tb.x(H)
    residuals(H, t, 1, rhs)
    for i in range(rhs.size):
        rhs[i] = -rhs[i] if jolted else 0.0
    for i in range(switches.size):
        switch = switches[i]
        if switch.kind != FRICTION and soft[switch.row] > 0.0:
            rhs[switch.row] = switch.side * table[i, AIM] - rate_of(H, switch)
    clear(x)
    factor(H, 0.0)
    solve_multipliers(H, x)
    if lifted(H):
        unlift(H, 0.0)


@inline
def impulse_wrong(H, i):
    """Return by how much the row of switch i should be turned on or off, as a rate, or 0."""
    switch, soft, lam, S, table = tb.switches(H)[i], tb.soft(H), tb.lam(H), tb.S(H), tb.switching(H)
    row = switch.row
    if switch.kind == FRICTION:
        if tb.modes(H)[i] != STICK or soft[row] < 0.0:
            return 0.0
        limit = switch.mu_static * switch.radius * (normal_force(H, switch) - switch.preload)
        return S[row] * max(held_force(H, switch) - (1.0 + FIRM) * limit, 0.0)
    if table[i, AIM] < 0.0:
        return 0.0
    if soft[row] > 0.0:
        return S[row] * max(-switch.side * lam[row], 0.0)
    lack = table[i, AIM] - switch.side * (rate_of(H, switch) + row_times(H, row, tb.x(H)))
    return lack if lack > pace(H, switch) else 0.0


@inline
def most_wrong_impulse(H, first):
    """Return the switch whose row is most in need of being turned on or off (the first of them if `first`), or -1."""
    worst, found = 0.0, -1
    for i in range(tb.switches(H).size):
        wrong = tb.rows(H)[tb.switches(H)[i].row].scale * impulse_wrong(H, i)
        if wrong > worst and not (first and found >= 0):
            worst, found = wrong, i
    return found


@inline
def keep_at_rest(H, t, rest, jolted):
    """Keep contacts closed that would open more slowly than `rest`: rocking ends as bouncing does, in finite time."""
    switches, table, soft, modes, x = tb.switches(H), tb.switching(H), tb.soft(H), tb.modes(H), tb.x(H)
    kept = False
    for i in range(switches.size):
        row = switches[i].row
        if switches[i].kind == CONTACT and modes[i] == CLOSED and table[i, AIM] == 0.0 and soft[row] < 0.0:
            if switches[i].side * row_times(H, row, x) <= rest:
                soft[row] = 1.0
                kept = True
    if kept:
        transmit(H, t, jolted)


@stage("iiiffi")
def impact(H, struck, t, rest, jolted):
    """Let the contacts that touch and close strike, `struck` (or -1) among them; return how many contacts did.

    Contacts that do not rebound are closed afterwards, those that would pull are open; the velocities are changed.
    With `jolted` a driver or an equation asks for another velocity at once, whether or not a contact strikes.
    """
    switches, table, modes, soft = tb.switches(H), tb.switching(H), tb.modes(H), tb.soft(H)
    accelerate(H, t)
    if not take_aim(H, struck, rest) and not jolted:
        return 0
    for k in range(20 + 10 * switches.size):
        transmit(H, t, jolted)
        wrong = most_wrong_impulse(H, k > 2 * switches.size)  # the first: Murty's rule, which does not cycle
        if wrong < 0:
            break
        count_rows(H, switches[wrong], soft[switches[wrong].row] < 0.0)
    keep_at_rest(H, t, rest, jolted)
    add_velocity(H, tb.x(H))
    carry(H)
    count = 0
    for i in range(switches.size):
        if switches[i].kind == CONTACT and table[i, AIM] >= 0.0:
            closed = soft[switches[i].row] > 0.0 and table[i, AIM] == 0.0
            modes[i] = CLOSED if closed else OPEN
            hold(H, i, closed)
            let_rub(H, i)
            count += int(table[i, STRUCK])
        elif switches[i].kind == ONE_WAY:
            locked = soft[switches[i].row] > 0.0
            modes[i] = STICK if locked else switches[i].side
            hold(H, i, locked)
            count += int(table[i, STRUCK])
        elif switches[i].kind == FRICTION and modes[i] == STICK and soft[switches[i].row] < 0.0:
            modes[i] = 1.0  # it was torn loose; which way is told by its rate
    return count
