"""A motion in the coordinates in which it was found."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..errors import check_name
from .short import Short


@dataclass(frozen=True, repr=False)
class CoordinateMotion(Short):
    """Values of coordinates over time, with as many derivatives as were asked for.

    Attributes
    ----------
    coordinates : str
        ``"natural"``, ``"mixed"``, ``"relative"`` or ``"reference"``.
    names, rate_names : tuple of str
        Of the coordinates, and of their velocities, which are others where coordinates are Euler parameters.
    position : array, shape (times, n)
        [m, rad, 1]
    velocity, acceleration, jerk : array, shape (times, velocities)
        Not a number where they were not asked for.
    """

    coordinates: str
    names: tuple[str, ...]
    rate_names: tuple[str, ...]
    position: Array = field(repr=False)
    velocity: Array = field(repr=False)
    acceleration: Array = field(repr=False)
    jerk: Array = field(repr=False)

    def __getitem__(self, name: str) -> Array:
        """Return one coordinate over time."""
        check_name("coordinate", name, self.names)
        return np.asarray(self.position[:, self.names.index(name)])
