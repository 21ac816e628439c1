"""Bringing a state back to the constraints by the smallest change in the metric at hand."""

from __future__ import annotations

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import carry
from ..geometry.features import displace
from ..kinematics.motion import at_time, factor, linearise
from ..kinematics.rows import residuals
from ..linear.linear import add_rows, back_substitute
from ..tables import fields as tb


@inline
def worst_residual(H, t, order):
    """Fill y with the residuals of this order at the last `carry`; return the largest, scaled, and its row."""
    rows, y = tb.rows(H), tb.y(H)
    residuals(H, t, order, y)
    worst, found = 0.0, -1
    for i in range(y.size):
        if not rows[i].scale * abs(y[i]) <= worst:
            worst, found = rows[i].scale * abs(y[i]), i
    return worst, found


@inline
def wanted(H, t, order):
    """Fill y with the residuals of this order to be removed, and return the largest, scaled."""
    y, (worst, _) = tb.y(H), worst_residual(H, t, order)
    for i in range(y.size):
        y[i] = -y[i]
    return worst


@stage("fifi")
def answer(H, t, order):
    """Find the smallest change that removes the residuals of this order, with the factorisation at hand.

    Returns the largest residual, scaled. Like `renew` and `follow` this is for reference-point coordinates; others have
    their own in the table of addresses.
    """
    x, y = tb.x(H), tb.y(H)
    worst = wanted(H, t, order)
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            x[b, i] = 0.0
    back_substitute(tb.col_row(H), tb.col_of(H), tb.L(H), tb.D(H), y)
    add_rows(tb.block_ptr(H), tb.block_body(H), tb.Z(H), y, x)
    return worst


@stage("iif")
def renew(H, t):
    """Factor the rows at the state of the last `carry`."""
    linearise(H, t, tb.q(H).ctypes.data)
    return factor(H, 0.0)


@stage("iii")
def follow(H, order):
    """Change positions (order 0) or velocities (1) by the last `answer`."""
    if order == 0:
        displace(tb.q(H), tb.x(H), 1.0)
    else:
        add_velocity(H, tb.x(H))
    return 0


@inline
def note_slip(H, t):
    """Keep the largest residual of velocities at the steps of a run, relative to the quickest turn, and its row."""
    control = tb.control(H)[0]
    slip, at = worst_residual(H, t, 1)
    slip /= max(control.spin, 1e-300)
    if not slip <= control.slip:
        control.slip, control.slip_at = slip, at + 1.0


@inline
def add_velocity(H, x):
    """Add x to the velocities."""
    V = tb.V(H)
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        if planar:
            V[b, 0, 0] += x[b, 0]
            V[b, 0, 1] += x[b, 1]
            V[b, 0, 5] += x[b, 2]
        else:
            for i in range(6):
                V[b, 0, i] += x[b, i]


@inline
def close_velocities(H, t, closed, near):
    """Bring the velocities back to the constraints: to `closed` of the quickest turn met so far, or to rounding.

    Where the positions have just moved far, the factorisation at hand does not contract; it is then renewed once.
    """
    loose = not near and tb.info(H)[0] > 1e-3
    quickest = tb.control(H)[0].spin
    last, fresh, enough = 1e300, near, 1e-15 * quickest
    for _ in range(8):
        worst = answer(H, t, 1)
        if worst <= enough:
            break
        if loose:  # one correction is for free
            enough = max(closed, 1e-15) * quickest
        if worst > 0.1 * last:
            if fresh:
                break
            renew(H, t)
            answer(H, t, 1)
            fresh = True
        follow(H, 1)
        carry(H)
        last = worst


@stage("fifff")
def project(H, t, closed, open_limit):
    """Bring pose and velocity back to the constraints; return the residual left, or -1 when they stay open.

    The factorisation at hand is that of the last stage, near enough to contract by many orders; it is renewed
    when it does not, and at once next to a singular position, where it changes quickly.
    """
    if tb.rows(H).size == 0:
        return 0.0
    at_time(H, t)
    carry(H)
    near = tb.info(H)[1] < tb.control(H)[0].near
    if near or tb.tree(H).size > 0:
        renew(H, t)  # the nodes of a tree have moved on from where the last stage factored
    last, worst = 1e300, 0.0
    for k in range(12):
        worst = answer(H, t, 0)
        if worst <= closed:
            break
        if not (worst < open_limit) or (k > 8 and worst > 1e-6):
            return -1.0
        if worst > 0.1 * last:
            if worst < 1e-12:
                break
            renew(H, t)
            answer(H, t, 0)
        follow(H, 0)
        carry(H)
        last = worst
    if near:
        renew(H, t)
    close_velocities(H, t, closed, near)
    return worst


@inline
def weigh_alike(H):
    """Make all freedoms weigh alike, a turn as much as the shift of a point at the mechanism's length from its axis."""
    weight, turning, length = tb.weight(H), tb.turning(H), tb.control(H)[0].length
    turn = 1.0 / (length * length)
    for b in range(weight.shape[0]):
        for i in range(weight.shape[1]):
            weight[b, i] = 1.0 if i < (2 if weight.shape[1] == 3 else 3) else turn
    for b in range(turning.shape[0]):
        for i in range(3):
            for j in range(3):
                turning[b, i, j] = turn if i == j else 0.0


@inline
def weigh_masses(H):
    """Make the masses the weights again; `accelerate` renews the inertias in space."""
    weight, masses = tb.weight(H), tb.masses(H)
    planar = weight.shape[1] == 3
    for b in range(weight.shape[0]):
        for i in range(2 if planar else 3):
            weight[b, i] = masses[b].ease
        if planar:
            weight[b, 2] = masses[b].turn_ease[2, 2]


@stage("fifff")
def correct(H, t, closed, open_limit):
    """Direct violation correction: dq = -Phi_q^+ Phi and dv = -Phi_q^+ Phi', the smallest changes of the coordinates.

    Returns the residual left, or -1 when the joints stay open.
    """
    weigh_alike(H)
    at_time(H, t)
    carry(H)
    linearise(H, t, tb.q(H).ctypes.data)
    factor(H, 0.0)
    left = project(H, t, closed, open_limit)
    weigh_masses(H)
    return left
