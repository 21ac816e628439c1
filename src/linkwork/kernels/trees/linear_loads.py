"""Trees of joints, linearised: loads, whose small matrices (see `forces`) act on the motions of the bodies."""

from ..compiler.jit import inline
from ..dynamics.dynamics import carry
from ..dynamics.loads import apply_loads
from ..geometry.vectors import ZERO, add, cross, less
from ..kinematics.motion import at_time
from ..linear.groups import fill
from ..linear.linear import clear
from ..tables import fields as tb
from ..tangents.reducing import push_input
from ..tangents.varying import add_forces, take_state
from .linear_motion import AXIS, CENTRE, FORCE, ORIGIN, PACE, SPIN, velocity_at
from .nodes import TURN, WELD
from .robot_tree import L, lane, put_lane


@inline
def component(a, b, c, d):
    """Return component c of d of the motion (a, b) of a body: in the plane x, y and the turn."""
    if d == 3 and c == 2:
        return b[2]
    return a[c] if c < 3 else b[c - 3]


@inline
def note_motion(motions, b, d, column, a, r):
    """Write the shift a and turn r of body b to a column of motions (bodies * d, coordinates)."""
    for c in range(d):
        motions[d * b + c, column] = component(a, r, c, d)


@inline
def move_by(branch, n, body, l, b, d, shifts, along):
    """Note how a coordinate moves a body's centre and turns it, and changes its velocities while rates stay.

    With S x V + S' at the origin of the joint, V the velocity of the body there.
    """
    axis, point, spin = lane(n, AXIS, l), lane(n, ORIGIN, l), lane(body, SPIN, l)
    arm, paced, turned = less(lane(body, CENTRE, l), 1.0, point), lane(n, PACE, l), lane(n, PACE + 3 * L, l)
    moved, turn, speed = axis, ZERO, cross(axis, spin)
    if branch.kind == TURN:
        moved, turn, speed = cross(axis, arm), axis, cross(axis, velocity_at(body, l, point))
        turned = add(turned, cross(axis, spin))
    speed = add(add(speed, paced), add(cross(turned, arm), cross(spin, moved)))
    note_motion(shifts, b, d, branch.column, moved, turn)
    note_motion(along, b, d, branch.column, speed, turned)


@inline
def move_tree(tree, node_of, bodies, nodes, l, shifts, along):
    """Fill displacements of the bodies (bodies * d, coordinates) by coordinates, and changes of their velocities."""
    count = bodies.shape[0] - 1
    d = 3 if shifts.shape[0] == 3 * count else 6
    fill(shifts, 0.0)
    fill(along, 0.0)
    for b in range(count):
        i = node_of[b]
        while i >= 0:
            if tree[i].kind != WELD:
                move_by(tree[i], nodes[i], bodies[b], l, b, d, shifts, along)
            i = tree[i].before


@inline
def apply_at(H, t, poses, twists, near):
    """Apply the loads at a state: their forces stand in the tables."""
    take_state(H, poses, twists, near)
    at_time(H, t)
    clear(tb.force(H))
    carry(H)
    apply_loads(H, t)


@inline
def note_forces(H, bodies, l):
    """Write the forces of the loads to a lane of the bodies."""
    force, d = tb.force(H), tb.force(H).shape[1]
    for b in range(force.shape[0]):
        f = force[b]
        if d == 3:
            put_lane(bodies[b], FORCE, l, (f[0], f[1], 0.0))
            put_lane(bodies[b], FORCE + 3 * L, l, (0.0, 0.0, f[2]))
        else:
            put_lane(bodies[b], FORCE, l, (f[0], f[1], f[2]))
            put_lane(bodies[b], FORCE + 3 * L, l, (f[3], f[4], f[5]))


@inline
def stand_still(H, shifts, out):
    """Add what is left of forces that do not turn with their bodies, seen from the bodies: force x turn."""
    force = tb.force(H)
    d = force.shape[1]
    for b in range(force.shape[0]):
        f, first = force[b], d * b
        for k in range(shifts.shape[1]):
            if d == 3:
                r = shifts[first + 2, k]
                out[first, k] += f[1] * r
                out[first + 1, k] -= f[0] * r
                continue
            for half in range(0, 6, 3):
                x, y, z = shifts[first + 3, k], shifts[first + 4, k], shifts[first + 5, k]
                out[first + half, k] += f[half + 1] * z - f[half + 2] * y
                out[first + half + 1, k] += f[half + 2] * x - f[half] * z
                out[first + half + 2, k] += f[half] * y - f[half + 1] * x


@inline
def hand_forces(forces, b, before, arm, d):
    """Add forces (bodies * d, k) on body b to those on the body before, from which its centre is at `arm`."""
    x, y, z = arm
    for k in range(forces.shape[1]):
        for c in range(d):
            forces[d * before + c, k] += forces[d * b + c, k]
        fx, fy = forces[d * b, k], forces[d * b + 1, k]
        if d == 3:
            forces[d * before + 2, k] += x * fy - y * fx
            continue
        fz = forces[d * b + 2, k]
        forces[d * before + 3, k] += y * fz - z * fy
        forces[d * before + 4, k] += z * fx - x * fz
        forces[d * before + 5, k] += x * fy - y * fx


@inline
def bear_tree(tree, bodies, l, shifts, forces, out):
    """Subtract forces (bodies * d, k), along the coordinates, from out (coordinates, k). The forces are lost."""
    count = bodies.shape[0] - 1
    d = 3 if forces.shape[0] == 3 * count else 6
    for i in range(tree.size - 1, -1, -1):
        branch = tree[i]
        b, before = branch.carried, branch.carrier
        for c in range(d if branch.kind != WELD else 0):
            motion, row = shifts[d * b + c, branch.column], out[branch.column]
            for k in range(forces.shape[1]):
                row[k] -= motion * forces[d * b + c, k]
        if before < count and (branch.before < 0 or tree[branch.before].body >= 0):
            hand_forces(forces, b, before, less(lane(bodies[b], CENTRE, l), 1.0, lane(bodies[before], CENTRE, l)), d)


@inline
def change_loads(H, elements, by_shifts, by_speeds, moved, forces, C, K):
    """Add what loads do to damping and stiffness of a state from their small matrices.

    elements: their table and members; moved: the tree, its bodies, the lane and the motions (see `move_tree`).
    """
    d, (table, members), (tree, bodies, l, shifts, along) = tb.x(H).shape[1], elements, moved
    fill(forces, 0.0)
    add_forces(table, members, by_shifts, d, shifts, forces)
    add_forces(table, members, by_speeds, d, along, forces)
    stand_still(H, shifts, forces)
    bear_tree(tree, bodies, l, shifts, forces, K)
    fill(forces, 0.0)
    add_forces(table, members, by_speeds, d, shifts, forces)
    bear_tree(tree, bodies, l, shifts, forces, C)


@inline
def push_tree(H, loads, shifts, load, first, B):
    """Fill the rows of B from `first` on with the forces along coordinates of a unit of every load that is an input."""
    for k in range(loads.size):
        push_input(H, loads[k], shifts, shifts.shape[1], load, first, k, B)
