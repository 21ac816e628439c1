"""Compiling: from a Python function to object code with an entry for C.

numba infers the types and writes LLVM code; the entry, the optimisation of the whole and the machine code are made
here, so that no code is made twice and none of Python's or numba's helpers is called from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from secrets import token_hex
from typing import Any

import numba
from llvmlite import ir
from numba.core import cpu, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.types import functions
from numba.np import linalg

from ._code import Code
from ._doors import Kind, flattened
from ._lowering import KINDS, WORD, array_at, array_kind
from ._passes import Compiler
from ._python import Python

# Kernels allocate nothing, so numba need not count references: that alone halves the run time of
# small kernels, whose arrays would otherwise be counted at every call. "contract" allows fused
# multiply-add, which rounds once instead of twice; nothing else of fastmath is allowed.
FLAGS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "fastmath": {"contract"}}
# Kernels hold nothing that numba would write anew before it compiles; looking for it takes a twentieth of the time.
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "no_rewrites": True}


def dispatcher(function: Callable[..., Any]) -> Any:
    """Return what numba makes of a function: code for other code only."""
    return numba.njit(**FLAGS, **_INSIDE, pipeline_class=Compiler)(function)


# ---- sparing numba work --------------------------------------------------------------------------


def _remember_signatures() -> None:
    """Let numba remember what it found out about operators and built-in functions.

    For every ``a * b`` it asks some dozen templates whether they fit; the kernels ask the same three hundred questions
    five thousand times. Remembering the answers takes a third off the time of compiling.
    """
    find = functions.BaseFunction.get_call_type
    answers: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or type(self) is not types.Function:
            return find(self, context, args, kws)
        if (self, args) not in answers:
            answers[self, args] = find(self, context, args, kws)
        return answers[self, args]

    setattr(functions.BaseFunction, "get_call_type", get_call_type)  # noqa: B010  (mypy knows it as a method)


def _leave_scipy_out() -> None:
    """Load numba's array functions without scipy.linalg, which they import only to see whether it is there.

    No kernel uses it, and it takes a quarter of the time from the command to the first result. Functions of numba that
    do use it (``np.dot`` ...) look for it themselves when they are compiled.
    """
    look = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look


def _leave_helpers() -> None:
    """Let numba leave what only other kernels call as it is, for their callers to take in and optimise.

    It would optimise each by itself and make machine code of it, which takes a fifth of the time of compiling.
    """
    make = cpu.CPUContext.get_executable

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        doors = {fndesc.llvm_cpython_wrapper_name, fndesc.llvm_cfunc_wrapper_name}
        if not any(f.name in doors for f in library._final_module.functions):
            library._optimize_final_module = lambda: None
            library._finalize_final_module = partial(setattr, library, "_finalized", True)
            return [fndesc].copy  # numba wants some built-in function of its own for each; nobody calls it
        return make(self, library, fndesc, env)

    setattr(cpu.CPUContext, "get_executable", get_executable)  # noqa: B010  (mypy knows it as a method)


_remember_signatures()
_leave_helpers()
_leave_scipy_out()


# ---- code ---------------------------------------------------------------------------------------


def stage_code(dispatcher: Any, signature: str) -> Code:
    """Compile a function of numbers: see `_stages`."""
    result, *arguments = (KINDS[letter] for letter in signature)

    def enter(context: Any, module: Any, symbol: str, inner: Any) -> None:
        kinds = [context.get_value_type(kind) for kind in (result, *arguments)]
        function = ir.Function(module, ir.FunctionType(kinds[0], kinds[1:]), symbol)
        builder = ir.IRBuilder(function.append_basic_block("entry"))
        found = inner(builder, list(function.args))
        builder.ret(context.cast(builder, found, inner.result, result))

    return _code(dispatcher, tuple(arguments), enter)


def door_code(dispatcher: Any, kinds: tuple[Kind, ...]) -> Code:
    """Compile a function of arrays and numbers: see `_doors`.

    The entry is a function of Python's C API: it gets an array with the addresses of what it must know, an array of
    objects and their number, and returns an object, NotImplemented when it refuses what it was given.
    """

    def enter(context: Any, module: Any, symbol: str, inner: Any) -> None:
        flat = [field for kind in kinds for field in flattened(kind)]
        function = ir.Function(module, ir.FunctionType(WORD, [WORD, WORD, WORD]), symbol)
        python = Python(ir.IRBuilder(function.append_basic_block("entry")), function.args[0])
        builder = python.builder
        python.refuse_if(builder.icmp_signed("!=", function.args[2], WORD(len(flat))))
        elements = iter(range(len(flat)))
        values = []
        for k, field in enumerate(flat):
            value = python.read(function.args[1], 8 * k)
            if isinstance(field, str):
                values.append(python.number(field, value))
            else:
                address, shape = python.array(value, field[1], next(elements))
                values.append(array_at(context, builder, array_kind(*field), address, shape))
        thread = python.call("PyEval_SaveThread")
        found = inner(builder, _gathered(context, builder, inner.arguments, values))
        python.call("PyEval_RestoreThread", thread, returns=ir.VoidType())
        builder.ret(python.result(_numbers(context, builder, inner.result, found)))

    return _code(dispatcher, tuple(_kind(kind) for kind in kinds), enter)


class _Inner:
    """Calls the function as numba compiled it."""

    def __init__(self, context: Any, module: Any, fndesc: Any) -> None:
        self._context, self.result, self.arguments = context, fndesc.restype, fndesc.argtypes
        kind = context.call_conv.get_function_type(self.result, self.arguments)
        self._function = ir.Function(module, kind, fndesc.llvm_func_name)

    def __call__(self, builder: Any, values: list[Any]) -> Any:
        call = self._context.call_conv.call_function
        _, found = call(builder, self._function, self.result, self.arguments, values)  # kernels raise nothing
        return found


def _code(dispatcher: Any, arguments: tuple[Any, ...], enter: Callable[..., None]) -> Code:
    """Compile a function and its entry, which `enter` writes, to object code."""
    dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]._asdict()
    context, fndesc = cpu_target.target_context, compiled["fndesc"]
    symbol = f"linkwork_{dispatcher.py_func.__name__}_{token_hex(8)}"
    with global_compiler_lock:
        library = context.codegen().create_library(symbol)
        entry = library.create_ir_module(symbol)
        enter(context, entry, symbol, _Inner(context, entry, fndesc))
        library.add_ir_module(entry)
        module = library._final_module
        module.link_in(compiled["library"]._get_module_for_linking(), preserve=True)
        _hide(module, symbol)
        passes, options = library._codegen._module_pass_manager()
        passes.run(module, options)
        module.verify()
        return Code(symbol, _needs(module), library._codegen._tm.emit_object(module))


def _hide(module: Any, symbol: str) -> None:
    """Make everything but the entry private to the module, so that it is left out once its callers have taken it in."""
    for item in (*module.functions, *module.global_variables):
        if not item.is_declaration and item.name != symbol:
            item.linkage = "internal"


def _needs(module: Any) -> list[str]:
    """Return the functions outside that the code of a module may call."""
    outside = [f.name for f in (*module.functions, *module.global_variables) if f.is_declaration]
    plain = [name for name in outside if not name.startswith("llvm.")]
    # What LLVM calls by its own name, it may take from the mathematical library.
    mathematics = [
        found[1] for name in outside if (found := re.fullmatch(r"llvm\.(sin|cos|pow|exp|log|log10)\.f64", name))
    ]
    return sorted({*plain, *mathematics})


# ---- arguments and results of doors ---------------------------------------------------------------


def _kind(kind: Kind) -> Any:
    """Return numba's type for a kind of argument."""
    if isinstance(kind, str):
        return KINDS[kind]
    if isinstance(kind[0], type):
        return types.NamedTuple([KINDS[letter] for letter in kind[1]], kind[0])
    return array_kind(*kind)


def _gathered(context: Any, builder: Any, arguments: tuple[Any, ...], values: list[Any]) -> list[Any]:
    """Return the arguments, with the numbers of each named tuple put together."""
    found, rest = [], list(values)
    for kind in arguments:
        if isinstance(kind, types.BaseTuple):
            fields, rest = rest[: len(kind)], rest[len(kind) :]
            found.append(context.make_tuple(builder, kind, fields))
        else:
            found.append(rest.pop(0))
    return found


def _numbers(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:
    """Return the numbers that make up a result: none, one, or those of a tuple of several."""
    if kind in (types.none, types.void):
        return []
    if isinstance(kind, types.BaseTuple):
        parts = enumerate(kind.types)  # type: ignore[attr-defined]
        return [_numbers(context, builder, part, builder.extract_value(value, k))[0] for k, part in parts]
    if kind == types.float64:
        return [value]
    if not isinstance(kind, types.Integer | types.Boolean):
        raise TypeError(f"A kernel that Python calls returns numbers or nothing, not {kind}.")
    return [context.cast(builder, value, kind, types.int64)]
