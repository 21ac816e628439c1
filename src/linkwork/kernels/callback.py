"""Calling a Python function from compiled code, by its address.

The address travels in a table, not in the code, so that the compiled code can be kept
on disk. A function of one argument has the C signature ``void(double t, double *out)`` and
writes four numbers: the value and three derivatives with respect to its argument. A function
of several has ``void(const double *arguments, double *out, int64 order)`` and writes the
value and, when the order is 1 or more, the derivative by each argument.
"""

from __future__ import annotations

import ctypes

from ._jit import JIT

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


def _compiled_calls():
    """Return the numba intrinsics: the two functions above for compiled code."""
    from llvmlite import ir
    from numba import types  # noqa: TID251
    from numba.extending import intrinsic  # noqa: TID251

    double = ir.DoubleType()
    numbers = double.as_pointer()

    def start(context, builder, kind, table, row):
        array = context.make_array(kind)(context, builder, table)
        return builder.gep(array.data, [builder.mul(row, row.type(4))])

    def invoke(builder, address, kinds, arguments):
        function = ir.FunctionType(ir.VoidType(), kinds)
        builder.call(builder.inttoptr(address, function.as_pointer()), arguments)

    @intrinsic
    def call(typingctx, address, t, out, row):
        signature = types.void(types.int64, types.float64, out, types.int64)

        def codegen(context, builder, signature, arguments):
            address, t, out, row = arguments
            pointer = start(context, builder, signature.args[2], out, row)
            invoke(builder, address, [double, numbers], [t, pointer])
            return context.get_dummy_value()

        return signature, codegen

    @intrinsic
    def call_many(typingctx, address, stack, given, out, order):
        signature = types.void(types.int64, stack, types.int64, types.int64, types.int64)

        def codegen(context, builder, signature, arguments):
            address, stack, given, out, order = arguments
            rows = [start(context, builder, signature.args[1], stack, row) for row in (given, out)]
            invoke(builder, address, [numbers, numbers, order.type], [*rows, order])
            return context.get_dummy_value()

        return signature, codegen

    return call, call_many


# The tables must be C-ordered float64[n, 4]; nothing checks the address.
call_address, call_many = _compiled_calls() if JIT else (_call_interpreted, _call_many_interpreted)
