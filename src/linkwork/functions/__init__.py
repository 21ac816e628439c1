"""Functions of time: for drivers, forces and everything else that is prescribed.

Importing this package loads neither numba nor scipy.
"""

from .constructors import (
    as_function,
    constant,
    cycloidal,
    expression,
    from_data,
    function,
    harmonic,
    haversine,
    modified_sine,
    modified_trapezoid,
    poly345,
    poly4567,
    polynomial,
    speed,
    step,
    step5,
    table,
)
from .controller import controller
from .jet_number import Jet
from .kinds import KINDS, Field, Kind
from .law import law
from .time_function import TimeFunction
