"""Whose force each row of the constraints is, and where the forces on each body are added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Ints

if TYPE_CHECKING:
    from .plan import Plan

JOINT, DRIVER, FORCE = "joint", "driver", "force"


class Owner(NamedTuple):
    """Whose force it is: a joint, a driver, or a contact or friction; they may share a name."""

    kind: str
    name: str


def owners(plan: Plan) -> list[Owner]:
    """Return the owner of every equation, in the user's order."""
    found = [Owner(DRIVER if e.driver else JOINT, e.owner) for e in plan.equations]
    switches = plan.tables["switches"]
    for row in switches["row"][switches["own"] == 0]:
        found[plan.order[row]] = Owner(FORCE, plan.equations[plan.order[row]].owner)
    return found


def reaction_slots(plan: Plan) -> tuple[dict[tuple[Owner, int], int], Ints]:
    """Return the places of reactions by owner and body, and the place of every block of the Jacobian."""
    slots: dict[tuple[Owner, int], int] = {}
    block_ptr, block_body = plan.tables["block_ptr"], plan.tables["block_body"]
    places = np.zeros(len(block_body), np.int64)
    for i, number in enumerate(plan.order):
        for k in range(block_ptr[i], block_ptr[i + 1]):
            places[k] = slots.setdefault((plan.owners[number], int(block_body[k])), len(slots))
    return slots, places
