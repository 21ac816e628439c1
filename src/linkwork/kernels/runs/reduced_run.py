"""The variational equations along a run on coordinates of the moment, and what multiplies the equations of motion.

Nodes lie in panels, the last one of each at its end. There the coordinates are chosen anew, P = M N with the motions N
that the rows allow: the co-vectors of the new z = P u and zeta = P w are taken apart by the old ones.
"""

from __future__ import annotations

from ..compiler.jit import inline, kernel, signed
from ..dynamics.dynamics import accelerate
from ..geometry.features import spread
from ..linear.linear import clear
from ..steps.output import place_body
from ..tables import fields as tb
from ..tables.records import ELEMENT
from ..tangents.costates import allow, pull_back, share_both, take_up_motions, turn_back
from ..tangents.varying import vary
from .stored_motion import load_state

UNSOLVED = -1.0
"""Instead of the smallest pivot, where the equations of motion have no solution."""


@inline
def read_between(track, first, last, t, s, rate):
    """Fill positions s and their rates at time t, by Hermite's polynomial through states of a track, first to last.

    Through values, rates and rates of these: the state j counts by L^3 (f q + f' q' + f'' q''), with Lagrange's L that
    is 1 there and 0 at the others, and the q so that what L^3 adds to the derivatives there is taken out again.
    """
    width = s.size
    for c in range(width):
        s[c], rate[c] = 0.0, 0.0
    for j in range(first, last):
        L, slope, turn, bend = 1.0, 0.0, 0.0, 0.0
        for i in range(first, last):
            if i != j:
                inverse = 1.0 / (track[j, 0] - track[i, 0])
                ratio = (t - track[i, 0]) * inverse
                slope = slope * ratio + L * inverse
                L *= ratio
                turn -= 3.0 * inverse
                bend += 1.5 * inverse * inverse
        bend += 0.5 * turn * turn
        x, cube, slope = t - track[j, 0], L * L * L, 3.0 * L * L * slope
        q, q1, q2 = 1.0 + x * (turn + x * bend), x * (1.0 + turn * x), 0.5 * x * x
        p, p1 = turn + 2.0 * bend * x, 1.0 + 2.0 * turn * x
        for c in range(width):
            f, f1, f2 = track[j, 2 + c], track[j, 2 + width + c], track[j, 2 + 2 * width + c]
            value = q * f + q1 * f1 + q2 * f2
            s[c] += cube * value
            rate[c] += slope * value + cube * (p * f + p1 * f1 + x * f2)


@inline
def read_track(H, track, window, t):
    """Bring the bodies to time t, from the states of a track in a window: the first, and the one behind the last."""
    q, V, past = tb.q(H), tb.V(H), tb.past(H)
    read_between(track, window[0], window[1], t, past[0], past[4])
    for b in range(q.shape[0]):
        place_body(past[0], past[4], b, tb.x(H).shape[1] == 3, q[b], V[b, 0])


@inline
def note_state(H, pose, motion, lam, near):
    """Note pose, velocity, acceleration, multipliers and angles over full turns."""
    q, V = tb.q(H), tb.V(H)
    for b in range(q.shape[0]):
        for k in range(7):
            pose[b, k] = q[b, k]
        for k in range(6):
            motion[b, 0, k], motion[b, 1, k] = V[b, 0, k], V[b, 1, k]
    for i in range(lam.size):
        lam[i] = tb.lam(H)[i]
    for i in range(near.size):
        near[i] = tb.near(H)[i]


@inline
def reduce_node(H, P, N, small, parts, room, A, by_rows, by_forces):
    """Fill the equations z' = ..., zeta' = ... at a state: A (2 f, 2 f), and the multipliers of all that changes.

    by_rows[k, 0 .. 2]: of Phi_p, Phi'_p, Phi''_p, and by_forces[k]: of F_p, in equation k.
    """
    f, planar = P.shape[0], P.shape[2] == 3
    by_u, by_w, x, (_, _, rates, _, _) = room[0], room[1], room[2], parts
    for i in range(f):
        if planar:
            A[i, f + i] = 1.0
        else:
            turn_back(H, P[i], by_u)
            clear(by_w)
            share_both(H, P, N, small, rates, by_u, by_w, x, A[i], by_rows[i])
            A[i, f + i] += 1.0
        pull_back(H, P[i], tb.still(H), parts, by_u, by_w, by_forces[f + i], by_rows[f + i, 2])
        share_both(H, P, N, small, rates, by_u, by_w, x, A[f + i], by_rows[f + i])


@inline
def change_over(H, P, N, small, rates, room, new, A, by_rows):
    """Choose other coordinates, P and N, and fill what they are by those before: A (2 f, 2 f), multipliers of rows."""
    f = P.shape[0]
    by_u, by_w, x, old, motions = room[0], room[1], room[2], new[0], new[1]
    for i in range(f):
        for b in range(N.shape[1]):
            for k in range(N.shape[2]):
                old[i, b, k], motions[i, b, k] = P[i, b, k], N[i, b, k]
    take_up_motions(H, N, P)
    for i in range(2 * f):
        clear(by_u)
        clear(by_w)
        for b in range(N.shape[1]):
            for k in range(N.shape[2]):
                if i < f:
                    by_u[b, k] = P[i, b, k]
                else:
                    by_w[b, k] = P[i - f, b, k]
        share_both(H, old, motions, small, rates, by_u, by_w, x, A[i], by_rows[i])


@kernel
def reduce_run(
    H, track, windows, times, ends, reads, angles, elements, members, turns, slopes, bend, dcoef, tension, dm, rates,
    by_shifts, by_speeds, P, N, small, room, new, asked, poses, motions, lam, near, least, A, by_rows, by_forces,
    change, change_rows, read, read_rows,
):  # fmt: skip
    """Fill the equations at the nodes of a run; return how many were reached.

    windows[k]: rows of the track from which node k is read, and the row from which its angles are counted; ends[k]: the
    panel that it ends, or -1; reads[k]: its number among the nodes where something is read, or -1; angles[i]: column of
    the track for the angle of measure i, or -1.
    P, N (f, bodies, d): co-vectors and motions, of the start, then as they go on. asked[read, way]: co-vectors of u and
    w that are read there, in several ways. Of every node its state, the smallest pivot `least`, and what `reduce_node`
    tells; of every panel `change_over` at its end; of what is asked for its parts by z, zeta and the rows. All the
    others are room for the work.
    """
    parts = (elements, members, rates, by_shifts, by_speeds)
    for k in range(times.size):
        read_track(H, track, windows[k], times[k])
        for i in range(angles.size):
            if angles[i] >= 0:
                tb.near(H)[i] = track[windows[k, 2], angles[i]]
        if accelerate(H, times[k]) != 0:
            least[k] = UNSOLVED
            return k
        spread(tb.x(H), 1, tb.V(H))
        note_state(H, poses[k], motions[k], lam[k], near[k])
        vary(H, times[k], elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
        least[k] = allow(H, P, N, small)
        if not least[k] > 0.0:
            return k
        reduce_node(H, P, N, small, parts, room, A[k], by_rows[k], by_forces[k])
        if reads[k] >= 0:
            for n in range(asked.shape[1]):
                of_u, of_w = asked[reads[k], n, 0], asked[reads[k], n, 1]
                share_both(H, P, N, small, rates, of_u, of_w, room[2], read[reads[k], n], read_rows[reads[k], n])
        if ends[k] >= 0:
            change_over(H, P, N, small, rates, room, new, change[ends[k]], change_rows[ends[k]])
    return times.size


signed(
    reduce_run,
    "h f[.,.] i[s,3] f[s] i[s] i[s] i[near.0] elements[e] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] "
    "f[coef.0] f[measured.0] f[measured.0,2] f[J.0,3,J.1] f[m] f[m] f[f,q.0,x.1] f[f,q.0,x.1] f[f,.] f[3,q.0,x.1] "
    "f[2,f,q.0,x.1] f[r,v,2,q.0,x.1] f[s,q.0,7] f[s,q.0,2,6] f[s,lam.0] f[s,near.0] f[s] f[s,g,g] f[s,g,3,lam.0] "
    "f[s,g,q.0,x.1] f[p,g,g] f[p,g,3,lam.0] f[r,v,g] f[r,v,3,lam.0] -> i",
    elements=ELEMENT,
)


@kernel
def read_back(
    H, times, Q, U, near, elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds,
    beta, c, by_u, by_w, mu, nu,
):  # fmt: skip
    """Fill the co-vectors of displacements and velocities for those of accelerations, beta, and of multipliers, -c.

    At stored states; mu and nu multiply what forces and rows change besides. Returns how many states were solved.
    """
    parts = (elements, members, rates, by_shifts, by_speeds)
    for k in range(times.size):
        load_state(H, Q[k], U[k])
        for i in range(near.shape[1]):
            tb.near(H)[i] = near[k, i]
        if accelerate(H, times[k]) != 0:
            return k
        spread(tb.x(H), 1, tb.V(H))
        vary(H, times[k], elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
        pull_back(H, beta[k], c[k], parts, by_u[k], by_w[k], mu[k], nu[k])
    return times.size


signed(
    read_back,
    "h f[s] f[s,q.0,7] f[s,q.0,.,6] f[s,.] elements[e] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] "
    "f[coef.0] f[measured.0] f[measured.0,2] f[J.0,3,J.1] f[m] f[m] f[s,q.0,x.1] f[s,lam.0] f[s,q.0,x.1] f[s,q.0,x.1] "
    "f[s,q.0,x.1] f[s,lam.0] -> i",
    elements=ELEMENT,
)
