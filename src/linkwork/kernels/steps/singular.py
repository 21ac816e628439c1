"""Singular positions passed on the way: steps leap across; where the smallest pivot has a minimum near zero is noted.

The root of the smallest pivot falls and rises like the distance from a singular position. Close to it what rounding
leaves in positions, velocities and accelerations is divided by the distance once, twice and three times.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import carry
from ..kinematics.motion import factor, linearise
from ..tables import fields as tb
from .output import fit, read_state
from .state import place_pose

SINGULAR = -1.0
"""Stands in the log in place of a monitor."""

WORTH = 0.3
"""A minimum of the pivot at a step above this is not looked at."""

ZERO = 1e-6
"""A pivot below this is a singular position."""

LEAST = 0.8
"""Steps shall not end where the pivot is below this share of control.near."""

HIT = 1e-2
"""Nor shall a stage be where the pivot is below this share of that."""


@inline
def pivot_of(H):
    """Return the smallest pivot of the last factorisation, zero where one more vanishes than always."""
    info = tb.info(H)
    return info[1] if info[2] <= tb.control(H)[0].cancelled else 0.0


@inline
def pivot_at(H, t):
    """Return the smallest pivot at time t between the states known."""
    read_state(H, t, 0, 3)
    place_pose(H, tb.past(H)[0])
    carry(H)
    linearise(H, t, tb.q(H).ctypes.data)
    factor(H, 0.0)
    return pivot_of(H)


@inline
def around_lowest(H, a, b):
    """Return an interval around the smallest pivot of a few times in [a, b]: it may have more than one minimum."""
    count, best, lowest = 12, 0, 1e300
    for k in range(1, count):
        now = pivot_at(H, a + k * (b - a) / count)
        if now < lowest:
            best, lowest = k, now
    return a + (best - 1) * (b - a) / count, a + (best + 1) * (b - a) / count


@stage("fi")
def lowest_pivot(H):
    """Return the time of the smallest pivot between the last three states, or -1e300 when it is not near zero."""
    clock = tb.clock(H)
    fit(H, 0, 3)
    a, b = around_lowest(H, clock[2], clock[0])
    ratio = 0.6180339887498949
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    fc, fd = pivot_at(H, c), pivot_at(H, d)
    lowest = tb.control(H)[0].pivot_before
    for k in range(50):
        if min(fc, fd) < 1e-6 * ZERO:
            break
        if k == 3 and min(fc, fd) > max(0.3 * lowest, 1e-3):
            return -1e300  # a zero would have shown: the interval is a fiftieth of two steps
        if fc < fd:
            b, d, fd = d, c, fc
            c = b - ratio * (b - a)
            fc = pivot_at(H, c)
        else:
            a, c, fc = c, d, fd
            d = a + ratio * (b - a)
            fd = pivot_at(H, d)
    if min(fc, fd) > ZERO:
        return -1e300
    return c if fc < fd else d


@inline
def note_root(H, later):
    """Follow the root of the smallest pivot from stage to stage, this one being `later` than the last, and its rate.

    A root that stops falling has gone through zero between two stages.
    """
    control = tb.control(H)[0]
    pivot = pivot_of(H)
    root = sqrt(pivot)
    if later > 0.0:
        rate = (root - control.root) / later
        turned = control.rate < 0.0 and abs(rate) < -0.5 * control.rate
        control.rate = -control.rate if turned else rate
    control.root = root
    control.lowest = min(control.lowest, pivot)


@inline
def beside(H, h):
    """Return a step in place of h that neither ends next to a singular position nor has a stage there; h if it is good.

    It ends before the singular position or leaps across.
    """
    control = tb.control(H)[0]
    rate = control.rate
    if rate == 0.0 or control.adaptive == 0:
        return h
    zero = h - control.root / rate
    least = min(sqrt(control.limit), 0.4 * abs(rate) * h)
    if control.root >= least:
        hit = control.lowest < HIT * control.limit and 0.0 < zero < h
        return clear_of(H, h, zero) if hit else h
    margin = 1.2 * least / abs(rate)
    before, after = zero - margin, zero + margin
    if after > 3.0 * h:
        return h  # the pivot is small, but no zero is ahead
    return after if after < 1.3 * h or before < 0.3 * h else before


@inline
def clear_of(H, h, zero):
    """Return the step near h whose stages are as far as may be from the time `zero`."""
    C, count = tb.rk_c(H), int(tb.control(H)[0].count)
    best, widest = h, 0.0
    for k in range(13):
        step = (0.6 + 0.05 * k) * h
        nearest = step
        for i in range(count):
            nearest = min(nearest, abs(C[i] * step - zero))
        if nearest > widest:
            best, widest = step, nearest
    return best


@inline
def vanishes(H, now):
    """Return whether the pivots at the last three states can belong to a root that falls to zero and rises again.

    Before the zero the root falls at some rate, and behind it rises at about the same rate.
    """
    clock, control = tb.clock(H), tb.control(H)[0]
    if control.known < 3.0:
        return False
    first, second, third = sqrt(control.pivot_before), sqrt(control.pivot), sqrt(now)
    ratio = (clock[0] - clock[1]) / (clock[1] - clock[2])
    return second + third < 4.0 * ratio * (first - second) or ratio * (first + second) < 4.0 * (third - second)


@inline
def dips(H):
    """Follow the smallest pivot from state to state; return whether it had a minimum between the last three.

    Stages tell of a minimum within the last step. It is then not looked for again when the next state shows it too.
    """
    control = tb.control(H)[0]
    control.cancelled = min(control.cancelled, tb.info(H)[2])
    now = pivot_of(H)
    within = control.lowest < 0.25 * min(now, control.pivot, WORTH)
    between = control.within == 0.0 and control.pivot < min(now, WORTH) and vanishes(H, now)
    control.within = 1.0 if within else 0.0
    control.pivot_before = control.pivot
    control.pivot = now
    return control.known >= 3.0 and (within or between)
