"""The sources of the kernels: their digest, and the names of kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent

ASIDE = {f"_{name}.py" for name in ("building", "compiling", "keyboard", "library", "progress", "trust")}
"""Files that say when code is compiled, where it is kept and what is said meanwhile: it does not depend on them."""


def sources_digest(folder: Path = FOLDER) -> str:
    """Return the digest of every source below `folder` that compiled code depends on."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        if path.name not in ASIDE:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether the digest counts the source of a function in: only then may its code be kept."""
    return function.__module__.rpartition(".")[0] == __package__


def name_of(function: Callable[..., Any]) -> str:
    """Return the name under which the code of a function is kept."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
