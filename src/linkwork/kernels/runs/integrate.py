"""Forward dynamics over time: Runge-Kutta methods, projected onto the constraints at every step.

The method is a table; steps are chosen by the estimated error. Output between steps is read from a polynomial
(`output`). A step that passes an event is taken again so that it ends there (`handling`).
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..events.handling import course_ahead, events_within, react, turn_course
from ..events.monitors import keep_guards, restore_guards, watch_present
from ..steps.output import write_until
from ..steps.singular import LEAST, WORTH, beside
from ..steps.stepping import GAPING, LANDED, LEAKING, attempt, commit, land, note_speeds
from ..steps.stiffness import is_stiff
from ..tables import fields as tb
from ..tables.statuses import ASTRAY, DIPPED, DONE, FAILED, FULL, JAMMED, OPEN, RUNNING, SAMPLE, SHORT, STIFF, STOPPED

AT_HAND, REACHED = 1e-12, 2.0
"""What lies ahead by less than this share of the longest step, or by less than so many of the shortest, which no step
could end before, is passed, whatever the error of so short a step."""

LANDINGS = 4
"""Most states that one step adds to `track`: its end, and those where it starts anew behind events."""


@inline
def retake(H, h, share):
    """Take another share of the step after a failure; return whether it is too short."""
    control = tb.control(H)[0]
    tb.counts(H)[0].rejected += 1
    control.start, control.last = 0.0, 0.0
    control.step = h * share
    control.limit *= 0.25
    return control.step < control.shortest or control.adaptive == 0


@inline
def before_course(H, h, share):
    """Return what share of a refused step to try instead of the given one, for the sake of a change of course.

    Where a force, a driver or an equation changes its course within the step, one that ends just before that does not
    see it. Where that is at hand the share is 0, and control.cause, control.hop say what to pass.
    """
    control = tb.control(H)[0]
    if tb.levels(H).size == 0 or control.adaptive == 0:
        return share
    control.hop = course_ahead(H, h)
    if control.hop <= max(AT_HAND * control.longest, REACHED * control.shortest):
        return 0.0
    return 0.999 * control.hop / h if control.hop < 0.95 * h else share


@inline
def shorter(H, h, error):
    """Return what share of a step with this error to try instead, 0 to pass what is at hand: see `before_course`."""
    if error < 0.0:
        return 0.25
    return before_course(H, h, max(0.2, 0.9 * error ** (-1.0 / tb.control(H)[0].order)))


@inline
def widest_step(H):
    """Return the step in which no body turns by more than control.widest = angle.

    With its angular velocity w and acceleration a: w h + a h^2 / 2 = angle.
    """
    V, x, angle = tb.V(H), tb.x(H), tb.control(H)[0].widest
    planar = x.shape[1] == 3
    slowest = 1e-300
    for b in range(V.shape[0]):
        w = sqrt(V[b, 0, 3] ** 2 + V[b, 0, 4] ** 2 + V[b, 0, 5] ** 2)
        a = abs(x[b, 2]) if planar else sqrt(x[b, 3] ** 2 + x[b, 4] ** 2 + x[b, 5] ** 2)
        slowest = max(slowest, w + sqrt(w * w + 2.0 * a * angle))
    return 2.0 * angle / slowest


@inline
def lengthen(H, h, error):
    """Choose the next step after a good one (Gustafsson's controllers).

    The second one expects the error to go on changing as it did: it shortens steps ahead of trouble. Fixed steps are
    the longest again behind an event that began with a shorter one.
    """
    control = tb.control(H)[0]
    if not control.adaptive:
        control.step = control.longest
    else:
        now, power = max(error, 1e-10), 1.0 / control.order
        grow = 0.9 * now ** (-0.7 * power) * control.error ** (0.4 * power)
        if control.last > 0.0 and tb.info(H)[1] > WORTH:  # errors next to singular positions tell nothing ahead
            grow = min(grow, 0.95 * h / control.last * (control.error / (now * now)) ** power)
        control.last = h
        most = 6.0 if control.start == 1.0 else 4.0
        control.step = min(h * min(most, max(0.3, grow)), widest_step(H))
        control.error = max(error, 1e-4)
        note_speeds(H, control.step, control.length)


@inline
def next_stop(H, end):
    """Return the time that the next step must not pass: the end, or where a function of time changes its course."""
    breaks, counts = tb.breaks(H), tb.counts(H)[0]
    return breaks[counts.broken, 0] if counts.broken < breaks.shape[0] else end


@inline
def pass_break(H):
    """Go on behind the time at which a function of time changes its course, as from a start; return 0 or a status."""
    control, counts = tb.control(H)[0], tb.counts(H)[0]
    control.time = tb.breaks(H)[counts.broken, 1]
    counts.broken += 1
    keep_guards(H)
    status = turn_course(H)
    restore_guards(H, True)  # an event that happens at this very time is seen by the next step
    return status


@inline
def failure(status):
    """Return the status of a run that cannot go on: programs and functions of the user have other codes."""
    return status if status > FAILED else FAILED


@inline
def leave_break(H):
    """Pass the break that the last step ended at, if any; return RUNNING, or why the run does not go on yet."""
    breaks, counts, control = tb.breaks(H), tb.counts(H)[0], tb.control(H)[0]
    if counts.broken >= breaks.shape[0] or control.time != breaks[counts.broken, 0]:
        return RUNNING
    if breaks[counts.broken, 2] == 1.0 and control.sampled != control.time:
        return SAMPLE
    status = pass_break(H)
    return RUNNING if status == 0 else failure(status)


@inline
def next_step(H, stop):
    """Return the step to try and whether it ends at the time `stop`; of the last two before it both are alike."""
    control = tb.control(H)[0]
    t, h = control.time, min(control.step, control.longest)
    if t + h >= stop - 1e-9 * h:
        return stop - t, True
    if control.adaptive and t + 2.0 * h > stop:
        return 0.5 * (stop - t), False
    return h, False


@inline
def answer_event(H, found):
    """Do what the event of monitor `found` asks for; return RUNNING, or why the run does not go on."""
    reaction = react(H, found)
    if reaction == 0:
        return RUNNING
    return STOPPED if reaction == 1 else failure(-reaction)


@inline
def refuse(H, h, error):
    """Go on after a step of h with too large an error, or none: pass what is at hand, or try a shorter one."""
    control = tb.control(H)[0]
    if error == -float(JAMMED):
        control.jams = 1.0
    share = shorter(H, h, error)
    if share == 0.0:
        return answer_event(H, int(control.cause))
    if not retake(H, h, share):
        return RUNNING
    if control.jams:
        return JAMMED
    return SHORT if error >= 0.0 else failure(int(-error))


@inline
def refuse_landing(H, h, landed):
    """Go on after a step of h that did not end well: try a shorter one; return RUNNING, or why that is no use."""
    if landed == LEAKING:
        return ASTRAY
    share = before_course(H, h, 0.25 if landed == GAPING else 0.7)
    if share == 0.0:
        return answer_event(H, int(tb.control(H)[0].cause))
    if not retake(H, h, share):
        return RUNNING
    if tb.control(H)[0].jams:
        return JAMMED
    return OPEN if landed == GAPING else SHORT


@inline
def keep(H, h, error, last, stop, found):
    """Make the end of a step of h the present state, write what lies behind it and do what its event asks for.

    The last step ends at the time `stop`; `found` is the monitor of the event at its end, or -1. Returns RUNNING, or
    why the run does not go on.
    """
    control, counts = tb.control(H)[0], tb.counts(H)[0]
    control.jams = 0.0
    stiff = is_stiff(H, error, h > 0.5 * widest_step(H))
    dip = commit(H, h)
    if last:  # without the rounding of time + h
        control.time = stop
        tb.clock(H)[0] = stop
    lengthen(H, h, error)
    counts.place = write_until(H, counts.place, 1 if last or found >= 0 else 0)
    if found >= 0:
        status = answer_event(H, found)
        if status != RUNNING:
            return status
    elif tb.monitors(H).size > 0:
        watch_present(H, control.time, False)
    if dip:
        return DIPPED
    return STIFF if stiff else RUNNING


@inline
def advance(H, stop):
    """Try the next step, which must not pass the time `stop`; keep it or choose another; return as `keep`."""
    control = tb.control(H)[0]
    h, last = next_step(H, stop)
    error = attempt(H, h)
    if control.lowest > control.near:
        control.limit = LEAST * control.near
    if error < 0.0 or error > 1.0:
        return refuse(H, h, error)
    better = h if last else beside(H, h)
    if better != h:
        retake(H, h, better / h)
        return RUNNING
    landed = land(H, h)
    if landed != LANDED:
        return refuse_landing(H, h, landed)
    took, found = h, -1
    if tb.monitors(H).size > 0:
        took = events_within(H, h)
        if control.sought > 1.0 and control.adaptive:
            return SHORT if retake(H, h, 0.25) else RUNNING
        found = int(control.cause)
        last = last and (took == h or control.time + took >= stop)
    return keep(H, took, error, last, stop, found)


@inline
def ready(H):
    """Return RUNNING if a step may be taken, or why not: all is written, the log is full, a break is to be seen to."""
    counts = tb.counts(H)[0]
    if counts.place >= tb.times(H).size:
        return DONE
    if counts.events + tb.monitors(H).size >= tb.log(H).shape[0]:
        return FULL
    if counts.tracked + LANDINGS > tb.track(H).shape[0] > 0:
        return FULL
    return leave_break(H)


@stage("iiii")
def integrate(H, k, budget):
    """Carry the state through times[k:] in at most `budget` steps; return the status.

    counts.place becomes the next place.

    The run has been begun (`handling.begin`) and its first state written; a call goes on where the last one stopped.
    Q[k], U[k] receive pose and velocity at times[k]; out[k] the work done and the angle each planar body has
    turned by; log[n] time, monitor and new mode of every event.
    """
    counts, times = tb.counts(H)[0], tb.times(H)
    counts.place, tb.control(H)[0].jams = k, 0.0
    for _ in range(budget):
        status = ready(H)
        if status == RUNNING:
            status = advance(H, next_stop(H, times[times.size - 1]))
        if status != RUNNING:
            counts.place = write_until(H, counts.place, 1)
            return status
    return DONE if counts.place >= times.size else RUNNING
