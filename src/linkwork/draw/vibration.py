"""Plots of statics and small motions: ways of equilibria, frequency responses, eigenvalues over a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, check_word
from .plots import new_figure, tidy
from .scene import written
from .styles import INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..results.equilibrium_path import EquilibriumPath
    from ..results.response import FrequencyResponse
    from ..results.root_locus import RootLocus


@written
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
    shown = np.flatnonzero(response.frequencies > 0.0)
    if not shown.size:
        raise ModelError(f"'{response.name}': a Bode plot is over the logarithm of frequencies; none is above 0 Hz.")
    gain, phase = panels(2, response.name if title is None else title)
    many = len(response.outputs) * len(response.inputs)
    for i, output in enumerate(response.outputs):
        for k, given in enumerate(response.inputs):
            colour = PALETTE[(i * len(response.inputs) + k) % len(PALETTE)]
            over, dot = response.frequencies[shown], "o" if shown.size == 1 else ""
            label = f"{output} from {given} [{response.unit(i, k)}]"
            gain.loglog(over, response.gain[shown, i, k], dot, color=colour, label=label)
            phase.semilogx(over, np.degrees(response.phase[shown, i, k]), dot, color=colour)
    gain.set_ylabel("gain")
    phase.set_ylabel("phase [deg]")
    phase.set_xlabel("frequency [Hz]")
    if many > 1:
        gain.legend(frameon=False, fontsize=8.5)
    else:
        gain.set_title(label, fontsize=9)
    return np.array([gain, phase], dtype=object)


@written
def plot_locus(locus: RootLocus, path: str | Path | None = None, *, over: str = "", title: str | None = None) -> Any:
    """Plot eigenvalues over a parameter.

    Parameters
    ----------
    locus : RootLocus
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    over : {"", "real"}
        Real parts and frequencies over the parameter; or imaginary over real parts, first values with crosses.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    array of matplotlib Axes
    """
    check_word("over", over, ("", "real"))
    named = locus.name if title is None else title
    if over:
        (plane,) = axes = panels(1, named)
        for n, roots in enumerate(locus.eigenvalues.T):
            colour = PALETTE[n % len(PALETTE)]
            plane.plot(roots.real, roots.imag, color=colour, marker=".", markersize=3, linewidth=1.2)
            plane.plot(roots.real[0], roots.imag[0], color=colour, marker="x")
        plane.axvline(0.0, color=INK, linewidth=0.8)
        plane.set_xlabel("real part [1/s]")
        plane.set_ylabel("imaginary part [rad/s]")
    else:
        growth, swing = axes = panels(2, named)
        for n in range(locus.eigenvalues.shape[1]):
            colour = PALETTE[n % len(PALETTE)]
            growth.plot(locus.values, locus.eigenvalues[:, n].real, color=colour, linewidth=1.6)
            swing.plot(locus.values, locus.frequencies[:, n], color=colour, linewidth=1.6)
        growth.axhline(0.0, color=INK, linewidth=0.8)
        for change in locus.stability_changes():
            growth.axvline(change.value, color=PALETTE[1], linewidth=0.8, linestyle=":")
            growth.annotate(f"{change.value:.4g}", (change.value, 0.0), fontsize=8, rotation=90, va="bottom")
        growth.set_ylabel("real part [1/s]")
        swing.set_ylabel("frequency [Hz]")
        swing.set_xlabel(f"{locus.parameter} [{locus.unit}]" if locus.unit else locus.parameter)
    return np.array(axes, dtype=object)


@written
def plot_campbell(
    locus: RootLocus,
    path: str | Path | None = None,
    *,
    orders: Sequence[float] = (1.0,),
    title: str | None = None,
) -> Any:
    """Plot frequencies over a speed [rad/s], with lines of its multiples and the critical speeds.

    Parameters
    ----------
    locus : RootLocus
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    orders : sequence of float
        Multiples of the speed.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    matplotlib Axes
    """
    speeds = locus.critical_speeds(orders)
    (ax,) = panels(1, locus.name if title is None else title)
    for n in range(locus.eigenvalues.shape[1]):
        ax.plot(locus.values, locus.frequencies[:, n], color=PALETTE[n % len(PALETTE)], linewidth=1.6)
    for order in orders:
        ax.plot(locus.values, order * np.abs(locus.values) / (2 * np.pi), color=INK, linewidth=0.8, linestyle="--")
    for found in speeds:
        at = abs(found.eigenvalue.imag) / (2 * np.pi)
        ax.plot(found.value, at, color=INK, marker="o", markersize=4)
        ax.annotate(f"{found.value:.4g}", (found.value, at), fontsize=8, va="bottom", ha="right")
    ax.set_xlabel(f"{locus.parameter} [rad/s]")
    ax.set_ylabel("frequency [Hz]")
    return ax


@written
def plot_path(way: EquilibriumPath, over: str, path: str | Path | None = None, *, title: str | None = None) -> Any:
    """Plot a way of equilibria: the parameter over a quantity, stable positions in full, the others dashed.

    Parameters
    ----------
    way : EquilibriumPath
    over : str
        A quantity, such as ``"A.angle"``.
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    matplotlib Axes
    """
    (ax,), across = panels(1, way.name if title is None else title), way[over]
    stable = np.array([kind == "stable" for kind in way.kinds])
    for good, dash in ((True, "-"), (False, "--")):
        shown = stable == good
        if not shown.any():
            continue
        joined = shown | np.append(shown[1:], False)  # up to where the next part begins
        label = "stable" if good else "not stable"
        ax.plot(np.where(joined, across, np.nan), way.values, dash, color=PALETTE[0 if good else 1], label=label)
    for found in way.special:
        at = float(way.look(found.value, found.start)[over][0])
        ax.plot(at, found.value, "o", color=INK, markersize=4)
        named = f"{', '.join(found.contacts)} {found.value:.5g}".lstrip()
        ax.annotate(named, (at, found.value), (4, 2), textcoords="offset points", fontsize=8, va="bottom")
    ax.set_xlabel(f"{over} [{way.positions[0].measure(over).unit}]")
    ax.set_ylabel(f"{way.parameter} [{way.unit}]" if way.unit else way.parameter)
    ax.legend(frameon=False, fontsize=8.5)
    return ax


def panels(count: int, title: str) -> list[Axes]:
    """Return empty panels below each other, in the look of the other plots."""
    grid = new_figure(title, (7.2, 0.9 + 2.6 * count)).subplots(count, 1, sharex=True, squeeze=False)
    for ax in grid[:, 0]:
        tidy(ax)
    return list(grid[:, 0])
