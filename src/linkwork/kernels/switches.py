"""Parts that change their mode: rigid contacts that open and close, friction that sticks and slides.

Every switch owns one row of the constraints, which counts only while the switch holds: a closed contact, a sticking
joint. The row of a switch that does not hold has soft < 0 and the multiplier zero. What ends a mode is watched by
monitors (`monitors`); which modes fit together is found in `modes`.
"""

from __future__ import annotations

from math import floor, sqrt, tanh

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .control import LENGTH, SPEED, SPIN
from .elimination import eliminate, substitute
from .joining import join
from .loads import push_along
from .measures import ANGLE
from .nearest import value_of
from .rows import row_value

CONTACT, FRICTION, ONE_WAY = 0, 1, 2
OPEN, CLOSED, PASSED = 0.0, 1.0, 2.0  # the last is what a ratchet logs when a tooth passes
STICK, SMOOTH = 0.0, 2.0  # a sliding joint has the sign of its rate as mode, a clutch that runs free its side

JAMMED, UNSETTLED, CHATTERING = 3, 4, 6
"""Status: no friction force is consistent with the normal force it causes; no modes of the switches fit together; an
event happens again and again at one time."""

BEFORE, LOOSE, AIM, STRUCK, RUBBED, TOOTH, MATRIX = 0, 1, 2, 3, 4, 5, 6
"""Columns of the table `switching`: the mode before a change; 1 while either mode may follow from the present state;
the rate of the gap after an impact; 1 when the contact took part in it; the friction force that follows from the
normal forces; where the last tooth of a ratchet holds, from its first one; the first column of the matrix of Newton's
iteration, then its right side and its exchanged rows."""

TOUCHING = 1e-9
"""A gap below this share of the mechanism's length is none."""

MARGIN = 1e-14
"""A contact may sink in by this share of the length before it counts as an impact: rounding does not strike."""

SLOW, BACK = 1e-9, 1e-13
"""A rate below the first share of the speeds met so far is none; a joint may slide back by the second before it counts
as standing: rounding does not reverse it."""

FIRM = 1e-12
"""A sticking joint lets go when its limit is exceeded by this share: rounding does not loosen it."""

SINGULAR = 1e-12
"""A pivot below this is none: the matrix of Newton's iteration is near one."""

AGREED, STALLED = 1e-14, 1e-10
"""Relative change of the friction forces at which they agree with the normal forces; what is good enough when rounding,
of redundant joints above all, keeps them from coming nearer."""


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
def slide_force(H, i):
    """Return the force along the coordinate of friction switch i that slides."""
    switch, mode = tb.switches(H)[i], tb.modes(H)[i]
    if switch.kind != FRICTION or mode == STICK:
        return 0.0
    sense = mode
    if mode == SMOOTH:
        sense = tanh(tb.M(H)[switch.measure, 1] * switch.radius / switch.smooth)
    return -sense * switch.mu * switch.radius * normal_force(H, switch)


@inline
def slides(H, i):
    """Return whether friction switch i slides, exactly or smoothly."""
    return tb.switches(H)[i].kind == FRICTION and tb.modes(H)[i] != STICK


@inline
def rub_with(H, i, value):
    """Make the friction force along the coordinate of switch i this value."""
    rubbing = tb.rubbing(H)
    if value != rubbing[i]:
        push_along(H, tb.switches(H)[i].measure, value - rubbing[i], tb.force(H))
    rubbing[i] = value


@inline
def appraise_friction(H):
    """Fill column RUBBED with the friction that follows from the normal forces; return the change, and the size.

    The size counts what all joints bear: a normal force that cancels to nothing is not held to its own rounding.
    """
    switches, rubbing, table, lam = tb.switches(H), tb.rubbing(H), tb.switching(H), tb.lam(H)
    change, size, largest = 0.0, 1e-300, 0.0
    for k in range(lam.size):
        largest = max(largest, abs(lam[k]))
    for i in range(switches.size):
        value = slide_force(H, i)
        table[i, RUBBED] = value
        change = max(change, abs(value - rubbing[i]))
        size = max(size, abs(value))
        if slides(H, i):
            size = max(size, switches[i].mu * switches[i].radius * largest)
    return change, size


@inline
def friction_slopes(H, t, size):
    """Fill the matrix 1 - d(friction that follows) / d(friction applied), by differences: multipliers are linear in it.

    The right side is the friction that follows less that applied.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    n = switches.size
    for i in range(n):
        table[i, MATRIX + n] = table[i, RUBBED] - rubbing[i]
    for j in range(n):
        for i in range(n):
            table[i, MATRIX + j] = 1.0 if i == j else 0.0
        if slides(H, j):
            there, step = rubbing[j], 1e-6 * size
            rub_with(H, j, there + step)
            join(H, t)
            for i in range(n):
                table[i, MATRIX + j] -= (slide_force(H, i) - table[i, RUBBED]) / step
            rub_with(H, j, there)


@inline
def balance_friction(H, t):
    """Find friction forces that agree with the normal forces they cause by Newton's iteration; return 0 or JAMMED.

    It starts without friction: of several solutions that leads to the one that goes on from smaller coefficients.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    n, last = switches.size, 1e300
    for i in range(n):
        rub_with(H, i, 0.0)
    for k in range(40):
        join(H, t)
        change, size = appraise_friction(H)
        if change <= AGREED * size or (change <= STALLED * size and change > 0.5 * last):
            return 0
        last = change
        friction_slopes(H, t, size)
        if not eliminate(table, n, MATRIX, MATRIX + n + 1) > SINGULAR:
            return JAMMED
        substitute(table, n, MATRIX, MATRIX + n + 1, MATRIX + n)
        share = 1.0 if k < 12 else 0.5  # full steps may hop between two sides of a normal force that reverses
        for i in range(n):
            rub_with(H, i, rubbing[i] + share * table[i, MATRIX + n])
    return JAMMED


@stage("iif", optional=True)
def rub(H, t):
    """Add the friction of sliding joints to the accelerations; return 0 or JAMMED.

    Friction depends on the normal force and the normal force on friction: substitution while that brings them together
    quickly, else Newton's iteration.
    """
    switches, rubbing, table = tb.switches(H), tb.rubbing(H), tb.switching(H)
    for i in range(switches.size):
        rubbing[i] = 0.0
    last = 1e300
    for _ in range(60):
        change, size = appraise_friction(H)
        if change <= AGREED * size or (change <= STALLED * size and change > 0.5 * last):
            return 0
        if change > 0.4 * last:
            return balance_friction(H, t)
        for i in range(switches.size):
            rub_with(H, i, table[i, RUBBED])
        join(H, t)
        last = change
    return JAMMED


@inline
def pace(H, switch):
    """Return the rate of a switch's coordinate below which it stands still."""
    turns = switch.measure >= 0 and tb.measures(H)[switch.measure].kind == ANGLE
    return SLOW * tb.control(H)[SPIN if turns else SPEED]


@inline
def resting(H, switch):
    """Return the value of a sliding joint's monitor below which it stands still at this moment."""
    return 2.0 * BACK / SLOW * pace(H, switch)


@inline
def rate_of(H, switch):
    """Return the rate of a switch's coordinate: that of a measure, or of a length made of several."""
    if switch.measure >= 0:
        return tb.M(H)[switch.measure, 1]
    return row_value(H, 0.0, switch.row, tb.M(H), 1)[0]


@inline
def gap_of(H, i):
    """Return the gap of contact switch i."""
    switch, M = tb.switches(H)[i], tb.M(H)
    if switch.measure >= 0:
        beyond = value_of(H, switch.measure, M) - switch.limit
    else:
        beyond = row_value(H, 0.0, switch.row, M, 0)[0]
    return switch.side * (beyond - tb.shift(H)[switch.row])


@inline
def let_touch(H, i, closed):
    """Shift the limit of contact switch i to where it is, within rounding: exactly if closed, else if it sank in.

    An open contact keeps its margin used up: if it fell through the margin anew at every rebound, it would not rest.
    """
    switch, shift, length = tb.switches(H)[i], tb.shift(H), tb.control(H)[LENGTH]
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
        ahead = switch.side * (value_of(H, switch.measure, tb.M(H)) - switch.limit)
        table[i, TOOTH] = switch.side * switch.pitch * floor(ahead / switch.pitch + TOUCHING)


@inline
def passes_tooth(H, i):
    """Return whether contact switch i is a ratchet that has come to its next tooth."""
    pitch = tb.switches(H)[i].pitch
    return pitch > 0.0 and gap_of(H, i) > 0.5 * pitch


@inline
def hold(H, i, on):
    """Let the row of switch i count, at its present value, or not."""
    switch, soft, shift, M = tb.switches(H)[i], tb.soft(H), tb.shift(H), tb.M(H)
    soft[switch.row] = 1.0 if on else -1.0
    if switch.kind == CONTACT:
        let_touch(H, i, on)
    else:
        shift[switch.row] = M[switch.measure, 0]


@inline
def stick_limit(H, switch):
    """Return the force or torque up to which a friction switch sticks."""
    return switch.mu_static * switch.radius * normal_force(H, switch)


@inline
def switch_value(H, i):
    """Return what watches the present mode of switch i: positive while the mode lasts."""
    switch, mode, M, lam = tb.switches(H)[i], tb.modes(H)[i], tb.M(H), tb.lam(H)
    if switch.kind == CONTACT:
        if mode != OPEN:
            return switch.side * lam[switch.row]
        gap = gap_of(H, i)
        free = gap + MARGIN * tb.control(H)[LENGTH]
        return min(free, switch.pitch - gap) if switch.pitch > 0.0 else free
    if mode == SMOOTH:
        return 1.0
    if mode == STICK and switch.kind == ONE_WAY:
        return switch.side * lam[switch.row]
    if mode == STICK:
        return (1.0 + FIRM) * stick_limit(H, switch) - abs(lam[switch.row])
    return mode * M[switch.measure, 1] + BACK / SLOW * pace(H, switch)
