"""Compiling: from a Python function to object code with an entry for C.

numba infers the types and writes LLVM code; the entry, the optimisation of the whole and the machine code are made
here, so that no code is made twice, none of Python's or numba's helpers is called from it, and it can be made for
another machine than this one (`target`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numba
from llvmlite import ir
from numba.core import config, cpu, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.llvm_bindings import create_pass_builder
from numba.core.registry import cpu_target
from numba.core.types import functions
from numba.np import linalg

from .arguments import Argument
from .lowering import KINDS, WORD, array_at, array_kind
from .machine_code import Code
from .target import Target, machine

# Kernels allocate nothing, so numba need not count references: that alone halves the run time of
# small kernels, whose arrays would otherwise be counted at every call. "contract" allows fused
# multiply-add, which rounds once instead of twice; nothing else of fastmath is allowed.
FLAGS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "fastmath": {"contract"}}
# Kernels hold nothing that numba would write anew before it compiles; looking for it takes a twentieth of the time.
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "no_rewrites": True}


def dispatcher(function: Callable[..., Any], whole: bool = False) -> Any:
    """Return what numba makes of a function: code for other code only, which takes it in as a whole if asked."""
    return numba.njit(**FLAGS, **_INSIDE, forceinline=whole)(function)


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


def code(dispatcher: Any, symbol: str, arguments: tuple[Argument, ...], result: str, target: Target) -> Code:
    """Compile a function and its entry for C, called `symbol`, to object code for a target.

    The entry takes numbers, and for each array its address and sizes; it returns a number or nothing ("").
    """
    kinds = tuple(_kind(argument) for argument in arguments)
    dispatcher.compile(kinds)
    compiled = dispatcher.overloads[kinds]._asdict()
    context, fndesc = cpu_target.target_context, compiled["fndesc"]
    with global_compiler_lock:
        library = context.codegen().create_library(symbol)
        entry = library.create_ir_module(symbol)
        _enter(context, entry, symbol, (arguments, result), fndesc)
        library.add_ir_module(entry)
        module = library._final_module
        module.link_in(compiled["library"]._get_module_for_linking(), preserve=True)
        _hide(module, symbol)
        module.triple, module.data_layout = target.triple, str(machine(target).target_data)
        _optimise(module, target)
        module.verify()
        return Code(symbol, _needs(module), machine(target).emit_object(module))


def _optimise(module: Any, target: Target) -> None:
    given: Any = config
    how = {"opt": given.OPT, "loop_vectorize": given.LOOP_VECTORIZE, "slp_vectorize": given.SLP_VECTORIZE}
    builder = create_pass_builder(machine(target), **how)
    builder.getModulePassManager().run(module, builder)


def _enter(context: Any, module: Any, symbol: str, shape: tuple[tuple[Argument, ...], str], fndesc: Any) -> None:
    """Write the entry: it puts arrays and named tuples together and calls the function as numba compiled it."""
    arguments, result = shape
    words = [WORD if letter == "i" else ir.DoubleType() for argument in arguments for letter in argument.letters]
    returns = context.get_value_type(KINDS[result]) if result else ir.VoidType()
    function = ir.Function(module, ir.FunctionType(returns, words), symbol)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    rest = list(function.args)
    values = []
    for argument, kind in zip(arguments, fndesc.argtypes, strict=True):
        count = len(argument.letters)
        given, rest = rest[:count], rest[count:]
        values.append(_gathered(context, builder, kind, given))
    inner = ir.Function(
        module, context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes), fndesc.llvm_func_name
    )
    call = context.call_conv.call_function
    _, found = call(builder, inner, fndesc.restype, fndesc.argtypes, values)  # kernels raise nothing
    if result:
        builder.ret(context.cast(builder, found, fndesc.restype, KINDS[result]))
    else:
        builder.ret_void()


def _kind(argument: Argument) -> Any:
    """Return numba's type of an argument."""
    if argument.dtype is not None:
        return array_kind(argument.dtype, len(argument.sizes))
    if argument.fields is not None:
        return types.NamedTuple([KINDS[letter] for letter in argument.letters], argument.fields)
    return KINDS[argument.letters]


def _gathered(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """Return an argument made of numbers: an array of its address and sizes, a named tuple of its fields."""
    if isinstance(kind, types.Array):
        return array_at(context, builder, kind, words[0], words[1:])
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, words)
    return words[0]


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
