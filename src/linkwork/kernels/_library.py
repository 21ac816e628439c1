"""The library of compiled kernels that is part of an installed package.

It is made when the package is built (`_building`) and holds every kernel, for each level of processors. It serves as
long as it was made of the sources that are there; else, and in a checkout, which has none, kernels are compiled on
demand. Nothing but ctypes is needed to use it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from ._sources import is_ours, name_of, sources_digest

SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
"""What names of libraries end with, by system; elsewhere with .so."""

FILE = Path(__file__).with_name(f"_compiled{SUFFIXES.get(sys.platform, '.so')}")

SOURCES, LEVEL = "linkwork_sources", "linkwork_level"
"""What the library holds beside kernels: the digest of their sources; a function that returns the level to use."""


def symbol(name: str, level: str) -> str:
    """Return what the entry of a kernel is called in object code."""
    return f"linkwork_{level}_{name.replace('.', '_')}"


@cache
def _library() -> tuple[Any, str] | None:
    """Return the library and the level of this machine's processor; None if there is no library of these sources."""
    if not FILE.exists():
        return None
    try:
        library = ctypes.CDLL(str(FILE))
        digest = ctypes.c_char_p(ctypes.addressof(ctypes.c_char.in_dll(library, SOURCES))).value
    except (OSError, ValueError):  # no library, or not ours
        return None
    if digest != sources_digest().encode():
        return None
    level = getattr(library, LEVEL)
    level.restype = ctypes.c_char_p
    return library, level().decode()


def is_there() -> bool:
    """Return whether there is a library of the sources that are there."""
    return _library() is not None


def address(function: Callable[..., Any]) -> int:
    """Return where the code of a kernel lies that came with the package; 0 if none did."""
    found = _library() if is_ours(function) else None
    if found is None:
        return 0
    library, level = found
    return ctypes.cast(getattr(library, symbol(name_of(function), level)), ctypes.c_void_p).value or 0
