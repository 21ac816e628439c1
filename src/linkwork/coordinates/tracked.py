"""What an analysis follows from step to step and writes at every time: counted angles, and the places of contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrays import Array
from ..model.equations import Gauge

if TYPE_CHECKING:
    from ..kernels.tables.bundle import Bundle
    from .plan import Plan


def touching(plan: Plan) -> list[str]:
    """Return the joints with contacts on curves and surfaces, in the order of the table of contacts."""
    rows = [plan.equations[i] for i in plan.order]
    return list(dict.fromkeys(e.owner for e in rows if e.contact is not None or e.surface is not None))


def tracked(plan: Plan) -> list[Gauge | tuple[str, int]]:
    """Return what kernels write, in their order: counted angles, then places of contacts on the curves of a and b."""
    return [*(gauge for _, gauge in plan.counted), *((name, k) for name in touching(plan) for k in (0, 1))]


def tracked_now(plan: Plan, work: Bundle) -> list[float]:
    """Return what kernels would write at the position reached."""
    places = work.contacts[len(work.contacts) // 2 :, :2]
    return [*work.turns[[i for i, _ in plan.counted], 0], *places.ravel()]


def read_tracked(plan: Plan, columns: Array) -> tuple[dict[Gauge, Array], dict[str, Array]]:
    """Return what was written (times, tracked): angles by their gauges, and places (times, 2) by their joints."""
    first, angles = len(plan.counted), {gauge: columns[:, i] for i, (_, gauge) in enumerate(plan.counted)}
    return angles, {name: columns[:, first + 2 * i :][:, :2] for i, name in enumerate(touching(plan))}
