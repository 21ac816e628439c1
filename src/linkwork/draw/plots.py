"""Plots of quantities over time or over another quantity, with matplotlib."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..errors import ModelError
from ..results.reading import curves_of
from ..results.series import Curve
from .scene import written
from .styles import GREY, INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..results.motion import Motion


_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
_WORDS = {
    "m": "length",
    "m/s": "velocity",
    "m/s^2": "acceleration",
    "m/s^3": "jerk",
    "rad": "angle",
    "rad/s": "angular velocity",
    "rad/s^2": "angular acceleration",
    "rad/s^3": "angular jerk",
    "deg": "angle",
    "deg/s": "angular velocity",
    "deg/s^2": "angular acceleration",
    "deg/s^3": "angular jerk",
    "N": "force",
    "N*m": "torque",
    "J": "energy",
    "W": "power",
}


@written
def plot_motion(
    motion: Motion,
    *quantities: str,
    path: str | Path | None = None,
    over: str | None = None,
    derivatives: bool = False,
    degrees: bool = False,
    ax: Axes | None = None,
    title: str | None = None,
) -> Any:
    """Plot quantities of a motion over time, or over another quantity.

    Parameters
    ----------
    motion : Motion
    *quantities : str
        Names and expressions of them, such as ``"A.angle"``, ``"rate(A.angle)"``, ``"coupler.P.velocity"``,
        ``"distance(crank.P, ground.Q)"``; of a motion with forces also ``"B.force"``, ``"B.force.x"``,
        ``"motor.power"``, ``"B.force.size/(9.81 m/s^2)"``; see `Motion.quantities` for all names. Default: every
        coordinate of every joint. A vector is shown by its components and its size.
    path : str or Path, optional
        File to write: ``.svg``, ``.png`` or ``.pdf``.
    over : str, optional
        Quantity along the horizontal axis, such as ``"A.angle"``; default: time.
    derivatives : bool
        Whether the derivatives of the quantities are plotted too, as far as they were computed.
    degrees : bool
        Whether angles and their rates are in degrees.
    ax : matplotlib Axes, optional
        Plot there; all quantities must then have one unit. Default: a new figure, a panel a unit.
    title : str, optional
        Default: the mechanism's name.

    Returns
    -------
    matplotlib Axes, or an array of them when there are several panels
        Data are in SI units; angles have a second scale in degrees on the right.
    """
    if len(motion) == 0:
        raise ModelError(f"The motion of '{motion.name}' has no position to plot. {motion.status}")
    shown, across = _curves(motion, quantities, derivatives), _across(motion, over)
    if degrees:
        shown, across = [c.in_degrees() for c in shown], across.in_degrees()
    panels: dict[str, list[Curve]] = {}
    for curve in shown:
        panels.setdefault(curve.unit, []).append(curve)
    if ax is not None:
        if len(panels) > 1:
            raise ModelError(
                f"One panel cannot show the units {', '.join(u or '1' for u in panels)} together. "
                f"Leave ax out, or plot quantities of one unit."
            )
        axes = [ax]
    else:
        axes = _new_axes(motion, len(panels), title)
    for panel, (unit, members) in zip(axes, panels.items(), strict=True):
        _draw_panel(panel, motion, unit, members, across.values)
    axes[-1].set_xlabel(f"{across.name} [{across.unit or '1'}]")
    return axes[0] if len(axes) == 1 else np.array(axes, dtype=object)


def new_figure(title: str, size: tuple[float, float]) -> Figure:
    """Return an empty figure of a size [inches] with a title."""
    from matplotlib.figure import Figure

    figure: Figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, fontweight="bold", color=INK)
    return figure


def line_look(k: int) -> dict[str, Any]:
    """Return how curve number k of a panel looks: its colour, then its dashes."""
    return {
        "color": PALETTE[k % len(PALETTE)],
        "linestyle": _DASHES[(k // len(PALETTE)) % len(_DASHES)],
        "linewidth": 1.6,
    }


def tidy(ax: Axes) -> None:
    """Give a panel its grid, and take its frame away."""
    ax.grid(True, color="#DDE1E6", linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def _across(motion: Motion, over: str | None) -> Curve:
    """Return what the horizontal axis shows."""
    if over is None:
        return Curve("time", "s", motion.time)
    found = curves_of(motion, over)
    if len(found) > 1:
        raise ModelError(f"'{over}' has {len(found)} components; plot over one: a quantity such as 'A.angle'.")
    return found[0]


def _curves(motion: Motion, quantities: Sequence[str], derivatives: bool) -> list[Curve]:
    wanted = list(dict.fromkeys(quantities))
    if not wanted:
        wanted = [f"{j.name}.{c}" for j in motion.model.joints.values() for c in j.coordinates()]
    if not wanted:
        wanted = [f"{body}.{label}" for body in motion.bodies for label in motion.model.space.labels]
    found = [c for text in wanted for c in curves_of(motion, text, 3 if derivatives else 0, size=True)]
    # with derivatives, "A.angle" brings "A.angle_velocity" along, which may have been asked for too
    return list({curve.name: curve for curve in found}.values())


def _new_axes(motion: Motion, count: int, title: str | None) -> list[Axes]:
    figure = new_figure(motion.name if title is None else title, (7.2, 0.9 + 2.3 * count))
    grid = figure.subplots(count, 1, sharex=True, squeeze=False)
    colour = GREY if motion.complete else PALETTE[1]
    figure.supxlabel(fill(motion.status, 110), fontsize=7.5, color=colour, x=0.01, ha="left")
    return list(grid[:, 0])


def _draw_panel(ax: Axes, motion: Motion, unit: str, curves: list[Curve], across: Array) -> None:
    marker = "o" if len(motion) == 1 else None
    for k, curve in enumerate(curves):
        ax.plot(across, curve.values, label=curve.name, marker=marker, **line_look(k))
    if all(curve.log for curve in curves):
        ax.set_yscale("log", nonpositive="mask")
    else:
        _widen(ax, motion, unit, curves)
    ax.set_ylabel(f"{_WORDS.get(unit, 'value')} [{unit or '1'}]")
    ax.margins(x=0.01)
    tidy(ax)
    if unit == "rad":
        degrees = ax.secondary_yaxis("right", functions=(np.degrees, np.radians))
        degrees.set_ylabel("[deg]", color=GREY)
        degrees.tick_params(colors=GREY)
        degrees.spines["right"].set_color("#DDE1E6")
    columns = 1 + (len(curves) - 1) // 10
    beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.1 if unit == "rad" else 1.01, 1.0)}
    ax.legend(frameon=False, fontsize=8.5, ncols=columns, borderaxespad=0.0, **beside)


def _widen(ax: Axes, motion: Motion, unit: str, curves: list[Curve]) -> None:
    """Give constant curves a range of some width, so that rounding errors do not look like a motion."""
    values = np.concatenate([curve.values for curve in curves])
    low, high = float(values.min()), float(values.max())
    rated = re.search(r"/\(?.*\bs(?:\^([\d.]+))?", unit)  # the power of seconds below the line
    order = float(rated[1] or 1) if rated else 0.0
    step = float(np.diff(motion.time).min()) if len(motion) > 1 else 1.0
    size = motion.plan.length if unit.startswith("m") else 1.0
    if high - low < 1e-10 * max(abs(low), abs(high), size / min(step, 1.0) ** order):
        half = 0.1 * max(abs(low), abs(high), size)
        ax.set_ylim(low - half, high + half)
