"""Slip where two bodies touch, as text over measures: rolling joints set it to zero.

Axes x, y, z of marker a are fixed in body a, axes e_k of marker b in body b. With c the point b and rho the way from
there to the point of contact P, the material points of the two bodies at P part along an axis t of a with the velocity

    t . (v_b(P) - v_a(P)) = d/dt [t . (c - p_a)] + sum_k (rho . e_k) d/dt [t . e_k]
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.marker import Marker
from ..base.measure import Feature, Measure, along

AXES = ("x", "y", "z")

NAMES = (*(f"s{t}" for t in AXES), *(f"b{e}" for e in AXES), *(t + e for t in AXES for e in AXES))
"""Of the measures of a slip."""


def slip_measures(a: Marker, b: Marker) -> dict[str, Measure]:
    """Return the measures of a slip by name.

    ``sx, sy, sz``: point b from point a along the axes of a; ``bx, by, bz``: along the axes of b; ``xy``: x of a times
    y of b, and so on.
    """
    ways = {f"s{t}": along(Feature(a, t), a, b) for t in AXES}
    own = {f"b{e}": along(Feature(b, e), a, b) for e in AXES}
    turns = {t + e: Measure("dot", (Feature(a, t), Feature(b, e))) for t in AXES for e in AXES}
    return {**ways, **own, **turns}


def slip_along(t: str, scale: str, rho: Sequence[str]) -> str:
    """Return the slip along axis t of a, with rho . e_k = scale times these texts, for the first axes of b."""
    turned = " + ".join(f"{part}*rate({t}{e})" for part, e in zip(rho, AXES, strict=False))
    return f"rate(s{t}) + {scale}*({turned})"
