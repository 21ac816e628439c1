"""Monitors: numbers whose change of sign is an event, the user's, that of a switch, or a force that changes its course.

A force knows at which values of something measured its course changes: its levels. What is measured lies between two of
them, and the monitor is its distance from the nearer one, negative outside.

An event may look at what follows from the equations of motion: reactions, efforts, energies, accelerations. Compiled
code does not know these words: results are asked for them at the state (`observe`, which the run redirects).

A number that is zero up to rounding has no sign. The side on which an event's expression was last for certain is kept
in guards[0], whatever rounding says since.
"""

from math import nan

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.switches import switch_value
from ..geometry.nearest import value_of
from ..programs.interpret import interpret, load_time
from ..programs.opcodes import CONST, POLY
from ..tables import fields as tb
from .walls import wall_gap

NOTHING, STOP, RECORD, SWITCHED, COURSE = 0, 1, 2, 3, 4
"""What an event asks for; the last: to go on from there as from a start, since a force changes its course."""

SHARP, VAGUE, ROUNDED = 0.1, 1e-9, 1e-13
"""A measured quantity may be wrong by the first share of the tolerance of a step, relative to the sizes and speeds met,
but not by more than the second number; rounding makes it wrong by the third at least."""

SWITCH, WALL = -1, -2
"""Stand for the program of a monitor: that of the mode of a switch; of another place of the curve of a contact."""

TINY = 1e-300
"""Stands for a side alone."""

OBSERVED, PLACE, PLACE_OF_B = 2, 3, 4
"""Stand for the order of an input: a quantity that results tell, by its place among all that are observed; the place of
a contact on its curve, and on that of b, in the curve's parameter."""


@stage("iifii")
def observe(H, t, first, last):
    """Fill `observed` for the inputs [first, last) at the state: nothing here, a run redirects it to its results."""
    return 0


@inline
def look_for(H, t, monitor):
    """Have what a monitor observes filled in, if it observes anything."""
    inputs = tb.inputs(H)
    if monitor.first < monitor.last and inputs[monitor.first, 1] == OBSERVED:
        observe(H, t, monitor.first, monitor.last)


@inline
def place_on_curve(H, measure, curve):
    """Return where a contact, once followed, is on its curve, or on that of b; not a number while it is open."""
    relation = tb.relations(H)[tb.measures(H)[measure].axis]
    return nan if tb.soft(H)[relation.row] < 0.0 else tb.contacts(H)[relation.contact, curve]


@inline
def once_along(H, measure, curve):
    """Return by how much the parameter of the curve of a contact, or of that of b, grows along it."""
    relation = tb.relations(H)[tb.measures(H)[measure].axis]
    along = tb.curves(H)[relation.own if curve == 0 else relation.other]
    return along.end - along.start


@inline
def fill_inputs(H, t, monitor):
    """Fill the variables of a monitor's program, as constants; what it observes is known."""
    measured, variables, inputs = tb.measured(H), tb.variables(H), tb.inputs(H)
    load_time(t, variables)
    for k in range(monitor.first, monitor.last):
        n, m = 1 + k - monitor.first, inputs[k, 0]
        if inputs[k, 1] == OBSERVED:
            variables[n, 0] = tb.observed(H)[m, 0]
        elif inputs[k, 1] >= PLACE:
            variables[n, 0] = place_on_curve(H, m, inputs[k, 1] - PLACE)
        else:
            variables[n, 0] = measured[m, 1] if inputs[k, 1] == 1 else value_of(H, m)
        variables[n, 1], variables[n, 2], variables[n, 3] = 0.0, 0.0, 0.0


@inline
def program_value(H, t, monitor):
    """Return the value of a monitor's expression."""
    look_for(H, t, monitor)
    fill_inputs(H, t, monitor)
    interpret(H, monitor.program, 0)
    return tb.stack(H)[0, 0]


@inline
def has_levels(H, i):
    """Return whether monitor i is that of a force that changes its course."""
    return tb.monitors(H)[i].highest > 0


@inline
def find_side(H, i, value):
    """Note between which levels of monitor i the value lies."""
    monitor, levels = tb.monitors(H)[i], tb.levels(H)
    k = monitor.lowest
    while k + 1 < monitor.highest and levels[k + 1] <= value:
        k += 1
    tb.sides(H)[i] = float(k) if value == value else -1.0


@inline
def within_levels(H, i, value):
    """Return how far a value is from the nearer level around monitor i, negative outside; not a number: not known."""
    levels, k = tb.levels(H), int(tb.sides(H)[i])
    if k < 0:
        return value - value if value != value else 1e300
    return min(value - levels[k], levels[k + 1] - value)


@inline
def monitor_value(H, t, i):
    """Return the value of monitor i at the state of the last `accelerate`."""
    monitor = tb.monitors(H)[i]
    if monitor.program == SWITCH:
        return switch_value(H, monitor.switch)
    if monitor.program == WALL:
        return wall_gap(H, monitor.switch)
    value = program_value(H, t, monitor)
    return within_levels(H, i, value) if monitor.highest > 0 else value


@stage("iif")
def watch(H, t):
    """Fill guards[1] with the value of every monitor at the state of the last `accelerate`."""
    guards = tb.guards(H)
    for i in range(guards.shape[1]):
        guards[1, i] = monitor_value(H, t, i)
    return 0


@inline
def doubt(H, k):
    """Return by how much input k of a monitor may be wrong."""
    control, measured, inputs = tb.control(H)[0], tb.measured(H), tb.inputs(H)
    order, length = inputs[k, 1], inputs[k, 2] == 1
    share = max(ROUNDED, min(VAGUE, SHARP * control.tol))
    if order >= PLACE:
        return share * once_along(H, inputs[k, 0], order - PLACE)
    if order == OBSERVED:
        return share * tb.observed(H)[inputs[k, 0], 1] + 1e-15 * abs(tb.observed(H)[inputs[k, 0], 0])
    size = control.length if length else 1.0
    if order == 1:
        size = control.speed if length else control.spin
    return share * size + 1e-15 * abs(measured[inputs[k, 0], order])


@inline
def constants_of(H, number):
    """Return the largest constant that is added in a program: its rounding stays when all else cancels."""
    spans, ops, consts = tb.spans(H), tb.ops(H), tb.consts(H)
    largest = 0.0
    for k in range(spans[number, 0], spans[number, 1]):
        if ops[k, 0] == CONST:
            largest = max(largest, abs(consts[ops[k, 1]]))
        elif ops[k, 0] == POLY:
            largest = max(largest, abs(consts[ops[k, 1] + 1]))
    return largest


@stage("fiif")
def blur(H, i, t):
    """Return by how much the value of monitor i may be wrong: what it measures may, passed on by its slopes."""
    monitor, variables, stack = tb.monitors(H)[i], tb.variables(H), tb.stack(H)
    if monitor.program < 0:
        return 0.0
    total = 1e-15 * constants_of(H, monitor.program)
    for k in range(monitor.first - 1, monitor.last):
        fill_inputs(H, t, monitor)
        variables[0, 1] = 0.0
        variables[1 + k - monitor.first, 1] = 1.0  # the time stands before the inputs
        interpret(H, monitor.program, 1)
        wrong = abs(stack[0, 1]) * (1e-15 * abs(t) if k < monitor.first else doubt(H, k))
        if wrong < 1e300:
            total += wrong
    return total


@inline
def rounding_on_level(H, i, t):
    """Return how far rounding alone puts monitor i of a force that changes its course beside a level."""
    return blur(H, i, t) * ROUNDED / min(VAGUE, SHARP * tb.control(H)[0].tol)


@inline
def note_value(H, t, i, value):
    """Keep the value of monitor i at the present state, or the side it was on for certain if it is zero up to rounding.

    A comparison that neither held nor failed so far counts as one that fails.
    """
    guards, monitor = tb.guards(H), tb.monitors(H)[i]
    if monitor.program < 0 or (has_levels(H, i) and value == value):
        guards[0, i] = max(value, 0.0)  # a mode that has just been chosen lasts, whatever rounding says
    elif value * guards[0, i] > 0.0 or not abs(value) <= blur(H, i, t):
        guards[0, i] = value
    elif guards[0, i] == 0.0:
        guards[0, i] = -TINY * monitor.direction


@inline
def watch_present(H, t, anew):
    """Note the monitors at the present state; `anew`: also between which levels they are."""
    guards = tb.guards(H)
    for i in range(guards.shape[1]):
        if has_levels(H, i) and (anew or tb.sides(H)[i] < 0.0 or guards[1, i] != guards[1, i]):
            find_side(H, i, program_value(H, t, tb.monitors(H)[i]))
    watch(H, t)
    for i in range(guards.shape[1]):
        note_value(H, t, i, guards[1, i])


@inline
def keep_guards(H):
    """Keep the values before the present state, until `restore_guards`."""
    guards, kept = tb.guards(H), tb.samples(H)
    for i in range(guards.shape[1]):
        kept[0, i] = guards[0, i]


@inline
def restore_guards(H, courses):
    """Bring the kept values of events back, with `courses` those of forces too: the next step sees what jumped."""
    monitors, guards, kept = tb.monitors(H), tb.guards(H), tb.samples(H)
    for i in range(monitors.size):
        if monitors[i].program >= 0 and (courses or not has_levels(H, i)):
            guards[0, i] = kept[0, i]


@inline
def armed(H, i, value):
    """Return whether monitor i, at this value, is on the side from which it can fall through zero."""
    return value > 0.0 or (value == 0.0 and (tb.monitors(H)[i].program < 0 or has_levels(H, i)))


@inline
def crosses(H, i, before, after):
    """Return whether monitor i went through zero in the direction that counts, as far as signs tell.

    A force changes its course beyond the level, not on it.
    """
    direction = tb.monitors(H)[i].direction
    if direction >= 0 and before < 0.0 and after >= 0.0:
        return True
    if direction > 0 or not armed(H, i, before):
        return False
    return after <= 0.0 if before > 0.0 and not has_levels(H, i) else after < 0.0


@inline
def triggered(H, t, i, sure):
    """Return whether monitor i went through zero, and more than rounding did it; `sure`: if it did, it was no rounding.

    A comparison must then hold for certain; an expression may stay where it is zero, coming from elsewhere.
    """
    guards, monitor = tb.guards(H), tb.monitors(H)[i]
    before, after = guards[0, i], guards[1, i]
    if not crosses(H, i, before, after):
        return False
    if sure or monitor.program < 0:
        return True
    least = min(blur(H, i, t), rounding_on_level(H, i, t)) if has_levels(H, i) else blur(H, i, t)
    return abs(after) > least or (monitor.direction == 0 and abs(before) > least)


@inline
def first_trigger(H, t, sure):
    """Return the monitor that went through zero first, judged by straight lines, or -1; `sure` is one that did."""
    guards = tb.guards(H)
    found, earliest = -1, 2.0
    for i in range(guards.shape[1]):
        a, b = guards[0, i], guards[1, i]
        if triggered(H, t, i, i == sure):
            share = a / (a - b) if a != b else 1.0
            if share < earliest:
                found, earliest = i, share
    return found


@inline
def any_course(H):
    """Return whether a force changes its course now."""
    for i in range(tb.monitors(H).size):
        if has_levels(H, i) and triggered(H, tb.control(H)[0].time, i, False):
            return True
    return False
