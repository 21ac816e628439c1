"""The equations of motion along stored states, accelerations and multipliers held: what they leave, how they change."""

from __future__ import annotations

from ..compiler.jit import inline, kernel, signed
from ..dynamics.balance import REST, weigh_up
from ..geometry.vectors import three
from ..kinematics.rows import residuals
from ..linear.groups import fill
from ..tables import fields as tb
from ..tables.records import ELEMENT
from ..tangents.entries import (
    add_features,
    add_masses,
    feel_measures,
    feel_tensions,
    inner,
    motion_of,
    note_bent,
    note_load,
    note_rows,
)
from ..tangents.forces import note_tensions
from ..tangents.rows import bend_rows
from ..tangents.slopes import place_state
from ..tangents.turning import feature_of, places_of
from ..tangents.varying import change_along, vary
from .stored_motion import hold_forces, hold_state, unmet_accelerations


@kernel
def weigh_along(H, times, Q, U, lam, near, rows, rest):
    """Fill what stored states leave of the equations of motion; return where an expression failed, or their number.

    U[k, :, 0 .. 1]: velocities and accelerations; lam: multipliers in the order of the table.
    rows[k, 0 .. 2]: residuals of the rows, of their rates and accelerations; rest[k]: Q + J^T lam - (M a + w x I w).
    """
    for k in range(times.size):
        if hold_forces(H, times[k], Q[k], U[k], lam[k], near[k]) != 0:
            return k
        for order in range(2):
            residuals(H, times[k], order, rows[k, order])
        unmet_accelerations(H, times[k], rows[k, 2])
        weigh_up(H, 1.0)
        for b in range(rest.shape[1]):
            for i in range(rest.shape[2]):
                rest[k, b, i] = tb.balance(H)[REST, b, i]
    return times.size


signed(
    weigh_along,
    "h f[t] f[t,q.0,7] f[t,q.0,.,6] f[t,lam.0] f[t,.] f[t,3,lam.0] f[t,q.0,x.1] -> i",
)


@kernel
def vary_along(
    H, times, Q, U, lam, near, elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds,
    shifts, speeds, measures, rows, forces,
):  # fmt: skip
    """Add how rows (t, 3, rows, k) and forces (t, n, k) change along motions (n, k), at every stored state.

    What stands before the motions is filled by `vary`. Returns where an expression failed, or the number of states.
    """
    for k in range(times.size):
        if hold_state(H, times[k], Q[k], U[k], lam[k], near[k]) != 0:
            return k
        vary(H, times[k], elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
        change_along(
            H, elements, members, slopes, rates, by_shifts, by_speeds, shifts, speeds, measures, rows[k], forces[k]
        )
    return times.size


signed(
    vary_along,
    "h f[t] f[t,q.0,7] f[t,q.0,.,6] f[t,lam.0] f[t,.] elements[e] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] "
    "f[coef.0,3] f[coef.0] f[measured.0] f[measured.0,2] f[J.0,3,J.1] f[s] f[s] f[n,k] f[n,k] f[3,measured.0,k] "
    "f[t,3,Phi.0,k] f[t,n,k] -> i",
    elements=ELEMENT,
)


@inline
def rates_along(H, mu, dm):
    """Fill dm[:, 0] with the rates of all measures in a motion mu."""
    measures, G = tb.measures(H), tb.G(H)
    for i in range(measures.size):
        dm[i, 0] = 0.0
        for slot in range(places_of(measures[i].kind)):
            dm[i, 0] += inner(three(G[i, slot], 0), motion_of(H, feature_of(measures[i], slot), mu))


@inline
def gather_state(
    H, t, mu, by_rows, turns, bend, dcoef, tension, dm, push, felt,
    of_features, of_masses, of_gravity, of_loads, of_rows, of_terms,
):  # fmt: skip
    """Add up what the numbers in the tables do to one h at a state that is held. The motion of features is lost."""
    rates_along(H, mu, dm)
    fill(push, 0.0)
    for f in range(felt.shape[0]):
        fill(felt[f], 0.0)
    note_rows(H, by_rows, bend, push, of_rows, of_terms, dm)
    for n in range(of_loads.shape[0]):
        note_load(H, t, tb.loads(H)[n], mu, dm, push, felt, of_loads[n])
    note_bent(H, t, dm, dcoef, push)
    feel_measures(H, push, turns, felt)
    feel_tensions(H, mu, tension, turns, felt)
    add_features(H, felt, of_features)
    add_masses(H, mu, of_masses, of_gravity)


@kernel
def gather_along(
    H, times, Q, U, lam, near, by_forces, by_rows, turns, bend, dcoef, tension, dm, push, felt,
    of_features, of_masses, of_gravity, of_loads, of_rows, of_terms,
):  # fmt: skip
    """Add up what the numbers in the tables do to some h, see `tangents.entries`, over all stored states.

    by_forces[w, k]: mu; by_rows[w, k, 0 .. 2]: kappa, kappa', nu, of the h numbered w. of_features[w]: by coordinates
    of each; of_masses: by mass and inertia; of_loads: by constant, stiffness, free length and damping; of_rows: by
    offsets; of_terms: by weight and rest. The others are room for the work. Returns where an expression failed, or the
    number of states.
    """
    for k in range(times.size):
        if hold_state(H, times[k], Q[k], U[k], lam[k], near[k]) != 0:
            return k
        for w in range(by_forces.shape[0]):
            place_state(H)
            bend_rows(H, times[k], bend)
            note_tensions(H, times[k], tension)
            gather_state(
                H, times[k], by_forces[w, k], by_rows[w, k], turns, bend, dcoef, tension, dm, push, felt,
                of_features[w], of_masses[w], of_gravity[w], of_loads[w], of_rows[w], of_terms[w],
            )  # fmt: skip
    return times.size


signed(
    gather_along,
    "h f[t] f[t,q.0,7] f[t,q.0,.,6] f[t,lam.0] f[t,.] f[w,t,q.0,x.1] f[w,t,3,lam.0] f[measured.0,5,2,3] f[coef.0,3] "
    "f[coef.0] f[measured.0] f[measured.0,2] f[measured.0,3] f[X.0,3,3] f[w,X.0,3] f[w,q.0,10] f[w,3] f[w,values.0,4] "
    "f[w,lam.0] f[w,coef.0,2] -> i",
)
