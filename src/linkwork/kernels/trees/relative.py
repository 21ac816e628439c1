"""Dynamics in relative coordinates: a tree of joints, and rows where loops close.

    M z'' = Q + J^T lam,   J z'' = gamma

M is never formed. Articulated bodies solve M x = f along the tree, and what each row does along each joint, Y, gives
J M^-1 J^T = Y^T D^-1 Y: the sparse factorisation of reference-point coordinates, of the rows of the loops alone.
"""

from math import sqrt

from ..compiler.jit import inline
from ..compiler.stages import matrix_at, stage
from ..dynamics.dynamics import carry, stabilised
from ..dynamics.energy import dissipated_power
from ..dynamics.loads import apply_loads
from ..geometry.spatial import turned
from ..kinematics.motion import IMMOBILE, at_time, factor, linearise
from ..linear.linear import back_substitute, clear, remainder
from ..linear.refining import GOOD
from ..steps.projecting import wanted
from ..tables import fields as tb
from .nodes import BALL, PUSH
from .plane import articulate_plane, place_plane, reach_plane, respond_plane
from .space import articulate_space, place_space, reach_space, respond_space

MET = 1e-15
"""What may be left of the rows where pivots are large, relative to what bodies without loops leave."""


@inline
def place(H):
    """Fill the poses and velocities of the bodies from z and zv."""
    if tb.x(H).shape[1] == 3:
        place_plane(H)
    else:
        place_space(H)


@inline
def respond(H, moving):
    """Fill za and x from the pushes of the joints."""
    if tb.x(H).shape[1] == 3:
        respond_plane(H, moving)
    else:
        respond_space(H, moving)


@inline
def soften(H):
    """Let every row give way a little, compared with what it would do to free bodies.

    A row that no joint of the tree can move (the second hinge of a door) has nothing else to be measured against.
    """
    block_ptr, J, Z, compliance = tb.block_ptr(H), tb.J(H), tb.Z(H), tb.compliance(H)
    for r in range(compliance.size):
        free = 0.0
        for k in range(block_ptr[r], block_ptr[r + 1]):
            for c in range(J.shape[1]):
                free += J[k, c] * Z[k, c]
        compliance[r] = IMMOBILE * free


@inline
def prepare_rows(H, t):
    """Linearise the rows at the state of the last `carry`, and factor J M^-1 J^T; inertias are those at hand."""
    linearise(H, t, tb.q(H).ctypes.data)
    soften(H)
    if tb.x(H).shape[1] == 3:
        reach_plane(H)
    else:
        reach_space(H)
    factor(H, 0.0)


@inline
def articulate(H):
    """Fill the articulated inertias and forces."""
    if tb.x(H).shape[1] == 3:
        articulate_plane(H)
    else:
        articulate_space(H)


@inline
def push_rows(H, y):
    """Add forces y of the rows to the pushes of the joints."""
    N, arm_ptr, arm_node, Y = tb.nodework(H), tb.arm_ptr(H), tb.arm_node(H), tb.Y(H)
    for r in range(y.size):
        for k in range(arm_ptr[r], arm_ptr[r + 1]):
            n = N[arm_node[k]]
            n[PUSH] += Y[k, 0] * y[r]
            n[PUSH + 1] += Y[k, 1] * y[r]
            n[PUSH + 2] += Y[k, 2] * y[r]


@inline
def close_loops(H):
    """Find the multipliers of the loops and the accelerations with them; x holds those without."""
    x, y, rhs, lam = tb.x(H), tb.y(H), tb.rhs(H), tb.lam(H)
    first = remainder(H, rhs, x, y)
    last = first
    for i in range(y.size):
        lam[i] = 0.0
    for _ in range(1 + int(tb.control(H)[0].refine)):
        back_substitute(H, y)
        for i in range(y.size):
            lam[i] += y[i]
        push_rows(H, y)
        respond(H, 1.0)
        now = remainder(H, rhs, x, y)
        if now > 0.5 * last or now <= (MET if tb.info(H)[0] > GOOD else 0.0) * first:
            return
        last = now


@stage("iif")
def accelerate_tree(H, t):
    """Find za, the accelerations x of the bodies and the multipliers lam at the state of the last `place`."""
    rows = tb.rows(H).size
    status = at_time(H, t)
    clear(tb.force(H))
    if rows > 0 or tb.measures(H).size > 0 or tb.loads(H).size > 0:
        carry(H)
    if tb.loads(H).size > 0:
        status = max(status, apply_loads(H, t))
    articulate(H)
    respond(H, 1.0)
    info = tb.info(H)
    info[0], info[1], info[2] = 1.0, 1.0, 0.0
    if rows > 0:
        stabilised(H, t, tb.rhs(H))
        prepare_rows(H, t)
        close_loops(H)
    return status


@stage("iis")
def unpack_tree(H, state):
    """Write the state at an address to z and zv, and to the bodies."""
    s, z, zv = matrix_at(state, 1, tb.s(H).size)[0], tb.z(H), tb.zv(H)
    for i in range(z.size):
        z[i] = s[i]
    for i in range(zv.size):
        zv[i] = s[z.size + i]
    place(H)
    return 0


@stage("iis")
def pack_tree(H, state):
    """Write z, its Euler parameters brought to unit length, and zv to the state."""
    s, z, zv, tree = matrix_at(state, 1, tb.s(H).size)[0], tb.z(H), tb.zv(H), tb.tree(H)
    for i in range(tree.size):
        if tree[i].kind == BALL:
            k = tree[i].place
            n = 1.0 / sqrt(z[k] ** 2 + z[k + 1] ** 2 + z[k + 2] ** 2 + z[k + 3] ** 2)
            for j in range(4):
                z[k + j] *= n
    for i in range(z.size):
        s[i] = z[i]
    for i in range(zv.size):
        s[z.size + i] = zv[i]
    return 0


@inline
def rate_of(H, v, out, scale):
    """Add scale * z' for the velocities v to out."""
    tree, z = tb.tree(H), tb.z(H)
    for i in range(tree.size):
        node = tree[i]
        if node.kind == BALL:
            k, r = node.place, node.rate
            a, b, c, d = turned(z[k], z[k + 1], z[k + 2], z[k + 3], v[r], v[r + 1], v[r + 2])
            out[k] += scale * a
            out[k + 1] += scale * b
            out[k + 2] += scale * c
            out[k + 3] += scale * d
        elif node.kind != 0:
            out[node.place] += scale * v[node.rate]


@stage("iifss")
def rates_tree(H, t, state, into):
    """Write the rates of the state at an address, at time t, to another address; return 0 or a status."""
    k, z, zv, za = matrix_at(into, 1, tb.s(H).size)[0], tb.z(H), tb.zv(H), tb.za(H)
    unpack_tree(H, state)
    status = accelerate_tree(H, t)
    for i in range(k.size):
        k[i] = 0.0
    rate_of(H, zv, k, 1.0)
    for i in range(za.size):
        k[z.size + i] = za[i]
    k[k.size - 1] = dissipated_power(H)
    tb.counts(H)[0].evaluations += 1
    return status


@stage("fifi")
def answer_tree(H, t, order):
    """Fill za with the smallest change that removes the residuals of this order; return the largest, scaled."""
    y, N = tb.y(H), tb.nodework(H)
    worst = wanted(H, t, order)
    back_substitute(H, y)
    for i in range(N.shape[0]):
        N[i, PUSH] = N[i, PUSH + 1] = N[i, PUSH + 2] = 0.0
    push_rows(H, y)
    respond(H, 0.0)
    return worst


@stage("iif")
def renew_tree(H, t):
    """Factor the rows at the state of the last `carry`."""
    articulate(H)
    prepare_rows(H, t)
    return 0


@stage("iii")
def follow_tree(H, order):
    """Change positions (order 0) or velocities (1) by the last `answer_tree`."""
    z, zv, za = tb.z(H), tb.zv(H), tb.za(H)
    if order == 0:
        rate_of(H, za, z, 1.0)
    else:
        for i in range(zv.size):
            zv[i] += za[i]
    place(H)
    return 0
