"""Parts that change their mode: rigid contacts that open and close, friction that sticks and slides; and events.

Every switch owns one row of the constraints, which counts only while the switch holds: a closed contact, a sticking
joint. The row of a switch that does not hold has soft < 0 and the multiplier zero. What ends a mode is watched by
monitors: a monitor is a number whose change of sign is an event.
"""

from __future__ import annotations

from math import sqrt, tanh

from . import tables as tb
from ._jit import inline
from ._stages import stage
from .interpret import interpret, load_time
from .joining import join
from .linear import add_rows, back_substitute
from .loads import push_along
from .rows import value_of
from .slender import slim

CONTACT, FRICTION = 0, 1
OPEN, CLOSED = 0.0, 1.0
STICK, SMOOTH = 0.0, 2.0  # a sliding joint has the sign of its rate as mode
NOTHING, STOP, RECORD, SWITCHED = 0, 1, 2, 3
"""What an event asks for."""

JAMMED = 3
"""Status: no friction force is consistent with the normal force it causes."""


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


@stage("iif", optional=True)
def rub(H, t):
    """Add the friction of sliding joints to the accelerations; return 0 or JAMMED.

    Friction depends on the normal force and the normal force on friction: substitution until both agree.
    """
    switches, rubbing, force = tb.switches(H), tb.rubbing(H), tb.force(H)
    for i in range(switches.size):
        rubbing[i] = 0.0
    for _ in range(200):
        change, size = 0.0, 1e-300
        for i in range(switches.size):
            value = slide_force(H, i)
            change = max(change, abs(value - rubbing[i]))
            size = max(size, abs(value))
            if value != rubbing[i]:
                push_along(H, switches[i].measure, value - rubbing[i], force)
            rubbing[i] = value
        if change <= 1e-14 * size:
            return 0
        join(H, t)
        if tb.added(H).shape[0] > 0:
            slim(H, t)
    return JAMMED


@inline
def program_value(H, t, monitor):
    """Return the value of an event's expression."""
    M, variables, inputs = tb.M(H), tb.variables(H), tb.inputs(H)
    load_time(t, variables)
    for k in range(monitor.first, monitor.last):
        n, m = 1 + k - monitor.first, inputs[k, 0]
        variables[n, 0] = M[m, 1] if inputs[k, 1] == 1 else value_of(H, m, M)
        variables[n, 1], variables[n, 2], variables[n, 3] = 0.0, 0.0, 0.0
    interpret(H, monitor.program, 0)
    return tb.stack(H)[0, 0]


@inline
def switch_value(H, i):
    """Return what watches the present mode of switch i: positive while the mode lasts."""
    switch, mode, M, lam = tb.switches(H)[i], tb.modes(H)[i], tb.M(H), tb.lam(H)
    if switch.kind == CONTACT:
        if mode == OPEN:
            return switch.side * (value_of(H, switch.measure, M) - switch.limit)
        return switch.side * lam[switch.row]
    if mode == SMOOTH:
        return 1.0
    if mode == STICK:
        return switch.mu_static * switch.radius * normal_force(H, switch) - abs(lam[switch.row])
    return mode * M[switch.measure, 1]


@stage("iif", optional=True)
def watch(H, t):
    """Fill guards[1] with the value of every monitor at the state of the last `accelerate`."""
    monitors, guards = tb.monitors(H), tb.guards(H)
    for i in range(monitors.size):
        if monitors[i].program >= 0:
            guards[1, i] = program_value(H, t, monitors[i])
        else:
            guards[1, i] = switch_value(H, monitors[i].switch)
    return 0


@inline
def triggered(before, after, direction):
    """Return whether a monitor went through zero in the direction that counts."""
    if direction >= 0 and before < 0.0 and after >= 0.0:
        return True
    return direction <= 0 and before > 0.0 and after <= 0.0


@inline
def first_trigger(H):
    """Return the monitor that went through zero first, judged by straight lines, or -1."""
    monitors, guards = tb.monitors(H), tb.guards(H)
    found, earliest = -1, 2.0
    for i in range(monitors.size):
        a, b = guards[0, i], guards[1, i]
        if triggered(a, b, monitors[i].direction):
            share = a / (a - b) if a != b else 1.0
            if share < earliest:
                found, earliest = i, share
    return found


@inline
def hold(H, i, on):
    """Let the row of switch i count, at its present value, or not."""
    switch, soft, shift, M = tb.switches(H)[i], tb.soft(H), tb.shift(H), tb.M(H)
    soft[switch.row] = 1.0 if on else -1.0
    if switch.kind == FRICTION:
        shift[switch.row] = M[switch.measure, 0]


@inline
def response(H, row, x):
    """Fill x with the velocities that a unit impulse along a row causes, joints included; return the row's rate."""
    block_ptr, block_body, J, Z, y = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.Z(H), tb.y(H)
    for b in range(x.shape[0]):
        for n in range(x.shape[1]):
            x[b, n] = 0.0
    for k in range(block_ptr[row], block_ptr[row + 1]):
        for n in range(x.shape[1]):
            x[block_body[k], n] += Z[k, n]
    for i in range(y.size):
        y[i] = 0.0
        for k in range(block_ptr[i], block_ptr[i + 1]):
            for n in range(x.shape[1]):
                y[i] -= J[k, n] * x[block_body[k], n]
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
    add_rows(block_ptr, block_body, Z, y, x)
    rate = 0.0
    for k in range(block_ptr[row], block_ptr[row + 1]):
        for n in range(x.shape[1]):
            rate += J[k, n] * x[block_body[k], n]
    return rate


@inline
def strike(H, i, rest):
    """Let contact switch i rebound: x becomes the change of the velocities. Returns whether it stays closed instead.

    Newton's law of impact, g'(after) = -e g'(before), by an impulse along the row; below the speed `rest` there
    is no rebound.
    """
    switch, x = tb.switches(H)[i], tb.x(H)
    before = tb.M(H)[switch.measure, 1]
    back = -switch.restitution * before
    stays = abs(back) <= rest
    if stays:
        back = 0.0
    rate = response(H, switch.row, x)
    factor = (back - before) / rate if rate > 0.0 else 0.0
    for b in range(x.shape[0]):
        for n in range(x.shape[1]):
            x[b, n] *= factor
    return stays
