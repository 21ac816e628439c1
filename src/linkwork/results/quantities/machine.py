"""Energy, multipliers, force on the ground and residuals of the machine as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from .base import Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


PARTS = ("kinetic", "potential", "total", "work")


@quantity("energy", of="machine")
class Energies(Quantity):
    """Kinetic and potential energy, their sum, and the work done on the machine since the start."""

    UNIT: ClassVar[str] = "J"
    DOTTED: ClassVar[bool] = True
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"J": "Energy"}

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the kinds of energy."""
        return PARTS

    def values(self, motion: Any, owner: str) -> Array:
        """Return the energies, shape (times, 4)."""
        return np.stack([getattr(motion.energy, part) for part in PARTS], axis=1)

    def part(self, component: str) -> str:
        """Return ``kinetic_energy`` ..., and ``work``."""
        return component if component == "work" else f"{component}_energy"


@quantity("lambda", of="machine")
class Multipliers(Quantity):
    """Lagrange's multipliers by equation: what each holds against; J^T lambda are the forces on the bodies.

    An equation is called as its joint or driver, with its number where that has several: ``lambda.A_0``, ``lambda.A_1``
    for the equations A[0] and A[1] of `equations`. Where they are not unique they are those of the smallest reactions.
    """

    UNIT: ClassVar[str] = "N or N*m"
    DOTTED: ClassVar[bool] = True
    FORCES: ClassVar[bool] = True
    EXAMPLE: ClassVar[str] = "lambda.B_0"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the names of the equations."""
        from ...coordinates.names import equation_names

        return tuple(name.replace("[", "_").removesuffix("]") for name in equation_names(plan))

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return N for equations of lengths, N m for those of angles."""
        return tuple("N" if equation.is_length else "N*m" for equation in plan.equations)

    def values(self, motion: Any, owner: str) -> Array:
        """Return the multipliers, shape (times, equations)."""
        found: Array = motion.reactions().multipliers
        return found


@quantity("shaking_force", of="machine")
class ShakingForce(Quantity):
    """Force of the mechanism on the ground, in ground axes."""

    UNIT: ClassVar[str] = "N"
    VECTOR: ClassVar[str] = "axes"
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"N": "Force on the ground"}
    SHOWN: ClassVar[str] = "both"
    PEAK: ClassVar[str] = "force on the ground"


@quantity("shaking_moment", of="machine")
class ShakingMoment(Quantity):
    """Moment of the mechanism on the ground about its origin."""

    UNIT: ClassVar[str] = "N*m"
    VECTOR: ClassVar[str] = "turning"
    FORCES: ClassVar[bool] = True


UNITS = {"position": "m", "velocity": "m/s", "acceleration": "m/s^2"}


@quantity("violation", of="machine")
class Violation(Quantity):
    """Largest residual of joints and drivers and its derivatives; turns count at the mechanism's size."""

    UNIT: ClassVar[str] = "m or m/s or m/s^2"
    DOTTED: ClassVar[bool] = True
    FORCES: ClassVar[bool] = True
    LOG: ClassVar[bool] = True
    EXAMPLE: ClassVar[str] = "violation.velocity"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return whose equations are violated: those of positions, velocities, accelerations."""
        return tuple(UNITS)

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the unit of each."""
        return tuple(UNITS.values())

    def values(self, motion: Any, owner: str) -> Array:
        """Return the largest residuals, shape (times, 3)."""
        found: Array = motion.plan.length * np.stack([getattr(motion.violations, part) for part in UNITS], axis=1)
        return found
