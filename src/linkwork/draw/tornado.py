"""Tornado plots: what the tolerance of each number of a design does to a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..results.gradient import Gradient, after_number
from .plots import new_figure
from .scene import written
from .styles import INK, PALETTE

MOST = 20
"""Numbers that are shown, those with the largest effects."""


@written
def plot_tornado(gradient: Gradient, path: str | Path | None = None, *, title: str | None = None) -> Any:
    """Plot the result with each number of the design at the ends of its tolerance, the largest effect on top.

    Parameters
    ----------
    gradient : Gradient
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    matplotlib Axes
    """
    shown = [int(i) for i in gradient.ranked[:MOST]]
    figure = new_figure(gradient.name if title is None else title, (7.2, 1.3 + 0.32 * len(shown)))
    ax, places = figure.subplots(), np.arange(len(shown))
    effects = gradient.effects[shown]
    for sign, colour, label in ((1.0, PALETTE[0], "number larger"), (-1.0, PALETTE[1], "number smaller")):
        ax.barh(places, sign * effects, left=gradient.value, height=0.7, color=colour, label=label)
    ax.set_yticks(places, [gradient.bar(i) for i in shown])
    ax.invert_yaxis()
    ax.axvline(gradient.value, color=INK, linewidth=0.8)
    ax.ticklabel_format(axis="x", useOffset=False)
    unit = after_number(gradient.unit)
    ax.set_xlabel(f"{gradient.of} [{unit.strip()}]" if unit else gradient.of)
    ax.legend(frameon=False, fontsize=8.5)
    return ax
