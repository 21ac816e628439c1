"""Reference-point coordinates with the augmented system."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..kernels.linear.augmented import COLUMNS
from ..kernels.tables.bundle import Bundle
from .base import Formulation, formulation


@formulation("augmented")
class Augmented(Formulation):
    """Accelerations and multipliers from one dense system: [M J^T; J 0] [a; -lam] = [Q; gamma].

    Compiled. The textbook's first form (lecture notes, section 4.3), as a check of the Schur complement.
    """

    WORDS: ClassVar[str] = "reference-point coordinates, augmented system of all bodies and multipliers"

    def install(self, work: Bundle) -> None:
        """Let the kernels solve the augmented system."""
        size = work.x.size + work.lam.size
        work.attach("augmented", np.zeros((size, size + COLUMNS)))
        work.control.augmented = 1.0
