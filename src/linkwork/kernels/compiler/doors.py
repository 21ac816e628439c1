"""Kernels that Python calls with arrays and numbers; how they are compiled, loaded and called."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from . import machine_code, prebuilt
from .arguments import Arguments, Looked
from .jit import Compiled
from .machine_code import Code
from .progress import compiling, finish, unfinished
from .sources import is_ours, name_of
from .target import Target, here

_KINDS: dict[str, Any] = {"i": ctypes.c_int64, "f": ctypes.c_double, "": None}


def prototype(result: str, letters: str) -> Any:
    """Return how Python calls compiled code: a letter for the result ("": none) and for each number passed on."""
    return ctypes.CFUNCTYPE(_KINDS[result], *(_KINDS[letter] for letter in letters))


class Entered(Compiled):
    """A kernel with an entry of its own.

    Its code comes from the library that is part of an installed package; where there is none, or one of other sources,
    it is loaded from disk, compiled if need be.
    """

    arguments: Arguments
    entry: Any = None  # the compiled function for Python, once it is loaded
    from_disk = False

    @property
    def name(self) -> str:
        """The name under which the code is kept."""
        return name_of(self.py_func)

    @cached_property
    def prototype(self) -> Any:
        """How C and Python call each other with what the kernel takes and returns."""
        return prototype(self.arguments.result, self.arguments.letters)

    def load(self) -> Any:
        """Return the compiled function for Python, loaded now if it has not been."""
        with machine_code.lock:
            if self.entry is None:
                self.take(prebuilt.address(self.py_func) or self._load_code())
        return self.entry

    def take(self, address: int) -> None:
        """Note where the code of the kernel is."""
        self.entry = self.prototype(address)

    def _load_code(self) -> int:
        try:
            code = self.kept(here())
            address = machine_code.load(code) if code else 0
            self.from_disk = bool(address)
            return address or machine_code.load_new(self.make(here()))
        except ImportError as error:
            raise RuntimeError(
                f"The kernel '{self.__name__}' has to be compiled, which needs numba ({error}). An installed package "
                "brings compiled kernels along, which serve until a file of linkwork/kernels is changed. Install "
                "Linkwork again, or numba with it (pip install numba), or set NUMBA_DISABLE_JIT=1 to run without "
                "compiled code, slowly."
            ) from error

    def kept(self, target: Target) -> Code | None:
        """Return the code for a target that is kept on disk."""
        return machine_code.read(self.name, target) if is_ours(self.py_func) else None

    def make(self, target: Target) -> Code:
        """Compile the code for a target and keep it on disk."""
        with compiling():
            from .emitting import code

            found = code(self.dispatcher, self._symbol(target), self.arguments.each, self.arguments.result, target)
        if is_ours(self.py_func):
            machine_code.write(self.name, found, target)
        return found

    def _symbol(self, target: Target) -> str:
        """Return what the entry is called in object code; a name is used once in a process."""
        own = "" if is_ours(self.py_func) else f"_{id(self):x}"
        return f"{prebuilt.symbol(self.name, target.level)}{own}"


class Door(Entered):
    """A kernel that Python calls: its arguments are looked at first."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)

    def __call__(self, *args: Any) -> Any:
        return self.call(self.arguments.numbers(args))

    def call(self, numbers: Iterable[Any]) -> Any:
        """Call the kernel with what is passed on."""
        result = (self.entry or self.load())(*numbers)
        if unfinished:
            finish()
        return result


class Held:
    """A kernel with its first arguments, which are looked at once: a call brings the others.

    What is passed on for the first is kept in the shape in which a call takes it soonest.
    """

    def __init__(self, kernel: Door | Held, args: tuple[Any, ...]) -> None:
        first = kernel if isinstance(kernel, Held) else None
        self.door: Door = kernel.door if isinstance(kernel, Held) else kernel
        self._kept = first, args  # in memory: their addresses are passed on
        self._looked: Looked = self.door.arguments.looked_at(args, first._looked if first else None)
        before: tuple[Any, ...] = first._numbers if first else ()
        kinds = self.door.arguments.letters[len(before) :]
        more = zip(kinds, self._looked.numbers, strict=False)
        self._numbers: tuple[Any, ...] = (*before, *(_KINDS[kind](number) for kind, number in more))

    def __call__(self, *args: Any) -> Any:
        return self.door.call((*self._numbers, *self.door.arguments.numbers(args, self._looked)))
