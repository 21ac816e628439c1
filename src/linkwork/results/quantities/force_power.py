"""Power of force elements."""

from __future__ import annotations

from typing import Any, ClassVar

from .base import Array, Quantity, quantity


@quantity("power", of="force")
class ForcePower(Quantity):
    """Power that the element puts into the machine."""

    UNIT: ClassVar[str] = "W"
    FORCES: ClassVar[bool] = True

    def values(self, motion: Any, owner: str) -> Array:
        """Return the power, shape (times,)."""
        found: Array = motion.force(owner).power
        return found
