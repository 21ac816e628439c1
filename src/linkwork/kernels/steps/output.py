"""Output between the steps of an integration, read from a polynomial through the states around it.

The polynomial goes through positions, velocities and accelerations of two states before and two behind (degree eleven);
its derivative gives the velocities. So output waits for one more step; where a run ends, or begins anew, the polynomial
goes through the states that there are.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.nearest import turned_by
from ..kinematics.turns import store_turns
from ..tables import fields as tb
from .polynomials import divide, spin
from .state import note_pose, quickest

UNEVEN = 10.0
"""Ratio r of two steps up to which one polynomial goes through their three states: it magnifies rounding by r^4."""

ALIKE = 3.0
"""The same for a polynomial that goes through states on one side only: it magnifies rounding by r^6."""

STATES = 4
"""Newest states that are kept."""

BRIEF = 3e-6
"""A step below this share of the time that the motion takes to change is read from the state at its end alone: from its
two ends, rates are differences of positions that are equal but for their rounding."""


@inline
def note_track(H, t):
    """Note the newest state in `track`: time, how many states are known, positions with two derivatives, angles."""
    past, turns, counts = tb.past(H), tb.turns(H), tb.counts(H)[0]
    row, width = tb.track(H)[counts.tracked], past.shape[1]
    row[0], row[1] = t, tb.control(H)[0].known
    for n in range(3):
        for c in range(width):
            row[2 + n * width + c] = past[1 + n, c]
    for i in range(turns.shape[0]):
        row[2 + 3 * width + i] = turns[i, 0]
    counts.tracked += 1


@stage("iif")
def remember(H, t):
    """Make the present state the newest of those kept."""
    past, clock, control, s0, K = tb.past(H), tb.clock(H), tb.control(H)[0], tb.s0(H), tb.K(H)
    for n in range(STATES - 1, 0, -1):
        clock[n] = clock[n - 1]
        for k in range(4 * n + 1, 4 * n + 4):
            for c in range(past.shape[1]):
                past[k, c] = past[k - 4, c]
    clock[0] = t
    note_pose(H, past[1], past[2], past[3])
    work = tb.work(H)
    for n in range(STATES - 1, 0, -1):
        work[n, 0], work[n, 1] = work[n - 1, 0], work[n - 1, 1]
    work[0, 0], work[0, 1] = s0[s0.size - 1], K[0, s0.size - 1]
    control.known = min(control.known + 1.0, float(STATES))
    if tb.track(H).shape[0] > 0:
        note_track(H, t)
    return 0


@inline
def step_around(H, t):
    """Return which of the newest states, 0 or 1, the step around time t ends at."""
    return 1 if tb.control(H)[0].known > 2.0 and t < tb.clock(H)[1] else 0


@inline
def alike(H, n, other, ratio):
    """Return whether the step that ends at state n and another one, both known, differ by no more than a ratio."""
    clock, known = tb.clock(H), int(tb.control(H)[0].known)
    if other < 0 or other + 1 >= known:
        return False
    h, g = clock[n] - clock[n + 1], clock[other] - clock[other + 1]
    return max(h, g) <= ratio * min(h, g)


@inline
def brief(H, n):
    """Return whether the step that ends at state n is so short that next to nothing changes in it."""
    h = tb.clock(H)[n] - tb.clock(H)[n + 1]
    if h > BRIEF * tb.control(H)[0].longest:
        return False
    rate, growth = quickest(tb.V(H), tb.x(H), tb.control(H)[0].length)
    return h * max(rate, sqrt(growth)) <= BRIEF


@inline
def window(H, n):
    """Return how many of the newest states a polynomial leaves out in the step that ends at state n, and how many not.

    It goes through the states of the steps beside, too. One that differs much, as where one ends at an event, is left
    out; of a step that is none, so is the state it begins with.
    """
    if brief(H, n):
        return n, 1
    first, last = n, n + 1
    if alike(H, n, n - 1, UNEVEN):
        first = n - 1
    if alike(H, n, n + 1, UNEVEN):
        last = n + 2
        if n == 0 and alike(H, 0, 1, ALIKE) and alike(H, 0, 2, ALIKE):
            last = 3
    return first, last + 1 - first


@inline
def fit(H, first, count):
    """Fill `newton` with the divided differences through `count` of the states known, the newest `first` left out."""
    clock, inverse, newton = tb.clock(H)[first:], tb.inverse(H), tb.newton(H)
    for n in range(count):
        for n0 in range(n):
            inverse[n, n0] = 1.0 / (clock[n] - clock[n0])
    divide(tb.past(H)[4 * first :], inverse, count, 1, 0, newton)


@inline
def fit_cubic(H):
    """Fill `newton` with the cubic through positions and velocities of the last two states.

    An implicit method is of order two, and its accelerations swing about their mean where the model is stiff.
    """
    clock, past, newton = tb.clock(H), tb.past(H), tb.newton(H)
    h = clock[0] - clock[1]
    for c in range(newton.shape[1]):
        v0, v1, mean = past[2, c], past[6, c], (past[1, c] - past[5, c]) / h
        newton[0, c], newton[1, c] = past[1, c], v0
        newton[2, c], newton[3, c] = (2.0 * v0 + v1 - 3.0 * mean) / h, (v0 + v1 - 2.0 * mean) / (h * h)
        newton[4, c], newton[5, c] = 0.0, 0.0


@inline
def read_state(H, t, first, count):
    """Fill past[0], past[4] and past[8] with positions, rates and rates of these at time t, from `fit`."""
    clock, d, s, rate, second = tb.clock(H)[first:], tb.newton(H), tb.past(H)[0], tb.past(H)[4], tb.past(H)[8]
    for c in range(rate.size):
        v, a, half = 0.0, 0.0, 0.0
        for n in range(count - 1, -1, -1):
            u = t - clock[n]
            for k in range(3 * n + 2, 3 * n - 1, -1):
                half = a + u * half
                a = v + u * a
                v = d[k, c] + u * v
        s[c], rate[c], second[c] = v, a, 2.0 * half


@inline
def work_at(H, t, n):
    """Return the work done at time t of the step that ends at state n, by Hermite's polynomial of work and power."""
    clock, work = tb.clock(H), tb.work(H)
    h = clock[n] - clock[n + 1]
    s = (t - clock[n + 1]) / h
    a, b = work[n + 1], work[n]
    r = 1.0 - s
    return a[0] + (b[0] - a[0]) * s * s * (3.0 - 2.0 * s) + h * s * r * (a[1] * r - b[1] * s)


@inline
def place_body(s, rate, b, planar, pose, twist):
    """Fill pose and twist of body b from positions s, read between states, and their rates."""
    if planar:
        i = 4 * b
        w, z = s[i + 2], s[i + 3]
        n = 1.0 / sqrt(w * w + z * z)
        w, z = w * n, z * n
        pose[0], pose[1], pose[3], pose[6] = s[i], s[i + 1], w, z
        twist[0], twist[1] = rate[i], rate[i + 1]
        twist[5] = 2.0 * n * (w * rate[i + 3] - z * rate[i + 2])
        return
    i = 7 * b
    w, x, y, z = s[i + 3], s[i + 4], s[i + 5], s[i + 6]
    n = 1.0 / sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w * n, x * n, y * n, z * n
    pose[3], pose[4], pose[5], pose[6] = w, x, y, z
    for j in range(3):
        pose[j], twist[j] = s[i + j], rate[i + j]
    wx, wy, wz = spin(w, x, y, z, rate[i + 3], rate[i + 4], rate[i + 5], rate[i + 6])
    twist[3], twist[4], twist[5] = n * wx, n * wy, n * wz


@inline
def note_acceleration(second, b, planar, pose, change):
    """Fill the rate of the twist of body b from the second derivatives of its positions, read between states.

    With the Euler parameters p of unit length the angular acceleration is that of p'' alone: the vector part of
    2 p'' p* (p' p'* is a number).
    """
    if planar:
        i = 4 * b
        change[0], change[1] = second[i], second[i + 1]
        change[5] = 2.0 * (pose[3] * second[i + 3] - pose[6] * second[i + 2])
        return
    i = 7 * b
    change[0], change[1], change[2] = second[i], second[i + 1], second[i + 2]
    change[3], change[4], change[5] = spin(
        pose[3], pose[4], pose[5], pose[6], second[i + 3], second[i + 4], second[i + 5], second[i + 6]
    )


@stage("iiiif")
def store(H, k, n, work):
    """Write positions past[0], rates past[4], past[8], the work and the counted angles to place k of the output.

    Its time is within the step that ends at state n: angles are counted from there.
    """
    s, q0, rate, second = tb.past(H)[0], tb.past(H)[4 * n + 1], tb.past(H)[4], tb.past(H)[8]
    angles, Q, U, out = tb.angles(H)[n], tb.Q(H), tb.U(H), tb.out(H)
    planar = tb.x(H).shape[1] == 3
    modes = tb.modes(H)
    out[k, 0] = work
    for i in range(modes.size):
        out[k, 1 + Q.shape[1] + i] = modes[i]
    clock = tb.clock(H)
    store_turns(H, tb.times(H)[k], clock[2], clock[1], clock[0], out[k], 1 + Q.shape[1] + modes.size)
    for b in range(Q.shape[1]):
        place_body(s, rate, b, planar, Q[k, b], U[k, b, 0])
        note_acceleration(second, b, planar, Q[k, b], U[k, b, 1])
        if planar:
            out[k, 1 + b] = angles[b] + turned_by(q0[4 * b + 2], q0[4 * b + 3], Q[k, b, 3], Q[k, b, 6])
    return 0


@inline
def store_present(H, k):
    """Write the present state to place k of the output."""
    past = tb.past(H)
    for c in range(past.shape[1]):
        past[0, c], past[4, c], past[8, c] = past[1, c], past[2, c], past[3, c]
    store(H, k, 0, tb.s0(H)[tb.s0(H).size - 1])


@inline
def write_between(H, k, n, fitted):
    """Write what is read of the step that ends at state n to place k; `newton` is that of step `fitted`."""
    t, first, count = tb.times(H)[k], 0, 2
    if tb.control(H)[0].count > 0.0:
        first, count = window(H, n)
        if n != fitted:
            fit(H, first, count)
    elif n != fitted:
        fit_cubic(H)
    read_state(H, t, first, count)
    store(H, k, n, work_at(H, t, n))


@stage("iiii")
def write_until(H, k, final):
    """Write the output times that can be read, from place k on; return the next place.

    Of an explicit method those of the last step wait for another one, unless the run ends here.
    """
    control, times = tb.control(H)[0], tb.times(H)
    now = control.time
    waits = control.count > 0.0 and final == 0
    until = tb.clock(H)[1] if waits else now
    if k >= times.size or times[k] > until or (waits and control.known < 3.0):
        return k
    fitted = -1
    while k < times.size and times[k] <= until:
        if times[k] == now:
            store_present(H, k)
        else:
            n = step_around(H, times[k])
            write_between(H, k, n, fitted)
            fitted = n
        k += 1
    return k
