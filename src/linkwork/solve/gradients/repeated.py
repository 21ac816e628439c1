"""Derivatives from whole analyses beside the design, where equations switch on the way.

Differences of fourth order with steps h and 2h; that they agree tells how well they are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ..members import first_that
from .varied import LARGE

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .varied import Designs

SHARES = (1.0, 2.0**-5, 2.0**-10, 2.0**-15)
"""Steps that are tried one after the other, as shares of the first, until two differences agree as `KNOWN` says: as a
share of the derivative, or for a step of the first length of the largest effect, or of the number itself."""

KNOWN = 1e-3, 1e-6, 1e-9


def repeated_slopes(
    designs: Designs, analyse: Callable[[Plan], float], value: float, rounding: float
) -> tuple[Array, Array]:
    """Return the derivatives by all design variables, and how well each is known, for a number with some rounding."""
    pairs, most = list[tuple[float, float]](), 0.0
    for i, size in enumerate(designs.sizes):
        pairs.append(repeated_slope(designs, i, analyse, value, max(KNOWN[1] * most, rounding / LARGE)))
        most = max(most, abs(pairs[-1][0]) * size)
    slopes, errors = np.array(pairs).T
    return slopes, errors


def repeated_slope(
    designs: Designs, i: int, analyse: Callable[[Plan], float], value: float, small: float = 0.0
) -> tuple[float, float]:
    """Return the derivative by design variable i, and how well it is known; effects may be off by what is small."""
    name, size = designs.all[i].name, LARGE * designs.steps[i]
    best, least = 0.0, np.inf
    for share in SHARES:
        h = share * size
        found, missed = _slope(lambda k, h=h: analyse(designs.beside({name: k * h})), value)  # type: ignore[misc]
        if missed / h < least:
            best, least = found / h, missed / h
        if least <= max(KNOWN[0] * abs(best), LARGE * small / size, KNOWN[2] * abs(value) / size):
            break
    return best, least


def _slope(at: Callable[[float], float], value: float) -> tuple[float, float]:
    """Return the change for one step, from the numbers so many steps beside, and by how much another one differs."""

    def both(sign: float) -> tuple[float, float]:
        if not sign:
            near, mid, far = ((at(k) - at(-k)) / (2.0 * k) for k in (1.0, 2.0, 4.0))
            return (4.0 * near - mid) / 3.0, (4.0 * mid - far) / 3.0
        y1, y2, y4 = (at(sign * k) for k in (1.0, 2.0, 4.0))  # of second order
        return sign * (4.0 * y1 - y2 - 3.0 * value) / 2.0, sign * (4.0 * y2 - y4 - 3.0 * value) / 4.0

    _, (fine, coarse) = first_that((0.0, 1.0, -1.0), both)
    return float(fine), float(abs(fine - coarse))


def pair_beside(designs: Designs, steps: Array) -> tuple[Plan, Plan]:
    """Return the plans with all design variables changed by steps, and by their opposites."""
    shifts = {design.name: float(step) for design, step in zip(designs.all, steps, strict=True)}
    return designs.beside(shifts), designs.beside({name: -shift for name, shift in shifts.items()})
