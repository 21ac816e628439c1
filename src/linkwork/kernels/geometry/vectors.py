"""Vectors in space as tuples of three numbers."""

from ..compiler.jit import inline

ZERO = (0.0, 0.0, 0.0)
"""The vector of what does not move."""


@inline
def dot(a, b):
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inline
def cross(a, b):
    """Return a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inline
def scaled(f, a):
    """Return f a."""
    return f * a[0], f * a[1], f * a[2]


@inline
def less(a, f, b):
    """Return a - f b."""
    return a[0] - f * b[0], a[1] - f * b[1], a[2] - f * b[2]


@inline
def add(a, b):
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inline
def three(n, at):
    """Return the vector at place `at` of an array."""
    return n[at], n[at + 1], n[at + 2]


@inline
def put(n, at, a):
    """Write a vector to place `at` of an array."""
    n[at], n[at + 1], n[at + 2] = a


@inline
def increase(n, at, a):
    """Add a vector to the one at place `at` of an array."""
    n[at] += a[0]
    n[at + 1] += a[1]
    n[at + 2] += a[2]


@inline
def rotate(R, a):
    """Return R a; R by rows, as `spatial.rotation` gives it."""
    return (
        R[0] * a[0] + R[1] * a[1] + R[2] * a[2],
        R[3] * a[0] + R[4] * a[1] + R[5] * a[2],
        R[6] * a[0] + R[7] * a[1] + R[8] * a[2],
    )
