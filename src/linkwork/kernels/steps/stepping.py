"""One step of a Runge-Kutta method: its stages, its error, its end on the constraints.

After every accepted step positions and velocities are brought back to the constraints by the smallest change in the
metric of the masses, with the factorisation of the last stage.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.balance import note_unmet
from ..dynamics.energy import kinetic_energy, potential_energy
from ..dynamics.switches import renew_ways
from ..geometry.nearest import turned_by
from ..kinematics.turns import count_turns, expect_turns, set_out
from ..tables import fields as tb
from ..tables.statuses import FAILED
from .cauchy_euler import move_on
from .diagonal import FOUND, change_rates, diagonal, solve_stage
from .implicit import implicit_step
from .output import remember
from .projecting import correct, note_slip, project, worst_residual
from .rates import rates, unit_of
from .singular import dips, note_root
from .state import pack, unpack

NONE, BAUMGARTE, CORRECTION, PROJECTION = 0, 1, 2, 3
"""Kinds of stabilisation."""

LANDED, GAPING, LEAPING, LEAKING = 0, 1, 2, 3
"""A step ended well; its joints stay open; its energy jumped; energy goes from step to step, however short they are."""

LEAPS = 100.0
"""Energy unaccounted for, as a multiple of what a step may leave, that shorter steps have not kept: they will not."""

TIGHT = 1e-15
"""Joints are closed to this next to a singular position, where gaps divided by the distance make velocities."""

LEFT, ROUNDING = 1e-3, 1e-11
"""Share of what a projection takes out next to a singular position that is in the motion too, as far as measured; and
the smallest error there that tells more than rounding, which is magnified."""

LEAST = 1e-12
"""Smallest error that a step next to a singular position is held to."""

AGAIN = 3.0
"""More steps refused in a row than this next to a singular position: rounding refuses them."""

ON = 1e-9
"""A pivot below this is so near a singular position that projecting is left alone."""

FIFTH, THIRD, NEXT = 13, 14, 15
"""Rows of K for the two estimates of the error, and for the rates at the end of a step that is not yet accepted."""


@inline
def combine(s0, h, weights, count, K, s):
    """Fill s = s0 + h sum_j weights[j] K[j]."""
    for i in range(s.size):
        s[i] = s0[i]
    for j in range(count):
        w = h * weights[j]
        if w != 0.0:
            k = K[j]
            for i in range(s.size):
                s[i] += w * k[i]


@inline
def estimate(H, h):
    """Fill K[FIFTH], K[THIRD] with the differences of the state s from those of the embedded formulas."""
    K, E, count = tb.K(H), tb.rk_e(H), int(tb.control(H)[0].count)
    for i in range(K.shape[1]):
        e5, e3 = 0.0, 0.0
        for j in range(count):
            e5 += E[0, j] * K[j, i]
            e3 += E[1, j] * K[j, i]
        K[FIFTH, i], K[THIRD, i] = h * e5, h * e3


@inline
def size_of_error(H):
    """Return the size of the last estimates relative to the tolerance (Hairer's norm for the pair of them)."""
    K = tb.K(H)
    first, second, size = 0.0, 0.0, K.shape[1] - 1
    for i in range(size):
        unit = unit_of(H, i)
        first += (K[FIFTH, i] / unit) ** 2
        second += (K[THIRD, i] / unit) ** 2
    if first == 0.0:
        return 0.0
    return first / sqrt((first + 0.01 * second) * size) / tb.control(H)[0].tol


@inline
def settle(H, t, state):
    """Bring the state at an address to the constraints; return whether that could be done."""
    if unpack(H, state) != 0 or project(H, t, TIGHT, 0.1) < 0.0:
        return False
    pack(H, state)
    return True


@inline
def settled_error(H, t):
    """Return the error of the step to t that is left once its end is on the constraints, as `size_of_error`, or -1.

    Next to a singular position rounding and the errors of the stages make accelerations wrong along the direction that
    the constraints are about to lose. It is at right angles to the motion in the metric of the masses, so that the
    projection takes all of it out but its square, and as much as that direction has turned on the way.
    """
    K, s = tb.K(H), tb.s(H)
    for i in range(s.size):
        K[FIFTH, i], K[THIRD, i], K[NEXT, i] = s[i] - K[FIFTH, i], s[i] - K[THIRD, i], s[i]
    for row in (THIRD, FIFTH, NEXT):
        if not settle(H, t, K[row].ctypes.data):
            return -1.0
    taken = 0.0
    for i in range(s.size - 1):
        K[FIFTH, i], K[THIRD, i] = K[NEXT, i] - K[FIFTH, i], K[NEXT, i] - K[THIRD, i]
        taken += ((K[NEXT, i] - s[i]) / unit_of(H, i)) ** 2
    taken = sqrt(taken / (s.size - 1))
    left = max(LEFT * taken, 10.0 * taken * taken)
    return max(size_of_error(H) * tb.control(H)[0].tol, left)


@inline
def error_beside(H, t):
    """Return the error of a step to t that comes near a singular position, relative to the tolerance, or -1.

    A tolerance below what rounding leaves there is raised: a little for this step, for good once steps are refused
    again and again. The shorter they are, the nearer they come to the singular position instead of leaping across.
    """
    control = tb.control(H)[0]
    error = settled_error(H, t)
    if error > control.tol and control.tol < ROUNDING:
        control.refused += 1.0 if error > LEAST else 0.0
        if control.refused > AGAIN:
            control.tol, control.raised = ROUNDING, ROUNDING
        elif error <= LEAST:
            control.raised = max(control.raised, error)
    return error / max(control.tol, LEAST)


@stage("iiff")
def note_speeds(H, h, length):
    """Keep the largest velocities met so far: errors of velocities are measured against them.

    A turn counts as fast as its points move: neither kind of velocity is held to less than the other.
    """
    V, x, control = tb.V(H), tb.x(H), tb.control(H)[0]
    planar = x.shape[1] == 3
    speed, spin = control.speed, control.spin
    for b in range(x.shape[0]):
        for i in range(3):
            speed = max(speed, abs(V[b, 0, i]))
            spin = max(spin, abs(V[b, 0, 3 + i]))
        for i in range(2 if planar else 3):
            speed = max(speed, h * abs(x[b, i]))
            spin = max(spin, h * abs(x[b, (2 if planar else 3 + i)]))
    control.speed, control.spin = max(speed, spin * length), max(spin, speed / length)
    return 0


@inline
def end_rates(H, h):
    """Write the rates of the state s at the end of a step of h to K[NEXT]; return 0 or a status.

    Of an implicit method: those of its last stage, changed as one more iteration there would.
    """
    K, control = tb.K(H), tb.control(H)[0]
    t, g, last = control.time + h, h * diagonal(H), int(control.count) - 1
    if g == 0.0:
        return rates(H, t, tb.s(H).ctypes.data, K[NEXT].ctypes.data)
    status = rates(H, t, tb.s(H).ctypes.data, K[FOUND].ctypes.data)
    for i in range(K.shape[1]):
        K[NEXT, i] = K[last, i]
    change_rates(H, t, g, K[FOUND], K[NEXT])
    for i in range(K.shape[1] - 1 - tb.x(H).size):
        K[NEXT, i] = K[FOUND, i]
    return status


@inline
def stage_rates(H, i, h):
    """Find the rates K[i] of stage i of a step of h, s being where the stages before lead; return 0 or a status."""
    control, A = tb.control(H)[0], tb.rk_a(H)
    t = control.time + tb.rk_c(H)[i] * h
    if A[i, i] > 0.0:
        return solve_stage(H, i, t, h * A[i, i])
    return rates(H, t, tb.s(H).ctypes.data, tb.K(H)[i].ctypes.data)


@stage("fif")
def attempt(H, h):
    """Compute the stages of a step of h and the new state s; return its error relative to the tolerance.

    A negative result is a status with its sign changed: it cannot be done.

    control.lowest, control.root, control.rate tell how near a singular position it came.
    """
    K, s, s0, control, A, B, C = tb.K(H), tb.s(H), tb.s0(H), tb.control(H)[0], tb.rk_a(H), tb.rk_b(H), tb.rk_c(H)
    if control.count == 0.0:
        return implicit_step(H, h)
    t = control.time
    control.lowest, control.root, control.rate = 1.0, 1.0, 0.0
    for i in range(1, int(control.count)):
        combine(s0, h, A[i], i, K, s)
        if i == 1:
            set_out(H, C[i] * h)
        else:  # contacts are followed from stage to stage
            expect_turns(H, C[i] * h)
        status = stage_rates(H, i, h)
        if status != 0:
            return -float(status if status > FAILED else FAILED)
        note_root(H, (C[i] - C[i - 1]) * h)
    combine(s0, h, B, int(control.count), K, s)
    if control.constant > 0.0 and move_on(H, h) != 0:
        return -float(FAILED)
    if control.adaptive == 0:
        total = 0.0
        for i in range(s.size):
            total += s[i] - s[i]
        return 0.0 if total == 0.0 else -float(FAILED)
    estimate(H, h)
    error = size_of_error(H)
    if error > 1.0 and control.lowest < control.near:
        error = error_beside(H, t + h)
    return error if error >= 0.0 and error < 1e300 else -float(FAILED)


@inline
def close_joints(H, t):
    """Bring the state at hand to the constraints as the run is to be stabilised; return the gap left, -1 if none is."""
    control, pivot = tb.control(H)[0], tb.info(H)[1]
    if control.stabilise == CORRECTION:
        return correct(H, t, control.closed, 0.1)
    if control.stabilise == PROJECTION and pivot > ON:
        return project(H, t, control.closed if pivot > control.near else TIGHT, 0.1)
    return 0.0


@inline
def account(H, t, work):
    """Balance the energy of the state at hand against the work done; return LANDED, LEAPING or LEAKING.

    |T + V - (T + V) at the start - work| is kept as control.drift, the largest T as control.most.
    """
    control, kinetic = tb.control(H)[0], kinetic_energy(H)
    balance = abs(kinetic + potential_energy(H) - control.energy - work)
    jump = 1e4 * max(control.tol, 1e-11) * max(control.most, kinetic) + 1e-12 * abs(control.energy)
    explicit = control.count > 0.0 and diagonal(H) == 0.0  # an implicit method damps what it does not resolve
    if explicit:
        note_unmet(H, t)
    if explicit and control.adaptive and balance > control.drift + jump:
        return LEAPING if control.drift < LEAPS * jump else LEAKING
    control.most, control.drift = max(control.most, kinetic), max(control.drift, balance)
    return LANDED


@stage("iif")
def land(H, h):
    """Project the state s at the end of a step and find its rates; return LANDED, or why it cannot stay.

    A step that leaves more energy unaccounted for than its tolerance explains went wrong, near a singular position.
    Where shorter ones do so again and again, the joints let a velocity pass, and no acceleration keeps them closed.
    """
    control, s = tb.control(H)[0], tb.s(H)
    t = control.time + h
    if unpack(H, s.ctypes.data) != 0 or close_joints(H, t) < 0.0:
        return GAPING
    pack(H, s.ctypes.data)
    expect_turns(H, h)
    if control.count > 0.0 and end_rates(H, h) != 0:  # whole implicit steps find the rates by themselves
        return GAPING
    gap, at = worst_residual(H, t, 0)
    if not gap < 1.0:
        return GAPING
    landed = account(H, t, s[s.size - 1])
    if landed != LANDED:
        return landed
    if gap > control.gap:
        control.gap, control.gap_at = gap, at + 1.0
    if control.stabilise == CORRECTION or control.stabilise == PROJECTION:
        note_slip(H, t)
    return LANDED


@stage("iif")
def commit(H, h):
    """Make the state where the last step landed the present one; return 1 if a singular position may lie behind."""
    control, s, s0, angles, K = tb.control(H)[0], tb.s(H), tb.s0(H), tb.angles(H), tb.K(H)
    if tb.x(H).shape[1] == 3:
        q, before = tb.q(H), tb.past(H)[1]
        for b in range(angles.shape[1]):
            angles[1, b] = angles[0, b]
            angles[0, b] += turned_by(before[4 * b + 2], before[4 * b + 3], q[b, 3], q[b, 6])
    for i in range(s.size):
        s0[i] = s[i]
        K[0, i] = K[NEXT, i]
    control.time += h
    control.refused = 0.0
    count_turns(H)
    note_speeds(H, 0.0, control.length)
    if tb.switches(H).size > 0:
        renew_ways(H)
    remember(H, control.time)
    tb.counts(H)[0].steps += 1
    return 1 if dips(H) else 0
