"""Other ways to write measured quantities and their rates: ``A.angle_velocity``, ``coupler.P.velocity.x``.

Every text is read in one form, that of expressions: ``rate(A.angle)``, ``rate(coupler.P.x)``.
"""

from __future__ import annotations

import re

SUFFIXES = ("", "_velocity", "_acceleration", "_jerk")
"""Endings of the names of a quantity and its derivatives."""

VECTORS = ("position", "velocity", "acceleration", "jerk")
"""Names of the motion of a point and its derivatives, before the axis: ``coupler.P.velocity.x``."""

SPINS = ("angle", "angular_velocity", "angular_acceleration", "angular_jerk")
"""Names of the turning of a planar body and its derivatives."""

SIZE = "size"
"""Component that every vector has beside those along its axes: its size."""

_RATE_OF_CALL = re.compile(rf"(distance\([^()]*\))({'|'.join(SUFFIXES[1:])})\b")


def split_suffix(quantity: str) -> tuple[str, int]:
    """Return a quantity without its ending and the order of derivative the ending stands for."""
    for order, suffix in enumerate(SUFFIXES):
        if suffix and quantity.endswith(suffix):
            return quantity.removesuffix(suffix), order
    return quantity, 0


def rate_of(text: str, order: int) -> str:
    """Return the derivative of an expression as it is written.

    Examples
    --------
    >>> rate_of("A.angle", 2)
    'rate(rate(A.angle))'
    """
    return "rate(" * order + text + ")" * order


def spelled_out(text: str) -> str:
    """Return an expression with ``rate(distance(a, b))`` where ``distance(a, b)_velocity`` stands."""
    return _RATE_OF_CALL.sub(lambda match: rate_of(match[1], SUFFIXES.index(match[2])), text)


def underived(parts: list[str], labels: tuple[str, ...]) -> tuple[list[str], int]:
    """Return what the parts of a name are a derivative of, and the order; order 0: as they are.

    Examples
    --------
    >>> underived(["coupler", "P", "velocity", "x"], ("x", "y"))
    (['coupler', 'P', 'x'], 1)
    """
    *owner, last = parts
    if owner and last in SPINS:
        return [*owner, SPINS[0]], SPINS.index(last)
    if len(owner) > 1 and last in labels and owner[-1] in VECTORS:
        return [*owner[:-1], last], VECTORS.index(owner[-1])
    base, order = split_suffix(last)
    return [*owner, base], order
