"""The sources of the kernels: their digest, and the names of kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1]

KERNELS = __name__.removesuffix("compiler.sources")
"""The package of kernels, with a dot."""

ASIDE = {f"compiler/{name}.py" for name in ("building", "compiling", "keyboard", "prebuilt", "progress", "trust")}
"""Files that say when code is compiled, where it is kept and what is said meanwhile: it does not depend on them."""


def sources_digest(folder: Path = FOLDER) -> str:
    """Return the digest of every source below `folder` that compiled code depends on."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if name not in ASIDE:
            digest.update(name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def kernel_modules() -> list[str]:
    """Return the full name of every module of kernels."""
    paths = [path.relative_to(FOLDER).with_suffix("") for path in sorted(FOLDER.rglob("*.py"))]
    return [KERNELS + ".".join(path.parts) for path in paths if path.name != "__init__" and path.parts[0] != "compiler"]


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether the digest counts the source of a function in: only then may its code be kept."""
    return function.__module__.startswith(KERNELS)


def name_of(function: Callable[..., Any]) -> str:
    """Return the name under which the code of a function is kept."""
    return f"{function.__module__.removeprefix(KERNELS)}.{function.__name__}"
