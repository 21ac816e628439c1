"""Relative coordinates in the plane: the recursions along the tree of joints.

Every node of the tree has one coordinate (or none): it turns about its pin or slides along its axis, relative to the
node before it. With S the motion of a node for a unit rate of its coordinate, d the vector from the origin of the node
before it and X the shift of a motion by d,

    V = X V_before + S z',   acceleration = X acceleration_before + S z'' + bias.

Articulated bodies (Featherstone): the force needed to accelerate a node and all that hangs on it is
I acceleration + p; its joint gives way along S, so that the node before it feels I - U U^T / D, with U = I S,
D = S^T U. A node without a body has no mass of its own.
"""

from __future__ import annotations

from math import cos, sin

from ..compiler.stages import stage
from ..tables import fields as tb
from .nodes import ACC, BIAS, INVERSE, PULL, PUSH, SHIFT, TURN, S, U, V


@stage("ii")
def place_plane(H):
    """Fill the frames of the nodes, and the poses and velocities of the bodies, from z and zv."""
    tree, limbs, N, z, zv, q, motion = tb.tree(H), tb.limbs(H), tb.nodework(H), tb.z(H), tb.zv(H), tb.q(H), tb.V(H)
    for i in range(tree.size):
        node, limb, n = tree[i], limbs[i], N[i]
        w, k, x, y, vx, vy, spin = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if node.before >= 0:
            p = N[node.before]
            w, k, x, y, vx, vy, spin = p[0], p[1], p[2], p[3], p[V], p[V + 1], p[V + 2]
        c, s = w * w - k * k, 2.0 * w * k
        px, py = limb.px, limb.py
        half, rate = 0.0, 0.0
        if node.kind != 0:
            rate = zv[node.rate]
            if node.kind == TURN:
                half = 0.5 * limb.az * z[node.place]
            else:
                px, py = px + limb.ax * z[node.place], py + limb.ay * z[node.place]
        ax, ay = c * px - s * py, s * px + c * py
        a, b = limb.qw, limb.qz
        if node.kind == TURN:
            u, v = cos(half), sin(half)
            a, b = u * a - v * b, u * b + v * a
        w, k = w * a - k * b, w * b + k * a
        n[0], n[1] = w, k
        ci, si = w * w - k * k, 2.0 * w * k
        ex, ey = ci * limb.ex - si * limb.ey, si * limb.ex + ci * limb.ey
        dx, dy = ax + ex, ay + ey
        n[2], n[3], n[SHIFT], n[SHIFT + 1] = x + dx, y + dy, dx, dy
        if node.kind == TURN:
            turn = limb.az * rate
            own = spin + turn
            n[S], n[S + 1], n[S + 2] = -limb.az * ey, limb.az * ex, limb.az
            n[V], n[V + 1], n[V + 2] = vx - spin * ay - own * ey, vy + spin * ax + own * ex, own
            n[BIAS] = -spin * spin * ax - own * own * ex
            n[BIAS + 1] = -spin * spin * ay - own * own * ey
        else:
            lx, ly = c * limb.ax - s * limb.ay, s * limb.ax + c * limb.ay
            n[S], n[S + 1], n[S + 2] = lx, ly, 0.0
            n[V], n[V + 1], n[V + 2] = vx - spin * dy + lx * rate, vy + spin * dx + ly * rate, spin
            n[BIAS] = -spin * spin * dx - 2.0 * spin * rate * ly
            n[BIAS + 1] = -spin * spin * dy + 2.0 * spin * rate * lx
        if node.body >= 0:
            body = q[node.body]
            body[0], body[1], body[3], body[6] = n[2], n[3], w, k
            v0 = motion[node.body, 0]
            v0[0], v0[1], v0[5] = n[V], n[V + 1], n[V + 2]
    return 0


@stage("ii")
def articulate_plane(H):
    """Fill the articulated inertias and forces of all nodes, from the tips to the ground."""
    tree, N, A, masses, force, g = (
        tb.tree(H),
        tb.nodework(H),
        tb.articulated(H),
        tb.masses(H),
        tb.force(H),
        tb.gravity(H),
    )
    for i in range(tree.size):
        n, a, b = N[i], A[i, 0], tree[i].body
        a[1], a[2], a[4] = 0.0, 0.0, 0.0
        a[0], a[3], a[5] = 0.0, 0.0, 0.0
        n[PULL], n[PULL + 1], n[PULL + 2] = 0.0, 0.0, 0.0
        if b >= 0:
            m = masses[b].mass
            a[0], a[3], a[5] = m, m, masses[b].inertia[2, 2]
            n[PULL], n[PULL + 1], n[PULL + 2] = -force[b, 0] - m * g[0], -force[b, 1] - m * g[1], -force[b, 2]
    for i in range(tree.size - 1, -1, -1):
        n, a, before = N[i], A[i, 0], tree[i].before
        xx, xy, xz, yy, yz, zz = a[0], a[1], a[2], a[3], a[4], a[5]
        px, py, pz = n[PULL], n[PULL + 1], n[PULL + 2]
        inverse, u0, u1, u2, push = 0.0, 0.0, 0.0, 0.0, 0.0
        if tree[i].kind != 0:
            sx, sy, sz = n[S], n[S + 1], n[S + 2]
            u0, u1, u2 = xx * sx + xy * sy + xz * sz, xy * sx + yy * sy + yz * sz, xz * sx + yz * sy + zz * sz
            D = sx * u0 + sy * u1 + sz * u2
            inverse = 1.0 / D if D > 0.0 else 0.0
            push = -(sx * px + sy * py + sz * pz)
        n[U], n[U + 1], n[U + 2], n[INVERSE], n[PUSH] = u0, u1, u2, inverse, push
        if before < 0:
            continue
        v0, v1, v2 = u0 * inverse, u1 * inverse, u2 * inverse
        xx, xy, xz = xx - u0 * v0, xy - u0 * v1, xz - u0 * v2
        yy, yz, zz = yy - u1 * v1, yz - u1 * v2, zz - u2 * v2
        bx, by = n[BIAS], n[BIAS + 1]
        px, py, pz = (
            px + xx * bx + xy * by + v0 * push,
            py + xy * bx + yy * by + v1 * push,
            pz + xz * bx + yz * by + v2 * push,
        )
        dx, dy = n[SHIFT], n[SHIFT + 1]
        g0, g1 = xz - dy * xx + dx * xy, yz - dy * xy + dx * yy
        p, o = N[before], A[before, 0]
        o[0] += xx
        o[1] += xy
        o[2] += g0
        o[3] += yy
        o[4] += g1
        o[5] += zz - dy * xz + dx * yz - dy * g0 + dx * g1
        p[PULL] += px
        p[PULL + 1] += py
        p[PULL + 2] += pz + dx * py - dy * px
    return 0


@stage("ii")
def reach_plane(H):
    """Carry every row's force from the bodies down the tree: Y = what it does along each joint, W = Y / D."""
    tree, N, place, F = tb.tree(H), tb.nodework(H), tb.node_of(H), tb.reach(H)
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    arm_ptr, arm_node, Y, W = tb.arm_ptr(H), tb.arm_node(H), tb.Y(H), tb.W(H)
    for r in range(block_ptr.size - 1):
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            f = F[arm_node[k]]
            f[0], f[1], f[2] = 0.0, 0.0, 0.0
        for k in range(block_ptr[r], block_ptr[r + 1]):
            f = F[place[block_body[k]]]
            f[0] += J[k, 0]
            f[1] += J[k, 1]
            f[2] += J[k, 2]
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            i = arm_node[k]
            n, f, before = N[i], F[i], tree[i].before
            y = n[S] * f[0] + n[S + 1] * f[1] + n[S + 2] * f[2]
            w = y * n[INVERSE]
            Y[k, 0], W[k, 0] = y, w
            if before >= 0:
                o = F[before]
                fx, fy = f[0] - n[U] * w, f[1] - n[U + 1] * w
                o[0] += fx
                o[1] += fy
                o[2] += f[2] - n[U + 2] * w + n[SHIFT] * fy - n[SHIFT + 1] * fx
    return 0


@stage("iif")
def respond_plane(H, moving):
    """Fill za and the accelerations x of the bodies from the pushes of the joints; moving = 0.0 leaves out the bias."""
    tree, N, za, x = tb.tree(H), tb.nodework(H), tb.za(H), tb.x(H)
    for i in range(tree.size):
        node, n = tree[i], N[i]
        ax, ay, az = moving * n[BIAS], moving * n[BIAS + 1], 0.0
        if node.before >= 0:
            p = N[node.before]
            az = p[ACC + 2]
            ax, ay = ax + p[ACC] - az * n[SHIFT + 1], ay + p[ACC + 1] + az * n[SHIFT]
        if node.kind != 0:
            second = n[INVERSE] * (n[PUSH] - n[U] * ax - n[U + 1] * ay - n[U + 2] * az)
            za[node.rate] = second
            ax, ay, az = ax + n[S] * second, ay + n[S + 1] * second, az + n[S + 2] * second
        n[ACC], n[ACC + 1], n[ACC + 2] = ax, ay, az
        if node.body >= 0:
            x[node.body, 0], x[node.body, 1], x[node.body, 2] = ax, ay, az
    return 0
