"""Lengths made of several measures along a stored motion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from .series import run_along

if TYPE_CHECKING:
    from ..expressions import Program
    from ..model.combined import Combined
    from .motion import Motion


def combined_along(motion: Motion, found: Combined) -> Array:
    """Return a length made of several measures with three derivatives, shape (times, 4) [m]; NaN where not computed."""
    known, out = motion.order + 1, np.full((len(motion), 4), np.nan)
    out[:, :known] = run_along(motion.time, found.program, _observed(motion, found), known)
    return out


def limits_along(motion: Motion, found: Combined, limits: Iterable[Program]) -> list[Array]:
    """Return by how much the meaning of a length has not ended by these limits of it, each (times,)."""
    observed = _observed(motion, found)
    return [run_along(motion.time, limit, observed, 1)[:, 0] for limit in limits]


def _observed(motion: Motion, found: Combined) -> list[Array]:
    """Return the measures of a length along a motion, angles over full turns, each (times, 4)."""
    gauges = list(found.gauges.values())
    values = motion.observe(gauges)
    angles = [i for i, gauge in enumerate(gauges) if gauge.kind in WRAPPED]
    values[:, angles, 0] = motion.angles([gauges[i] for i in angles])
    return list(values.transpose(1, 0, 2))
