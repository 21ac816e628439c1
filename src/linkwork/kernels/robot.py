"""Robots: recursions along a tree of joints without loops, for many configurations at once.

Every node of the tree has axes of its own, whose z is the axis that it turns about or slides along, and its origin on
that axis. E are its axes in those of the node before it, P its origin there. L configurations go through every line
together, so that one instruction serves several of them. A single configuration takes the same way with the other
lanes idle, and so gives the very numbers of a batch.

A row of `links` describes a node: F, which is E while the coordinate is zero (by rows), P then, mass, centre of mass
and inertia about it (xx, xy, xz, yy, yz, zz) in the node's axes. In the plane the axes are those of the plane and its
normal, and everything across it is zero.
"""

from __future__ import annotations

from math import atan2, cos, sin

from ._jit import inline, kernel
from .nodes import BALL, SLIDE, TURN, WELD
from .spatial import cross, rotation

L = 16
"""Configurations at a time. The compiler makes vectors of loops this long, and not of shorter ones."""

# Places in a row of `links`.
F, SEAT, MASS, CENTRE, INERTIA = 0, 9, 12, 13, 16
LINK = 22

# Places in the work of a node, each L numbers long; the row after the last node is the ground.
E, P = 0 * L, 9 * L
OMEGA, ALPHA, ACC = 12 * L, 15 * L, 18 * L  # angular velocity and acceleration, acceleration of the origin: own axes
FIRST, TENSOR = 12 * L, 15 * L  # of a node and all it carries: mass times centre, inertia about the origin
AXES, ORIGIN = 12 * L, 21 * L  # in ground axes
FORCE, MOMENT = 21 * L, 24 * L  # about the origin, own axes
SPIN, SLIP = 27 * L, 30 * L  # motion in the joint: angular velocity, velocity
TOTAL = 33 * L  # mass of a node and all it carries
WIDTH = 34 * L


@inline
def rates_of(kind):
    """Return how many rates a node has."""
    return 3 if kind == BALL else 0 if kind == WELD else 1


@inline
def three(n, at, l):
    """Return the vector at a place."""
    return n[at + l], n[at + L + l], n[at + 2 * L + l]


@inline
def put(n, at, l, x, y, z):
    """Write a vector to a place."""
    n[at + l], n[at + L + l], n[at + 2 * L + l] = x, y, z


@inline
def add(n, at, l, x, y, z):
    """Add a vector to that at a place."""
    n[at + l] += x
    n[at + L + l] += y
    n[at + 2 * L + l] += z


@inline
def outward(n, at, l, x, y, z):
    """Return a vector given in the axes of the node before, in those of a node whose axes stand at `at`."""
    xx, xy, xz = three(n, at, l)
    yx, yy, yz = three(n, at + 3 * L, l)
    zx, zy, zz = three(n, at + 6 * L, l)
    return xx * x + yx * y + zx * z, xy * x + yy * y + zy * z, xz * x + yz * y + zz * z


@inline
def inward(n, at, l, x, y, z):
    """Return a vector given in the axes at `at`, in those of the node before."""
    xx, xy, xz = three(n, at, l)
    yx, yy, yz = three(n, at + 3 * L, l)
    zx, zy, zz = three(n, at + 6 * L, l)
    return xx * x + xy * y + xz * z, yx * x + yy * y + yz * z, zx * x + zy * y + zz * z


# ---- positions


# Sine and cosine as a lane can have them, without a branch or a call: pi/2 in three parts (Cody and Waite), then the
# polynomials of fdlibm on -pi/4 ... pi/4. Adding and subtracting ROUND leaves the nearest whole number.
ROUND = 6755399441055744.0
FAR = 1e6  # beyond, the first two products would no longer be exact
QUARTER_1, QUARTER_2, QUARTER_3 = 1.57079632673412561417, 6.07710050630396597660e-11, 2.02226624879595063154e-21
S1, S2, S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S4, S5, S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
C1, C2, C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C4, C5, C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


@inline
def cosine_sine(angle):
    """Return cosine and sine of an angle not beyond FAR, right to about one unit in the last place."""
    k = (angle * 0.63661977236758134308 + ROUND) - ROUND
    x = ((angle - k * QUARTER_1) - k * QUARTER_2) - k * QUARTER_3
    y = x * x
    s = x + x * y * (S1 + y * (S2 + y * (S3 + y * (S4 + y * (S5 + y * S6)))))
    rest = y * y * (C1 + y * (C2 + y * (C3 + y * (C4 + y * (C5 + y * C6)))))
    half = 0.5 * y
    c = 1.0 - half
    c += ((1.0 - c) - half) + rest
    q = k - 4.0 * ((0.25 * k + ROUND) - ROUND)  # quarter turns: -2 ... 2
    even = 1.0 - abs(q)
    odd = q * q == 1.0
    return (-q * s if odd else even * c), (q * c if odd else even * s)


@inline
def place_turn(link, n, z, k, first, lanes):
    """Fill E = F Rz(angle) and P of a hinge."""
    for l in range(lanes):
        angle = z[first + l, k]
        n[P + l] = angle if not abs(angle) > FAR else atan2(sin(angle), cos(angle))
    xx, xy, xz, yx, yy, yz = link[F], link[F + 1], link[F + 2], link[F + 3], link[F + 4], link[F + 5]
    zx, zy, zz = link[F + 6], link[F + 7], link[F + 8]
    px, py, pz = link[SEAT], link[SEAT + 1], link[SEAT + 2]
    for l in range(L):
        c, s = cosine_sine(n[P + l])
        put(n, E, l, xx * c + xy * s, xy * c - xx * s, xz)
        put(n, E + 3 * L, l, yx * c + yy * s, yy * c - yx * s, yz)
        put(n, E + 6 * L, l, zx * c + zy * s, zy * c - zx * s, zz)
        put(n, P, l, px, py, pz)


@inline
def place_still(link, n):
    """Fill E and P of a node whose coordinates are zero."""
    for r in range(12):
        for l in range(L):
            n[r * L + l] = link[r]


@inline
def place_slide(link, n, z, k, first, lanes):
    """Move P along the axis of a slide."""
    for l in range(lanes):
        shift = z[first + l, k]
        add(n, P, l, link[F + 2] * shift, link[F + 5] * shift, link[F + 8] * shift)


@inline
def place_ball(link, n, z, k, first, lanes):
    """Fill E = F B of a ball, with B of its Euler parameters."""
    for l in range(lanes):
        s = first + l
        xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation(z[s, k], z[s, k + 1], z[s, k + 2], z[s, k + 3])
        for r in range(3):
            a, b, c = link[F + 3 * r], link[F + 3 * r + 1], link[F + 3 * r + 2]
            x, y, w = a * xx + b * yx + c * zx, a * xy + b * yy + c * zy, a * xz + b * yz + c * zz
            put(n, E + 3 * r * L, l, x, y, w)


@inline
def place(node, link, n, z, first, lanes):
    """Fill E and P of a node for the configurations first ... first + lanes - 1."""
    if node.kind == TURN:
        place_turn(link, n, z, node.place, first, lanes)
        return
    place_still(link, n)
    if node.kind == SLIDE:
        place_slide(link, n, z, node.place, first, lanes)
    elif node.kind == BALL:
        place_ball(link, n, z, node.place, first, lanes)


@inline
def locate(n, b):
    """Fill axes and origin of a node in ground axes from those of the node before."""
    for l in range(L):
        for c in range(3):
            x, y, z = n[E + c * L + l], n[E + (3 + c) * L + l], n[E + (6 + c) * L + l]
            n[AXES + c * L + l], n[AXES + (3 + c) * L + l], n[AXES + (6 + c) * L + l] = inward(b, AXES, l, x, y, z)
        px, py, pz = three(n, P, l)
        dx, dy, dz = inward(b, AXES, l, px, py, pz)
        ox, oy, oz = three(b, ORIGIN, l)
        put(n, ORIGIN, l, ox + dx, oy + dy, oz + dz)


@inline
def locate_path(tree, links, path, z, first, lanes, W):
    """Fill axes and origins of the nodes of a path that begins at the ground."""
    ground = W[tree.size]
    for r in range(12):
        for l in range(L):
            ground[AXES + r * L + l] = 1.0 if r == 0 or r == 4 or r == 8 else 0.0
    for i in path:
        b = tree[i].before
        place(tree[i], links[i], W[i], z, first, lanes)
        locate(W[i], W[b if b >= 0 else tree.size])


@kernel
def forward(tree, links, path, tool, z, W, poses):
    """Fill poses (configurations, 12): point and axes (by rows) of the tool, in ground axes.

    path: nodes from the ground to the one with the tool. tool: its point and axes in the axes of that node.
    """
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        locate_path(tree, links, path, z, first, lanes, W)
        n = W[path[path.size - 1]]
        for l in range(lanes):
            out = poses[first + l]
            ox, oy, oz = three(n, ORIGIN, l)
            dx, dy, dz = inward(n, AXES, l, tool[0], tool[1], tool[2])
            out[0], out[1], out[2] = ox + dx, oy + dy, oz + dz
            for c in range(3):
                out[3 + c], out[6 + c], out[9 + c] = inward(n, AXES, l, tool[3 + c], tool[6 + c], tool[9 + c])


@kernel
def jacobians(tree, links, path, tool, z, W, J):
    """Fill J (configurations, 6, rates): velocity of the tool's point and angular velocity, in ground axes."""
    for first in range(0, z.shape[0], L):
        lanes = min(L, z.shape[0] - first)
        locate_path(tree, links, path, z, first, lanes, W)
        tip = W[path[path.size - 1]]
        for i in path:
            node, link = tree[i], links[i]
            before = W[node.before if node.before >= 0 else tree.size]
            for k in range(rates_of(node.kind)):
                c = k if node.kind == BALL else 2
                for l in range(lanes):
                    ax, ay, az = inward(before, AXES, l, link[F + c], link[F + 3 + c], link[F + 6 + c])
                    out = J[first + l, :, node.rate + k]
                    if node.kind == SLIDE:
                        out[0], out[1], out[2] = ax, ay, az
                        continue
                    dx, dy, dz = inward(tip, AXES, l, tool[0], tool[1], tool[2])
                    px, py, pz = three(tip, ORIGIN, l)
                    ox, oy, oz = three(W[i], ORIGIN, l)
                    out[0], out[1], out[2] = cross(ax, ay, az, px + dx - ox, py + dy - oy, pz + dz - oz)
                    out[3], out[4], out[5] = ax, ay, az


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
