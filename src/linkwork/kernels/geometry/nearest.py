"""Angles over full turns."""

from math import atan2, floor, pi

from ..compiler.jit import inline
from ..tables import fields as tb
from .measures import counts_turns


@inline
def wrap(angle):
    """Return the angle brought to [-pi, pi]."""
    return angle - 2.0 * pi * floor((angle + pi) / (2.0 * pi))


@inline
def nearest_turn(angle, near):
    """Return the angle with as many full turns as bring it nearest to `near`."""
    return angle + 2.0 * pi * floor((near - angle) / (2.0 * pi) + 0.5)


@inline
def turned_by(w, z, v, y):
    """Return the angle about z from the Euler parameters (w, 0, 0, z) to (v, 0, 0, y)."""
    return 2.0 * atan2(w * y - z * v, w * v + z * y)


@inline
def value_of(H, i):
    """Return measure i; an angle is taken nearest to where it is expected, so that full turns count."""
    value = tb.measured(H)[i, 0]
    return nearest_turn(value, tb.near(H)[i]) if counts_turns(tb.measures(H)[i].kind) else value
