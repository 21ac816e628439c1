"""Trees of joints, linearised: places, joints and velocities of bodies, at several states at once.

Everything is in ground axes. A node of the tree has its origin on its joint, so that its motion for a unit rate is a
turn about, or a shift along, its axis. Its line is fixed in a body, the holder: for a turn about the axis a,

    S = (0, a),   S' = holder's velocity x S = (v x a, w x a),   S'' = acceleration x S + velocity x S',

velocity and acceleration of what lies at the origin being six components, those of spatial algebra; of a slide S is
(a, 0). L states go through every line together, so that one instruction serves several of them; where there are fewer,
only these do.
"""

from ..compiler.jit import inline
from ..geometry.spatial import rotation, turned_matrix
from ..geometry.vectors import ZERO, add, cross, dot, less, rotate, scaled, three
from .nodes import SLIDE, TURN
from .robot_tree import L, lane, put_lane

# Places in the work of a body, each L numbers long; the row after the last body is the ground.
TURNED, CENTRE, SPEED, SPIN = 0 * L, 9 * L, 12 * L, 15 * L  # axes by rows, centre, its velocity, angular velocity
TENSOR = 18 * L  # inertia about the centre: xx, xy, xz, yy, yz, zz
FORCE = 24 * L  # applied force, and moment about the centre
BODY_WIDTH = 30 * L

# Places in the work of a node; the row after the last node is the ground.
AXIS, ORIGIN, SHIFT = 0 * L, 3 * L, 6 * L  # the shift is that from the origin of the node before
RATE, HELD = 9 * L, 10 * L  # rate of the coordinate; velocity of the holder at the origin
PACE, BEND = 16 * L, 22 * L  # S', S''
LINEAR, MIXED, ANGULAR = 28 * L, 34 * L, 43 * L  # articulated inertia [A B; B^T C]: A, B by rows, C
PULL, YIELD, EASE, ACC = 49 * L, 55 * L, 61 * L, 62 * L  # force that holds it, I S, 1 / (S^T I S), acceleration
TOTAL, FIRST, SECOND = 68 * L, 69 * L, 72 * L  # of all it carries: mass, mass times centre, inertia about the origin
MOMENTUM, SWAY = 78 * L, 81 * L  # of all it carries: linear momentum, and E by rows (see `linear_changes`)
PUSH = 90 * L  # acceleration of the joint while the node before it does not accelerate
NODE_WIDTH = 91 * L


@inline
def symmetric(n, at, l):
    """Return the symmetric matrix (xx, xy, xz, yy, yz, zz) at a place, by rows."""
    xx, xy, xz = lane(n, at, l)
    yy, yz, zz = lane(n, at + 3 * L, l)
    return xx, xy, xz, xy, yy, yz, xz, yz, zz


@inline
def nine(n, at, l):
    """Return the matrix at a place, by rows."""
    return lane(n, at, l) + lane(n, at + 3 * L, l) + lane(n, at + 6 * L, l)


@inline
def take_body(body, mass, planar, b, poses, twists, first, lanes):
    """Fill axes, centre, velocities and inertia of body b at the states first ... first + lanes - 1."""
    for l in range(lanes):
        q, v = poses[first + l, b], twists[first + l, b]
        put_lane(body, CENTRE, l, three(q, 0))
        put_lane(body, TURNED, l, three(q, 3))
        body[TURNED + 3 * L + l] = q[6]
        put_lane(body, SPEED, l, three(v, 0))
        put_lane(body, SPIN, l, three(v, 3))
    for l in range(lanes):
        w, x, y = lane(body, TURNED, l)
        R = rotation(w, x, y, body[TURNED + 3 * L + l])
        put_lane(body, TURNED, l, (R[0], R[1], R[2]))
        put_lane(body, TURNED + 3 * L, l, (R[3], R[4], R[5]))
        put_lane(body, TURNED + 6 * L, l, (R[6], R[7], R[8]))
        xx, yy, zz, xy, xz, yz = turned_matrix(R, mass.inertia)
        if planar:
            xx, yy, zz, xy, xz, yz = 0.0, 0.0, mass.inertia[2, 2], 0.0, 0.0, 0.0
        put_lane(body, TENSOR, l, (xx, xy, xz))
        put_lane(body, TENSOR + 3 * L, l, (yy, yz, zz))


@inline
def take_ground(body, node, gravity):
    """Fill the row of the ground, which is accelerated against gravity: this stands for all weights."""
    for l in range(L):
        for k in range(BODY_WIDTH // L):
            body[k * L + l] = 1.0 if k == 0 or k == 4 or k == 8 else 0.0
        put_lane(node, ORIGIN, l, ZERO)
        put_lane(node, ACC, l, scaled(-1.0, three(gravity, 0)))
        put_lane(node, ACC + 3 * L, l, ZERO)


@inline
def velocity_at(body, l, point):
    """Return the velocity of what lies at a point of a body."""
    return add(lane(body, SPEED, l), cross(lane(body, SPIN, l), less(point, 1.0, lane(body, CENTRE, l))))


@inline
def seat_node(branch, n, before, holder, seat, lanes):
    """Fill origin, axis, shift, and the holder's velocity at the origin."""
    along, arm = (branch.ax, branch.ay, branch.az), (branch.px, branch.py, branch.pz)
    for l in range(lanes):
        point = add(lane(seat, CENTRE, l), rotate(nine(seat, TURNED, l), arm))
        put_lane(n, AXIS, l, rotate(nine(holder, TURNED, l), along))
        put_lane(n, ORIGIN, l, point)
        put_lane(n, SHIFT, l, less(point, 1.0, lane(before, ORIGIN, l)))
        put_lane(n, HELD, l, velocity_at(holder, l, point))
        put_lane(n, HELD + 3 * L, l, lane(holder, SPIN, l))


@inline
def pace_node(branch, n, carrier, carried, lanes):
    """Fill the rate of the coordinate, and S'."""
    turns, slides = (1.0, 0.0) if branch.kind == TURN else (0.0, 1.0 if branch.kind == SLIDE else 0.0)
    for l in range(lanes):
        axis, point, spin = lane(n, AXIS, l), lane(n, ORIGIN, l), lane(n, HELD + 3 * L, l)
        turned, around = cross(spin, axis), cross(lane(n, HELD, l), axis)
        put_lane(n, PACE, l, add(scaled(turns, around), scaled(slides, turned)))
        put_lane(n, PACE + 3 * L, l, scaled(turns, turned))
        slip = less(velocity_at(carried, l, point), 1.0, velocity_at(carrier, l, point))
        twist = less(lane(carried, SPIN, l), 1.0, lane(carrier, SPIN, l))
        n[RATE + l] = turns * dot(axis, twist) + slides * dot(axis, slip)


@inline
def bend_node(branch, n, holder, lanes):
    """Fill S'' from the acceleration of the holder's node."""
    turns, slides = (1.0, 0.0) if branch.kind == TURN else (0.0, 1.0)
    for l in range(lanes):
        axis, spin, alpha = lane(n, AXIS, l), lane(n, HELD + 3 * L, l), lane(holder, ACC + 3 * L, l)
        arm = less(lane(n, ORIGIN, l), 1.0, lane(holder, ORIGIN, l))
        a = add(lane(holder, ACC, l), cross(alpha, arm))
        pace, turned = lane(n, PACE, l), lane(n, PACE + 3 * L, l)
        turning = cross(alpha, axis)
        bend = add(add(scaled(turns, cross(a, axis)), scaled(slides, turning)), cross(spin, pace))
        put_lane(n, BEND, l, add(bend, cross(lane(n, HELD, l), turned)))
        put_lane(n, BEND + 3 * L, l, add(scaled(turns, turning), cross(spin, turned)))


@inline
def place_tree(tree, masses, planar, poses, twists, first, lanes, bodies, nodes):
    """Fill bodies and nodes of a tree at the states first ... first + lanes - 1."""
    for b in range(masses.size):
        take_body(bodies[b], masses[b], planar, b, poses, twists, first, lanes)
    for i in range(tree.size):
        branch = tree[i]
        before = nodes[branch.before if branch.before >= 0 else tree.size]
        seat_node(branch, nodes[i], before, bodies[branch.holder], bodies[branch.seat], lanes)
        pace_node(branch, nodes[i], bodies[branch.carrier], bodies[branch.carried], lanes)
