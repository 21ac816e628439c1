"""Where the force of each joint on each body is added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .plan import Plan


Slot = tuple[str, bool, int]
"""Name of a joint or driver (they may share one), whether it is a driver, body."""


def reaction_slots(plan: Plan) -> tuple[dict[Slot, int], NDArray[np.int64]]:
    """Return the places of reactions by owner and body, and the place of every block of the Jacobian."""
    slots: dict[Slot, int] = {}
    block_ptr, block_body = plan.tables["block_ptr"], plan.tables["block_body"]
    places = np.zeros(len(block_body), np.int64)
    for i, number in enumerate(plan.order):
        equation = plan.equations[number]
        for k in range(block_ptr[i], block_ptr[i + 1]):
            places[k] = slots.setdefault((equation.owner, equation.driver, int(block_body[k])), len(slots))
    return slots, places
