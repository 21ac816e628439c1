"""Angles over full turns."""

from __future__ import annotations

from math import floor, pi

from ..compiler.jit import inline
from ..tables import fields as tb
from .measures import counts_turns


@inline
def wrap(angle):
    """Return the angle brought to [-pi, pi]."""
    return angle - 2.0 * pi * floor((angle + pi) / (2.0 * pi))


@inline
def value_of(H, i, M):
    """Return measure i; an angle is taken nearest to where it is expected, so that full turns count."""
    if not counts_turns(tb.measures(H)[i].kind):
        return M[i, 0]
    return M[i, 0] + 2.0 * pi * floor((tb.near(H)[i] - M[i, 0]) / (2.0 * pi) + 0.5)
