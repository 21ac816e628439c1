"""Bringing a state back to the constraints by the smallest change in the metric at hand."""

from collections import namedtuple

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import carry
from ..geometry.features import displace
from ..kinematics.motion import at_time, factor, linearise
from ..kinematics.rows import residuals
from ..linear.linear import clear, step
from ..tables import fields as tb

Rule = namedtuple(
    "Rule",
    [
        "first",  #    largest scaled residual that is left as it is before any correction
        "enough",  #   and after one
        "rounding",  # where a residual below this does not fall by much, rounding is all there is
        "open",  #     residual of joints that are not to be closed from here
        "renewals",  # so often the factorisation may be renewed
        "limit",  #    most corrections
    ],
)
"""When Newton's iteration onto the constraints stops.

The closing of joints from afar (`kinematics.assembly`) needs damping and a norm that falls, and a driven motion
(`runs.displacement`) positions without rates and a bound on its way: they have iterations of their own."""


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
    worst = wanted(H, t, order)
    clear(tb.x(H))
    step(H, tb.x(H))
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
def approach(H, t, order, rule):
    """Bring positions (order 0) or velocities (1) to the constraints by Newton's iteration, as far as the rule says.

    The factorisation at hand is that of the last stage, near enough to contract by many orders; it is renewed when it
    does not. Returns the largest residual left, scaled, or -1 when the joints stay open.
    """
    last, worst, renewed = 1e300, 0.0, 0
    for k in range(rule.limit):
        worst = answer(H, t, order)
        if worst <= (rule.first if k == 0 else rule.enough):
            break
        if not (worst < rule.open) or (k > 8 and worst > 1e-6):
            return -1.0
        if worst > 0.1 * last:
            if worst < rule.rounding or renewed == rule.renewals:
                break
            renew(H, t)
            answer(H, t, order)
            renewed += 1
        follow(H, order)
        carry(H)
        last = worst
    return worst


@stage("fifff")
def project(H, t, closed, open_limit):
    """Bring pose and velocity back to the constraints; return the residual left, or -1 when they stay open.

    The factorisation is renewed at once next to a singular position, where it changes quickly. Velocities are brought
    to `closed` of the quickest turn met so far, or to rounding; where pivots are large one correction is for free.
    """
    if tb.rows(H).size == 0:
        return 0.0
    at_time(H, t)
    carry(H)
    near = tb.info(H)[1] < tb.control(H)[0].near
    if near or tb.tree(H).size > 0:
        renew(H, t)  # the nodes of a tree have moved on from where the last stage factored
    worst = approach(H, t, 0, Rule(closed, closed, 1e-12, open_limit, 12, 12))
    if worst < 0.0:
        return -1.0
    if near:
        renew(H, t)
    loose = not near and tb.info(H)[0] > 1e-3
    keep_up(H, t, max(closed, 1e-15) if loose else 1e-15, 0 if near else 1)
    return worst


@inline
def keep_up(H, t, enough, renewals):
    """Bring velocities to the constraints, to `enough` of the quickest turn met so far or to rounding."""
    quickest = tb.control(H)[0].spin
    approach(H, t, 1, Rule(1e-15 * quickest, enough * quickest, 0.0, 1e300, renewals, 8))


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
