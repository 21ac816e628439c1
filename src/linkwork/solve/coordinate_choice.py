"""Coordinates by name, and where an analysis in them begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import Array
from ..coordinates.natural_measures import quantities_of
from ..coordinates.plan import Plan
from ..errors import ModelError, nearest
from ..formulations.mixed import MixedCoordinates
from ..formulations.natural import NaturalCoordinates
from ..formulations.on_body_rows import ReferenceCoordinates
from ..formulations.on_coordinates import Coordinates
from ..formulations.relative import Relative
from ..formulations.relative_terms import RelativeCoordinates
from .hints import Hints

REFERENCE = "reference"

KINEMATIC = (REFERENCE, "natural", "mixed", "relative")
"""Coordinates in which positions and their derivatives are found; no masses are asked for."""


def check_coordinates(name: str, quantities: Sequence[str] = ()) -> None:
    """Raise ModelError for coordinates that are none, and for quantities that nothing becomes of."""
    if name not in KINEMATIC:
        raise ModelError(f"There are no coordinates '{name}' for kinematics. {nearest(str(name), list(KINEMATIC))}")
    if isinstance(quantities, str):
        raise ModelError(f"quantities is a list of relative angles and distances. Write quantities=['{quantities}'].")
    for quantity in quantities:
        if not isinstance(quantity, str):
            raise ModelError(f"quantities names relative angles and distances, such as 'B.angle', not {quantity!r}.")
    if quantities and name != "mixed":
        raise ModelError(
            f"quantities= names relative angles and distances that become coordinates in coordinates='mixed', not in "
            f"'{name}'."
        )


def coordinates_named(plan: Plan, name: str, quantities: Sequence[str] = ()) -> Coordinates:
    """Return coordinates for kinematics: points and vectors come from the joints alone, whatever the masses."""
    check_coordinates(name, quantities)
    if name == REFERENCE:
        return ReferenceCoordinates(plan)
    if not plan.resolved.solids:
        raise ModelError(f"'{plan.name}' has no moving body, and no coordinates '{name}'.")
    if name == "natural":
        return NaturalCoordinates(plan, massive=False)
    if name == "mixed":
        return MixedCoordinates(plan, quantities_of(plan, quantities), massive=False)
    return RelativeCoordinates(Relative.of(plan))


def first_values(coordinates: Coordinates, given: Any, begin: Array | None = None) -> Array:
    """Return z to begin with.

    Parameters
    ----------
    coordinates : Coordinates
    given : mapping, array or None
        Values of some coordinates by name, of all in their order, or poses of the bodies (bodies, 7); None: the
        placement hints.
    begin : array, optional
        Poses that give those not named, instead of the hints.
    """
    plan = coordinates.plan
    start = Hints.of(plan).begin if begin is None else begin
    values = np.asarray(given, float) if given is not None and not isinstance(given, Mapping) else None
    if values is not None and values.ndim == 2:
        start = values
    z, _ = coordinates.of_bodies(start.copy(), np.zeros((len(start), 6)))
    if isinstance(given, Mapping):
        for name, value in given.items():
            if name not in coordinates.names:
                raise ModelError(f"There is no coordinate '{name}' here. {nearest(name, list(coordinates.names))}")
            z[coordinates.names.index(name)] = float(value)
    elif values is not None and values.ndim == 1:
        if values.shape != z.shape:
            raise ModelError(f"'{plan.name}' has {len(z)} coordinates here, not {values.size}.")
        z = values.copy()
    return z


def is_values(given: Any) -> bool:
    """Return whether `given` are values of coordinates, by name or in their order, not poses or a state."""
    return isinstance(given, Mapping) or (isinstance(given, np.ndarray | list | tuple) and np.ndim(given) == 1)
