"""Runs side by side: quantities over time, and largest values over two parameters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ModelError
from ..results.comparison import Comparison
from ..results.reading import curves_of
from ..results.stabilisations import Stabilisations
from .plots import line_look, new_figure, tidy
from .scene import written

LEAST = 1e-300
"""What is not above zero has no logarithm."""


@written
def plot_comparison(comparison: Comparison, quantities: Sequence[str], path: str | Path | None = None) -> Any:
    """Plot each quantity over time in a panel of its own, with a curve for every run.

    Parameters
    ----------
    comparison : Comparison
    quantities : sequence of str
        Each a number over time.
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.

    Returns
    -------
    array of matplotlib Axes
    """
    runs = [(entry.name, entry.motion) for entry in comparison.entries if entry.motion is not None]
    if not runs:
        raise ModelError(f"No run of '{comparison.name}' can be plotted: {comparison.entries[0].reason}")
    figure = new_figure(comparison.name, (7.2, 0.6 + 2.1 * len(quantities)))
    axes = figure.subplots(len(quantities), 1, sharex=True, squeeze=False)[:, 0]
    for ax, quantity in zip(axes, quantities, strict=True):
        for k, (name, motion) in enumerate(runs):
            curve, *others = curves_of(motion, quantity)
            if others:
                raise ModelError(f"'{quantity}' has several components; ask for one: '{curve.name}'.")
            ax.plot(motion.time, curve.values, label=name, **line_look(k))
        if curve.log:
            ax.set_yscale("log", nonpositive="mask")
        ax.set_ylabel(f"{quantity} [{curve.unit or '1'}]", fontsize=8.5)
        ax.margins(x=0.01)
        tidy(ax)
    axes[0].legend(frameon=False, fontsize=8.5, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0)
    axes[-1].set_xlabel("time [s]")
    return axes


@written
def plot_grid(comparison: Stabilisations, numbers: Sequence[str], path: str | Path | None = None) -> Any:
    """Draw numbers over Baumgarte's alpha and beta by their powers of ten; empty where a run broke down.

    Parameters
    ----------
    comparison : Stabilisations
    numbers : sequence of str
        See `Stabilisations.column`.
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.

    Returns
    -------
    array of matplotlib Axes
    """
    figure = new_figure(comparison.name, (1.0 + 3.4 * len(numbers), 3.4))
    axes = figure.subplots(1, len(numbers), squeeze=False)[0]
    for ax, number in zip(axes, numbers, strict=True):
        alpha, beta, values = comparison.grid(number)
        shown = ax.imshow(np.log10(np.maximum(values, LEAST)).T, origin="lower", aspect="auto", cmap="viridis")
        for axis, given, name in ((ax.xaxis, alpha, "alpha"), (ax.yaxis, beta, "beta")):
            axis.set_ticks(range(len(given)), [f"{v:.4g}" for v in given], fontsize=7.5)
            axis.set_label_text(f"{name} [1/s]")
        ax.set_title(number.replace("_", " "), fontsize=9)
        figure.colorbar(shown, ax=ax, label="log10")
    return axes
