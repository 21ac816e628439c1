"""Robots: joint forces and mass matrices, for many configurations at once (see `robot_tree`)."""

from ..compiler.jit import inline, kernel, signed
from ..geometry.vectors import ZERO, add, cross, dot, rotate, scaled, three
from ..tables.records import NODE
from .nodes import BALL, SLIDE, TURN
from .robot_tree import (
    ACC,
    ALPHA,
    CENTRE,
    FIRST,
    FORCE,
    INERTIA,
    MASS,
    MOMENT,
    OMEGA,
    SLIP,
    SPIN,
    TENSOR,
    TOTAL,
    E,
    L,
    P,
    axis_of,
    increase_lane,
    inward,
    lane,
    outward,
    place,
    put_lane,
    rates_of,
)

# ---- forces along the joints


@inline
def hand_down(n, b):
    """Add force and moment of a node to those of the node before it."""
    for l in range(L):
        force, moment = inward(n, E, l, lane(n, FORCE, l)), inward(n, E, l, lane(n, MOMENT, l))
        increase_lane(b, FORCE, l, force)
        increase_lane(b, MOMENT, l, add(moment, cross(lane(n, P, l), force)))


@inline
def effort(kind, link, n, c, l):
    """Return force or moment of a node along rate c of its joint.

    The rates of a ball are components in the axes of the body before it, those that F is of.
    """
    if kind == TURN:
        return n[MOMENT + 2 * L + l]
    if kind == SLIDE:
        return n[FORCE + 2 * L + l]
    return dot(axis_of(link, c), inward(n, E, l, lane(n, MOMENT, l)))


# ---- inverse dynamics: recursive Newton-Euler


@inline
def accelerated(a, omega, alpha, p):
    """Return the acceleration of the point at p of a body whose origin has a: a + alpha x p + omega x (omega x p)."""
    return add(add(a, cross(alpha, p)), cross(omega, cross(omega, p)))


@inline
def carry(n, b):
    """Fill the motion that the node before, b, gives a node."""
    for l in range(L):
        omega, alpha = lane(b, OMEGA, l), lane(b, ALPHA, l)
        acceleration = accelerated(lane(b, ACC, l), omega, alpha, lane(n, P, l))
        put_lane(n, OMEGA, l, outward(n, E, l, omega))
        put_lane(n, ALPHA, l, outward(n, E, l, alpha))
        put_lane(n, ACC, l, outward(n, E, l, acceleration))


@inline
def move_turn(n, zd, zdd, k, first, lanes):
    """Add the motion of a hinge: spin about its z, and omega x spin."""
    for l in range(lanes):
        n[SPIN + l], n[SLIP + l] = zd[first + l, k], zdd[first + l, k]
    for l in range(L):
        rate = n[SPIN + l]
        increase_lane(n, ALPHA, l, (n[OMEGA + L + l] * rate, -n[OMEGA + l] * rate, n[SLIP + l]))
        n[OMEGA + 2 * L + l] += rate


@inline
def move_slide(n, zd, zdd, k, first, lanes):
    """Add the motion of a slide: along its z, and Coriolis 2 omega x slip."""
    for l in range(lanes):
        twice = 2.0 * zd[first + l, k]
        increase_lane(n, ACC, l, (n[OMEGA + L + l] * twice, -n[OMEGA + l] * twice, zdd[first + l, k]))


@inline
def move_ball(link, n, zd, zdd, k, first, lanes):
    """Add the motion of a ball: its rates are in the axes of the body before it, brought to its own by E^T F."""
    for l in range(lanes):
        put_lane(n, SPIN, l, ZERO)
        for c in range(3):
            axis = outward(n, E, l, axis_of(link, c))
            increase_lane(n, SPIN, l, scaled(zd[first + l, k + c], axis))
            increase_lane(n, ALPHA, l, scaled(zdd[first + l, k + c], axis))
        increase_lane(n, ALPHA, l, cross(lane(n, OMEGA, l), lane(n, SPIN, l)))
        increase_lane(n, OMEGA, l, lane(n, SPIN, l))


@inline
def wrench(link, n):
    """Fill the force and moment that the motion of a node's own body takes (Newton, Euler)."""
    m, centre = link[MASS], three(link, CENTRE)
    xx, xy, xz = three(link, INERTIA)
    yy, yz, zz = three(link, INERTIA + 3)
    inertia = (xx, xy, xz, xy, yy, yz, xz, yz, zz)
    for l in range(L):
        omega, alpha = lane(n, OMEGA, l), lane(n, ALPHA, l)
        force = scaled(m, accelerated(lane(n, ACC, l), omega, alpha, centre))
        euler = add(rotate(inertia, alpha), cross(omega, rotate(inertia, omega)))
        put_lane(n, FORCE, l, force)
        put_lane(n, MOMENT, l, add(euler, cross(centre, force)))


@kernel
def inverse_dynamics(tree, links, gravity, z, zd, zdd, W, tau):
    """Fill tau (configurations, rates): forces and moments of the joints for accelerations zdd.

    The ground is accelerated against gravity, which stands for all weights.
    """
    nodes = tree.size
    ground = W[nodes]
    for l in range(L):
        put_lane(ground, OMEGA, l, ZERO)
        put_lane(ground, ALPHA, l, ZERO)
        put_lane(ground, ACC, l, scaled(-1.0, three(gravity, 0)))
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        for i in range(nodes):
            node, link, n = tree[i], links[i], W[i]
            place(node, link, n, z, first, lanes)
            carry(n, W[node.before if node.before >= 0 else nodes])
            if node.kind == TURN:
                move_turn(n, zd, zdd, node.rate, first, lanes)
            elif node.kind == SLIDE:
                move_slide(n, zd, zdd, node.rate, first, lanes)
            elif node.kind == BALL:
                move_ball(link, n, zd, zdd, node.rate, first, lanes)
            wrench(link, n)
        for i in range(nodes - 1, -1, -1):
            node, n = tree[i], W[i]
            for c in range(rates_of(node.kind)):
                for l in range(lanes):
                    tau[first + l, node.rate + c] = effort(node.kind, links[i], n, c, l)
            if node.before >= 0:
                hand_down(n, W[node.before])


signed(inverse_dynamics, "nodes[n] f[n,.] f[3] f[k,.] f[k,r] f[k,r] f[.,w] f[k,r]", nodes=NODE)


# ---- mass matrix: composite bodies


@inline
def own_body(link, n):
    """Fill mass, mass times centre and inertia about the origin of a node's own body."""
    m, (x, y, z) = link[MASS], three(link, CENTRE)
    xx, xy, xz = three(link, INERTIA)
    yy, yz, zz = three(link, INERTIA + 3)
    for l in range(L):
        n[TOTAL + l] = m
        put_lane(n, FIRST, l, (m * x, m * y, m * z))
        put_lane(n, TENSOR, l, (xx + m * (y * y + z * z), xy - m * x * y, xz - m * x * z))
        put_lane(n, TENSOR + 3 * L, l, (yy + m * (x * x + z * z), yz - m * y * z, zz + m * (x * x + y * y)))


@inline
def compose(n, b):
    """Add mass and inertia of a node and all it carries to the node before it.

    With h = E (mass times centre):  E I E^T + (m P.P + 2 P.h) 1 - m P P^T - P h^T - h P^T.
    """
    for l in range(L):
        m = n[TOTAL + l]
        px, py, pz = lane(n, P, l)
        hx, hy, hz = inward(n, E, l, lane(n, FIRST, l))
        xx, xy, xz = lane(n, TENSOR, l)
        yy, yz, zz = lane(n, TENSOR + 3 * L, l)
        # columns of E I, then rows of it along E^T
        ax, bx, cx = inward(n, E, l, (xx, xy, xz))
        ay, by, cy = inward(n, E, l, (xy, yy, yz))
        az, bz, cz = inward(n, E, l, (xz, yz, zz))
        xx, xy, xz = inward(n, E, l, (ax, ay, az))
        _, yy, yz = inward(n, E, l, (bx, by, bz))
        _, _, zz = inward(n, E, l, (cx, cy, cz))
        # half of m P + 2 h, so that P g^T + g P^T holds both products
        gx, gy, gz = 0.5 * m * px + hx, 0.5 * m * py + hy, 0.5 * m * pz + hz
        ux, uy, uz = 2.0 * px * gx, 2.0 * py * gy, 2.0 * pz * gz
        increase_lane(b, TENSOR, l, (xx + uy + uz, xy - px * gy - gx * py, xz - px * gz - gx * pz))
        increase_lane(b, TENSOR + 3 * L, l, (yy + ux + uz, yz - py * gz - gy * pz, zz + ux + uy))
        increase_lane(b, FIRST, l, (hx + m * px, hy + m * py, hz + m * pz))
        b[TOTAL + l] += m


@inline
def respond(kind, link, n, c):
    """Fill force and moment of a node and all it carries for a unit acceleration of rate c."""
    for l in range(L):
        slide, turn = ZERO, ZERO
        if kind == SLIDE:
            slide = (0.0, 0.0, 1.0)
        elif kind == TURN:
            turn = (0.0, 0.0, 1.0)
        else:
            turn = outward(n, E, l, axis_of(link, c))
        first = lane(n, FIRST, l)
        xx, xy, xz = lane(n, TENSOR, l)
        yy, yz, zz = lane(n, TENSOR + 3 * L, l)
        put_lane(n, FORCE, l, add(scaled(n[TOTAL + l], slide), cross(turn, first)))
        put_lane(n, MOMENT, l, add(cross(first, slide), rotate((xx, xy, xz, xy, yy, yz, xz, yz, zz), turn)))


@inline
def note_column(tree, links, i, c, first, lanes, W, M):
    """Carry the forces that answer rate c of node i down to the ground, and note what they do along every joint."""
    column, j = tree[i].rate + c, i
    while True:
        node = tree[j]
        for r in range(rates_of(node.kind)):
            for l in range(lanes):
                value = effort(node.kind, links[j], W[j], r, l)
                M[first + l, node.rate + r, column] = value
                M[first + l, column, node.rate + r] = value
        if node.before < 0:
            return
        b = W[node.before]
        for l in range(L):
            put_lane(b, FORCE, l, ZERO)
            put_lane(b, MOMENT, l, ZERO)
        hand_down(W[j], b)
        j = node.before


@kernel
def mass_matrices(tree, links, z, W, M):
    """Fill M (configurations, rates, rates), zero before."""
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        for i in range(tree.size):
            place(tree[i], links[i], W[i], z, first, lanes)
            own_body(links[i], W[i])
        for i in range(tree.size - 1, -1, -1):
            node = tree[i]
            if node.before >= 0:
                compose(W[i], W[node.before])
            for c in range(rates_of(node.kind)):
                respond(node.kind, links[i], W[i], c)
                note_column(tree, links, i, c, first, lanes, W, M)


signed(mass_matrices, "nodes[n] f[n,.] f[k,.] f[.,.] f[k,r,r]", nodes=NODE)
