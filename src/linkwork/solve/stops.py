"""End stops of angles that start in another turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from ..errors import ModelError
from ..forces.base import number
from ..forces.end_stop import EndStop
from ..words import counted

if TYPE_CHECKING:
    from ..coordinates.plan import Plan


def check_stops(plan: Plan, values: Array) -> None:
    """Raise when an angle starts outside its end stops and a full turn away from between them.

    `values` are the measures at the start, angles over the full turns in which they are counted.
    """
    stops = {force.name: force for force in plan.writer.forces_of(EndStop)}
    for load, entry in zip(plan.loads, plan.tables["loads"], strict=True):
        if load.owner not in stops or load.gauge is None or load.gauge.kind not in WRAPPED:
            continue
        stop, angle = stops[load.owner], float(values[entry["measure"]])
        limits = [None if at is None else number(at) for at in (stop.lower, stop.upper)]
        turns = _turns_inside(angle, *limits)
        if turns:
            where = " and ".join(f"{np.degrees(at):g}" for at in limits if at is not None)
            raise ModelError(
                f"'{plan.name}': at the start {stop.quantity} is {np.degrees(angle):g} degrees, counted "
                f"from where its bodies are placed, and the end stop '{stop.name}' acts at {where} degrees: "
                f"{counted(abs(turns), 'full turn')} away. Place a body so that it is "
                f"{np.degrees(angle + turns * 2 * np.pi):g} degrees, or give the stops where it is."
            )


def _turns_inside(angle: float, low: float | None, high: float | None) -> int:
    """Return by how many full turns an angle should differ to be inside its stops; 0: it is, or none brings it there.

    One stop alone is taken to be on this side of an angle that is beyond it by less than half a turn.
    """
    reach = 2 * np.pi
    if low is not None and angle < low and (high is not None or low - angle > np.pi):
        turns = int(np.ceil((low - angle) / reach))
    elif high is not None and angle > high and (low is not None or angle - high > np.pi):
        turns = -int(np.ceil((angle - high) / reach))
    else:
        return 0
    there = angle + turns * reach
    return turns if (low is None or there >= low) and (high is None or there <= high) else 0
