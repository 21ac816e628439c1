"""Changing the mode of contacts and frictions, at the start of a run and at its events."""

from __future__ import annotations

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .control import LENGTH, TIME
from .dynamics import accelerate
from .projecting import add_velocity
from .rows import value_of
from .switches import CLOSED, CONTACT, FRICTION, OPEN, SMOOTH, STICK, hold, strike, switch_value


@inline
def sign(x):
    """Return -1 or 1."""
    return 1.0 if x >= 0.0 else -1.0


@inline
def settle(H, i):
    """Let friction switch i stick if it can, else slide against the force that would be needed."""
    modes, lam, row = tb.modes(H), tb.lam(H), tb.switches(H)[i].row
    modes[i] = STICK
    hold(H, i, True)
    accelerate(H, tb.control(H)[TIME])
    if switch_value(H, i) < 0.0:
        slide(H, i, -sign(lam[row]))


@inline
def slide(H, i, sense):
    """Let friction switch i slide in the direction of `sense`."""
    tb.modes(H)[i] = sense
    hold(H, i, False)


@stage("iif", optional=True)
def first_modes(H, t):
    """Choose the mode of every switch from the state at the start."""
    switches, modes, M, V = tb.switches(H), tb.modes(H), tb.M(H), tb.V(H)
    quick = 0.0
    for b in range(V.shape[0]):
        for i in range(6):
            quick = max(quick, abs(V[b, 0, i]))
    for i in range(switches.size):
        switch = switches[i]
        rate = M[switch.measure, 1]
        if switch.kind == CONTACT:
            gap = switch.side * (value_of(H, switch.measure, M) - switch.limit)
            if abs(gap) <= 1e-9 * tb.control(H)[LENGTH] and abs(rate) <= 1e-9 * quick:
                modes[i] = CLOSED
                hold(H, i, True)
                accelerate(H, t)
                if switch_value(H, i) < 0.0:
                    modes[i] = OPEN
                    hold(H, i, False)
        elif switch.smooth > 0.0:
            modes[i] = SMOOTH
        elif abs(rate) > 1e-12 * quick:
            slide(H, i, sign(rate))
        else:
            settle(H, i)
    return 0


@inline
def change_mode(H, i, rest):
    """End the present mode of switch i: rebound or close, open, stick or slide."""
    switches, modes, lam, M = tb.switches(H), tb.modes(H), tb.lam(H), tb.M(H)
    switch = switches[i]
    if switch.kind == CONTACT:
        if modes[i] == CLOSED:
            modes[i] = OPEN
            hold(H, i, False)
            return
        if strike(H, i, rest):
            modes[i] = CLOSED
            hold(H, i, True)
        add_velocity(H, tb.x(H))
        accelerate(H, tb.control(H)[TIME])
        for j in range(switches.size):
            if switches[j].kind == FRICTION and abs(modes[j]) == 1.0:
                modes[j] = sign(M[switches[j].measure, 1])
        return
    if modes[i] == STICK:
        slide(H, i, -sign(lam[switch.row]))
    else:
        settle(H, i)


@inline
def shortened(H, i, h):
    """Return a step after a rebound of switch i that ends before the next one: half the time to the turning point."""
    switch = tb.switches(H)[i]
    if switch.kind != CONTACT or tb.modes(H)[i] != OPEN:
        return h
    block_ptr, block_body, J, x, row = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.x(H), switch.row
    rise = switch.side * tb.M(H)[switch.measure, 1]
    fall = switch.side * tb.rhs(H)[row]
    for k in range(block_ptr[row], block_ptr[row + 1]):
        for n in range(x.shape[1]):
            fall -= switch.side * J[k, n] * x[block_body[k], n]
    if rise > 0.0 and fall > 0.0:
        return min(h, 0.5 * rise / fall)
    return h
