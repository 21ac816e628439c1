"""Kernels that Python calls with arrays and numbers.

The compiled entry of a door is a function for Python as in any extension module: it looks into the objects it is given
by itself, which takes some nanoseconds, where asking for addresses and shapes in Python takes ten microseconds.
It checks class, number of indices, element type and layout, and refuses what it was not compiled for. The slow way then
finds out what the arguments are, and compiles an entry for them if there is none.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _code
from ._jit import Compiled
from ._stages import prepare

Kind = Any
"""What an argument is: "i", "f", (element type, number of indices), or (class, kinds) of a named tuple of numbers."""


def kind_of_word(word: str, others: dict[str, Any]) -> Kind:
    """Return the kind that a word of a signature means: i, f, i1, f2 ..., or the name of a record or named tuple."""
    if word in others:
        return others[word] if isinstance(others[word], tuple) else (others[word], 1)
    return (np.dtype(f"{word[0]}8"), int(word[1:])) if word[1:] else word


class _Definition(ctypes.Structure):
    """PyMethodDef of Python's C API."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_FAST_CALL = 0x80  # METH_FASTCALL: arguments as an array of objects


class Entry:
    """The compiled code of a door for arguments of certain kinds.

    ``entry.call(...)`` returns NotImplemented when it refuses its arguments.
    """

    def __init__(self, name: str, address: int, kinds: tuple[Kind, ...]) -> None:
        self._elements = [field[0] for kind in kinds for field in flattened(kind) if not isinstance(field, str)]
        known = [None, NotImplemented, np.ndarray, *self._elements]
        self._known = np.array([id(item) for item in known], np.int64)
        self._definition = _Definition(name.encode(), address, _FAST_CALL, None)
        new = ctypes.pythonapi.PyCFunction_NewEx
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        self.call: Callable[..., Any] = new(ctypes.addressof(self._definition), self._known, None)


def flattened(kind: Kind) -> tuple[Kind, ...]:
    """Return the kinds of the numbers in a named tuple, or of anything else itself."""
    return kind[1] if isinstance(kind[0], type) else (kind,)


def _refuse(*_: Any) -> Any:
    return NotImplemented


class Door(Compiled):
    """A kernel that Python calls: the stages it needs are there before it runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.entries: dict[tuple[Kind, ...], Entry] = {}
        self.arguments: tuple[Kind, ...] | None = None
        self.ready = False
        self.loaded = 0  # entries that were on disk
        self._call: Callable[..., Any] = _refuse  # the entry used last

    def __call__(self, *args: Any) -> Any:
        result = self._call(*args)
        return self._call_slowly(args) if result is NotImplemented else result

    def _call_slowly(self, args: tuple[Any, ...]) -> Any:
        prepare(self)
        kinds, flat = self._look_at(args)
        self._call = self.entry(kinds).call
        result = self._call(*flat)
        if result is NotImplemented:
            raise TypeError(f"{self.py_func.__name__}: the arguments are not of the kinds {kinds}")
        return result

    def _look_at(self, args: tuple[Any, ...]) -> tuple[tuple[Kind, ...], list[Any]]:
        """Return the kinds of arguments, and the numbers and arrays to pass on."""
        name, kinds, flat = self.py_func.__name__, [], []
        for k, value in enumerate(args, 1):
            kind, values = _look(value)
            if kind is None:
                what = "an array that lies in one piece, a number or a named tuple of numbers"
                has = f"an array with steps {value.strides}" if isinstance(value, np.ndarray) else type(value).__name__
                raise TypeError(f"{name}: argument {k} must be {what}, not {has}")
            kinds.append(kind)
            flat += values
        return tuple(kinds), flat

    def entry(self, kinds: tuple[Kind, ...]) -> Entry:
        """Return the entry for arguments of some kinds, loaded or compiled."""
        with _code.lock:
            if kinds not in self.entries:
                self.entries[kinds] = self.find(kinds) or self.make(kinds)
        return self.entries[kinds]

    def find(self, kinds: tuple[Kind, ...]) -> Entry | None:
        """Return the entry that is kept on disk, if there is one."""
        code = _code.read(self._name(kinds)) if _code.is_ours(self.py_func) else None
        address = _code.load(code) if code else 0
        if code is None or not address:
            return None
        self.loaded += 1
        return Entry(self.__name__, address, kinds)

    def make(self, kinds: tuple[Kind, ...]) -> Entry:
        """Compile an entry and keep it on disk."""
        from ._emitting import door_code

        code = door_code(self.dispatcher, kinds)
        if _code.is_ours(self.py_func):
            _code.write(self._name(kinds), code)
        return Entry(self.__name__, _code.load_new(code), kinds)

    def _name(self, kinds: tuple[Kind, ...]) -> str:
        words = [str(kind) for kind in kinds]
        return f"{_code.name_of(self.py_func)}.{hashlib.sha256(' '.join(words).encode()).hexdigest()[:12]}"


def _look(value: Any) -> tuple[Kind, list[Any]]:
    """Return the kind of an argument (None: none that kernels know) and what to pass for it."""
    if isinstance(value, np.ndarray):
        flags = value.flags
        if not (flags.c_contiguous and flags.aligned):
            return None, []
        dtype = _one_for_all.setdefault(value.dtype, value.dtype)
        return (dtype, value.ndim), [np.asarray(value).view(dtype)]
    if isinstance(value, bool | int | np.integer | np.bool_):
        return "i", [int(value)]
    if isinstance(value, float):
        return "f", [value]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = [_look(field) for field in value]
        if all(isinstance(kind, str) for kind, _ in fields):
            return (type(value), tuple(kind for kind, _ in fields)), [field for _, (field,) in fields]
    return None, []


_one_for_all: dict[Any, Any] = {np.dtype(word): np.dtype(word) for word in ("f8", "i8")}
"""Equal element types may be different objects; one of them stands for all."""
