"""Relative coordinates in space: the recursions along the tree of joints.

As in the plane (`plane`), with six components: velocity of the origin, angular velocity, ground axes. A ball has
three rates, the relative angular velocity in the axes of the node before it, and four Euler parameters.
"""

from math import cos, sin

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.spatial import rotation, turned_matrix
from ..geometry.vectors import ZERO, add, cross, dot, increase, less, put, rotate, scaled, three
from ..tables import fields as tb
from .nodes import ACC, BALL, BIAS, INVERSE, PULL, PUSH, SHIFT, SLIDE, TURN, S, U, V


@inline
def product(p, q):
    """Return the product of Euler parameters: first the turn q, then p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@inline
def own_turn(node, limb, z):
    """Return the Euler parameters of a node relative to the node before it."""
    k, rest = node.place, (limb.qw, limb.qx, limb.qy, limb.qz)
    if node.kind == BALL:
        return product((z[k], z[k + 1], z[k + 2], z[k + 3]), rest)
    if node.kind != TURN:
        return rest
    half = 0.5 * z[k]
    c, s = cos(half), sin(half)
    return product((c, s * limb.ax, s * limb.ay, s * limb.az), rest)


@inline
def note_turn(n, k, axis, e):
    """Note the motion S of column k: a turn about an axis that passes at -e from the origin, (axis x e, axis)."""
    put(n, S + 6 * k, cross(axis, e))
    put(n, S + 6 * k + 3, axis)


@inline
def frame_before(p, rooted):
    """Return Euler parameters, origin, velocity and angular velocity of the node before; the ground rests."""
    if rooted:
        return (1.0, 0.0, 0.0, 0.0), ZERO, ZERO, ZERO
    return (p[0], p[1], p[2], p[3]), three(p, 4), three(p, V), three(p, V + 3)


@inline
def turn_in_joint(n, node, R, axis, e, zv):
    """Note the motion S of a pin or a ball; return its relative angular velocity. R: axes of the node before."""
    if node.kind == TURN:
        note_turn(n, 0, axis, e)
        return scaled(zv[node.rate], axis)
    if node.kind == BALL:
        note_turn(n, 0, (R[0], R[3], R[6]), e)
        note_turn(n, 1, (R[1], R[4], R[7]), e)
        note_turn(n, 2, (R[2], R[5], R[8]), e)
        return rotate(R, three(zv, node.rate))
    return ZERO


@inline
def slide_in_joint(n, node, axis, w, z, zv):
    """Note the motion S of a slide; return its shift, its velocity and Coriolis' acceleration 2 w x velocity."""
    if node.kind != SLIDE:
        return ZERO, ZERO, ZERO
    put(n, S, axis)
    put(n, S + 3, ZERO)
    rate = zv[node.rate]
    return scaled(z[node.place], axis), scaled(rate, axis), scaled(2.0 * rate, cross(w, axis))


@inline
def place_node(n, p, rooted, node, limb, z, zv):
    """Fill pose, motion S, velocity and bias of a node; p is the node before it unless it hangs on the ground.

    With a from the origin before to the joint, e from the joint to the own origin, w before and w' = w + relative,

        r' = r + a + e,   v' = v + slide + w x a + w' x e,
        bias = 2 w x slide + w x (w x a) + w' x (w' x e) + (w x relative) x e,   w x relative.
    """
    turn, r, v, w = frame_before(p, rooted)
    R = rotation(turn[0], turn[1], turn[2], turn[3])
    axis, a = rotate(R, (limb.ax, limb.ay, limb.az)), rotate(R, (limb.px, limb.py, limb.pz))
    own = product(turn, own_turn(node, limb, z))
    n[0], n[1], n[2], n[3] = own
    e = rotate(rotation(own[0], own[1], own[2], own[3]), (limb.ex, limb.ey, limb.ez))
    shift, slide, coriolis = slide_in_joint(n, node, axis, w, z, zv)
    relative = turn_in_joint(n, node, R, axis, e, zv)
    a, spin = add(a, shift), add(w, relative)
    put(n, 4, add(add(r, a), e))
    put(n, SHIFT, add(a, e))
    carried, turning, twisted = cross(w, a), cross(spin, e), cross(w, relative)
    put(n, V, add(add(add(v, slide), carried), turning))
    put(n, V + 3, spin)
    centripetal = add(cross(w, carried), cross(spin, turning))
    put(n, BIAS, add(coriolis, add(centripetal, cross(twisted, e))))
    put(n, BIAS + 3, twisted)


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
    w = three(n, V + 3)
    spin = dot(three(A[3], 3), w), dot(three(A[4], 3), w), dot(three(A[5], 3), w)
    put(n, PULL, less(scaled(-1.0, three(force[b], 0)), m.mass, g))
    put(n, PULL + 3, less(cross(w, spin), 1.0, three(force[b], 3)))


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
    d = three(n, SHIFT)
    for r in range(3):
        row = three(A[r], 0)
        increase(B[r], 0, row)
        b = (A[0, 3 + r], A[1, 3 + r], A[2, 3 + r])
        put(A[3 + r], 3, less(three(A[3 + r], 3), 1.0, cross(b, d)))
        put(A[3 + r], 0, cross(row, d))
    for r in range(3):
        for c in range(3):
            A[r, 3 + c] -= A[3 + r, c]
    for c in range(3):
        b = (A[0, 3 + c], A[1, 3 + c], A[2, 3 + c])
        increase(B[3 + c], 0, b)
        mx, my, mz = cross(d, b)
        B[0, 3 + c] += b[0]
        B[1, 3 + c] += b[1]
        B[2, 3 + c] += b[2]
        B[3, 3 + c] += A[3, 3 + c] + mx
        B[4, 3 + c] += A[4, 3 + c] + my
        B[5, 3 + c] += A[5, 3 + c] + mz
    hand_force_down(three(n, PULL), three(n, PULL + 3), d, p, PULL)


@inline
def hand_force_down(force, moment, d, p, at):
    """Add a force and a moment, shifted by d, to those at place `at` of the node before: moment + d x force."""
    increase(p, at, force)
    increase(p, at + 3, add(moment, cross(d, force)))


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


@inline
def lay_row(J, first, end, bodies, place, F):
    """Add the gradients of one row, blocks first to end - 1 of J, to the forces on the nodes of their bodies."""
    for k in range(first, end):
        f = F[place[bodies[k]]]
        for c in range(6):
            f[c] += J[k, c]


@inline
def reach_joint(n, f, columns, y, w):
    """Fill what a force f on a node does along its joint: y = S^T f, w = D^-1 y."""
    for j in range(columns):
        total = 0.0
        for c in range(6):
            total += n[S + 6 * j + c] * f[c]
        y[j] = total
    if columns == 1:
        w[0] = y[0] * n[INVERSE]
    elif columns == 3:
        for j in range(3):
            w[j] = dot(three(n, INVERSE + 3 * j), three(y, 0))


@inline
def hand_row_down(n, f, columns, w, before):
    """Take what the joint gives way out of a force, f - U w, and add it to that on the node before."""
    for j in range(columns):
        for c in range(6):
            f[c] -= n[U + 6 * j + c] * w[j]
    hand_force_down(three(f, 0), three(f, 3), three(n, SHIFT), before, 0)


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
        lay_row(J, block_ptr[r], block_ptr[r + 1], block_body, place, F)
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            i = arm_node[k]
            n, f, before, kind = N[i], F[i], tree[i].before, tree[i].kind
            columns = 0 if kind == 0 else 3 if kind == BALL else 1
            reach_joint(n, f, columns, Y[k], W[k])
            if before >= 0:
                hand_row_down(n, f, columns, W[k], F[before])
    return 0


@inline
def respond_node(n, p, rooted, node, moving, za):
    """Fill za and the acceleration of one node."""
    for c in range(6):
        n[ACC + c] = moving * n[BIAS + c]
    if not rooted:
        for c in range(6):
            n[ACC + c] += p[ACC + c]
        increase(n, ACC, cross(three(p, ACC + 3), three(n, SHIFT)))
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
