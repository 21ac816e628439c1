"""What happens during a run: its start, events, changes of mode."""

from math import nan, sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.balance import note_unmet
from ..dynamics.dynamics import carry
from ..dynamics.energy import kinetic_energy, potential_energy
from ..dynamics.switches import resting, slides_dry, slows_down, switch_value
from ..kinematics.turns import count_turns, expect_turns, renew_turn_rates, set_out
from ..steps.output import remember, store_present
from ..steps.rates import rates
from ..steps.singular import LEAST, pivot_of
from ..steps.state import pack, quickest, unpack
from ..steps.stepping import LANDED, attempt, commit, land, note_speeds
from ..tables import fields as tb
from ..tables.statuses import STILL, TWICE, UNSETTLED
from .jolts import take_jolt
from .modes import change_mode, first_modes, note_changes, remember_modes, settle, shortened
from .monitors import (
    COURSE,
    SWITCHED,
    TINY,
    WALL,
    any_course,
    first_trigger,
    has_levels,
    keep_guards,
    restore_guards,
    rounding_on_level,
    watch,
    watch_present,
)
from .search import inside
from .user_events import note_asked, record, undecided
from .walls import meet_wall

AHEAD = 1e-3
"""Share of a step after which it is looked where the monitors are going."""

CAREFUL = 0.05
"""Share of the usual first step that is tried where a force has changed its course: it may do so again soon."""

SHORT = 0.99
"""Share of the way to the end of a slip in space after which a new step begins."""

WRONG = 1e3
"""Stands for the error of a step that does not end well."""

ON_LEVEL = 20.0
"""More events than this without time passing: the state lies on the level of a force itself and is put across."""

CROWDED = 500.0
"""More events than this without time passing: they have no end."""


@inline
def look(H, h):
    """Watch the monitors at the end of a step of h that was tried, as it is."""
    unpack(H, tb.s(H).ctypes.data)
    set_out(H, h)
    carry(H)
    watch(H, tb.control(H)[0].time + h)


@inline
def try_step(H, h):
    """Land a step of h and watch the monitors there; return its error, or WRONG; a bad one is not landed."""
    error = attempt(H, h)
    if error > 1.0 and tb.levels(H).size > 0:
        return min(error, WRONG)
    if error < 0.0 or land(H, h) != LANDED:
        return WRONG
    watch(H, tb.control(H)[0].time + h)
    return error


@inline
def false_position(low, high, a, b, small, halve):
    """Return where to look next: where the chord from (low, a) to (high, b) meets zero, or in the middle."""
    share = a / (a - b) if a * b < 0.0 and not halve else 0.5
    edge = min(0.5, 0.5 * small / (high - low))
    return low + (high - low) * min(1.0 - edge, max(edge, share))


@inline
def land_between(H, found, low, high, at, error):
    """Land the step that ends at the event of monitor `found`, which lies between low and high; return the step.

    at, error : the last step that was landed, and the error of the last one tried
    """
    guards, control, course = tb.guards(H), tb.control(H)[0], has_levels(H, found)
    control.hop = high - low if course and low > 0.0 else 0.0
    error = error if error == WRONG and not course else 0.0
    if course:
        attempt(H, high)
        look(H, high)
        beyond = guards[1, found] <= rounding_on_level(H, found, control.time + high)
        error = 0.0 if beyond else WRONG  # it was too long, no more
    end = low if control.hop > 0.0 else high
    if at != end or course:
        error = max(error, try_step(H, end))
    control.cause, control.sought = found, 0.0 if course and low == 0.0 else error
    return end


@stage("fifi")
def seek(H, h, found):
    """Find the step within (0, h] at whose end the first monitor goes through zero; land there; return the step.

    Monitor `found` does so. control.cause becomes the first one, control.sought the error of the step, which may pass
    what h leaps across. Where a force changes its course the step ends just before: stages behind would see the other
    force. control.hop is how far beyond that the change lies.

    Illinois' variant of false position, in which an end that stays counts half, on steps taken anew, so that the state
    at the event is as accurate as any.
    """
    guards, control = tb.guards(H), tb.control(H)[0]
    low, high, a, b = 0.0, h, guards[0, found], guards[1, found]
    small = 4e-16 * abs(control.time) + 1e-13 * h
    at, side, error = h, 0, 0.0
    for k in range(60):
        course = has_levels(H, found)
        if high - low <= small or (b == 0.0 and not course):
            break
        middle = false_position(low, high, a, b, small, k >= 25)
        error = try_step(H, middle)
        if course and error > 1.0:
            high, b, side = middle, 0.0, 1  # it has seen the other side
            continue
        if error == WRONG:
            break
        at = middle
        now = first_trigger(H, control.time + middle, found)
        if now < 0:
            b = 0.5 * b if side == -1 else b
            low, a, side = middle, guards[1, found], -1
            high = middle if a == 0.0 and not course else high
        else:
            a = guards[0, now] if now != found else 0.5 * a if side == 1 else a
            high, b, side, found = middle, guards[1, now], 1, now
    return land_between(H, found, low, high, at, error)


@inline
def slowing(H, found):
    """Return whether monitor `found` watches a slip in space that would end in a long step."""
    monitor = tb.monitors(H)[found]
    return monitor.program < 0 and slows_down(H, monitor.switch, tb.guards(H)[0, found])


@stage("fif")
def events_within(H, h):
    """Look for events within the step of h, just landed; return the step that ends at the first, and land there.

    control.cause becomes its monitor, or -1.
    """
    control = tb.control(H)[0]
    t = control.time
    control.cause, control.sought, control.hop = -1.0, 0.0, 0.0
    watch(H, t + h)
    for k in range(3):
        found = first_trigger(H, t + h, -1)
        if found >= 0:
            h = seek(H, h, found)
            if slowing(H, int(control.cause)):
                h *= SHORT
                control.cause, control.sought = -1.0, try_step(H, h)
        share = inside(H, h) if k < 2 else 1.0
        if share >= 1.0:
            break
        among = int(control.among)
        control.cause, control.hop = -1.0, 0.0
        control.sought = try_step(H, share * h)
        if has_levels(H, among) and control.sought > 1.0:
            tb.guards(H)[1, among] = 0.0
            h = seek(H, share * h, among)
        elif control.sought == WRONG:
            try_step(H, h)
            break
        else:
            h *= share
    return h


@stage("fif")
def course_ahead(H, h):
    """Return when a force will change its course, as the monitors go at the start of a step of h, which was rejected.

    control.cause becomes the monitor. What they do at the end of the step, behind the change, would tell nothing.
    """
    guards, control, ahead = tb.guards(H), tb.control(H)[0], 1e300
    if attempt(H, AHEAD * h) < 0.0:
        return ahead
    look(H, AHEAD * h)
    for i in range(guards.shape[1]):
        if has_levels(H, i) and guards[0, i] > guards[1, i]:
            when = AHEAD * h * guards[0, i] / (guards[0, i] - guards[1, i])
            if when < ahead:
                ahead, control.cause = when, i
    return ahead


@inline
def hop(H, found):
    """Step across the level of monitor `found` that lies control.hop ahead: so short a step that its error is none.

    Velocities stay as they are: what equations ask for from there on, a blow makes of them.
    """
    control, guards = tb.control(H)[0], tb.guards(H)
    least = 1e-2 * control.shortest if control.hop == 0.0 else 0.0
    h = max(control.hop, 4e-16 * abs(control.time), least)
    for _ in range(10):
        attempt(H, h)
        look(H, h)
        if not guards[1, found] >= 0.0:
            break
        h *= 2.0
    expect_turns(H, h)
    commit(H, h)
    control.hop = 0.0


@inline
def first_step(H):
    """Choose a step from velocities and accelerations: a share of the time they take to change the state."""
    control = tb.control(H)[0]
    rate, growth = quickest(tb.V(H), tb.x(H), control.length)
    g = tb.gravity(H)
    falling = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / control.length  # felt even where it is balanced now
    rate = max(rate, sqrt(growth), sqrt(falling), 1e-300)
    h = min(control.longest, 2.0 * control.tol ** (1.0 / control.order) / rate) if control.adaptive else control.longest
    control.spin = max(control.spin, 1e-9 * rate)
    control.speed = max(control.speed, 1e-9 * control.length * rate)
    control.step = h
    note_speeds(H, h, control.length)


@stage("ii")
def restart(H):
    """Find the rates of the present state anew and forget the states before it; return 0 or a status."""
    control = tb.control(H)[0]
    status = rates(H, control.time, tb.s0(H).ctypes.data, tb.K(H)[0].ctypes.data)
    renew_turn_rates(H)
    note_unmet(H, control.time)
    control.known = 0.0
    remember(H, control.time)
    first_step(H)
    control.error = 1e-4
    control.last = 0.0
    control.limit, control.lowest, control.rate, control.within = LEAST * control.near, 1.0, 0.0, 0.0
    control.cancelled = tb.info(H)[2]
    control.pivot = pivot_of(H)
    if tb.monitors(H).size > 0:
        watch_present(H, control.time, True)
    return status


@inline
def take_present(H):
    """Make pose and velocity at hand the state where a run begins or goes on; return the status of its rates."""
    control, s0 = tb.control(H)[0], tb.s0(H)
    pack(H, s0.ctypes.data)
    set_out(H, 0.0)
    status = rates(H, control.time, s0.ctypes.data, tb.K(H)[0].ctypes.data)
    count_turns(H)
    return status


@stage("ii")
def resume(H):
    """Go on from pose and velocity at hand with modes, turns and work as they are; return 0 or a status."""
    status = take_present(H)
    return status if status != 0 else restart(H)


@stage("ii")
def turn_course(H):
    """Go on where a force or a driver changes its course, as from a start; return 0 or a status."""
    if tb.switches(H).size > 0:
        remember_modes(H)
    status = take_jolt(H)
    if status == 0 and tb.switches(H).size > 0:  # a force that jumps may tear a joint loose
        status = settle(H, tb.control(H)[0].time)
        note_changes(H, -1)
    again = restart(H)
    tb.control(H)[0].step *= CAREFUL if tb.levels(H).size > 0 else 1.0
    return status if status != 0 else again


@stage("fii")
def begin(H, modes):
    """Start from the present state: its rates, its modes where `modes` is 1, the first step; return its energy.

    Returns not a number when a force fails there, and control.cause is the status. The state is written to the first
    place of the output.
    """
    control = tb.control(H)[0]
    status = take_present(H)
    if modes == 1:
        status = first_modes(H, control.time)
        pack(H, tb.s0(H).ctypes.data)
    again = restart(H)
    control.cause = status if status != 0 else again
    if status != 0 or again != 0:
        return nan
    for i in range(tb.monitors(H).size):  # nothing has come or ceased to hold yet
        tb.guards(H)[0, i] = tb.guards(H)[1, i] if tb.monitors(H)[i].program >= 0 else tb.guards(H)[0, i]
    store_present(H, 0)
    control.start = 1.0
    kinetic = kinetic_energy(H)
    control.most = max(control.most, kinetic)
    control.energy = kinetic + potential_energy(H)
    return control.energy


@inline
def crowded(H):
    """Count what happens at one time; return whether there is no end to it."""
    control = tb.control(H)[0]
    at_once = control.time - control.changed <= 1e-12 * control.longest
    control.crowd = control.crowd + 1.0 if at_once else 0.0
    control.changed = control.time
    return control.crowd > CROWDED


@inline
def end_mode(H, i, wall):
    """Let switch i end its mode, or meet a wall, and all others with it; return as `react`.

    Velocities may jump, and the user's events with them.
    """
    control, s0 = tb.control(H)[0], tb.s0(H)
    note_asked(H)
    before = kinetic_energy(H)
    status = meet_wall(H, i) if wall else change_mode(H, i)
    pack(H, s0.ctypes.data)
    s0[s0.size - 1] += kinetic_energy(H) - before
    watch(H, control.time)
    stops = record(H, -1)
    again = restart(H)
    control.step = shortened(H, control.step)
    if status != 0 or again != 0:
        return -abs(status if status != 0 else again)
    return 1 if stops else 0


@inline
def coming_to_rest(H):
    """Return a sliding joint that stands still at this moment, or -1."""
    for i in range(tb.switches(H).size):
        if slides_dry(H, i) and switch_value(H, i) <= resting(H, tb.switches(H)[i]):
            return i
    return -1


@stage("iii")
def react(H, found):
    """Do what an event asks for; return 0 to go on, 1 to stop, less when the run cannot go on: the status, negative."""
    control, monitors = tb.control(H)[0], tb.monitors(H)
    wall = monitors[found].program == WALL
    if crowded(H):
        return -(TWICE if wall else UNSETTLED if monitors[found].action == SWITCHED else STILL)
    standing = coming_to_rest(H)
    if standing >= 0 and undecided(H, found):
        tb.guards(H)[0, found] = -TINY * monitors[found].direction
        return end_mode(H, standing, False)
    if record(H, found):
        return 1
    if monitors[found].action == SWITCHED:
        return end_mode(H, monitors[found].switch, wall)
    if monitors[found].action == COURSE or any_course(H):
        if control.hop > 0.0 or control.crowd > ON_LEVEL:
            hop(H, found)
        keep_guards(H)
        status = turn_course(H)
        restore_guards(H, False)
        return -abs(status)
    watch_present(H, control.time, False)
    return 0
