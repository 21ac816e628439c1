"""Numbers as they are printed: a true minus, powers of ten, and zero for what is only rounding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...results.panels import ROUNDING
from ...words import figure

if TYPE_CHECKING:
    from .charts import Chart

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, size: float = 0.0) -> str:
    """Return a number with five figures, 0 when it is rounding beside `size`; a dash where there is none."""
    return typeset(figure(value, 5, max(1e-12, ROUNDING * size), "–"))


def typeset(text: str) -> str:
    """Return the text of a number with a true minus and its power of ten written out.

    Examples
    --------
    >>> typeset("-1.5e+05")
    '−1.5×10⁵'
    """
    figures, _, power = text.partition("e")
    figures = figures.replace("-", "−")
    return f"{figures}×10{str(int(power)).translate(_RAISED)}" if power else figures


def vector(values: Sequence[float] | np.ndarray[Any, Any], alone: bool = False) -> str:
    """Return numbers in brackets; `alone`, the first one by itself."""
    if not np.isfinite(values).any():
        return "–"
    return number(float(values[0])) if alone else "(" + ", ".join(number(float(v)) for v in values) + ")"


def sizes_of(charts: Iterable[Chart], length: float) -> dict[str, float]:
    """Return how large quantities of each unit are in a report: what small values are compared with.

    An angle is compared with half a turn, a position with the mechanism's size, a torque also with the largest
    force at that arm, and a power also with the largest effort at the largest speed.
    """
    sizes = {"deg": 180.0, "m": length}
    for chart in charts:
        largest = max((float(np.nanmax(np.abs(c.values), initial=0.0)) for c in chart.curves), default=0.0)
        sizes[chart.unit] = max(sizes.get(chart.unit, 0.0), largest)
    sizes["N m"] = max(sizes.get("N m", 0.0), sizes.get("N", 0.0) * length)
    works = [sizes.get(effort, 0.0) * sizes.get(rate, 0.0) for effort, rate in (("N", "m/s"), ("N m", "rad/s"))]
    sizes["W"] = max(sizes.get("W", 0.0), *works)
    return sizes


def without_rounding(chart: Chart, sizes: Mapping[str, float]) -> Chart:
    """Return a plot in which values that are only rounding are zero."""
    least = ROUNDING * sizes.get(chart.unit, 0.0)
    curves = (replace(c, values=np.where(np.abs(c.values) <= least, 0.0, c.values)) for c in chart.curves)
    return replace(chart, curves=tuple(curves))
