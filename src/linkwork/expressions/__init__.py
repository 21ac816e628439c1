"""Numbers with units, parameters, and formulas: read by our own parser, never executed.

`parse` gives a tree of nodes; `evaluate` a constant; `compile_program` a program for the
compiled interpreter. Importing this package loads neither numba nor scipy.
"""

from .compiling import compile_program
from .constant import Constant, evaluate, evaluate_constant, resolve_parameters
from .naming import parts_of, plain, quoted, spelled
from .nodes import Node, names
from .parse import parse
from .program import Program, ProgramTable, link
from .units import UNITS, Dimension
from .vocabulary import FUNCTIONS
