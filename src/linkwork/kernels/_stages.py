"""Arrays by address and calls by address: what kernels that nest deeply are made of.

A kernel gets one handle, the address of a table of addresses and sizes. It opens the arrays it needs from
there and calls other stages through a table of their addresses.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from functools import cached_property, partial, wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _code
from ._jit import JIT, Compiled, Written, as_records


def opener(offset: int, dtype: np.dtype[Any], ndim: int) -> Any:
    """Return a function that opens the array whose address and shape stand at place `offset` of a handle H.

    A handle is the address of a table of addresses and sizes (`tables`).
    """
    if not JIT:
        return partial(_opened, offset, dtype, ndim)
    return Written("opening", offset, dtype, ndim)


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
    return Written("numbers_at", ndim)


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
    "turn_inertias",
    "bear_flanks",
    "touch",
    "lie",
    "comply",
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
    "dissipated_power",
    "first_modes",
    "settle",
    "impact",
    "inside",
    "events_within",
    "blur",
    "course_ahead",
    "turn_course",
    "attempt",
    "land",
    "commit",
    "note_speeds",
    "remember",
    "store",
    "kinetic_energy",
    "potential_energy",
    "seek",
    "react",
    "restart",
    "begin",
    "resume",
    "write_until",
    "integrate",
    "rub",
    "unlift",
    "look_back",
    "lowest_pivot",
    "join",
    "watch",
    "implicit_step",
    "solve_stage",
    "solve_augmented",
    "read_dials",
)
"""Kernels that others call by address. Their order is part of the compiled code, hence of the digest."""

ADDRESSES = np.zeros(len(STAGES), np.int64)
"""Where the compiled stages are; the first entry of every handle points here."""


_copies: dict[int, weakref.ref[NDArray[np.int64]]] = {}


def addresses_with(others: dict[int, int]) -> NDArray[np.int64]:
    """Return a table of the addresses with others at some places; stages that are loaded later are entered too."""
    table = ADDRESSES.copy()
    table[list(others)] = list(others.values())
    copy = weakref.ref(table, lambda gone: _copies.pop(id(gone), None))
    _copies[id(copy)] = copy
    return table


class Handle(int):
    """The address of a table of addresses and sizes; what it leads to is kept as long as it is."""

    owner: Any

    def __new__(cls, address: int, owner: Any) -> Handle:
        """Return the handle at an address, into memory that belongs to `owner`."""
        handle = super().__new__(cls, address)
        handle.owner = owner
        return handle


SIZES: dict[str, tuple[int, int]] = {}
"""By the letter of an array argument: where in a handle the sizes of the field like it stand, and how many they are."""


def _addresses(name: str, letters: str, handle: int, args: tuple[Any, ...]) -> list[Any]:
    """Return the arguments after the handle with addresses for arrays; raises TypeError for one that does not fit.

    A kernel takes what lies at an address as it comes: an array of another kind would be read as other numbers, one
    that is too short beyond its end.
    """
    given = list(args)
    for k, letter in enumerate(letters[2 : 2 + len(args)]):
        if letter in SIZES and (JIT or isinstance(args[k], np.ndarray)):  # kernels themselves pass addresses
            place, count = SIZES[letter]
            shape = tuple((ctypes.c_int64 * count).from_address(int(handle) + 8 * place))
            if not _fits(args[k], shape):
                must = f"must be an array of float64 in one piece, shape {shape}"
                raise TypeError(f"{name}: argument {k + 2} {must}, not {_described(args[k])}")
            given[k] = args[k].ctypes.data
    return given


def _fits(value: Any, shape: tuple[int, ...]) -> bool:
    if not isinstance(value, np.ndarray) or value.dtype != np.float64 or value.shape != shape:
        return False
    return value.flags.c_contiguous and value.flags.aligned


def _described(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return type(value).__name__
    return f"{value.dtype}, shape {value.shape}, steps {value.strides} bytes"


class Stage(Compiled):
    """A kernel compiled once by itself, that other kernels call by its address and Python as usual.

    numba copies the code of every callee into its callers and optimises it there again; the compile time of
    nested kernels multiplies. A call by address costs two nanoseconds and compiles in no time.
    """

    entry: Any  # the compiled function for Python, once it is loaded

    def __init__(self, function: Callable[..., Any], signature: str, optional: bool) -> None:
        super().__init__(function)
        self.letters, self.optional, self.ready = signature, optional, False
        self.signature = "".join("f" if letter == "f" else "i" for letter in signature)  # an address is an integer
        self.place = STAGES.index(function.__name__)
        self.prototype = _prototype(signature)

    def __call__(self, handle: Handle, *args: Any) -> Any:
        prepare(self)
        if not isinstance(handle, Handle):
            raise TypeError(f"{self.__name__}: argument 1 must be the handle H of a bundle, not {handle!r}")
        return self.entry(handle, *_addresses(self.__name__, self.letters, handle, args))

    @cached_property
    def _numba_type_(self) -> Any:
        """What the stage is to a kernel that calls it: a call by address."""
        from ._lowering import calling, written

        return written(calling(self.place, self.signature))

    def find(self) -> bool:
        """Load the stage if it is kept on disk; return whether it is loaded."""
        with _code.lock:
            if ADDRESSES[self.place] == 0:
                code = _code.read(_code.name_of(self.py_func))
                self._note(_code.load(code) if code else 0)
        return bool(ADDRESSES[self.place])

    def make(self) -> None:
        """Compile the stage, load it and keep it on disk."""
        from ._emitting import stage_code

        code = stage_code(self.dispatcher, self.signature)
        _code.write(_code.name_of(self.py_func), code)
        self._note(_code.load_new(code))

    def _note(self, address: int) -> None:
        if address:
            self.entry = self.prototype(address)
            ADDRESSES[self.place] = address
            for copy in list(_copies.values()):
                table = copy()
                if table is not None and table[self.place] == 0:
                    table[self.place] = address


def _prototype(signature: str) -> Any:
    return ctypes.CFUNCTYPE(*(ctypes.c_double if letter == "f" else ctypes.c_int64 for letter in signature))


def stage(signature: str, *, optional: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of numbers by itself; `signature` has a letter for the result and each argument.

    f: a float, i: an integer; the first argument is the handle. q, V, s: an array with the sizes of that field, which
    is passed as its address and opened with `matrix_at`. An optional stage is compiled when a plan asks for it, not
    because a kernel could call it.
    """

    def make(function: Callable[..., Any]) -> Any:
        return Stage(function, signature, optional) if JIT else _by_address(function, signature)

    return make


def _by_address(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Return a stage for running without the compiler: arrays are passed as addresses."""
    place, prototype = STAGES.index(function.__name__), _prototype(signature)

    def as_it_is(handle: int, *args: Any) -> Any:
        return function(handle, *_addresses(function.__name__, signature, handle, args))

    @wraps(function)
    def call(handle: int, *args: Any) -> Any:
        table = ctypes.c_int64.from_address(int(handle)).value
        other = ctypes.c_int64.from_address(table + 8 * place).value  # zero unless it is redirected
        given = _addresses(function.__name__, signature, handle, args)
        return (prototype(other) if other else function)(handle, *given)

    call.place, call.prototype, call.direct = place, prototype, as_it_is  # type: ignore[attr-defined]
    return call


def direct(stage: Any) -> Callable[..., Any]:
    """Return a stage to be called as it is, whatever a handle says about its place."""
    return stage if JIT else stage.direct  # type: ignore[no-any-return]


def prepare(entry: Any) -> None:
    """Compile, or load from the disk cache, every stage that a kernel may call."""
    if not JIT or getattr(entry, "ready", False):
        return
    for needed in needed_by(entry):
        load(needed)
    entry.ready = True


def load(item: Stage) -> None:
    """Load a stage, compiled if need be."""
    with _code.lock:
        if not item.find():
            item.make()


def address_of(stage: Any) -> tuple[int, Any]:
    """Return the address of a stage, compiled if need be, and what must be kept while it is in use."""
    if JIT:
        prepare(stage)
        return int(ADDRESSES[stage.place]), None
    pointer = stage.prototype(stage.__wrapped__)
    return int(ctypes.cast(pointer, ctypes.c_void_p).value or 0), pointer


def callees(item: Compiled) -> list[Compiled]:
    """Return the stages and helpers that a kernel calls by name."""
    function = item.py_func
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [other for other in named if isinstance(other, Compiled)]


def needed_by(entry: Any) -> list[Stage]:
    """Return the stages a kernel needs, itself included, innermost first."""
    found: dict[int, Stage] = {}
    seen: set[int] = set()

    def visit(item: Compiled, asked: bool) -> None:
        if id(item) in seen:
            return
        seen.add(id(item))
        if isinstance(item, Stage) and item.optional and not asked:
            return
        for other in callees(item):
            visit(other, False)
        if isinstance(item, Stage):
            found[item.place] = item

    visit(entry, True)
    return list(found.values())
