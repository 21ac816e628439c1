"""Energy and power: what is stored in masses, gravity and springs, and what other forces and drivers put in."""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.nearest import value_of
from ..geometry.spatial import rotation
from ..tables import fields as tb
from .loads import ALONG, COMBINED, FORCE, combined_slope
from .switches import slip_power


@stage("fi")
def kinetic_energy(H):
    """Return the kinetic energy of all bodies."""
    masses, q, V = tb.masses(H), tb.q(H), tb.V(H)
    planar = tb.x(H).shape[1] == 3
    total = 0.0
    for b in range(q.shape[0]):
        I = masses[b].inertia
        total += masses[b].mass * (V[b, 0, 0] ** 2 + V[b, 0, 1] ** 2 + V[b, 0, 2] ** 2)
        if planar:
            total += I[2, 2] * V[b, 0, 5] ** 2
            continue
        xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        wx, wy, wz = V[b, 0, 3], V[b, 0, 4], V[b, 0, 5]
        ux, uy, uz = xx * wx + yx * wy + zx * wz, xy * wx + yy * wy + zy * wz, xz * wx + yz * wy + zz * wz
        total += ux * (I[0, 0] * ux + I[0, 1] * uy + I[0, 2] * uz) + uy * (I[1, 0] * ux + I[1, 1] * uy + I[1, 2] * uz)
        total += uz * (I[2, 0] * ux + I[2, 1] * uy + I[2, 2] * uz)
    return 0.5 * total


@inline
def load_potential(H, load):
    """Return the potential energy of a load: of a spring along a measure, with its preload."""
    if load.kind != ALONG or load.stiffness == 0.0:
        return 0.0
    value = value_of(H, load.measure)
    stretch = value - load.free
    return -load.constant * value - 0.5 * load.stiffness * stretch * stretch


@stage("fi")
def potential_energy(H):
    """Return the potential energy of gravity and of the loads that have one."""
    masses, q, g, loads = tb.masses(H), tb.q(H), tb.gravity(H), tb.loads(H)
    total = 0.0
    for b in range(q.shape[0]):
        total -= masses[b].mass * (g[0] * q[b, 0] + g[1] * q[b, 1] + g[2] * q[b, 2])
    for i in range(loads.size):
        total += load_potential(H, loads[i])
    return total


@inline
def point_rate(H, f, u):
    """Return the velocity of point f along vector u."""
    X = tb.X(H)
    return X[f, 1, 0] * X[u, 0, 0] + X[f, 1, 1] * X[u, 0, 1] + X[f, 1, 2] * X[u, 0, 2]


@inline
def turn_rate(H, f, u):
    """Return the angular velocity of the body of feature f along vector u."""
    X, V, b = tb.X(H), tb.V(H), tb.features(H)[f].body
    if b < 0:
        return 0.0
    return V[b, 0, 3] * X[u, 0, 0] + V[b, 0, 4] * X[u, 0, 1] + V[b, 0, 5] * X[u, 0, 2]


@inline
def load_rate(H, load):
    """Return the rate on which a load works."""
    if load.kind == ALONG:
        return tb.measured(H)[load.measure, 1]
    if load.kind == COMBINED:
        rate = 0.0
        for i in range(load.a, load.b):
            rate += combined_slope(H, load, i) * tb.measured(H)[tb.inputs(H)[i, 0], 1]
        return rate
    if load.kind == FORCE:
        return point_rate(H, load.b, load.u) - point_rate(H, load.a, load.u)
    return turn_rate(H, load.b, load.u) - turn_rate(H, load.a, load.u)


@inline
def row_rate(H, i):
    """Return J v of row i: the rate on which its multiplier works, which is not zero where time moves the row."""
    block_ptr, block_body, J, V = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.V(H)
    planar = J.shape[1] == 3
    rate = 0.0
    for k in range(block_ptr[i], block_ptr[i + 1]):
        v = V[block_body[k], 0]
        rate += J[k, 0] * v[0] + J[k, 1] * v[1]
        if planar:
            rate += J[k, 2] * v[5]
        else:
            rate += J[k, 2] * v[2] + J[k, 3] * v[3] + J[k, 4] * v[4] + J[k, 5] * v[5]
    return rate


@stage("fi")
def dissipated_power(H):
    """Return the power of drivers and of all that has no potential, at the state of the last `accelerate`."""
    loads, values, rows, lam = tb.loads(H), tb.values(H), tb.rows(H), tb.lam(H)
    total = 0.0
    for i in range(loads.size):
        load = loads[i]
        value = values[i]
        if load.kind == ALONG and load.stiffness != 0.0:
            if load.program < 0 and load.damping == 0.0:
                continue
            value -= load.constant + load.stiffness * (value_of(H, load.measure) - load.free)
        total += value * load_rate(H, load)
    switches, rubbing = tb.switches(H), tb.rubbing(H)
    for i in range(switches.size):
        if rubbing[i] != 0.0:
            total += slip_power(H, i)
    for i in range(rows.size):
        if rows[i].function >= 0 or rows[i].program >= 0:
            total += lam[i] * row_rate(H, i)
    return total
