"""Pictures of mechanisms and plots of motions.

Nothing here loads matplotlib before a PNG or PDF file or a plot is asked for.
"""

from .branches import draw_branches
from .cams import plot_cam
from .comparisons import plot_comparison, plot_grid
from .diagrams.centrodes import draw_centrodes
from .diagrams.coupler_curves import draw_coupler_curve
from .diagrams.free_bodies import draw_free_body
from .diagrams.instant_centres import draw_instant_centres
from .diagrams.polygons import draw_polygon
from .iterates import draw_iterates, plot_iterates
from .mechanisms import draw_mechanism, draw_motion
from .plots import plot_motion
from .report import modes_html, report_html, write_modes, write_report
from .scene import ENDINGS, Scene
from .sketches import scene_of_joint
from .symbols import SYMBOLS
from .tornado import plot_tornado
from .vibration import plot_bode, plot_campbell, plot_locus, plot_path
from .view import VIEWS

__all__ = [
    "ENDINGS",
    "SYMBOLS",
    "VIEWS",
    "Scene",
    "draw_branches",
    "draw_centrodes",
    "draw_coupler_curve",
    "draw_free_body",
    "draw_instant_centres",
    "draw_iterates",
    "draw_mechanism",
    "draw_motion",
    "draw_polygon",
    "modes_html",
    "plot_bode",
    "plot_cam",
    "plot_campbell",
    "plot_comparison",
    "plot_grid",
    "plot_iterates",
    "plot_locus",
    "plot_motion",
    "plot_path",
    "plot_tornado",
    "report_html",
    "scene_of_joint",
    "write_modes",
    "write_report",
]
