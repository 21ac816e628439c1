"""What a kernel that Python calls is called with, and the check that it is.

A kernel takes what lies at an address as it comes: an array of another kind would be read as other numbers, one that is
too short beyond its end. So every array is looked at before: kind, layout, and the sizes, which must agree with each
other and with those of the mechanism at hand.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from typing import Any

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


PLACES: dict[str, int] = {}
"""Where in a handle the sizes of a field begin."""

_ANY = ctypes.c_char * 0


def address(array: Array) -> int:
    """Return where an array that lies in one piece lies; asking it takes four times as long."""
    writeable: Any = array if array.flags.writeable else None
    return int(array.ctypes.data) if writeable is None else ctypes.addressof(_ANY.from_buffer(writeable))


def described(value: Any) -> str:
    """Return what a value is, in words."""
    if not isinstance(value, np.ndarray):
        return type(value).__name__
    return f"{value.dtype}, shape {value.shape}, steps {value.strides} bytes"


def fits(value: Any, dtype: np.dtype[Any], ndim: int) -> bool:
    """Return whether a value is an array of a kind that lies in one piece."""
    if not isinstance(value, np.ndarray) or value.ndim != ndim:
        return False
    if not (value.dtype is dtype or value.dtype == dtype) or not (value.flags.c_contiguous and value.flags.aligned):
        return False
    return dtype.names is None or address(value) % 8 == 0  # of records without gaps numpy says that they always are


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

    def numbers(self, value: Any, known: Sizes) -> list[Any]:
        """Return what is passed on; raises TypeError for what does not fit. `known`: the sizes seen so far."""
        if self.dtype is not None:
            return self._array(value, known)
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

    def _array(self, value: Any, known: Sizes) -> list[Any]:
        assert self.dtype is not None
        if not fits(value, self.dtype, len(self.sizes)):
            kind = f"an array of {self._element} in one piece with {len(self.sizes)} indices"
            raise TypeError(f"{kind}, not {described(value)}")
        for size, extent in zip(self.sizes, value.shape, strict=True):
            if size != "." and known.setdefault(size, extent) != extent:
                due = tuple(known.get(name, -1) for name in self.sizes)
                shape = ", ".join("any" if extent < 0 else str(extent) for extent in due)
                raise TypeError(f"an array of {self._element} of shape ({shape}), not {described(value)}")
        return [address(value), *value.shape]

    @property
    def _element(self) -> str:
        return "records" if self.dtype is not None and self.dtype.names else str(self.dtype)


def parsed(words: str, others: dict[str, Any]) -> tuple[tuple[Argument, ...], str]:
    """Return the arguments and the letter of the result that a signature says: see `_jit.signed`."""
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
    dtype = others[found[1]] if found[1] in others else np.dtype(f"{found[1]}8")
    return Argument("i" * (1 + len(sizes)), word, dtype, sizes)


class Arguments:
    """The arguments of one kernel."""

    def __init__(self, name: str, words: str, others: dict[str, Any]) -> None:
        self._name = name
        self.each, self.result = parsed(words, others)
        self.letters = "".join(argument.letters for argument in self.each)
        sizes = {size for argument in self.each for size in argument.sizes}
        self._fixed = {size: int(size) for size in sizes if size.isdigit()}
        self._asked = [size for size in sizes if "." in size[1:]]

    def numbers(self, args: tuple[Any, ...]) -> list[Any]:
        """Return what is passed on for all arguments; raises TypeError for what does not fit."""
        if len(args) != len(self.each):
            raise TypeError(f"{self._name}: {len(self.each)} arguments are needed, not {len(args)}")
        known, found = dict(self._fixed), []
        for k, (argument, value) in enumerate(zip(self.each, args, strict=True), 1):
            try:
                found += argument.numbers(value, known)
            except TypeError as error:
                raise TypeError(f"{self._name}: argument {k} must be {error}") from None
            if argument.word == "h":
                known.update((size, size_in(value, size)) for size in self._asked)
        return found


def size_in(handle: Handle, size: str) -> int:
    """Return the size "field.axis" of the mechanism that a handle leads to."""
    field, _, axis = size.partition(".")
    return ctypes.c_int64.from_address(handle + 8 * (PLACES[field] + int(axis))).value
