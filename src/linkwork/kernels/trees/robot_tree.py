"""Robots: recursions along a tree of joints without loops, for many configurations at once.

Every node of the tree has axes of its own, whose z is the axis that it turns about or slides along, and its origin on
that axis. E are its axes in those of the node before it, P its origin there. L configurations go through every line
together, so that one instruction serves several of them. A single configuration takes the same way with the other
lanes idle, and so gives the very numbers of a batch.

A row of `links` describes a node: F, which is E while the coordinate is zero (by rows), P then, mass, centre of mass
and inertia about it (xx, xy, xz, yy, yz, zz) in the node's axes. In the plane the axes are those of the plane and its
normal, and everything across it is zero.
"""

from math import atan2, cos, sin

from ..compiler.jit import inline
from ..geometry.spatial import rotation
from ..geometry.vectors import add, dot, rotate, scaled, three
from .nodes import BALL, SLIDE, TURN, WELD

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
def lane(n, at, l):
    """Return the vector at a place."""
    return n[at + l], n[at + L + l], n[at + 2 * L + l]


@inline
def put_lane(n, at, l, a):
    """Write a vector to a place."""
    n[at + l], n[at + L + l], n[at + 2 * L + l] = a


@inline
def increase_lane(n, at, l, a):
    """Add a vector to that at a place."""
    n[at + l] += a[0]
    n[at + L + l] += a[1]
    n[at + 2 * L + l] += a[2]


@inline
def outward(n, at, l, a):
    """Return a vector given in the axes of the node before, in those of a node whose axes stand at `at`."""
    x, y, z = lane(n, at, l), lane(n, at + 3 * L, l), lane(n, at + 6 * L, l)
    return rotate((x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]), a)


@inline
def inward(n, at, l, a):
    """Return a vector given in the axes at `at`, in those of the node before."""
    x, y, z = lane(n, at, l), lane(n, at + 3 * L, l), lane(n, at + 6 * L, l)
    return dot(x, a), dot(y, a), dot(z, a)


@inline
def axis_of(link, c):
    """Return axis c of a node while its coordinate is zero: column c of F."""
    return link[F + c], link[F + 3 + c], link[F + 6 + c]


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
    x, y, w, seat = three(link, F), three(link, F + 3), three(link, F + 6), three(link, SEAT)
    for l in range(L):
        c, s = cosine_sine(n[P + l])
        put_lane(n, E, l, (x[0] * c + x[1] * s, x[1] * c - x[0] * s, x[2]))
        put_lane(n, E + 3 * L, l, (y[0] * c + y[1] * s, y[1] * c - y[0] * s, y[2]))
        put_lane(n, E + 6 * L, l, (w[0] * c + w[1] * s, w[1] * c - w[0] * s, w[2]))
        put_lane(n, P, l, seat)


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
        increase_lane(n, P, l, scaled(z[first + l, k], axis_of(link, 2)))


@inline
def place_ball(link, n, z, k, first, lanes):
    """Fill E = F B of a ball, with B of its Euler parameters."""
    for l in range(lanes):
        s = first + l
        xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation(z[s, k], z[s, k + 1], z[s, k + 2], z[s, k + 3])
        for r in range(3):
            a, b, c = link[F + 3 * r], link[F + 3 * r + 1], link[F + 3 * r + 2]
            x, y, w = a * xx + b * yx + c * zx, a * xy + b * yy + c * zy, a * xz + b * yz + c * zz
            put_lane(n, E + 3 * r * L, l, (x, y, w))


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
            axis = n[E + c * L + l], n[E + (3 + c) * L + l], n[E + (6 + c) * L + l]
            n[AXES + c * L + l], n[AXES + (3 + c) * L + l], n[AXES + (6 + c) * L + l] = inward(b, AXES, l, axis)
        put_lane(n, ORIGIN, l, add(lane(b, ORIGIN, l), inward(b, AXES, l, lane(n, P, l))))


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
