"""Vectors in space as tuples of three numbers."""

from __future__ import annotations

from ..compiler.jit import inline


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
