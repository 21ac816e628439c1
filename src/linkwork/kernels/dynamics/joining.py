"""The step from free bodies to joined ones: accelerations and multipliers from the applied forces."""

from __future__ import annotations

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..linear.augmented import solve_augmented
from ..linear.refining import TOTAL, meet
from ..tables import fields as tb
from .light_bodies import lifted, unlift


@inline
def free_accelerations(H, x):
    """Fill x = W^-1 (forces) + gravity: what the bodies would do without joints."""
    force, weight, turning, gravity = tb.force(H), tb.weight(H), tb.turning(H), tb.gravity(H)
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        x[b, 0] = force[b, 0] * weight[b, 0] + gravity[0]
        x[b, 1] = force[b, 1] * weight[b, 1] + gravity[1]
        if planar:
            x[b, 2] = force[b, 2] * weight[b, 2]
            continue
        x[b, 2] = force[b, 2] * weight[b, 2] + gravity[2]
        mx, my, mz, T = force[b, 3], force[b, 4], force[b, 5], turning[b]
        x[b, 3] = T[0, 0] * mx + T[0, 1] * my + T[0, 2] * mz
        x[b, 4] = T[1, 0] * mx + T[1, 1] * my + T[1, 2] * mz
        x[b, 5] = T[2, 0] * mx + T[2, 1] * my + T[2, 2] * mz


@inline
def solve_multipliers(H, x):
    """Solve J (x + W^-1 J^T lam) = rhs; x becomes the acceleration, lam the multipliers."""
    lam, y = tb.lam(H), tb.search(H)[TOTAL]
    meet(H, tb.rhs(H), x, True)
    for i in range(lam.size):
        lam[i] = y[i]


@stage("iif")
def join(H, t):
    """Add the joints to the free accelerations of the last `apply_loads`: fill x and lam; return 0 or a status."""
    if tb.control(H)[0].augmented != 0.0:
        return solve_augmented(H)
    free_accelerations(H, tb.x(H))
    solve_multipliers(H, tb.x(H))
    return unlift(H, 1.0) if lifted(H) else 0
