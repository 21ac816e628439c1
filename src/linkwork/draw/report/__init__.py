"""Reports: one HTML file with the moving drawing, the plots and the peak values of a motion, or with moving modes."""

from .page import report_html, write_report
from .vibration import modes_html, write_modes

__all__ = ["modes_html", "report_html", "write_modes", "write_report"]
