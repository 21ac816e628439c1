"""Calling a Python function from compiled code, by its address.

The address travels in a table, not in the code, so that the compiled code can be kept
on disk. A function of one argument has the C signature ``void(double t, double *out)`` and
writes four numbers: the value and three derivatives with respect to its argument. A function
of several has ``void(const double *arguments, double *out, int64 order)`` and writes the
value and, when the order is 1 or more, the derivative by each argument.
"""

import ctypes

from ..compiler.jit import JIT, Written

_NUMBERS = ctypes.POINTER(ctypes.c_double)
PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_double, _NUMBERS)
PROTOTYPE_MANY = ctypes.CFUNCTYPE(None, _NUMBERS, _NUMBERS, ctypes.c_int64)


def _call_interpreted(address, t, out, row):
    """Call the function at `address` with t; it writes out[row, 0:4]."""
    PROTOTYPE(int(address))(float(t), out[row:].ctypes.data_as(_NUMBERS))


def _call_many_interpreted(address, stack, given, out, order):
    """Call the function at `address` with the numbers from stack[given] on; it writes from stack[out] on."""
    pointers = (stack[row:].ctypes.data_as(_NUMBERS) for row in (given, out))
    PROTOTYPE_MANY(int(address))(*pointers, int(order))


# The tables must be C-ordered float64[n, 4]; nothing checks the address.
call_address = Written("calling_back") if JIT else _call_interpreted
call_many = Written("calling_back_many") if JIT else _call_many_interpreted
