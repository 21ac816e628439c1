"""The linear equations of a tree of joints on the coordinates of its joints: see `linear_motion`."""

from ..compiler.jit import inline, kernel, signed
from ..linear.groups import fill
from ..tables import fields as tb
from ..tables.records import BRANCH, ELEMENT
from ..tangents.reducing import TOLD, any_aimless, at_rest, pushed_share
from ..tangents.varying import vary
from .linear_changes import accelerations, change_forces
from .linear_inertia import accelerate_node, articulate
from .linear_loads import apply_at, change_loads, move_tree, note_forces, push_tree
from .linear_motion import EASE, bend_node, place_tree, take_ground
from .nodes import WELD
from .robot_tree import L

SMALL = 24
"""Coordinates up to which L states are solved together. Of more, the matrices of fewer states stay near at hand."""


@inline
def accelerate_tree(tree, node_of, nodes, lanes):
    """Fill the accelerations of all nodes, and then S'' of their joints."""
    for i in range(tree.size):
        before = tree[i].before
        accelerate_node(nodes[i], nodes[before if before >= 0 else tree.size], tree[i].kind, lanes)
    for i in range(tree.size):
        if tree[i].kind != WELD:
            bend_node(tree[i], nodes[i], nodes[node_of[tree[i].holder]], lanes)


@inline
def least_share(tree, nodes, l, M):
    """Return the smallest share of the inertia along a coordinate that is left while all other joints give way."""
    least = 1.0
    for i in range(tree.size):
        ease, total = nodes[i][EASE + l], M[tree[i].column, tree[i].column] if tree[i].kind != WELD else 1.0
        if tree[i].kind != WELD:
            least = min(least, 1.0 / (ease * total) if ease * total > 0.0 else 0.0)
    return least


@kernel
def reduce_trees(
    H, tree, node_of, bodies, nodes, carried, slots, zero, x,
    units, table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds,
    loads, load, shifts, along, forces, times, poses, twists, near, told, A, B, M, C, K,
):  # fmt: skip
    """Fill the linear equations at many states, on the coordinates of the joints of a tree.

    As `reduce_states`; the mass that is told is the least share that is left of an inertia. No loop closes: H has no
    rows. node_of: the nodes of bodies, and of the ground; loads: the inputs. Displacements `shifts` of the bodies by
    coordinates, and the forces at rest, are those of the last state. M, C and K may be room for L states alone, of
    which every group of states has its turn: they are half of all that would be written.
    """
    masses, z, last = tb.masses(H), K.shape[1], times.size - 1
    elements, planar, loaded = (table, members), tb.x(H).shape[1] == 3, tb.loads(H).size > 0
    take_ground(bodies[masses.size], nodes[tree.size], tb.gravity(H))
    group = L if z <= SMALL else L // 4
    for first in range(0, times.size, group):
        lanes, at = min(group, times.size - first), first if M.shape[0] == times.size else 0
        place_tree(tree, masses, planar, poses, twists, first, lanes, bodies, nodes)
        for l in range(lanes):
            s, damping, stiffness = first + l, C[at + l], K[at + l]
            fill(damping, 0.0)
            fill(stiffness, 0.0)
            if loaded or s == last:
                apply_at(H, times[s], poses[s], twists[s], near[s])
                move_tree(tree, node_of, bodies, nodes, l, shifts, along)
            if loaded:
                note_forces(H, bodies, l)
                vary(H, times[s], table, members, turns, slopes, bend, dcoef, tension, dm, rates, by_shifts, by_speeds)
                found = tree, bodies, l, shifts, along
                change_loads(H, elements, by_shifts, by_speeds, found, forces, damping, stiffness)
                push_tree(H, loads, shifts, load, z, B[s])
                told[s].aimless = 1.0 if any_aimless(H, times[s]) else 0.0
        articulate(tree, masses, bodies, nodes, lanes)
        accelerate_tree(tree, node_of, nodes, lanes)
        change_forces(tree, nodes, carried, at, lanes, M, C, K)
        for l in range(lanes):
            s = first + l
            told[s].mass = least_share(tree, nodes, l, M[at + l])
            told[s].position = told[s].velocity = told[s].spread = 1.0  # joints always tell their motions apart
            accelerations(tree, nodes, l, slots, zero, x, C[at + l], K[at + l], A[s], B[s])
    told[last].push = pushed_share(H, units, shifts, z) if at_rest(H) else 0.0


signed(
    reduce_trees,
    "h branches[n] i[.] f[.,.] f[.,.] f[.] f[.,96] f[96] f[z,16] "
    "f[n6] elements[.] i[.] f[measured.0,5,2,3] f[measured.0,5,4,x.1] f[coef.0,3] f[coef.0] f[measured.0] "
    "f[measured.0,2] f[J.0,3,J.1] f[e] f[e] i[u] f[q.0,x.1] f[n6,z] f[n6,z] f[n6,z] "
    "f[s] f[s,q.0,7] f[s,q.0,6] f[s,near.0] told[s] f[s,j,j] f[s,j,u] f[r,z,z] f[r,z,z] f[r,z,z]",
    branches=BRANCH,
    elements=ELEMENT,
    told=TOLD,
)
