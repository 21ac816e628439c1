"""Whether the equations of motion are met: what accelerations and multipliers leave of them, part by part.

    M a = Q + J^T lam   of every body,   J a = gamma   of every row

Remainders are measured against the sum of the sizes of their terms, so that a light body is held to its own forces; but
not against less than a small share of the largest such sum, where rounding of other parts is all there is.
"""

import math

from ..compiler.jit import inline
from ..compiler.stages import stage
from ..geometry.spatial import rotation, turned_matrix
from ..linear.refining import row_parts, within, worst_parts
from ..tables import fields as tb

SHARE = 1e-5
"""Terms below this share of the largest do not count: rounding of the largest would show as a remainder of 1e-10."""

ROW_SHARE = 1e-2
"""The same of rows: in relative coordinates what is left of them is rounding of accelerations without the loops."""

REST, SIZE = 0, 1
"""Rows of the table `balance`: remainder of Newton's and Euler's equations of every body, and the size of its terms."""


@inline
def times(H, b, mass, inertia, p):
    """Return diag(mass, R inertia R^T) p of body b, six numbers, of which the plane uses three; p has d."""
    if p.size == 3:
        return mass * p[0], mass * p[1], inertia[2, 2] * p[2], 0.0, 0.0, 0.0
    q = tb.q(H)
    xx, yy, zz, xy, xz, yz = turned_matrix(rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6]), inertia)
    return (
        mass * p[0],
        mass * p[1],
        mass * p[2],
        xx * p[3] + xy * p[4] + xz * p[5],
        xy * p[3] + yy * p[4] + yz * p[5],
        xz * p[3] + yz * p[4] + zz * p[5],
    )


@inline
def mass_times(H, b, p):
    """Return M p of body b."""
    m = tb.masses(H)[b]
    return times(H, b, m.mass, m.inertia, p)


@inline
def weigh_motion(H, x, out):
    """Fill out = M x."""
    for b in range(x.shape[0]):
        inertial = mass_times(H, b, x[b])
        for k in range(x.shape[1]):
            out[b, k] = inertial[k]


@inline
def weigh_up(H, applied):
    """Fill the remainders applied (Q + M g) + J^T lam - M x of all bodies, and their sizes."""
    force, gravity, x, lam, table = tb.force(H), tb.gravity(H), tb.x(H), tb.lam(H), tb.balance(H)
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    count, d = x.shape
    shifts = 2 if d == 3 else 3
    for b in range(count):
        inertial, mass = mass_times(H, b, x[b]), tb.masses(H)[b].mass
        for k in range(d):
            given = applied * force[b, k]
            weight = applied * mass * gravity[k] if k < shifts else 0.0
            table[REST, b, k] = given + weight - inertial[k]
            table[SIZE, b, k] = abs(given) + abs(weight) + abs(inertial[k])
    for i in range(lam.size):
        for n in range(block_ptr[i], block_ptr[i + 1]):
            b = block_body[n]
            for k in range(d):
                part = J[n, k] * lam[i]
                table[REST, b, k] += part
                table[SIZE, b, k] += abs(part)


@inline
def quick(H, b):
    """Return the acceleration of body b that goes with its velocity, v^2 / length or length w^2 [m/s^2]."""
    V, length, largest = tb.V(H), tb.control(H)[0].length, 0.0
    for k in range(3):
        largest = max(largest, V[b, 0, k] ** 2 / length, length * V[b, 0, 3 + k] ** 2)
    return largest


@inline
def worst_body(H, share):
    """Return the largest relative remainder of the last `weigh_up`, and its body.

    Terms below this share of the largest, or of what velocities would cause, count as much as that.
    """
    table, (count, d), length = tb.balance(H), tb.x(H).shape, tb.control(H)[0].length
    shifts = 2 if d == 3 else 3
    worst, found, floor = 0.0, -1, 0.0
    for b in range(count):
        floor = max(floor, ROW_SHARE / SHARE * share * tb.masses(H)[b].mass * quick(H, b))
        for k in range(d):
            floor = max(floor, share * table[SIZE, b, k] / (1.0 if k < shifts else length))
    for first in range(0, d, shifts):
        last = shifts if first == 0 else d
        for b in range(count):
            size, rest = floor * (1.0 if first == 0 else length), 0.0
            for k in range(first, last):
                size = max(size, table[SIZE, b, k])
                rest = max(rest, abs(table[REST, b, k]))
            if not rest <= worst * size:
                worst, found = rest / size, b
    return worst, found


@inline
def alone(H, b, k):
    """Return the acceleration of body b in direction k [m/s^2, rad/s^2] that its forces or velocity alone would cause.

    A mechanism at rest or in steady motion has forces that balance: what is left of its accelerations is rounding of
    these. Light bodies count with their lifted weights, W^-1 in `weight` and `turning`. What velocities cause counts as
    terms of rows do: ROW_SHARE of it.
    """
    V, weight, d, length = tb.V(H), tb.weight(H), tb.x(H).shape[1], tb.control(H)[0].length
    shifts = 2 if d == 3 else 3
    given = tb.balance(H)[SIZE, b, k] if tb.tree(H).size == 0 else abs(tb.force(H)[b, k])
    quickest, first = 0.0, 0 if k < shifts else 3
    for j in range(first, first + 3):
        quickest = max(quickest, V[b, 0, j] ** 2)
    quickest *= ROW_SHARE / SHARE
    if k < shifts:
        return max(abs(tb.gravity(H)[k]), given * weight[b, k], quickest / length)
    return max(given * (weight[b, 2] if d == 3 else tb.turning(H)[b, k - 3, k - 3]), quickest)


@inline
def reach(H, i):
    """Return by how much row i changes where forces and velocities by themselves accelerate its bodies."""
    block_ptr, block_body, J = tb.block_ptr(H), tb.block_body(H), tb.J(H)
    total = 0.0
    for n in range(block_ptr[i], block_ptr[i + 1]):
        for k in range(J.shape[1]):
            total += abs(J[n, k]) * alone(H, block_body[n], k)
    return total


@inline
def quickest_alone(H):
    """Return the largest acceleration of `alone` [m/s^2], turns at the radius of gyration r^2 = (1 / m) / (1 / I)."""
    weight, (count, d), largest = tb.weight(H), tb.x(H).shape, 0.0
    shifts = 2 if d == 3 else 3
    for b in range(count):
        for k in range(shifts):
            largest = max(largest, alone(H, b, k))
        for k in range(shifts, d):
            light = weight[b, 2] if d == 3 else tb.turning(H)[b, k - 3, k - 3]
            if light > 0.0:
                largest = max(largest, alone(H, b, k) * math.sqrt(weight[b, 0] / light))
    return largest


@inline
def worst_row(H):
    """Return the largest relative remainder of the rows that count, and its row; after `weigh_up`.

    Terms below a small share of the largest, or of the accelerations that single forces would cause, count as that:
    on the bodies of the row, turns at its arms; on any body, turns at the body's own size.
    """
    rows, soft, rhs, x = tb.rows(H), tb.soft(H), tb.rhs(H), tb.x(H)
    floor = max(SHARE * quickest_alone(H) / tb.control(H)[0].length, ROW_SHARE * worst_parts(H, rhs, x)[1])
    worst, found = 0.0, -1
    for i in range(rows.size):
        if soft[i] >= 0.0:
            rest, size = row_parts(H, i, rhs, x)
            size = max(size, SHARE * reach(H, i))
            rest, size = rows[i].scale * abs(rest), max(rows[i].scale * size, floor)
            if not rest <= worst * size:
                worst, found = rest / size, i
    return worst, found


@stage("ii")
def look_back(H):
    """Note in `control` the largest remainders at the state of the last `accelerate`, and whose they are.

    In relative coordinates the forces in the joints of the tree are not known: only the rows are looked at.
    """
    control = tb.control(H)[0]
    control.left_body, control.left_body_at = 0.0, -1.0
    if tb.tree(H).size == 0:
        weigh_up(H, 1.0)
        control.left_body, control.left_body_at = worst_body(H, SHARE)
    control.left_row, control.left_row_at = worst_row(H)
    return 0


@stage("iif")
def leaves(H, share):
    """Return 1 where x and lam leave more than this share of the equations of a body, or of a row's own terms; else 0.

    A row is held to its own terms here, and told against the larger measure of `look_back`.
    """
    look_back(H)
    met = tb.control(H)[0].left_body <= share and within(H, tb.rhs(H), tb.x(H), share)
    return 0 if met else 1


@inline
def note_unmet(H, t):
    """Keep the largest remainders of a run, whose they are and when."""
    control = tb.control(H)[0]
    look_back(H)
    if not control.left_row <= control.unmet_row:
        control.unmet_row, control.unmet_row_at, control.unmet_row_time = control.left_row, control.left_row_at, t
    if not control.left_body <= control.unmet_body:
        control.unmet_body, control.unmet_body_at = control.left_body, control.left_body_at
        control.unmet_body_time = t
