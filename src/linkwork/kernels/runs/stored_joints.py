"""Joints closed along a stored motion: what is read between steps meets them as the steps do."""

from ..compiler.jit import inline, kernel, signed
from ..dynamics.dynamics import carry, turn_inertias
from ..kinematics.motion import at_time, factor, linearise
from ..steps.projecting import correct, project, worst_residual
from ..steps.stepping import ON
from ..tables import fields as tb
from .stored_motion import load_modes, load_state


@inline
def is_met(H, t, closed):
    """Return whether positions are closed at the state, and velocities as far as of the quickest turn of the run."""
    at_time(H, t)
    carry(H)
    gap, _ = worst_residual(H, t, 0)
    slip, _ = worst_residual(H, t, 1)
    return gap <= closed and slip <= closed * tb.control(H)[0].spin


@inline
def closed_here(H, t, closed, alike):
    """Bring the state to the constraints; return whether that could be done, which it cannot in a singular position."""
    if tb.x(H).shape[1] == 6:
        turn_inertias(H)
    linearise(H, t, tb.q(H).ctypes.data)
    factor(H, 0.0)
    if not tb.info(H)[1] > ON:
        return False
    return (correct(H, t, closed, 0.1) if alike == 1 else project(H, t, closed, 0.1)) >= 0.0


@kernel
def close_along(H, alike, closed, times, Q, U, modes, near):
    """Change poses Q and velocities U[:, :, 0] as little as closes the joints; return how many states were changed.

    alike = 1: in the metric of direct correction, else in that of the masses. modes, near: as `stored_motion.along`.
    States that meet the joints stay as they are, and so do those in singular positions.
    """
    q, V, changed = tb.q(H), tb.V(H), 0
    for k in range(times.size):
        load_state(H, Q[k], U[k])
        load_modes(H, modes[k])
        for i in range(near.shape[1]):
            tb.near(H)[i] = near[k, i]
        if is_met(H, times[k], closed) or not closed_here(H, times[k], closed, alike):
            continue
        changed += 1
        for b in range(q.shape[0]):
            for i in range(7):
                Q[k, b, i] = q[b, i]
            for i in range(6):
                U[k, b, 0, i] = V[b, 0, i]
    return changed


signed(close_along, "h i f f[t] f[t,q.0,7] f[t,q.0,.,6] f[t,modes.0] f[t,.] -> i")
