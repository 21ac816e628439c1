"""Robots: joint forces and mass matrices, for many configurations at once (see `robot_tree`)."""

from __future__ import annotations

from ..compiler.jit import inline, kernel, signed
from ..geometry.spatial import cross
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
    F,
    L,
    P,
    add,
    inward,
    outward,
    place,
    put,
    rates_of,
    three,
)

# ---- forces along the joints


@inline
def hand_down(n, b):
    """Add force and moment of a node to those of the node before it."""
    for l in range(L):
        fx, fy, fz = three(n, FORCE, l)
        mx, my, mz = three(n, MOMENT, l)
        px, py, pz = three(n, P, l)
        fx, fy, fz = inward(n, E, l, fx, fy, fz)
        mx, my, mz = inward(n, E, l, mx, my, mz)
        cx, cy, cz = cross(px, py, pz, fx, fy, fz)
        add(b, FORCE, l, fx, fy, fz)
        add(b, MOMENT, l, mx + cx, my + cy, mz + cz)


@inline
def effort(kind, link, n, c, l):
    """Return force or moment of a node along rate c of its joint.

    The rates of a ball are components in the axes of the body before it, those that F is of.
    """
    if kind == TURN:
        return n[MOMENT + 2 * L + l]
    if kind == SLIDE:
        return n[FORCE + 2 * L + l]
    mx, my, mz = three(n, MOMENT, l)
    x, y, z = inward(n, E, l, mx, my, mz)
    return link[F + c] * x + link[F + 3 + c] * y + link[F + 6 + c] * z


# ---- inverse dynamics: recursive Newton-Euler


@inline
def carry(n, b):
    """Fill the motion that the node before, b, gives a node."""
    for l in range(L):
        px, py, pz = three(n, P, l)
        ox, oy, oz = three(b, OMEGA, l)
        tx, ty, tz = three(b, ALPHA, l)
        ax, ay, az = three(b, ACC, l)
        ux, uy, uz = cross(ox, oy, oz, px, py, pz)
        vx, vy, vz = cross(ox, oy, oz, ux, uy, uz)
        ux, uy, uz = cross(tx, ty, tz, px, py, pz)
        ox, oy, oz = outward(n, E, l, ox, oy, oz)
        tx, ty, tz = outward(n, E, l, tx, ty, tz)
        ax, ay, az = outward(n, E, l, ax + ux + vx, ay + uy + vy, az + uz + vz)
        put(n, OMEGA, l, ox, oy, oz)
        put(n, ALPHA, l, tx, ty, tz)
        put(n, ACC, l, ax, ay, az)


@inline
def move_turn(n, zd, zdd, k, first, lanes):
    """Add the motion of a hinge: spin about its z, and omega x spin."""
    for l in range(lanes):
        n[SPIN + l], n[SLIP + l] = zd[first + l, k], zdd[first + l, k]
    for l in range(L):
        rate = n[SPIN + l]
        add(n, ALPHA, l, n[OMEGA + L + l] * rate, -n[OMEGA + l] * rate, n[SLIP + l])
        n[OMEGA + 2 * L + l] += rate


@inline
def move_slide(n, zd, zdd, k, first, lanes):
    """Add the motion of a slide: along its z, and Coriolis 2 omega x slip."""
    for l in range(lanes):
        twice = 2.0 * zd[first + l, k]
        add(n, ACC, l, n[OMEGA + L + l] * twice, -n[OMEGA + l] * twice, zdd[first + l, k])


@inline
def move_ball(link, n, zd, zdd, k, first, lanes):
    """Add the motion of a ball: its rates are in the axes of the body before it, brought to its own by E^T F."""
    for l in range(lanes):
        for c in range(3):
            x, y, z = outward(n, E, l, link[F + c], link[F + 3 + c], link[F + 6 + c])
            rate, second = zd[first + l, k + c], zdd[first + l, k + c]
            if c == 0:
                put(n, SPIN, l, 0.0, 0.0, 0.0)
            add(n, SPIN, l, rate * x, rate * y, rate * z)
            add(n, ALPHA, l, second * x, second * y, second * z)
        ox, oy, oz = three(n, OMEGA, l)
        sx, sy, sz = three(n, SPIN, l)
        cx, cy, cz = cross(ox, oy, oz, sx, sy, sz)
        add(n, ALPHA, l, cx, cy, cz)
        add(n, OMEGA, l, sx, sy, sz)


@inline
def wrench(link, n):
    """Fill the force and moment that the motion of a node's own body takes (Newton, Euler)."""
    m, cx, cy, cz = link[MASS], link[CENTRE], link[CENTRE + 1], link[CENTRE + 2]
    xx, xy, xz = link[INERTIA], link[INERTIA + 1], link[INERTIA + 2]
    yy, yz, zz = link[INERTIA + 3], link[INERTIA + 4], link[INERTIA + 5]
    for l in range(L):
        ox, oy, oz = three(n, OMEGA, l)
        tx, ty, tz = three(n, ALPHA, l)
        ax, ay, az = three(n, ACC, l)
        ux, uy, uz = cross(ox, oy, oz, cx, cy, cz)
        vx, vy, vz = cross(ox, oy, oz, ux, uy, uz)
        ux, uy, uz = cross(tx, ty, tz, cx, cy, cz)
        fx, fy, fz = m * (ax + ux + vx), m * (ay + uy + vy), m * (az + uz + vz)
        lx, ly, lz = xx * ox + xy * oy + xz * oz, xy * ox + yy * oy + yz * oz, xz * ox + yz * oy + zz * oz
        gx, gy, gz = cross(ox, oy, oz, lx, ly, lz)
        vx, vy, vz = cross(cx, cy, cz, fx, fy, fz)
        mx = xx * tx + xy * ty + xz * tz + gx + vx
        my = xy * tx + yy * ty + yz * tz + gy + vy
        mz = xz * tx + yz * ty + zz * tz + gz + vz
        put(n, FORCE, l, fx, fy, fz)
        put(n, MOMENT, l, mx, my, mz)


@kernel
def inverse_dynamics(tree, links, gravity, z, zd, zdd, W, tau):
    """Fill tau (configurations, rates): forces and moments of the joints for accelerations zdd.

    The ground is accelerated against gravity, which stands for all weights.
    """
    nodes = tree.size
    ground = W[nodes]
    for l in range(L):
        put(ground, OMEGA, l, 0.0, 0.0, 0.0)
        put(ground, ALPHA, l, 0.0, 0.0, 0.0)
        put(ground, ACC, l, -gravity[0], -gravity[1], -gravity[2])
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
    m, x, y, z = link[MASS], link[CENTRE], link[CENTRE + 1], link[CENTRE + 2]
    xx, xy, xz = link[INERTIA], link[INERTIA + 1], link[INERTIA + 2]
    yy, yz, zz = link[INERTIA + 3], link[INERTIA + 4], link[INERTIA + 5]
    for l in range(L):
        n[TOTAL + l] = m
        put(n, FIRST, l, m * x, m * y, m * z)
        put(n, TENSOR, l, xx + m * (y * y + z * z), xy - m * x * y, xz - m * x * z)
        put(n, TENSOR + 3 * L, l, yy + m * (x * x + z * z), yz - m * y * z, zz + m * (x * x + y * y))


@inline
def compose(n, b):
    """Add mass and inertia of a node and all it carries to the node before it.

    With h = E (mass times centre):  E I E^T + (m P.P + 2 P.h) 1 - m P P^T - P h^T - h P^T.
    """
    for l in range(L):
        m = n[TOTAL + l]
        px, py, pz = three(n, P, l)
        hx, hy, hz = three(n, FIRST, l)
        hx, hy, hz = inward(n, E, l, hx, hy, hz)
        xx, xy, xz = three(n, TENSOR, l)
        yy, yz, zz = three(n, TENSOR + 3 * L, l)
        # columns of E I, then rows of it along E^T
        ax, bx, cx = inward(n, E, l, xx, xy, xz)
        ay, by, cy = inward(n, E, l, xy, yy, yz)
        az, bz, cz = inward(n, E, l, xz, yz, zz)
        xx, xy, xz = inward(n, E, l, ax, ay, az)
        _, yy, yz = inward(n, E, l, bx, by, bz)
        _, _, zz = inward(n, E, l, cx, cy, cz)
        # half of m P + 2 h, so that P g^T + g P^T holds both products
        gx, gy, gz = 0.5 * m * px + hx, 0.5 * m * py + hy, 0.5 * m * pz + hz
        ux, uy, uz = 2.0 * px * gx, 2.0 * py * gy, 2.0 * pz * gz
        add(b, TENSOR, l, xx + uy + uz, xy - px * gy - gx * py, xz - px * gz - gx * pz)
        add(b, TENSOR + 3 * L, l, yy + ux + uz, yz - py * gz - gy * pz, zz + ux + uy)
        add(b, FIRST, l, hx + m * px, hy + m * py, hz + m * pz)
        b[TOTAL + l] += m


@inline
def respond(kind, link, n, c):
    """Fill force and moment of a node and all it carries for a unit acceleration of rate c."""
    for l in range(L):
        sx, sy, sz, tx, ty, tz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if kind == SLIDE:
            sz = 1.0
        elif kind == TURN:
            tz = 1.0
        else:
            tx, ty, tz = outward(n, E, l, link[F + c], link[F + 3 + c], link[F + 6 + c])
        m = n[TOTAL + l]
        hx, hy, hz = three(n, FIRST, l)
        xx, xy, xz = three(n, TENSOR, l)
        yy, yz, zz = three(n, TENSOR + 3 * L, l)
        fx, fy, fz = cross(tx, ty, tz, hx, hy, hz)
        mx, my, mz = cross(hx, hy, hz, sx, sy, sz)
        put(n, FORCE, l, m * sx + fx, m * sy + fy, m * sz + fz)
        mx, my = mx + xx * tx + xy * ty + xz * tz, my + xy * tx + yy * ty + yz * tz
        mz += xz * tx + yz * ty + zz * tz
        put(n, MOMENT, l, mx, my, mz)


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
            put(b, FORCE, l, 0.0, 0.0, 0.0)
            put(b, MOMENT, l, 0.0, 0.0, 0.0)
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
