"""The library of compiled kernels that is part of an installed package.

It is made when the package is built (`building`) and holds every kernel, for each level of processors. It serves as
long as it was made of the sources that are there; else, and in a checkout, which has none, kernels are compiled on
demand. Nothing but ctypes is needed to use it.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from .sources import FOLDER, is_ours, name_of, sources_digest

SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}
"""What names of libraries end with, by system; elsewhere with .so."""

FILE = FOLDER / f"_compiled{SUFFIXES.get(sys.platform, '.so')}"

CHECKED = ".sha256"
"""What the name of the file ends with that holds the digest of the library's bytes."""

SOURCES, LEVEL = "linkwork_sources", "linkwork_level"
"""What the library holds beside kernels: the digest of their sources; a function that returns the level to use."""


def symbol(name: str, level: str) -> str:
    """Return what the entry of a kernel is called in object code."""
    return f"linkwork_{level}_{name.replace('.', '_')}"


def _is_whole(file: Path) -> bool:
    """Return whether a library is there as it was built: the code of one that is cut short would end the process."""
    try:
        return file.with_suffix(CHECKED).read_text("ascii") == digest_of(file)
    except (OSError, UnicodeDecodeError):
        return False


def digest_of(file: Path) -> str:
    """Return the digest of the bytes of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


@cache
def _found() -> tuple[Any, str] | None:
    """Return the library and the level of this machine's processor; None if there is no library of these sources."""
    if not _is_whole(FILE):
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
    return _found() is not None


def address(function: Callable[..., Any]) -> int:
    """Return where the code of a kernel lies that came with the package; 0 if none did."""
    found = _found() if is_ours(function) else None
    if found is None:
        return 0
    library, level = found
    return ctypes.cast(getattr(library, symbol(name_of(function), level)), ctypes.c_void_p).value or 0
