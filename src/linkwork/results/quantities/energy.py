"""Energies of the machine."""

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
    FORCES: ClassVar[bool] = True
    CHARTS: ClassVar[dict[str, str]] = {"J": "Energy"}

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the kinds of energy."""
        return PARTS

    def values(self, motion: Any, owner: str) -> Array:
        """Return the energies, shape (times, 4)."""
        return np.stack([getattr(motion.energy, part) for part in PARTS], axis=1)

    def column(self, owner: str, component: str) -> str:
        """Return ``energy.kinetic`` ..."""
        return self.written(owner, component)

    def part(self, component: str) -> str:
        """Return ``kinetic_energy`` ..., and ``work``."""
        return component if component == "work" else f"{component}_energy"
