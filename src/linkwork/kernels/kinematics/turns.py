"""Full turns: angles followed from position to position, so that none is missed and none invented.

Two kinds of angle are counted: the measures of the plan, which rows, forces and events use, and `dials`, the other
angles of joints, which only results ask for and which are read once a step. In the arrays of this file the dials stand
after the measures.
"""

from __future__ import annotations

from math import atan2, floor, pi

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..contacts.on_curves import keep_contacts
from ..geometry.measures import counts_turns
from ..geometry.nearest import value_of
from ..geometry.spatial import cross, rotation
from ..tables import fields as tb


@inline
def count_turns(H):
    """Note every angle with its rate and every function at the position reached."""
    measures, M, F, turns, held = tb.measures(H), tb.M(H), tb.F(H), tb.turns(H), tb.held(H)
    turns0, held0 = tb.turns0(H), tb.held0(H)
    for i in range(turns.shape[0]):
        turns0[i, 2], turns0[i, 3] = turns0[i, 0], turns0[i, 1]
        turns0[i, 0], turns0[i, 1] = turns[i, 0], turns[i, 1]
    for i in range(measures.size):
        if counts_turns(measures[i].kind):
            turns[i, 0] = value_of(H, i, M)
            turns[i, 1] = M[i, 1]
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
    x, y, z = dial[4 * slot + 1], dial[4 * slot + 2], dial[4 * slot + 3]
    if b < 0:
        return x, y, z, 0.0, 0.0, 0.0
    xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
    ux, uy, uz = xx * x + xy * y + xz * z, yx * x + yy * y + yz * z, zx * x + zy * y + zz * z
    vx, vy, vz = cross(V[b, 0, 3], V[b, 0, 4], V[b, 0, 5], ux, uy, uz)
    return ux, uy, uz, vx, vy, vz


@stage("ii")
def read_dials(H):
    """Note the angle of every dial, nearest to where it is expected, with its rate."""
    dials, near, turns, first = tb.dials(H), tb.near(H), tb.turns(H), tb.measures(H).size
    for i in range(dials.shape[0]):
        ux, uy, uz, pu, qu, ru = direction(H, dials[i], 0)
        nx, ny, nz, pn, qn, rn = direction(H, dials[i], 1)
        vx, vy, vz, pv, qv, rv = direction(H, dials[i], 2)
        c, s = ux * vx + uy * vy + uz * vz, nx * vx + ny * vy + nz * vz
        cr = pu * vx + qu * vy + ru * vz + ux * pv + uy * qv + uz * rv
        sr = pn * vx + qn * vy + rn * vz + nx * pv + ny * qv + nz * rv
        angle, square = atan2(s, c), c * c + s * s
        turns[first + i, 0] = angle + 2.0 * pi * floor((near[first + i] - angle) / (2.0 * pi) + 0.5)
        turns[first + i, 1] = (c * sr - s * cr) / square if square > 1e-12 else 0.0
    return 0


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
    """Write every counted angle at time t to `row` from place `first` on; the present is not interpolated."""
    measures, turns = tb.measures(H), tb.turns(H)
    place = first
    for i in range(turns.shape[0]):
        if i < measures.size and not counts_turns(measures[i].kind):
            continue
        row[place] = turns[i, 0] if t >= now else turn_between(H, i, t, past, before, now)
        place += 1


@inline
def turns_far(H):
    """Return whether a driven angle moves on by more than a radian: a whole turn would pass for none."""
    rows, F, held = tb.rows(H), tb.F(H), tb.held(H)
    for i in range(rows.size):
        f = rows[i].function
        if rows[i].wrap and f >= 0 and abs(F[f, 0] - held[f]) > 1.0:
            return True
    return False
