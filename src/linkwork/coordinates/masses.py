"""Masses as weights of the linear solve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.poses import shift_count

if TYPE_CHECKING:
    from ..kernels.tables.bundle import Bundle
    from .plan import Plan


def mass_weights(plan: Plan, work: Bundle) -> None:
    """Make the masses the weights of the linear solve."""
    masses = work.masses
    shifts = shift_count(plan.freedoms)
    work.weight[:, :shifts] = masses["ease"][:, None]
    if plan.freedoms == 3:
        work.weight[:, 2] = masses["turn_ease"][:, 2, 2]
    else:
        work.turning[:] = masses["turn_ease"]
