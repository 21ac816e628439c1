"""Euler parameters of bodies in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Quantity, model_of, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("euler_parameters", of="body")
class EulerParameters(Quantity):
    """Euler parameters of the axes of a body in space, scalar first."""

    variable = "orientation"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the four parameters of a body in space."""
        return () if model_of(plan).space.planar else ("e0", "e1", "e2", "e3")

    def column(self, owner: str, component: str) -> str:
        """Return ``plate.e0`` ..."""
        return f"{owner}.{component}"
