"""Lengths made of several measures along a stored motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from .reading import run_along

if TYPE_CHECKING:
    from ..model.combined import Combined
    from .motion import Motion


def combined_along(motion: Motion, found: Combined) -> Array:
    """Return a length made of several measures with three derivatives, shape (times, 4) [m]; NaN where not computed."""
    gauges, known = list(found.gauges.values()), motion.order + 1
    values, out = motion.observe(gauges), np.full((len(motion), 4), np.nan)
    angles = [i for i, gauge in enumerate(gauges) if gauge.kind in WRAPPED]
    values[:, angles, 0] = motion.angles([gauges[i] for i in angles])
    out[:, :known] = run_along(motion.time, found.program, list(values.transpose(1, 0, 2)), known)
    return out
