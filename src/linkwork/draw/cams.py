"""Pictures of cams: the motion of the follower and the profile, with matplotlib."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..curves import Cam
from .scene import written
from .styles import GREY, INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAMES = ("lift", "velocity", "acceleration", "jerk")


@written
def plot_cam(cam: Cam, path: str | Path | None = None) -> Any:
    """Plot lift, velocity, acceleration and jerk over the cam angle, and the profile beside them.

    Parameters
    ----------
    cam : Cam
    path : str or Path, optional
        Save as ``.png``, ``.svg`` or ``.pdf``.

    Returns
    -------
    matplotlib.figure.Figure
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.5, 6.5), layout="constrained")
    parts = figure.subplot_mosaic([[name, "profile"] for name in _NAMES], width_ratios=[1.2, 1])
    inner = np.array(cam.design.breaks)
    steps = np.concatenate([np.linspace(a + 1e-9, b - 1e-9, 200) for a, b in pairwise(inner)])
    values = cam.motion(steps)
    for k, name in enumerate(_NAMES):
        _motion_panel(parts[name], np.degrees(steps), values[k], name, k, cam.pivot is not None)
    _profile_panel(parts["profile"], cam)
    return figure


def _motion_panel(ax: Axes, angle: Any, values: Any, name: str, order: int, oscillating: bool) -> None:
    unit = ("deg" if oscillating else "mm") + ("", "/rad", "/rad²", "/rad³")[order]
    ax.plot(angle, np.degrees(values) if oscillating else values * 1e3, color=PALETTE[order])
    ax.set_ylabel(f"{name}\n[{unit}]", color=INK)
    ax.set_xlim(0, 360)
    ax.set_xticks(range(0, 361, 60))
    ax.grid(color=GREY, linewidth=0.4, alpha=0.5)
    if order == 3:
        ax.set_xlabel("cam angle [deg]", color=INK)


def _profile_panel(ax: Axes, cam: Cam) -> None:
    u = np.linspace(0, 2 * np.pi, 1441)
    x, y = cam.point(u).T * 1e3
    ax.fill(x, y, facecolor=PALETTE[0], alpha=0.15)
    ax.plot(x, y, color=PALETTE[0], label="profile")
    base = cam.geometry().base * 1e3
    ax.plot(base * np.cos(u), base * np.sin(u), color=GREY, linewidth=0.8, label="base circle")
    if cam.follower == "roller":
        x, y = cam.pitch.point(u).T * 1e3
        ax.plot(x, y, color=GREY, linewidth=0.8, linestyle=(0, (5, 2)), label="pitch curve")
    ax.plot(0, 0, "+", color=INK)
    ax.set_aspect("equal")
    ax.set_xlabel("x [mm]", color=INK)
    ax.set_ylabel("y [mm]", color=INK)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, frameon=False)
