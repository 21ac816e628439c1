"""Finite displacements and kinematic simulation: a driven mechanism carried from time to time.

Newton's variants (Garcia de Jalon and Bayo, section 3.2): standard = a new factorisation for every
iteration; modified = one factorisation a step, the one made for the velocities of the step before;
mixed = a new factorisation at the prediction, kept while it contracts well.
"""

from __future__ import annotations

from collections import namedtuple
from math import sqrt

from ._jit import kernel
from .features import displace, pose_rates
from .motion import DAMPING, derive, evaluate, factor, linearise, step
from .program import evaluate_functions

STANDARD, MODIFIED, MIXED = 0, 1, 2
NO_PREDICTOR, VELOCITY, ACCELERATION, HERMITE = 0, 1, 2, 3

REACHED = 0
LIMIT = 1  #  no neighbouring position exists further on: dead point or end of reach
FAILED = 2  # an expression gave no finite number

ITERATIONS, FACTORISATIONS, SOLVES, STEPS, SPLITS = 0, 1, 2, 3, 4

Options = namedtuple(
    "Options",
    [
        "newton",  #    STANDARD, MODIFIED or MIXED
        "predictor",  # NO_PREDICTOR, VELOCITY, ACCELERATION or HERMITE
        "order",  #     derivatives wanted: 0 position only ... 3 jerk
        "length",  #    the mechanism's length scale [m]
        "tol",  #       largest scaled residual of a closed position
        "hmin",  #      shortest step in time before a limit is reported [s]
    ],
)

State = namedtuple(
    "State",
    [
        "q",  #       f8[nb, 7]     pose at the time reached
        "V",  #       f8[nb, 3, 6]  motion there
        "rates",  #   f8[nb, 2, 7]  dq/dt, d2q/dt2 there
        "before",  #  f8[nb, 7]     pose one step before
        "rates0",  #  f8[nb, 2, 7]  its rates
        "trial",  #   f8[nb, 7]
        "rhs",  #     f8[m]
        "memory",  #  f8[3]         time reached, last step, 1 when the step before is usable
        "counts",  #  i8[5]         iterations, factorisations, solves, steps, splits
    ],
)


@kernel
def predict(kind, h, s, length):
    """Fill s.trial with the pose expected after h; return the size of the expected displacement.

    Velocity: q + h q'. Acceleration: + h^2/2 q''. Hermite: the polynomial of degree five through
    pose, velocity and acceleration of the last two positions, h0 apart.
    """
    a, b, c, d, e, f = 0.0, 1.0, 0.0, 0.0, 0.0, 0.0
    if kind >= VELOCITY:
        d = h
    if kind >= ACCELERATION:
        f = 0.5 * h * h
    if kind == HERMITE:
        h0 = s.memory[1]
        z = 1.0 + h / h0
        z3 = z * z * z
        b = z3 * (10.0 - z * (15.0 - 6.0 * z))
        a = 1.0 - b
        c = h0 * (z - z3 * (6.0 - z * (8.0 - 3.0 * z)))
        d = h0 * z3 * (-4.0 + z * (7.0 - 3.0 * z))
        e = h0 * h0 * (0.5 * z * z - z3 * (1.5 - z * (1.5 - 0.5 * z)))
        f = h0 * h0 * z3 * (0.5 - z + 0.5 * z * z)
    total = 0.0
    for i in range(s.q.shape[0]):
        for k in range(7):
            value = b * s.q[i, k] + d * s.rates[i, 0, k] + f * s.rates[i, 1, k]
            if kind == HERMITE:
                value += a * s.before[i, k] + c * s.rates0[i, 0, k] + e * s.rates0[i, 1, k]
            s.trial[i, k] = value
            moved = (value - s.q[i, k]) * (1.0 if k < 3 else 2.0 * length)
            total += moved * moved
        p = s.trial[i]
        n = 1.0 / sqrt(p[3] * p[3] + p[4] * p[4] + p[5] * p[5] + p[6] * p[6])
        for k in range(3, 7):
            p[k] *= n
    return sqrt(total)


@kernel
def size_of(x, length):
    """Return the size of a displacement, turns counted at the radius `length`."""
    shifts = 2 if x.shape[1] == 3 else 3
    total = 0.0
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            moved = x[b, i] if i < shifts else length * x[b, i]
            total += moved * moved
    return sqrt(total)


@kernel
def relinearise(T, weight, soft, t, q, w, counts):
    """Linearise and factor at the pose of the last `evaluate`; w.info[1] = distance moved since."""
    linearise(T, weight, t, q, w)
    factor(T, DAMPING, soft, w)
    counts[FACTORISATIONS] += 1
    w.info[1] = 0.0


@kernel
def correct(T, weight, soft, t, o, allowed, q, w, counts):
    """Close the joints from a predicted pose, in place; return the largest residual seen last, or -1.

    The corrections together must stay within `allowed`, so that Newton's iteration cannot leap to
    another branch; after a leap, a divergence or a failure the caller takes a shorter step.
    """
    moved, last = 0.0, 1e300
    renew = True
    for iteration in range(25):
        worst = evaluate(T, t, q, w)
        if not (worst >= 0.0 and worst < 1e3):
            return -1.0
        if worst <= o.tol and (iteration > 0 or o.newton != MIXED):
            return worst
        if o.newton == STANDARD or (o.newton == MIXED and renew):
            relinearise(T, weight, soft, t, q, w, counts)
            renew = False
        for b in range(q.shape[0]):
            for i in range(w.x.shape[1]):
                w.x[b, i] = 0.0
        for i in range(w.Phi.size):
            w.y[i] = -w.Phi[i]
        step(T, w, w.x)
        displace(q, w.x, 1.0)
        counts[ITERATIONS] += 1
        counts[SOLVES] += 1
        now = size_of(w.x, o.length)
        moved += now
        w.info[1] += now
        if moved > allowed or (iteration > 2 and now > 0.9 * last):
            return -1.0
        if o.newton == MIXED and now <= 1e-12 * o.length:
            return worst  # an upper bound: the next residual would be of the order of rounding
        renew = now > 0.05 * last
        last = now
    return -1.0


@kernel
def tangent(T, weight, soft, t, o, s, w):
    """Find velocity, acceleration and jerk with one factorisation; return the worst relative residual."""
    need = max(o.order, min(o.predictor, ACCELERATION))
    if need == 0 and o.newton != MODIFIED:
        return 0.0
    if o.newton != MIXED or w.info[1] > 1e-12 * o.length:
        evaluate(T, t, s.q, w)
        relinearise(T, weight, soft, t, s.q, w, s.counts)
    worst = 0.0
    for n in range(1, need + 1):
        worst = max(worst, derive(T, t, s.q, n, s.rhs, w, s.V))
        s.counts[SOLVES] += 1
    if need >= 1:
        pose_rates(s.q, s.V, s.rates)
    return worst


@kernel
def accept(h, s):
    """Make the trial pose the current one; carry the velocity on as the guess for the next solve.

    The guess keeps the mechanism on its branch where a singular position leaves a choice.
    """
    for b in range(s.q.shape[0]):
        for i in range(7):
            s.before[b, i] = s.q[b, i]
            s.q[b, i] = s.trial[b, i]
            s.rates0[b, 0, i] = s.rates[b, 0, i]
            s.rates0[b, 1, i] = s.rates[b, 1, i]
        for i in range(6):
            s.V[b, 0, i] += h * s.V[b, 1, i]
    s.memory[1] = h
    s.memory[2] = 1.0
    s.counts[STEPS] += 1


@kernel
def carry(T, weight, soft, target, o, s, w, worst):
    """Carry the state to the time `target` in as many steps as it takes; return a status."""
    h = target - s.memory[0]
    while s.memory[0] < target:
        t = s.memory[0] + h
        if evaluate_functions(T.ops, T.consts, T.spans, t, w.F, w.stack) != 0:
            return FAILED
        kind = o.predictor
        if kind == HERMITE and not (s.memory[2] > 0.0 and h <= 1.5 * s.memory[1]):
            kind = ACCELERATION
        expected = predict(kind, h, s, o.length)
        allowed = 0.25 * expected + 1e-3 * o.length
        if kind == NO_PREDICTOR:
            allowed = 0.2 * o.length
        residual = correct(T, weight, soft, t, o, allowed, s.trial, w, s.counts)
        if residual < 0.0:
            s.counts[SPLITS] += 1
            s.memory[2] = 0.0
            h *= 0.5
            if h < o.hmin:
                return LIMIT
            if o.newton == MODIFIED:
                evaluate_functions(T.ops, T.consts, T.spans, s.memory[0], w.F, w.stack)
                tangent(T, weight, soft, s.memory[0], o, s, w)
            continue
        accept(h, s)
        s.memory[0] = target if t > target - 0.5 * o.hmin else t
        worst[0] = residual
        worst[1] = tangent(T, weight, soft, s.memory[0], o, s, w)
        h = min(2.0 * h, target - s.memory[0])
    return REACHED


@kernel
def sweep(T, weight, soft, times, first, o, s, w, Q, U, worst):
    """Carry the state through times[first:]; return (status, index reached).

    s.q must be closed at s.memory[0]. Q[k], U[k] receive pose and motion at times[k]; worst[k] the
    largest residual, the worst relative residual of the derivatives and the smallest pivot.
    """
    for k in range(first, times.size):
        status = REACHED
        if k == 0:
            w.info[1] = 1e300
            evaluate_functions(T.ops, T.consts, T.spans, times[0], w.F, w.stack)
            worst[k, 0] = evaluate(T, times[0], s.q, w)
            worst[k, 1] = tangent(T, weight, soft, times[0], o, s, w)
        else:
            status = carry(T, weight, soft, times[k], o, s, w, worst[k])
        if status != REACHED:
            return status, k
        worst[k, 2] = w.info[0]
        for b in range(s.q.shape[0]):
            for i in range(7):
                Q[k, b, i] = s.q[b, i]
            for n in range(3):
                for i in range(6):
                    U[k, b, n, i] = s.V[b, n, i]
    return REACHED, times.size
