"""Lagrange's multipliers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...arrays import Array
from .base import Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("lambda", of="machine")
class Multipliers(Quantity):
    """Lagrange's multipliers by equation: what each holds against; J^T lambda are the forces on the bodies.

    An equation is called as its joint or driver, with its number where that has several: ``lambda.A_0``, ``lambda.A_1``
    for the equations A[0] and A[1] of `equations`. Where they are not unique they are those of the smallest reactions.
    """

    UNIT: ClassVar[str] = "N or N*m"
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

    def column(self, owner: str, component: str) -> str:
        """Return ``lambda.A_0`` ..."""
        return self.written(owner, component)
