"""Fixed joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..base.measure import Row, coincide, same_orientation
from .base import Joint, joint


@joint("fixed")
@dataclass(frozen=True)
class Fixed(Joint):
    """Weld: two bodies move as one, with the markers' points together and their axes parallel."""

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the first axis",
        "force along the second axis",
        "force along the third axis",
        "moment across the axis (about y of b)",
        "moment across the axis (about x of b)",
        "moment about the axis",
    )
    SYMBOL: ClassVar[str] = "weld"
    MOTION: ClassVar[tuple[str, ...] | None] = ()

    def rows(self) -> tuple[Row, ...]:
        """Return 6 equations in space, 3 in the plane."""
        a, b = self.ends
        return (*coincide(a, b), *same_orientation(a, b))
