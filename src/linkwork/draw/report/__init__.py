"""The report: one HTML file with the moving drawing, the plots and the peak values of a motion."""

from __future__ import annotations

from .page import report_html, write_report

__all__ = ["report_html", "write_report"]
