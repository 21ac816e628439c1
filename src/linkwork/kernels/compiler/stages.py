"""Arrays by address and calls by address: what kernels that nest deeply are made of.

A kernel gets one handle, the address of a table of addresses and sizes. It opens the arrays it needs from
there and calls other stages through a table of their addresses.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from functools import cached_property, partial, wraps
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import prebuilt
from .arguments import Arguments, Handle, described, place_of, size_in
from .doors import Entered, prototype
from .jit import JIT, Written, as_records
from .keyboard import held
from .progress import finish, unfinished

_F8 = np.dtype("f8")

ARRAYS = {"q": 2, "V": 3, "s": 1}
"""Letters of arguments of stages that are arrays like the field of that name, and how many indices they have."""


def opener(offset: int, dtype: np.dtype[Any], axes: tuple[int | str, ...]) -> Any:
    """Return a function that opens the array whose address and shape stand at place `offset` of a handle H.

    A handle is the address of a table of addresses and sizes (`tables.fields`); a size that is always the same stands
    in `axes`, too.
    """
    if not JIT:
        return partial(_opened, offset, dtype, len(axes))
    return Written("opening", offset, dtype, axes)


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
        return lambda address, *shape: _at(address, _F8, shape)
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
    "search_contact",
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
    "wall_gap",
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
    "leaves",
    "lowest_pivot",
    "join",
    "watch",
    "observe",
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


def _addresses(name: str, letters: str, handle: Handle, args: tuple[Any, ...]) -> list[Any]:
    """Return the arguments after the handle with addresses for arrays; raises TypeError for one that does not fit.

    A kernel takes what lies at an address as it comes: an array of another kind would be read as other numbers, one
    that is too short beyond its end.
    """
    given = list(args)
    for k, letter in enumerate(letters[2 : 2 + len(args)]):
        if letter in ARRAYS and (JIT or isinstance(args[k], np.ndarray)):  # kernels themselves pass addresses
            shape = tuple(size_in(handle, f"{letter}.{axis}") for axis in range(ARRAYS[letter]))
            given[k] = place_of(args[k], _F8, len(shape))
            if given[k] < 0 or args[k].shape != shape:
                must = f"must be an array of float64 in one piece, shape {shape}"
                raise TypeError(f"{name}: argument {k + 2} {must}, not {described(args[k])}")
    return given


class Stage(Entered):
    """A kernel compiled once by itself, that other kernels call by its address and Python as usual.

    numba copies the code of every callee into its callers and optimises it there again; the compile time of
    nested kernels multiplies. A call by address costs two nanoseconds and compiles in no time.

    Where stages are compiled on demand, the address of one that is not there yet is that of a Python function, which
    compiles or loads it and calls it: what no model needs is never compiled.
    """

    def __init__(self, function: Callable[..., Any], letters: str) -> None:
        super().__init__(function)
        self.letters = letters
        # An array is passed on as its address, an integer.
        self.signature = "".join("f" if letter == "f" else "i" for letter in letters)
        self.arguments = Arguments(function.__name__, f"{' '.join(self.signature[1:])} -> {self.signature[0]}", {})
        self.place = STAGES.index(function.__name__)
        found = prebuilt.address(function)
        if found:
            self.take(found)
        else:
            self._first = self.prototype(self._load_and_call)
            ADDRESSES[self.place] = _address_of(self._first)

    def __call__(self, handle: Handle, *args: Any) -> Any:
        if not isinstance(handle, Handle):
            raise TypeError(f"{self.__name__}: argument 1 must be the handle H of a bundle, not {handle!r}")
        result = (self.entry or self.load())(handle, *_addresses(self.__name__, self.letters, handle, args))
        if unfinished:
            finish()
        return result

    @cached_property
    def _numba_type_(self) -> Any:
        """What the stage is to a kernel that calls it: a call by address."""
        from .lowering import calling, written

        return written(calling(self.place, self.signature))

    def _load_and_call(self, *args: Any) -> Any:
        """Load the stage and call it, for compiled code that found it missing; what goes wrong is raised later."""
        try:
            with held():
                self.load()
        except BaseException as error:
            unfinished.append(error)
        if self.entry is None:
            return -1 if self.signature[0] == "i" else nan
        return self.entry(*args)

    def take(self, address: int) -> None:
        """Note where the code of the stage is, in the tables of all kernels."""
        super().take(address)
        before, ADDRESSES[self.place] = ADDRESSES[self.place], address
        for copy in list(_copies.values()):
            table = copy()
            if table is not None and table[self.place] == before:
                table[self.place] = address


def _address_of(function: Any) -> int:
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def stage(letters: str) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of numbers by itself; there is a letter for the result and each argument.

    f: a float, i: an integer; the first argument is the handle. q, V, s: an array with the sizes of that field, which
    is passed as its address and opened with `matrix_at`.
    """

    def make(function: Callable[..., Any]) -> Any:
        return Stage(function, letters) if JIT else _by_address(function, letters)

    return make


def _by_address(function: Callable[..., Any], letters: str) -> Callable[..., Any]:
    """Return a stage for running without the compiler: arrays are passed as addresses."""
    place = STAGES.index(function.__name__)
    numbers = "".join("f" if letter == "f" else "i" for letter in letters)
    called = prototype(numbers[0], numbers[1:])

    def as_it_is(handle: Handle, *args: Any) -> Any:
        return function(handle, *_addresses(function.__name__, letters, handle, args))

    @wraps(function)
    def call(handle: Handle, *args: Any) -> Any:
        table = ctypes.c_int64.from_address(int(handle)).value
        other = ctypes.c_int64.from_address(table + 8 * place).value  # zero unless it is redirected
        given = _addresses(function.__name__, letters, handle, args)
        return (called(other) if other else function)(handle, *given)

    call.place, call.prototype, call.direct = place, called, as_it_is  # type: ignore[attr-defined]
    return call


def direct(stage: Any) -> Callable[..., Any]:
    """Return a stage to be called as it is, whatever a handle says about its place."""
    return stage if JIT else stage.direct  # type: ignore[no-any-return]


def address_of(stage: Any) -> tuple[int, Any]:
    """Return the address of a stage and what must be kept while it is in use."""
    if JIT:
        stage.load()
        return int(ADDRESSES[stage.place]), None
    pointer = stage.prototype(stage.__wrapped__)
    return _address_of(pointer), pointer
