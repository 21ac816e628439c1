"""Relative coordinates in space: the recursions along the tree of joints.

As in the plane (`plane`), with six components: velocity of the origin, angular velocity, ground axes. A ball has
three rates, the relative angular velocity in the axes of the node before it, and four Euler parameters.
"""

from __future__ import annotations

from math import cos, sin

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.spatial import cross, rotation, turned_matrix
from ..tables import fields as tb
from .nodes import ACC, BALL, BIAS, INVERSE, PULL, PUSH, SHIFT, SLIDE, TURN, S, U, V


@inline
def product(w, x, y, z, a, b, c, d):
    """Return the product of Euler parameters: first the turn (a, b, c, d), then (w, x, y, z)."""
    return (
        w * a - x * b - y * c - z * d,
        w * b + x * a + y * d - z * c,
        w * c - x * d + y * a + z * b,
        w * d + x * c - y * b + z * a,
    )


@inline
def own_turn(node, limb, z):
    """Return the Euler parameters of a node relative to the node before it."""
    if node.kind == BALL:
        k = node.place
        return product(z[k], z[k + 1], z[k + 2], z[k + 3], limb.qw, limb.qx, limb.qy, limb.qz)
    if node.kind != TURN:
        return limb.qw, limb.qx, limb.qy, limb.qz
    half = 0.5 * z[node.place]
    c, s = cos(half), sin(half)
    return product(c, s * limb.ax, s * limb.ay, s * limb.az, limb.qw, limb.qx, limb.qy, limb.qz)


@inline
def note_motion(n, k, x, y, z, ex, ey, ez):
    """Note the motion S of column k: a turn about (x, y, z) whose axis passes at -e from the origin."""
    c = S + 6 * k
    n[c], n[c + 1], n[c + 2] = cross(x, y, z, ex, ey, ez)
    n[c + 3], n[c + 4], n[c + 5] = x, y, z


@inline
def place_node(n, p, rooted, node, limb, z, zv):
    """Fill pose, motion S, velocity and bias of a node; p is the node before it unless it hangs on the ground."""
    w, i, j, k, x, y, zz = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    vx, vy, vz, ox, oy, oz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if not rooted:
        w, i, j, k, x, y, zz = p[0], p[1], p[2], p[3], p[4], p[5], p[6]
        vx, vy, vz, ox, oy, oz = p[V], p[V + 1], p[V + 2], p[V + 3], p[V + 4], p[V + 5]
    xx, xy, xz, yx, yy, yz, zx, zy, zz_ = rotation(w, i, j, k)
    ax, ay, az = (
        xx * limb.ax + xy * limb.ay + xz * limb.az,
        yx * limb.ax + yy * limb.ay + yz * limb.az,
        zx * limb.ax + zy * limb.ay + zz_ * limb.az,
    )
    bx, by, bz = (
        xx * limb.px + xy * limb.py + xz * limb.pz,
        yx * limb.px + yy * limb.py + yz * limb.pz,
        zx * limb.px + zy * limb.py + zz_ * limb.pz,
    )
    a, b, c, d = own_turn(node, limb, z)
    w, i, j, k = product(w, i, j, k, a, b, c, d)
    n[0], n[1], n[2], n[3] = w, i, j, k
    ux, uy, uz, rx, ry, rz, sx, sy, sz = rotation(w, i, j, k)
    ex, ey, ez = (
        ux * limb.ex + uy * limb.ey + uz * limb.ez,
        rx * limb.ex + ry * limb.ey + rz * limb.ez,
        sx * limb.ex + sy * limb.ey + sz * limb.ez,
    )
    tx, ty, tz = 0.0, 0.0, 0.0
    if node.kind == SLIDE:
        at, rate = z[node.place], zv[node.rate]
        bx, by, bz = bx + ax * at, by + ay * at, bz + az * at
        n[S], n[S + 1], n[S + 2], n[S + 3], n[S + 4], n[S + 5] = ax, ay, az, 0.0, 0.0, 0.0
        vx, vy, vz = vx + ax * rate, vy + ay * rate, vz + az * rate
        cx, cy, cz = cross(ox, oy, oz, ax, ay, az)
        n[BIAS], n[BIAS + 1], n[BIAS + 2] = 2.0 * rate * cx, 2.0 * rate * cy, 2.0 * rate * cz
    else:
        n[BIAS], n[BIAS + 1], n[BIAS + 2] = 0.0, 0.0, 0.0
        if node.kind == TURN:
            rate = zv[node.rate]
            note_motion(n, 0, ax, ay, az, ex, ey, ez)
            tx, ty, tz = ax * rate, ay * rate, az * rate
        elif node.kind == BALL:
            note_motion(n, 0, xx, yx, zx, ex, ey, ez)
            note_motion(n, 1, xy, yy, zy, ex, ey, ez)
            note_motion(n, 2, xz, yz, zz_, ex, ey, ez)
            f, g, h = zv[node.rate], zv[node.rate + 1], zv[node.rate + 2]
            tx, ty, tz = xx * f + xy * g + xz * h, yx * f + yy * g + yz * h, zx * f + zy * g + zz_ * h
    qx, qy, qz = ox + tx, oy + ty, oz + tz
    fx, fy, fz = cross(ox, oy, oz, bx, by, bz)
    gx, gy, gz = cross(qx, qy, qz, ex, ey, ez)
    lx, ly, lz = cross(ox, oy, oz, tx, ty, tz)
    n[4], n[5], n[6] = x + bx + ex, y + by + ey, zz + bz + ez
    n[SHIFT], n[SHIFT + 1], n[SHIFT + 2] = bx + ex, by + ey, bz + ez
    n[V], n[V + 1], n[V + 2] = vx + fx + gx, vy + fy + gy, vz + fz + gz
    n[V + 3], n[V + 4], n[V + 5] = qx, qy, qz
    hx, hy, hz = cross(ox, oy, oz, fx, fy, fz)
    mx, my, mz = cross(qx, qy, qz, gx, gy, gz)
    cx, cy, cz = cross(lx, ly, lz, ex, ey, ez)
    n[BIAS] += hx + mx + cx
    n[BIAS + 1] += hy + my + cy
    n[BIAS + 2] += hz + mz + cz
    n[BIAS + 3], n[BIAS + 4], n[BIAS + 5] = lx, ly, lz


@stage("ii")
def place_space(H):
    """Fill the frames of the nodes, and the poses and velocities of the bodies, from z and zv."""
    tree, limbs, N, z, zv, q, motion = tb.tree(H), tb.limbs(H), tb.nodework(H), tb.z(H), tb.zv(H), tb.q(H), tb.V(H)
    for i in range(tree.size):
        before = tree[i].before
        n = N[i]
        place_node(n, N[max(before, 0)], before < 0, tree[i], limbs[i], z, zv)
        b = tree[i].body
        if b >= 0:
            body, v = q[b], motion[b, 0]
            body[0], body[1], body[2] = n[4], n[5], n[6]
            body[3], body[4], body[5], body[6] = n[0], n[1], n[2], n[3]
            for k in range(6):
                v[k] = n[V + k]
    return 0


@inline
def start_node(n, A, b, masses, force, g):
    """Fill the inertia of a node's own body about its centre and the force that holds it; nothing without a body."""
    for r in range(6):
        n[PULL + r] = 0.0
        for c in range(6):
            A[r, c] = 0.0
    if b < 0:
        return
    m = masses[b]
    A[0, 0] = A[1, 1] = A[2, 2] = m.mass
    A[3, 3], A[4, 4], A[5, 5], xy, xz, yz = turned_matrix(rotation(n[0], n[1], n[2], n[3]), m.inertia)
    A[3, 4] = A[4, 3] = xy
    A[3, 5] = A[5, 3] = xz
    A[4, 5] = A[5, 4] = yz
    ox, oy, oz = n[V + 3], n[V + 4], n[V + 5]
    lx = A[3, 3] * ox + A[3, 4] * oy + A[3, 5] * oz
    ly = A[4, 3] * ox + A[4, 4] * oy + A[4, 5] * oz
    lz = A[5, 3] * ox + A[5, 4] * oy + A[5, 5] * oz
    gx, gy, gz = cross(ox, oy, oz, lx, ly, lz)
    n[PULL] = -force[b, 0] - m.mass * g[0]
    n[PULL + 1] = -force[b, 1] - m.mass * g[1]
    n[PULL + 2] = -force[b, 2] - m.mass * g[2]
    n[PULL + 3], n[PULL + 4], n[PULL + 5] = gx - force[b, 3], gy - force[b, 4], gz - force[b, 5]


@inline
def give_way(n, A, columns):
    """Fill U = I S, D^-1 and the push of a joint with this many rates."""
    for k in range(columns):
        s, u = S + 6 * k, U + 6 * k
        push = 0.0
        for r in range(6):
            total = 0.0
            for c in range(6):
                total += A[r, c] * n[s + c]
            n[u + r] = total
            push -= n[s + r] * n[PULL + r]
        n[PUSH + k] = push
    if columns == 1:
        D = 0.0
        for r in range(6):
            D += n[S + r] * n[U + r]
        n[INVERSE] = 1.0 / D if D > 0.0 else 0.0
    else:
        invert(n)


@inline
def along_motion(n, j, k):
    """Return S_j^T U_k."""
    total = 0.0
    for r in range(6):
        total += n[S + 6 * j + r] * n[U + 6 * k + r]
    return total


@inline
def invert(n):
    """Fill the inverse of D = S^T U of a ball; zero when nothing resists."""
    a, b, c = along_motion(n, 0, 0), along_motion(n, 0, 1), along_motion(n, 0, 2)
    d, e, f = along_motion(n, 1, 1), along_motion(n, 1, 2), along_motion(n, 2, 2)
    x, y, z = d * f - e * e, c * e - b * f, b * e - c * d
    total = a * x + b * y + c * z
    k = 1.0 / total if total > 0.0 else 0.0
    n[INVERSE], n[INVERSE + 1], n[INVERSE + 2] = k * x, k * y, k * z
    n[INVERSE + 3], n[INVERSE + 4], n[INVERSE + 5] = k * y, k * (a * f - c * c), k * (b * c - a * e)
    n[INVERSE + 6], n[INVERSE + 7], n[INVERSE + 8] = k * z, k * (b * c - a * e), k * (a * d - b * b)


@inline
def yielded(n, A, columns):
    """Take what the joint gives way out of the inertia and the force: I - U D^-1 U^T, p + I bias + U D^-1 push."""
    for k in range(columns):
        for j in range(columns):
            weight = n[INVERSE] if columns == 1 else n[INVERSE + 3 * k + j]
            for r in range(6):
                f = n[U + 6 * k + r] * weight
                n[PULL + r] += f * n[PUSH + j]
                for c in range(6):
                    A[r, c] -= f * n[U + 6 * j + c]
    for r in range(6):
        total = 0.0
        for c in range(6):
            total += A[r, c] * n[BIAS + c]
        n[PULL + r] += total


@inline
def hand_down(n, A, p, B):
    """Add inertia and force of a node, shifted by d, to the node before it.

    With A = [a b; b^T c]:  b becomes b - a [d], c becomes c - b^T [d] + [d] (b - a [d]).
    """
    dx, dy, dz = n[SHIFT], n[SHIFT + 1], n[SHIFT + 2]
    for r in range(3):
        x, y, z = A[r, 0], A[r, 1], A[r, 2]
        B[r, 0] += x
        B[r, 1] += y
        B[r, 2] += z
        cx, cy, cz = cross(x, y, z, dx, dy, dz)
        gx, gy, gz = cross(A[0, 3 + r], A[1, 3 + r], A[2, 3 + r], dx, dy, dz)
        A[3 + r, 3] -= gx
        A[3 + r, 4] -= gy
        A[3 + r, 5] -= gz
        A[3 + r, 0], A[3 + r, 1], A[3 + r, 2] = cx, cy, cz
    for r in range(3):
        for c in range(3):
            A[r, 3 + c] -= A[3 + r, c]
    for c in range(3):
        x, y, z = A[0, 3 + c], A[1, 3 + c], A[2, 3 + c]
        mx, my, mz = cross(dx, dy, dz, x, y, z)
        B[0, 3 + c] += x
        B[1, 3 + c] += y
        B[2, 3 + c] += z
        B[3 + c, 0] += x
        B[3 + c, 1] += y
        B[3 + c, 2] += z
        B[3, 3 + c] += A[3, 3 + c] + mx
        B[4, 3 + c] += A[4, 3 + c] + my
        B[5, 3 + c] += A[5, 3 + c] + mz
    fx, fy, fz = n[PULL], n[PULL + 1], n[PULL + 2]
    mx, my, mz = cross(dx, dy, dz, fx, fy, fz)
    p[PULL] += fx
    p[PULL + 1] += fy
    p[PULL + 2] += fz
    p[PULL + 3] += n[PULL + 3] + mx
    p[PULL + 4] += n[PULL + 4] + my
    p[PULL + 5] += n[PULL + 5] + mz


@stage("ii")
def articulate_space(H):
    """Fill the articulated inertias and forces of all nodes, from the tips to the ground."""
    tree, N, A = tb.tree(H), tb.nodework(H), tb.articulated(H)
    masses, force, g = tb.masses(H), tb.force(H), tb.gravity(H)
    for i in range(tree.size):
        start_node(N[i], A[i], tree[i].body, masses, force, g)
    for i in range(tree.size - 1, -1, -1):
        n, a, before, kind = N[i], A[i], tree[i].before, tree[i].kind
        if kind == BALL:
            give_way(n, a, 3)
        elif kind != 0:
            give_way(n, a, 1)
        if before < 0:
            continue
        if kind == BALL:
            yielded(n, a, 3)
        else:
            yielded(n, a, 1 if kind != 0 else 0)
        hand_down(n, a, N[before], A[before])
    return 0


@stage("ii")
def reach_space(H):
    """Carry every row's force from the bodies down the tree: Y = what it does along each joint, W = D^-1 Y."""
    tree, N, place, F = tb.tree(H), tb.nodework(H), tb.node_of(H), tb.reach(H)
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    arm_ptr, arm_node, Y, W = tb.arm_ptr(H), tb.arm_node(H), tb.Y(H), tb.W(H)
    for r in range(block_ptr.size - 1):
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            f = F[arm_node[k]]
            for c in range(6):
                f[c] = 0.0
        for k in range(block_ptr[r], block_ptr[r + 1]):
            f = F[place[block_body[k]]]
            for c in range(6):
                f[c] += J[k, c]
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            i = arm_node[k]
            n, f, before, kind = N[i], F[i], tree[i].before, tree[i].kind
            columns = 0 if kind == 0 else 3 if kind == BALL else 1
            for j in range(columns):
                total = 0.0
                for c in range(6):
                    total += n[S + 6 * j + c] * f[c]
                Y[k, j] = total
            if columns == 1:
                W[k, 0] = Y[k, 0] * n[INVERSE]
            elif columns == 3:
                for j in range(3):
                    W[k, j] = (
                        n[INVERSE + 3 * j] * Y[k, 0]
                        + n[INVERSE + 3 * j + 1] * Y[k, 1]
                        + n[INVERSE + 3 * j + 2] * Y[k, 2]
                    )
            if before >= 0:
                for j in range(columns):
                    for c in range(6):
                        f[c] -= n[U + 6 * j + c] * W[k, j]
                o = F[before]
                mx, my, mz = cross(n[SHIFT], n[SHIFT + 1], n[SHIFT + 2], f[0], f[1], f[2])
                o[0] += f[0]
                o[1] += f[1]
                o[2] += f[2]
                o[3] += f[3] + mx
                o[4] += f[4] + my
                o[5] += f[5] + mz
    return 0


@inline
def respond_node(n, p, rooted, node, moving, za):
    """Fill za and the acceleration of one node."""
    for c in range(6):
        n[ACC + c] = moving * n[BIAS + c]
    if not rooted:
        mx, my, mz = cross(p[ACC + 3], p[ACC + 4], p[ACC + 5], n[SHIFT], n[SHIFT + 1], n[SHIFT + 2])
        for c in range(6):
            n[ACC + c] += p[ACC + c]
        n[ACC] += mx
        n[ACC + 1] += my
        n[ACC + 2] += mz
    if node.kind == 0:
        return
    if node.kind != BALL:
        total = n[PUSH]
        for c in range(6):
            total -= n[U + c] * n[ACC + c]
        total *= n[INVERSE]
        za[node.rate] = total
        for c in range(6):
            n[ACC + c] += n[S + c] * total
        return
    for j in range(3):
        total = 0.0
        for i in range(3):
            left = n[PUSH + i]
            for c in range(6):
                left -= n[U + 6 * i + c] * n[ACC + c]
            total += n[INVERSE + 3 * j + i] * left
        za[node.rate + j] = total
    for j in range(3):
        for c in range(6):
            n[ACC + c] += n[S + 6 * j + c] * za[node.rate + j]


@stage("iif")
def respond_space(H, moving):
    """Fill za and the accelerations x of the bodies from the pushes of the joints; moving = 0.0 leaves out the bias."""
    tree, N, za, x = tb.tree(H), tb.nodework(H), tb.za(H), tb.x(H)
    for i in range(tree.size):
        node, n = tree[i], N[i]
        respond_node(n, N[max(node.before, 0)], node.before < 0, node, moving, za)
        if node.body >= 0:
            for c in range(6):
                x[node.body, c] = n[ACC + c]
    return 0
