"""Curves and surfaces that touch: where, how far apart, and how far they have slipped."""
