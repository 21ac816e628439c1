"""Compiling every kernel ahead: for the tests of a checkout (``linkwork warmup``) and for the library of a package."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

from . import prebuilt
from .doors import Entered
from .jit import JIT
from .machine_code import can_write
from .progress import finish, line
from .sources import kernel_modules
from .target import Target, here


def every_kernel() -> list[Entered]:
    """Return every kernel with an entry of its own: every stage, and every kernel that Python calls."""
    found: dict[int, Entered] = {}
    for name in kernel_modules():
        for item in vars(import_module(name)).values():
            if isinstance(item, Entered):
                found[id(item)] = item
    return list(found.values())


def compile_everything(targets: list[Target] | None = None) -> None:
    """Compile every kernel for all targets that is not kept yet, on all cores.

    Default: for this machine, if there is no library.
    """
    if not JIT or (targets is None and prebuilt.is_there()):
        return
    wanted = targets or [here()]
    missing = _missing(wanted)
    if not missing:
        return
    line().write(f"({len(missing)} kernels) ")
    cores = min(os.cpu_count() or 1, len(missing)) if can_write() else 1
    helpers = [_helper(wanted, k, cores) for k in range(1, cores)]
    _compile(missing)
    for helper in helpers:
        helper.wait()
    _compile(missing)  # what a helper that failed has left
    finish()


def _missing(targets: list[Target]) -> list[tuple[Entered, Target]]:
    # Kernel by kernel: numba's part of the work, the larger one, is done once for all targets.
    return [(kernel, target) for kernel in every_kernel() for target in targets if kernel.kept(target) is None]


def _compile(missing: list[tuple[Entered, Target]]) -> None:
    """Compile kernels; what others have done meanwhile is left out."""
    for kernel, target in missing:
        if kernel.kept(target) is None:
            kernel.make(target)


def _helper(targets: list[Target], k: int, of: int) -> subprocess.Popen[bytes]:
    """Start process k of `of` that compiles kernels into the cache.

    It looks for modules where this process does, not in the working directory (-P), which may be anybody's.
    """
    given = [(target.triple, target.level, target.cpu) for target in targets]
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import help_compiling as f; f({given!r}, {k}, {of})"
    )
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-P", "-c", code], **quiet)  # type: ignore[call-overload, no-any-return]


def help_compiling(targets: list[tuple[str, str, str]], k: int, of: int) -> None:
    """Compile as one of several processes, each of which begins at another place."""
    missing = _missing([Target(*target) for target in targets])
    begin = len(missing) * k // of
    _compile([*missing[begin:], *missing[:begin]])
