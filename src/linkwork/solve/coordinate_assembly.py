"""Assembly in other coordinates: Newton's method on points, vectors and joint coordinates, from the hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array
from ..coordinates.angles import driven_angles
from ..coordinates.plan import Plan
from ..errors import AssemblyError, ModelError
from ..formulations.on_coordinates import Coordinates
from ..results.iterates import Iterates
from ..results.motion import Motion
from .coordinate_choice import coordinates_named, first_values, is_values
from .coordinate_newton import Counts, History, Newton
from .engine import Engine
from .gaps import explain_open
from .given import Given
from .hints import Hints
from .leading import angles_at_end, led


@dataclass(frozen=True)
class Closed:
    """A closed position in some coordinates.

    Attributes
    ----------
    name : str
        Of the coordinates.
    coordinates : Coordinates
    z : array, shape (n,)
    poses : array, shape (bodies, 7)
    counts : Counts
    how : str
        Where it was found from.
    iterates : Iterates or None
        Of Newton's method, where they were asked for.
    way : Motion or None
        The motion by which drivers led there from the hints.
    given : Given or None
        What it was to start from.
    """

    name: str
    coordinates: Coordinates
    z: Array
    poses: Array
    counts: Counts
    how: str
    iterates: Iterates | None
    way: Motion | None
    given: Given | None


def close_in(
    plan: Plan,
    name: str,
    t: float,
    start: Any,
    *,
    hold: Sequence[str] = (),
    quantities: Sequence[str] = (),
    tolerance: float = 1e-12,
    history: bool = False,
) -> Closed:
    """Close the joints in the coordinates `name`; raises AssemblyError where they stay open."""
    if hold:
        raise ModelError(
            f"hold= keeps bodies where their hints say; in coordinates='{name}' bodies are moved with their points. "
            f"Assemble with hold= first, and give what it returns as start=."
        )
    coordinates = coordinates_named(plan.positions, name, quantities)
    way = led(plan, t, ()) if start is None else None
    begin = _begin(plan, coordinates, t, start, way)
    coordinates.begin_at(begin)
    coordinates.expect(driven_angles(plan.positions, t))
    newton, note = Newton(coordinates), History() if history else None
    first = first_values(coordinates, start if is_values(start) else None, begin)
    z, how = newton.close(t, first, tolerance, note=note), "from the hints" if start is None else "from the start given"
    if z is None:
        z, how = newton.continued(t, first, tolerance), f"{how} by continuation"
    if z is None:
        raise AssemblyError(explain_open(Engine(plan.positions), begin, t, plan.weight, []))
    poses = coordinates.bodies(z, np.zeros(len(coordinates.rate_parts)))[0].copy()
    given = start if isinstance(start, Given) else None
    iterates = None if note is None else note.result(name, coordinates, t)
    coordinates.begin_at(poses)
    return Closed(name, coordinates, z, poses, newton.counts, f"{how} in {name} coordinates", iterates, way, given)


def _begin(plan: Plan, coordinates: Coordinates, t: float, start: Any, way: Motion | None) -> Array:
    """Return the poses to begin with: those given, where drivers lead to from the hints, or the hints."""
    if isinstance(start, Given):
        counted, angles = start.near(coordinates.plan, t)
        coordinates.work.near[counted] = angles
        return np.ascontiguousarray(start.poses, float)
    if way is None:
        return Hints.of(plan).begin
    known = angles_at_end(coordinates.plan, way)
    for place, gauge in coordinates.plan.counted:  # with the turns made on the way
        coordinates.work.near[place] = known.get(gauge, coordinates.work.near[place])
    return np.asarray(way.poses[-1])
