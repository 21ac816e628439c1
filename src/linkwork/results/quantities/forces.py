"""Power and value of force elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ..efforts import load_words
from .base import Quantity, quantity

if TYPE_CHECKING:
    from ...coordinates.plan import Plan


@quantity("power", of="force")
class ForcePower(Quantity):
    """Power that the element puts into the machine."""

    UNIT: ClassVar[str] = "W"
    FORCES: ClassVar[bool] = True


@quantity("value", of="force")
class Value(Quantity):
    """Force or torque of the element; of one with several loads, one for each."""

    UNIT: ClassVar[str] = "N or N*m"
    FORCES: ClassVar[bool] = True
    LISTED: ClassVar[str] = "load"
    CHARTS: ClassVar[dict[str, str]] = {"N": "Applied forces", "N*m": "Applied torques"}
    PEAK: ClassVar[str] = "{owner}"

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the labels of the loads where there are several."""
        labels, _ = load_words(plan, owner)
        return ("",) if len(labels) == 1 else tuple(label.replace(" ", "_") for label in labels)

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the unit of every load."""
        return load_words(plan, owner)[1]

    def values(self, motion: Any, owner: str) -> Array:
        """Return the values, shape (times, loads)."""
        return np.asarray(motion.force(owner).values)
