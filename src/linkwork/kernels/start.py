"""Consistent velocities: hints brought onto the velocity constraints."""

from __future__ import annotations

from . import tables as tb
from ._stages import stage
from .motion import at_time, evaluate, factor, linearise, solve
from .rows import right_side


@stage("fif")
def velocities(H, t):
    """Change x, the velocities wanted, by as little as the weights allow so that J x = -Phi_t; return the residual."""
    if at_time(H, t) != 0:
        return -1.0
    q, M, rhs = tb.q(H), tb.M(H), tb.rhs(H)
    evaluate(H, t, q.ctypes.data)
    linearise(H, t, q.ctypes.data)
    factor(H, 0.0)
    for i in range(M.shape[0]):
        M[i, 1] = 0.0
    right_side(H, t, M, 1, rhs)
    return solve(H, rhs, tb.x(H))
