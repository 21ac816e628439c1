"""Features: points and unit vectors fixed in bodies, and how they move.

Body state: pose q[b] = (r, e), r the centre of mass, e Euler parameters, scalar first; motion
V[b, k] = (v, w), (a, alpha), (jerk, alpha'), k = 0, 1, 2, in ground axes.
"""

from math import sqrt

from ..compiler.jit import inline, kernel, signed
from ..tables.records import BODY, FEATURE
from .spatial import rotation, turned
from .vectors import ZERO, add, cross, less, put, rotate, scaled, three


@kernel
def place_features(bodies, features, q, X):
    """Fill X[:, 0]: p = r + R s for points, u = R s for vectors."""
    for b in range(bodies.size):
        R = rotation(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
        for f in range(bodies[b].first, bodies[b].last):
            s = rotate(R, (features[f].x, features[f].y, features[f].z))
            put(X[f, 0], 0, add(s, three(q[b], 0)) if features[f].vector == 0 else s)


signed(place_features, "bodies[b] features[x] f[b,7] f[x,4,3]", bodies=BODY, features=FEATURE)


@kernel
def move_features(bodies, features, q, V, order, X):
    """Fill X[:, order] from the motion up to that order.

    With s = p - r (or s = u): s' = w x s, s'' = alpha x s + w x s',
    s''' = alpha' x s + 2 alpha x s' + w x s''.
    """
    for b in range(bodies.size):
        w, alpha, beta = three(V[b, 0], 3), ZERO, ZERO
        if order >= 2:
            alpha = three(V[b, 1], 3)
        if order >= 3:
            beta = three(V[b, 2], 3)
        for f in range(bodies[b].first, bodies[b].last):
            point, s = features[f].vector == 0, three(X[f, 0], 0)
            if point:
                s = less(s, 1.0, three(q[b], 0))
            s1 = cross(w, s)
            rate = s1
            if order >= 2:
                rate = add(cross(w, s1), cross(alpha, s))
            if order >= 3:
                rate = add(add(cross(w, rate), scaled(2.0, cross(alpha, s1))), cross(beta, s))
            put(X[f, order], 0, add(rate, three(V[b, order - 1], 0)) if point else rate)


signed(move_features, "bodies[b] features[x] f[b,7] f[b,.,6] i f[x,4,3]", bodies=BODY, features=FEATURE)


@inline
def spread(x, k, V):
    """Write the unknown x[b, :] (3 or 6 freedoms) to the motion V[b, k, :]."""
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        if planar:
            V[b, k, 0] = x[b, 0]
            V[b, k, 1] = x[b, 1]
            V[b, k, 5] = x[b, 2]
        else:
            for i in range(6):
                V[b, k, i] = x[b, i]


@inline
def gather(V, k, x):
    """Read the freedoms x[b, :] from the motion V[b, k, :]."""
    planar = x.shape[1] == 3
    for b in range(x.shape[0]):
        if planar:
            x[b, 0] = V[b, k, 0]
            x[b, 1] = V[b, k, 1]
            x[b, 2] = V[b, k, 5]
        else:
            for i in range(6):
                x[b, i] = V[b, k, i]


@kernel
def displace(q, x, scale):
    """Move every body by scale * x: shift the centre, turn by the rotation vector (Cayley's map)."""
    planar = x.shape[1] == 3
    for b in range(q.shape[0]):
        tx, ty, tz = 0.0, 0.0, scale * x[b, 2]
        if not planar:
            tx, ty, tz = scale * x[b, 3], scale * x[b, 4], scale * x[b, 5]
            q[b, 2] += scale * x[b, 2]
        q[b, 0] += scale * x[b, 0]
        q[b, 1] += scale * x[b, 1]
        w, i, j, k = q[b, 3], q[b, 4], q[b, 5], q[b, 6]
        dw, di, dj, dk = turned(w, i, j, k, tx, ty, tz)
        w, i, j, k = w + dw, i + di, j + dj, k + dk
        length = sqrt(w * w + i * i + j * j + k * k)
        q[b, 3] = w / length
        q[b, 4] = i / length
        q[b, 5] = j / length
        q[b, 6] = k / length


signed(displace, "f[b,7] f[b,.] f")


@inline
def pose_derivatives(q, V, nodes):
    """Fill nodes[0 ... 3] with the poses and their time derivatives from the motion V.

    With quaternion products: e1 = w e / 2, e2 = (alpha e + w e1) / 2 and, with beta the derivative
    of alpha, e3 = (beta e + 2 alpha e1 + w e2) / 2.
    """
    for b in range(q.shape[0]):
        c = 7 * b
        for n in range(7):
            nodes[0, c + n] = q[b, n]
        for n in range(3):
            nodes[n + 1, c], nodes[n + 1, c + 1], nodes[n + 1, c + 2] = V[b, n, 0], V[b, n, 1], V[b, n, 2]
        x, y, z = V[b, 0, 3], V[b, 0, 4], V[b, 0, 5]
        ax, ay, az = V[b, 1, 3], V[b, 1, 4], V[b, 1, 5]
        w, i, j, k = q[b, 3], q[b, 4], q[b, 5], q[b, 6]
        w1, i1, j1, k1 = turned(w, i, j, k, x, y, z)
        w2, i2, j2, k2 = turned(w, i, j, k, ax, ay, az)
        cw, ci, cj, ck = turned(w1, i1, j1, k1, x, y, z)
        w2, i2, j2, k2 = w2 + cw, i2 + ci, j2 + cj, k2 + ck
        w3, i3, j3, k3 = turned(w, i, j, k, V[b, 2, 3], V[b, 2, 4], V[b, 2, 5])
        cw, ci, cj, ck = turned(w1, i1, j1, k1, 2.0 * ax, 2.0 * ay, 2.0 * az)
        dw, di, dj, dk = turned(w2, i2, j2, k2, x, y, z)
        nodes[1, c + 3], nodes[1, c + 4], nodes[1, c + 5], nodes[1, c + 6] = w1, i1, j1, k1
        nodes[2, c + 3], nodes[2, c + 4], nodes[2, c + 5], nodes[2, c + 6] = w2, i2, j2, k2
        nodes[3, c + 3], nodes[3, c + 4] = w3 + cw + dw, i3 + ci + di
        nodes[3, c + 5], nodes[3, c + 6] = j3 + cj + dj, k3 + ck + dk
