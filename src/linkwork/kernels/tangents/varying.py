"""How the equations of motion change with the state: small matrices of their parts, and what they do to motions."""

from ..compiler.jit import inline, kernel, signed
from ..dynamics.loads import apply_load
from ..linear.groups import fill
from ..tables import fields as tb
from ..tables.records import ELEMENT
from .forces import (
    BENT,
    INERT,
    LOADED,
    MEASURED,
    is_aimless,
    note_tensions,
    vary_bent,
    vary_inertia,
    vary_load,
    vary_tension,
)
from .rows import bend_rows
from .slopes import PACE, RATE, TURN, VALUE, place_state, slope_measure, slope_rows
from .turning import feature_of, places_of

NONE = float("nan")
"""What is not known."""


@inline
def take_state(H, poses, twists, near):
    """Take over a state, from nothing: contacts are looked for anew."""
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


@kernel
def vary(H, t, elements, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds):
    """Fill the changes of measures, rows and forces at a state that `accelerate` has solved; return how many there are.

    The accelerations V[:, 1] and the multipliers lam are held. slopes[i, slot] of measure i by the freedoms of its
    bodies; rates[k] of rows by those of block k (see `slopes`); by_shifts, by_speeds: the matrices of the elements, the
    change of Q + J^T lam - (M a + w x I w) with displacements and velocities. The others are room for the work.
    """
    place_state(H)
    for i in range(slopes.shape[0]):
        slope_measure(H, i, turns, slopes)
    bend_rows(H, t, bend)
    slope_rows(H, bend, slopes, rates)
    note_tensions(H, t, tension)
    for n in range(by_shifts.size):
        by_shifts[n], by_speeds[n] = 0.0, 0.0
    for n in range(elements.size):
        element = elements[n]
        if element.kind == LOADED:
            vary_load(H, t, element, members, False, slopes, dm, by_shifts)
            vary_load(H, t, element, members, True, slopes, dm, by_speeds)
        elif element.kind == INERT:
            vary_inertia(H, element, by_shifts, by_speeds)
    for n in range(elements.size):
        element = elements[n]
        if element.kind == BENT:
            vary_bent(H, t, element, members, slopes, dm, dcoef, by_shifts)
        elif element.kind == MEASURED and tension[element.number] != 0.0:
            vary_tension(H, element, members, tension[element.number], turns, by_shifts)
    place_state(H)
    return slopes.shape[0] + rates.shape[0] + elements.size


signed(
    vary,
    "h f elements[e] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] f[coef.0] f[measured.0] "
    "f[measured.0,2] f[J.0,3,J.1] f[s] f[s] -> i",
    elements=ELEMENT,
)


@inline
def add_forces(elements, members, matrices, d, motions, out):
    """Add the change of the forces (bodies * d, k) that motions (bodies * d, k) of the bodies make."""
    for n in range(elements.size):
        element = elements[n]
        count = element.last - element.first
        for i in range(d * count):
            row = d * members[element.first + i // d] + i % d
            for j in range(d * count):
                value = matrices[element.place + i * d * count + j]
                if value != 0.0:
                    column = d * members[element.first + j // d] + j % d
                    for k in range(motions.shape[1]):
                        out[row, k] += value * motions[column, k]


@inline
def add_to_row(H, i, blocks, motions, out):
    """Add to out (k,) the product of row i of a matrix, given by blocks as the Jacobian is, and motions."""
    block_ptr, block_body = tb.block_ptr(H), tb.block_body(H)
    d = blocks.shape[1]
    for n in range(block_ptr[i], block_ptr[i + 1]):
        for c in range(d):
            value, column = blocks[n, c], d * block_body[n] + c
            if value != 0.0:
                for k in range(out.size):
                    out[k] += value * motions[column, k]


@inline
def add_to_measure(H, i, slopes, kind, motions, out):
    """Add to out (k,) the change of measure i by slopes of a kind."""
    features, measure, d = tb.features(H), tb.measures(H)[i], slopes.shape[3]
    for slot in range(places_of(measure.kind)):
        b = features[feature_of(measure, slot)].body
        for c in range(d if b >= 0 else 0):
            value = slopes[i, slot, kind, c]
            if value != 0.0:
                for k in range(out.size):
                    out[k] += value * motions[d * b + c, k]


@kernel
def change_along(H, elements, members, slopes, rates, by_shifts, by_speeds, shifts, speeds, measures, rows, forces):
    """Add what displacements and changes of velocity (bodies * d, k) do.

    To values, rates and accelerations of measures (3, measures, k) and of rows (3, rows, k), and to the forces on the
    bodies (bodies * d, k).
    """
    d = slopes.shape[3]
    for i in range(measures.shape[1]):
        add_to_measure(H, i, slopes, VALUE, shifts, measures[0, i])
        add_to_measure(H, i, slopes, RATE, shifts, measures[1, i])
        add_to_measure(H, i, slopes, VALUE, speeds, measures[1, i])
        add_to_measure(H, i, slopes, TURN, shifts, measures[2, i])
        add_to_measure(H, i, slopes, PACE, speeds, measures[2, i])
    for i in range(rows.shape[1]):
        if tb.soft(H)[i] >= 0.0:
            if tb.rows(H)[i].level == 0:
                add_to_row(H, i, tb.J(H), shifts, rows[0, i])
            add_to_row(H, i, rates[:, 0], shifts, rows[1, i])
            add_to_row(H, i, tb.J(H), speeds, rows[1, i])
            add_to_row(H, i, rates[:, 2], shifts, rows[2, i])
            add_to_row(H, i, rates[:, 1], speeds, rows[2, i])
    add_forces(elements, members, by_shifts, d, shifts, forces)
    add_forces(elements, members, by_speeds, d, speeds, forces)


signed(
    change_along,
    "h elements[e] i[.] f[measured.0,5,4,x.1] f[J.0,3,J.1] f[s] f[s] f[n,k] f[n,k] f[3,measured.0,k] f[3,Phi.0,k] "
    "f[n,k]",
    elements=ELEMENT,
)


@kernel
def push_load(H, i, out):
    """Add to out what load i does to the bodies when its value grows by one, at the state last measured."""
    apply_load(H, tb.loads(H)[i], 1.0, out)


signed(push_load, "h i f[q.0,x.1]")


@kernel
def lacks_direction(H, t, i):
    """Return 1 where load i acts along the distance of points that coincide and is not nothing there, else 0."""
    return 1 if is_aimless(H, t, i) else 0


signed(lacks_direction, "h f i -> i")
