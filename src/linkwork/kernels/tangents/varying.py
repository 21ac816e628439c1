"""How the equations of motion change with the state, in any number of directions."""

from __future__ import annotations

from ..compiler.jit import kernel, signed
from ..dynamics.loads import apply_load
from ..tables import fields as tb
from .forces import vary_inertia, vary_joints, vary_loads
from .lines import place_state, vary_features, vary_rows
from .slopes import vary_gradient, vary_slopes


@kernel
def vary(H, t, directions, base, U, dG, dcoef, measures, rows, forces):
    """Fill, for each direction, the change of measures, rows and forces at a state that `accelerate` has solved.

    directions[n, b]: displacement of body b (shift of its centre, turn) and the change of its velocity. The
    accelerations V[:, 1] and the multipliers lam are held.

    measures[n, i], rows[n, i]: change of value, rate and acceleration of measure i, of equation i;
    forces[n, b]: change of Q + J^T lam - (M a + w x I w). base, U, dG, dcoef: room for the work.
    """
    place_state(H, base)
    planar = forces.shape[2] == 3
    for n in range(directions.shape[0]):
        u, dV, out = directions[n, :, 0], directions[n, :, 1], forces[n]
        vary_features(H, base, u, dV, U)
        vary_rows(H, t, base, U, measures[n], rows[n])
        for i in range(tb.measures(H).size):
            vary_gradient(H, i, U, dG)
        vary_slopes(H, t, measures[n], dcoef)
        place_state(H, base)
        for b in range(out.shape[0]):
            for k in range(out.shape[1]):
                out[b, k] = 0.0
        vary_joints(H, u, U, dG, dcoef, out)
        vary_loads(H, t, u, U, dG, measures[n], out)
        if not planar:
            vary_inertia(H, u, dV, out)


signed(
    vary,
    "h f f[n,q.0,2,6] f[X.0,3,3] f[X.0,3,3] f[measured.0,5,3] f[coef.0] f[n,measured.0,3] f[n,Phi.0,3] f[n,q.0,x.1]",
)


@kernel
def push_load(H, i, out):
    """Add to out what load i does to the bodies when its value grows by one, at the state last measured."""
    apply_load(H, tb.loads(H)[i], 1.0, out)


signed(push_load, "h i f[q.0,x.1]")
