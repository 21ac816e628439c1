"""The scales of a motion: what counts as nothing, in terms of the mechanism's length, of gravity and of its duration.

No length, time or mass is small or large by itself. The length comes from the model (`coordinates.length`), the time
from what was asked for, and every limit in an analysis is a share of what these make: the same mechanism in other units
of length, mass or time is computed alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array

if TYPE_CHECKING:
    from ..expressions.units import Dimension
    from .plan import Plan


ROUNDING = 1e-13
"""Share of the latest time that is no step: times are known to 1e-16 of it, and a step needs some digits."""

UNMOVED = 1e-7
"""Share of the pace of a motion below which derivatives of the drivers are nothing to compare a residual with."""

STANDING = 0.01
"""Angle in the time of a run that is as good as none [rad]; errors of velocities are not measured against less."""

FALLEN = 1e-8
"""Share of the length by which falling gives velocities that are as good as none."""

RESTING = 3.2e-8
"""Share of the speed of a fall through the mechanism's length at which a contact does not rebound any more."""


@dataclass(frozen=True)
class Scales:
    """Length [m], gravity [m/s^2] and duration [s] of a motion, its latest time [s] and all its mass [kg]."""

    length: float
    gravity: float
    span: float
    latest: float
    mass: float

    @staticmethod
    def of(plan: Plan, times: Array) -> Scales:
        """Return the scales of a motion of a mechanism through times."""
        return Scales.made(plan.length, plan.tables["gravity"], plan.tables["masses"], times)

    @staticmethod
    def made(length: float, gravity: Array, masses: NDArray[Any], times: Array) -> Scales:
        """Return the scales of a motion of a size, under gravity, with a table of masses, through times."""
        first, last = float(times[0]), float(times[-1])
        mass = float(masses["mass"].sum())
        return Scales(length, hypot(*gravity), last - first, max(last - first, abs(last)), mass)

    @property
    def shortest(self) -> float:
        """Shortest step [s]."""
        return ROUNDING * self.latest

    @property
    def pace(self) -> float:
        """Rate at which something happens [1/s]; of a single time that is the second's."""
        return 1.0 / (self.span or 1.0)

    @property
    def spin(self) -> float:
        """Angular velocity below which errors of velocities are not measured against smaller ones [rad/s].

        At rest rounding is all there is, and no step would be short enough for it.
        """
        return max(STANDING * self.pace, sqrt(2.0 * FALLEN * self.gravity / self.length))

    @property
    def speed(self) -> float:
        """The same for velocities [m/s]."""
        return self.spin * self.length

    @property
    def energy(self) -> float:
        """What moves no faster than that has no energy worth counting: at rest any error of it is too large [J]."""
        return 0.5 * self.mass * self.speed**2

    def size(self, dimension: Dimension) -> float:
        """Return the size of a quantity made of mass, length and pace of the motion [SI units]."""
        mass = (self.mass or 1.0) ** dimension.mass
        return float(mass * self.length**dimension.length * self.pace**-dimension.time)

    @property
    def rest(self) -> float:
        """Speed below which a contact does not rebound [m/s]."""
        return RESTING * max(sqrt(self.gravity * self.length), self.length * self.pace)

    @property
    def derivatives(self) -> Array:
        """Rates of equations of first, second and third order that count as none [1/s, 1/s^2, 1/s^3]."""
        return np.asarray(UNMOVED * self.pace ** np.arange(1, 4))
