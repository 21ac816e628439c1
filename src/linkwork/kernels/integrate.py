"""Forward dynamics over time: explicit Runge-Kutta methods, projected onto the constraints at every step.

The method is a table (a, b, c, e); steps are chosen by the estimated error. After every accepted step positions
and velocities are brought back to the constraints by the smallest change in the metric of the masses, with
the factorisation of the last stage. Output between steps is read from a polynomial (`reading`). A step that
passes an event is taken again so that it ends there.
"""

from __future__ import annotations

from collections import namedtuple
from math import atan2, sqrt

from . import tables as tb
from ._jit import inline, kernel
from .control import (
    CAUSE,
    DRIFT,
    ENERGY,
    ERROR,
    EVALUATIONS,
    EVENTS,
    GAP,
    KNOWN,
    MOST,
    NEAR,
    REJECTED,
    SPEED,
    SPIN,
    START,
    STEP,
    STEPS,
    TIME,
)
from .dynamics import accelerate
from .energy import dissipated_power, kinetic_energy, potential_energy
from .modes import change_mode, first_modes, shortened
from .passing import note_pivot
from .projecting import project
from .reading import remember, store_present, write_until
from .state import pack, pack_rates, unpack
from .switches import RECORD, STOP, first_trigger, watch
from .turns import count_turns, expect_turns

DONE, RUNNING, SHORT, FAILED, OPEN, STOPPED, FULL = 0, 1, 2, 3, 4, 5, 6
"""All times reached; more steps to do; the step became too short; an expression failed; the joints cannot be closed;
an event ended the run; the log of events is full."""

NONE, BAUMGARTE, CORRECTION, PROJECTION = 0, 1, 2, 3

LANDED, GAPING, LEAPING = 0, 1, 2
"""A step ended well; its joints stay open; its energy jumped."""

NEXT = 15
"""Row of K for the rates at the end of a step that is not yet accepted."""

Options = namedtuple(
    "Options",
    [
        "stages",
        "order",  #      of the error estimate, plus one: exponent of the step control
        "adaptive",  #   0: every step is `longest`
        "stabilise",  #  NONE, BAUMGARTE, CORRECTION or PROJECTION
        "tol",  #        relative error of a step
        "closed",  #     largest scaled residual that needs no further correction
        "longest",  #    step [s]
        "shortest",  #   step [s]
        "length",  #     the mechanism's length scale [m]
        "rest",  #       speed below which a contact does not rebound [m/s]
        "budget",  #     steps before the kernel returns to show progress
    ],
)


@inline
def combine(s0, h, weights, count, K, s):
    """Fill s = s0 + h sum_j weights[j] K[j]."""
    for i in range(s.size):
        s[i] = s0[i]
    for j in range(count):
        w = h * weights[j]
        if w != 0.0:
            k = K[j]
            for i in range(s.size):
                s[i] += w * k[i]


@inline
def error_of(H, h, E, o):
    """Return the estimated error of a step relative to the tolerance (Hairer's norm for the pair of estimates)."""
    K, s, control = tb.K(H), tb.s(H), tb.control(H)
    count, d = tb.x(H).shape
    each, shifts = (4, 2) if d == 3 else (7, 3)
    first, second = 0.0, 0.0
    for i in range(s.size - 1):
        if i < each * count:
            scale = o.length if i % each < shifts else 0.5
        else:
            scale = control[SPEED] if (i - each * count) % d < shifts else control[SPIN]
        e5, e3 = 0.0, 0.0
        for j in range(o.stages):
            e5 += E[0, j] * K[j, i]
            e3 += E[1, j] * K[j, i]
        first += (e5 / scale) ** 2
        second += (e3 / scale) ** 2
    if first == 0.0:
        return 0.0
    return abs(h) * first / sqrt((first + 0.01 * second) * (s.size - 1)) / o.tol


@inline
def note_speeds(H, h, length):
    """Keep the largest velocities met so far: errors of velocities are measured against them.

    A turn counts as fast as its points move: neither kind of velocity is held to less than the other.
    """
    V, x, control = tb.V(H), tb.x(H), tb.control(H)
    planar = x.shape[1] == 3
    speed, spin = control[SPEED], control[SPIN]
    for b in range(x.shape[0]):
        for i in range(3):
            speed = max(speed, abs(V[b, 0, i]))
            spin = max(spin, abs(V[b, 0, 3 + i]))
        for i in range(2 if planar else 3):
            speed = max(speed, h * abs(x[b, i]))
            spin = max(spin, h * abs(x[b, (2 if planar else 3 + i)]))
    control[SPEED], control[SPIN] = max(speed, spin * length), max(spin, speed / length)


@inline
def rates(H, t, s, k):
    """Fill k with the rates of the state s at time t; return 0 or a status."""
    unpack(H, s)
    status = accelerate(H, t)
    pack_rates(H, dissipated_power(H), k)
    tb.counts(H)[EVALUATIONS] += 1
    return status


@inline
def attempt(H, h, A, B, C, E, o):
    """Compute the stages of a step of h and the new state s; return its error relative to the tolerance, or -1."""
    K, s, s0, control = tb.K(H), tb.s(H), tb.s0(H), tb.control(H)
    t = control[TIME]
    for i in range(1, o.stages):
        combine(s0, h, A[i], i, K, s)
        expect_turns(H, C[i] * h)
        if rates(H, t + C[i] * h, s, K[i]) != 0:
            return -1.0
    combine(s0, h, B, o.stages, K, s)
    if o.adaptive == 0:
        return 0.0
    error = error_of(H, h, E, o)
    return error if error >= 0.0 and error < 1e300 else -1.0


@inline
def land(H, h, o):
    """Project the state s at the end of a step and find its rates; return LANDED, or why it cannot stay.

    A step that leaves more energy unaccounted for than its tolerance explains went wrong, near a singular position.
    """
    control, s = tb.control(H), tb.s(H)
    t = control[TIME] + h
    unpack(H, s)
    if o.stabilise >= CORRECTION and tb.info(H)[1] > control[NEAR]:
        gap = project(H, t, o.closed, 0.1)
        if gap < 0.0:
            return GAPING
        control[GAP] = max(control[GAP], gap)
    pack(H, s)
    expect_turns(H, h)
    if rates(H, t, s, tb.K(H)[NEXT]) != 0:
        return GAPING
    kinetic = kinetic_energy(H)
    balance = abs(kinetic + potential_energy(H) - control[ENERGY] - s[s.size - 1])
    allowed = control[DRIFT] + 1e4 * max(o.tol, 1e-11) * max(control[MOST], kinetic) + 1e-12 * abs(control[ENERGY])
    if o.adaptive and balance > allowed:
        return LEAPING
    control[MOST] = max(control[MOST], kinetic)
    control[DRIFT] = max(control[DRIFT], balance)
    return LANDED


@inline
def commit(H, h, length):
    """Make the state where the last step landed the present one."""
    control, s, s0, angles, K = tb.control(H), tb.s(H), tb.s0(H), tb.angles(H), tb.K(H)
    if tb.x(H).shape[1] == 3:
        for b in range(angles.shape[1]):
            w, z, w1, z1 = s0[4 * b + 2], s0[4 * b + 3], s[4 * b + 2], s[4 * b + 3]
            angles[0, b] += 2.0 * atan2(w * z1 - z * w1, w * w1 + z * z1)
    for i in range(s.size):
        s0[i] = s[i]
        K[0, i] = K[NEXT, i]
    control[TIME] += h
    count_turns(H)
    note_speeds(H, 0.0, length)
    remember(H, control[TIME])
    tb.counts(H)[STEPS] += 1


@inline
def seek(H, h, A, B, C, E, o):
    """Find the step within (0, h] at whose end the first monitor goes through zero; land there; return (step, monitor).

    Illinois' variant of false position on steps taken anew, so that the state at the event is as accurate as any.
    """
    guards, control = tb.guards(H), tb.control(H)
    found = first_trigger(H)
    low, high, a, b = 0.0, h, guards[0, found], guards[1, found]
    small = 4e-16 * abs(control[TIME]) + 1e-13 * h
    at = h
    for _ in range(60):
        if high - low <= small or b == 0.0:
            break
        middle = low + (high - low) * min(0.95, max(0.05, a / (a - b))) if a != b else 0.5 * (low + high)
        if attempt(H, middle, A, B, C, E, o) < 0.0 or land(H, middle, o) != LANDED:
            break
        at = middle
        watch(H, control[TIME] + middle)
        now = first_trigger(H)
        if now >= 0:
            if now != found:
                found, a = now, guards[0, now]
            elif high < h:
                a *= 0.5
            high, b = middle, guards[1, found]
        else:
            low, a = middle, guards[1, found]
            b *= 0.5
            if a == 0.0:
                high = middle
                break
    if at != high:
        attempt(H, high, A, B, C, E, o)
        land(H, high, o)
    return high, found


@inline
def first_step(H, o):
    """Choose a step from velocities and accelerations: the tolerance as a share of the time they take to change things."""
    control = tb.control(H)
    keep = control[SPEED], control[SPIN]
    control[SPEED], control[SPIN] = 0.0, 0.0
    note_speeds(H, 0.0, o.length)
    rate = control[SPIN]
    control[SPEED], control[SPIN] = 0.0, 0.0
    note_speeds(H, 1.0, o.length)
    rate = max(rate, sqrt(control[SPIN]), 1e-12)
    h = min(o.longest, 2.0 * o.tol ** (1.0 / o.order) / rate) if o.adaptive else o.longest
    control[SPEED], control[SPIN] = max(keep[0], 1e-9 * o.length * rate), max(keep[1], 1e-9 * rate)
    control[STEP] = h
    note_speeds(H, h, o.length)


@inline
def restart(H, o):
    """Find the rates of the present state anew and forget the states before it; return 0 or a status."""
    control = tb.control(H)
    status = rates(H, control[TIME], tb.s0(H), tb.K(H)[0])
    control[KNOWN] = 0.0
    remember(H, control[TIME])
    first_step(H, o)
    control[ERROR] = 1e-4
    if tb.monitors(H).size > 0:
        watch_present(H)
    return status


@inline
def watch_present(H):
    """Note the monitors at the present state."""
    guards = tb.guards(H)
    watch(H, tb.control(H)[TIME])
    for i in range(guards.shape[1]):
        guards[0, i] = guards[1, i]


@inline
def begin(H, t, o):
    """Note the state at the start and its rates, choose modes and the first step; return 0 or a status."""
    control, s0 = tb.control(H), tb.s0(H)
    pack(H, s0)
    s0[s0.size - 1] = 0.0
    control[TIME] = t
    expect_turns(H, 0.0)
    status = rates(H, t, s0, tb.K(H)[0])
    count_turns(H)
    if tb.switches(H).size > 0:
        first_modes(H, t, o.length)
    status = max(status, restart(H, o))
    control[MOST] = kinetic_energy(H)
    control[ENERGY] = control[MOST] + potential_energy(H)
    control[START] = 1.0
    return status


@inline
def react(H, found, o, log):
    """Do what an event asks for; return 0 to go on, 1 to stop, 2 after a change of mode."""
    control, counts, monitor = tb.control(H), tb.counts(H), tb.monitors(H)[found]
    if counts[EVENTS] < log.shape[0]:
        log[counts[EVENTS], 0] = control[TIME]
        log[counts[EVENTS], 1] = found
        counts[EVENTS] += 1
    if monitor.action == STOP:
        control[CAUSE] = found
        return 1
    if monitor.action == RECORD:
        watch_present(H)
        guards = tb.guards(H)
        guards[0, found] = 0.0  # it has just been passed
        return 0
    before = kinetic_energy(H)
    change_mode(H, monitor.switch, o.rest)
    pack(H, tb.s0(H))
    s0 = tb.s0(H)
    s0[s0.size - 1] += kinetic_energy(H) - before
    return 2


@inline
def shorten(H, h, code, o):
    """Choose a shorter step after a failure; return whether it is too short."""
    control = tb.control(H)
    tb.counts(H)[REJECTED] += 1
    control[START] = 0.0
    control[STEP] = h * code
    return control[STEP] < o.shortest or o.adaptive == 0


@inline
def lengthen(H, h, error, o):
    """Choose the next step after a good one (Gustafsson's controller)."""
    control = tb.control(H)
    if o.adaptive:
        grow = 0.9 * max(error, 1e-10) ** (-0.7 / o.order) * control[ERROR] ** (0.4 / o.order)
        most = 6.0 if control[START] == 1.0 else 4.0
        control[STEP] = h * min(most, max(0.3, grow))
        control[ERROR] = max(error, 1e-4)
        note_speeds(H, control[STEP], o.length)


@kernel
def integrate(H, times, k, A, B, C, E, o, Q, U, out, log):
    """Carry the state through times[k:]; return (status, next place).

    The bundle holds a consistent state at times[0] when k == 0; later calls go on where the last one stopped.
    Q[k], U[k] receive pose and velocity at times[k]; out[k] the work done and the angle each planar body has
    turned by; log[n] time and monitor of every event.
    """
    control, counts = tb.control(H), tb.counts(H)
    end = times[times.size - 1]
    if k == 0:
        if begin(H, times[0], o) != 0:
            return FAILED, 0
        store_present(H, 0, Q, U, out)
        k = 1
    for _ in range(o.budget):
        if k >= times.size:
            return DONE, k
        if counts[EVENTS] >= log.shape[0]:
            return FULL, k
        t = control[TIME]
        h = min(control[STEP], o.longest)
        last = t + h >= end - 1e-9 * h
        if last:
            h = end - t
        elif o.adaptive and t + 2.0 * h > end:
            h = 0.5 * (end - t)
        error = attempt(H, h, A, B, C, E, o)
        if error < 0.0 or error > 1.0:
            if shorten(H, h, 0.25 if error < 0.0 else max(0.2, 0.9 * error ** (-1.0 / o.order)), o):
                return FAILED if error < 0.0 else SHORT, k
            continue
        landed = land(H, h, o)
        if landed != LANDED:
            if shorten(H, h, 0.25 if landed == GAPING else 0.7, o):
                return OPEN if landed == GAPING else SHORT, k
            continue
        found = -1
        if tb.monitors(H).size > 0:
            watch(H, t + h)
            if first_trigger(H) >= 0:
                h, found = seek(H, h, A, B, C, E, o)
                last = last and t + h >= end
        commit(H, h, o.length)
        note_pivot(H, log)
        if last:
            control[TIME] = end
            tb.clock(H)[0] = end
        lengthen(H, h, error, o)
        k = write_until(H, times, k, last or found >= 0, Q, U, out)
        if found >= 0:
            next_step = control[STEP]
            reaction = react(H, found, o, log)
            if reaction == 1:
                return STOPPED, k
            if reaction == 2:
                if restart(H, o) != 0:
                    return FAILED, k
                control[STEP] = shortened(H, tb.monitors(H)[found].switch, control[STEP])
            else:
                control[STEP] = next_step
        elif tb.monitors(H).size > 0:
            watch_present(H)
    return (DONE if k >= times.size else RUNNING), k
