"""The equations of small models as SymPy expressions, written apart from the kernels."""

from .model import MOST_ROWS, SymbolicEquations, body_equations, symbolic_equations
from .own_model import SymbolicConstraints

__all__ = ["MOST_ROWS", "SymbolicConstraints", "SymbolicEquations", "body_equations", "symbolic_equations"]
