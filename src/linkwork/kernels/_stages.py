"""Arrays by address and calls by address: what kernels that nest deeply are made of.

A kernel gets one handle, the address of a table of addresses and sizes. It opens the arrays it needs from
there and calls other stages through a table of their addresses.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, Signature
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import extending
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

from ._jit import FLAGS, JIT, Cache, as_records


def opener(offset: int, dtype: np.dtype[Any], ndim: int) -> Any:
    """Return a function that opens the array whose address and shape stand at place `offset` of a handle H.

    A handle is the address of a table of addresses and sizes (`tables`).
    """
    if not JIT:
        return partial(_opened, offset, dtype, ndim)

    @intrinsic
    def view(typing_context, handle):
        def generate(context, builder, signature, args):
            table = builder.inttoptr(args[0], ir.IntType(64).as_pointer())

            def entry(k):
                return builder.load(builder.gep(table, [context.get_constant(types.intp, offset + k)]))

            return _array(context, builder, signature.return_type, entry(0), [entry(1 + k) for k in range(ndim)])

        return types.Array(from_dtype(dtype), ndim, "C")(types.int64), generate

    return view


def _array(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any]) -> Any:
    """Return the compiled form of an array of type `kind` at an address."""
    element = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(element)
    strides = [context.get_constant(types.intp, size)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    array = arrayobj.make_array(kind)(context, builder)
    item = context.get_constant(types.intp, size)
    arrayobj.populate_array(array, builder.inttoptr(address, element.as_pointer()), shape, strides, item, meminfo=None)
    return array._getvalue()


def _opened(offset: int, dtype: np.dtype[Any], ndim: int, handle: Any) -> Any:
    """Open an array of a handle without the compiler."""
    entries = (ctypes.c_int64 * (offset + 1 + ndim)).from_address(int(handle))
    return _at(entries[offset], dtype, tuple(entries[offset + 1 : offset + 1 + ndim]))


def _at(address: int, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    size = dtype.itemsize * int(np.prod(shape))
    memory: Any = (ctypes.c_char * size).from_address(int(address)) if size else b""
    return as_records(np.frombuffer(memory, dtype).reshape(shape))


def _numbers_at(ndim: int) -> Any:
    """Return a function that opens an array of numbers from its address and its shape."""
    if not JIT:
        return lambda address, *shape: _at(address, np.dtype("f8"), shape)

    def generate(context, builder, signature, args):
        return _array(context, builder, signature.return_type, args[0], list(args[1:]))

    kind = types.Array(types.float64, ndim, "C")

    @intrinsic
    def matrix(typing_context, address, rows, columns):
        return kind(types.int64, types.int64, types.int64), generate

    @intrinsic
    def block(typing_context, address, first, rows, columns):
        return kind(types.int64, types.int64, types.int64, types.int64), generate

    return matrix if ndim == 2 else block


matrix_at = _numbers_at(2)
"""matrix_at(address, rows, columns): the numbers at an address as a matrix."""

block_at = _numbers_at(3)
"""block_at(address, first, rows, columns): the numbers at an address as an array with three indices."""


STAGES = (
    "set_time",
    "interpret",
    "evaluate",
    "linearise",
    "factor",
    "derive",
    "close",
    "accelerate",
    "carry",
    "project",
    "correct",
    "loads",
    "turn_inertias",
    "velocities",
    "gauge",
    "gauge_rates",
    "apply_loads",
    "unpack",
    "pack",
    "rates",
    "appraise",
    "place_plane",
    "articulate_plane",
    "reach_plane",
    "respond_plane",
    "place_space",
    "articulate_space",
    "reach_space",
    "respond_space",
    "accelerate_tree",
    "unpack_tree",
    "pack_tree",
    "rates_tree",
    "answer",
    "renew",
    "follow",
    "answer_tree",
    "renew_tree",
    "follow_tree",
    "power",
    "first_modes",
    "attempt",
    "land",
    "commit",
    "seek",
    "react",
    "restart",
    "begin",
    "write_until",
    "integrate",
    "rub",
    "slim",
    "lowest_pivot",
    "join",
    "watch",
    "implicit_step",
    "solve_augmented",
)
"""Kernels that others call by address. Their order is part of the compiled code, hence of the digest."""

ADDRESSES = np.zeros(len(STAGES), np.int64)
"""Where the compiled stages are; the first entry of every handle points here."""


class Stage(extending._Intrinsic):  # type: ignore[misc]
    """A kernel compiled once by itself, that other kernels call by its address and Python as usual.

    numba copies the code of every callee into its callers and optimises it there again; the compile time of
    nested kernels multiplies. A call by address costs two nanoseconds and compiles in no time.
    """

    door: Any  # the numba dispatcher
    entry: Any  # the compiled function for Python, once it is loaded
    prototype: Any
    typed: Any
    place: int
    optional: bool
    ready: bool

    def __call__(self, *args: Any) -> Any:
        prepare(self)
        return self.entry(*(a.ctypes.data if isinstance(a, np.ndarray) else a for a in args))


_njit: Any = numba.njit
_KINDS: dict[str, Any] = {"f": types.float64, "i": types.int64}
_C_KINDS: dict[str, Any] = {"f": ctypes.c_double, "i": ctypes.c_int64}


def stage(signature: str, *, optional: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of numbers by itself; `signature` has a letter for the result and each argument.

    f: a float, i: an integer; the first argument is the handle. Arrays are passed as addresses and opened
    with `matrix_at`. An optional stage is compiled when a plan asks for it, not because a kernel could call it.
    """
    result, *arguments = (_KINDS[letter] for letter in signature)
    typed = result(*arguments)

    def make(function: Callable[..., Any]) -> Any:
        place = STAGES.index(function.__name__)
        prototype = ctypes.CFUNCTYPE(*(_C_KINDS[letter] for letter in signature))
        if not JIT:
            return _by_address(function, place, prototype)
        call: Any = intrinsic(_calling(place, typed, len(arguments)))
        call.__class__ = Stage
        call.door = _njit(**FLAGS, no_cpython_wrapper=True)(function)
        call.door._cache = Cache(function)
        call.place, call.typed, call.optional, call.ready = place, typed, optional, False
        call.prototype = prototype
        return call

    return make


def _with_addresses(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that gets the addresses of the arrays it is called with."""
    return lambda *args: function(*(a.ctypes.data if isinstance(a, np.ndarray) else a for a in args))


def _by_address(function: Callable[..., Any], place: int, prototype: Any) -> Callable[..., Any]:
    """Return a stage for running without the compiler: arrays are passed as addresses."""

    @wraps(function)
    def call(handle: int, *args: Any) -> Any:
        table = ctypes.c_int64.from_address(int(handle)).value
        other = ctypes.c_int64.from_address(table + 8 * place).value  # zero unless it is redirected
        return _with_addresses(prototype(other) if other else function)(handle, *args)

    call.place, call.prototype = place, prototype  # type: ignore[attr-defined]
    return call


def direct(stage: Any) -> Callable[..., Any]:
    """Return a stage to be called as it is, whatever a handle says about its place."""
    return stage if JIT else _with_addresses(stage.__wrapped__)


def _calling(place: int, typed: Any, count: int) -> Any:
    """Return the typing function of the intrinsic that calls the stage at `place` of the address table."""

    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        handle = builder.inttoptr(args[0], word.as_pointer())
        table = builder.inttoptr(builder.load(handle), word.as_pointer())
        address = builder.load(builder.gep(table, [word(place)]))
        kinds = [context.get_value_type(a) for a in signature.args]
        function = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(builder.inttoptr(address, function.as_pointer()), args)

    def define(typing_context, *_):
        return typed, generate

    names = ["typing_context", *(f"a{k}" for k in range(count))]
    define.__signature__ = Signature([Parameter(n, Parameter.POSITIONAL_OR_KEYWORD) for n in names])  # type: ignore[attr-defined]
    return define


def prepare(entry: Any) -> None:
    """Compile, or load from the disk cache, every stage that a kernel may call."""
    if not JIT or getattr(entry, "ready", False):
        return
    for needed in needed_by(entry):
        load(needed)
    entry.ready = True


def load(item: Stage) -> None:
    """Compile a stage, or load it, and note its address."""
    if ADDRESSES[item.place] == 0:
        address = _address(item)
        item.entry = item.prototype(address)
        ADDRESSES[item.place] = address


def address_of(stage: Any) -> tuple[int, Any]:
    """Return the address of a stage, compiled if need be, and what must be kept while it is in use."""
    if JIT:
        prepare(stage)
        return int(ADDRESSES[stage.place]), None
    pointer = stage.prototype(stage.__wrapped__)
    return int(ctypes.cast(pointer, ctypes.c_void_p).value or 0), pointer


def callees(item: Any) -> list[Any]:
    """Return the stages and helpers that a kernel calls by name."""
    function = item.door.py_func if isinstance(item, Stage) else item.py_func
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [other for other in named if isinstance(other, Stage | CPUDispatcher)]


def needed_by(entry: Any) -> list[Stage]:
    """Return the stages a kernel needs, itself included, innermost first."""
    found: dict[int, Stage] = {}
    seen: set[int] = set()

    def visit(item: Any, asked: bool) -> None:
        if id(item) in seen:
            return
        seen.add(id(item))
        is_stage = isinstance(item, Stage)
        if is_stage and item.optional and not asked:
            return
        for other in callees(item):
            visit(other, False)
        if is_stage:
            found[item.place] = item

    visit(entry, True)
    return list(found.values())


def _address(item: Stage) -> int:
    """Return the address of a stage as a C function."""
    item.door.compile(item.typed.args)
    result = item.door.overloads[item.typed.args]
    code = result._asdict()["library"]
    return int(code.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))
