"""Trees of joints, linearised: mass matrix, damping and stiffness, and how accelerations answer (see `linear_motion`).

When coordinate j changes, all that node j carries turns with it as one body. Seen from there, what lies before has
changed its velocity by S_j' and its acceleration by S_j''; a rate changes the velocity by S_j and the acceleration of a
point by 2 S_j' (Carpentier, Mansard 2018; Singh, Russo, Wensing 2022). With I, and B of the momentum, of all that node
i carries, and F the force on it, the forces along the coordinates change, i carried by j, by

    K_ij = S_i^T (I_i S_j'' + B_i S_j'),   C_ij = S_i^T (2 I_i S_j' + B_i S_j),   M_ij = S_i^T I_i S_j,
    K_ji = S_j^T (I_i S_i'' + B_i S_i' + S_i x F_i),   C_ji = S_j^T (2 I_i S_i' + B_i S_i).

Of a motion (x, r) B takes the turn r alone: force 2 r x h, moment E r, with the linear momentum h.
"""

from ..compiler.jit import inline
from ..geometry.vectors import ZERO, add, cross, dot, rotate, scaled
from .linear_inertia import transposed
from .linear_motion import (
    AXIS,
    BEND,
    EASE,
    FIRST,
    MOMENTUM,
    PACE,
    PULL,
    SECOND,
    SHIFT,
    SWAY,
    TOTAL,
    YIELD,
    nine,
    symmetric,
)
from .nodes import TURN, WELD
from .robot_tree import L, increase_lane, lane, put_lane

# Places of what is carried down the tree: S^T I, the changes of the force by the coordinate and by its rate, S^T B, and
# what they make of a pair of coordinates.
RESIST, TILT, TURN_BY, SWING, FOUND = 0 * L, 6 * L, 12 * L, 18 * L, 21 * L
CARRIED_WIDTH = 26 * L

CHUNK = 16
"""Columns that are solved together: a constant length, of which the compiler makes vectors."""


@inline
def inertia_times(n, l, linear, angular):
    """Return force and moment about the origin that accelerate all that a node carries."""
    first = lane(n, FIRST, l)
    force = add(scaled(n[TOTAL + l], linear), cross(angular, first))
    return force, add(cross(first, linear), rotate(symmetric(n, SECOND, l), angular))


@inline
def begin_column(n, kind, carried, lanes):
    """Fill what is carried down from a node: the forces that its motion, and changes of its coordinate, take."""
    turns = kind == TURN
    for l in range(lanes):
        axis, h, E = lane(n, AXIS, l), lane(n, MOMENTUM, l), nine(n, SWAY, l)
        slide, turn = ZERO if turns else axis, axis if turns else ZERO
        force, moment = inertia_times(n, l, slide, turn)
        put_lane(carried, RESIST, l, force)
        put_lane(carried, RESIST + 3 * L, l, moment)
        put_lane(carried, SWING, l, rotate(transposed(E), axis) if turns else scaled(2.0, cross(h, axis)))
        pace, turned = lane(n, PACE, l), lane(n, PACE + 3 * L, l)
        force, moment = inertia_times(n, l, pace, turned)
        by_rate = add(scaled(2.0, force), scaled(2.0, cross(turn, h)))
        put_lane(carried, TURN_BY, l, by_rate)
        put_lane(carried, TURN_BY + 3 * L, l, add(scaled(2.0, moment), rotate(E, turn)))
        force, moment = inertia_times(n, l, lane(n, BEND, l), lane(n, BEND + 3 * L, l))
        pull, pulled = lane(n, PULL, l), lane(n, PULL + 3 * L, l)
        force = add(force, add(scaled(2.0, cross(turned, h)), cross(turn, pull)))
        moment = add(moment, add(rotate(E, turned), add(cross(turn, pulled), cross(slide, pull))))
        put_lane(carried, TILT, l, force)
        put_lane(carried, TILT + 3 * L, l, moment)


@inline
def carry_column(n, carried, lanes):
    """Shift what is carried from the origin of a node to that of the node before it."""
    for l in range(lanes):
        d = lane(n, SHIFT, l)
        increase_lane(carried, RESIST + 3 * L, l, cross(d, lane(carried, RESIST, l)))
        increase_lane(carried, TILT + 3 * L, l, cross(d, lane(carried, TILT, l)))
        increase_lane(carried, TURN_BY + 3 * L, l, cross(d, lane(carried, TURN_BY, l)))


@inline
def meet(n, half, turns, carried, lanes):
    """Fill M, and of K and C the entries of both orders, for what is carried and a node that carries it."""
    for l in range(lanes):
        axis, swing = lane(n, AXIS, l), lane(carried, SWING, l)
        force, moment = lane(carried, RESIST, l), lane(carried, RESIST + 3 * L, l)
        pace, turned = lane(n, PACE, l), lane(n, PACE + 3 * L, l)
        carried[FOUND + l] = dot(axis, lane(carried, RESIST + half, l))
        bend = dot(force, lane(n, BEND, l)) + dot(moment, lane(n, BEND + 3 * L, l))
        carried[FOUND + L + l] = bend + dot(swing, turned)
        paced = dot(force, pace) + dot(moment, turned)
        carried[FOUND + 2 * L + l] = 2.0 * paced + turns * dot(swing, axis)
        carried[FOUND + 3 * L + l] = dot(axis, lane(carried, TILT + half, l))
        carried[FOUND + 4 * L + l] = dot(axis, lane(carried, TURN_BY + half, l))


@inline
def note_pair(carried, i, j, first, lanes, M, C, K):
    """Write what was found of the coordinates i and j, which carries it, to the matrices of the states."""
    for l in range(lanes):
        s = first + l
        M[s, i, j] = M[s, j, i] = carried[FOUND + l]
        K[s, i, j] += carried[FOUND + L + l]
        C[s, i, j] += carried[FOUND + 2 * L + l]
        if i != j:
            K[s, j, i] += carried[FOUND + 3 * L + l]
            C[s, j, i] += carried[FOUND + 4 * L + l]


@inline
def change_forces(tree, nodes, carried, first, lanes, M, C, K):
    """Fill mass matrices (states, coordinates, coordinates), and add to damping and stiffness."""
    for i in range(tree.size):
        if tree[i].kind == WELD:
            continue
        begin_column(nodes[i], tree[i].kind, carried, lanes)
        j = i
        while j >= 0:
            if tree[j].kind == TURN:
                meet(nodes[j], 3 * L, 1.0, carried, lanes)
            elif tree[j].kind != WELD:
                meet(nodes[j], 0, 0.0, carried, lanes)
            if tree[j].kind != WELD:
                note_pair(carried, tree[i].column, tree[j].column, first, lanes, M, C, K)
            carry_column(nodes[j], carried, lanes)
            j = tree[j].before


# ---- accelerations: M^-1 times forces, by articulated bodies


@inline
def reach(n, l, half, f, x):
    """Take what acts along a joint, x less S^T f, to x = D^-1 of it, and leave in f what the node before feels."""
    ax, ay, az, ease = n[AXIS + l], n[AXIS + L + l], n[AXIS + 2 * L + l], n[EASE + l]
    u0, u1, u2 = lane(n, YIELD, l)
    u3, u4, u5 = lane(n, YIELD + 3 * L, l)
    for k in range(CHUNK):
        along = ax * f[half * CHUNK + k] + ay * f[(half + 1) * CHUNK + k] + az * f[(half + 2) * CHUNK + k]
        y = (x[k] - along) * ease
        x[k] = y
        f[k] += u0 * y
        f[CHUNK + k] += u1 * y
        f[2 * CHUNK + k] += u2 * y
        f[3 * CHUNK + k] += u3 * y
        f[4 * CHUNK + k] += u4 * y
        f[5 * CHUNK + k] += u5 * y


@inline
def shift_forces(n, l, f):
    """Shift forces to the origin of the node before: moment + d x force."""
    dx, dy, dz = lane(n, SHIFT, l)
    for k in range(CHUNK):
        f[3 * CHUNK + k] += dy * f[2 * CHUNK + k] - dz * f[CHUNK + k]
        f[4 * CHUNK + k] += dz * f[k] - dx * f[2 * CHUNK + k]
        f[5 * CHUNK + k] += dx * f[CHUNK + k] - dy * f[k]


@inline
def shift_motions(n, l, a):
    """Shift accelerations from the origin of the node before: a + alpha x d."""
    dx, dy, dz = lane(n, SHIFT, l)
    for k in range(CHUNK):
        a[k] += a[4 * CHUNK + k] * dz - a[5 * CHUNK + k] * dy
        a[CHUNK + k] += a[5 * CHUNK + k] * dx - a[3 * CHUNK + k] * dz
        a[2 * CHUNK + k] += a[3 * CHUNK + k] * dy - a[4 * CHUNK + k] * dx


@inline
def answer(n, l, half, a, x):
    """Finish x, the accelerations of a joint, and add them to those of its node, a."""
    ax, ay, az, ease = n[AXIS + l], n[AXIS + L + l], n[AXIS + 2 * L + l], n[EASE + l]
    u0, u1, u2 = scaled(ease, lane(n, YIELD, l))
    u3, u4, u5 = scaled(ease, lane(n, YIELD + 3 * L, l))
    for k in range(CHUNK):
        linear = u0 * a[k] + u1 * a[CHUNK + k] + u2 * a[2 * CHUNK + k]
        y = x[k] - (linear + u3 * a[3 * CHUNK + k] + u4 * a[4 * CHUNK + k] + u5 * a[5 * CHUNK + k])
        x[k] = y
        a[half * CHUNK + k] += ax * y
        a[(half + 1) * CHUNK + k] += ay * y
        a[(half + 2) * CHUNK + k] += az * y


@inline
def set_room(f, other):
    """Fill room of six rows with those of another."""
    for k in range(6 * CHUNK):
        f[k] = other[k]


@inline
def solve_tree(tree, nodes, l, room, zero, x):
    """Solve M x = forces of lane l in place, x (coordinates, CHUNK).

    A node has its room with the last one that hangs on it: as many rooms as tips.
    """
    for i in range(tree.size - 1, -1, -1):
        branch, n = tree[i], nodes[i]
        f = room[branch.slot]
        if branch.tip != 0:
            set_room(f, zero)
        if branch.kind == TURN:
            reach(n, l, 3, f, x[branch.column])
        elif branch.kind != WELD:
            reach(n, l, 0, f, x[branch.column])
        if branch.before >= 0:
            shift_forces(n, l, f)
            if tree[branch.before].slot != branch.slot:
                g = room[tree[branch.before].slot]
                for k in range(6 * CHUNK):
                    g[k] += f[k]
    for i in range(tree.size):
        branch, n = tree[i], nodes[i]
        a = room[branch.slot]
        if branch.before < 0:
            set_room(a, zero)
        else:
            if tree[branch.before].slot != branch.slot:
                set_room(a, room[tree[branch.before].slot])
            shift_motions(n, l, a)
        if branch.kind == TURN:
            answer(n, l, 3, a, x[branch.column])
        elif branch.kind != WELD:
            answer(n, l, 0, a, x[branch.column])


@inline
def take_columns(part, first, start, sign, x):
    """Copy columns of a matrix to x, where those from `start` on stand; they are `first` ... among all."""
    low, high = max(start, first), min(start + CHUNK, first + part.shape[1])
    for i in range(part.shape[0]):
        for k in range(low, high):
            x[i, k - start] = sign * part[i, k - first]


@inline
def accelerations(tree, nodes, l, room, zero, x, C, K, A, B):
    """Fill A and B of a state, lane l: accelerations by coordinates, rates and inputs, whose forces stand in B."""
    z = K.shape[0]
    below, pushed = A[z:], B[z:]
    for i in range(z):
        A[i, z + i] = 1.0
    for start in range(0, 2 * z + B.shape[1], CHUNK):
        take_columns(K, 0, start, -1.0, x)
        take_columns(C, z, start, -1.0, x)
        take_columns(pushed, 2 * z, start, 1.0, x)
        solve_tree(tree, nodes, l, room, zero, x)
        low, high = start, min(start + CHUNK, 2 * z)
        for i in range(z):
            for k in range(low, high):
                below[i, k] = x[i, k - start]
            for k in range(max(start, 2 * z), min(start + CHUNK, 2 * z + B.shape[1])):
                pushed[i, k - 2 * z] = x[i, k - start]
