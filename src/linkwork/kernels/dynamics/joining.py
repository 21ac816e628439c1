"""The step from free bodies to joined ones: accelerations and multipliers from the applied forces."""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..linear.augmented import solve_augmented
from ..linear.linear import give_way
from ..linear.refining import TOTAL, meet
from ..tables import fields as tb
from .light_bodies import lifted, unlift


@inline
def free_accelerations(H, x):
    """Fill x = W^-1 (forces) + gravity: what the bodies would do without joints."""
    gravity = tb.gravity(H)
    give_way(H, tb.force(H), x)
    for b in range(x.shape[0]):
        for k in range(2 if x.shape[1] == 3 else 3):
            x[b, k] += gravity[k]


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
