"""Forward dynamics at one state: accelerations and multipliers.

    [ M  -J^T ] [ a   ]   [ Q     ]
    [ J   0   ] [ lam ] = [ gamma ]

a = a0 + M^-1 J^T lam with a0 = M^-1 Q the accelerations without joints, and J M^-1 J^T lam = gamma - J a0:
the linear solve of kinematics with the mass matrix as W. J^T lam are the forces of the joints on the bodies. Beside
heavy bodies the weights W of very light ones are lifted, and the lift is taken out again (`light_bodies`).
"""

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.spatial import rotation, turned_matrix
from ..geometry.vectors import add, cross, dot, put, rotate, three
from ..kinematics.measuring import carry_measures
from ..kinematics.motion import at_time, factor, linearise
from ..kinematics.rows import residuals, right_side, row_slopes
from ..tables import fields as tb
from .balance import leaves
from .joining import join
from .light_bodies import unlift
from .loads import apply_loads
from .rubbing import rub

UNLOADED = 1e-12
"""Share of the largest force below which that of a tooth is none."""

TURNS = 8
"""So often, at most, flanks are changed at one state."""

UNMET = 1e-9
"""Remainders above this are told: the rows are met to the last digits then, if that can be done."""

EXACT = 1e-13
"""Remainders of the equations of motion above this are taken out again, where that is asked for."""


@inline
def carry_features(bodies, features, q, V, planar, X):
    """Fill X[:, 0 .. 2] with the features, their velocities, and their accelerations while bodies do not accelerate."""
    if planar:
        for b in range(bodies.size):
            w, z = q[b, 3], q[b, 6]
            n = 1.0 / (w * w + z * z)
            c, s = (w * w - z * z) * n, 2.0 * w * z * n
            rate = V[b, 0, 5]
            square = rate * rate
            for f in range(bodies[b].first, bodies[b].last):
                sx = c * features[f].x - s * features[f].y
                sy = s * features[f].x + c * features[f].y
                x, y, vx, vy = sx, sy, -rate * sy, rate * sx
                if features[f].vector == 0:
                    x, y, vx, vy = x + q[b, 0], y + q[b, 1], vx + V[b, 0, 0], vy + V[b, 0, 1]
                X[f, 0, 0], X[f, 0, 1], X[f, 0, 2] = x, y, features[f].z
                X[f, 1, 0], X[f, 1, 1] = vx, vy
                X[f, 2, 0], X[f, 2, 1] = -square * sx, -square * sy
        return
    for b in range(bodies.size):
        R, w = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), three(V[b, 0], 3)
        for f in range(bodies[b].first, bodies[b].last):
            s = rotate(R, (features[f].x, features[f].y, features[f].z))
            v = cross(w, s)
            put(X[f, 2], 0, cross(w, v))
            if features[f].vector == 0:
                s, v = add(s, three(q[b], 0)), add(v, three(V[b, 0], 0))
            put(X[f, 0], 0, s)
            put(X[f, 1], 0, v)


@stage("ii")
def carry(H):
    """Fill features and measures with two derivatives at the pose q and the velocity V[:, 0]."""
    carry_features(tb.bodies(H), tb.features(H), tb.q(H), tb.V(H), tb.x(H).shape[1] == 3, tb.X(H))
    carry_measures(H, True)
    return 0


@stage("iif")
def appraise(H, t):
    """From the features X with two derivatives: measures, slopes of rows, Phi, the residual of velocity y, rhs = gamma.

    For coordinates in which the features do not move as those of rigid bodies do.
    """
    carry_measures(H, False)
    row_slopes(H, t, tb.coef(H))
    stabilised(H, t, tb.rhs(H))
    residuals(H, t, 0, tb.Phi(H))
    residuals(H, t, 1, tb.y(H))
    return 0


@inline
def stabilised(H, t, rhs):
    """Fill rhs = gamma, lowered by Baumgarte's terms where they are asked for."""
    control = tb.control(H)[0]
    right_side(H, t, 2, rhs)
    if control.alpha != 0.0 or control.beta != 0.0:
        y = tb.y(H)
        residuals(H, t, 1, y)
        for i in range(rhs.size):
            rhs[i] -= 2.0 * control.alpha * y[i]
        residuals(H, t, 0, y)
        for i in range(rhs.size):
            rhs[i] -= control.beta * control.beta * y[i]


@stage("ii")
def turn_inertias(H):
    """Fill turning[b] = R I^-1 R^T and start the forces with the gyroscopic moments -w x I w, in space."""
    masses, q, V, turning, force = tb.masses(H), tb.q(H), tb.V(H), tb.turning(H), tb.force(H)
    for b in range(q.shape[0]):
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        I = masses[b].inertia
        w = rotate((R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]), three(V[b, 0], 3))  # body axes
        put(force[b], 3, rotate(R, cross((dot(I[0], w), dot(I[1], w), dot(I[2], w)), w)))
        T = turning[b]
        T[0, 0], T[1, 1], T[2, 2], xy, xz, yz = turned_matrix(R, masses[b].turn_ease)
        T[0, 1] = T[1, 0] = xy
        T[0, 2] = T[2, 0] = xz
        T[1, 2] = T[2, 1] = yz
    return 0


@inline
def start_forces(H):
    """Set the forces to zero, in space to the gyroscopic moments, and renew the inertias."""
    force = tb.force(H)
    planar = force.shape[1] == 3
    for b in range(force.shape[0]):
        force[b, 0], force[b, 1], force[b, 2] = 0.0, 0.0, 0.0
    if not planar:
        turn_inertias(H)


@inline
def other_flanks(H):
    """Turn the lines of action of teeth that carry on their other flank; return whether any was turned.

    A force that is rounding beside the others has no flank: teeth without load stay as they are.
    """
    rows, terms, coef, lam, turned, largest = tb.rows(H), tb.terms(H), tb.coef(H), tb.lam(H), False, 0.0
    for i in range(rows.size):
        largest = max(largest, abs(lam[i]) / rows[i].scale)
    for i in range(rows.size):
        if abs(lam[i]) <= UNLOADED * largest * rows[i].scale:
            continue
        for j in range(rows[i].last - rows[i].press, rows[i].last):
            if coef[j] * terms[j].weight * lam[i] < 0.0:
                coef[j] = -coef[j]
                turned = True
    return turned


@inline
def first_flanks(H):
    """Turn all teeth to the flanks that a positive force loads, where wheels share a load in more than one way.

    Their split depends on the flanks, and these on the split: begun alike it is the same whatever was before.
    """
    rows, terms, coef = tb.rows(H), tb.terms(H), tb.coef(H)
    if tb.info(H)[2] > 0.0:
        for i in range(rows.size):
            for j in range(rows[i].last - rows[i].press, rows[i].last):
                coef[j] = terms[j].weight


@stage("iif")
def bear_flanks(H, t):
    """Turn the lines of action of teeth to the flanks that carry, and find the multipliers again; return 0 or a status.

    Teeth press their wheels apart whichever way they are loaded: the last terms of a row, which do that, have the sign
    of the row's own force. The wheels' bearings hold what these terms measure, so that no motion depends on them, nor,
    where the load of every tooth is unique, do the other forces: once is enough then.
    """
    status = 0
    for _ in range(TURNS):
        if not other_flanks(H):
            break
        linearise(H, t, tb.q(H).ctypes.data)
        stabilised(H, t, tb.rhs(H))
        factor(H, 0.0)
        status = join(H, t)
    return status


@stage("iif")
def accelerate(H, t):
    """Find the accelerations x and multipliers lam at the pose q and the velocity V[:, 0]; return 0 or a status."""
    status = at_time(H, t)
    carry(H)
    stabilised(H, t, tb.rhs(H))
    start_forces(H)
    if tb.sizes(H)[2] > 0:
        first_flanks(H)
    linearise(H, t, tb.q(H).ctypes.data)
    factor(H, 0.0)
    if tb.loads(H).size > 0:
        status = max(status, apply_loads(H, t))
    status = max(status, join(H, t))
    if tb.sizes(H)[2] > 0:
        status = max(status, bear_flanks(H, t))
    if tb.switches(H).size > 0:
        status = max(status, rub(H, t))
    return status


@inline
def solve_state(H, t, refined):
    """Find accelerations and multipliers at the state to the last digits that can be had; return 0 or a status.

    refined = 1: they are those of the Schur complement, and what it leaves can be taken out.
    """
    status = accelerate(H, t)
    if status == 0 and leaves(H, EXACT) == 1:
        if refined == 1:
            unlift(H, 1.0)
        if leaves(H, UNMET) == 1:
            tb.control(H)[0].deep = 1.0
            accelerate(H, t)
            tb.control(H)[0].deep = 0.0
    return status
