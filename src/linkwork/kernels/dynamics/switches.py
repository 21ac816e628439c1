"""Parts that change their mode: contacts that open and close, friction that sticks and slides, wheels that roll.

Every switch has one row of the constraints, what rolls in space two, which count only while the switch holds: a closed
contact, a sticking joint. The row of a switch that does not hold has soft < 0 and the multiplier zero. What ends a mode
is watched by monitors (`monitors`); which modes fit together is found in `modes`.

Where something rolls in space the slip is a vector s of two components, and friction -mu N s/|s|. The direction of the
slip at the start of a step is kept in the mode: a slip that has gone beyond zero since, against that direction, counts
as going on, so that nothing jumps within a step and the instant of zero slip is found as along a single coordinate.
"""

from math import atan2, cos, floor, pi, sin, sqrt, tanh

from ..compiler.jit import inline
from ..geometry.measures import ANGLE
from ..geometry.nearest import value_of
from ..kinematics.rows import row_value
from ..linear.linear import row_times
from ..tables import fields as tb
from .loads import push_along

CONTACT, FRICTION, ONE_WAY = 0, 1, 2
OPEN, CLOSED, PASSED = 0.0, 1.0, 2.0  # the last is logged when a tooth passes, or a contact goes over to another place
STICK, SMOOTH = 0.0, 2.0  # a sliding joint has the sign of its rate as mode, a clutch that runs free its side
HELD = -2.0  # a joint that stands still as others prescribe it: its friction bears nothing
FREE, WAYS = 3.0, 4.0
"""Further modes of friction: the contact it acts in is open; from WAYS on: it slides in the plane of two rows, in the
direction whose angle is added."""

BEFORE, LOOSE, AIM, STRUCK, RUBBED, TOOTH, BESIDE, LED, LEAD, MATRIX = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""Columns of the table `switching`: the mode before a change; 1 while either mode may follow from the present state;
the rate of the gap after an impact; 1 when the contact took part in it; the friction force that follows from the
normal forces; where the last tooth of a ratchet holds, from its first one; another place of the curve that a contact
comes near to; 1 where others prescribe the slip of a friction, and the mode in which they do; the first column of the
matrix of Newton's iteration, then its right side and its exchanged rows."""

GRAZED = 0.5
"""Stands for a contact that took part in an impact without any speed of its own."""

TOUCHING = 1e-9
"""A gap below this share of the mechanism's length is none."""

MARGIN = 1e-14
"""A contact may sink in by this share of the length before it counts as an impact: rounding does not strike."""

SLOW, BACK = 1e-9, 1e-13
"""A rate below the first share of the speeds met so far is none; a joint may slide back by the second before it counts
as standing: rounding does not reverse it."""

FIRM = 1e-12
"""A sticking joint lets go when its limit is exceeded by this share: rounding does not loosen it."""

CLOSE = 1e-7
"""A slip in space below this share of the speeds met so far has no direction but that of the mode."""


@inline
def holds(switch, mode):
    """Return whether the row of a switch counts in a mode: a closed contact, a sticking joint, a locked clutch."""
    return mode == (CLOSED if switch.kind == CONTACT else STICK)


@inline
def normal_force(H, switch):
    """Return the normal force in the joint of a friction switch: of its force, and of its moment on the bearing."""
    J, lam, block_ptr, block_body = tb.J(H), tb.lam(H), tb.block_ptr(H), tb.block_body(H)
    planar = J.shape[1] == 3
    fx, fy, fz, mx, my, mz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(switch.first, switch.last):
        for k in range(block_ptr[i], block_ptr[i + 1]):
            if block_body[k] != switch.body:
                continue
            fx += lam[i] * J[k, 0]
            fy += lam[i] * J[k, 1]
            if planar:
                mz += lam[i] * J[k, 2]
            else:
                fz += lam[i] * J[k, 2]
                mx += lam[i] * J[k, 3]
                my += lam[i] * J[k, 4]
                mz += lam[i] * J[k, 5]
    force = sqrt(fx * fx + fy * fy + fz * fz)
    if switch.bearing > 0.0:
        X, q, b, p = tb.X(H), tb.q(H), switch.body, switch.point
        x, y, z = q[b, 0] - X[p, 0, 0], q[b, 1] - X[p, 0, 1], q[b, 2] - X[p, 0, 2]
        mx, my, mz = mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx
        force += 2.0 * sqrt(mx * mx + my * my + mz * mz) / switch.bearing
    return force + switch.preload


@inline
def slows_down(H, i, speed):
    """Return whether switch i, with this slip at the start of a step, slides in space and is not close to rest.

    The direction of its slip is lost where the slip ends: a step that ends there must be a short one.
    """
    return tb.switches(H)[i].second >= 0 and slides(H, i) and speed > CLOSE * tb.control(H)[0].speed


@inline
def rate_of(H, switch):
    """Return the rate of a switch's coordinate: that of a measure, or of its row."""
    if switch.measure >= 0:
        return tb.measured(H)[switch.measure, 1]
    return row_value(H, 0.0, switch.row, 1)[0]


@inline
def slip_of(H, switch):
    """Return the rates of a switch along its row and along its second one, which is zero where it has none."""
    if switch.second < 0:
        return rate_of(H, switch), 0.0
    return rate_of(H, switch), row_value(H, 0.0, switch.second, 1)[0]


@inline
def slip_growth(H, switch):
    """Return the rates at which the slip of a switch grows along its row and along its second one, zero without one."""
    first, second, x, rhs = switch.row, switch.second, tb.x(H), tb.rhs(H)
    beside = row_times(H, second, x) - rhs[second] if second >= 0 else 0.0
    return row_times(H, first, x) - rhs[first], beside


@inline
def speed_of(H, switch):
    """Return how fast a switch's coordinate changes, whichever way."""
    u, v = slip_of(H, switch)
    return sqrt(u * u + v * v)


@inline
def way(switch, u, v):
    """Return the mode of a joint that slides with these rates: their sign, or the direction of both."""
    if switch.second < 0:
        return 1.0 if u >= 0.0 else -1.0
    angle = atan2(v, u)
    return WAYS + (angle if angle >= 0.0 else angle + 2.0 * pi)


@inline
def direction(switch, mode):
    """Return the direction, along both rows, in which a joint slides in a mode."""
    if switch.second < 0:
        return mode, 0.0
    return cos(mode - WAYS), sin(mode - WAYS)


@inline
def sense(H, i):
    """Return the direction, along both rows, in which the friction of switch i is counted.

    Of two rows: that of the slip, or against it where it has turned against the mode.
    """
    switch = tb.switches(H)[i]
    if switch.second < 0:
        return 1.0, 0.0
    c, s = direction(switch, tb.modes(H)[i])
    u, v = slip_of(H, switch)
    size = sqrt(u * u + v * v)
    if size <= CLOSE * tb.control(H)[0].speed:
        return c, s
    turned = 1.0 if u * c + v * s >= 0.0 else -1.0
    return turned * u / size, turned * v / size


@inline
def slide_force(H, i):
    """Return the force along the coordinate, or along the sense, of friction switch i that slides."""
    switch, mode = tb.switches(H)[i], tb.modes(H)[i]
    if not slides(H, i):
        return 0.0
    ahead = 1.0 if switch.second >= 0 else mode
    if mode == SMOOTH:
        ahead = tanh(rate_of(H, switch) * switch.radius / switch.smooth)
    return -ahead * switch.mu * switch.radius * normal_force(H, switch)


@inline
def slides(H, i):
    """Return whether friction switch i slides, exactly or smoothly."""
    mode = tb.modes(H)[i]
    return tb.switches(H)[i].kind == FRICTION and mode != STICK and mode != HELD and mode != FREE


@inline
def slides_dry(H, i):
    """Return whether friction switch i slides and may stick."""
    return slides(H, i) and tb.modes(H)[i] != SMOOTH


@inline
def slip_power(H, i):
    """Return the power of the sliding friction of switch i."""
    c, s = sense(H, i)
    u, v = slip_of(H, tb.switches(H)[i])
    return tb.rubbing(H)[i] * (c * u + s * v)


@inline
def push_row(H, row, value):
    """Add a force of this value along a row to the forces on its bodies."""
    block_ptr, block_body, J, force = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.force(H)
    for k in range(block_ptr[row], block_ptr[row + 1]):
        for n in range(J.shape[1]):
            force[block_body[k], n] += value * J[k, n]


@inline
def push_slip(H, i, value):
    """Add friction of this value along the coordinate, or along the sense, of switch i to the forces."""
    switch = tb.switches(H)[i]
    if switch.measure >= 0:
        push_along(H, switch.measure, value, tb.force(H))
        return
    c, s = sense(H, i)
    push_row(H, switch.row, c * value)
    if switch.second >= 0:
        push_row(H, switch.second, s * value)


@inline
def pace(H, switch):
    """Return the rate of a switch's coordinate below which it stands still."""
    turns = switch.measure >= 0 and tb.measures(H)[switch.measure].kind == ANGLE
    return SLOW * (tb.control(H)[0].spin if turns else tb.control(H)[0].speed)


@inline
def stillness(H, switch):
    """Return the rate of a joint, against its slide or off its rest, below which it is rounding."""
    return BACK / SLOW * pace(H, switch)


@inline
def resting(H, switch):
    """Return the value of a sliding joint's monitor below which it stands still at this moment."""
    return 2.0 * stillness(H, switch)


@inline
def gap_of(H, i):
    """Return the gap of contact switch i."""
    switch = tb.switches(H)[i]
    if switch.measure >= 0:
        beyond = value_of(H, switch.measure) - switch.limit
    else:
        beyond = row_value(H, 0.0, switch.row, 0)[0]
    return switch.side * (beyond - tb.shift(H)[switch.row])


@inline
def let_touch(H, i, closed):
    """Shift the limit of contact switch i to where it is, within rounding: exactly if closed, else if it sank in.

    An open contact keeps its margin used up: if it fell through the margin anew at every rebound, it would not rest.
    """
    switch, shift, length = tb.switches(H)[i], tb.shift(H), tb.control(H)[0].length
    shift[switch.row] = tb.switching(H)[i, TOOTH]
    gap = gap_of(H, i)
    if abs(gap) > 2.0 * TOUCHING * length:
        return
    if closed:
        shift[switch.row] += switch.side * gap
    elif gap < -MARGIN * length:
        shift[switch.row] += switch.side * (gap + MARGIN * length)


@inline
def count_teeth(H, i):
    """Let the pawl of contact switch i, if it is a ratchet, fall behind the last tooth at or before where it is."""
    switch, table = tb.switches(H)[i], tb.switching(H)
    if switch.pitch > 0.0:
        ahead = switch.side * (value_of(H, switch.measure) - switch.limit)
        table[i, TOOTH] = switch.side * switch.pitch * floor(ahead / switch.pitch + TOUCHING)


@inline
def passes_tooth(H, i):
    """Return whether contact switch i is a ratchet that has come to its next tooth."""
    pitch = tb.switches(H)[i].pitch
    return pitch > 0.0 and gap_of(H, i) > 0.5 * pitch


@inline
def count_rows(H, switch, on):
    """Let the rows of a switch count, or not."""
    soft = tb.soft(H)
    soft[switch.row] = 1.0 if on else -1.0
    if switch.second >= 0:
        soft[switch.second] = 1.0 if on else -1.0


@inline
def hold(H, i, on):
    """Let the rows of switch i count, at their present values, or not."""
    switch, shift = tb.switches(H)[i], tb.shift(H)
    count_rows(H, switch, on)
    if switch.kind == CONTACT:
        let_touch(H, i, on)
    elif switch.measure >= 0:
        shift[switch.row] = tb.measured(H)[switch.measure, 0]
    else:
        shift[switch.row] = row_value(H, 0.0, switch.row, 0)[0]
        if switch.second >= 0:
            shift[switch.second] = row_value(H, 0.0, switch.second, 0)[0]


@inline
def set_mode(H, i, mode):
    """Let switch i take a mode, and the friction of a contact that opens or closes with it."""
    tb.modes(H)[i] = mode
    hold(H, i, holds(tb.switches(H)[i], mode))
    if tb.switches(H)[i].kind == CONTACT:
        let_rub(H, i)


@inline
def let_rub(H, i):
    """Let the frictions of contact switch i act as long as it is closed: rolling unless there is slip."""
    switches, modes = tb.switches(H), tb.modes(H)
    for j in range(switches.size):
        if switches[j].contact != i:
            continue
        if modes[i] == OPEN:
            modes[j] = FREE
            hold(H, j, False)
        elif modes[j] == FREE:
            start_rubbing(H, j)


@inline
def start_rubbing(H, i):
    """Let friction switch i slide the way it moves, or stick."""
    switch = tb.switches(H)[i]
    u, v = slip_of(H, switch)
    stick = sqrt(u * u + v * v) <= pace(H, switch)
    tb.modes(H)[i] = STICK if stick else way(switch, u, v)
    hold(H, i, stick)


@inline
def renew_ways(H):
    """Note the directions in which joints slide in space at the present state."""
    for i in range(tb.switches(H).size):
        switch = tb.switches(H)[i]
        if switch.second >= 0 and slides(H, i):
            u, v = slip_of(H, switch)
            if sqrt(u * u + v * v) > pace(H, switch):
                tb.modes(H)[i] = way(switch, u, v)


@inline
def stick_limit(H, switch):
    """Return the force or torque up to which a friction switch sticks."""
    return switch.mu_static * switch.radius * normal_force(H, switch)


@inline
def held_force(H, switch):
    """Return the size of the force or torque by which a friction switch sticks."""
    lam = tb.lam(H)
    if switch.second < 0:
        return abs(lam[switch.row])
    return sqrt(lam[switch.row] * lam[switch.row] + lam[switch.second] * lam[switch.second])


@inline
def switch_value(H, i):
    """Return what watches the present mode of switch i: positive while the mode lasts."""
    switch, mode, lam = tb.switches(H)[i], tb.modes(H)[i], tb.lam(H)
    if switch.kind == CONTACT:
        if mode != OPEN:
            return switch.side * lam[switch.row]
        gap = gap_of(H, i)
        free = gap + MARGIN * tb.control(H)[0].length
        return min(free, switch.pitch - gap) if switch.pitch > 0.0 else free
    if mode == SMOOTH or mode == FREE:
        return 1.0
    if mode == HELD:
        return stillness(H, switch) - speed_of(H, switch)
    if mode == STICK and switch.kind == ONE_WAY:
        return switch.side * lam[switch.row]
    if mode == STICK:
        return (1.0 + FIRM) * stick_limit(H, switch) - held_force(H, switch)
    c, s = direction(switch, mode)
    u, v = slip_of(H, switch)
    return c * u + s * v + stillness(H, switch)
