"""Lengths made of several measures along a stored motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..base.measure import WRAPPED

if TYPE_CHECKING:
    from ..model.combined import Combined
    from .motion import Motion

Array = NDArray[np.float64]


def combined_along(motion: Motion, found: Combined) -> Array:
    """Return a length made of several measures with three derivatives, shape (times, 4) [m]; NaN where not computed."""
    from ..expressions import link
    from ..kernels.programs.program import run_program

    gauges = list(found.gauges.values())
    values = motion.observe(gauges)
    angles = [i for i, gauge in enumerate(gauges) if gauge.kind in WRAPPED]
    values[:, angles, 0] = motion.angles([gauges[i] for i in angles])
    table = link([found.program])
    out, stack, (start, end) = np.full((len(motion), 4), np.nan), table.stack(), table.spans[0]
    variables = np.zeros((1 + len(gauges), 4))
    for k in range(len(motion)):
        variables[1:, : motion.order + 1] = values[k, :, : motion.order + 1]
        run_program(table.ops, start, end, table.consts, variables, stack, motion.order)
        out[k, : motion.order + 1] = stack[0, : motion.order + 1]
    return out
