"""Calling a Python function from compiled code, by its address.

The address travels in a table, not in the code, so that the compiled code can be kept
on disk. The called function has the C signature ``void(double t, double *out)`` and
writes four numbers: the value and three derivatives with respect to its argument.
"""

from __future__ import annotations

import ctypes

from ._jit import JIT

PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.POINTER(ctypes.c_double))


def _call_interpreted(address, t, out, row):
    """Call the function at `address` with t; it writes out[row, 0:4]."""
    pointer = out[row:].ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    PROTOTYPE(int(address))(float(t), pointer)


def _compiled_call():
    """Return the numba intrinsic: `_call_interpreted` for compiled code."""
    from llvmlite import ir
    from numba import types  # noqa: TID251
    from numba.extending import intrinsic  # noqa: TID251

    @intrinsic
    def call(typingctx, address, t, out, row):
        signature = types.void(types.int64, types.float64, out, types.int64)

        def codegen(context, builder, signature, arguments):
            address, t, out, row = arguments
            array = context.make_array(signature.args[2])(context, builder, out)
            start = builder.gep(array.data, [builder.mul(row, row.type(4))])
            double = ir.DoubleType()
            function = ir.FunctionType(ir.VoidType(), [double, double.as_pointer()])
            builder.call(builder.inttoptr(address, function.as_pointer()), [t, start])
            return context.get_dummy_value()

        return signature, codegen

    return call


# `out` must be a C-ordered float64[n, 4]; nothing checks the address.
call_address = _compiled_call() if JIT else _call_interpreted
