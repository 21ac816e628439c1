"""Looking inside a step: monitors that go through zero and back between its ends.

Monitors are read at a few times from polynomials through both ends of the step. Where one could reach zero between two
of these times, as its values and slopes tell, its extremum is looked for.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import carry
from ..dynamics.switches import HELD, holds, resting, slides
from ..kinematics.turns import set_out
from ..steps.interpolate import be_within, note_end
from ..steps.state import unpack
from ..steps.stepping import end_rates
from ..tables import fields as tb
from .monitors import SWITCH, armed, blur, has_levels, monitor_value, watch

CELLS = 4
"""Parts of a step; `samples` holds the values at their ends, then the rates."""

NEARBY = 1e-4
"""Share of the step over which a rate is measured."""

READ = 1e5
"""Between its ends a step is read so many times less exactly than the ends may be in doubt."""

BRIEF = 1e-10
"""A step below this share of the longest has no inside: rounding of its ends divided by it makes the velocities."""

GOLDEN = 0.6180339887498949


@inline
def by_force(H, i):
    """Return whether monitor i watches a force: it needs the multipliers, not just positions and velocities."""
    monitor = tb.monitors(H)[i]
    if monitor.program != SWITCH:
        return False
    return holds(tb.switches(H)[monitor.switch], tb.modes(H)[monitor.switch])


@inline
def any_by_force(H):
    """Return whether forces are to be looked at inside the step."""
    if tb.control(H)[0].count == 0.0:
        return False  # the accelerations of an implicit step are its own
    for i in range(tb.monitors(H).size):
        if by_force(H, i):
            return True
    return False


@inline
def note_rates(H, h, k):
    """Fill row k of the rates, by the share of the step, from the values there and nearby; not those of forces."""
    samples, guards, t = tb.samples(H), tb.guards(H), tb.control(H)[0].time
    nearby = NEARBY if k < CELLS else -NEARBY
    share = k / CELLS + nearby
    be_within(H, h, share, False)
    watch(H, t + h * share)
    for i in range(guards.shape[1]):
        samples[CELLS + 1 + k, i] = (guards[1, i] - samples[k, i]) / nearby


@inline
def sample_ends(H, h):
    """Fill `samples` with values and rates at both ends of the step."""
    samples, guards = tb.samples(H), tb.guards(H)
    for i in range(guards.shape[1]):
        samples[0, i], samples[CELLS, i] = guards[0, i], guards[1, i]
    note_rates(H, h, 0)
    note_rates(H, h, CELLS)


@inline
def far(H, i):
    """Return whether monitor i is so far from zero at both ends that it does not get there at these rates."""
    samples = tb.samples(H)
    a, b = samples[0, i], samples[CELLS, i]
    quickest = max(abs(samples[CELLS + 1, i]), abs(samples[2 * CELLS + 1, i]))
    return not (by_force(H, i) or a * b <= 0.0 or min(abs(a), abs(b)) < quickest)


@inline
def all_far(H):
    """Return whether every monitor is far from zero."""
    for i in range(tb.samples(H).shape[1]):
        if not far(H, i):
            return False
    return True


@inline
def rounding_of(H, t, i):
    """Return by how much the value of monitor i may be wrong.

    A joint that others hold still may have the friction of sliding; its speed is rounding all the time.
    """
    monitor = tb.monitors(H)[i]
    if monitor.program >= 0:
        return blur(H, i, t)
    still = slides(H, monitor.switch) or tb.modes(H)[monitor.switch] == HELD
    return resting(H, tb.switches(H)[monitor.switch]) if still else 0.0


@inline
def vague(H, h, i):
    """Return whether the samples of monitor i are rounding at the ends and nothing but errors of reading between."""
    samples, largest = tb.samples(H), 0.0
    for k in range(1, CELLS):
        largest = max(largest, abs(samples[k, i]))
    least = rounding_of(H, tb.control(H)[0].time + h, i)
    return max(abs(samples[0, i]), abs(samples[CELLS, i])) <= least and largest <= READ * least


@inline
def sample_between(H, h, forces):
    """Fill `samples` with values and rates inside the step."""
    samples, guards, t = tb.samples(H), tb.guards(H), tb.control(H)[0].time
    for k in range(1, CELLS):
        be_within(H, h, k / CELLS, forces)
        watch(H, t + h * k / CELLS)
        for i in range(guards.shape[1]):
            samples[k, i] = guards[1, i]
        note_rates(H, h, k)
    for i in range(guards.shape[1]):
        if by_force(H, i):
            slopes_of_values(samples, i, CELLS + 1)


@inline
def slopes_of_values(samples, i, first):
    """Fill the rates of monitor i with those of parabolas through three values each."""
    n = CELLS
    samples[first, i] = 0.5 * n * (4.0 * samples[1, i] - 3.0 * samples[0, i] - samples[2, i])
    for k in range(1, n):
        samples[first + k, i] = 0.5 * n * (samples[k + 1, i] - samples[k - 1, i])
    samples[first + n, i] = 0.5 * n * (3.0 * samples[n, i] - 4.0 * samples[n - 1, i] + samples[n - 2, i])


@inline
def value_within(H, h, i, share):
    """Return the value of monitor i at a share of the step."""
    be_within(H, h, share, by_force(H, i))
    return monitor_value(H, tb.control(H)[0].time + share * h, i)


@inline
def lowest_within(H, h, i, k, sense):
    """Return the share of the step, in cell k, where sense * (value of monitor i) is lowest, and this value.

    By golden section, which stops as soon as the value is not positive.
    """
    low, high = k / CELLS, (k + 1) / CELLS
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    fa, fb = sense * value_within(H, h, i, a), sense * value_within(H, h, i, b)
    for _ in range(14 if by_force(H, i) else 40):
        if fa <= 0.0 or fb <= 0.0:
            break
        if fa < fb:
            high, b, fb = b, a, fa
            a = high - GOLDEN * (high - low)
            fa = sense * value_within(H, h, i, a)
        else:
            low, a, fa = a, b, fb
            b = low + GOLDEN * (high - low)
            fb = sense * value_within(H, h, i, b)
    return (a, fa) if fa < fb else (b, fb)


@inline
def passes(H, h, i, low, high, sense):
    """Return a share of the step at which sense * (value of monitor i) is below zero, which it is at `high`.

    Where a force changes its course that is just behind, by halving: going far would feel what the force does there.
    """
    if not has_levels(H, i):
        return high
    for _ in range(20):
        middle = 0.5 * (low + high)
        if sense * value_within(H, h, i, middle) > 0.0:
            low = middle
        else:
            high = middle
    return high


@inline
def may_reach(a, b, ra, rb):
    """Return whether a positive number may reach zero between two values a, b a cell apart, with rates ra, rb.

    Judged by the point where the tangents meet, below which a hollow curve does not fall, and as much again.
    """
    if not (ra < 0.0 < rb):
        return False
    width = 1.0 / CELLS
    there = min(max((b - a - rb * width) / (ra - rb), 0.0), width)
    return 2.0 * min(a + ra * there, b - rb * (width - there)) < min(a, b)


@inline
def end_at_fall(H, h, i, k, below, sense, ready):
    """Return where to end the step because monitor i falls in cell k: it is below zero at the share `below`."""
    return passes(H, h, i, k / CELLS, below, sense) if ready else k / CELLS


@inline
def fall_in_cell(H, h, i, k, sense, ready, at_once):
    """Return what `fall_within` does, as far as cell k of the step tells."""
    samples, rates = tb.samples(H), CELLS + 1
    a, b = sense * samples[k, i], sense * samples[k + 1, i]
    ra, rb = sense * samples[rates + k, i], sense * samples[rates + k + 1, i]
    if (a > 0.0 and b <= 0.0) or (at_once and b < 0.0):
        return end_at_fall(H, h, i, k, (k + 1) / CELLS, sense, ready)
    if a > 0.0 and b > 0.0 and may_reach(a, b, ra, rb):
        share, value = lowest_within(H, h, i, k, sense)
        return end_at_fall(H, h, i, k, share, sense, ready) if value <= 0.0 else 1.0
    if not ready and a <= 0.0 and b <= 0.0 and may_reach(-a, -b, -ra, -rb):
        share, value = lowest_within(H, h, i, k, -sense)
        return share if value < 0.0 else 1.0
    return 1.0


@inline
def fall_within(H, h, i, sense):
    """Return the share of the step at which to end it because of monitor i falling through zero, 1 if none.

    `sense` -1 is for rising. At that share it has fallen, or, if it began on the wrong side, is ready to fall.
    """
    samples = tb.samples(H)
    ready = armed(H, i, sense * samples[0, i])
    at_once = ready and sense * samples[CELLS, i] >= 0.0  # else the end of the step tells it
    for k in range(CELLS):
        share = fall_in_cell(H, h, i, k, sense, ready, at_once and k == 0)
        if share < 1.0:
            return share
    return 1.0


@inline
def first_fall(H, h, forces):
    """Return the share of the step at which the first of all monitors fires within, or 1; control.among is which."""
    monitors, control, share = tb.monitors(H), tb.control(H)[0], 1.0
    sample_between(H, h, forces)
    for i in range(monitors.size):
        if (by_force(H, i) and not forces) or far(H, i) or vague(H, h, i):
            continue
        for sense in (1.0, -1.0):
            if sense * monitors[i].direction <= 0.0:
                at = fall_within(H, h, i, sense)
                if at < share:
                    share, control.among = at, i
    return share


@stage("fif")
def inside(H, h):
    """Return the share of the step of h, just landed, at which to end it because a monitor fires within; 1 if none."""
    guards, s = tb.guards(H), tb.s(H)
    if h <= BRIEF * tb.control(H)[0].longest:
        return 1.0
    forces, share = any_by_force(H), 1.0
    note_end(H)
    sample_ends(H, h)
    if not all_far(H):
        share = first_fall(H, h, forces)
    for i in range(guards.shape[1]):
        guards[1, i] = tb.samples(H)[CELLS, i]
    unpack(H, s.ctypes.data)
    set_out(H, h)
    if forces:
        end_rates(H, h)
    else:
        carry(H)
    return share
