"""The machine code that is kept on disk, and how it comes into the process. Needs llvmlite, not numba.

numba's own cache stamps a compiled function with the digest of its *own* source file, so that a kernel that calls
another file's kernel keeps the old code when that other file changes (numba issues 1833, 9483); and loading from it
takes numba, a second of a later run. Here the code of a kernel is one file, the object code as the compiler emitted it,
in a folder whose name is the digest of all that the code depends on: *all* kernel sources, the versions of
Python, numpy, numba and llvmlite, numba's settings, and the target. A change anywhere recompiles.

The folder is in ``NUMBA_CACHE_DIR`` if that is set, else next to the kernels, in ``__pycache__``, else, where
that cannot be written, in the user's cache folder. Others must not be able to write it (`trust`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import threading
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from .sources import FOLDER, sources_digest
from .target import Target, here, llvm
from .trust import danger, danger_of, tell

_PREFIX, _SUFFIX = "linkwork-", ".code"
_KEPT = 4  # code of so many versions is kept in one place; the longest unused is removed

lock = threading.RLock()
"""Held while code is compiled or loaded: LLVM wants each function once."""


@dataclass(frozen=True)
class Code:
    """The object code of one function for the C calling convention."""

    symbol: str
    needs: list[str]  # functions outside that it calls
    binary: bytes


# ---- what the code depends on -------------------------------------------------------------------


@cache
def stamp(target: Target) -> str:
    """Return the digest of all that compiled code depends on."""
    import llvmlite
    import numpy as np

    found = PathFinder.find_spec("numba")  # asking numba itself would load it
    version = Path(found.origin).with_name("_version.py") if found and found.origin else None
    facts = [
        sources_digest(),
        sys.version,
        np.__version__,
        llvmlite.__version__,
        version.read_text("utf-8") if version and version.exists() else "",
        sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k != "NUMBA_CACHE_DIR"),
        astuple(target),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


# ---- on disk ------------------------------------------------------------------------------------


def _places() -> list[Path]:
    """Return the folders that may hold the cache, the preferred first."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return [Path(given)]
    near = FOLDER / "__pycache__"
    try:
        return [near, _user_folder() / "linkwork"]
    except RuntimeError:  # a user without a home
        return [near]


def _user_folder() -> Path:
    """Return the folder where programs keep for a user what can be made again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def _homes(target: Target) -> list[Path]:
    """Return the folders for code of the present stamp that nobody else can write, the preferred first."""
    homes = [place / f"{_PREFIX}{stamp(target)[:24]}" for place in _places()]
    dangers = {home: danger_of(home) for home in homes}
    safe = [home for home in homes if not dangers[home]]
    if not safe:
        tell(list(dangers.values()))
    return safe


_FOR_US = 0o755
"""Rights of a new folder, whatever the user's habit (umask): others may read. Files: the same without running."""


def _make(home: Path) -> None:
    """Make a folder for code, and remove the code of versions that have not been in use for longest."""
    if not home.is_dir():
        home.parent.mkdir(_FOR_US, parents=True, exist_ok=True)
        home.mkdir(_FOR_US, exist_ok=True)
        found = sorted(home.parent.glob(f"{_PREFIX}*"), key=lambda path: path.stat().st_mtime)
        for path in found[:-_KEPT]:
            shutil.rmtree(path, ignore_errors=True)


@cache
def can_write() -> bool:
    """Return whether code can be kept."""
    for home in _homes(here()):
        with suppress(OSError):
            _make(home)
            if os.access(home, os.W_OK):
                return True
    return False


def write(name: str, code: Code, target: Target) -> None:
    """Keep code on disk. Another process that writes the same at the same time does no harm."""
    about = {"stamp": stamp(target), "name": name, "symbol": code.symbol, "needs": code.needs}
    content = json.dumps(about).encode() + b"\n" + code.binary
    for home in _homes(target):
        new = home / f"{name}.{os.getpid()}.new"
        try:
            _make(home)
            with open(new, "wb", opener=_not_for_others) as file:
                file.write(_digest(content) + b"\n" + content)
            os.replace(new, home / f"{name}{_SUFFIX}")
        except OSError:  # not ours to write, or the disk is full
            with suppress(OSError):
                new.unlink()
        else:
            return


def _not_for_others(path: str, flags: int) -> int:
    """Open a new file that others can read but not write."""
    return os.open(path, flags, _FOR_US & ~0o111)


def read(name: str, target: Target) -> Code | None:
    """Return the code that is kept under a name.

    None if there is none, it is damaged, of another kernel or for another machine, or others can write the file.
    """
    for home in _homes(target):
        with suppress(OSError), open(home / f"{name}{_SUFFIX}", "rb") as file:
            if danger(os.fstat(file.fileno())):
                continue
            digest, _, content = file.read().partition(b"\n")
            code = _understood(name, content, target) if digest == _digest(content) else None
            if code is not None:
                _in_use(home)
                return code
    return None


def _understood(name: str, content: bytes, target: Target) -> Code | None:
    """Return the code in a file; None when its head does not say that it is the code of this name and stamp."""
    head, _, binary = content.partition(b"\n")
    try:
        about = json.loads(head)
    except (ValueError, RecursionError):
        return None
    if not isinstance(about, dict) or (about.get("stamp"), about.get("name")) != (stamp(target), name):
        return None
    symbol, needs = about.get("symbol"), about.get("needs")
    if not (isinstance(symbol, str) and isinstance(needs, list) and all(isinstance(need, str) for need in needs)):
        return None
    return Code(symbol, needs, binary) if symbol.encode() in binary else None


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


@cache
def _in_use(home: Path) -> None:
    """Note that the code of a version is in use: it will be the last to be removed."""
    with suppress(OSError):
        os.utime(home)


# ---- in the process -----------------------------------------------------------------------------


@cache
def _engine() -> Any:
    machine = llvm().Target.from_triple(llvm().get_process_triple()).create_target_machine(jit=True)
    return llvm().create_mcjit_compiler(llvm().parse_assembly(""), machine)


def load(code: Code) -> int:
    """Bring code into the process and return its address; 0 when something that it calls is not there."""
    if missing(code):
        return 0
    with lock:
        engine = _engine()
        engine.add_object_file(llvm().ObjectFileRef.from_data(code.binary))
        engine.finalize_object()
        return int(engine.get_function_address(code.symbol))


def missing(code: Code) -> list[str]:
    """Return the functions that code calls and that are not in the process; LLVM would end the process over them."""
    _engine()  # without one LLVM does not find those of the C library
    return [name for name in code.needs if not llvm().address_of_symbol(name)]


def load_new(code: Code) -> int:
    """Bring code into the process that has just been compiled and return its address."""
    address = load(code)
    if not address:
        raise RuntimeError(f"{code.symbol} calls {', '.join(missing(code))}, which this system does not have")
    return address
