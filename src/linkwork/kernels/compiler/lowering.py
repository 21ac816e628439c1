"""What kernels call is, to numba: helpers to copy in, arrays by address, stages and Python functions by address.

Loaded when something has to be compiled. The functions that return a `define` write LLVM code: `define` tells numba
the types, and the function that it returns with them writes the code for a call.
"""

from __future__ import annotations

from functools import reduce
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.typing.templates import make_intrinsic_template
from numba.np.numpy_support import as_dtype

WORD = ir.IntType(64)
KINDS: dict[str, Any] = {"f": types.float64, "i": types.int64}


def copied(dispatcher: Any) -> Any:
    """Return the type of a function whose code is copied into its callers."""
    return types.Dispatcher(dispatcher)


def written(define: Any) -> Any:
    """Return the type of a function that is written here."""
    return types.Function(make_intrinsic_template(define, define, define.__name__))


def array_kind(dtype: np.dtype[Any], ndim: int) -> Any:
    """Return the type of an array that lies in one piece."""
    return types.Array(from_dtype(dtype), ndim, "C")


def array_at(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any]) -> Any:
    """Return the compiled form of an array of type `kind` at an address."""
    size = WORD(as_dtype(kind.dtype).itemsize)
    strides = [size]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    fields = {
        "itemsize": size,
        "data": builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer()),
        "shape": cgutils.pack_array(builder, shape, WORD),
        "strides": cgutils.pack_array(builder, strides, WORD),
        "nitems": reduce(builder.mul, shape),
    }
    model = context.data_model_manager[kind]
    array = context.get_constant_null(kind)
    for name, value in fields.items():
        array = builder.insert_value(array, value, model.get_field_position(name))
    return array


def opening(offset: int, dtype: np.dtype[Any], axes: tuple[int | str, ...]) -> Any:
    """Write the function that opens an array of a handle: see `stages.opener`. Sizes that are known are not read."""

    def generate(context, builder, signature, args):
        table = builder.inttoptr(args[0], WORD.as_pointer())

        def entry(k):
            return builder.load(builder.gep(table, [WORD(offset + k)]))

        shape = [WORD(axis) if isinstance(axis, int) else entry(1 + k) for k, axis in enumerate(axes)]
        return array_at(context, builder, signature.return_type, entry(0), shape)

    def define(typing_context, handle):
        return array_kind(dtype, len(axes))(types.int64), generate

    return define


def numbers_at(ndim: int) -> Any:
    """Write the function that opens an array of numbers from its address and shape."""

    def generate(context, builder, signature, args):
        return array_at(context, builder, signature.return_type, args[0], list(args[1:]))

    return _defining(types.Array(types.float64, ndim, "C")(*[types.int64] * (1 + ndim)), generate)


def two_polynomials() -> Any:
    """Write the function that evaluates two polynomials, each pair of numbers in one instruction: see `jit`."""
    pair, kind = ir.VectorType(ir.DoubleType(), 2), types.Array(types.float64, 3, "C")
    found = types.UniTuple(types.float64, 10)

    def generate(context, builder, signature, args):
        table, row, count, w = args
        array = context.make_array(kind)(context, builder, table)
        first = cgutils.get_item_pointer(context, builder, kind, array, [row, WORD(0), WORD(0)])
        width = builder.extract_value(array.shape, 2)
        step = builder.insert_element(pair(ir.Undefined), w, WORD(0))
        step = builder.insert_element(step, w, WORD(1))

        def coefficients(n):
            return builder.load(
                builder.bitcast(builder.gep(first, [builder.mul(n, width)]), pair.as_pointer()), align=8
            )

        def raised(sums, n):
            below = [coefficients(n), *sums]
            products = [builder.fmul(each, step, flags=("contract",)) for each in sums]
            return [builder.fadd(a, b, flags=("contract",)) for a, b in zip(products, below, strict=False)]

        sums = [coefficients(builder.sub(count, WORD(1)))]
        for n in range(2, 6):
            sums = [*raised(sums, builder.sub(count, WORD(n))), sums[-1]]
        places = [cgutils.alloca_once_value(builder, each) for each in sums]
        rest = builder.sub(count, WORD(6))
        with cgutils.for_range_slice(builder, rest, WORD(-1), WORD(-1), WORD, inc=False) as (n, _):
            for place, each in zip(places, raised([builder.load(each) for each in places], n), strict=True):
                builder.store(each, place)
        numbers = [builder.extract_element(builder.load(place), WORD(n)) for place in places for n in range(2)]
        return context.make_tuple(builder, found, numbers)

    return _defining(found(kind, types.int64, types.int64, types.float64), generate)


def calling(place: int, signature: str) -> Any:
    """Write the function that calls the stage at `place` of the address table."""
    result, *arguments = (KINDS[letter] for letter in signature)

    def generate(context, builder, signature, args):
        handle = builder.inttoptr(args[0], WORD.as_pointer())
        table = builder.inttoptr(builder.load(handle), WORD.as_pointer())
        address = builder.load(builder.gep(table, [WORD(place)]))
        kinds = [context.get_value_type(a) for a in signature.args]
        function = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(builder.inttoptr(address, function.as_pointer()), args)

    return _defining(result(*arguments), generate)


def _defining(typed: Any, generate: Any) -> Any:
    """Return the typing function of a function with one signature."""

    def define(typing_context, *_):
        return typed, generate

    names = ["typing_context", *(f"a{k}" for k in range(len(typed.args)))]
    define.__signature__ = Signature([Parameter(n, Parameter.POSITIONAL_OR_KEYWORD) for n in names])  # type: ignore[attr-defined]
    return define


# ---- functions of the user: see `callback` ----------------------------------------------------------

_DOUBLE = ir.DoubleType()
_NUMBERS = _DOUBLE.as_pointer()


def _start(context, builder, kind, table, row):
    array = context.make_array(kind)(context, builder, table)
    return builder.gep(array.data, [builder.mul(row, row.type(4))])


def _invoke(builder, address, kinds, arguments):
    function = ir.FunctionType(ir.VoidType(), kinds)
    builder.call(builder.inttoptr(address, function.as_pointer()), arguments)


def calling_back() -> Any:
    """Write the call of a function of one argument."""

    def generate(context, builder, signature, arguments):
        address, t, out, row = arguments
        pointer = _start(context, builder, signature.args[2], out, row)
        _invoke(builder, address, [_DOUBLE, _NUMBERS], [t, pointer])
        return context.get_dummy_value()

    def define(typing_context, address, t, out, row):
        return types.void(types.int64, types.float64, out, types.int64), generate

    return define


def calling_back_many() -> Any:
    """Write the call of a function of several arguments."""

    def generate(context, builder, signature, arguments):
        address, stack, given, out, order = arguments
        rows = [_start(context, builder, signature.args[1], stack, row) for row in (given, out)]
        _invoke(builder, address, [_NUMBERS, _NUMBERS, order.type], [*rows, order])
        return context.get_dummy_value()

    def define(typing_context, address, stack, given, out, order):
        return types.void(types.int64, stack, types.int64, types.int64, types.int64), generate

    return define
