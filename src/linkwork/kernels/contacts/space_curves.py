"""Point on a curve in space: its distance from the curve along two normals, with slopes and jets.

The foot of the point p has (p - c) . T = 0. The normals N1 and N2 = T x N1 are carried along the curve without twist
about its tangent (Bishop): by arc length N_k' = -k_k T and T' = k_1 N1 + k_2 N2. So the distances F_k = N_k . (p - c)
have the slopes N_k exactly, on the curve and beside it. With w the rate of the foot, h w = T . p' and
h = 1 - k_1 F_1 - k_2 F_2,

    F_k'  = N_k . p'
    F_k'' = N_k . p'' - k_k w T . p'

and so on. A closed curve may bring N1 back turned by an angle, `turn`: it counts over full rounds, as s does.
"""

from __future__ import annotations

from math import cos, floor, isnan, sin, sqrt

from ..compiler.jit import inline
from ..geometry.vectors import ZERO, cross, dot, less, scaled
from .curves import X, Y, Z, local, piece_at
from .feet import FLAT, LONGEST, STEPS, sample, samples

FIRST = 3  #   point of B on a curve of A in space, along its first normal
SECOND = 4  #  along its second normal
CLOSED = 1e-14  # what is left over of (p - c) . T, as a share of the size
FAR = 1e-3  #  distance of a point from its curve, as a share of the curve's size, that another foot may not have
NORMAL = 4  #  row of the coefficients in which those of the first normal begin


@inline
def _horner(coefficients, k, row, powers, w):
    """Return a polynomial and its first three derivatives by w."""
    c0, c1, c2, c3 = 0.0, 0.0, 0.0, 0.0
    for n in range(powers):
        c3 = c3 * w + c2
        c2 = c2 * w + c1
        c1 = c1 * w + c0
        c0 = c0 * w + coefficients[k, powers - 1 - n, row]
    return c0, c1, 2.0 * c2, 6.0 * c3


@inline
def _bent(curve, pieces, coefficients, s):
    """Return c and its first three derivatives by s, three components each, in a tuple of 12."""
    u = local(curve, s)
    k = piece_at(curve, pieces, u)
    f, powers = pieces[k].scale, curve.powers
    w = (u - pieces[k].middle) * f
    x0, x1, x2, x3 = _horner(coefficients, k, X, powers, w)
    y0, y1, y2, y3 = _horner(coefficients, k, Y, powers, w)
    z0, z1, z2, z3 = _horner(coefficients, k, Z, powers, w)
    x1, y1, z1 = x1 * f, y1 * f, z1 * f
    f2, f3, away = f * f, f * f * f, 0.0
    if curve.closed == 0 and u != s:  # it goes on straight
        f2, f3, away = 0.0, 0.0, s - u
    return (
        (x0 + away * x1, y0 + away * y1, z0 + away * z1),
        (x1, y1, z1),
        (x2 * f2, y2 * f2, z2 * f2),
        (x3 * f3, y3 * f3, z3 * f3),
    )


@inline
def nearest_sample(curve, pieces, coefficients, p):
    """Return the parameter of the sample of a curve that lies nearest to a point."""
    best, found = -1.0, curve.start
    for n in range(samples(curve)):
        s = sample(curve, pieces, n)
        away = less(p, 1.0, _bent(curve, pieces, coefficients, s)[0])
        d = dot(away, away)
        if best < 0.0 or d < best:
            best, found = d, s
    return found


@inline
def foot(curve, pieces, coefficients, p, s):
    """Return the foot of point p on a curve next to s, the curve there, and whether it was found.

    Newton's method by arc length, as in the plane (`feet.foot`); steps beyond an end as there (`feet._longest`).
    """
    at = _bent(curve, pieces, coefficients, s)
    for _ in range(STEPS):
        c, c1, c2 = at[0], at[1], at[2]
        away, v = less(p, 1.0, c), sqrt(dot(c1, c1))
        miss = dot(away, c1) / v
        if abs(miss) <= CLOSED * (curve.extent + sqrt(dot(away, away))):
            return s, at, True
        h = 1.0 - (dot(away, c2) - miss * dot(c1, c2) / v) / (v * v)
        step = miss / h if h > 0.0 else miss
        longest = LONGEST * curve.length + abs(s - min(max(s, curve.start), curve.end)) * v
        s += min(max(step, -longest), longest) / v
        at = _bent(curve, pieces, coefficients, s)
    return s, at, False


@inline
def _followed(curve, pieces, coefficients, p, last):
    """Return the foot of p next to the last one, or the nearest of all where that one is far or there is none.

    A bead is on its wire: a foot far from it belongs to another turn of a helix, passed since the last one was known.
    """
    s, at, found = last, _bent(curve, pieces, coefficients, curve.start), False
    if not isnan(last):
        s, at, found = foot(curve, pieces, coefficients, p, last)
        away = less(p, 1.0, at[0])
        if found and dot(away, away) <= (FAR * curve.extent) ** 2:
            return s, at, found
    other = nearest_sample(curve, pieces, coefficients, p)
    if curve.closed and not isnan(last):  # in the round next to the last one
        span = curve.end - curve.start
        other += span * floor((last - other) / span + 0.5)
    other, there, near = foot(curve, pieces, coefficients, p, other)
    return (other, there, near) if near or not found else (s, at, found)


@inline
def normals(curve, pieces, coefficients, s, T):
    """Return the two normals of a curve at s, where its tangent is T."""
    u = local(curve, s)
    k = piece_at(curve, pieces, u)
    w = (u - pieces[k].middle) * pieces[k].scale
    powers = coefficients.shape[1]
    a = (
        _horner(coefficients, k, NORMAL, powers, w)[0],
        _horner(coefficients, k, NORMAL + 1, powers, w)[0],
        _horner(coefficients, k, NORMAL + 2, powers, w)[0],
    )
    a = less(a, dot(a, T), T)
    a = scaled(1.0 / sqrt(dot(a, a)), a)
    b = cross(T, a)
    if curve.closed == 0 or u == s:
        return a, b
    turned = curve.turn * floor((s - curve.start) / (curve.end - curve.start))
    cs, sn = cos(turned), sin(turned)
    first = less(scaled(cs, a), -sn, b)
    return first, cross(T, first)


@inline
def beside(kind, curve, pieces, coefficients, pose, contact, order, jet):
    """Find the foot of a point and fill the jet along one of two normals; return whether it was found, h, that normal.

    The pose holds the jets of the three coordinates of p in the axes of the curve [m].
    """
    p = (pose[0, 0], pose[1, 0], pose[2, 0])
    s, at, found = _followed(curve, pieces, coefficients, p, contact[0])
    if not found:
        return False, 0.0, ZERO
    contact[0] = s
    x0, x1, x2, x3 = at
    v = sqrt(dot(x1, x1))
    T = scaled(1.0 / v, x1)
    N, B = normals(curve, pieces, coefficients, s, T)
    away = less(p, 1.0, x0)
    f, g = dot(N, away), dot(B, away)
    k, l = dot(N, x2) / (v * v), dot(B, x2) / (v * v)
    h = 1.0 - k * f - l * g
    if not h > FLAT:
        return True, h, N
    # N . c''' by arc length: what is along N of (c''' - 3 (c'.c'')/(c'.c') c'')/|c'|^3
    bent = less(x3, 3.0 * dot(x1, x2) / (v * v), x2)
    k1, l1 = dot(N, bent) / (v * v * v), dot(B, bent) / (v * v * v)
    if kind == FIRST:
        _fill((T, N, B), (f, k, k1), (g, l, l1), h, pose, order, jet)
        return True, h, N
    _fill((T, B, N), (g, l, l1), (f, k, k1), h, pose, order, jet)
    return True, h, B


@inline
def _fill(axes, own, other, h, pose, order, jet):
    """Fill value and derivatives of the distance along one normal, N; B is the other one.

    `own` and `other` are the distance along a normal, the curvature towards it, and its rate by arc length.
    """
    T, N, B = axes
    f, k, k1 = own
    g, l, l1 = other
    jet[0] = f
    if order >= 1:
        p1 = (pose[0, 1], pose[1, 1], pose[2, 1])
        t1, n1, b1 = dot(T, p1), dot(N, p1), dot(B, p1)
        jet[1] = n1
        w = t1 / h
        if order >= 2:
            p2 = (pose[0, 2], pose[1, 2], pose[2, 2])
            t2 = dot(T, p2)
            jet[2] = dot(N, p2) - k * w * t1
            if order >= 3:
                turn = w * (k * n1 + l * b1)  # T' . p'
                h1 = -(k1 * w * f + k * n1 + l1 * w * g + l * b1)
                w1 = (t2 + turn - h1 * w) / h
                p3 = (pose[0, 3], pose[1, 3], pose[2, 3])
                jet[3] = dot(N, p3) - k * w * (2.0 * t2 + turn) - (k1 * w * w + k * w1) * t1
