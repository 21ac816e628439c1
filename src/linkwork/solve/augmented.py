"""Multipliers from the augmented system, as a check of the Schur complement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..kernels._stages import prepare
from ..kernels.augmented import solve_augmented
from ..kernels.control import AUGMENTED

if TYPE_CHECKING:
    from ..kernels.tables import Bundle


def use_augmented(work: Bundle) -> None:
    """Let the kernels find accelerations and multipliers from one dense system of all bodies and rows."""
    size = work.x.size + work.lam.size
    work.attach("augmented", np.zeros((size, size + 4)))
    work.control[AUGMENTED] = 1.0
    prepare(solve_augmented)
