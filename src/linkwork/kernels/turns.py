"""Full turns: angles followed from position to position, so that none is missed and none invented."""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from .measures import ANGLE
from .rows import value_of


@inline
def count_turns(H):
    """Note every angle with its rate and every function at the position reached."""
    measures, M, F, turns, held = tb.measures(H), tb.M(H), tb.F(H), tb.turns(H), tb.held(H)
    turns0, held0 = tb.turns0(H), tb.held0(H)
    for i in range(measures.size):
        turns0[i, 0], turns0[i, 1] = turns[i, 0], turns[i, 1]
        if measures[i].kind == ANGLE:
            turns[i, 0] = value_of(H, i, M)
            turns[i, 1] = M[i, 1]
    for i in range(held.size):
        held0[i] = held[i]
        held[i] = F[i, 0]


@inline
def recount_turns(H):
    """Go back to the angles and functions of the position before."""
    turns, held, turns0, held0 = tb.turns(H), tb.held(H), tb.turns0(H), tb.held0(H)
    for i in range(turns.shape[0]):
        turns[i, 0], turns[i, 1] = turns0[i, 0], turns0[i, 1]
    for i in range(held.size):
        held[i] = held0[i]


@inline
def expect_turns(H, h):
    """Say where every angle is expected after h."""
    turns, near = tb.turns(H), tb.near(H)
    for i in range(near.size):
        near[i] = turns[i, 0] + h * turns[i, 1]


@inline
def turns_far(H):
    """Return whether a driven angle moves on by more than a radian: a whole turn would pass for none."""
    rows, F, held = tb.rows(H), tb.F(H), tb.held(H)
    for i in range(rows.size):
        f = rows[i].function
        if rows[i].wrap and f >= 0 and abs(F[f, 0] - held[f]) > 1.0:
            return True
    return False
