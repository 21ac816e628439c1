"""Kinematic simulation: a driven mechanism carried from time to time by finite displacements (`displacement`)."""

from ..compiler.jit import inline, kernel, signed
from ..kinematics.motion import at_time, evaluate
from ..kinematics.turns import count_turns, store_turns
from ..steps.polynomials import error_between, fit, read_between
from ..steps.singular import pivot_of
from ..tables import fields as tb
from ..tables.statuses import BLOCKED, DONE, FAILED, RUNNING
from .displacement import KNOWN, LEFT, MODIFIED, NEXT, PLACE, REACH, STEP, TIME, Options, attempt, restore, tangent
from .pivot_minima import DIP, SEEN, begin_pivots, note_pivot

# Largest residual in the middle of a step that spans several output times (`error_between`).
EXACT = 8e-15

# So many steps refused in one piece of work while they are as short as this multiple of the shortest one: they creep up
# to a dead point, where rounding divided by the distance keeps them shorter than the distance.
CREEPING, SHORT = 150, 1e4


@inline
def carry(H, target, o, worst):
    """Carry the state to the time `target` in as many steps as it takes; return a status."""
    memory, refused = tb.memory(H), 0
    h = target - memory[TIME]
    if memory[NEXT] > 0.0:
        h = min(h, memory[NEXT])
        memory[NEXT] = 0.0
    while memory[TIME] < target - 0.5 * o.hmin:
        if memory[LEFT] <= 0.0 or memory[DIP] > 0.0:
            memory[NEXT] = h
            return RUNNING
        status = attempt(H, h, o, worst)
        if status == FAILED:
            return FAILED
        if status == DONE:
            note_pivot(H, memory[TIME])
            h = min(2.0 * h, target - memory[TIME])
            continue
        memory[KNOWN] = 0.0
        h *= 0.5
        refused += 1
        if h < o.hmin or (refused > CREEPING and h < SHORT * o.hmin):
            return BLOCKED
        if o.newton == MODIFIED:  # its factorisation was that of the position before the failed step
            at_time(H, memory[TIME])
            evaluate(H, memory[TIME], tb.q(H).ctypes.data)
            tangent(H, memory[TIME], o)
    memory[TIME] = target
    return DONE


@inline
def store(H, k, Q, U, worst):
    """Write the state to place k of the output."""
    q, V = tb.q(H), tb.V(H)
    store_turns(H, 0.0, 0.0, 0.0, 0.0, worst[k], 3 + q.shape[0])
    for b in range(q.shape[0]):
        worst[k, 3 + b] = tb.angles(H)[0, b]
        for i in range(7):
            Q[k, b, i] = q[b, i]
        for n in range(U.shape[2]):
            for i in range(6):
                U[k, b, n, i] = V[b, n, i]


@inline
def scale_step(residual):
    """Return by how much a step with this residual in its middle may grow; the residual is of 8th order."""
    return 0.85 * (EXACT / max(residual, 1e-17)) ** 0.125


@inline
def begin(H, t, o, Q, U, worst):
    """Measure the closed pose at the first time and write it; return a status."""
    if at_time(H, t) != 0:
        return FAILED
    tb.memory(H)[REACH] = 1.0
    worst[0, 0] = evaluate(H, t, tb.q(H).ctypes.data)
    worst[0, 1] = tangent(H, t, o)
    count_turns(H)
    begin_pivots(H, t)
    worst[0, 2] = pivot_of(H)
    store(H, 0, Q, U, worst)
    return DONE


@inline
def span(H, times, k, last, o, Q, U, worst):
    """Try one step over the output times k to last; return the residual in its middle, 1e300 if there is no step.

    Where the residual is more than rounding makes it, the step is taken back.
    """
    if attempt(H, times[last] - tb.memory(H)[TIME], o, worst[last]) != DONE:
        return 1e300
    middle = (k + last) // 2
    fit(H, 1 + int(tb.memory(H)[KNOWN]))
    read_between(H, times[middle : middle + 1], Q[middle : middle + 1], U[middle : middle + 1])
    residual = error_between(H, times[middle], o.length, Q[middle], U[middle])
    if residual > EXACT:
        restore(H)
    return residual


@inline
def store_between(H, times, k, last, residual, Q, U, worst):
    """Write the output times k to last - 1, from the polynomials of the step that spans them."""
    memory, first = tb.memory(H), 3 + tb.q(H).shape[0]
    memory[TIME] = times[last]
    note_pivot(H, memory[TIME])
    read_between(H, times[k:last], Q[k:last], U[k:last])
    before = memory[TIME] - memory[STEP]
    for i in range(k, last):
        worst[i, 0], worst[i, 1], worst[i, 2] = residual, worst[last, 1], worst[last, 2]
        store_turns(H, times[i], before, before, memory[TIME], worst[i], first)


@inline
def shrunk(count, residual):
    """Return how many output times to span instead of `count`, which left this residual."""
    return max(1.0, count * min(0.8, max(0.3, scale_step(residual))))


@inline
def grown(reach, residual):
    """Return how many output times the next step may span after one over `reach` of them with this residual."""
    return max(reach * min(1.6, scale_step(residual)), reach + 0.5 if reach < 2.0 else 1.0)


@kernel
def sweep(H, times, first, o, Q, U, worst):
    """Carry the state through times[first:]; return the status. memory[PLACE] becomes the place reached.

    A sweep that paused goes on from there as if it had not; it pauses also where the smallest pivot had a minimum.
    The pose must be closed at memory[TIME]. Q[k], U[k] receive pose and motion at times[k]; worst[k]
    the largest residual, the relative residual of the velocities, the smallest pivot, at solved positions the
    angle that each planar body has turned by since the start, and the angles counted over full turns.

    Where the motion is smooth a step may span several output times (`stride`); those between are
    then read from the polynomials of `polynomials`. The residual in the middle of the step must be as small as
    rounding makes it; if not, the step is taken back and a shorter one tried.
    """
    memory = tb.memory(H)
    memory[LEFT], memory[PLACE] = memory[LEFT] if memory[DIP] == SEEN else o.budget, first
    memory[DIP] = 0.0
    k = max(first, 1)
    if first == 0 and begin(H, times[0], o, Q, U, worst) != DONE:
        return FAILED
    while k < times.size:
        memory[PLACE] = k
        if memory[LEFT] <= 0.0 or memory[DIP] > 0.0:
            return RUNNING
        reach, residual = memory[REACH], EXACT
        last = min(k + int(reach) - 1, times.size - 1)
        if last > k:
            residual = span(H, times, k, last, o, Q, U, worst)
            if residual > EXACT:
                memory[REACH] = shrunk(last - k + 1, residual)
                continue
            store_between(H, times, k, last, residual, Q, U, worst)
        else:
            status = carry(H, times[last], o, worst[last])
            if status != DONE:
                return status
        store(H, last, Q, U, worst)
        k = last + 1
        memory[REACH] = min(grown(reach, residual), o.stride)
    memory[PLACE] = k
    return DONE


signed(sweep, "h f[t] i options f[t,q.0,7] f[t,q.0,.,6] f[t,.] -> i", options=(Options, "iiiiifffi"))
