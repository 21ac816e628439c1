"""Measures: scalars of points and vectors, with gradient and three time derivatives.

Every constraint, driver, joint coordinate and sensor is one of these, in plane and space and in
every choice of coordinates. A new kind is one branch in each of the two functions below; contacts on curves, which
need more than their features, are measured in `contacts.on_curves`.
"""

from __future__ import annotations

from math import acos, asin, atan2, sqrt

import numpy as np

from ..compiler.jit import inline, kernel, signed
from ..programs import jets
from ..tables.records import MEASURE
from .vectors import cross, dot

COMPONENT = 0  # e_k . (p_b - p_a)            features p_a, p_b
ALONG = 1  #     u . (p_b - p_a)              features u, p_a, p_b
DOT = 2  #       u . v                        features u, v
DISTANCE = 3  #  |p_b - p_a|                  features p_a, p_b
TILT = 4  #      s(u . w) (u . v)             features u, v, w
ANGLE = 5  #     atan2(n . v, u . v)          features u, n, v
PITCH = 6  #     asin(u . v)                  features u, v
HEADING = 7  #   atan2(n . d, u . d)          features u, n, p_a, p_b, d = p_b - p_a
TRIPLE = 8  #    (u x v) . (p_b - p_a)        features u, v, p_a, p_b
CONTACT = 9  #   gap or slip on curves        features u, w, p_a, p_b, v: see `contacts`


@inline
def counts_turns(kind):
    """Return whether a measure is an angle that is counted over full turns."""
    return kind == ANGLE or kind == HEADING


@inline
def arc_ratio(c):
    """Return s(c) = acos(c) / sqrt(1 - c^2) and its first three derivatives by c.

    s turns the sine of an angle into the angle, so that a tilt vanishes for parallel axes only and
    not for opposed ones. Near c = 1: s = sum a_n (1 - c)^n with a_n = a_(n-1) n / (2 n + 1).
    """
    y = 1.0 - c
    if y < 0.2:
        a, s0, s1, s2, s3 = 1.0, 1.0, 0.0, 0.0, 0.0
        p1, p2, p3 = 1.0, 0.0, 0.0  # y^(n-1), y^(n-2), y^(n-3)
        for n in range(1, 40):
            a *= n / (2.0 * n + 1.0)
            s0 += a * p1 * y
            s1 -= a * n * p1
            s2 += a * n * (n - 1) * p2
            s3 -= a * n * (n - 1) * (n - 2) * p3
            p3 = p2 if n > 1 else 0.0
            p2 = p1
            p1 *= y
            if n >= 4 and p3 * n * n * n < 1e-18:
                break
        return s0, s1, s2, s3
    if c < -1.0 + 1e-9:
        c = -1.0 + 1e-9
    k = 1.0 / (1.0 - c * c)
    s0 = acos(c) * sqrt(k)
    s1 = (c * s0 - 1.0) * k
    s2 = (s0 + 3.0 * c * s1) * k
    return s0, s1, s2, (4.0 * s1 + 5.0 * c * s2) * k


def constant_gradients(measures: np.ndarray) -> np.ndarray:
    """Return the array G for `measure_gradients`, with the gradients that never change."""
    G = np.zeros((measures.size, 5, 3))
    for i in np.flatnonzero(measures["kind"] == COMPONENT):
        G[i, 0, measures[i]["axis"]] = -1.0
        G[i, 1, measures[i]["axis"]] = 1.0
    return G


@inline
def between_vectors(kind, u, v, g):
    """Return the value of a dot product or a pitch and fill its gradients g: two vectors."""
    value, slope = dot(u, v), 1.0
    if kind == PITCH:
        value = min(1.0, max(-1.0, value))
        slope = 1.0 / sqrt(max(1.0 - value * value, 1e-30))
        value = asin(value)
    for k in range(3):
        g[0, k] = slope * v[k]
        g[1, k] = slope * u[k]
    return value


@inline
def distance_between(p, r, g):
    """Return the distance of two points and fill its gradients g: along the line between them."""
    x, y, z = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    length = sqrt(x * x + y * y + z * z)
    n = 1.0 / length if length > 0.0 else 0.0
    g[1, 0], g[1, 1], g[1, 2] = n * x, n * y, n * z
    for k in range(3):
        g[0, k] = -g[1, k]
    return length


@inline
def way_along(u, p, r, g):
    """Return the way from p to r along u and fill its gradients g."""
    for k in range(3):
        g[0, k] = r[k] - p[k]
        g[1, k] = -u[k]
        g[2, k] = u[k]
    return u[0] * (r[0] - p[0]) + u[1] * (r[1] - p[1]) + u[2] * (r[2] - p[2])


@inline
def tilt_of(u, v, w, g):
    """Return the tilt s(u . w) (u . v) and fill its gradients g."""
    x = dot(u, v)
    s0, s1, _, _ = arc_ratio(dot(u, w))
    for k in range(3):
        g[0, k] = s0 * v[k] + s1 * x * w[k]
        g[1, k] = s0 * u[k]
        g[2, k] = s1 * x * u[k]
    return s0 * x


@inline
def angle_of(u, n, v, g):
    """Return the angle of v from u towards n and fill its gradients g."""
    cs, sn = dot(u, v), dot(n, v)
    square = 1.0 / max(cs * cs + sn * sn, 1e-30)
    for k in range(3):
        g[0, k] = -sn * square * v[k]
        g[1, k] = cs * square * v[k]
        g[2, k] = square * (cs * n[k] - sn * u[k])
    return atan2(sn, cs)


@inline
def heading_of(u, v, p, r, g):
    """Return the angle of the way d from p to r, from u towards v, and fill its gradients g."""
    x, y, z = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    cs, sn = u[0] * x + u[1] * y + u[2] * z, v[0] * x + v[1] * y + v[2] * z
    square = cs * cs + sn * sn
    n = 1.0 / square if square > 0.0 else 0.0
    g[0, 0], g[0, 1], g[0, 2] = -sn * n * x, -sn * n * y, -sn * n * z
    g[1, 0], g[1, 1], g[1, 2] = cs * n * x, cs * n * y, cs * n * z
    for k in range(3):
        g[3, k] = n * (cs * v[k] - sn * u[k])
        g[2, k] = -g[3, k]
    return atan2(sn, cs)


@inline
def triple_of(u, v, p, r, g):
    """Return (u x v) . d, d being the way from p to r, and fill its gradients g: v x d, d x u, -u x v, u x v."""
    d = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    g[0, 0], g[0, 1], g[0, 2] = cross(v, d)
    g[1, 0], g[1, 1], g[1, 2] = cross(d, u)
    g[3, 0], g[3, 1], g[3, 2] = cross(u, v)
    for k in range(3):
        g[2, k] = -g[3, k]
    return dot(g[3], d)


@inline
def gradient_of(measures, i, X, measured, G):
    """Fill measured[i, 0] with the value of measure i and G[i, slot] with its gradients by the features.

    The gradient of a component is constant; `constant_gradients` sets it once.
    """
    kind, g = measures[i].kind, G[i]
    f0, f1, f2 = measures[i].f0, measures[i].f1, measures[i].f2
    if kind == COMPONENT:
        k = measures[i].axis
        measured[i, 0] = X[f1, 0, k] - X[f0, 0, k]
        return
    a, b = X[f0, 0], X[f1, 0]
    if kind == DOT or kind == PITCH:
        measured[i, 0] = between_vectors(kind, a, b, g)
    elif kind == DISTANCE:
        measured[i, 0] = distance_between(a, b, g)
    elif kind == ALONG:
        measured[i, 0] = way_along(a, b, X[f2, 0], g)
    elif kind == TILT:
        measured[i, 0] = tilt_of(a, b, X[f2, 0], g)
    elif kind == ANGLE:
        measured[i, 0] = angle_of(a, b, X[f2, 0], g)
    elif kind == HEADING:
        measured[i, 0] = heading_of(a, b, X[f2, 0], X[measures[i].f3, 0], g)
    else:
        measured[i, 0] = triple_of(a, b, X[f2, 0], X[measures[i].f3, 0], g)


@kernel
def measure_gradients(measures, X, measured, G):
    """Fill the values measured[:, 0] and the gradients G of all measures."""
    for i in range(measures.size):
        gradient_of(measures, i, X, measured, G)


signed(measure_gradients, "measures[m] f[.,4,3] f[m,4] f[m,5,3]", measures=MEASURE)


@inline
def _difference(a, b, order):
    return b[order, 0] - a[order, 0], b[order, 1] - a[order, 1], b[order, 2] - a[order, 2]


@inline
def _along(u, a, b):
    """Return the jet of u . (p_b - p_a) by Leibniz's rule."""
    x0, y0, z0 = _difference(a, b, 0)
    x1, y1, z1 = _difference(a, b, 1)
    x2, y2, z2 = _difference(a, b, 2)
    x3, y3, z3 = _difference(a, b, 3)
    m0 = u[0, 0] * x0 + u[0, 1] * y0 + u[0, 2] * z0
    m1 = u[1, 0] * x0 + u[1, 1] * y0 + u[1, 2] * z0 + u[0, 0] * x1 + u[0, 1] * y1 + u[0, 2] * z1
    m2 = u[2, 0] * x0 + u[2, 1] * y0 + u[2, 2] * z0 + u[0, 0] * x2 + u[0, 1] * y2 + u[0, 2] * z2
    m2 += 2.0 * (u[1, 0] * x1 + u[1, 1] * y1 + u[1, 2] * z1)
    m3 = u[3, 0] * x0 + u[3, 1] * y0 + u[3, 2] * z0 + u[0, 0] * x3 + u[0, 1] * y3 + u[0, 2] * z3
    m3 += 3.0 * (u[2, 0] * x1 + u[2, 1] * y1 + u[2, 2] * z1 + u[1, 0] * x2 + u[1, 1] * y2 + u[1, 2] * z2)
    return m0, m1, m2, m3


@inline
def _component(a, k):
    return a[0, k], a[1, k], a[2, k], a[3, k]


@inline
def _triple(u, v, a, b):
    """Return the jet of (u x v) . (p_b - p_a)."""
    total = (0.0, 0.0, 0.0, 0.0)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        normal = jets.sub(jets.mul(_component(u, i), _component(v, j)), jets.mul(_component(u, j), _component(v, i)))
        way = jets.sub(_component(b, k), _component(a, k))
        total = jets.add(total, jets.mul(normal, way))
    return total


@inline
def _squared_distance(a, b):
    """Return the jet of |p_b - p_a|^2."""
    x0, y0, z0 = _difference(a, b, 0)
    x1, y1, z1 = _difference(a, b, 1)
    x2, y2, z2 = _difference(a, b, 2)
    x3, y3, z3 = _difference(a, b, 3)
    m0 = x0 * x0 + y0 * y0 + z0 * z0
    m1 = 2.0 * (x0 * x1 + y0 * y1 + z0 * z1)
    m2 = 2.0 * (x0 * x2 + y0 * y2 + z0 * z2 + x1 * x1 + y1 * y1 + z1 * z1)
    m3 = 2.0 * (x0 * x3 + y0 * y3 + z0 * z3) + 6.0 * (x1 * x2 + y1 * y2 + z1 * z2)
    return m0, m1, m2, m3


@inline
def derivatives_of(measures, i, X, order, measured):
    """Fill measured[i, 1 .. order] from the features' derivatives X[:, 0 .. order]."""
    kind = measures[i].kind
    f0, f1, f2 = measures[i].f0, measures[i].f1, measures[i].f2
    if kind == COMPONENT:
        k = measures[i].axis
        for n in range(1, order + 1):
            measured[i, n] = X[f1, n, k] - X[f0, n, k]
        return
    if kind == ANGLE:  # without the angle itself, which takes as long as the rest
        rates = jets.turning(jets.dot3(X[f1], X[f2]), jets.dot3(X[f0], X[f2]))
        for n in range(order):
            measured[i, n + 1] = rates[n]
        return
    if kind == ALONG:
        jet = _along(X[f0], X[f1], X[f2])
    elif kind == DISTANCE:
        jet = jets.sqrt(_squared_distance(X[f0], X[f1]))
    else:
        jet = jets.dot3(X[f0], X[f1])
        if kind == PITCH:
            jet = jets.asin(jet)
        elif kind == TILT:
            c = jets.dot3(X[f0], X[f2])
            s0, s1, s2, s3 = arc_ratio(c[0])
            jet = jets.mul(jets.compose(s0, s1, s2, s3, c), jet)
        elif kind == HEADING:
            p, r = X[f2], X[measures[i].f3]
            jet = jets.atan2(_along(X[f1], p, r), _along(X[f0], p, r))
        elif kind == TRIPLE:
            jet = _triple(X[f0], X[f1], X[f2], X[measures[i].f3])
    measured[i, 1] = jet[1]
    if order >= 2:
        measured[i, 2] = jet[2]
    if order >= 3:
        measured[i, 3] = jet[3]


@kernel
def measure_derivatives(measures, X, order, measured):
    """Fill measured[:, 1 .. order] of all measures."""
    for i in range(measures.size):
        derivatives_of(measures, i, X, order, measured)


signed(measure_derivatives, "measures[m] f[.,4,3] i f[m,4]", measures=MEASURE)
