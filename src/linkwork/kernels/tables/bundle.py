"""The arrays of one run in memory, and the handle by which kernels find them."""

from __future__ import annotations

from copy import copy
from functools import cache
from math import prod
from typing import Any

import numpy as np

from ..compiler.arguments import Handle, address
from ..compiler.stages import ADDRESSES, addresses_with
from .fields import ATTACHED, FIELDS, PLACE, SINGLE, TABLES, WIDTH, WORK, sizes_of

_F8 = np.dtype("f8")


class Layout:
    """The constant tables of a plan, and where the work and state arrays of a run will lie in memory.

    Made once for a plan, so that starting a run costs one allocation.
    """

    def __init__(self, tables: dict[str, np.ndarray[Any, Any]], others: dict[str, int]) -> None:
        """Take the sizes from the tables, and `others` that do not stand there."""
        self.arrays = {name: np.ascontiguousarray(tables[name], FIELDS[name].dtype) for name in TABLES}
        sizes = sizes_of(self.arrays) | others
        self.shapes = {name: FIELDS[name].shape(sizes) for name in WORK}
        self.H = np.zeros(1 + WIDTH * len(FIELDS), np.int64)
        self.H[0] = ADDRESSES.ctypes.data
        for name, array in self.arrays.items():
            self._note(name, array.ctypes.data, array.shape)
        self.size = 0
        self.offsets: dict[str, int] = {}
        for name, shape in self.shapes.items():
            self.offsets[name] = self.size
            self._note(name, 8 * self.size, shape)
            self.size += prod(shape) * FIELDS[name].dtype.itemsize // 8
        self.places = np.array([PLACE[name] for name in WORK])

    def with_tables(self, tables: dict[str, np.ndarray[Any, Any]]) -> Layout:
        """Return a copy with other tables of the same kinds and shapes in place of some."""
        other = copy(self)
        other.arrays, other.H = {**self.arrays, **tables}, self.H.copy()
        for name, array in tables.items():
            other._note(name, address(array), array.shape)
        return other

    def _note(self, name: str, address: int, shape: tuple[int, ...]) -> None:
        place = PLACE[name]
        self.H[place] = address
        self.H[place + 1 : place + 1 + len(shape)] = shape


class Bundle:
    """Tables, work and state arrays of one run by name, and the handle `H` through which kernels open them.

    What is one record, `control` and `counts`, is had as that: ``bundle.control.time``.

    Work and state arrays lie in one piece of memory, all with entries of eight bytes; they are zero at first, or a copy
    of those of the bundle `like`, with the arrays that are attached to it.
    """

    control: Any
    counts: Any

    def __init__(self, layout: Layout, like: Bundle | None = None) -> None:
        self._layout = layout
        self._memory: np.ndarray[Any, Any] = np.zeros(layout.size) if like is None else like._memory.copy()
        self._handle: np.ndarray[Any, Any] = (layout.H if like is None else like._handle).copy()
        self._start: int = address(self._memory)
        self._handle[layout.places] += self._start - (0 if like is None else like._start)
        self._address = address(self._handle)
        self._redirected: dict[int, int] = {}
        self._addresses = ADDRESSES  # of all stages; a redirected one has its own
        self._handle[0] = layout.H[0]

    @property
    def H(self) -> Handle:
        """The handle for kernels; it keeps the bundle, so that what it leads to stays in memory."""
        return Handle(self._address, self)

    @property
    def redirected(self) -> bool:
        """Whether kernels call other code in place of some stages."""
        return bool(self._redirected)

    def redirect(self, places: dict[int, int]) -> None:
        """Let kernels call other code in place of some stages: the address for the place of each stage."""
        self._redirected |= places
        self._addresses = addresses_with(self._redirected)
        self._handle[0] = self._addresses.ctypes.data

    def attach(self, name: str, array: np.ndarray[Any, Any]) -> None:
        """Let kernels open `array`, which must lie in one piece, under one of the names in ATTACHED."""
        dtype, ndim = FIELDS[name].dtype, FIELDS[name].ndim
        if name not in ATTACHED or array.dtype is not dtype or array.ndim != ndim or not array.flags.c_contiguous:
            raise ValueError(f"'{name}' cannot be attached: {array.dtype}, {array.shape}")
        place = PLACE[name]
        self._handle[place : place + 1 + ndim] = address(array), *array.shape
        self.__dict__[name] = array

    def with_tables(self, tables: dict[str, np.ndarray[Any, Any]]) -> Bundle:
        """Return a copy with other tables of the same kinds and shapes in place of some."""
        made = Bundle(self._layout, self)
        for name, table in tables.items():
            known = self._layout.arrays[name]
            kind = table.dtype is known.dtype or table.dtype == known.dtype  # to compare records takes long
            if not kind or table.shape != known.shape or not table.flags.c_contiguous:
                raise ValueError(f"'{name}' is no such table: {table.dtype}, {table.shape}")
            made._handle[PLACE[name]] = address(table)
            made.__dict__[name] = table
        return made

    def attach_new(self, shapes: dict[str, tuple[int, ...]]) -> list[np.ndarray[Any, Any]]:
        """Attach new arrays of zeros, which lie one after the other in one piece of memory; return them."""
        memory = np.zeros(sum(map(prod, shapes.values())))
        start, offset, made, entries = address(memory), 0, [], []
        for name, shape in shapes.items():
            array = self.__dict__[name] = np.ndarray(shape, _F8, memory, offset)
            made.append(array)
            entries += [start + offset, *shape]
            offset += array.nbytes
        self._handle[_entries_of(tuple(shapes))] = entries
        return made

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """Return a work or state array, also one of a single record."""
        layout = self.__dict__["_layout"]
        return np.ndarray(layout.shapes[name], FIELDS[name].dtype, self.__dict__["_memory"], 8 * layout.offsets[name])

    def __getattr__(self, name: str) -> np.ndarray[Any, Any]:
        layout = self.__dict__["_layout"]
        if name in layout.arrays:
            return layout.arrays[name]  # type: ignore[no-any-return]
        if name not in layout.shapes:
            raise AttributeError(name)
        array = self.array(name)
        self.__dict__[name] = _record_of(FIELDS[name].dtype)(array) if name in SINGLE else array
        return self.__dict__[name]  # type: ignore[no-any-return]


class Record:
    """A single record of numbers of one kind: fields as attributes or by name, ten times as quick as NumPy's own."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.numbers = array.view(array.dtype[0])

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


@cache
def _record_of(dtype: np.dtype[Any]) -> type[Record]:
    """Return the class of records of a kind."""

    def field(k: int) -> property:
        return property(lambda self: self.numbers[k], lambda self, value: self.numbers.__setitem__(k, value))

    return type("Record", (Record,), {name: field(k) for k, name in enumerate(dtype.names or ())})


@cache
def _entries_of(names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """Return the places in a handle of the addresses and sizes of some fields."""
    return np.array([PLACE[name] + k for name in names for k in range(1 + FIELDS[name].ndim)])
