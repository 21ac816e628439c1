"""Whole runs: integration over time, driven motion, what is told along a stored motion."""
