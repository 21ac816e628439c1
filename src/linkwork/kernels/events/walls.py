"""A second place of a curve, a wall, that a roller or a face meets while it is in contact at a first one.

A contact holds one place. The gap at the lowest of all others is watched; where it closes, the contact goes over to
that place with an impact, and the place before lets go. Where it would press there too, both would have to hold.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..contacts.curves import same_round
from ..contacts.feet import FACE
from ..contacts.on_curves import measure_of, touch, touch_at
from ..contacts.places import lowest_place
from ..dynamics.switches import BESIDE, CLOSED, FREE, MARGIN, PASSED, hold, pace, rate_of
from ..kinematics.motion import linearise
from ..kinematics.rows import row_value
from ..linear.linear import row_times
from ..tables import fields as tb
from ..tables.statuses import TWICE
from .impact import impact
from .modes import face, note_changes, note_event, remember_modes, settle
from .pushing import PUSHED, push_of_all


@stage("fii")
def wall_gap(H, i):
    """Return the gap of contact switch i at another place of its curve, the lowest one; note where that is.

    Positive while nothing else touches; an open contact takes the lowest place anyway.
    """
    row, length, table = tb.switches(H)[i].row, tb.control(H)[0].length, tb.switching(H)
    if tb.modes(H)[i] != CLOSED or touch(H, measure_of(H, row), 0, True) != 0:
        return length
    relation, pose, shift = tb.relations(H)[tb.rows(H)[row].relation], tb.pose(H), 0.0
    c, ax, ay = relation.contact, pose[0, 0], pose[1, 0]
    if relation.kind == FACE:  # the normal of the curve where it touches the face
        shift = -relation.other_side
        ax, ay = shift * pose[3, 1], -shift * pose[3, 0]
        shift = ax * pose[0, 0] + ay * pose[1, 0]
    else:
        shift = -relation.radius
    curve, pieces, coefficients, here = (
        tb.curves(H)[relation.own],
        tb.pieces(H),
        tb.coefficients(H),
        tb.contacts(H)[c, 0],
    )
    series, sigma = tb.series(H)[c, 1:], curve.side * relation.side
    at = (pose[0, 0], pose[1, 0], pose[3, 0], pose[3, 1])
    s, low = lowest_place(relation.kind, curve, pieces, coefficients, sigma, ax, ay, here, at, series)
    table[i, BESIDE] = s
    return min(low + shift + MARGIN * length, length)


@inline
def place_of(H, i):
    """Return the place of the contact of switch i on its curve."""
    return tb.contacts(H)[tb.relations(H)[tb.rows(H)[tb.switches(H)[i].row].relation].contact, 0]


@inline
def presses(H, i, t):
    """Return whether the gap of contact switch i at its place would close, as the bodies move and accelerate now."""
    switch = tb.switches(H)[i]
    rate = switch.side * rate_of(H, switch)
    if abs(rate) > pace(H, switch):
        return rate < 0.0
    linearise(H, t, tb.q(H).ctypes.data)
    gain = switch.side * (row_times(H, switch.row, tb.x(H)) + row_value(H, t, switch.row, 2)[0])
    return gain < -PUSHED * push_of_all(H) * tb.control(H)[0].length


@inline
def meet_wall(H, i):
    """Let contact switch i, which is closed, strike the other place of its curve; return 0 or a status.

    What rolled at the place before slides at the new one first, as after any impact. TWICE: both places would press.
    """
    t, table, switches = tb.control(H)[0].time, tb.switching(H), tb.switches(H)
    remember_modes(H)
    here = place_of(H, i)
    for j in range(switches.size):
        if switches[j].contact == i:
            tb.modes(H)[j] = FREE
            hold(H, j, False)
    relation = tb.relations(H)[tb.rows(H)[switches[i].row].relation]
    there = same_round(tb.curves(H)[relation.own], table[i, BESIDE], here)
    touch_at(H, switches[i].row, there)
    note_event(H, i, PASSED)
    impact(H, i, t, tb.control(H)[0].rest, 0)
    face(H)
    status = settle(H, t)
    note_changes(H, i)
    if status == 0 and tb.modes(H)[i] == CLOSED and place_of(H, i) == there:
        touch_at(H, switches[i].row, here)
        status = TWICE if presses(H, i, t) else 0
        touch_at(H, switches[i].row, there)
    table[i, BESIDE] = here
    return status
