"""Stages of diagonally implicit Runge-Kutta methods, for stiff models.

A stage with h times its coefficient on the diagonal = g is the state s = base + g f(s), f being the rates of a state:

    v = v_base + g a,   q = q_base + g q'(q, v),   a = A(q, v, t)

A are the accelerations of forward dynamics, with joints, friction and all. Newton's iteration changes a by da,

    (1 - g A_v - g^2 A_q) da = A(q, v, t) - a = r

Of the derivatives of A it knows those of the forces that act along a measure; with these it reads

    [ M + kappa g g^T   -J^T ] [ da  ]   [ M r ]
    [ J                   0  ] [ lam ] = [ J r ]

Its solution is r with what stiff forces would not let happen taken out (`give_way`), by the rows of `compliant`.
Stiffness that stems from turning gradients and from gyroscopic moments is left out of the matrix; it slows the
iteration down but does not change its result.

The rates of a stage are those of the formula, (s - base) / g: A at the end of the iteration would magnify what the
iteration leaves by the stiffness.
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..dynamics.light_bodies import keep, lifted, unlift_change
from ..kinematics.motion import factor, linearise
from ..linear.linear import remainder, step
from ..tables import fields as tb
from ..tables.statuses import STUCK
from .compliant import count_loads, soften
from .rates import rates, unit_of
from .state import pose_rates, unpack

BASE, FOUND = 13, 14
"""Rows of K, not yet in use while stages are solved: the state without the stage's own part, the rates of a guess."""

MOST = 20
"""Most iterations of a stage."""

ENOUGH, ROUNDING = 1e-2, 1e-13
"""The share of the tolerance that an iteration may leave, and the least that it can reach."""


@inline
def diagonal(H):
    """Return the coefficient on the diagonal of the method, zero for an explicit one."""
    A, count = tb.rk_a(H), int(tb.control(H)[0].count)
    return A[count - 1, count - 1] if count > 0 else 0.0


@inline
def guess(H, i):
    """Fill K[i] with the polynomial through the rates of the stages before."""
    K, C = tb.K(H), tb.rk_c(H)
    for c in range(K.shape[1]):
        K[i, c] = 0.0
    for j in range(i):
        weight = 1.0
        for k in range(i):
            if k != j:
                weight *= (C[i] - C[k]) / (C[j] - C[k])
        for c in range(K.shape[1]):
            K[i, c] += weight * K[j, c]


@inline
def advance(H, i, g):
    """Fill s = base + g K[i], with the rates of positions that belong to the velocities; return its largest change."""
    s, rate, base = tb.s(H), tb.K(H)[i], tb.K(H)[BASE]
    work, velocities = s.size - 1, s.size - 1 - tb.x(H).size
    largest = 0.0
    for c in range(velocities, work):
        now = base[c] + g * rate[c]
        largest = max(largest, abs(now - s[c]) / unit_of(H, c))
        s[c] = now
    unpack(H, s.ctypes.data)
    pose_rates(H, rate)
    for c in range(velocities):
        now = base[c] + g * rate[c]
        largest = max(largest, abs(now - s[c]) / unit_of(H, c))
        s[c] = now
    s[work] = base[work] + g * rate[work]
    return largest if largest < 1e300 else 1e300


@inline
def give_way(H, t, g):
    """Take out of x, accelerations at the state of the last `rates`, what stiff forces would not let happen.

    The factorisation that remains is that of joints and stiff forces together: a projection with it stretches no stiff
    spring to close a joint.
    """
    rows, info, y, rhs = tb.rows(H), tb.info(H), tb.y(H), tb.rhs(H)
    if not soften(H, t, g * g, g):
        return
    smallest, least, cancelled = info[0], info[1], info[2]  # pivots with compliant rows tell nothing about positions
    linearise(H, t, tb.q(H).ctypes.data)
    count_loads(H, True)
    factor(H, 0.0)
    if lifted(H):
        keep(H, tb.x(H), 1.0)
    remainder(H, rhs, tb.x(H), y)
    for i in range(y.size):
        y[i] = y[i] - rhs[i] if rows[i].load >= 0 else 0.0
    step(H, tb.x(H))
    if lifted(H):
        unlift_change(H, tb.x(H), tb.Phi(H))
    count_loads(H, False)
    info[0], info[1], info[2] = smallest, least, cancelled


@inline
def change_rates(H, t, g, found, rate):
    """Do one iteration: change the accelerations in `rate` towards those found at its state; x becomes the new ones."""
    x = tb.x(H)
    d, first = x.shape[1], rate.size - 1 - x.size
    for c in range(x.size):
        x[c // d, c % d] = found[first + c] - rate[first + c]
    give_way(H, t, g)
    for c in range(x.size):
        rate[first + c] += x[c // d, c % d]
        x[c // d, c % d] = rate[first + c]
    rate[rate.size - 1] = found[rate.size - 1]


@stage("iiiff")
def solve_stage(H, i, t, g):
    """Find the state s of stage i at time t and its rates K[i], s being its base on entry; return 0 or a status."""
    K, s = tb.K(H), tb.s(H)
    for c in range(s.size):
        K[BASE, c] = s[c]
    guess(H, i)
    advance(H, i, g)
    control, last = tb.control(H)[0], 1e300
    enough = max(ENOUGH * control.tol, ROUNDING) if control.adaptive != 0.0 else ROUNDING
    for k in range(MOST):
        status = rates(H, t, s.ctypes.data, K[FOUND].ctypes.data)
        if status != 0:
            return status
        change_rates(H, t, g, K[FOUND], K[i])
        size = advance(H, i, g)
        ratio = size / last if k > 0 else 0.5
        if size <= enough or (ratio < 0.9 and size * ratio / (1.0 - ratio) <= enough):
            return 0
        if size >= 1e300 or (k > 2 and ratio > 0.9):
            return 0 if size <= 10.0 * enough else STUCK  # rounding may keep it from coming nearer
        last = size
    return STUCK
