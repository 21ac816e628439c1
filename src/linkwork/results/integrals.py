"""Integrals and means over the times of a motion."""

from __future__ import annotations

import numpy as np

from ..arrays import Array


def running_integral(time: Array, values: Array) -> Array:
    """Return the integral from the first time on, shape (times,), by parabolas through neighbouring times.

    It is as good as the times are dense: the error falls with the fourth power of their distance where the values
    are smooth, and with the second power where they have kinks.
    """
    from scipy.integrate import cumulative_simpson

    if len(time) < 2:
        return np.zeros(len(time))
    return np.asarray(cumulative_simpson(values, x=time, initial=0.0))


def mean_over_time(time: Array, values: Array) -> float:
    """Return the mean over time (trapezoids: exact to rounding for a smooth whole cycle)."""
    if len(time) < 2:
        return float(values.mean()) if len(values) else float("nan")
    return float(np.trapezoid(values, time) / (time[-1] - time[0]))
