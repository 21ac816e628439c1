"""Trees of joints, linearised: articulated bodies, accelerations, and what every node carries (see `linear_motion`).

A force on a node is (force, moment about its origin). Inertias are [A B; B^T C]: force A a + B alpha, moment
B^T a + C alpha. Shifted by d to the origin before, B becomes B - A [d] and C becomes C - B^T [d] + [d] (B - A [d]).
"""

from ..compiler.jit import inline
from ..geometry.vectors import add, cross, dot, less, rotate, scaled
from .linear_motion import (
    ACC,
    ANGULAR,
    AXIS,
    CENTRE,
    EASE,
    FIRST,
    FORCE,
    LINEAR,
    MIXED,
    MOMENTUM,
    ORIGIN,
    PACE,
    PULL,
    PUSH,
    RATE,
    SECOND,
    SHIFT,
    SPEED,
    SPIN,
    SWAY,
    TENSOR,
    TOTAL,
    YIELD,
    nine,
    symmetric,
)
from .nodes import TURN, WELD
from .robot_tree import L, increase_lane, lane, put_lane


@inline
def transposed(M):
    """Return the transpose of a matrix by rows."""
    return M[0], M[3], M[6], M[1], M[4], M[7], M[2], M[5], M[8]


@inline
def rows_of(M):
    """Return the rows of a matrix."""
    return (M[0], M[1], M[2]), (M[3], M[4], M[5]), (M[6], M[7], M[8])


@inline
def empty_node(n, lanes):
    """Set what a node carries to nothing."""
    for k in range(21):
        for l in range(lanes):
            n[LINEAR + k * L + l] = 0.0
    for k in range(6):
        for l in range(lanes):
            n[PULL + k * L + l] = 0.0
    for k in range(22):
        for l in range(lanes):
            n[TOTAL + k * L + l] = 0.0


@inline
def load_node(n, body, mass, lanes):
    """Fill what a node carries with its own body: inertia, momentum, the force that holds it, and E.

    About the centre E is -2 [w] J, with J = tr(I) / 2 - I.
    """
    for l in range(lanes):
        c, v, w = less(lane(body, CENTRE, l), 1.0, lane(n, ORIGIN, l)), lane(body, SPEED, l), lane(body, SPIN, l)
        I = symmetric(body, TENSOR, l)
        h, (hx, hy, hz) = scaled(mass, v), scaled(mass, c)
        n[TOTAL + l] = mass
        put_lane(n, FIRST, l, (hx, hy, hz))
        put_lane(n, LINEAR, l, (mass, 0.0, 0.0))
        put_lane(n, LINEAR + 3 * L, l, (mass, 0.0, mass))
        put_lane(n, MIXED, l, (0.0, hz, -hy))
        put_lane(n, MIXED + 3 * L, l, (-hz, 0.0, hx))
        put_lane(n, MIXED + 6 * L, l, (hy, -hx, 0.0))
        cx, cy, cz = c
        top = I[0] + hy * cy + hz * cz, I[1] - hx * cy, I[2] - hx * cz
        low = I[4] + hx * cx + hz * cz, I[5] - hy * cz, I[8] + hx * cx + hy * cy
        put_lane(n, SECOND, l, top)
        put_lane(n, SECOND + 3 * L, l, low)
        put_lane(n, ANGULAR, l, top)
        put_lane(n, ANGULAR + 3 * L, l, low)
        force = less(cross(w, h), 1.0, lane(body, FORCE, l))
        put_lane(n, PULL, l, force)
        spin = less(cross(w, rotate(I, w)), 1.0, lane(body, FORCE + 3 * L, l))
        put_lane(n, PULL + 3 * L, l, add(spin, cross(c, force)))
        put_lane(n, MOMENTUM, l, h)
        sway_own(n, l, I, w)
        sway_by(n, l, c, h)


@inline
def sway_own(n, l, I, w):
    """Fill E with that of a body about its centre."""
    half = 0.5 * (I[0] + I[4] + I[8])
    x = cross(w, (I[0] - half, I[3], I[6]))
    y = cross(w, (I[1], I[4] - half, I[7]))
    z = cross(w, (I[2], I[5], I[8] - half))
    put_lane(n, SWAY, l, (2.0 * x[0], 2.0 * y[0], 2.0 * z[0]))
    put_lane(n, SWAY + 3 * L, l, (2.0 * x[1], 2.0 * y[1], 2.0 * z[1]))
    put_lane(n, SWAY + 6 * L, l, (2.0 * x[2], 2.0 * y[2], 2.0 * z[2]))


@inline
def sway_by(n, l, d, h):
    """Add to E of a node what a momentum h does at a distance d: 2 ((d . h) 1 - h d^T)."""
    along, (x, y, z) = 2.0 * dot(d, h), scaled(-2.0, d)
    increase_lane(n, SWAY, l, (along + h[0] * x, h[0] * y, h[0] * z))
    increase_lane(n, SWAY + 3 * L, l, (h[1] * x, along + h[1] * y, h[1] * z))
    increase_lane(n, SWAY + 6 * L, l, (h[2] * x, h[2] * y, along + h[2] * z))


@inline
def give_way(n, kind, lanes):
    """Fill U = I S and 1 / D of a node with a joint, and take what it gives way out of inertia and force.

    I - U U^T / D, and p + (I - U U^T / D) bias - U S^T p / D.
    """
    turns = kind == TURN
    for l in range(lanes):
        a, A, B, C = lane(n, AXIS, l), symmetric(n, LINEAR, l), nine(n, MIXED, l), symmetric(n, ANGULAR, l)
        u, m = rotate(B if turns else A, a), rotate(C if turns else transposed(B), a)
        D = dot(a, m if turns else u)
        ease = 1.0 / D if D > 0.0 else 0.0
        put_lane(n, YIELD, l, u)
        put_lane(n, YIELD + 3 * L, l, m)
        n[EASE + l] = ease
        (ux, uy, uz), (mx, my, mz) = scaled(ease, u), scaled(ease, m)
        increase_lane(n, LINEAR, l, (-ux * u[0], -ux * u[1], -ux * u[2]))
        increase_lane(n, LINEAR + 3 * L, l, (-uy * u[1], -uy * u[2], -uz * u[2]))
        increase_lane(n, MIXED, l, scaled(-ux, m))
        increase_lane(n, MIXED + 3 * L, l, scaled(-uy, m))
        increase_lane(n, MIXED + 6 * L, l, scaled(-uz, m))
        increase_lane(n, ANGULAR, l, (-mx * m[0], -mx * m[1], -mx * m[2]))
        increase_lane(n, ANGULAR + 3 * L, l, (-my * m[1], -my * m[2], -mz * m[2]))


@inline
def push_joint(n, kind, lanes):
    """Add to the force on a node what its bias acceleration takes and what its joint gives way to."""
    at = PULL + 3 * L if kind == TURN else PULL
    for l in range(lanes):
        rate, push = n[RATE + l], -n[EASE + l] * dot(lane(n, AXIS, l), lane(n, at, l))
        linear, angular = scaled(rate, lane(n, PACE, l)), scaled(rate, lane(n, PACE + 3 * L, l))
        A, B, C = symmetric(n, LINEAR, l), nine(n, MIXED, l), symmetric(n, ANGULAR, l)
        force = add(rotate(A, linear), rotate(B, angular))
        moment = add(rotate(transposed(B), linear), rotate(C, angular))
        increase_lane(n, PULL, l, add(force, scaled(push, lane(n, YIELD, l))))
        increase_lane(n, PULL + 3 * L, l, add(moment, scaled(push, lane(n, YIELD + 3 * L, l))))
        n[PUSH + l] = push


@inline
def hand_inertia(n, b, lanes):
    """Add articulated inertia and force of a node to the node before it."""
    for l in range(lanes):
        d = lane(n, SHIFT, l)
        a1, a2, a3 = rows_of(symmetric(n, LINEAR, l))
        b1, b2, b3 = rows_of(nine(n, MIXED, l))
        C = symmetric(n, ANGULAR, l)
        increase_lane(b, LINEAR, l, a1)
        increase_lane(b, LINEAR + 3 * L, l, (a2[1], a2[2], a3[2]))
        g1, g2, g3 = less(b1, 1.0, cross(a1, d)), less(b2, 1.0, cross(a2, d)), less(b3, 1.0, cross(a3, d))
        increase_lane(b, MIXED, l, g1)
        increase_lane(b, MIXED + 3 * L, l, g2)
        increase_lane(b, MIXED + 6 * L, l, g3)
        x, y = cross((b1[0], b2[0], b3[0]), d), cross((b1[1], b2[1], b3[1]), d)
        z = b1[2] * d[1] - b2[2] * d[0]
        p, q, r = cross(d, (g1[0], g2[0], g3[0])), cross(d, (g1[1], g2[1], g3[1])), cross(d, (g1[2], g2[2], g3[2]))
        top = C[0] - x[0] + p[0], C[1] - x[1] + q[0], C[2] - x[2] + r[0]
        increase_lane(b, ANGULAR, l, top)
        increase_lane(b, ANGULAR + 3 * L, l, (C[4] - y[1] + q[1], C[5] - y[2] + r[1], C[8] - z + r[2]))
        force = lane(n, PULL, l)
        increase_lane(b, PULL, l, force)
        increase_lane(b, PULL + 3 * L, l, add(lane(n, PULL + 3 * L, l), cross(d, force)))


@inline
def compose(n, b, lanes):
    """Add what a node carries, mass, inertia, momentum and E, to what the node before it carries."""
    for l in range(lanes):
        d, m, h, p = lane(n, SHIFT, l), n[TOTAL + l], lane(n, FIRST, l), lane(n, MOMENTUM, l)
        (px, py, pz), (gx, gy, gz) = d, add(scaled(0.5 * m, d), h)
        xx, xy, xz = lane(n, SECOND, l)
        yy, yz, zz = lane(n, SECOND + 3 * L, l)
        ux, uy, uz = 2.0 * px * gx, 2.0 * py * gy, 2.0 * pz * gz
        increase_lane(b, SECOND, l, (xx + uy + uz, xy - px * gy - gx * py, xz - px * gz - gx * pz))
        increase_lane(b, SECOND + 3 * L, l, (yy + ux + uz, yz - py * gz - gy * pz, zz + ux + uy))
        increase_lane(b, FIRST, l, add(h, scaled(m, d)))
        b[TOTAL + l] += m
        increase_lane(b, MOMENTUM, l, p)
        for k in range(9):
            b[SWAY + k * L + l] += n[SWAY + k * L + l]
        sway_by(b, l, d, p)


@inline
def articulate(tree, masses, bodies, nodes, lanes):
    """Fill articulated inertias and forces of all nodes, and what they carry, from the tips to the ground."""
    for i in range(tree.size):
        empty_node(nodes[i], lanes)
        if tree[i].body >= 0:
            load_node(nodes[i], bodies[tree[i].body], masses[tree[i].body].mass, lanes)
    for i in range(tree.size - 1, -1, -1):
        n, kind = nodes[i], tree[i].kind
        if kind != WELD:
            give_way(n, kind, lanes)
            push_joint(n, kind, lanes)
        if tree[i].before >= 0:
            hand_inertia(n, nodes[tree[i].before], lanes)
            compose(n, nodes[tree[i].before], lanes)


@inline
def accelerate_node(n, b, kind, lanes):
    """Fill the acceleration of a node from that of the node before it, and the force on all it carries in PULL.

    The force is what articulated bodies hand down, (I - U U^T / D) a + p: no part of it acts along the joint.
    """
    half = 3 * L if kind == TURN else 0
    for l in range(lanes):
        d, alpha = lane(n, SHIFT, l), lane(b, ACC + 3 * L, l)
        a = add(lane(b, ACC, l), cross(alpha, d))
        A, B, C = symmetric(n, LINEAR, l), nine(n, MIXED, l), symmetric(n, ANGULAR, l)
        increase_lane(n, PULL, l, add(rotate(A, a), rotate(B, alpha)))
        increase_lane(n, PULL + 3 * L, l, add(rotate(transposed(B), a), rotate(C, alpha)))
        put_lane(n, ACC, l, a)
        put_lane(n, ACC + 3 * L, l, alpha)
    if kind != WELD:
        accelerate_joint(n, half, lanes)


@inline
def accelerate_joint(n, half, lanes):
    """Add the acceleration of a joint to that of its node, and the bias."""
    for l in range(lanes):
        rate = n[RATE + l]
        a = add(lane(n, ACC, l), scaled(rate, lane(n, PACE, l)))
        alpha = add(lane(n, ACC + 3 * L, l), scaled(rate, lane(n, PACE + 3 * L, l)))
        pull = dot(lane(n, YIELD, l), a) + dot(lane(n, YIELD + 3 * L, l), alpha)
        put_lane(n, ACC, l, a)
        put_lane(n, ACC + 3 * L, l, alpha)
        increase_lane(n, ACC + half, l, scaled(n[PUSH + l] - n[EASE + l] * pull, lane(n, AXIS, l)))
