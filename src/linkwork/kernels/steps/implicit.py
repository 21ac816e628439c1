"""One step of the generalised-alpha method, for stiff models.

Chung and Hulbert's method on the Lie group of poses (Arnold and Bruls 2007; Bruls, Cardona and Arnold 2012). With
A = v' the acceleration, which satisfies the equations of motion, and a the acceleration-like variable of the method:

    (1 - am) a1 + am a0 = (1 - af) A1 + af A0
    v1 = v0 + h ((1 - gamma) a0 + gamma a1)
    q1 = exp(h v0 + h^2 ((1/2 - beta) a0 + beta a1)) q0,  then moved by d = M^-1 J^T eta
    M A1 = Q(q1, v1, t1) + J^T lam,   Phi(q1, t1) = 0,   Phi'(q1, v1, t1) = 0

Positions and velocities both satisfy the constraints (stabilised index 2, Gear, Gupta and Leimkuhler 1985): in the
index 3 form the multipliers lose an order whenever the step changes, and velocities drift off the constraints.

Newton's iteration solves for the change of A1 (gamma' = gamma (1 - af) / (1 - am), beta' alike)

    [ M + beta' h^2 K + gamma' h C   -J^T ] [ dA   ]   [ Q + J^T lam - M A ]
    [ J                                0  ] [ dlam ] = [ -Phi' / (gamma' h)]

with K and C of the forces that act along a measure, as rows beside the constraints (`compliant`). Stiffness that stems
from turning gradients and from gyroscopic moments is left out of the matrix; it slows the iteration down but does not
change its result.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.dynamics import carry, start_forces
from ..dynamics.energy import dissipated_power
from ..dynamics.joining import free_accelerations
from ..dynamics.light_bodies import add_lift, keep, lifted, unlift_change
from ..dynamics.loads import apply_loads
from ..dynamics.switches import push_slip, slide_force
from ..geometry.features import displace
from ..geometry.spatial import exponential
from ..kinematics.motion import at_time, factor, linearise
from ..kinematics.rows import residuals
from ..kinematics.turns import set_out
from ..linear.linear import add_rows, clear, remainder, step
from ..tables import fields as tb
from ..tables.statuses import FAILED, STUCK
from .compliant import count_loads, soften
from .predicting import BEFORE, NEW, PRESENT, SHIFT, SHUT, SMOOTH, SMOOTH_NEXT, newmark, predict, take_over
from .projecting import add_velocity, project
from .state import pack, pack_rates

NEXT = 15
"""Row of K for the rates at the end of the step, as in `integrate`."""

LIMIT = 15
"""Most iterations of a step."""

CLOSED = 1e-14
"""Largest scaled residual that a step leaves in the joints."""


@inline
def share(H):
    """Return da1/dA1."""
    return (1.0 - tb.control(H)[0].alpha_f) / (1.0 - tb.control(H)[0].alpha_m)


@inline
def move(H):
    """Fill the poses: those at the start of the step moved by SHIFT, then by SHUT."""
    q, s, K, x = tb.q(H), tb.s0(H), tb.K(H), tb.x(H)
    count, d = x.shape
    for b in range(count):
        i = d * b
        if d == 3:
            p = 4 * b
            q[b, 0], q[b, 1] = s[p] + K[SHIFT, i], s[p + 1] + K[SHIFT, i + 1]
            w, _, _, z = exponential(s[p + 2], 0.0, 0.0, s[p + 3], 0.0, 0.0, K[SHIFT, i + 2])
            q[b, 3], q[b, 6] = w, z
        else:
            p = 7 * b
            for k in range(3):
                q[b, k] = s[p + k] + K[SHIFT, i + k]
            q[b, 3], q[b, 4], q[b, 5], q[b, 6] = exponential(
                s[p + 3], s[p + 4], s[p + 5], s[p + 6], K[SHIFT, i + 3], K[SHIFT, i + 4], K[SHIFT, i + 5]
            )
        for k in range(d):
            x[b, k] = K[SHUT, i + k]
    displace(q, x, 1.0)


@inline
def forces(H, t):
    """Fill the forces on the bodies at the state of the last `carry`; return 0 or a status."""
    start_forces(H)
    status = apply_loads(H, t) if tb.loads(H).size > 0 else 0
    add_lift(H, tb.K(H)[NEW])
    switches, rubbing = tb.switches(H), tb.rubbing(H)
    for i in range(switches.size):
        rubbing[i] = slide_force(H, i)  # with the joint forces of the last iteration
        push_slip(H, i, rubbing[i])
    return status


@inline
def solve_for(H, c, x):
    """Change x by the least, masses and compliant rows counted, that gives J x = c; the multipliers are left in y."""
    remainder(H, c, x, tb.y(H))
    step(H, x)


@inline
def linearised(H, t, h):
    """Fill the forces, residuals (velocity in rhs, position in Phi) and the factorisation; return 0 or a status."""
    move(H)
    carry(H)
    residuals(H, t, 1, tb.rhs(H))
    residuals(H, t, 0, tb.Phi(H))
    status = forces(H, t)
    beta, gamma = newmark(H)
    soften(H, t, beta * share(H) * h * h, gamma * share(H) * h)
    linearise(H, t, tb.q(H).ctypes.data)
    count_loads(H, True)
    factor(H, 0.0)
    tb.counts(H)[0].evaluations += 1
    return status


@inline
def change_accelerations(H, step):
    """Fill x with dA and update the multipliers; `step` is gamma' h."""
    rows, x, rhs, lam, y, A = tb.rows(H), tb.x(H), tb.rhs(H), tb.lam(H), tb.y(H), tb.K(H)[NEW]
    d = x.shape[1]
    for i in range(rows.size):
        rhs[i] = -rhs[i] / step
        if rows[i].load >= 0:
            lam[i] = 0.0
    free_accelerations(H, x)
    add_rows(H, tb.Z(H), lam, x)
    for b in range(x.shape[0]):
        for k in range(d):
            x[b, k] -= A[d * b + k]
    solve_for(H, rhs, x)
    for i in range(rows.size):
        if rows[i].load < 0:
            lam[i] += y[i]
    if lifted(H):
        keep(H, x, 0.0)
        unlift_change(H, x, lam)


@inline
def iterate(H, t, h):
    """Do one iteration; return the size of the change relative to length and speed, or infinity."""
    control, K, x, rhs, Phi = tb.control(H)[0], tb.K(H), tb.x(H), tb.rhs(H), tb.Phi(H)
    length = control.length
    beta, gamma = newmark(H)
    by_velocity, by_shift = gamma * share(H) * h, beta * share(H) * h * h
    if linearised(H, t, h) != 0:
        return 1e300
    change_accelerations(H, by_velocity)
    size = 0.0
    count, d = x.shape
    shifts = 2 if d == 3 else 3
    for b in range(count):
        for k in range(d):
            i = d * b + k
            change = x[b, k]
            K[NEW, i] += change
            K[SHIFT, i] += by_shift * change
            size = max(size, abs(by_shift * change) / (length if k < shifts else 1.0))
            size = max(size, abs(by_velocity * change) / (control.speed if k < shifts else control.spin))
            x[b, k] = by_velocity * change
    add_velocity(H, x)
    # what dA leaves of the gaps, J (beta' h^2 dA) = beta' h^2 rhs, is closed by d
    for i in range(rhs.size):
        rhs[i] = -Phi[i] - by_shift * rhs[i]
    clear(x)
    solve_for(H, rhs, x)
    count_loads(H, False)
    for b in range(count):
        for k in range(d):
            K[SHUT, d * b + k] += x[b, k]
            size = max(size, abs(x[b, k]) / (length if k < shifts else 1.0))
    return size if size >= 0.0 else 1e300


@inline
def allowed(H):
    """Return the error that a step may leave: tolerance^(3/2).

    A method of order two leaves h^3 in each of 1/h steps. Held to tolerance^(3/2) each, these are tolerance^(-1/2) many
    and add up to the tolerance.
    """
    return tb.control(H)[0].tol ** 1.5


@inline
def converge(H, t, h):
    """Iterate until what is left is a small part of the tolerance; return whether that was reached."""
    enough = max(1e-2 * allowed(H), 1e-13)
    last = 1e300
    for k in range(LIMIT):
        size = iterate(H, t, h)
        if not (size < 1e300):
            return False
        ratio = size / last if k > 0 else 0.1
        if size <= enough or (ratio < 0.9 and size * ratio / (1.0 - ratio) <= enough):
            return True
        if k > 1 and ratio > 0.9:
            return False
        last = size
    return False


@inline
def error_constants(H):
    """Return c and d of the local errors c h^3 q''' of positions and d h^3 v''' of velocities."""
    am, (beta, gamma) = tb.control(H)[0].alpha_m, newmark(H)
    shift = 0.5 - gamma
    return 1.0 / 6.0 - 0.5 * shift - beta, 1.0 / 6.0 - gamma * (0.5 + shift) - shift * (am - 0.5)


@inline
def filtered(H, factor_shift, factor_turn):
    """Return the sum of squares of x without what stiff forces and joints would not let happen.

    As in Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8: the estimate goes through the inverse
    of the iteration matrix, which leaves it alone where the motion is slow.
    """
    x, rhs = tb.x(H), tb.rhs(H)
    count, d = x.shape
    shifts = 2 if d == 3 else 3
    for i in range(rhs.size):
        rhs[i] = 0.0
    count_loads(H, True)
    if lifted(H):
        keep(H, x, 1.0)
    solve_for(H, rhs, x)
    if lifted(H):
        unlift_change(H, x, tb.Phi(H))
    count_loads(H, False)
    total = 0.0
    for b in range(count):
        for k in range(d):
            total += (x[b, k] / (factor_shift if k < shifts else factor_turn)) ** 2
    return total


@inline
def error_of(H, h):
    """Return the estimated local error relative to what a step may leave."""
    control, K, x = tb.control(H)[0], tb.K(H), tb.x(H)
    of_position, of_velocity = error_constants(H)
    before, d = control.step_before, x.shape[1]
    for i in range(x.size):
        x[i // d, i % d] = of_position * h * h * (K[NEW, i] - K[PRESENT, i])
    total = filtered(H, control.length, 1.0)
    if before > 0.0:
        for i in range(x.size):
            slope, slope0 = (K[NEW, i] - K[PRESENT, i]) / h, (K[PRESENT, i] - K[BEFORE, i]) / before
            x[i // d, i % d] = of_velocity * h * h * h * 2.0 * (slope - slope0) / (h + before)
        total += filtered(H, control.speed, control.spin)
    return sqrt(total / (2.0 * x.size)) / allowed(H)


@inline
def conclude(H, h):
    """Write the new state to s and its rates to K[NEXT]."""
    control, K, s, s0, x = tb.control(H)[0], tb.K(H), tb.s(H), tb.s0(H), tb.x(H)
    am, af, d = control.alpha_m, control.alpha_f, x.shape[1]
    ratio = h / control.step_before if control.step_before > 0.0 else 0.0
    for i in range(x.size):
        A0, A1 = K[PRESENT, i], K[NEW, i]
        a0 = A0 + ratio * (K[SMOOTH, i] - A0)
        K[SMOOTH_NEXT, i] = ((1.0 - af) * A1 + af * A0 - am * a0) / (1.0 - am)
        x[i // d, i % d] = A1
    pack(H, s.ctypes.data)
    power = dissipated_power(H)
    pack_rates(H, power, K[NEXT])
    end = s.size - 1
    s[end] = s0[end] + 0.5 * h * (K[0, end] + power)
    control.tried, control.step_tried = control.time + h, h


@stage("fif")
def implicit_step(H, h):
    """Find the state s at the end of a step of h, and its rates; return the error relative to the tolerance.

    A negative result is a status with its sign changed: FAILED of an expression or the joints, STUCK of the iteration.
    """
    control, info = tb.control(H)[0], tb.info(H)
    t = control.time + h
    take_over(H)
    if at_time(H, t) != 0:
        return -float(FAILED)
    predict(H, h)
    set_out(H, h)
    if not converge(H, t, h):
        return -float(STUCK)
    error = error_of(H, h) if control.adaptive != 0.0 else 0.0
    move(H)
    gap = project(H, t, CLOSED, 0.1)
    if gap < 0.0:
        return -float(FAILED)
    control.gap = max(control.gap, gap)
    info[1], info[2] = 1.0, 0.0  # pivots with compliant rows tell nothing about singular positions
    conclude(H, h)
    return error if error >= 0.0 else -float(FAILED)
