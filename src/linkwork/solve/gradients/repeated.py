"""Derivatives from whole analyses beside the design, where equations switch on the way.

Differences of fourth order with steps h and 2h; that they agree tells how well they are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...arrays import Array
from ...errors import LinkworkError
from .varied import LARGE

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from .varied import Designs

CHECKED = 1e-4
"""Step of the check of all derivatives together, as a share of the design variables."""


def repeated_slope(designs: Designs, i: int, analyse: Callable[[Plan], float], value: float) -> tuple[float, float]:
    """Return the derivative by design variable i, and how well it is known."""
    name, h = designs.all[i].name, LARGE * designs.sizes[i]

    def at(k: int) -> float:
        return analyse(designs.beside({name: k * h}))

    try:
        near, mid, far = ((at(k) - at(-k)) / (2.0 * k * h) for k in (1, 2, 4))
        fine, coarse = (4.0 * near - mid) / 3.0, (4.0 * mid - far) / 3.0
    except LinkworkError:  # one side has no such mechanism: differences of second order to the other
        y1, y2, y4 = (at(k) for k in (1, 2, 4))
        fine = (4.0 * y1 - y2 - 3.0 * value) / (2.0 * h)
        coarse = (4.0 * y2 - y4 - 3.0 * value) / (4.0 * h)
    return float(fine), float(abs(fine - coarse))


def pair_beside(designs: Designs, steps: Array) -> tuple[Plan, Plan]:
    """Return the plans with all design variables changed by steps, and by their opposites."""
    shifts = {design.name: float(step) for design, step in zip(designs.all, steps, strict=True)}
    return designs.beside(shifts), designs.beside({name: -shift for name, shift in shifts.items()})
