"""Power of force elements."""

from __future__ import annotations

from typing import ClassVar

from .base import Quantity, quantity


@quantity("power", of="force")
class ForcePower(Quantity):
    """Power that the element puts into the machine."""

    UNIT: ClassVar[str] = "W"
    FORCES: ClassVar[bool] = True
