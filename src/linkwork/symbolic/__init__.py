"""The equations of small models as SymPy expressions, written apart from the kernels."""

from __future__ import annotations

from .model import MOST_ROWS, SymbolicEquations, symbolic_equations

__all__ = ["MOST_ROWS", "SymbolicEquations", "symbolic_equations"]
