"""Consistent displacements and velocities: what is wanted, brought onto the constraints."""

from ..compiler.stages import stage
from ..linear.linear import remainder
from ..linear.refining import refine, within
from ..tables import fields as tb
from .motion import at_time, evaluate, factor, linearise, solve
from .rows import right_side

MET = 1e-9
"""What is left of a row of velocities, relative to its own terms, above which the solution is refined."""


@stage("fifi")
def comply(H, t, order):
    """Change x, the motion wanted, by as little as the weights allow so that the joints allow it; return the residual.

    Order 0: a displacement, J x = -Phi; order 1: velocities, J x = -Phi_t.
    """
    if at_time(H, t) != 0:
        return -1.0
    q, measured, rhs, Phi = tb.q(H), tb.measured(H), tb.rhs(H), tb.Phi(H)
    evaluate(H, t, q.ctypes.data)
    linearise(H, t, q.ctypes.data)
    factor(H, 0.0)
    if order == 0:
        for i in range(rhs.size):
            rhs[i] = -Phi[i]
    else:
        for i in range(measured.shape[0]):
            measured[i, 1] = 0.0
        right_side(H, t, 1, rhs)
    left = solve(H, rhs, tb.x(H))
    if order == 1 and not within(H, rhs, tb.x(H), MET):
        left = refine(H, rhs, tb.x(H), remainder(H, rhs, tb.x(H), tb.y(H)), 0.0)
    return left
