"""Closing the joints: damped least-squares Newton steps with a falling norm."""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.features import displace
from ..tables import fields as tb
from ..tables.statuses import DONE, EXHAUSTED, FAILED, OPEN
from .motion import at_time, evaluate, factor, linearise, newton_step
from .rows import largest_of


@inline
def gaps(H, t, q):
    """Fill Phi with the residuals at q; return the weighted sum of squares, or -1."""
    if evaluate(H, t, q.ctypes.data) < 0.0:
        return -1.0
    rows, Phi, soft = tb.rows(H), tb.Phi(H), tb.soft(H)
    total = 0.0
    for i in range(Phi.size):
        r = rows[i].scale * Phi[i]
        total += r * r / soft[i]
    return total


@inline
def limit_step(x, length, turn):
    """Return the factor that keeps every shift below `length` and every turn below `turn`."""
    shifts = 2 if x.shape[1] == 3 else 3
    largest = 1.0
    for b in range(x.shape[0]):
        for i in range(x.shape[1]):
            largest = max(largest, abs(x[b, i]) / (length if i < shifts else turn))
    return 1.0 / largest


@inline
def copy_poses(a, b):
    """Copy poses a to b."""
    for i in range(a.shape[0]):
        for k in range(7):
            b[i, k] = a[i, k]


@inline
def polish(H, t, q, trial):
    """Take one undamped Newton step from a closed pose and keep it if the residual does not grow."""
    before = evaluate(H, t, q.ctypes.data)
    linearise(H, t, q.ctypes.data)
    factor(H, 0.0)
    newton_step(H, tb.x(H))
    copy_poses(q, trial)
    displace(trial, tb.x(H), 1.0)
    after = evaluate(H, t, trial.ctypes.data)
    if after >= 0.0 and after <= before:  # -1 where there is no number
        copy_poses(trial, q)


@stage("iiffffi")
def close(H, t, length, tol, patience, limit):
    """Bring Phi(q, t) to the shift from the pose q of the bundle, in place; return the status.

    Marquardt's damping is lowered after a step that lowers the norm and raised after one that does
    not, so that a step is never accepted that opens the joints further. Near the solution the
    damping is gone and the step is Newton's with the smallest displacement. Progress slower than
    `patience` (relative, a step) ends the search.
    """
    q, trial, x, counts = tb.q(H), tb.trial(H), tb.x(H), tb.counts(H)[0]
    rows, F, Phi = tb.rows(H), tb.F(H), tb.Phi(H)
    if at_time(H, t) != 0:
        return FAILED
    damping = 1e-2
    norm = gaps(H, t, q)
    fresh = False
    for _ in range(limit):
        if norm < 0.0:
            return FAILED
        if largest_of(rows, F, Phi) <= tol:
            polish(H, t, q, trial)
            return DONE
        if not fresh:
            linearise(H, t, q.ctypes.data)
            fresh = True
        factor(H, damping)
        newton_step(H, x)
        copy_poses(q, trial)
        displace(trial, x, limit_step(x, length, 0.7))
        counts.iterations += 1
        counts.factorisations += 1
        now = gaps(H, t, trial)
        if now >= 0.0 and now < norm:
            copy_poses(trial, q)
            stalled = now > (1.0 - patience) * norm and damping <= 1e-6 and largest_of(rows, F, Phi) > tol
            norm, fresh = now, False
            damping = damping * 0.1 if damping > 1e-12 else 0.0
            if stalled:
                return OPEN
        else:
            damping = max(damping * 10.0, 1e-9)
            norm = gaps(H, t, q)
            if damping > 1e8:
                return DONE if largest_of(rows, F, Phi) <= tol else OPEN
    return DONE if largest_of(rows, F, Phi) <= tol else EXHAUSTED
