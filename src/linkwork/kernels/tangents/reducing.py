"""The linear equations on coordinates that lead a mechanism: see `solve.linearise` for the equations."""

import numpy as np

from ..compiler.jit import inline, kernel, signed
from ..dynamics.dynamics import solve_state
from ..dynamics.loads import apply_load
from ..geometry.features import spread
from ..geometry.spatial import rotation
from ..linear.groups import bear, factor_group, factor_groups, fill, lead, solve_group
from ..tables import fields as tb
from ..tables.records import ELEMENT, GROUP
from .forces import is_aimless, turned_inertia
from .varying import add_forces, add_to_row, take_state, vary

ACROSS = 1e-2
"""Share with which forces count that joints take up."""

# What is told of a state: the smallest pivots of the rows of positions and of velocities, and of the mass matrix;
# `spread`, how many times more or less than its bodies a coordinate moves; `push`, the largest share of the forces at
# rest that acts along a coordinate; `aimless` 1: a force along the distance of points that coincide.
TOLD = np.dtype([(name, "f8") for name in "position velocity mass spread push aimless".split()])


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
def gather(places, y, columns, first, out):
    """Copy rows of y to out, in which each stands at one of `columns`, from number `first` on."""
    for i in range(places.size):
        for k in range(y.shape[1]):
            out[i, columns[first + k]] = y[places[i], k]


@inline
def follow(H, led, rates, shifts, right, along):
    """Fill along, the changes of velocity that go with displacements."""
    fill(right, 0.0)
    add_changes(H, rates, 0, shifts, right)
    turn_round(right)
    lead(H, led, right, along)


@inline
def pace(H, kept, rates, shifts, speeds, right):
    """Fill the rows of coordinates in right with their rates that displacements and velocities change."""
    for i in range(kept.size):
        changed = right[kept[i]]
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
    """Solve the equations of motion at a state, from nothing."""
    take_state(H, poses, twists, near)
    solve_state(H, t, 1)
    spread(tb.x(H), 1, tb.V(H))


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


@inline
def weight_on(H, b, c):
    """Return the applied and gyroscopic force on body b along its freedom c, with its weight."""
    force = tb.force(H)
    shifts = 2 if force.shape[1] == 3 else 3
    return force[b, c] + (tb.masses(H)[b].mass * tb.gravity(H)[c] if c < shifts else 0.0)


@inline
def at_rest(H):
    """Return whether no body moves."""
    V = tb.V(H)
    for b in range(V.shape[0]):
        for k in range(6):
            if V[b, 0, k] != 0.0:
                return False
    return True


@inline
def pushed_share(H, units, R, count):
    """Return the largest share of the forces on the bodies that acts along one of the first `count` motions R."""
    bodies, d = tb.x(H).shape
    square, largest = 0.0, 0.0
    for b in range(bodies):
        for c in range(d):
            square += (units[d * b + c] * weight_on(H, b, c)) ** 2
    for j in range(count):
        push, sizes, across = 0.0, 0.0, 0.0
        for b in range(bodies):
            for c in range(d):
                part = R[d * b + c, j] * weight_on(H, b, c)
                push, sizes = push + part, sizes + abs(part)
                across += (R[d * b + c, j] / units[d * b + c]) ** 2
        largest = max(largest, abs(push) / max(sizes + ACROSS * (square * across) ** 0.5, 1e-300))
    return largest


@inline
def spread_of(sizes, kept, scales):
    """Return how many times more, or less, than bodies move a coordinate changes; scales: those of its size."""
    most = 1.0
    for i in range(kept.size):
        size = sizes[kept[i]] * scales[i]
        most = max(most, size, 1.0 / size)
    return most


@inline
def any_aimless(H, t):
    """Return whether a force acts along the distance of points that coincide: it has no direction."""
    for i in range(tb.loads(H).size):
        if is_aimless(H, t, i):
            return True
    return False


@inline
def push_inputs(H, loads, drivers, borne, led, speeds, load, first, B):
    """Fill the rows of B from `first` on with the forces along coordinates of a unit of every input.

    An input is a load, or a driver whose acceleration the bodies follow: borne, the inertia of all velocities.
    """
    w = led.size
    for k in range(loads.size):
        if drivers[k] >= 0:
            for i in range(w):
                B[first + i, k] = -borne[led[i], w + drivers[k]]
            continue
        push_input(H, loads[k], speeds, w, load, first, k, B)


@inline
def push_input(H, number, motions, count, load, first, k, B):
    """Fill column k of B, rows from `first` on, with what a unit of a load does along so many motions of the bodies."""
    fill(load, 0.0)
    apply_load(H, tb.loads(H)[number], 1.0, load)
    d = load.shape[1]
    for i in range(count):
        along = 0.0
        for c in range(motions.shape[0]):
            along += motions[c, i] * load[c // d, c % d]
        B[first + i, k] = along


@inline
def note_drivers(drivers, first, count, A, B):
    """Fill the rows of `count` drivers that are inputs: states from `first` on are their values, then their rates."""
    for j in range(count):
        A[first + j, first + count + j] = 1.0
    for k in range(drivers.size):
        if drivers[k] >= 0:
            B[first + count + drivers[k], k] = 1.0


@inline
def accelerate_states(borne, led, pushes, factors, pivots, rows, M, A, B):
    """Fill the mass matrix M, and `rows` of A and B with accelerations, M^-1 times the forces; return the least pivot.

    borne: the inertia of all velocities; pushes: the forces by states; those by inputs stand in B.
    """
    w = led.size
    for i in range(w):
        for j in range(w):
            M[i, j], factors[i, j] = borne[led[i], j], borne[led[i], j]
        for k in range(A.shape[1]):
            A[rows[i], k] = pushes[i, k]
    least = factor_group(factors, pivots)
    if least > 0.0:
        solve_group(factors, pivots, 0, rows, A)
        solve_group(factors, pivots, 0, rows, B)
    return least


@inline
def resist(pushes, z, C, K):
    """Fill damping and stiffness, less the forces along coordinates by their rates, from column z on, and by them."""
    for i in range(pushes.shape[0]):
        for k in range(K.shape[1]):
            K[i, k] = -pushes[i, k]
        for k in range(C.shape[1]):
            C[i, k] = -pushes[i, z + k]


@kernel
def reduce_states(
    H,
    groups, rows, columns, places, sizes, factors, pivots, leads,
    groups_v, rows_v, columns_v, places_v, sizes_v, factors_v, pivots_v, leads_v,
    units, table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds,
    kept, led, scales, states, loads, drivers, load, factors_m, pivots_m, rows_m,
    right, forces, shifts, along, taken, right_v, forces_v, still, speeds, taken_v,
    pushes, times, poses, twists, near, told, A, B, M, C, K,
):  # fmt: skip
    """Fill the linear equations at many states, on the coordinates with the rows `kept` (z) and their rates `led` (w).

    Rows in groups lead positions, those with _v velocities: k displacements of coordinates and drivers, and l
    velocities of them, which stand at `states` among all states. Inputs are loads, or drivers (-1: it is the other);
    scales, of the coordinates by the size of the mechanism; rows_m, those of A that are accelerations. Of every state:
    what is told of it, A, B, and the matrices of mass M, damping C and stiffness K. A state with a pivot of zero is
    left out. All the others are room for the work, in which the last state is left; still is zero.
    """
    of_shifts, elements = (groups, rows, columns, units, sizes, factors, pivots), (table, members)
    of_speeds = (groups_v, rows_v, columns_v, units, sizes_v, factors_v, pivots_v)
    z, w, k = kept.size, led.size, shifts.shape[1]
    for s in range(times.size):
        begin(H, times[s], poses[s], twists[s], near[s])
        told[s].position = factor_groups(H, groups, rows, places, units, sizes, factors, pivots)
        told[s].velocity = factor_groups(H, groups_v, rows_v, places_v, units, sizes_v, factors_v, pivots_v)
        told[s].mass = 0.0
        if not min(told[s].position, told[s].velocity) > 0.0:
            continue
        vary(H, times[s], table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
        ask(leads, right)
        lead(H, of_shifts, right, shifts)
        follow(H, of_speeds, rates, shifts, right, along)
        pace(H, kept, rates, shifts, along, right)
        gather(kept, right, states, 0, A[s])
        take_up(H, of_speeds, rates, shifts, along, elements, by_shifts, by_speeds, right, forces, taken)
        gather(led, right, states, 0, pushes)
        ask(leads_v, right_v)
        lead(H, of_speeds, right_v, speeds)
        pace(H, kept, rates, still, speeds, right_v)
        gather(kept, right_v, states, k, A[s])
        take_up(H, of_speeds, rates, still, speeds, elements, by_shifts, by_speeds, right_v, forces_v, taken_v)
        gather(led, right_v, states, k, pushes)
        weigh(H, of_speeds, speeds, right_v, forces_v)
        push_inputs(H, loads, drivers, right_v, led, speeds, load, z, B[s])
        note_drivers(drivers, z + w, k - z, A[s], B[s])
        told[s].mass = accelerate_states(right_v, led, pushes, factors_m, pivots_m, rows_m, M[s], A[s], B[s])
        resist(pushes, z, C[s], K[s])
        told[s].spread = spread_of(sizes, kept, scales)
        told[s].push = pushed_share(H, units, speeds, w) if at_rest(H) else 0.0
        told[s].aimless = 1.0 if any_aimless(H, times[s]) else 0.0


signed(
    reduce_states,
    "h "
    "groups[.] i[n] i[n] i[n] f[Phi.0] f[.] i[n] i[Phi.0] groups[.] i[n] i[n] i[n] f[Phi.0] f[.] i[n] i[Phi.0] "
    "f[n] elements[.] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] f[coef.0] f[measured.0] "
    "f[measured.0,2] f[J.0,3,J.1] f[e] f[e] "
    "i[z] i[w] f[z] i[j] i[u] i[u] f[q.0,x.1] f[w,w] i[w] i[w] "
    "f[Phi.0,k] f[n,k] f[n,k] f[n,k] f[n,k] f[Phi.0,l] f[n,l] f[n,l] f[n,l] f[n,l] "
    "f[w,j] f[s] f[s,q.0,7] f[s,q.0,6] f[s,near.0] told[s] f[s,j,j] f[s,j,u] f[s,w,w] f[s,w,w] f[s,w,z]",
    groups=GROUP,
    elements=ELEMENT,
    told=TOLD,
)
