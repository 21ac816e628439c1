"""Pictures of mechanisms and plots of motions.

Nothing here loads matplotlib before a PNG or PDF file or a plot is asked for.
"""

from __future__ import annotations

from .cams import plot_cam
from .mechanisms import draw_mechanism, draw_motion
from .plots import plot_motion
from .report import report_html, write_report
from .scene import ENDINGS, SYMBOLS, Scene
from .sketches import scene_of_joint
from .vibration import plot_bode, plot_campbell, plot_locus, plot_path
from .view import VIEWS

__all__ = [
    "ENDINGS",
    "SYMBOLS",
    "VIEWS",
    "Scene",
    "draw_mechanism",
    "draw_motion",
    "plot_bode",
    "plot_cam",
    "plot_campbell",
    "plot_locus",
    "plot_motion",
    "plot_path",
    "report_html",
    "scene_of_joint",
    "write_report",
]
