"""What happens during a run: its start, events, changes of mode."""

from __future__ import annotations

from math import nan, sqrt

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .balance import note_unmet
from .control import (
    ADAPTIVE,
    CANCELLED,
    CAUSE,
    CHANGED,
    CROWD,
    ENERGY,
    ERROR,
    KNOWN,
    LAST,
    LENGTH,
    LIMIT,
    LONGEST,
    LOWEST,
    MOST,
    NEAR,
    ORDER,
    PIVOT,
    RATE,
    SPEED,
    SPIN,
    START,
    STEP,
    TIME,
    TOL,
    WITHIN,
)
from .energy import kinetic_energy, potential_energy
from .inside import inside
from .modes import change_mode, first_modes, note_event, shortened
from .monitors import RECORD, STOP, first_trigger, watch, watch_present
from .passing import LEAST, pivot_of
from .rates import rates
from .reading import remember, store_present
from .state import pack
from .stepping import LANDED, attempt, land, note_speeds, quickest
from .switches import UNSETTLED
from .turns import count_turns, expect_turns

CROWDED = 500.0
"""More changes of mode than this without time passing: the modes do not settle."""


@stage("fif", optional=True)
def seek(H, h):
    """Find the step within (0, h] at whose end the first monitor goes through zero; land there; return the step.

    control[CAUSE] becomes the monitor.

    Illinois' variant of false position on steps taken anew, so that the state at the event is as accurate as any.
    """
    guards, control = tb.guards(H), tb.control(H)
    found = first_trigger(H)
    low, high, a, b = 0.0, h, guards[0, found], guards[1, found]
    small = 4e-16 * abs(control[TIME]) + 1e-13 * h
    at, side = h, 0
    for k in range(60):
        if high - low <= small or b == 0.0:
            break
        share = a / (a - b) if a != b and k < 25 else 0.5
        edge = min(0.5, 0.5 * small / (high - low))
        middle = low + (high - low) * min(1.0 - edge, max(edge, share))
        if attempt(H, middle) < 0.0 or land(H, middle) != LANDED:
            break
        at = middle
        watch(H, control[TIME] + middle)
        now = first_trigger(H)
        if now >= 0:
            if now != found:
                found, a = now, guards[0, now]
            elif side == 1:
                a *= 0.5
            high, b, side = middle, guards[1, found], 1
        else:
            if side == -1:
                b *= 0.5
            low, a, side = middle, guards[1, found], -1
            if a == 0.0:
                high = middle
                break
    if at != high:
        attempt(H, high)
        land(H, high)
        watch(H, control[TIME] + high)
    control[CAUSE] = found
    return high


@stage("fif", optional=True)
def events_within(H, h):
    """Look for events within the step of h, just landed; return the step that ends at the first, and land there.

    control[CAUSE] becomes its monitor, or -1.
    """
    control = tb.control(H)
    t = control[TIME]
    control[CAUSE] = -1.0
    watch(H, t + h)
    for k in range(3):
        if first_trigger(H) >= 0:
            h = seek(H, h)
        share = inside(H, h) if k < 2 else 1.0
        if share >= 1.0:
            break
        if attempt(H, share * h) < 0.0 or land(H, share * h) != LANDED:
            attempt(H, h)
            land(H, h)
            break
        h *= share
        control[CAUSE] = -1.0
        watch(H, t + h)
    return h


@inline
def first_step(H):
    """Choose a step from velocities and accelerations: a share of the time they take to change the state."""
    control = tb.control(H)
    rate, growth = quickest(tb.V(H), tb.x(H), control[LENGTH])
    g = tb.gravity(H)
    falling = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / control[LENGTH]  # felt even where it is balanced now
    rate = max(rate, sqrt(growth), sqrt(falling), 1e-300)
    h = (
        min(control[LONGEST], 2.0 * control[TOL] ** (1.0 / control[ORDER]) / rate)
        if control[ADAPTIVE]
        else control[LONGEST]
    )
    control[SPIN] = max(control[SPIN], 1e-9 * rate)
    control[SPEED] = max(control[SPEED], 1e-9 * control[LENGTH] * rate)
    control[STEP] = h
    note_speeds(H, h, control[LENGTH])


@stage("ii")
def restart(H):
    """Find the rates of the present state anew and forget the states before it; return 0 or a status."""
    control = tb.control(H)
    status = rates(H, control[TIME], tb.s0(H).ctypes.data, tb.K(H)[0].ctypes.data)
    note_unmet(H, control[TIME])
    control[KNOWN] = 0.0
    remember(H, control[TIME])
    first_step(H)
    control[ERROR] = 1e-4
    control[LAST] = 0.0
    control[LIMIT], control[LOWEST], control[RATE], control[WITHIN] = LEAST * control[NEAR], 1.0, 0.0, 0.0
    control[CANCELLED] = tb.info(H)[2]
    control[PIVOT] = pivot_of(H)
    if tb.monitors(H).size > 0:
        watch_present(H, control[TIME])
    return status


@inline
def take_present(H):
    """Make pose and velocity at hand the state where a run begins or goes on; return the status of its rates."""
    control, s0 = tb.control(H), tb.s0(H)
    pack(H, s0.ctypes.data)
    expect_turns(H, 0.0)
    status = rates(H, control[TIME], s0.ctypes.data, tb.K(H)[0].ctypes.data)
    count_turns(H)
    return status


@stage("ii", optional=True)
def resume(H):
    """Go on from pose and velocity at hand with modes, turns and work as they are; return 0 or a status."""
    status = take_present(H)
    return status if status != 0 else restart(H)


@stage("fii")
def begin(H, modes):
    """Start from the present state: its rates, its modes where `modes` is 1, the first step; return its energy.

    Returns not a number when a force fails there, and control[CAUSE] is the status. The state is written to the first
    place of the output.
    """
    control = tb.control(H)
    status = take_present(H)
    if modes == 1:
        status = first_modes(H, control[TIME])
        pack(H, tb.s0(H).ctypes.data)
    again = restart(H)
    control[CAUSE] = status if status != 0 else again
    if status != 0 or again != 0:
        return nan
    store_present(H, 0)
    control[START] = 1.0
    kinetic = kinetic_energy(H)
    control[MOST] = max(control[MOST], kinetic)
    control[ENERGY] = kinetic + potential_energy(H)
    return control[ENERGY]


@inline
def crowded(H):
    """Count changes of mode that follow each other in no time; return whether there is no end to them."""
    control = tb.control(H)
    at_once = control[TIME] - control[CHANGED] <= 1e-12 * control[LONGEST]
    control[CROWD] = control[CROWD] + 1.0 if at_once else 0.0
    control[CHANGED] = control[TIME]
    return control[CROWD] > CROWDED


@stage("iii", optional=True)
def react(H, found):
    """Do what an event asks for; return 0 to go on, 1 to stop, less when the run cannot go on: the status, negative."""
    control, monitor = tb.control(H), tb.monitors(H)[found]
    if monitor.action == STOP or monitor.action == RECORD:
        note_event(H, found, 0.0)
        watch_present(H, control[TIME])
        tb.guards(H)[0, found] = 0.0  # it has just been passed
        return 1 if monitor.action == STOP else 0
    if crowded(H):
        return -UNSETTLED
    before = kinetic_energy(H)
    status = change_mode(H, monitor.switch)
    s0 = tb.s0(H)
    pack(H, s0.ctypes.data)
    s0[s0.size - 1] += kinetic_energy(H) - before
    again = restart(H)
    control[STEP] = shortened(H, control[STEP])
    return -abs(status if status != 0 else again)
