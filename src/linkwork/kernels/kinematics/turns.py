"""Full turns: angles followed from position to position, so that none is missed and none invented.

Two kinds of angle are counted: the measures of the plan, which rows, forces and events use, and `dials`, the other
angles of joints, which only results ask for and which are read once a step. In the arrays of this file the dials stand
after the measures.
"""

from math import atan2

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..contacts.on_curves import keep_contacts, store_places
from ..geometry.measures import counts_turns
from ..geometry.nearest import nearest_turn, value_of
from ..geometry.spatial import rotation
from ..geometry.vectors import ZERO, cross, dot, rotate, three
from ..tables import fields as tb


@inline
def count_turns(H):
    """Note every angle with its rate and every function at the position reached."""
    measures, measured, F, turns, held = tb.measures(H), tb.measured(H), tb.F(H), tb.turns(H), tb.held(H)
    turns0, held0 = tb.turns0(H), tb.held0(H)
    for i in range(turns.shape[0]):
        turns0[i, 2], turns0[i, 3] = turns0[i, 0], turns0[i, 1]
        turns0[i, 0], turns0[i, 1] = turns[i, 0], turns[i, 1]
    for i in range(measures.size):
        if counts_turns(measures[i].kind):
            turns[i, 0] = value_of(H, i)
            turns[i, 1] = measured[i, 1]
    keep_contacts(H, 1)
    if tb.dials(H).shape[0] > 0:
        read_dials(H)
    for i in range(held.size):
        held0[i] = held[i]
        held[i] = F[i, 0]


@inline
def direction(H, dial, slot):
    """Return vector number `slot` of a dial in ground axes, and its rate w x u."""
    q, V, b = tb.q(H), tb.V(H), int(dial[4 * slot])
    fixed = three(dial, 4 * slot + 1)
    if b < 0:
        return fixed, ZERO
    turned = rotate(rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), fixed)
    return turned, cross(three(V[b, 0], 3), turned)


@stage("ii")
def read_dials(H):
    """Note the angle of every dial, nearest to where it is expected, with its rate."""
    dials, near, turns, first = tb.dials(H), tb.near(H), tb.turns(H), tb.measures(H).size
    for i in range(dials.shape[0]):
        u, u_rate = direction(H, dials[i], 0)
        n, n_rate = direction(H, dials[i], 1)
        v, v_rate = direction(H, dials[i], 2)
        c, s = dot(u, v), dot(n, v)
        c_rate, s_rate = dot(u_rate, v) + dot(u, v_rate), dot(n_rate, v) + dot(n, v_rate)
        angle, square = atan2(s, c), c * c + s * s
        turns[first + i, 0] = nearest_turn(angle, near[first + i])
        turns[first + i, 1] = (c * s_rate - s * c_rate) / square if square > 1e-12 else 0.0
    return 0


@inline
def renew_turn_rates(H):
    """Note the rates of all angles at the position reached anew: an impact changes them, not the angles."""
    measures, turns, near = tb.measures(H), tb.turns(H), tb.near(H)
    for i in range(measures.size):
        if counts_turns(measures[i].kind):
            turns[i, 1] = tb.measured(H)[i, 1]
    if tb.dials(H).shape[0] > 0:
        for i in range(measures.size, near.size):
            near[i] = turns[i, 0]
        read_dials(H)


@inline
def recount_turns(H):
    """Go back to the angles and functions of the position before."""
    turns, held, turns0, held0 = tb.turns(H), tb.held(H), tb.turns0(H), tb.held0(H)
    for i in range(turns.shape[0]):
        turns[i, 0], turns[i, 1] = turns0[i, 0], turns0[i, 1]
        turns0[i, 0], turns0[i, 1] = turns0[i, 2], turns0[i, 3]
    for i in range(held.size):
        held[i] = held0[i]


@inline
def expect_turns(H, h):
    """Say where every angle is expected after h; contacts are looked for from where they were last."""
    turns, near = tb.turns(H), tb.near(H)
    for i in range(near.size):
        near[i] = turns[i, 0] + h * turns[i, 1]


@inline
def set_out(H, h):
    """Say where every angle is expected after h, and look for contacts from where they were at the position reached."""
    expect_turns(H, h)
    keep_contacts(H, 0)


@inline
def turn_between(H, i, t, past, before, now):
    """Return angle i at a time t between the last three positions, by Hermite's cubic: it tells which turn it is in."""
    turns, turns0 = tb.turns(H), tb.turns0(H)
    a, u, b, v, h, s = turns0[i, 0], turns0[i, 1], turns[i, 0], turns[i, 1], now - before, t - before
    if t < before:
        a, u, b, v, h, s = turns0[i, 2], turns0[i, 3], turns0[i, 0], turns0[i, 1], before - past, t - past
    s = s / h
    r = 1.0 - s
    return a + (b - a) * s * s * (3.0 - 2.0 * s) + h * s * r * (u * r - v * s)


@inline
def store_turns(H, t, past, before, now, row, first):
    """Write every counted angle and place of contact at time t to `row` from `first` on; the present as it is."""
    measures, turns = tb.measures(H), tb.turns(H)
    place = first
    for i in range(turns.shape[0]):
        if i < measures.size and not counts_turns(measures[i].kind):
            continue
        row[place] = turns[i, 0] if t >= now else turn_between(H, i, t, past, before, now)
        place += 1
    store_places(H, t, past, before, now, row, place)


@inline
def turns_far(H):
    """Return whether a driven angle moves on by more than a radian: a whole turn would pass for none."""
    rows, F, held = tb.rows(H), tb.F(H), tb.held(H)
    for i in range(rows.size):
        f = rows[i].function
        if rows[i].wrap and f >= 0 and abs(F[f, 0] - held[f]) > 1.0:
            return True
    return False
