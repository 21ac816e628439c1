"""What a kernel that Python calls is called with, and the check that it is.

A kernel takes what lies at an address as it comes: an array of another kind would be read as other numbers, one that is
too short beyond its end. So every array is looked at before: kind, layout, and the sizes, which must agree with each
other and with those of the mechanism at hand.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
Sizes = dict[str, int]


class Handle(int):
    """The address of a table of addresses and sizes; what it leads to is kept as long as it is."""

    owner: Any

    def __new__(cls, address: int, owner: Any) -> Handle:
        """Return the handle at an address, into memory that belongs to `owner`."""
        handle = super().__new__(cls, address)
        handle.owner = owner
        return handle


class Handles:
    """Handles of many bundles, for a kernel that works on all of them; they keep the bundles."""

    def __init__(self, count: int) -> None:
        self.addresses = np.zeros(count, np.int64)
        self._kept: list[Handle | None] = [None] * count

    def __getitem__(self, i: int) -> int:
        return int(self.addresses[i])

    def __setitem__(self, i: int, handle: Handle) -> None:
        self.addresses[i], self._kept[i] = handle, handle

    def __delitem__(self, i: int) -> None:
        self.addresses[i], self._kept[i] = 0, None

    @property
    def size(self) -> int:
        """How many they are, as kernels ask an array for it."""
        return self.addresses.size


PLACES: dict[str, int] = {}
"""Where in a handle the sizes of a field begin."""

_WORD = ctypes.c_int64
_SAMPLE = np.zeros(1)
_PLACE = object.__basicsize__
_SEEN = _WORD.from_address(id(_SAMPLE) + _PLACE).value == _SAMPLE.ctypes.data
"""Whether an array object begins with the address of its numbers, as it does in all versions of NumPy so far."""


def address(array: Array) -> int:
    """Return where the numbers of an array lie; asking it takes thirty times as long as looking."""
    return _WORD.from_address(id(array) + _PLACE).value if _SEEN else int(array.ctypes.data)


def described(value: Any) -> str:
    """Return what a value is, in words."""
    if not isinstance(value, np.ndarray):
        return type(value).__name__
    return f"{value.dtype}, shape {value.shape}, steps {value.strides} bytes"


def place_of(value: Any, dtype: np.dtype[Any], ndim: int) -> int:
    """Return where the numbers of an array of a kind lie; -1 for one of another kind, not in one piece, or askew."""
    if isinstance(value, np.ndarray) and value.ndim == ndim and value.flags.c_contiguous:
        found = value.dtype
        if found is dtype or found == dtype:
            place = address(value)
            return -1 if place & 7 and value.size else place
    return -1


@dataclass(frozen=True)
class Argument:
    """One argument.

    letters : i and f for the numbers that are passed on: one, the fields of a named tuple, or address and sizes
    word : as it was written
    dtype, sizes : of an array; a size is a number, a name for one that others share, "." for any, or, of a
        kernel with a handle, "field.axis" of the mechanism
    fields : class of a named tuple
    """

    letters: str
    word: str
    dtype: np.dtype[Any] | None = None
    sizes: tuple[str, ...] = ()
    fields: type | None = None

    def numbers(self, value: Any) -> list[Any]:
        """Return what is passed on for numbers; raises TypeError for what does not fit."""
        if self.fields is not None:
            if not isinstance(value, self.fields):
                raise TypeError(f"{self.fields.__name__}, not {described(value)}")
            return list(value)  # type: ignore[call-overload, no-any-return]
        if self.word == "h":
            if not isinstance(value, Handle):
                raise TypeError(f"the handle H of a bundle, not {value!r}")
            return [value]
        kinds = (int, np.integer, np.bool_) if self.letters == "i" else (float, int, np.floating, np.integer)
        if not isinstance(value, kinds):
            raise TypeError(f"{'an integer' if self.letters == 'i' else 'a number'}, not {described(value)}")
        return [int(value) if self.letters == "i" else float(value)]

    def array(self, value: Any, known: Sizes) -> list[int]:
        """Return address and sizes of an array; raises TypeError for what does not fit. `known`: sizes seen so far."""
        assert self.dtype is not None
        if self.word.startswith("h["):
            if not isinstance(value, Handles):
                raise TypeError(f"the Handles of bundles, not {described(value)}")
            value = value.addresses
        place = place_of(value, self.dtype, len(self.sizes))
        if place < 0:
            kind = f"an array of {self._element} in one piece with {len(self.sizes)} indices"
            raise TypeError(f"{kind}, not {described(value)}")
        shape = value.shape
        for size, extent in zip(self.sizes, shape, strict=True):
            if known.setdefault(size, extent) != extent and size != ".":
                due = ", ".join("any" if name == "." else str(known.get(name, "any")) for name in self.sizes)
                raise TypeError(f"an array of {self._element} of shape ({due}), not {described(value)}")
        return [place, *shape]

    @property
    def _element(self) -> str:
        return "records" if self.dtype is not None and self.dtype.names else str(self.dtype)


def parsed(words: str, others: dict[str, Any]) -> tuple[tuple[Argument, ...], str]:
    """Return the arguments and the letter of the result that a signature says: see `jit.signed`."""
    given, _, result = words.partition("->")
    return tuple(_argument(word, others) for word in given.split()), result.strip()


def _argument(word: str, others: dict[str, Any]) -> Argument:
    if word in ("i", "f", "h"):
        return Argument("f" if word == "f" else "i", word)
    if word in others:
        kind, letters = others[word]
        return Argument(letters, word, fields=kind)
    found = re.fullmatch(r"(\w+)\[([\w.,]+)\]", word)
    if found is None:
        raise ValueError(f"'{word}' is no argument of a kernel")
    sizes = tuple(found[2].split(","))
    dtype = others.get(found[1]) or np.dtype("i8" if found[1] == "h" else f"{found[1]}8")
    return Argument("i" * (1 + len(sizes)), word, dtype, sizes)


class Looked(NamedTuple):
    """Some arguments that have been looked at: the numbers passed on, sizes seen, and where they end."""

    numbers: list[Any]
    known: Sizes
    last: int


class Arguments:
    """The arguments of one kernel."""

    def __init__(self, name: str, words: str, others: dict[str, Any]) -> None:
        self._name = name
        self.each, self.result = parsed(words, others)
        self.letters = "".join(argument.letters for argument in self.each)
        sizes = {size for argument in self.each for size in argument.sizes}
        self._fixed = {size: int(size) for size in sizes if size.isdigit()}
        self._asked = [size for size in sizes if "." in size[1:]]

    def numbers(self, args: tuple[Any, ...], before: Looked | None = None) -> list[Any]:
        """Return what is passed on for all arguments after some; raises TypeError for what does not fit."""
        first = 0 if before is None else before.last
        if first + len(args) != len(self.each):
            raise TypeError(f"{self._name}: {len(self.each)} arguments are needed, not {first + len(args)}")
        return self.looked_at(args, before).numbers

    def looked_at(self, args: tuple[Any, ...], before: Looked | None = None) -> Looked:
        """Return what is passed on for the first arguments, or some more; raises TypeError for what does not fit."""
        first = 0 if before is None else before.last
        known, found, k = (self._fixed if before is None else before.known).copy(), list[Any](), first
        try:
            for k, argument in enumerate(self.each[first : first + len(args)], first):
                value = args[k - first]
                if argument.dtype is not None:
                    found += argument.array(value, known)
                else:
                    found += argument.numbers(value)
                    if argument.word == "h":
                        known.update((size, size_in(value, size)) for size in self._asked)
        except TypeError as error:
            raise TypeError(f"{self._name}: argument {k + 1} must be {error}") from None
        return Looked(found, known, first + len(args))


def size_in(handle: Handle, size: str) -> int:
    """Return the size "field.axis" of the mechanism that a handle leads to."""
    field, _, axis = size.partition(".")
    return _WORD.from_address(handle + 8 * (PLACES[field] + int(axis))).value
