"""Plots of small motions: frequency responses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .plots import save_figure
from .scene import checked_ending
from .styles import INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..results.response import FrequencyResponse


def plot_bode(response: FrequencyResponse, path: str | Path | None = None, *, title: str | None = None) -> Any:
    """Plot gain and phase of a frequency response over frequency.

    Parameters
    ----------
    response : FrequencyResponse
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    array of two matplotlib Axes
    """
    if path is not None:
        checked_ending(path)
    gain, phase = panels(2, response.name if title is None else title)
    many = len(response.outputs) * len(response.inputs)
    for i, output in enumerate(response.outputs):
        for k, given in enumerate(response.inputs):
            colour = PALETTE[(i * len(response.inputs) + k) % len(PALETTE)]
            gain.loglog(response.frequencies, response.gain[:, i, k], color=colour, label=f"{output} from {given}")
            phase.semilogx(response.frequencies, np.degrees(response.phase[:, i, k]), color=colour)
    gain.set_ylabel("gain")
    phase.set_ylabel("phase [deg]")
    phase.set_xlabel("frequency [Hz]")
    if many > 1:
        gain.legend(frameon=False, fontsize=8.5)
    else:
        gain.set_title(f"{response.outputs[0]} from {response.inputs[0]}", fontsize=9)
    if path is not None:
        save_figure(gain.figure, path)
    return np.array([gain, phase], dtype=object)


def panels(count: int, title: str) -> list[Axes]:
    """Return empty panels below each other, in the look of the other plots."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 0.9 + 2.6 * count), layout="constrained")
    grid = figure.subplots(count, 1, sharex=True, squeeze=False)
    figure.suptitle(title, fontsize=11, fontweight="bold", color=INK)
    for ax in grid[:, 0]:
        ax.grid(True, color="#DDE1E6", linewidth=0.7)
        ax.set_axisbelow(True)
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    return list(grid[:, 0])
