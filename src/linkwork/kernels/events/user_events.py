"""Events that the user asked for: to stop at, or to record."""

from ..compiler.jit import inline
from ..tables import fields as tb
from .modes import note_event
from .monitors import RECORD, STOP, TINY, blur, note_value, triggered


@inline
def note_asked(H):
    """Keep on which side every event of the user is at the end of the step just taken."""
    monitors, guards = tb.monitors(H), tb.guards(H)
    for i in range(monitors.size):
        if monitors[i].action == STOP or monitors[i].action == RECORD:
            note_value(H, tb.control(H)[0].time, i, guards[1, i])


@inline
def record(H, found):
    """Log the user's events that happen now, `found` (or -1) among them; return whether one ends the run."""
    monitors, guards, t, stops = tb.monitors(H), tb.guards(H), tb.control(H)[0].time, False
    for i in range(monitors.size):
        action = monitors[i].action
        if (action == STOP or action == RECORD) and (i == found or triggered(H, t, i, False)):
            note_event(H, i, guards[1, i])
            guards[0, i] = TINY * monitors[i].direction  # it has just been passed
            stops = stops or action == STOP
    return stops


@inline
def undecided(H, i):
    """Return whether monitor i is a comparison of the user, false for certain before, that rounding makes hold now."""
    monitor, guards = tb.monitors(H)[i], tb.guards(H)
    if monitor.program < 0 or monitor.direction == 0:
        return False
    return abs(guards[1, i]) <= blur(H, i, tb.control(H)[0].time) < abs(guards[0, i])
