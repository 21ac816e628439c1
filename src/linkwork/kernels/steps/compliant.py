"""Rows that stand for the stiffness and damping of forces in the linear solve of implicit methods.

A force along a measure with gradient g, stiffness k and damping c adds kappa g g^T to the masses, with
kappa = by_shift k + by_velocity c, where a unit of acceleration moves positions by `by_shift` and velocities by
`by_velocity`. That is a row sqrt(kappa) g^T with compliance 1: in the Schur complement,
S = J M^-1 J^T + diag(compliance), it stands beside the constraints, M stays block diagonal and the linear solve is the
one of all other analyses.
"""

from math import sqrt

from ..compiler.jit import inline
from ..dynamics.loads import load_slopes
from ..tables import fields as tb


@inline
def soften(H, t, by_shift, by_velocity):
    """Fill the coefficients sqrt(kappa) of the rows that stand for forces; return whether one is not zero."""
    rows, loads, coef, stiff = tb.rows(H), tb.loads(H), tb.coef(H), False
    for i in range(rows.size):
        if rows[i].load >= 0:
            stiffness, damping = load_slopes(H, t, loads[rows[i].load])
            kappa = -by_shift * stiffness - by_velocity * damping
            coef[rows[i].first] = sqrt(kappa) if kappa > 0.0 else 0.0
            stiff = stiff or kappa > 0.0
    return stiff


@inline
def count_loads(H, on):
    """Let the rows that stand for forces count in the linear solve, or not."""
    rows, soft = tb.rows(H), tb.soft(H)
    for i in range(rows.size):
        if rows[i].load >= 0:
            soft[i] = 1.0 if on else -1.0
