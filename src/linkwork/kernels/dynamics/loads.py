"""Forces and torques applied to the bodies."""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.measures import HEADING
from ..geometry.nearest import value_of
from ..geometry.vectors import cross
from ..programs.interpret import interpret, load_time
from ..programs.program import store
from ..tables import fields as tb

ALONG, FORCE, TORQUE, COMBINED = 0, 1, 2, 3
"""Kinds of load: works on the rate of a measure; force at a point; torque on a body; works on the rate of a length made
of several measures."""


@inline
def push(features, f, q, X, x, y, z, force):
    """Add the force (x, y, z) at feature f to the body it belongs to; at a vector it acts as a moment."""
    b = features[f].body
    if b < 0:
        return
    px, py, pz = X[f, 0, 0], X[f, 0, 1], X[f, 0, 2]
    if features[f].vector == 0:
        px, py, pz = px - q[b, 0], py - q[b, 1], pz - q[b, 2]
        force[b, 0] += x
        force[b, 1] += y
        if force.shape[1] == 6:
            force[b, 2] += z
    mx, my, mz = cross((px, py, pz), (x, y, z))
    twist(force, b, mx, my, mz)


@inline
def twist(force, b, x, y, z):
    """Add the moment (x, y, z) to body b."""
    if b < 0:
        return
    if force.shape[1] == 3:
        force[b, 2] += z
    else:
        force[b, 3] += x
        force[b, 4] += y
        force[b, 5] += z


@inline
def fill_variables(H, t, load):
    """Fill the variables of a load's program, as constants."""
    measured, variables, inputs = tb.measured(H), tb.variables(H), tb.inputs(H)
    load_time(t, variables)
    for i in range(load.first, load.last):
        n = 1 + i - load.first
        m = inputs[i, 0]
        variables[n, 0] = measured[m, 1] if inputs[i, 1] == 1 else value_of(H, m)
        variables[n, 1], variables[n, 2], variables[n, 3] = 0.0, 0.0, 0.0


@inline
def load_value(H, t, load):
    """Return the value of a load, and a status."""
    value = load.constant
    if load.measure >= 0:
        if load.stiffness != 0.0:
            value += load.stiffness * (value_of(H, load.measure) - load.free)
        value += load.damping * tb.measured(H)[load.measure, 1]
    if load.program < 0:
        return value, 0
    fill_variables(H, t, load)
    status = interpret(H, load.program, 0)
    return value + tb.stack(H)[0, 0], status


@inline
def program_slope(H, t, load, i):
    """Return the derivative of the value of a load's program by input i."""
    variables = tb.variables(H)
    fill_variables(H, t, load)
    variables[0, 1] = 0.0
    variables[1 + i - load.first, 1] = 1.0
    interpret(H, load.program, 1)
    return tb.stack(H)[0, 1]


@inline
def load_slopes(H, t, load):
    """Return the derivatives of the value of a load by its own measure and by the rate of that measure."""
    stiffness, damping = load.stiffness, load.damping
    if load.program >= 0:
        inputs = tb.inputs(H)
        for i in range(load.first, load.last):
            if inputs[i, 0] == load.measure:
                slope = program_slope(H, t, load, i)
                if inputs[i, 1] == 1:
                    damping += slope
                else:
                    stiffness += slope
    return stiffness, damping


@inline
def push_along(H, i, value, force):
    """Add a force of this value along measure i: on every feature along its gradient."""
    measures, features, q, X, G = tb.measures(H), tb.features(H), tb.q(H), tb.X(H), tb.G(H)
    for slot in range(4):
        f = measures[i].f0 if slot == 0 else measures[i].f1 if slot == 1 else measures[i].f2
        if slot == 3:
            if measures[i].kind < HEADING:
                break
            f = measures[i].f3
        push(features, f, q, X, value * G[i, slot, 0], value * G[i, slot, 1], value * G[i, slot, 2], force)


@inline
def combined_slope(H, load, i):
    """Return the derivative of the length that a combined load works on by the measure at input i."""
    variables, inputs, stack = tb.variables(H), tb.inputs(H), tb.stack(H)
    load_time(0.0, variables)
    variables[0, 1] = 0.0
    for n in range(load.a, load.b):
        store(variables, 1 + n - load.a, (value_of(H, inputs[n, 0]), 1.0 if n == i else 0.0, 0.0, 0.0))
    interpret(H, load.u, 1)
    return stack[0, 1]


@inline
def apply_load(H, load, value, force):
    """Add a load of this value to the forces on its bodies."""
    features, q, X = tb.features(H), tb.q(H), tb.X(H)
    if load.kind == ALONG:
        push_along(H, load.measure, value, force)
        return
    if load.kind == COMBINED:
        for i in range(load.a, load.b):
            push_along(H, tb.inputs(H)[i, 0], value * combined_slope(H, load, i), force)
        return
    x, y, z = value * X[load.u, 0, 0], value * X[load.u, 0, 1], value * X[load.u, 0, 2]
    if load.kind == FORCE:
        push(features, load.b, q, X, x, y, z, force)
        push(features, load.a, q, X, -x, -y, -z, force)
    else:
        twist(force, features[load.b].body, x, y, z)
        twist(force, features[load.a].body, -x, -y, -z)


@stage("iif")
def apply_loads(H, t):
    """Evaluate every load at the state of the last `carry` and add it to the forces; return 0 or a status."""
    loads, values, force = tb.loads(H), tb.values(H), tb.force(H)
    status = 0
    for i in range(loads.size):
        value, code = load_value(H, t, loads[i])
        values[i] = value
        status = max(status, code)
        apply_load(H, loads[i], value, force)
    return status
