"""Closing the joints: damped least-squares Newton steps with a falling norm."""

from __future__ import annotations

from ._jit import kernel
from .features import displace
from .motion import DAMPING, evaluate, factor, linearise, step
from .program import evaluate_functions

CLOSED = 0
STUCK = 1  #     no step lowers the norm: the joints stay open here
EXHAUSTED = 2  # the iterations ran out
FAILED = 3  #    an expression gave no finite number


@kernel
def norm_of(rows, soft, Phi):
    """Return the sum of squares of the scaled residuals; a soft row counts less."""
    total = 0.0
    for i in range(Phi.size):
        r = rows[i].scale * Phi[i]
        total += r * r / soft[i]
    return total


@kernel
def largest_of(rows, Phi):
    """Return the largest scaled residual."""
    largest = 0.0
    for i in range(Phi.size):
        largest = max(largest, rows[i].scale * abs(Phi[i]))
    return largest


@kernel
def limit_step(x, length, turn):
    """Return the factor that keeps every shift below `length` and every turn below `turn`."""
    planar = x.shape[1] == 3
    shifts = 2 if planar else 3
    largest = 1.0
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            largest = max(largest, abs(x[b, i]) / (length if i < shifts else turn))
    return 1.0 / largest


@kernel
def polish(T, weight, soft, t, q, trial, w):
    """Take one undamped Newton step from a closed pose and keep it if the residual does not grow."""
    before = evaluate(T, t, q, w)
    linearise(T, weight, t, q, w)
    factor(T, DAMPING, soft, w)
    for b in range(q.shape[0]):
        for i in range(w.x.shape[1]):
            w.x[b, i] = 0.0
        for i in range(7):
            trial[b, i] = q[b, i]
    for i in range(w.Phi.size):
        w.y[i] = -w.Phi[i]
    step(T, w, w.x)
    displace(trial, w.x, 1.0)
    after = evaluate(T, t, trial, w)
    if after <= before:
        for b in range(q.shape[0]):
            for i in range(7):
                q[b, i] = trial[b, i]
        before = after
    evaluate(T, t, q, w)
    linearise(T, weight, t, q, w)
    return before


@kernel
def close(T, weight, soft, t, shift, length, tol, limit, q, trial, w, counts):
    """Bring Phi(q, t) to `shift` from the pose q, in place; return the status.

    Marquardt's damping is lowered after a step that lowers the norm and raised after one that does
    not, so that a step is never accepted that opens the joints further. Near the solution the
    damping is gone and the step is Newton's with the smallest displacement.
    counts[0] += iterations, counts[1] += factorisations.
    """
    evaluate_functions(T.ops, T.consts, T.spans, t, w.F, w.stack)
    if evaluate(T, t, q, w) < 0.0:
        return FAILED
    for i in range(shift.size):
        w.Phi[i] -= shift[i]
    damping = 1e-2
    norm = norm_of(T.rows, soft, w.Phi)
    linearise(T, weight, t, q, w)
    for _ in range(limit):
        if largest_of(T.rows, w.Phi) <= tol:
            return CLOSED
        factor(T, damping, soft, w)
        counts[0] += 1
        counts[1] += 1
        for b in range(q.shape[0]):
            for i in range(w.x.shape[1]):
                w.x[b, i] = 0.0
            for i in range(7):
                trial[b, i] = q[b, i]
        for i in range(shift.size):
            w.y[i] = -w.Phi[i]
        step(T, w, w.x)
        displace(trial, w.x, limit_step(w.x, length, 0.7))
        if evaluate(T, t, trial, w) < 0.0:
            return FAILED
        for i in range(shift.size):
            w.Phi[i] -= shift[i]
        now = norm_of(T.rows, soft, w.Phi)
        if now < norm:
            for b in range(q.shape[0]):
                for i in range(7):
                    q[b, i] = trial[b, i]
            slow = now > 0.999999 * norm and damping <= 1e-6
            norm = now
            damping = max(damping * 0.1, DAMPING)
            if slow and largest_of(T.rows, w.Phi) > tol:
                return STUCK
        else:
            damping *= 10.0
            if damping > 1e8:
                evaluate(T, t, q, w)
                return CLOSED if largest_of(T.rows, w.Phi) <= tol else STUCK
            evaluate(T, t, q, w)
            for i in range(shift.size):
                w.Phi[i] -= shift[i]
        linearise(T, weight, t, q, w)
    return CLOSED if largest_of(T.rows, w.Phi) <= tol else EXHAUSTED
