"""The linear equations on coordinates that lead a mechanism: see `solve.linearise` for the equations."""

from __future__ import annotations

from ..compiler.jit import inline, kernel, signed
from ..dynamics.dynamics import accelerate
from ..dynamics.light_bodies import unlift
from ..geometry.features import spread
from ..geometry.spatial import rotation
from ..linear.groups import bear, factor_groups, fill, lead
from ..tables import fields as tb
from ..tables.records import ELEMENT, GROUP
from .forces import turned_inertia
from .varying import add_forces, add_to_row, vary

NONE = float("nan")
"""What is not known."""


@inline
def ask(leads, right):
    """Fill the right sides of motions that rows lead by one: leads[row] is the direction, -1 for none."""
    fill(right, 0.0)
    for i in range(leads.size):
        if leads[i] >= 0:
            right[i, leads[i]] = 1.0


@inline
def less_inertia(H, x, out):
    """Subtract M x, the inertia of motions x (bodies * d, k), from forces on the bodies."""
    masses, q = tb.masses(H), tb.q(H)
    count, d = tb.x(H).shape
    for b in range(count):
        for c in range(2 if d == 3 else 3):
            for k in range(x.shape[1]):
                out[d * b + c, k] -= masses[b].mass * x[d * b + c, k]
        if d == 3:
            for k in range(x.shape[1]):
                out[d * b + 2, k] -= masses[b].inertia[2, 2] * x[d * b + 2, k]
            continue
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        for j in range(3):
            unit = (1.0 if j == 0 else 0.0, 1.0 if j == 1 else 0.0, 1.0 if j == 2 else 0.0)
            column = turned_inertia(R, masses[b].inertia, unit)
            for c in range(3):
                for k in range(x.shape[1]):
                    out[d * b + 3 + c, k] -= column[c] * x[d * b + 3 + j, k]


@inline
def add_changes(H, rates, n, motions, right):
    """Add to the right sides of all rows what motions change of them: rates[:, n]."""
    for i in range(right.shape[0]):
        add_to_row(H, i, rates[:, n], motions, right[i])


@inline
def turn_round(right):
    """Change the sign of all entries."""
    for i in range(right.shape[0]):
        for k in range(right.shape[1]):
            right[i, k] = -right[i, k]


@inline
def gather(places, y, first, out):
    """Copy rows of y to columns of out, from `first` on."""
    for i in range(places.size):
        for k in range(y.shape[1]):
            out[i, first + k] = y[places[i], k]


@inline
def follow(H, led, rates, shifts, right, along):
    """Fill along, the changes of velocity that go with displacements."""
    fill(right, 0.0)
    add_changes(H, rates, 0, shifts, right)
    turn_round(right)
    lead(H, led, right, along)


@inline
def pace(H, kept, rates, shifts, speeds, first, out):
    """Fill columns of out, from `first` on, with the rates of coordinates that displacements and velocities change."""
    for i in range(kept.size):
        changed = out[i, first : first + shifts.shape[1]]
        for k in range(changed.size):
            changed[k] = 0.0
        add_to_row(H, kept[i], rates[:, 0], shifts, changed)
        add_to_row(H, kept[i], tb.J(H), speeds, changed)


@inline
def weigh(H, led, speeds, right, forces):
    """Fill right with the forces along coordinates for accelerations that they and drivers lead: R^T M R."""
    fill(forces, 0.0)
    less_inertia(H, speeds, forces)
    fill(right, 0.0)
    bear(H, led, forces, right)
    turn_round(right)


@inline
def begin(H, t, poses, twists, near):
    """Solve the equations of motion at a state, from nothing: contacts are looked for anew."""
    q, V = tb.q(H), tb.V(H)
    for b in range(q.shape[0]):
        for k in range(7):
            q[b, k] = poses[b, k]
        for k in range(6):
            V[b, 0, k], V[b, 1, k] = twists[b, k], 0.0
    for i in range(near.size):
        tb.near(H)[i] = near[i]
    fill(tb.contacts(H), NONE)
    fill(tb.felt(H), NONE)
    for i in range(tb.series(H).shape[0]):
        fill(tb.series(H)[i], NONE)
    accelerate(H, t)
    unlift(H, 1.0)
    spread(tb.x(H), 1, V)


@inline
def take_up(H, led, rates, shifts, speeds, elements, by_shifts, by_speeds, right, forces, taken):
    """Fill taken, the accelerations that take up what rows ask for, and right, the forces that bear all that changes.

    elements: their table and members.
    """
    d, (table, members) = tb.x(H).shape[1], elements
    fill(right, 0.0)
    add_changes(H, rates, 2, shifts, right)
    add_changes(H, rates, 1, speeds, right)
    turn_round(right)
    lead(H, led, right, taken)
    fill(forces, 0.0)
    add_forces(table, members, by_shifts, d, shifts, forces)
    add_forces(table, members, by_speeds, d, speeds, forces)
    less_inertia(H, taken, forces)
    fill(right, 0.0)
    bear(H, led, forces, right)


@kernel
def reduce_states(
    H, times, poses, twists, near,
    groups, rows, columns, places, sizes, factors, pivots, leads,
    groups_v, rows_v, columns_v, places_v, sizes_v, factors_v, pivots_v, leads_v,
    units, table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds,
    kept, led, right, forces, shifts, along, taken, right_v, forces_v, still, speeds, taken_v,
    pivot, paces, pushes, inertia,
):  # fmt: skip
    """Fill the linear equations at many states, on the coordinates with the rows `kept` (z) and their rates `led` (w).

    Rows in groups lead positions, those with _v velocities. Of every state: the smallest pivot of either, (2,); the
    rates of the coordinates, paces (z, k + l), and the forces along them, pushes (w, k + l), that displacements of k
    coordinates and drivers, and l velocities of them, make; the mass matrix, inertia (w, l). A state with a pivot of
    zero is left out. All the others are room for the work, in which the last state is left; still is zero.
    """
    of_shifts, elements = (groups, rows, columns, units, sizes, factors, pivots), (table, members)
    of_speeds = (groups_v, rows_v, columns_v, units, sizes_v, factors_v, pivots_v)
    for s in range(times.size):
        begin(H, times[s], poses[s], twists[s], near[s])
        pivot[s, 0] = factor_groups(H, groups, rows, places, units, sizes, factors, pivots)
        pivot[s, 1] = factor_groups(H, groups_v, rows_v, places_v, units, sizes_v, factors_v, pivots_v)
        if not min(pivot[s, 0], pivot[s, 1]) > 0.0:
            continue
        vary(H, times[s], table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
        ask(leads, right)
        lead(H, of_shifts, right, shifts)
        follow(H, of_speeds, rates, shifts, right, along)
        pace(H, kept, rates, shifts, along, 0, paces[s])
        take_up(H, of_speeds, rates, shifts, along, elements, by_shifts, by_speeds, right, forces, taken)
        gather(led, right, 0, pushes[s])
        ask(leads_v, right_v)
        lead(H, of_speeds, right_v, speeds)
        pace(H, kept, rates, still, speeds, shifts.shape[1], paces[s])
        take_up(H, of_speeds, rates, still, speeds, elements, by_shifts, by_speeds, right_v, forces_v, taken_v)
        gather(led, right_v, shifts.shape[1], pushes[s])
        weigh(H, of_speeds, speeds, right_v, forces_v)
        gather(led, right_v, 0, inertia[s])


signed(
    reduce_states,
    "h f[s] f[s,q.0,7] f[s,q.0,6] f[s,near.0] "
    "groups[.] i[n] i[n] i[n] f[Phi.0] f[.] i[n] i[Phi.0] groups[.] i[n] i[n] i[n] f[Phi.0] f[.] i[n] i[Phi.0] "
    "f[n] elements[.] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] f[coef.0] f[measured.0] "
    "f[measured.0,2] f[J.0,3,J.1] f[e] f[e] "
    "i[z] i[w] f[Phi.0,k] f[n,k] f[n,k] f[n,k] f[n,k] f[Phi.0,l] f[n,l] f[n,l] f[n,l] f[n,l] "
    "f[s,2] f[s,z,j] f[s,w,j] f[s,w,l]",
    groups=GROUP,
    elements=ELEMENT,
)
